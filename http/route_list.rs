//! The routes are listed once and read twice: by the server, and by who describes the API.

use actix_web::{dev::HttpServiceFactory, web};
use utoipa::openapi::{OpenApi, Paths};
use utoipa_actix_web::OpenApiFactory;

use crate::routes::unknown;

/// What takes the routes of the API. The server asks for no descriptions: each of its threads lists the routes, and what
/// describes all of them is megabytes that nobody reads.
pub enum RouteList<'a> {
    /// To answer requests.
    Served(&'a mut web::ServiceConfig),
    /// To describe the API: the routes below an address.
    Described(&'a mut OpenApi, String),
}

impl RouteList<'_> {
    /// Takes a route.
    pub fn service(
        &mut self,
        route: impl HttpServiceFactory + OpenApiFactory + 'static,
    ) -> &mut Self {
        match self {
            Self::Served(list) => drop(list.service(route)),
            Self::Described(api, below) => describe(api, below, &route),
        }
        self
    }

    /// Takes the routes of a resource, whose addresses begin with its path.
    pub fn below(&mut self, path: &str, configure: fn(&mut RouteList<'_>)) -> &mut Self {
        match self {
            Self::Served(list) => {
                let scope =
                    web::scope(path).configure(|own| configure(&mut RouteList::Served(own)));
                list.service(scope.default_service(web::to(unknown)));
            }
            Self::Described(api, below) => {
                configure(&mut RouteList::Described(api, format!("{below}{path}")));
            }
        }
        self
    }
}

fn describe(api: &mut OpenApi, below: &str, route: &dyn OpenApiFactory) {
    let mut paths = Paths::new();
    for (path, item) in route.paths().paths {
        paths.paths.insert(format!("{below}{path}"), item);
    }
    api.paths.merge(paths);
    let mut schemas = Vec::new();
    route.schemas(&mut schemas);
    let components = api.components.get_or_insert_default();
    components.schemas.extend(schemas);
}

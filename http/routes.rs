//! How the application is put together, and its description.
//!
//! A resource is a module of `api/` whose handlers carry `#[utoipa::path]` and `#[get("/…")]`, their address below that of the
//! resource; `api/mod.rs` lists them with `.service()`, for the server and for the description alike. Routes outside `/api` (media links,
//! sockets, the simulator) are mounted by the `outside` closure of [`build`].

use std::{collections::BTreeSet, sync::OnceLock};

use actix_web::{
    HttpRequest, HttpResponse,
    body::MessageBody,
    dev::{ResourceDef, ServiceFactory, ServiceRequest, ServiceResponse},
    http::header,
    middleware::{Compress, from_fn},
    web,
};
use guiche_storage::model::ErrorCode;
use utoipa::{
    OpenApi as _,
    openapi::{OpenApi, PathItem},
};

use crate::{
    api,
    app::App,
    description,
    error::ApiError,
    middleware::{self, frame::frame, numbers},
    pages,
    route_list::RouteList,
    valid,
};

/// Where the resources are.
pub(crate) const API: &str = "/api";

/// The whole application of the main port: `/api`, what `outside` mounts, and the pages for the rest.
pub fn build(
    app: App,
    outside: impl FnOnce(&mut web::ServiceConfig),
) -> actix_web::App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = actix_web::Error,
        InitError = (),
    >,
> {
    let json_bytes_max = app.config.limits.json_bytes_max;
    let resources = web::scope(API)
        .configure(|list| api::configure(&mut RouteList::Served(list)))
        .route("/openapi.json", web::get().to(describe))
        .configure(api::v1::mount)
        .default_service(web::to(unknown))
        .wrap(from_fn(numbers::hide))
        .wrap(Compress::default());
    actix_web::App::new()
        .app_data(web::Data::new(app))
        .configure(|cfg| valid::limits(cfg, json_bytes_max))
        .configure(outside)
        .service(resources)
        .default_service(web::to(pages::show))
        .wrap(from_fn(middleware::shutdown::refuse_when_shutting_down))
        .wrap(from_fn(frame))
}

/// The description of the API, from the code.
pub fn openapi() -> OpenApi {
    let mut openapi = description::Described::openapi();
    api::configure(&mut RouteList::Described(&mut openapi, API.to_owned()));
    description::complete(&mut openapi);
    openapi
}

async fn describe() -> HttpResponse {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = TEXT.get_or_init(|| openapi().to_json().unwrap_or_default());
    HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(text.as_str())
}

/// 405 for a path that has other methods, which the answer names, else 404.
pub(crate) async fn unknown(request: HttpRequest) -> Result<HttpResponse, ApiError> {
    static PATHS: OnceLock<Vec<(ResourceDef, Vec<&str>)>> = OnceLock::new();
    let paths = PATHS.get_or_init(|| {
        let described = openapi().paths.paths;
        let of_programs = api::v1::openapi().paths.paths;
        let all = described.iter().chain(&of_programs);
        all.map(|(path, item)| (ResourceDef::new(path.as_str()), methods(item)))
            .collect()
    });
    // `/tickets/{id}` and `/tickets/bulk` are two addresses of one path
    let methods: BTreeSet<_> = paths
        .iter()
        .filter(|(path, _)| path.is_match(request.path()))
        .flat_map(|(_, methods)| methods.iter().copied())
        .collect();
    if methods.is_empty() {
        return Err(ErrorCode::NotFound.into());
    }
    let methods: Vec<_> = methods.into_iter().collect();
    Err(ApiError::method_not_allowed(methods.join(", ")))
}

fn methods(item: &PathItem) -> Vec<&'static str> {
    let described = [
        ("GET", &item.get),
        ("POST", &item.post),
        ("PUT", &item.put),
        ("PATCH", &item.patch),
        ("DELETE", &item.delete),
    ];
    let known = described.into_iter().filter(|(_, it)| it.is_some());
    known.map(|(name, _)| name).collect()
}

//! The description of the integrators' API, apart from that of the pages: its refusals look another way.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::{
    Modify, OpenApi as _,
    openapi::{
        OpenApi, RefOr, Response,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

use super::configure;
use crate::{description::complete, error_body::TicketName, route_list::RouteList};

/// What the door in front of every route refuses.
const REFUSALS: &[(&str, &str)] = &[
    (
        "401",
        "ERR_API_TOKEN: no key, or one that is unknown, taken back or ended",
    ),
    (
        "403",
        "ERR_API_SCOPE: the key lacks the scope; ERR_PLAN_FEATURE, ERR_COMPANY_INACTIVE, ERR_COMPANY_EXPIRED",
    ),
    ("429", "ERR_TOO_MANY_REQUESTS with Retry-After"),
    ("503", "ERR_BUSY with Retry-After"),
];

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Guichê API",
        version = "1",
        description = "For a company's own programs. `Authorization: Bearer gchk_…`; every answer says how much the key may still ask \
                       (`RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset`). Every refusal is an `Error`."
    ),
    components(schemas(Refusal)),
    modifiers(&Key)
)]
struct Described;

struct Key;

impl Modify for Key {
    fn modify(&self, openapi: &mut OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        openapi
            .components
            .get_or_insert_default()
            .add_security_scheme("key", SecurityScheme::Http(scheme));
    }
}

/// Every refusal.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Error)]
struct Refusal {
    /// What was refused, and why.
    error: RefusalBody,
}

/// What was refused, and why.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct RefusalBody {
    /// Why, for programs.
    #[schema(schema_with = error_code)]
    code: String,
    /// Why, for people; Portuguese.
    message: String,
    /// The name of the request in the server's log.
    request_id: String,
    /// With `ERR_VALIDATION`: what is wrong with which field.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    details: Option<BTreeMap<String, Vec<String>>>,
    /// With `ERR_OTHER_OPEN_TICKET`: the ticket in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ticket: Option<TicketName>,
}

fn error_code() -> utoipa::openapi::Ref {
    utoipa::openapi::Ref::from_schema_name("ErrorCode")
}

/// The description, from the code.
pub(crate) fn openapi() -> OpenApi {
    let mut openapi = Described::openapi();
    configure(&mut RouteList::Described(
        &mut openapi,
        "/api/v1".to_owned(),
    ));
    for item in openapi.paths.paths.values_mut() {
        let operations = [
            &mut item.get,
            &mut item.post,
            &mut item.put,
            &mut item.patch,
            &mut item.delete,
        ];
        for operation in operations.into_iter().flatten() {
            for (status, text) in REFUSALS {
                let responses = &mut operation.responses.responses;
                let response = responses
                    .entry((*status).to_owned())
                    .or_insert_with(|| RefOr::T(Response::new("")));
                if let RefOr::T(response) = response {
                    let own = std::mem::take(&mut response.description);
                    response.description = if own.is_empty() {
                        (*text).to_owned()
                    } else {
                        format!("{own}; {text}")
                    };
                }
            }
        }
    }
    complete(&mut openapi);
    openapi
}

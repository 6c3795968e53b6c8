//! What every description of a route has in common, filled in after the routes were collected: names that are unique,
//! refusals, and fields that are always there.

use std::collections::BTreeSet;

use guiche_storage::model::{ErrorCode, event};
use utoipa::{
    Modify,
    openapi::{
        Content, OpenApi, Ref, RefOr, Response, Schema,
        path::{Operation, Parameter, ParameterIn},
        schema::{AdditionalProperties, ArrayItems, ObjectBuilder, Type},
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

use crate::error_body::{ErrorBody, TicketConflict};

/// Where schemas are.
const SCHEMAS: &str = "#/components/schemas/";
/// Fields that are there only where one thing is asked for, not in lists and events.
const MAY_BE_ABSENT: [(&str, &str); 2] = [("Campaign", "shipping"), ("CampaignList", "contacts")];
/// What every refusal looks like.
const ERROR: &str = "Error";

/// The description before its routes.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Guichê",
        description = "Customer service over WhatsApp numbers. Every refusal is an `Error`."
    ),
    components(schemas(ErrorBody, TicketConflict)),
    modifiers(&Bearer),
    security(("bearer" = []))
)]
pub(crate) struct Described;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, openapi: &mut OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("JWT")
            .build();
        openapi
            .components
            .get_or_insert_default()
            .add_security_scheme("bearer", SecurityScheme::Http(scheme));
        let of_connection = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        openapi
            .components
            .get_or_insert_default()
            .add_security_scheme("connectionToken", SecurityScheme::Http(of_connection));
    }
}

/// Completes what the routes say of themselves.
pub(crate) fn complete(openapi: &mut OpenApi) {
    let mut answered = BTreeSet::new();
    for item in openapi.paths.paths.values_mut() {
        let operations = [
            &mut item.get,
            &mut item.post,
            &mut item.put,
            &mut item.patch,
            &mut item.delete,
        ];
        for operation in operations.into_iter().flatten() {
            name(operation);
            add_refusals(operation);
            collect_answers(operation, &mut answered);
        }
    }
    let Some(components) = &mut openapi.components else {
        return;
    };
    components
        .schemas
        .insert("ErrorCode".to_owned(), error_codes().into());
    add_events(components, &mut answered);
    require_fields(components, answered);
}

/// The bodies of events, which say themselves what may be left out; what they are made of does not leave anything out.
fn add_events(components: &mut utoipa::openapi::Components, answered: &mut BTreeSet<String>) {
    let schemas = event::schemas();
    let mut bodies = BTreeSet::from(["Events".to_owned()]);
    for (name, schema) in &schemas {
        if name == "Events" {
            each_name(schema, &mut |name| {
                bodies.insert(name.to_owned());
            });
        } else {
            each_name(schema, &mut |name| {
                answered.insert(name.to_owned());
            });
        }
    }
    answered.retain(|name| !bodies.contains(name));
    for (name, schema) in schemas {
        // what a route answers too is there already
        components.schemas.entry(name).or_insert(schema);
    }
}

/// `tickets` and `by_uuid` become `ticketsByUuid`.
fn name(operation: &mut Operation) {
    let tag = operation.tags.iter().flatten().next();
    let words = operation.operation_id.iter().flat_map(|id| id.split('_'));
    let mut name = tag.cloned().unwrap_or_default();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    operation.operation_id = Some(name);
}

/// What the doors in front of every handler refuse, beside what the handler says of itself.
fn add_refusals(operation: &mut Operation) {
    let parameters: Vec<&Parameter> = operation
        .parameters
        .iter()
        .flatten()
        .filter_map(|parameter| match parameter {
            RefOr::T(parameter) => Some(parameter),
            RefOr::Ref(_) => None,
        })
        .collect();
    let is_in = |place: &ParameterIn| parameters.iter().any(|it| it.parameter_in == *place);
    let is_public = operation.security.is_some();
    let has_body = operation.request_body.is_some();
    let mut refusals = Vec::new();
    if has_body || is_in(&ParameterIn::Query) {
        refusals.push(("400", "ERR_VALIDATION"));
    }
    if !is_public {
        refusals.push(("401", "ERR_SESSION_EXPIRED: sign in again"));
        let text = "ERR_TOKEN_INVALID: refresh and repeat; ERR_COMPANY_EXPIRED with dueDate";
        refusals.push(("403", text));
        refusals.push(("503", "ERR_BUSY with Retry-After"));
    }
    if is_in(&ParameterIn::Path) {
        refusals.push(("404", "ERR_NOT_FOUND: not an id"));
    }
    if has_body {
        refusals.push(("413", "ERR_PAYLOAD_TOO_LARGE"));
    }
    for (status, text) in refusals {
        let responses = &mut operation.responses.responses;
        let response = responses
            .entry(status.to_owned())
            .or_insert_with(|| RefOr::T(Response::new("")));
        if let RefOr::T(response) = response
            && !response
                .description
                .contains(text.split(':').next().unwrap_or(text))
        {
            let own = std::mem::take(&mut response.description);
            response.description = if own.is_empty() {
                text.to_owned()
            } else {
                format!("{own}; {text}")
            };
        }
    }
    for (status, response) in &mut operation.responses.responses {
        if let RefOr::T(response) = response
            && status.as_str() >= "400"
            && response.content.is_empty()
        {
            let body = Content::new(Some(Ref::from_schema_name(ERROR)));
            response
                .content
                .insert("application/json".to_owned(), body.into());
        }
    }
}

/// The schemas that a success answers with.
fn collect_answers(operation: &Operation, names: &mut BTreeSet<String>) {
    for (status, response) in &operation.responses.responses {
        let RefOr::T(response) = response else {
            continue;
        };
        if !status.starts_with('2') {
            continue;
        }
        for content in response.content.values() {
            if let RefOr::T(Content {
                schema: Some(schema),
                ..
            }) = content
            {
                each_name(schema, &mut |name| {
                    names.insert(name.to_owned());
                });
            }
        }
    }
}

/// Answers leave no field out, so what they are made of is required; `null` says that there is nothing.
fn require_fields(components: &mut utoipa::openapi::Components, answered: BTreeSet<String>) {
    let mut waiting: Vec<String> = answered.into_iter().collect();
    let mut done = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        if !done.insert(name.clone()) {
            continue;
        }
        let Some(schema) = components.schemas.get_mut(&name) else {
            continue;
        };
        each_schema(schema, &mut |schema| match schema {
            Schema::Object(object) => {
                let names = object.properties.keys();
                let is_there = |field: &&String| {
                    let place = (name.as_str(), field.as_str());
                    !MAY_BE_ABSENT.contains(&place)
                };
                object.required = names.filter(is_there).cloned().collect();
                object.default = None;
            }
            Schema::OneOf(any) => any.default = None,
            _ => {}
        });
        each_name(schema, &mut |name| waiting.push(name.to_owned()));
    }
}

fn each_schema(schema: &mut RefOr<Schema>, visit: &mut impl FnMut(&mut Schema)) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            for property in object.properties.values_mut() {
                each_schema(property, visit);
            }
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                each_schema(items, visit);
            }
        }
        Schema::OneOf(any) => any.items.iter_mut().for_each(|one| each_schema(one, visit)),
        Schema::AllOf(all) => all.items.iter_mut().for_each(|one| each_schema(one, visit)),
        Schema::AnyOf(any) => any.items.iter_mut().for_each(|one| each_schema(one, visit)),
        _ => {}
    }
    visit(schema);
}

fn each_name(schema: &RefOr<Schema>, visit: &mut impl FnMut(&str)) {
    let schema = match schema {
        RefOr::Ref(reference) => {
            if let Some(name) = reference.ref_location.strip_prefix(SCHEMAS) {
                visit(name);
            }
            return;
        }
        RefOr::T(schema) => schema,
    };
    match schema {
        Schema::Object(object) => {
            for property in object.properties.values() {
                each_name(property, visit);
            }
            if let Some(AdditionalProperties::RefOr(values)) =
                object.additional_properties.as_deref()
            {
                each_name(values, visit);
            }
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &array.items {
                each_name(items, visit);
            }
        }
        Schema::OneOf(any) => any.items.iter().for_each(|one| each_name(one, visit)),
        Schema::AllOf(all) => all.items.iter().for_each(|one| each_name(one, visit)),
        Schema::AnyOf(any) => any.items.iter().for_each(|one| each_name(one, visit)),
        _ => {}
    }
}

/// Every code that `Error` may have.
fn error_codes() -> Schema {
    let codes = ErrorCode::ALL.iter().map(|code| code.as_str());
    let codes = ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some("Why a request was refused."))
        .enum_values(Some(codes));
    Schema::Object(codes.build())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::Value;

    fn document() -> Value {
        serde_json::to_value(crate::routes::openapi()).unwrap()
    }

    fn operations(document: &Value) -> Vec<(String, &Value)> {
        let paths = document["paths"].as_object().unwrap();
        let mut all = Vec::new();
        for (path, item) in paths {
            for (method, operation) in item.as_object().unwrap() {
                all.push((format!("{method} {path}"), operation));
            }
        }
        assert!(all.len() > 30);
        all
    }

    #[test]
    fn every_operation_has_a_name_of_its_own() {
        let document = document();
        let mut names = BTreeMap::new();
        for (route, operation) in operations(&document) {
            let name = operation["operationId"].as_str().unwrap().to_owned();
            let other = names.insert(name.clone(), route.clone());
            assert_eq!(other, None, "{route} is also called {name}");
        }
    }

    #[test]
    fn every_answer_and_every_refusal_has_a_schema() {
        let document = document();
        for (route, operation) in operations(&document) {
            for (status, response) in operation["responses"].as_object().unwrap() {
                // what Meta gets back is empty
                if route == "post /api/webhooks/whatsapp/{connectionId}" && status == "200" {
                    continue;
                }
                // an answer without a body
                if status == "204" {
                    continue;
                }
                let content = response["content"].as_object();
                let schema = content.and_then(|content| content.values().next());
                assert!(
                    schema.is_some_and(|content| content["schema"].is_object()),
                    "{route} {status} has no schema"
                );
            }
        }
    }

    #[test]
    fn the_names_in_a_path_are_its_parameters() {
        let document = document();
        for (route, operation) in operations(&document) {
            let in_path = route.matches('{').count();
            let parameters = operation["parameters"].as_array();
            let described = parameters
                .into_iter()
                .flatten()
                .filter(|it| it["in"] == "path");
            let described: Vec<_> = described.map(|it| it["name"].as_str().unwrap()).collect();
            assert_eq!(described.len(), in_path, "{route}");
            for name in described {
                assert!(route.contains(&format!("{{{name}}}")), "{route}: {name}");
            }
        }
    }
}

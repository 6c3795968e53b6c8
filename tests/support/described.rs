//! Whether what a browser is told is what the committed description says of it: every event that any test hears is held
//! against it.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::document::DOCUMENT;

static SCHEMAS: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    let document: Value = serde_json::from_str(DOCUMENT).expect("a description");
    let schemas = document["components"]["schemas"].as_object();
    schemas.expect("schemas").clone()
});

/// Where an event differs from the description; `None` when it does not, or goes by a name of the family's.
pub fn difference(name: &str, payload: &Value) -> Option<String> {
    let (_, entity) = name.strip_prefix("company-")?.split_once('-')?;
    if entity.starts_with("chat-") || entity.starts_with("ContactListItem-") {
        return None;
    }
    let Some(body) = SCHEMAS["Events"]["properties"].get(entity) else {
        return Some(format!("{entity} is described nowhere"));
    };
    let mut told = payload.clone();
    if let Some(fields) = told.as_object_mut() {
        fields.remove("seq");
    }
    (!fits(body, &told)).then(|| format!("{entity} is told otherwise than described: {told}"))
}

fn fits(schema: &Value, value: &Value) -> bool {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        return fits(&SCHEMAS[name], value);
    }
    let each = |word: &str| schema[word].as_array().into_iter().flatten();
    if !each("allOf").all(|one| fits_loosely(one, value)) {
        return false;
    }
    if schema["oneOf"].is_array() && !each("oneOf").any(|one| fits(one, value)) {
        return false;
    }
    if schema["enum"].is_array() && !each("enum").any(|one| one == value) {
        return false;
    }
    let is_closed = schema["additionalProperties"].is_null();
    let is_known = |name: &String| schema["properties"].get(name).is_some();
    let has_more = schema["properties"].is_object()
        && is_closed
        && value
            .as_object()
            .is_some_and(|fields| !fields.keys().all(is_known));
    !has_more && fits_loosely(schema, value)
}

/// The same, with other fields besides those of the schema.
fn fits_loosely(schema: &Value, value: &Value) -> bool {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        return fits_loosely(&SCHEMAS[name], value);
    }
    let is_kind = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    };
    let has_kind = match &schema["type"] {
        Value::String(kind) => is_kind(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).any(is_kind),
        _ => true,
    };
    let required = schema["required"].as_array().into_iter().flatten();
    let mut names = required.filter_map(Value::as_str);
    let Value::Object(fields) = value else {
        let mut items = value.as_array().into_iter().flatten();
        return has_kind && items.all(|item| fits(&schema["items"], item));
    };
    let parts = schema["properties"].as_object().into_iter().flatten();
    let mut parts = parts.filter_map(|(name, part)| Some((part, fields.get(name)?)));
    has_kind
        && names.all(|name| fields.contains_key(name))
        && parts.all(|(part, value)| fits(part, value))
}

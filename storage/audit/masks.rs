//! What is never shown: the one list of words that name a secret, for records and for settings.

use serde_json::{Map, Value};

/// Parts of the names of fields and settings whose values never leave the server as they are.
const SECRET_WORDS: [&str; 12] = [
    "password",
    "secret",
    "token",
    "apikey",
    "voicekey",
    "hash",
    "asaas",
    "jsoncontent",
    "qrcode",
    "pairingcode",
    "cardnumber",
    "cvv",
];
/// What is shown of a secret that is set.
pub const MASK: &str = "********";
/// Characters of a text that are noted.
const TEXT_CHARS_MAX: usize = 500;
/// Items of a list that are noted.
const ITEMS_MAX: usize = 50;

/// Whether a field or setting of this name holds a secret.
pub fn is_secret(name: &str) -> bool {
    let name = name.to_lowercase().replace('_', "");
    SECRET_WORDS.iter().any(|word| name.contains(word))
}

/// A value as it may be noted: a secret is masked, wherever it stands, and what is long is cut.
pub(super) fn masked(name: &str, value: &Value) -> Value {
    if is_secret(name) {
        return MASK.into();
    }
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().take(ITEMS_MAX);
            let fields = fields.map(|(name, value)| (name.clone(), masked(name, value)));
            Value::Object(fields.collect::<Map<_, _>>())
        }
        Value::Array(items) => {
            let items = items.iter().take(ITEMS_MAX);
            Value::Array(items.map(|item| masked(name, item)).collect())
        }
        Value::String(text) if text.chars().nth(TEXT_CHARS_MAX).is_some() => {
            let start: String = text.chars().take(TEXT_CHARS_MAX).collect();
            Value::String(format!("{start}…"))
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn secrets_are_masked_however_deep_they_stand_and_however_they_are_written() {
        let value = json!({ "cloud": [{ "accessToken": "x", "waba": "1", "app_secret": "y" }] });
        let shown = masked("cloud", &value);
        let expected =
            json!({ "cloud": [{ "accessToken": MASK, "waba": "1", "app_secret": MASK }] });
        assert_eq!(shown, expected);
        assert_eq!(masked("newPassword", &json!("x")), json!(MASK));
        assert!(!is_secret("name") && is_secret("asaas") && is_secret("apiKey"));
    }

    #[test]
    fn a_long_text_is_cut() {
        let text = "é".repeat(TEXT_CHARS_MAX + 1);
        let shown = masked("message", &json!(text));
        assert_eq!(shown.as_str().map(|text| text.chars().count()), Some(501));
    }
}

//! What is noted of one change: the fields that differ, without secrets and without what changes by itself.

use serde::Serialize;
use serde_json::{Map, Value};

use super::masks::{MASK, masked};
use crate::model::audit::{Action, FieldChange, Subject};

/// Fields that no person sets, or that say nothing.
const IGNORED: [&str; 10] = [
    "id",
    "companyId",
    "createdAt",
    "updatedAt",
    "lastEventAt",
    "mediaUrl",
    "online",
    "ticketsCount",
    "usage",
    "plan",
];
/// Fields that people call a thing by, the best first.
const LABELS: [&str; 6] = ["name", "title", "shortcode", "email", "key", "reason"];
/// Characters of a label.
const LABEL_CHARS_MAX: usize = 120;

/// What a thing looks like to those who may see it.
type Fields = Map<String, Value>;

/// One change, ready to be noted.
#[derive(Debug, Clone)]
pub struct Entry {
    pub(super) subject: Subject,
    pub(super) id: String,
    pub(super) action: Action,
    pub(super) label: String,
    pub(super) changes: Vec<FieldChange>,
}

impl Entry {
    /// A thing that was made.
    pub fn created(subject: Subject, id: impl ToString, made: &impl Serialize) -> Self {
        Self::new(subject, id, Action::Create, (None, Some(fields(made))))
    }

    /// A thing that was changed.
    pub fn updated<T: Serialize>(
        subject: Subject,
        id: impl ToString,
        before: &T,
        after: &T,
    ) -> Self {
        let both = (Some(fields(before)), Some(fields(after)));
        Self::new(subject, id, Action::Update, both)
    }

    /// A thing that was deleted.
    pub fn deleted(subject: Subject, id: impl ToString, gone: &impl Serialize) -> Self {
        Self::new(subject, id, Action::Delete, (Some(fields(gone)), None))
    }

    /// Something that was done and changes no field; `about` is noted beside it.
    pub fn called(
        subject: Subject,
        id: impl ToString,
        label: &str,
        about: &impl Serialize,
    ) -> Self {
        let mut entry = Self::new(subject, id, Action::Call, (None, Some(fields(about))));
        label.clone_into(&mut entry.label);
        entry
    }

    fn new(
        subject: Subject,
        id: impl ToString,
        action: Action,
        (before, after): (Option<Fields>, Option<Fields>),
    ) -> Self {
        let named = after.as_ref().or(before.as_ref());
        let label = named.map(label).unwrap_or_default();
        Self {
            subject,
            id: id.to_string(),
            action,
            label,
            changes: differences(&before.unwrap_or_default(), &after.unwrap_or_default()),
        }
    }

    /// The same with a secret that was set anew.
    #[must_use]
    pub fn with_secret(mut self, field: &str) -> Self {
        self.changes.push(FieldChange {
            field: field.to_owned(),
            before: None,
            after: Some(MASK.into()),
        });
        self
    }

    /// Whether nothing has changed.
    pub(super) fn says_nothing(&self) -> bool {
        self.action == Action::Update && self.changes.is_empty()
    }
}

fn fields(of: &impl Serialize) -> Fields {
    match serde_json::to_value(of) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

fn label(fields: &Fields) -> String {
    let mut names = LABELS.iter().filter_map(|name| fields.get(*name)?.as_str());
    let name = names.next().unwrap_or_default();
    name.chars().take(LABEL_CHARS_MAX).collect()
}

/// The fields that differ, by name.
fn differences(before: &Fields, after: &Fields) -> Vec<FieldChange> {
    let mut names: Vec<&String> = before.keys().chain(after.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let changed = names
        .into_iter()
        .filter(|name| !IGNORED.contains(&name.as_str()));
    let changed = changed.filter_map(|name| {
        let (was, is) = (said(before.get(name)), said(after.get(name)));
        (was != is).then(|| FieldChange {
            field: name.clone(),
            before: was.map(|value| masked(name, value)),
            after: is.map(|value| masked(name, value)),
        })
    });
    changed.collect()
}

/// A value that says something: what is absent, empty or null is all the same.
fn said(value: Option<&Value>) -> Option<&Value> {
    value.filter(|value| match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_differs_is_noted_and_secrets_are_masked() {
        let before =
            json!({ "id": 1, "name": "Loja", "token": "old", "updatedAt": "a", "email": "" });
        let after =
            json!({ "id": 1, "name": "Lojas", "token": "new", "updatedAt": "b", "email": null });
        let entry = Entry::updated(Subject::Connection, 1, &before, &after);
        assert_eq!(entry.label, "Lojas");
        let changes = json!(entry.changes);
        let expected = json!([
            { "field": "name", "before": "Loja", "after": "Lojas" },
            { "field": "token", "before": "********", "after": "********" },
        ]);
        assert_eq!(changes, expected);
        assert!(!changes.to_string().contains("new"));
    }

    #[test]
    fn a_change_of_nothing_says_nothing_and_a_deletion_always_does() {
        let thing = json!({ "name": "VIP", "updatedAt": "a" });
        let later = json!({ "name": "VIP", "updatedAt": "b" });
        assert!(Entry::updated(Subject::Tag, 1, &thing, &later).says_nothing());
        assert!(!Entry::deleted(Subject::Tag, 1, &json!({})).says_nothing());
    }
}

//! The message templates of an account at Meta's: all of them page by page, a new one, one less.

use guiche_storage::{
    connections::message_templates::{RemoteTemplate, TEMPLATES_MAX},
    model::message_template::{TemplateButton, TemplateComponent},
};
use serde_json::{Value, json};
use tokio::fs::File;

use super::{
    client::CloudSettings,
    errors::rejected,
    graph::Graph,
    interpret::{id_text, text},
};
use crate::{
    connection::provider::{OpenedFile, SendError},
    egress::Egress,
};

/// What is asked of a template.
const FIELDS: &str = "id,name,status,category,language,components,quality_score,rejected_reason";
/// Templates of one page.
const A_PAGE: &str = "100";
/// Pages that are read at most: [`TEMPLATES_MAX`] templates.
const PAGES_MAX: usize = 10;
/// Characters that are kept of a word of Meta's, and of a text.
const WORD_CHARS_MAX: usize = 512;
const TEXT_CHARS_MAX: usize = 4096;
/// Parts and buttons that are kept; Meta gives a template fewer.
const PARTS_MAX: usize = 10;

/// An account of Meta's as one of its numbers sees it.
#[derive(Clone)]
pub struct Account {
    /// Where the number is found.
    pub settings: CloudSettings,
    /// Bearer token.
    pub access_token: String,
    /// Meta's id of the account.
    pub waba_id: String,
}

/// A template that an account is to have.
#[derive(Debug, Clone, PartialEq)]
pub struct TemplateDraft {
    /// Its name.
    pub name: String,
    /// Its language.
    pub language: String,
    /// Its category.
    pub category: String,
    /// Its parts as Meta takes them.
    pub components: Value,
}

impl TemplateDraft {
    /// Names the sample of its file, which is its first part.
    pub fn show_sample(&mut self, handle: &str) {
        let part = self.components.get_mut(0).and_then(Value::as_object_mut);
        if let Some(part) = part {
            let example = json!({ "header_handle": [handle] });
            part.insert("example".to_owned(), example);
        }
    }
}

impl Account {
    /// The account's templates; at most 1000.
    ///
    /// # Errors
    /// As [`SendError`] says; asking has no effect.
    pub async fn templates(&self, egress: Egress) -> Result<Vec<RemoteTemplate>, SendError> {
        let graph = self.graph(egress)?;
        let path = [self.waba_id.as_str(), "message_templates"];
        let mut found = Vec::new();
        let mut after = None;
        for _ in 0..PAGES_MAX {
            let mut query = vec![("fields", FIELDS), ("limit", A_PAGE)];
            query.extend(after.as_deref().map(|after| ("after", after)));
            let page = graph.ask_path(&path, &query).await?;
            let rows = page.pointer("/data").and_then(Value::as_array);
            found.extend(rows.into_iter().flatten().filter_map(remote_template));
            let has_more = text(&page, "/paging/next").is_some();
            after = id_text(&page, "/paging/cursors/after").filter(|_| has_more);
            if after.is_none() {
                break;
            }
        }
        found.truncate(TEMPLATES_MAX);
        Ok(found)
    }

    /// Asks Meta for another template. Answers its id, its status and the category that Meta gives it.
    ///
    /// # Errors
    /// As [`SendError`] says.
    pub async fn create_template(
        &self,
        draft: &TemplateDraft,
        egress: Egress,
    ) -> Result<(String, String, String), SendError> {
        let body = json!({ "name": draft.name, "language": draft.language, "category": draft.category,
            "components": draft.components });
        let path = [self.waba_id.as_str(), "message_templates"];
        let answer = self.graph(egress)?.post(&path, &body).await?;
        let id = id_text(&answer, "/id").ok_or_else(|| SendError::Unknown {
            text: "a template without id".to_owned(),
        })?;
        let status = word(&answer, "/status").unwrap_or_else(|| "PENDING".to_owned());
        let category = word(&answer, "/category").unwrap_or_else(|| draft.category.clone());
        Ok((id, status, category))
    }

    /// Shows Meta the sample of a file above the text of a new template; answers the handle by which the template names it.
    /// Samples are uploaded to the app whose token the number has, which Meta is asked for.
    ///
    /// # Errors
    /// As [`SendError`] says; nobody gets it.
    pub async fn upload_sample(
        &self,
        sample: &OpenedFile,
        egress: Egress,
    ) -> Result<String, SendError> {
        let graph = self.graph(egress)?;
        let missing = || rejected("file_missing", "O arquivo não está mais neste servidor");
        let file = File::open(&sample.path).await.map_err(|_| missing())?;
        let bytes = file.metadata().await.map_err(|_| missing())?.len();
        let app = graph.ask("app", &[("fields", "id")]).await?;
        let app = id_text(&app, "/id").ok_or_else(|| SendError::Unknown {
            text: "an app without id".to_owned(),
        })?;
        let length = bytes.to_string();
        let query = [
            ("file_name", sample.name.as_deref().unwrap_or("arquivo")),
            ("file_length", length.as_str()),
            ("file_type", sample.mime.as_str()),
        ];
        let upload = graph.begin_upload(&app, &query).await?;
        graph.finish_upload(&upload, file, bytes).await
    }

    /// Lets Meta delete a template in one language.
    ///
    /// # Errors
    /// As [`SendError`] says; deleting what is gone is refused.
    pub async fn delete_template(
        &self,
        name: &str,
        remote_id: &str,
        egress: Egress,
    ) -> Result<(), SendError> {
        let path = [self.waba_id.as_str(), "message_templates"];
        let query = [("name", name), ("hsm_id", remote_id)];
        self.graph(egress)?.delete(&path, &query).await.map(drop)
    }

    fn graph(&self, egress: Egress) -> Result<Graph, SendError> {
        let graph = Graph::new(&self.settings, self.access_token.clone(), egress);
        graph.map_err(|error| SendError::Unknown {
            text: error.to_string(),
        })
    }
}

/// A template as it is listed; `None` without what it cannot be without.
fn remote_template(row: &Value) -> Option<RemoteTemplate> {
    let components = row.pointer("/components").and_then(Value::as_array);
    Some(RemoteTemplate {
        remote_id: id_text(row, "/id")?,
        name: word(row, "/name")?,
        language: word(row, "/language")?,
        category: word(row, "/category").unwrap_or_default(),
        status: word(row, "/status")?,
        components: parts(components, component),
        rejected_reason: word(row, "/rejected_reason").filter(|reason| reason != "NONE"),
    })
}

/// The part of a template that Meta's JSON describes.
pub fn component(part: &Value) -> Option<TemplateComponent> {
    let buttons = part.pointer("/buttons").and_then(Value::as_array);
    Some(TemplateComponent {
        kind: word(part, "/type")?.to_ascii_uppercase(),
        format: word(part, "/format").map(|format| format.to_ascii_uppercase()),
        text: cut(part, "/text", TEXT_CHARS_MAX),
        buttons: parts(buttons, button),
    })
}

fn button(part: &Value) -> Option<TemplateButton> {
    Some(TemplateButton {
        kind: word(part, "/type")?.to_ascii_uppercase(),
        text: word(part, "/text").unwrap_or_default(),
        url: cut(part, "/url", TEXT_CHARS_MAX),
        phone_number: word(part, "/phone_number"),
    })
}

fn parts<T>(all: Option<&Vec<Value>>, read: impl Fn(&Value) -> Option<T>) -> Vec<T> {
    let all = all.into_iter().flatten();
    all.filter_map(read).take(PARTS_MAX).collect()
}

fn word(value: &Value, place: &str) -> Option<String> {
    cut(value, place, WORD_CHARS_MAX)
}

fn cut(value: &Value, place: &str, chars_max: usize) -> Option<String> {
    let cut: String = text(value, place)?.chars().take(chars_max).collect();
    (!cut.is_empty()).then_some(cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_read_as_meta_lists_it() {
        let row = json!({ "id": "594425479261596", "name": "pedido_pronto", "status": "REJECTED", "category": "UTILITY",
            "language": "pt_BR", "rejected_reason": "INVALID_FORMAT",
            "components": [{ "type": "BODY", "text": "Olá {{1}}", "example": { "body_text": [["Ana"]] } },
                { "type": "BUTTONS", "buttons": [{ "type": "URL", "text": "Ver", "url": "https://a.example/{{1}}" }] }, 7] });
        let read = remote_template(&row).unwrap();
        assert_eq!(read.remote_id, "594425479261596");
        assert_eq!(read.rejected_reason.as_deref(), Some("INVALID_FORMAT"));
        assert_eq!(read.components.len(), 2);
        let button = &read.components[1].buttons[0];
        assert_eq!(button.url.as_deref(), Some("https://a.example/{{1}}"));
        let fine = json!({ "id": 1, "name": "a", "status": "APPROVED", "language": "pt_BR", "rejected_reason": "NONE" });
        assert_eq!(remote_template(&fine).unwrap().rejected_reason, None);
        for broken in [json!(null), json!({}), json!({ "id": 1, "name": "a" })] {
            assert_eq!(remote_template(&broken), None);
        }
    }
}

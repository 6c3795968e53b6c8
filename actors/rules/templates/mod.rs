//! Templates of messages: which variables they have, what the customer reads when they are filled, and which files may stand
//! above their text.

use guiche_storage::model::{
    ErrorCode,
    message::{Location, MediaKind},
    message_template::{MessageTemplate, TemplateButton, TemplateComponent, TemplateValues},
    outgoing::{TemplateParameter, TemplatePart},
};

/// Characters that stand for one variable at most.
pub const VALUE_CHARS_MAX: usize = 1024;

/// A template with its variables filled.
#[derive(Debug, Clone, PartialEq)]
pub struct FilledTemplate {
    /// What the customer reads.
    pub text: String,
    /// What the provider is told of its variables.
    pub parts: Vec<TemplatePart>,
    /// The place above the text.
    pub place: Option<Location>,
}

const MIB: i64 = 1 << 20;

/// Whether a file may stand above the text of a template, as Meta shows it there.
pub fn takes_file(kind: MediaKind, mime: &str, bytes: i64) -> bool {
    match kind {
        MediaKind::Image => matches!(mime, "image/jpeg" | "image/png") && bytes <= 5 * MIB,
        MediaKind::Video => matches!(mime, "video/mp4" | "video/3gpp") && bytes <= 16 * MIB,
        MediaKind::Document => {
            let is_document = mime.starts_with("application/vnd.")
                || matches!(
                    mime,
                    "application/pdf" | "application/msword" | "text/plain"
                );
            is_document && bytes <= 100 * MIB
        }
        MediaKind::Audio => false,
    }
}

/// Whether Meta looks at a file of this type as the sample of a new template.
pub fn is_sample(kind: MediaKind, mime: &str, bytes: i64) -> bool {
    let is_looked_at = match kind {
        MediaKind::Image => true,
        MediaKind::Video => mime == "video/mp4",
        MediaKind::Document => mime == "application/pdf",
        MediaKind::Audio => false,
    };
    is_looked_at && takes_file(kind, mime, bytes)
}

/// The variables of a text, each once, in the order in which they stand in it.
pub fn variables(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (_, name) in pieces(text) {
        if let Some(name) = name
            && !found.contains(&name)
        {
            found.push(name);
        }
    }
    found
}

/// Fills a template. Values are those of one line: a provider takes no line breaks in them.
///
/// # Errors
/// `TemplateNotApproved`, `TemplateKind` for one with cards or a code of its own, `TemplateVariables` when a value is missing,
/// too long or too many, as [`place_of`].
pub fn fill_template(
    template: &MessageTemplate,
    values: &TemplateValues,
) -> Result<FilledTemplate, ErrorCode> {
    if !template.is_approved() {
        return Err(ErrorCode::TemplateNotApproved);
    }
    let mut filled = FilledTemplate {
        text: String::new(),
        parts: Vec::new(),
        place: None,
    };
    let mut used = TemplateValues::default();
    for component in &template.components {
        let text = component.text.as_deref().unwrap_or_default();
        match component.kind.as_str() {
            "HEADER" if component.format.as_deref() == Some("TEXT") => {
                used.header.clone_from(&values.header);
                filled.add("header", text, &values.header)?;
            }
            // the file goes beside what is read
            "HEADER" if component.file_kind().is_some() => {}
            "HEADER" if component.is_place() => {
                used.place.clone_from(&values.place);
                filled.place = Some(place_of(values.place.as_ref())?);
            }
            "BODY" => {
                used.body.clone_from(&values.body);
                filled.add("body", text, &values.body)?;
            }
            "FOOTER" => filled.say(text),
            "BUTTONS" => {
                used.buttons.clone_from(&values.buttons);
                filled.add_buttons(component, &values.buttons)?;
            }
            _ => return Err(ErrorCode::TemplateKind),
        }
    }
    // a value for which there is no variable was meant for another template
    if used == *values {
        Ok(filled)
    } else {
        Err(ErrorCode::TemplateVariables)
    }
}

impl FilledTemplate {
    fn say(&mut self, text: &str) {
        if !text.is_empty() {
            if !self.text.is_empty() {
                self.text.push_str("\n\n");
            }
            self.text.push_str(text);
        }
    }

    fn add(&mut self, kind: &str, text: &str, values: &[String]) -> Result<(), ErrorCode> {
        let names = variables(text);
        let parameters = parameters(&names, values)?;
        self.say(&filled(text, &names, &parameters));
        if !parameters.is_empty() {
            self.parts.push(TemplatePart {
                kind: kind.to_owned(),
                button: None,
                parameters,
            });
        }
        Ok(())
    }

    fn add_buttons(
        &mut self,
        component: &TemplateComponent,
        values: &[String],
    ) -> Result<(), ErrorCode> {
        let mut values = values.iter();
        let mut lines = Vec::new();
        for (place, button) in component.buttons.iter().enumerate() {
            let names = button_variables(button)?;
            let value: Vec<String> = values.by_ref().take(names.len()).cloned().collect();
            let parameters = parameters(&names, &value)?;
            let url = button.url.as_deref().unwrap_or_default();
            let target = match button.kind.as_str() {
                "URL" => filled(url, &names, &parameters),
                _ => button.phone_number.clone().unwrap_or_default(),
            };
            lines.push(match target.as_str() {
                "" => format!("[ {} ]", button.text),
                target => format!("[ {} ] {target}", button.text),
            });
            if !parameters.is_empty() {
                self.parts.push(TemplatePart {
                    kind: "button".to_owned(),
                    button: Some(place),
                    // an address has one variable, and it has no name
                    parameters: parameters.into_iter().map(unnamed).collect(),
                });
            }
        }
        if values.next().is_some() {
            return Err(ErrorCode::TemplateVariables);
        }
        self.say(&lines.join("\n"));
        Ok(())
    }
}

/// The place above a template's text. Meta wants its name and its address too.
///
/// # Errors
/// `TemplatePlace` when it is none, is not on the map, or has no name or address.
fn place_of(place: Option<&Location>) -> Result<Location, ErrorCode> {
    let place = place.ok_or(ErrorCode::TemplatePlace)?;
    if !(-90.0..=90.0).contains(&place.latitude) || !(-180.0..=180.0).contains(&place.longitude) {
        return Err(ErrorCode::TemplatePlace);
    }
    let line = |text: Option<&str>| {
        let text = one_line(text.unwrap_or_default());
        if text.is_empty() || text.chars().count() > VALUE_CHARS_MAX {
            return Err(ErrorCode::TemplatePlace);
        }
        Ok(Some(text))
    };
    Ok(Location {
        latitude: place.latitude,
        longitude: place.longitude,
        name: line(place.name.as_deref())?,
        address: line(place.address.as_deref())?,
    })
}

fn button_variables(button: &TemplateButton) -> Result<Vec<&str>, ErrorCode> {
    match button.kind.as_str() {
        "URL" => Ok(variables(button.url.as_deref().unwrap_or_default())),
        "QUICK_REPLY" | "PHONE_NUMBER" => Ok(Vec::new()),
        _ => Err(ErrorCode::TemplateKind),
    }
}

fn unnamed(parameter: TemplateParameter) -> TemplateParameter {
    TemplateParameter {
        name: None,
        ..parameter
    }
}

fn parameters(names: &[&str], values: &[String]) -> Result<Vec<TemplateParameter>, ErrorCode> {
    if names.len() != values.len() {
        return Err(ErrorCode::TemplateVariables);
    }
    let each = names.iter().zip(values).map(|(name, value)| {
        let text = one_line(value);
        if text.is_empty() || text.chars().count() > VALUE_CHARS_MAX {
            return Err(ErrorCode::TemplateVariables);
        }
        let is_place = name.bytes().all(|it| it.is_ascii_digit());
        Ok(TemplateParameter {
            name: (!is_place).then(|| (*name).to_owned()),
            text,
        })
    });
    each.collect()
}

fn one_line(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn filled(text: &str, names: &[&str], parameters: &[TemplateParameter]) -> String {
    let value = |name: &str| {
        let place = names.iter().position(|known| *known == name)?;
        Some(parameters.get(place)?.text.as_str())
    };
    let mut out = String::with_capacity(text.len());
    for (before, name) in pieces(text) {
        out.push_str(before);
        out.push_str(name.and_then(value).unwrap_or_default());
    }
    out
}

/// A text cut at its variables: what stands before each, and its name; the last piece has none.
fn pieces(text: &str) -> Vec<(&str, Option<&str>)> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut plain = 0;
    while let Some((before, name, after)) = next_variable(rest, plain) {
        match name {
            Some(name) => {
                found.push((before, Some(name)));
                rest = after;
                plain = 0;
            }
            None => plain = before.len() + 2,
        }
    }
    found.push((rest, None));
    found
}

/// The next braces of a text after its first bytes: what stands before them, the name in them if they hold one, and the rest.
fn next_variable(text: &str, from: usize) -> Option<(&str, Option<&str>, &str)> {
    let start = from + text.get(from..)?.find("{{")?;
    let inner = text.get(start + 2..)?;
    let before = text.get(..start)?;
    let Some((name, after)) = inner.split_once("}}") else {
        return Some((before, None, inner));
    };
    let name = name.trim();
    let is_name = !name.is_empty()
        && name
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || it == b'_');
    Some((before, is_name.then_some(name), after))
}

#[cfg(test)]
mod tests;

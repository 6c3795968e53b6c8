//! What a flow of Typebot answers, as messages: rich text with the marks of `WhatsApp`, files by their address, lists of
//! choices with numbers, and bubbles that are commands.

use serde_json::Value;

use crate::rules::bots::{BotCommand, BotSay, read_commands};

/// Depth of rich text that is looked into.
const DEPTH_MAX: usize = 32;

/// What was read of an answer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Read {
    /// What is said.
    pub says: Vec<BotSay>,
    /// What is wanted.
    pub commands: Vec<BotCommand>,
    /// What can be chosen next.
    pub items: Vec<String>,
    /// The flow waits for an answer.
    pub waits: bool,
}

/// Reads an answer of the chat API.
pub(super) fn read(answer: &Value) -> Read {
    let mut found = Read::default();
    for bubble in answer["messages"].as_array().into_iter().flatten() {
        let content = &bubble["content"];
        match bubble["type"].as_str() {
            Some("text") => {
                let text = text_of(content);
                match command(&text) {
                    Some(commands) => found.commands.extend(commands),
                    None if text.is_empty() => {}
                    None => found.says.push(BotSay::text(text)),
                }
            }
            Some("image" | "audio") => found.says.extend(file(content)),
            Some("video" | "embed" | "custom-embed") => {
                let is_file = content["type"].as_str().is_none_or(|kind| kind == "url");
                let is_video = bubble["type"].as_str() == Some("video");
                if is_file && is_video {
                    found.says.extend(file(content));
                } else {
                    found.says.extend(url(content).map(BotSay::text));
                }
            }
            _ => {}
        }
    }
    let input = &answer["input"];
    found.waits = input.is_object();
    for item in input["items"].as_array().into_iter().flatten() {
        let title = ["content", "title"]
            .iter()
            .find_map(|name| item[*name].as_str());
        found.items.extend(title.map(str::to_owned));
    }
    if !found.items.is_empty() {
        let lines = found.items.iter().zip(1_usize..);
        let lines: Vec<String> = lines
            .map(|(item, place)| format!("{place}. {item}"))
            .collect();
        found.says.push(BotSay::text(lines.join("\n")));
    }
    found
}

fn url(content: &Value) -> Option<&str> {
    content["url"].as_str().filter(|url| !url.is_empty())
}

fn file(content: &Value) -> Option<BotSay> {
    url(content).map(|url| BotSay {
        media_url: Some(url.to_owned()),
        ..BotSay::default()
    })
}

/// A bubble that begins with `#` and goes on with JSON.
fn command(text: &str) -> Option<Vec<BotCommand>> {
    let json = text.trim().strip_prefix('#')?;
    let object: Value = serde_json::from_str(json.trim()).ok()?;
    object.is_object().then(|| read_commands(&object))
}

fn text_of(content: &Value) -> String {
    if let Some(markdown) = content["markdown"].as_str() {
        return markdown.trim().to_owned();
    }
    let blocks = content["richText"].as_array();
    let blocks = blocks.into_iter().flatten();
    let lines: Vec<String> = blocks.map(|block| inline(block, DEPTH_MAX)).collect();
    lines.join("\n").trim().to_owned()
}

/// A node of rich text and what is in it.
fn inline(node: &Value, depth: usize) -> String {
    if depth == 0 {
        return String::new();
    }
    if let Some(text) = node["text"].as_str() {
        return marked(node, text);
    }
    let children = node["children"].as_array().into_iter().flatten();
    let kind = node["type"].as_str().unwrap_or_default();
    let parts: Vec<String> = children.map(|child| inline(child, depth - 1)).collect();
    match kind {
        "ul" => lines(&parts, |_| "- ".to_owned()),
        "ol" => lines(&parts, |place| format!("{place}. ")),
        "a" => {
            let (text, url) = (parts.concat(), url(node).unwrap_or_default());
            if url.is_empty() || url == text {
                text
            } else {
                format!("{text} ({url})")
            }
        }
        // blocks within blocks stand on lines of their own
        "p" | "li" | "lic" | "a-inline" | "inline-variable" | "variable" => parts.concat(),
        _ => parts.join("\n"),
    }
}

fn lines(parts: &[String], mark: impl Fn(usize) -> String) -> String {
    let parts = parts.iter().zip(1_usize..);
    let parts: Vec<String> = parts.map(|(part, place)| mark(place) + part).collect();
    parts.join("\n")
}

/// A text with its marks; spaces stay outside, where `WhatsApp` wants them.
fn marked(node: &Value, text: &str) -> String {
    let inner = text.trim();
    if inner.is_empty() {
        return text.to_owned();
    }
    let mut marked = inner.to_owned();
    for (name, mark) in [
        ("bold", "*"),
        ("italic", "_"),
        ("underline", "~"),
        ("strikethrough", "~"),
    ] {
        if node[name].as_bool() == Some(true) {
            marked = format!("{mark}{marked}{mark}");
        }
    }
    text.replacen(inner, &marked, 1)
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::QueueId;
    use serde_json::json;

    use super::*;

    fn rich(blocks: Value) -> Value {
        json!({ "messages": [{ "type": "text", "content": { "type": "richText", "richText": blocks } }] })
    }

    #[test]
    fn rich_text_gets_the_marks_of_whatsapp() {
        let read = read(&rich(json!([
            { "type": "p", "children": [{ "text": "Olá " }, { "text": "Ana ", "bold": true }, { "text": "tudo?", "italic": true }] },
            { "type": "p", "children": [{ "text": "velho", "strikethrough": true }] },
            { "type": "p", "children": [{ "type": "a", "url": "https://x.example", "children": [{ "text": "aqui" }] }] },
            { "type": "ul", "children": [
                { "type": "li", "children": [{ "type": "lic", "children": [{ "text": "um" }] }] },
                { "type": "li", "children": [{ "type": "lic", "children": [{ "text": "dois" }] }] } ] },
            { "type": "p", "children": [{ "text": "" }] },
        ])));
        assert_eq!(
            read.says[0].text,
            "Olá *Ana* _tudo?_\n~velho~\naqui (https://x.example)\n- um\n- dois"
        );
        assert!(!read.waits);
    }

    #[test]
    fn files_choices_and_commands_are_read() {
        let found = read(&json!({
            "messages": [
                { "type": "image", "content": { "url": "https://x.example/a.png" } },
                { "type": "video", "content": { "type": "youtube", "url": "https://youtu.be/1" } },
                { "type": "text", "content": { "richText": [{ "type": "p", "children": [{ "text": "#{\"queueId\": 4}" }] }] } },
                { "type": "text", "content": { "markdown": "# Título" } },
            ],
            "input": { "type": "choice input", "items": [{ "id": "1", "content": "Sim" }, { "id": "2", "content": "Não" }] },
        }));
        assert_eq!(
            found.says[0].media_url.as_deref(),
            Some("https://x.example/a.png")
        );
        let texts: Vec<&str> = found.says.iter().map(|say| say.text.as_str()).collect();
        assert_eq!(
            texts,
            ["", "https://youtu.be/1", "# Título", "1. Sim\n2. Não"]
        );
        assert_eq!(found.commands, [BotCommand::Queue(QueueId(4))]);
        assert!(found.waits && found.items == ["Sim", "Não"]);
    }

    #[test]
    fn pictures_sounds_and_films_are_files_and_what_is_embedded_is_a_link() {
        // spec: A051
        let address = |kind: &str| format!("https://x.example/{kind}");
        let bubble = |kind: &str| json!({ "type": kind, "content": { "url": address(kind) } });
        let kinds = ["image", "audio", "video", "embed"];
        let found = read(&json!({ "messages": kinds.map(bubble) }));
        let said = found.says.iter().map(|say| say.media_url.clone());
        let said: Vec<_> = said.collect();
        let [image, audio, video] = ["image", "audio", "video"].map(|kind| Some(address(kind)));
        assert_eq!(said, [image, audio, video, None]);
        assert_eq!(found.says[3].text, address("embed"));
    }

    #[test]
    fn whatever_comes_is_read_without_an_end() {
        let mut deep = json!({ "text": "x" });
        for _ in 0..100 {
            deep = json!({ "type": "p", "children": [deep] });
        }
        for odd in [
            rich(json!([deep])),
            json!({}),
            json!([]),
            json!({ "messages": 7 }),
            json!({ "messages": [null, 1, { "type": "text" }] }),
        ] {
            assert_eq!(read(&odd), Read::default());
        }
    }
}

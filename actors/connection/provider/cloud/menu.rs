//! Menus as buttons and lists. Meta's limits: 3 buttons of 20 characters, 10 rows of 24 with 72 below each, texts of 1,024 and
//! 4,096.

use guiche_storage::model::outgoing::MenuItem;
use serde_json::{Value, json};

/// Buttons of a message.
const BUTTONS_MAX: usize = 3;
/// Rows of a list.
const ROWS_MAX: usize = 10;
/// Characters of a button.
const BUTTON_CHARS_MAX: usize = 20;
/// Characters of a row's title, and of what stands below it.
const ROW_CHARS_MAX: (usize, usize) = (24, 72);
/// Characters of the text with buttons.
const BUTTONS_TEXT_MAX: usize = 1_024;
/// Characters of the text with a list.
const LIST_TEXT_MAX: usize = 4_096;
/// Above choices that have no text of their own.
const NO_HEAD: &str = "Escolha uma opção:";
/// Opens a list.
const OPEN: &str = "Ver opções";

/// The choices as buttons or as a list, with the ways out among them where there is room, otherwise in the text. `None`
/// where they are too many, or their text is too long: then the whole is a text.
pub(super) fn interactive(head: &str, items: &[MenuItem], ways: &[MenuItem]) -> Option<Value> {
    let in_text = |max: usize| items.len() + ways.len() > max;
    let text = |max: usize| with_ways(head, if in_text(max) { ways } else { &[] });
    let all = |max: usize| {
        let among: &[MenuItem] = if in_text(max) { &[] } else { ways };
        items.iter().chain(among)
    };
    if items.len() <= BUTTONS_MAX && fits(all(BUTTONS_MAX)) {
        let text = text(BUTTONS_MAX);
        let buttons: Vec<Value> = all(BUTTONS_MAX)
            .map(|it| json!({ "type": "reply", "reply": { "id": it.id, "title": it.title } }))
            .collect();
        return (text.chars().count() <= BUTTONS_TEXT_MAX && !buttons.is_empty()).then(|| {
            json!({ "type": "button", "body": { "text": text }, "action": { "buttons": buttons } })
        });
    }
    let text = text(ROWS_MAX);
    if items.len() > ROWS_MAX || text.chars().count() > LIST_TEXT_MAX {
        return None;
    }
    let rows: Vec<Value> = all(ROWS_MAX).map(row).collect();
    let sections = json!([{ "title": OPEN, "rows": rows }]);
    Some(json!({
        "type": "list",
        "body": { "text": text },
        "action": { "button": OPEN, "sections": sections },
    }))
}

/// Whether every title fits on a button, and no two are the same.
fn fits<'i>(items: impl Iterator<Item = &'i MenuItem>) -> bool {
    let titles: Vec<&str> = items.map(|item| item.title.as_str()).collect();
    let different: std::collections::BTreeSet<&&str> = titles.iter().collect();
    different.len() == titles.len()
        && titles
            .iter()
            .all(|title| title.chars().count() <= BUTTON_CHARS_MAX)
}

fn row(item: &MenuItem) -> Value {
    let (title_max, below_max) = ROW_CHARS_MAX;
    if item.title.chars().count() <= title_max {
        return json!({ "id": item.id, "title": item.title });
    }
    let mut title: String = item.title.chars().take(title_max - 1).collect();
    title.push('…');
    let whole: String = item.title.chars().take(below_max).collect();
    json!({ "id": item.id, "title": title, "description": whole })
}

/// The text, with the ways out that are no choices.
fn with_ways(head: &str, ways: &[MenuItem]) -> String {
    let visible = head.trim_start_matches('\u{200e}').trim();
    let head = if visible.is_empty() {
        format!("{head}{NO_HEAD}")
    } else {
        head.to_owned()
    };
    let lines = ways
        .iter()
        .map(|way| format!("[ {} ] {}", way.id, way.title));
    let lines: Vec<String> = lines.collect();
    match lines.is_empty() {
        true => head,
        false => format!("{head}\n\n{}", lines.join("\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(count: usize, title: &str) -> Vec<MenuItem> {
        (1..=count)
            .map(|number| MenuItem {
                id: format!("option:{number}"),
                title: format!("{title} {number}"),
            })
            .collect()
    }

    fn ways() -> Vec<MenuItem> {
        let way = |id: &str, title: &str| MenuItem {
            id: id.to_owned(),
            title: title.to_owned(),
        };
        vec![way("0", "anterior"), way("#", "início")]
    }

    #[test]
    fn up_to_three_choices_are_buttons() {
        let menu = interactive("Olá!", &items(3, "Fila"), &[]).unwrap();
        assert_eq!(menu["type"], "button");
        assert_eq!(menu["body"]["text"], "Olá!");
        let buttons = menu["action"]["buttons"].as_array().unwrap();
        assert_eq!(buttons.len(), 3);
        assert_eq!(
            buttons[2],
            json!({ "type": "reply", "reply": { "id": "option:3", "title": "Fila 3" } })
        );
        // the ways out are among them where there is room, otherwise in the text
        let one = interactive("Olá!", &items(1, "Fila"), &ways()).unwrap();
        assert_eq!(one["action"]["buttons"][2]["reply"]["id"], "#");
        let two = interactive("Olá!", &items(2, "Fila"), &ways()).unwrap();
        assert_eq!(two["action"]["buttons"].as_array().unwrap().len(), 2);
        assert_eq!(two["body"]["text"], "Olá!\n\n[ 0 ] anterior\n[ # ] início");
    }

    #[test]
    fn up_to_ten_choices_are_a_list_and_more_a_text() {
        let menu = interactive("Olá!", &items(8, "Fila"), &ways()).unwrap();
        assert_eq!(menu["type"], "list");
        let rows = &menu["action"]["sections"][0]["rows"];
        assert_eq!(rows.as_array().unwrap().len(), 10);
        assert_eq!(rows[9], json!({ "id": "#", "title": "início" }));
        let ten = interactive("Olá!", &items(10, "Fila"), &ways()).unwrap();
        assert_eq!(ten["body"]["text"], "Olá!\n\n[ 0 ] anterior\n[ # ] início");
        assert_eq!(interactive("Olá!", &items(11, "Fila"), &[]), None);
    }

    #[test]
    fn long_titles_stand_whole_below_a_row() {
        let menu = interactive("Olá!", &items(2, "Segunda via do boleto de"), &[]).unwrap();
        assert_eq!(menu["type"], "list");
        let row = &menu["action"]["sections"][0]["rows"][0];
        assert_eq!(row["title"], "Segunda via do boleto d…");
        assert_eq!(row["description"], "Segunda via do boleto de 1");
    }

    #[test]
    fn what_has_no_text_gets_one_and_what_has_too_much_is_a_text() {
        let menu = interactive("\u{200e}", &items(1, "Fila"), &[]).unwrap();
        assert_eq!(menu["body"]["text"], "\u{200e}Escolha uma opção:");
        assert_eq!(
            interactive(&"a".repeat(1_025), &items(2, "Fila"), &[]),
            None
        );
        assert_eq!(
            interactive(&"a".repeat(4_097), &items(5, "Fila"), &[]),
            None
        );
    }
}

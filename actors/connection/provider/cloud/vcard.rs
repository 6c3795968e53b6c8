//! Contact cards as vCard 3.0 (RFC 2426), as `WhatsApp` itself writes them.

use serde_json::Value;

use super::interpret::{list, text};

/// All cards of a `contacts` message, one after another. `None` when there is nothing to show.
pub(super) fn of_contacts(contacts: &[Value]) -> Option<String> {
    let cards: Vec<String> = contacts.iter().filter_map(of_contact).collect();
    (!cards.is_empty()).then(|| cards.join("\r\n"))
}

fn of_contact(contact: &Value) -> Option<String> {
    let part = |name: &str| text(contact, &format!("/name/{name}")).unwrap_or_default();
    let phones = list(contact, "/phones");
    let shown = [
        text(contact, "/name/formatted_name"),
        text(contact, "/org/company"),
    ]
    .into_iter()
    .flatten()
    .chain(phones.iter().filter_map(|phone| text(phone, "/phone")))
    .find(|name| !name.trim().is_empty())?;
    let mut lines = vec!["BEGIN:VCARD".to_owned(), "VERSION:3.0".to_owned()];
    let name = ["last_name", "first_name", "middle_name", "prefix", "suffix"]
        .map(|name| escaped(part(name)));
    lines.push(format!("N:{}", name.join(";")));
    lines.push(format!("FN:{}", escaped(shown)));
    lines.extend(phones.iter().filter_map(phone_line));
    lines.extend(
        list(contact, "/emails")
            .iter()
            .filter_map(|email| line(&typed("EMAIL", "INTERNET", email), text(email, "/email"))),
    );
    lines.extend(
        list(contact, "/urls")
            .iter()
            .filter_map(|url| line("URL", text(url, "/url"))),
    );
    if let Some(company) = text(contact, "/org/company") {
        let department = text(contact, "/org/department").unwrap_or_default();
        lines.push(format!("ORG:{};{}", escaped(company), escaped(department)));
    }
    lines.extend(line("TITLE", text(contact, "/org/title")));
    lines.extend(line("BDAY", text(contact, "/birthday")));
    lines.extend(list(contact, "/addresses").iter().map(address_line));
    lines.push("END:VCARD".to_owned());
    Some(lines.join("\r\n"))
}

/// `TEL;type=CELL;waid=5511987654321:+55 11 98765-4321`.
fn phone_line(phone: &Value) -> Option<String> {
    let digits = |text: &str| {
        text.chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    let wa_id = text(phone, "/wa_id")
        .map(digits)
        .filter(|id| !id.is_empty());
    let shown = text(phone, "/phone").map(str::to_owned);
    let shown = shown.or_else(|| wa_id.as_ref().map(|id| format!("+{id}")))?;
    let mut name = typed("TEL", "CELL", phone);
    if let Some(id) = wa_id {
        name.push_str(";waid=");
        name.push_str(&id);
    }
    line(&name, Some(&shown))
}

fn address_line(address: &Value) -> String {
    let part = |name: &str| escaped(text(address, &format!("/{name}")).unwrap_or_default());
    let parts = ["street", "city", "state", "zip", "country"]
        .map(part)
        .join(";");
    format!("{}:;;{parts}", typed("ADR", "HOME", address))
}

/// `NAME;type=TYPE`; the type is a word of the customer's and only its letters are taken.
fn typed(name: &str, default: &str, value: &Value) -> String {
    let word: String = text(value, "/type")
        .unwrap_or_default()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(20)
        .collect();
    let word = if word.is_empty() {
        default.to_owned()
    } else {
        word.to_ascii_uppercase()
    };
    format!("{name};type={word}")
}

fn line(name: &str, value: Option<&str>) -> Option<String> {
    let value = value.map(str::trim).filter(|value| !value.is_empty())?;
    Some(format!("{name}:{}", escaped(value)))
}

/// RFC 2426 section 5: backslash, comma, semicolon and line ends are escaped; no other control character survives.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.replace("\r\n", "\n").chars() {
        match letter {
            '\\' => out.push_str("\\\\"),
            ';' => out.push_str("\\;"),
            ',' => out.push_str("\\,"),
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push_str("\\n"),
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_card_has_name_numbers_and_company() {
        let card = of_contacts(&[json!({
            "name": {"first_name": "Lucía", "last_name": "Gómez", "formatted_name": "Lucía Gómez"},
            "org": {"company": "Google"},
            "phones": [{"phone": "+1 (983) 555-2319", "wa_id": "19835552319", "type": "MOBILE"}],
        })]);
        assert_eq!(
            card.unwrap(),
            "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Gómez;Lucía;;;\r\nFN:Lucía Gómez\r\n\
             TEL;type=MOBILE;waid=19835552319:+1 (983) 555-2319\r\nORG:Google;\r\nEND:VCARD"
        );
    }

    #[test]
    fn nothing_in_a_card_can_end_its_line() {
        let card = of_contacts(&[json!({
            "name": {"formatted_name": "A;B,C\\D\r\nEND:VCARD\u{0}\u{2028}X"},
            "phones": [{"phone": "+1\nTEL:2", "wa_id": "1:\n2", "type": "CELL:x\r\ny"}],
            "emails": [{"email": "a@b.example\nX:1"}],
        })]);
        assert_eq!(
            card.unwrap(),
            "BEGIN:VCARD\r\nVERSION:3.0\r\nN:;;;;\r\nFN:A\\;B\\,C\\\\D\\nEND:VCARD\\nX\r\n\
             TEL;type=CELLXY;waid=12:+1\\nTEL:2\r\nEMAIL;type=INTERNET:a@b.example\\nX:1\r\nEND:VCARD"
        );
    }

    #[test]
    fn cards_without_anything_to_show_are_left_out() {
        assert_eq!(of_contacts(&[]), None);
        assert_eq!(
            of_contacts(&[json!({}), json!(7), json!({"name": []})]),
            None
        );
        let card = of_contacts(&[json!({"phones": [{"phone": "123"}]}), json!(null)]).unwrap();
        assert!(card.contains("FN:123"));
    }
}

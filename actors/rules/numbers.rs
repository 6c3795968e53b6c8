//! What those are told of a contact's phone number to whom their company hides it (LGPD): the one place that knows where
//! a number stands in an answer or an event, and what is left of it.

use guiche_storage::contacts::phone_digits;
use serde_json::{Map, Value};

/// Stands for what is hidden.
const DOT: &str = "•";
/// Digits of a phone number with its country code (E.164 has at most 15).
const DIGITS: std::ops::RangeInclusive<usize> = 8..=15;
/// Country and area code, which stay of a number that is long enough to have both.
const HEAD: usize = 4;
const LONG: usize = 11;
/// Digits that stay at the end, to tell two numbers apart.
const TAIL: usize = 2;
/// Dots in place of what is no phone number: the id of a group says nothing by its beginning.
const DOTS: usize = 8;
/// The fields of an answer or event in which a contact is named; a text without them has none.
const FIELDS: [&str; 2] = ["\"number\"", "\"contact\""];

/// What is left of a number: `5511•••••••77`.
pub fn hidden(number: &str) -> String {
    let (id, _) = number.split_once('@').unwrap_or((number, ""));
    let letters: Vec<char> = id.chars().collect();
    let is_phone = DIGITS.contains(&letters.len()) && letters.iter().all(char::is_ascii_digit);
    let head = match letters.len() {
        _ if !is_phone => 0,
        LONG.. => HEAD,
        _ => TAIL,
    };
    let end = letters.len().saturating_sub(TAIL);
    let dots = if is_phone { end - head } else { DOTS };
    let kept = |from: usize, to: usize| letters.iter().skip(from).take(to).collect::<String>();
    format!("{}{}{}", kept(0, head), DOT.repeat(dots), kept(end, TAIL))
}

/// What is left of a contact's name: a number that stands for it, or stands in it, is hidden.
pub fn hidden_name(name: &str) -> String {
    if let Some(digits) = phone(name) {
        return hidden(&digits);
    }
    let mut shown = String::new();
    let mut rest = name;
    while let Some(begin) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, run) = rest.split_at(begin);
        let end = run.find(|letter: char| !letter.is_ascii_digit());
        let (run, after) = run.split_at(end.unwrap_or(run.len()));
        shown.push_str(before);
        if run.len() >= *DIGITS.start() {
            shown.push_str(&hidden(run));
        } else {
            shown.push_str(run);
        }
        rest = after;
    }
    shown + rest
}

/// What is left of another text of a contact, in which his number may stand.
pub fn hidden_in(text: &str, number: &str) -> String {
    if number.len() < *DIGITS.start() {
        return text.to_owned();
    }
    text.replace(number, &hidden(number))
}

/// What is left of an e-mail address: one with the number in it is withheld, since dots would make it none.
pub fn hidden_email<'e>(email: &'e str, number: &str) -> &'e str {
    let has_number = number.len() >= *DIGITS.start() && email.contains(number);
    if has_number { "" } else { email }
}

/// Whether a contact's name is nothing but a phone number, in whatever notation.
pub fn is_number(name: &str) -> bool {
    phone(name).is_some()
}

fn phone(name: &str) -> Option<String> {
    phone_digits(name).filter(|digits| DIGITS.contains(&digits.len()))
}

/// An answer or event with the numbers of all contacts in it hidden; `None` where it tells of none.
///
/// # Errors
/// When the text is no JSON.
pub fn hide_all(json: &str) -> serde_json::Result<Option<String>> {
    if !FIELDS.iter().any(|field| json.contains(field)) {
        return Ok(None);
    }
    let mut value: Value = serde_json::from_str(json)?;
    hide(&mut value, false);
    Ok(Some(value.to_string()))
}

/// Whatever has a number is a contact, unless it is a connection; so is what stands as `contact`, with its name alone.
fn hide(value: &mut Value, is_contact: bool) {
    match value {
        Value::Array(items) => {
            for item in items {
                hide(item, is_contact);
            }
        }
        Value::Object(fields) => {
            let number = fields.get("number").and_then(Value::as_str);
            match number.map(str::to_owned) {
                Some(number) if !fields.contains_key("provider") => hide_contact(fields, &number),
                _ if is_contact => hide_contact(fields, ""),
                _ => {}
            }
            for (name, field) in fields {
                hide(field, name == "contact");
            }
        }
        _ => {}
    }
}

fn hide_contact(fields: &mut Map<String, Value>, number: &str) {
    for (name, field) in fields {
        match (name.as_str(), field) {
            ("number", Value::String(text)) => *text = hidden(text),
            ("name", Value::String(text)) => *text = hidden_name(&hidden_in(text, number)),
            ("email", Value::String(text)) => *text = hidden_email(text, number).to_owned(),
            (_, field) => hide_in(field, number),
        }
    }
}

fn hide_in(value: &mut Value, number: &str) {
    match value {
        Value::String(text) => *text = hidden_in(text, number),
        Value::Array(items) => items.iter_mut().for_each(|item| hide_in(item, number)),
        Value::Object(fields) => fields.values_mut().for_each(|field| hide_in(field, number)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn country_area_and_the_last_two_digits_stay() {
        assert_eq!(hidden("5511988887777"), "5511•••••••77");
        assert_eq!(hidden("551133334444"), "5511••••••44");
        assert_eq!(hidden("12345678"), "12••••78");
        assert_eq!(hidden("120363041234567890@g.us"), "••••••••90");
        assert_eq!(hidden("5511988887777-1580000000@g.us"), "••••••••00");
        assert_eq!(hidden(""), "••••••••");
        assert_eq!(hidden(&hidden("5511988887777")), "••••••••77");
    }

    #[test]
    fn a_number_in_a_name_is_hidden_and_a_name_is_not() {
        for (name, shown) in [
            ("5511988887777", "5511•••••••77"),
            ("+55 (11) 98888-7777", "5511•••••••77"),
            ("Bia 5511988887777 nova", "Bia 5511•••••••77 nova"),
            ("Bia 12345678 nova", "Bia 12••••78 nova"),
            ("Bia 1234567", "Bia 1234567"),
            ("Padaria 24", "Padaria 24"),
            ("1001", "1001"),
            ("Conceição", "Conceição"),
            ("", ""),
        ] {
            assert_eq!(hidden_name(name), shown);
        }
        assert!(is_number("+55 11 98888-7777") && !is_number("Loja 11988887777"));
    }

    #[test]
    fn his_number_is_hidden_in_his_other_texts_and_nothing_shorter_is() {
        assert_eq!(hidden_in("liga 12345678", "12345678"), "liga 12••••78");
        assert_eq!(hidden_in("liga 1234567", "1234567"), "liga 1234567");
        assert_eq!(hidden_email("12345678@exemplo.com", "12345678"), "");
        for (email, number) in [
            ("1234567@exemplo.com", "1234567"),
            ("ana@exemplo.com", "12345678"),
        ] {
            assert_eq!(hidden_email(email, number), email);
        }
    }

    #[test]
    fn contacts_are_found_wherever_they_stand() {
        let number = "5511988887777";
        let contact = json!({
            "id": 1, "name": number, "number": number, "email": format!("{number}@exemplo.com"),
            "extraInfo": [{ "name": "Zap", "value": number }],
        });
        let told = json!({
            "message": { "body": number, "contact": { "id": 1, "name": number } },
            "ticket": {
                "contact": contact,
                "whatsapp": { "name": "Matriz", "provider": "cloud", "number": "551133334444" },
            },
            "records": [contact],
        });
        let shown = hide_all(&told.to_string()).unwrap().unwrap();
        let shown: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(shown["message"]["contact"]["name"], "5511•••••••77");
        assert_eq!(shown["message"]["body"], number, "what people write stays");
        assert_eq!(shown["ticket"]["whatsapp"]["number"], "551133334444");
        for contact in [&shown["ticket"]["contact"], &shown["records"][0]] {
            assert_eq!(contact["number"], "5511•••••••77");
            assert_eq!(contact["email"], "");
            assert!(!contact.to_string().contains(number), "{contact}");
        }
    }

    #[test]
    fn what_tells_of_no_contact_is_left_as_it_is() {
        let told = r#"{"action":"delete","contactId":5511988887777}"#;
        assert!(hide_all(told).unwrap().is_none());
        assert!(hide_all("\"number\"{").is_err());
    }
}

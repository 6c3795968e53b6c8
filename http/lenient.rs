//! The one reader of bodies and queries: strict JSON in, with patience for what forms of browsers send.
//!
//! Forms know texts only, and an empty field of theirs is `""`, or `false` where nothing was chosen. So a number or a yes and
//! no may come as text, and where a field cannot hold `""` or `false` they mean `null`. A text stays a text.

use std::{borrow::Cow, fmt, str::FromStr};

use serde::{
    Deserializer,
    de::{
        self, DeserializeOwned, DeserializeSeed, Error as _, IntoDeserializer, MapAccess,
        SeqAccess, Visitor, value::StrDeserializer,
    },
    forward_to_deserialize_any,
};
use serde_json::{Map, Value};

/// Fields of one body that may be empty. Each is read again, so there is a bound.
const EMPTY_MAX: usize = 64;

/// Why a value could not be read, and where.
#[derive(Debug)]
pub(crate) struct Problem {
    text: String,
    /// From the inside out.
    place: Vec<Cow<'static, str>>,
    /// What stands there is nothing in the words of a form.
    is_nothing: bool,
}

impl Problem {
    /// What serde says of it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Where it is, such as `users.0.id`; empty for the whole.
    pub(crate) fn place(&self) -> String {
        let parts: Vec<&str> = self.place.iter().rev().map(AsRef::as_ref).collect();
        parts.join(".")
    }

    fn below(mut self, name: Cow<'static, str>, value: &Value) -> Self {
        if self.place.is_empty() {
            self.is_nothing = is_nothing(value);
        }
        self.place.push(name);
        self
    }

    fn value_in<'a>(&self, root: &'a mut Value) -> Option<&'a mut Value> {
        self.place
            .iter()
            .rev()
            .try_fold(root, |value, name| match value {
                Value::Object(fields) => fields.get_mut(name.as_ref()),
                Value::Array(items) => items.get_mut(usize::from_str(name).ok()?),
                _ => None,
            })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Problem {}

impl de::Error for Problem {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self {
            text: text.to_string(),
            place: Vec::new(),
            is_nothing: false,
        }
    }
}

/// How forms write that a field has nothing.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::String(text) => text.is_empty(),
        Value::Bool(yes) => !yes,
        _ => false,
    }
}

/// Reads a value.
///
/// # Errors
/// The first thing that does not fit.
pub(crate) fn read<T: DeserializeOwned>(mut value: Value) -> Result<T, Problem> {
    let mut left = EMPTY_MAX;
    loop {
        let problem = match T::deserialize(Lenient(&value)) {
            Ok(read) => return Ok(read),
            Err(problem) => problem,
        };
        left = left.saturating_sub(1);
        match problem.value_in(&mut value) {
            Some(place) if problem.is_nothing && left > 0 => *place = Value::Null,
            _ => return Err(problem),
        }
    }
}

/// Parses JSON in which every object has each of its fields once.
///
/// # Errors
/// What is no JSON, and where.
pub(crate) fn parse(bytes: &[u8]) -> Result<Value, serde_json::Error> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = Once.deserialize(&mut json)?;
    json.end()?;
    Ok(value)
}

/// Any value whose objects have each field once.
struct Once;

impl<'de> DeserializeSeed<'de> for Once {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Once {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, yes: bool) -> Result<Value, E> {
        Ok(yes.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut read = Vec::new();
        while let Some(item) = items.next_element_seed(Self)? {
            read.push(item);
        }
        Ok(Value::Array(read))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut read = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if read.contains_key(&name) {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            read.insert(name, fields.next_value_seed(Self)?);
        }
        Ok(Value::Object(read))
    }
}

/// A value on its way into a type.
#[derive(Clone, Copy)]
struct Lenient<'a>(&'a Value);

impl Lenient<'_> {
    /// What a text says, if it is one and nothing but that.
    fn told<T: FromStr>(self) -> Option<T> {
        self.0.as_str().and_then(|text| text.trim().parse().ok())
    }
}

macro_rules! numbers {
    ($($read:ident $visit:ident $kind:ty),+) => {$(
        fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
            match self.told::<$kind>() {
                Some(number) => visitor.$visit(number),
                None => self.deserialize_any(visitor),
            }
        }
    )+};
}

impl<'de> Deserializer<'de> for Lenient<'_> {
    type Error = Problem;

    numbers! {
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16,
        deserialize_i32 visit_i32 i32, deserialize_i64 visit_i64 i64,
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32, deserialize_u64 visit_u64 u64
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(yes) => visitor.visit_bool(*yes),
            Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
                (Some(number), _, _) => visitor.visit_i64(number),
                (_, Some(number), _) => visitor.visit_u64(number),
                (_, _, Some(number)) => visitor.visit_f64(number),
                _ => Err(Problem::custom("not a number")),
            },
            Value::String(text) => visitor.visit_str(text),
            Value::Array(items) => visitor.visit_seq(Items {
                items: items.iter().enumerate(),
            }),
            Value::Object(fields) => visitor.visit_map(Fields {
                fields: fields.iter(),
                next: None,
            }),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        let said = match self.0 {
            Value::String(text) => match text.trim() {
                "true" | "1" => Some(true),
                "false" | "0" => Some(false),
                _ => None,
            },
            Value::Number(number) => match number.as_u64() {
                Some(1) => Some(true),
                Some(0) => Some(false),
                _ => None,
            },
            _ => None,
        };
        match said {
            Some(yes) => visitor.visit_bool(yes),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.told::<f64>().filter(|number| number.is_finite()) {
            Some(number) => visitor.visit_f64(number),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_newtype_struct(self)
    }

    /// What is derived would also read the fields of an object from a list, by their order.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        match self.0 {
            Value::Array(_) => Err(Problem::custom("a list is no object")),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        match self.0 {
            Value::String(text) => {
                let word: StrDeserializer<'_, Problem> = text.as_str().into_deserializer();
                word.deserialize_enum(name, words, visitor)
            }
            other => other
                .clone()
                .deserialize_enum(name, words, visitor)
                .map_err(Problem::custom),
        }
    }

    forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

/// The items of a list.
struct Items<'a> {
    items: std::iter::Enumerate<std::slice::Iter<'a, Value>>,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Problem> {
        let Some((place, item)) = self.items.next() else {
            return Ok(None);
        };
        let read = seed.deserialize(Lenient(item));
        read.map(Some)
            .map_err(|problem| problem.below(place.to_string().into(), item))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The fields of an object.
struct Fields<'a> {
    fields: serde_json::map::Iter<'a>,
    next: Option<(&'a str, &'a Value)>,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Problem;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Problem> {
        let Some((name, value)) = self.fields.next() else {
            return Ok(None);
        };
        self.next = Some((name, value));
        let name: StrDeserializer<'_, Problem> = name.as_str().into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Problem> {
        let (name, value) = self
            .next
            .take()
            .ok_or_else(|| Problem::custom("a value without a name"))?;
        seed.deserialize(Lenient(value))
            .map_err(|problem| problem.below(name.to_owned().into(), value))
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase", default)]
    struct Form {
        name: Option<String>,
        order_queue: Option<i64>,
        is_default: Option<bool>,
        value: Option<f64>,
        send_at: Option<DateTime<Utc>>,
        status: Option<Status>,
        quoted: Option<Quoted>,
        queue_ids: Option<Vec<i64>>,
        inside: Option<Box<Form>>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Status {
        Open,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(untagged)]
    enum Quoted {
        Id(i64),
        Object { id: i64 },
    }

    fn of(value: Value) -> Form {
        read(value).unwrap()
    }

    fn refused(value: Value) -> String {
        let problem = read::<Form>(value).unwrap_err();
        format!("{}: {}", problem.place(), problem.text())
    }

    #[test]
    fn what_forms_send_for_nothing_is_nothing_and_an_empty_text_stays_one() {
        for nothing in [json!(""), json!(false), json!(null)] {
            let form = of(json!({
                "orderQueue": nothing, "value": nothing, "sendAt": nothing, "status": nothing,
                "quoted": nothing, "queueIds": nothing, "inside": nothing,
            }));
            assert_eq!(form, Form::default(), "{nothing}");
        }
        assert_eq!(of(json!({ "isDefault": "" })).is_default, None);
        assert_eq!(of(json!({ "isDefault": false })).is_default, Some(false));
        assert_eq!(of(json!({ "name": "" })).name.as_deref(), Some(""));
        let deep = of(json!({ "inside": { "orderQueue": "", "queueIds": ["7"] } }));
        assert_eq!(deep.inside.unwrap().queue_ids, Some(vec![7]));
    }

    #[test]
    fn numbers_and_answers_may_be_texts() {
        let form = of(json!({
            "orderQueue": " 12 ", "isDefault": "true", "value": "9.5", "quoted": { "id": 3 },
            "status": "open", "queueIds": ["1", 2], "name": "7",
        }));
        assert_eq!(form.order_queue, Some(12));
        assert_eq!(form.is_default, Some(true));
        assert_eq!(form.value, Some(9.5));
        assert_eq!(form.queue_ids, Some(vec![1, 2]));
        assert_eq!(form.name.as_deref(), Some("7"));
        for (said, meant) in [(json!(0), false), (json!("0"), false), (json!("1"), true)] {
            assert_eq!(of(json!({ "isDefault": said })).is_default, Some(meant));
        }
    }

    #[test]
    fn what_is_something_else_is_refused_with_its_place() {
        for (wrong, place) in [
            (json!({ "orderQueue": "x" }), "orderQueue: "),
            (json!({ "orderQueue": "1.5" }), "orderQueue: "),
            (json!({ "orderQueue": true }), "orderQueue: "),
            (json!({ "value": "NaN" }), "value: "),
            (json!({ "isDefault": 2 }), "isDefault: "),
            (json!({ "name": 7 }), "name: "),
            (json!({ "status": "gone" }), "status: "),
            (json!({ "queueIds": [1, ""] }), "queueIds.1: "),
            (json!({ "inside": [] }), "inside: "),
            (json!([]), ": "),
            (json!(5), ": "),
        ] {
            let told = refused(wrong.clone());
            assert!(told.starts_with(place), "{wrong}: {told}");
        }
    }

    #[test]
    fn a_form_of_nothing_but_empty_fields_is_read_so_often_and_no_more() {
        let many = json!({ "queueIds": vec![""; 10_000] });
        assert!(read::<Form>(many).is_err());
    }

    #[test]
    fn a_field_that_is_there_twice_is_no_json_of_ours() {
        let told = parse(br#"{"a":{"b":1,"b":2}}"#).unwrap_err().to_string();
        assert!(told.starts_with("duplicate field `b`"), "{told}");
        assert_eq!(
            parse(b"[1, {\"a\": null}]").unwrap(),
            json!([1, { "a": null }])
        );
        assert!(parse(b"{} x").is_err());
    }
}

//! What Meta tells of an account, its numbers and its templates. It names no number by the id that messages have: an account,
//! and for some things the number as people read it.

use serde_json::Value;

use super::interpret::{id_text, text};

/// Characters that are kept of a word of Meta's.
const WORD_CHARS_MAX: usize = 100;

/// Something that was told of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountEvent {
    /// Meta's id of the business account.
    pub waba_id: String,
    /// The number it is about, in digits; all of the account if there is none.
    pub number: Option<String>,
    /// What.
    pub says: AccountSays,
}

/// What is told of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountSays {
    /// Nothing can be sent or received with it any more, until a person has acted.
    Ended(Ending),
    /// How customers take what a number sends, and how many it may write to first.
    Quality {
        /// `GREEN`, `YELLOW`, `RED`; `None` keeps what is known.
        quality: Option<String>,
        /// `TIER_1K` and the like; `None` keeps what is known.
        limit: Option<String>,
    },
    /// A template has another state.
    Template {
        /// Its name.
        name: String,
        /// Its language.
        language: String,
        /// Its state.
        status: String,
        /// Why.
        reason: Option<String>,
    },
}

/// Why an account has ended for us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Meta has switched it off, or it was deleted.
    Disabled,
    /// It was taken out of the hands of the business that has our app.
    PartnerRemoved,
    /// Our app was taken out of it.
    AppUninstalled,
}

/// What a change outside the messages tells. `None`: nothing that the desk has to know.
pub(super) fn account_event(field: &str, entry: &Value, value: &Value) -> Option<AccountEvent> {
    let says = match field {
        "account_update" => AccountSays::Ended(ending(value)?),
        "phone_number_quality_update" => quality(value)?,
        "message_template_status_update" => template(value)?,
        _ => return None,
    };
    // where a partner is told of a customer's account, the entry is the partner's own
    let waba_id = id_text(value, "/waba_info/waba_id").or_else(|| id_text(entry, "/id"))?;
    let number = ["/display_phone_number", "/phone_number"]
        .iter()
        .find_map(|place| id_text(value, place))
        .map(|number| number.chars().filter(char::is_ascii_digit).collect())
        .filter(|digits: &String| !digits.is_empty());
    Some(AccountEvent {
        waba_id,
        number,
        says,
    })
}

fn ending(value: &Value) -> Option<Ending> {
    match text(value, "/event")? {
        "DISABLED_UPDATE" => {
            let is_off =
                text(value, "/ban_info/waba_ban_state").is_none_or(|state| state == "DISABLE");
            is_off.then_some(Ending::Disabled)
        }
        "ACCOUNT_DELETED" | "ACCOUNT_OFFBOARDED" => Some(Ending::Disabled),
        "PARTNER_REMOVED" => Some(Ending::PartnerRemoved),
        "PARTNER_APP_UNINSTALLED" => Some(Ending::AppUninstalled),
        _ => None,
    }
}

fn quality(value: &Value) -> Option<AccountSays> {
    let quality = match text(value, "/event") {
        Some("FLAGGED") => Some("RED".to_owned()),
        Some("UNFLAGGED") => Some("GREEN".to_owned()),
        _ => None,
    };
    let limit = word(value, "/current_limit")
        .or_else(|| word(value, "/max_daily_conversations_per_business"));
    let is_something = quality.is_some() || limit.is_some();
    is_something.then_some(AccountSays::Quality { quality, limit })
}

fn template(value: &Value) -> Option<AccountSays> {
    Some(AccountSays::Template {
        name: word(value, "/message_template_name")?,
        language: word(value, "/message_template_language").unwrap_or_default(),
        status: word(value, "/event")?,
        reason: word(value, "/reason").filter(|reason| reason != "NONE"),
    })
}

fn word(value: &Value, place: &str) -> Option<String> {
    let word: String = text(value, place)?
        .trim()
        .chars()
        .take(WORD_CHARS_MAX)
        .collect();
    (!word.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// As Meta's documentation shows them.
    fn told(field: &str, value: Value) -> Option<AccountEvent> {
        account_event(field, &json!({ "id": "102290129340398" }), &value)
    }

    fn says(field: &str, value: Value) -> Option<AccountSays> {
        told(field, value).map(|event| event.says)
    }

    #[test]
    fn an_account_that_has_ended_says_why() {
        let ended = |value| match says("account_update", value) {
            Some(AccountSays::Ended(why)) => Some(why),
            _ => None,
        };
        let banned = |state: &str| {
            json!({ "phone_number": "16505551111", "event": "DISABLED_UPDATE",
                "ban_info": { "waba_ban_state": state, "waba_ban_date": "17 October, 2026" } })
        };
        assert_eq!(ended(banned("DISABLE")), Some(Ending::Disabled));
        assert_eq!(ended(banned("SCHEDULE_FOR_DISABLE")), None, "not yet");
        assert_eq!(ended(banned("REINSTATE")), None);
        for (event, why) in [
            ("ACCOUNT_DELETED", Some(Ending::Disabled)),
            ("PARTNER_REMOVED", Some(Ending::PartnerRemoved)),
            ("PARTNER_APP_UNINSTALLED", Some(Ending::AppUninstalled)),
            ("VERIFIED_ACCOUNT", None),
            ("ACCOUNT_VIOLATION", None),
        ] {
            assert_eq!(ended(json!({ "event": event })), why, "{event}");
        }
    }

    #[test]
    fn a_customers_account_is_named_within_the_partners() {
        let removed = json!({ "event": "PARTNER_REMOVED",
            "waba_info": { "waba_id": "486585971195941", "owner_business_id": "2329417887457253" } });
        let event = told("account_update", removed).unwrap();
        assert_eq!(event.waba_id, "486585971195941");
        let own = told("account_update", json!({ "event": "ACCOUNT_DELETED" })).unwrap();
        assert_eq!(own.waba_id, "102290129340398");
    }

    #[test]
    fn quality_limits_and_templates_are_told_in_metas_words() {
        let limit = json!({ "display_phone_number": "+1 555-078-3881", "event": "DOWNGRADE", "current_limit": "TIER_1K" });
        let event = told("phone_number_quality_update", limit).unwrap();
        assert_eq!(event.number.as_deref(), Some("15550783881"));
        let quality = |quality: Option<&str>, limit: Option<&str>| AccountSays::Quality {
            quality: quality.map(str::to_owned),
            limit: limit.map(str::to_owned),
        };
        assert_eq!(event.says, quality(None, Some("TIER_1K")));
        let flagged = json!({ "event": "FLAGGED", "current_limit": "TIER_10K" });
        assert_eq!(
            says("phone_number_quality_update", flagged),
            Some(quality(Some("RED"), Some("TIER_10K")))
        );
        let paused = json!({ "event": "PAUSED", "message_template_id": 594_425_479_261_596_u64,
            "message_template_name": "pedido_pronto", "message_template_language": "pt_BR", "reason": "NONE" });
        assert_eq!(
            says("message_template_status_update", paused),
            Some(AccountSays::Template {
                name: "pedido_pronto".to_owned(),
                language: "pt_BR".to_owned(),
                status: "PAUSED".to_owned(),
                reason: None,
            })
        );
    }

    #[test]
    fn whatever_else_comes_is_nothing() {
        for value in [json!(null), json!([]), json!({}), json!({ "event": 7 })] {
            for field in [
                "account_update",
                "phone_number_quality_update",
                "message_template_status_update",
                "account_alerts",
            ] {
                assert_eq!(told(field, value.clone()), None, "{field} {value}");
            }
        }
    }
}

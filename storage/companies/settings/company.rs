//! The settings of a company as the server uses them: typed, with what counts where nothing was set.

use super::{
    BOT_OUT_OF_HOURS, HIDE_NUMBERS, REOPEN_WINDOW, SETTINGS_MAX, TIME_ZONE, TRANSFER_BOTH_TEXT,
    TRANSFER_GREETING, TRANSFER_IN_HOURS, TRANSFER_QUEUE_TEXT, TRANSFER_USER_TEXT,
};
use crate::{
    Conn, Result,
    model::{CompanyId, QueueId},
    on,
    tickets::{closing_reasons, idle, leads, ratings},
};

/// Every setting that the server itself goes by.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the switches of A139")]
pub struct CompanySettings {
    /// `timeZone`: where the company is, a name of the IANA database.
    pub time_zone: Option<String>,
    /// `hideNumbers`: attendants see no numbers of contacts.
    pub hides_numbers: bool,
    /// `userRating`: who was attended is asked how it was.
    pub asks_for_rating: bool,
    /// `ratingTimeout`: minutes that he has for his answer.
    pub rating_minutes: i64,
    /// `leadsMode`: who writes for the first time is a lead.
    pub leads: LeadsMode,
    /// `CheckMsgIsGroup`: groups are kept out.
    pub ignores_groups: bool,
    /// `scheduleType`: whose hours count.
    pub hours: HoursOf,
    /// `call`: calls are taken; otherwise who calls is told to write.
    pub takes_calls: bool,
    /// `chatBotType`: how choices are offered; any word of the family's.
    pub chat_bot_type: String,
    /// `sendGreetingAccepted`: the attendant who accepts a ticket is introduced.
    pub introduces_attendant: bool,
    /// `sendMsgTransfTicket`: the customer is told where he is moved.
    pub tells_transfers: bool,
    /// In which words.
    pub transfer_texts: TransferTexts,
    /// `sendGreetingMessageOneQueues`: the connection's greeting is said also where there is one queue.
    pub greets_with_one_queue: bool,
    /// `closingReason`: whether a reason is given when a ticket is closed.
    pub closing_reason: ClosingReasonMode,
    /// `botOutOfHours`: out of hours the bot talks after the notice.
    pub bot_out_of_hours: bool,
    /// `transferTimerHours`: the timer that transfers who chose no queue waits while that queue is closed.
    pub transfers_in_hours_only: bool,
    /// `transferTimerGreeting`: it says the queue's greeting, unless that is switched off.
    pub greets_transfer: bool,
    /// `reopenWindow`: minutes in which an ended conversation goes on when its customer writes; 0 for never.
    pub reopen_minutes: i64,
    /// `chatbotTicketTimeout` and its action: of tickets that the bot has.
    pub bot_timeout: Option<Timeout<WaitingAction>>,
    /// `noQueueTimeout` and its action: of tickets without a queue.
    pub no_queue_timeout: Option<Timeout<WaitingAction>>,
    /// `openTicketTimeout` and its action: of tickets that an attendant has.
    pub open_timeout: Option<Timeout<OpenAction>>,
}

/// What a customer is told who is transferred, with `{{queue}}` and `{{user}}` in it; nothing for the desk's own words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransferTexts {
    /// `transferQueueText`: into another queue.
    pub queue: Option<String>,
    /// `transferUserText`: to another attendant.
    pub user: Option<String>,
    /// `transferBothText`: both.
    pub both: Option<String>,
}

/// Who becomes a lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LeadsMode {
    /// Nobody.
    #[default]
    Disabled,
    /// Contacts without an earlier ticket.
    NewContacts,
    /// Those with whom the bot talks.
    Bot,
}

/// Whose opening hours count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HoursOf {
    /// Nobody's: it is always open.
    #[default]
    Nobody,
    /// Each queue's own.
    Queue,
    /// The company's.
    Company,
}

/// Whether a reason is given when a ticket is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ClosingReasonMode {
    /// None is kept.
    #[default]
    Disabled,
    /// One may be given.
    Optional,
    /// One must be given, where the company has any.
    Required,
}

/// What is done with a ticket after so long a silence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeout<A> {
    /// At least 1.
    pub minutes: i64,
    /// What is done.
    pub action: A,
}

/// What becomes of a ticket that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitingAction {
    /// It is closed.
    Close,
    /// It goes into this queue.
    Queue(QueueId),
}

/// What becomes of a ticket that somebody has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenAction {
    /// It waits for somebody else.
    Pending,
    /// It is closed.
    Closed,
}

/// Reads them by one statement.
///
/// # Errors
/// `Database`.
pub async fn read(conn: &mut Conn<'_>, company: CompanyId) -> Result<CompanySettings> {
    let rows: Vec<(String, String)> = on!(conn, |c| sqlx::query_as(
        "SELECT key, value FROM settings WHERE company_id = $1 ORDER BY key LIMIT $2"
    )
    .bind(company)
    .bind(SETTINGS_MAX)
    .fetch_all(c)
    .await)?;
    Ok(CompanySettings::of(&rows))
}

impl CompanySettings {
    /// What was set, and what counts where nothing was, or where a value has no meaning.
    fn of(rows: &[(String, String)]) -> Self {
        let find = |key: &str| {
            let row = rows.iter().find(|(name, _)| name == key);
            row.map(|(_, value)| value.as_str())
        };
        let is_on = |key: &str| find(key) == Some("enabled");
        let text = |key: &str| find(key).filter(|it| !it.trim().is_empty());
        let waiting = |key: &str, action: &str| {
            timeout(find(key), || {
                let queue = find(action).and_then(|id| id.parse().ok());
                queue.map_or(WaitingAction::Close, |id| WaitingAction::Queue(QueueId(id)))
            })
        };
        Self {
            time_zone: find(TIME_ZONE).map(str::to_owned),
            hides_numbers: is_on(HIDE_NUMBERS),
            asks_for_rating: is_on("userRating"),
            rating_minutes: find(ratings::TIMEOUT_SETTING)
                .and_then(|minutes| minutes.parse().ok())
                .unwrap_or(ratings::TIMEOUT_MINUTES),
            leads: match find(leads::MODE_SETTING) {
                Some(leads::NEW_CONTACTS) => LeadsMode::NewContacts,
                Some(leads::WITH_BOT) => LeadsMode::Bot,
                _ => LeadsMode::Disabled,
            },
            ignores_groups: is_on("CheckMsgIsGroup"),
            hours: match find("scheduleType") {
                Some("queue") => HoursOf::Queue,
                Some("company") => HoursOf::Company,
                _ => HoursOf::Nobody,
            },
            takes_calls: is_on("call"),
            chat_bot_type: find("chatBotType").unwrap_or("text").to_owned(),
            introduces_attendant: is_on("sendGreetingAccepted"),
            tells_transfers: is_on("sendMsgTransfTicket"),
            transfer_texts: TransferTexts {
                queue: text(TRANSFER_QUEUE_TEXT).map(str::to_owned),
                user: text(TRANSFER_USER_TEXT).map(str::to_owned),
                both: text(TRANSFER_BOTH_TEXT).map(str::to_owned),
            },
            greets_with_one_queue: is_on("sendGreetingMessageOneQueues"),
            closing_reason: match find(closing_reasons::SETTING) {
                Some("optional") => ClosingReasonMode::Optional,
                Some("required") => ClosingReasonMode::Required,
                _ => ClosingReasonMode::Disabled,
            },
            bot_out_of_hours: is_on(BOT_OUT_OF_HOURS),
            transfers_in_hours_only: is_on(TRANSFER_IN_HOURS),
            greets_transfer: find(TRANSFER_GREETING) != Some("disabled"),
            reopen_minutes: find(REOPEN_WINDOW)
                .and_then(|minutes| minutes.parse().ok())
                .unwrap_or_default(),
            bot_timeout: waiting(idle::BOT_SETTING, idle::BOT_ACTION),
            no_queue_timeout: waiting(idle::NO_QUEUE_SETTING, idle::NO_QUEUE_ACTION),
            open_timeout: timeout(find(idle::OPEN_SETTING), || match find(idle::OPEN_ACTION) {
                Some("closed") => OpenAction::Closed,
                _ => OpenAction::Pending,
            }),
        }
    }
}

/// None where nothing or 0 is set.
fn timeout<A>(minutes: Option<&str>, action: impl FnOnce() -> A) -> Option<Timeout<A>> {
    let minutes = minutes?.parse().ok().filter(|minutes| *minutes > 0)?;
    Some(Timeout {
        minutes,
        action: action(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(rows: &[(&str, &str)]) -> CompanySettings {
        let rows: Vec<_> = rows
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect();
        CompanySettings::of(&rows)
    }

    #[test]
    fn a_company_that_has_set_nothing_has_every_switch_off() {
        let nothing = set(&[]);
        assert_eq!(nothing, set(&crate::companies::settings::DEFAULTS));
        assert!(!nothing.asks_for_rating && !nothing.ignores_groups && !nothing.hides_numbers);
        assert_eq!(nothing.rating_minutes, 10);
        assert_eq!(nothing.leads, LeadsMode::Disabled);
        assert_eq!(nothing.hours, HoursOf::Nobody);
        assert_eq!(nothing.chat_bot_type, "text");
        assert_eq!((nothing.bot_timeout, nothing.open_timeout), (None, None));
        assert_eq!(nothing.reopen_minutes, 0);
        assert_eq!(nothing.transfer_texts, TransferTexts::default());
    }

    #[test]
    fn each_switch_is_on_by_its_own_key_and_its_own_word() {
        // spec: A139
        let switches = |it: &CompanySettings| {
            [
                ("userRating", it.asks_for_rating),
                ("CheckMsgIsGroup", it.ignores_groups),
                ("call", it.takes_calls),
                ("sendGreetingAccepted", it.introduces_attendant),
                ("sendMsgTransfTicket", it.tells_transfers),
                ("sendGreetingMessageOneQueues", it.greets_with_one_queue),
            ]
        };
        for (key, _) in switches(&set(&[])) {
            for (word, is_on) in [("enabled", true), ("disabled", false), ("true", false)] {
                for (other, other_is_on) in switches(&set(&[(key, word)])) {
                    let expected = is_on && other == key;
                    assert_eq!(other_is_on, expected, "{key} {word}: {other}");
                }
            }
        }
        for (word, hours) in [
            ("disabled", HoursOf::Nobody),
            ("queue", HoursOf::Queue),
            ("company", HoursOf::Company),
        ] {
            assert_eq!(set(&[("scheduleType", word)]).hours, hours, "{word}");
        }
        assert_eq!(set(&[("chatBotType", "text")]).chat_bot_type, "text");
        assert_eq!(set(&[("chatBotType", "list")]).chat_bot_type, "list");
    }

    #[test]
    fn a_timeout_has_its_minutes_and_what_is_done_and_none_is_0() {
        let settings = set(&[
            ("chatbotTicketTimeout", "30"),
            ("chatbotTicketTimeoutAction", "7"),
            ("noQueueTimeout", "5"),
            ("openTicketTimeout", "0"),
            ("openTicketTimeoutAction", "closed"),
        ]);
        let bot = settings.bot_timeout.unwrap();
        assert_eq!(
            (bot.minutes, bot.action),
            (30, WaitingAction::Queue(QueueId(7)))
        );
        assert_eq!(
            settings.no_queue_timeout.unwrap().action,
            WaitingAction::Close
        );
        assert_eq!(settings.open_timeout, None);
        let open = set(&[("openTicketTimeout", "60")]).open_timeout.unwrap();
        assert_eq!(open.action, OpenAction::Pending);
    }

    #[test]
    fn each_words_of_a_transfer_are_its_own() {
        let texts = |key: &str| set(&[(key, "Aguarde!")]).transfer_texts;
        let own = Some("Aguarde!".to_owned());
        let (queue, user, both) = (own.clone(), own.clone(), own);
        let none = TransferTexts::default;
        let of_queue = TransferTexts { queue, ..none() };
        assert_eq!(texts("transferQueueText"), of_queue);
        let of_user = TransferTexts { user, ..none() };
        assert_eq!(texts("transferUserText"), of_user);
        let of_both = TransferTexts { both, ..none() };
        assert_eq!(texts("transferBothText"), of_both);
        assert_eq!(set(&[("reopenWindow", "120")]).reopen_minutes, 120);
    }

    #[test]
    fn words_that_mean_nothing_count_as_nothing_set() {
        let settings = set(&[
            ("scheduleType", "sometimes"),
            ("ratingTimeout", "soon"),
            ("closingReason", "perhaps"),
            ("noQueueTimeout", "-3"),
            ("reopenWindow", "always"),
            ("transferQueueText", " "),
        ]);
        assert_eq!(settings, set(&[]));
    }
}

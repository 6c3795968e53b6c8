//! What the provider of a connection can do. Rules ask this, never who the provider is.

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::model::connection::ProviderKind;

/// What a provider can do beside sending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked by itself")]
pub struct Capabilities {
    /// Take back a message for everybody.
    pub revoke: bool,
    /// Change a sent text.
    pub edit: bool,
    /// Tell the customer that his message was read.
    pub mark_read: bool,
    /// How long after the customer's last message free text may be sent. `None`: always.
    pub window: Option<TimeDelta>,
    /// Say whether a number is on `WhatsApp` before it is written to.
    pub number_check: bool,
    /// Show the customer that somebody writes.
    pub typing: bool,
    /// Send to groups.
    pub groups: bool,
    /// Menus of buttons and lists.
    pub lists_and_buttons: bool,
    /// Texts that were approved beforehand, which also pass when free text does not.
    pub templates: bool,
    /// Be paired with a phone by a code.
    pub pairing: bool,
    /// Tell which picture a customer shows, and what a business says of itself.
    pub pictures: bool,
    /// Write in bulk without a pause: nobody closes a number for that.
    pub haste: bool,
    /// Write in bulk to many people a day from a number's first day.
    pub no_warm_up: bool,
    /// Take, in bulk, numbers of which nobody knows whether they are on `WhatsApp`, and say afterwards which are not.
    pub unknown_numbers: bool,
}

impl Capabilities {
    /// What connections of this kind can do.
    pub fn of(kind: ProviderKind) -> Self {
        match kind {
            ProviderKind::Simulator => Self {
                revoke: true,
                edit: true,
                mark_read: true,
                window: kind.free_text_for(),
                number_check: false,
                typing: true,
                groups: true,
                lists_and_buttons: false,
                templates: false,
                pairing: true,
                pictures: true,
                haste: true,
                no_warm_up: true,
                unknown_numbers: false,
            },
            ProviderKind::Beta => Self {
                revoke: true,
                edit: true,
                mark_read: true,
                window: kind.free_text_for(),
                number_check: true,
                typing: true,
                groups: true,
                lists_and_buttons: false,
                templates: false,
                pairing: true,
                pictures: true,
                haste: false,
                no_warm_up: false,
                unknown_numbers: false,
            },
            // it has no call that takes back or changes a message
            ProviderKind::Cloud => Self {
                revoke: false,
                edit: false,
                mark_read: true,
                window: kind.free_text_for(),
                number_check: false,
                typing: true,
                groups: false,
                lists_and_buttons: true,
                templates: true,
                pairing: false,
                pictures: false,
                haste: true,
                no_warm_up: false,
                unknown_numbers: true,
            },
        }
    }

    /// Whether free text may be sent at `now` to a customer who wrote last at `wrote_at`. One who never wrote has no window.
    pub fn takes_free_text(self, wrote_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
        self.window
            .is_none_or(|window| wrote_at.is_some_and(|wrote_at| now < wrote_at + window))
    }
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::*;

    #[test]
    fn the_window_is_open_for_a_day_to_the_second() {
        let cloud = Capabilities::of(ProviderKind::Cloud);
        let wrote = DateTime::UNIX_EPOCH;
        assert!(!cloud.takes_free_text(None, wrote));
        assert!(cloud.takes_free_text(Some(wrote), wrote));
        let last = wrote + Duration::seconds(24 * 3600 - 1);
        assert!(cloud.takes_free_text(Some(wrote), last));
        let over = wrote + Duration::seconds(24 * 3600);
        assert!(!cloud.takes_free_text(Some(wrote), over));
    }

    #[test]
    fn a_provider_without_a_window_takes_text_at_any_time() {
        let simulator = Capabilities::of(ProviderKind::Simulator);
        assert!(simulator.takes_free_text(None, DateTime::UNIX_EPOCH));
    }

    #[test]
    fn each_kind_has_what_writing_in_bulk_asks_for() {
        let able = |kind| {
            let can = Capabilities::of(kind);
            let asked = [
                (can.haste, "haste"),
                (can.no_warm_up, "no warm up"),
                (can.unknown_numbers, "unknown numbers"),
                (can.number_check, "number check"),
                (can.templates, "templates"),
            ];
            let able = asked.into_iter().filter(|(is_able, _)| *is_able);
            able.map(|(_, name)| name).collect::<Vec<_>>()
        };
        assert_eq!(able(ProviderKind::Simulator), ["haste", "no warm up"]);
        assert_eq!(able(ProviderKind::Beta), ["number check"]);
        let cloud = able(ProviderKind::Cloud);
        assert_eq!(cloud, ["haste", "unknown numbers", "templates"]);
    }
}

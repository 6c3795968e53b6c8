//! Who is a lead (rule B4): the one place that decides how a conversation begins.

use guiche_storage::model::ticket::TicketStatus;

/// Which conversations a company sees apart until somebody takes them up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LeadsMode {
    /// None.
    #[default]
    Disabled,
    /// Those of customers who write for the first time.
    NewContacts,
    /// All that are still with the bot.
    Bot,
}

impl LeadsMode {
    /// The mode of a setting's word.
    pub fn parse(word: &str) -> Self {
        match word {
            "newContacts" => Self::NewContacts,
            "bot" => Self::Bot,
            _ => Self::Disabled,
        }
    }

    /// How a customer's new conversation begins on a number with so many queues. With one queue it has a queue at once, and
    /// without queues no bot talks: it waits for a person.
    pub fn begins(self, is_known: bool, is_group: bool, queues: usize) -> TicketStatus {
        let is_lead = match self {
            Self::Disabled => false,
            Self::NewContacts => !is_known,
            Self::Bot => true,
        };
        if is_lead && !is_group && queues > 1 {
            TicketStatus::Lead
        } else {
            TicketStatus::Pending
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_still_with_the_bot() {
        use TicketStatus::{Lead, Pending};
        for (mode, is_known, is_group, queues, status) in [
            ("disabled", false, false, 2, Pending),
            ("newContacts", false, false, 2, Lead),
            ("newContacts", true, false, 2, Pending),
            ("newContacts", false, true, 2, Pending),
            ("newContacts", false, false, 1, Pending),
            ("newContacts", false, false, 0, Pending),
            ("bot", true, false, 2, Lead),
            ("bot", false, false, 2, Lead),
            ("bot", false, true, 2, Pending),
            ("bot", false, false, 1, Pending),
            ("bot", false, false, 0, Pending),
        ] {
            let begins = LeadsMode::parse(mode).begins(is_known, is_group, queues);
            assert_eq!(begins, status, "{mode} {is_known} {is_group} {queues}");
        }
    }
}

//! Who is a lead (rule B4): the one place that decides how a conversation begins.

use guiche_storage::{companies::settings::LeadsMode, model::ticket::TicketStatus};

/// How a customer's new conversation begins on a number with so many queues. With one queue it has a queue at once, and
/// without queues no bot talks: it waits for a person.
pub fn begins(mode: LeadsMode, is_known: bool, is_group: bool, queues: usize) -> TicketStatus {
    let is_lead = match mode {
        LeadsMode::Disabled => false,
        LeadsMode::NewContacts => !is_known,
        LeadsMode::Bot => true,
    };
    if is_lead && !is_group && queues > 1 {
        TicketStatus::Lead
    } else {
        TicketStatus::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_still_with_the_bot() {
        use LeadsMode::{Bot, Disabled, NewContacts};
        use TicketStatus::{Lead, Pending};
        for (mode, is_known, is_group, queues, status) in [
            (Disabled, false, false, 2, Pending),
            (NewContacts, false, false, 2, Lead),
            (NewContacts, true, false, 2, Pending),
            (NewContacts, false, true, 2, Pending),
            (NewContacts, false, false, 1, Pending),
            (NewContacts, false, false, 0, Pending),
            (Bot, true, false, 2, Lead),
            (Bot, false, false, 2, Lead),
            (Bot, false, true, 2, Pending),
            (Bot, false, false, 1, Pending),
            (Bot, false, false, 0, Pending),
        ] {
            let begins = begins(mode, is_known, is_group, queues);
            assert_eq!(begins, status, "{mode:?} {is_known} {is_group} {queues}");
        }
    }
}

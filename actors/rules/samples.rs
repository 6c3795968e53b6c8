//! What tests of the rules decide about.

use chrono::DateTime;
use guiche_storage::model::{
    CompanyId, ContactId, QueueId, TicketId, UserId,
    ticket::{Ticket, TicketContact, TicketPriority, TicketStatus},
};

/// Ticket 1 of Beatriz, in queue 1, with two unread messages.
pub(crate) fn ticket(status: TicketStatus, user_id: Option<UserId>) -> Ticket {
    let at = DateTime::UNIX_EPOCH;
    let contact = TicketContact {
        id: ContactId(1),
        name: "Beatriz".into(),
        number: "5511988887777".into(),
        email: String::new(),
        profile_pic_url: String::new(),
        is_group: false,
        extra_info: Vec::new(),
        whatsapp: None,
    };
    Ticket {
        id: TicketId(1),
        uuid: uuid::Uuid::nil(),
        company_id: CompanyId(1),
        status,
        unread_messages: 2,
        last_message: String::new(),
        from_me: false,
        last_message_user: None,
        is_group: false,
        chatbot: false,
        queue_id: Some(QueueId(1)),
        user_id,
        contact_id: contact.id,
        whatsapp_id: None,
        informations: None,
        use_integration: false,
        prompt_id: None,
        integration_id: None,
        crm_order: None,
        snooze: None,
        priority: TicketPriority::None,
        created_at: at,
        updated_at: at,
        last_message_at: None,
        closed_at: None,
        closing_reason: None,
        campaign: None,
        contact,
        queue: None,
        user: None,
        whatsapp: None,
        tags: Vec::new(),
        window: None,
    }
}

//! What events look like on the wire.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::*;
use crate::model::{ConnectionId, ContactListId, PromptId, QueueIntegrationId, TicketId, UserId};

/// What every event says, as browsers know it: entity, action, fields; `?` is a field that may be absent.
const WIRE: &str = "
    ContactList create record
    ContactList delete id
    ContactList update record
    ContactListItem create record
    ContactListItem delete contactListId id
    ContactListItem reload contactListId records?
    ContactListItem update record
    announcement create record
    announcement delete id
    announcement update record
    apiKey create apiKeyId
    apiKey update apiKeyId
    appMessage create contact message ticket
    appMessage update message
    article create|update|delete articleId
    auth update user
    campaign create record
    campaign delete id
    campaign update record
    chat create chat
    chat delete id
    chat new-message chat newMessage
    chat update chat
    closingReason create closingReason
    closingReason delete closingReasonId
    closingReason update closingReason
    company update company
    companyHours update schedules
    contact create contact
    contact create records
    contact delete contactId
    contact update contact
    file create fileList
    file delete fileListId
    file update fileList
    help create record
    help delete id
    help update record
    holiday create holiday
    holiday delete holidayId
    holiday update holiday
    impersonation create impersonation
    impersonation delete id
    invitation create invitationId
    invitation delete invitationId
    lookers update isContactWriting ticketId users
    messageTemplates update whatsappId
    payment CONCLUIDA company
    prompt create|update|delete promptId
    queue delete queueId
    queue update queue
    queueIntegration create queueIntegrationId
    queueIntegration delete queueIntegrationId
    queueIntegration testSession response
    queueIntegration update queueIntegrationId
    queueOptions update queueId
    quickMessage create record
    quickMessage delete id
    quickMessage update record
    schedule create schedule
    schedule delete scheduleId
    schedule update schedule
    settings update setting
    tag create tag
    tag delete tagId
    tag update tag
    ticket delete removed? ticketId
    ticket update givenBy? note? ticket was
    ticket updateUnread ticketId
    ticketNote create ticketNote
    ticketNote delete contactId ticketNoteId
    ticketNote mention ticket ticketNote
    user create user
    user delete userId
    user update user
    user update user
    webhook create|update|delete webhookId
    whatsapp delete whatsappId
    whatsapp update whatsapp
    whatsappSession update session
";

fn described() -> Value {
    let all = schemas().into_iter();
    let all = all.map(|(name, schema)| (name, serde_json::to_value(schema).unwrap()));
    Value::Object(all.collect())
}

/// The schema that a reference leads to; itself when it is none.
fn followed<'a>(all: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(name) => &all[name.rsplit('/').next().unwrap()],
        None => schema,
    }
}

fn line(all: &Value, entity: &str, form: &Value) -> String {
    let required: BTreeSet<&str> = form["required"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    let fields = form["properties"].as_object().unwrap();
    assert!(required.contains("action"), "{entity}");
    let actions = followed(all, &fields["action"])["enum"].as_array().unwrap();
    let actions: Vec<&str> = actions.iter().map(|one| one.as_str().unwrap()).collect();
    let names: BTreeSet<&String> = fields.keys().filter(|name| *name != "action").collect();
    let names = names.into_iter().map(|name| {
        let mark = if required.contains(name.as_str()) {
            ""
        } else {
            "?"
        };
        format!(" {name}{mark}")
    });
    format!(
        "{entity} {}{}",
        actions.join("|"),
        names.collect::<String>()
    )
}

#[test]
fn every_event_is_described_with_the_names_that_browsers_know() {
    // spec: S113
    let all = described();
    let events = all["Events"]["properties"].as_object().unwrap();
    let mut lines = Vec::new();
    for entity in Entity::ALL {
        let payload = followed(&all, &events[entity.as_str()]);
        match payload["oneOf"].as_array() {
            Some(forms) => lines.extend(forms.iter().map(|it| line(&all, entity.as_str(), it))),
            None => lines.push(line(&all, entity.as_str(), payload)),
        }
    }
    lines.sort_unstable();
    let wanted: Vec<&str> = WIRE
        .lines()
        .map(str::trim)
        .filter(|it| !it.is_empty())
        .collect();
    assert_eq!(lines, wanted);
    assert_eq!(events.len(), Entity::ALL.len());
}

/// Asserts how an event is written.
#[track_caller]
fn is_written(event: impl Into<Event>, entity: &str, body: &Value) {
    let event = event.into();
    assert_eq!(event.entity().as_str(), entity);
    assert_eq!(serde_json::to_value(event).unwrap(), *body);
}

#[test]
fn what_a_ticket_does_not_say_is_left_out() {
    let ticket_id = TicketId(9);
    for (removed, body) in [
        (None, json!({ "action": "delete", "ticketId": 9 })),
        (
            Some(true),
            json!({ "action": "delete", "ticketId": 9, "removed": true }),
        ),
    ] {
        is_written(TicketEvent::Delete { ticket_id, removed }, "ticket", &body);
    }
    let body = json!({ "action": "updateUnread", "ticketId": 9 });
    is_written(TicketEvent::UpdateUnread { ticket_id }, "ticket", &body);
}

#[test]
fn a_list_that_is_read_again_says_whom_an_import_brought_and_nobody_otherwise() {
    // spec: A121
    let contact_list_id = ContactListId(7);
    for (records, body) in [
        (None, json!({ "action": "reload", "contactListId": 7 })),
        (
            Some(Vec::new()),
            json!({ "action": "reload", "contactListId": 7, "records": [] }),
        ),
    ] {
        let event = ContactListItemEvent::Reload {
            contact_list_id,
            records,
        };
        is_written(event, "ContactListItem", &body);
    }
}

#[test]
fn actions_of_one_name_keep_their_own_fields() {
    let user = Presence {
        id: UserId(4),
        name: "Marina".into(),
        online: false,
    };
    let body =
        json!({ "action": "update", "user": { "id": 4, "name": "Marina", "online": false } });
    is_written(UserEvent::Seen { user }, "user", &body);
    let records = Vec::new();
    let body = json!({ "action": "create", "records": [] });
    is_written(ContactEvent::CreateMany { records }, "contact", &body);
}

#[test]
fn who_looks_and_who_signed_in_is_written_as_before() {
    let looker = Looker {
        id: UserId(4),
        name: "Marina".into(),
        is_writing: true,
    };
    let lookers = LookersEvent::Update {
        ticket_id: TicketId(9),
        users: vec![looker],
        is_contact_writing: false,
    };
    let body = json!({
        "action": "update", "ticketId": 9, "isContactWriting": false,
        "users": [{ "id": 4, "name": "Marina", "isWriting": true }],
    });
    is_written(lookers, "lookers", &body);
    let user = SignedInUserRef {
        id: UserId(4),
        email: "m@exemplo.com".into(),
        company_id: CompanyId(1),
    };
    let body = json!({
        "action": "update", "user": { "id": 4, "email": "m@exemplo.com", "companyId": 1 },
    });
    is_written(AuthEvent::Update { user }, "auth", &body);
}

#[test]
fn what_is_only_told_to_be_so_names_nothing_else() {
    let whatsapp_id = ConnectionId(3);
    let body = json!({ "action": "update", "whatsappId": 3 });
    is_written(
        MessageTemplatesEvent::Update { whatsapp_id },
        "messageTemplates",
        &body,
    );
    let prompt = PromptEvent {
        action: Change::Delete,
        prompt_id: PromptId(2),
    };
    let body = json!({ "action": "delete", "promptId": 2 });
    is_written(prompt, "prompt", &body);
    let made = QueueIntegrationEvent::changed(Change::Create, QueueIntegrationId(5));
    let body = json!({ "action": "create", "queueIntegrationId": 5 });
    is_written(made, "queueIntegration", &body);
    let response = TrialAnswer {
        messages: vec!["Oi".into()],
    };
    let body = json!({ "action": "testSession", "response": { "messages": ["Oi"] } });
    let said = QueueIntegrationEvent::TestSession { response };
    is_written(said, "queueIntegration", &body);
}

#[test]
fn an_event_is_named_after_its_company() {
    // spec: S113
    assert_eq!(
        Entity::AppMessage.event_name(CompanyId(7)),
        "company-7-appMessage"
    );
}

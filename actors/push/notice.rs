//! What is told of a customer's message, and to whom: what the page's own notice says, by the page's own rule
//! (`webui/src/features/notifications/model.ts`).

use guiche_storage::{
    identity::push_subscriptions::Receiver,
    model::{
        CompanyId, QueueId, TicketId, UserId,
        event::{CommittedEvent, Entity},
        ticket::TicketStatus,
        user::Profile,
    },
};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use crate::rules::{Viewer, numbers, texts::without_marks};

/// Characters of a message that are shown.
const TEXT_CHARS: usize = 120;
/// Characters of a name that are shown; what is pushed has to stay below 4,096 bytes.
const NAME_CHARS: usize = 120;
/// What has a text of its own beside its file.
const CAPTIONED: [&str; 2] = ["image", "video"];

/// A message that somebody should hear of. It has no debug text.
pub(super) struct Notice {
    /// Whose desk.
    pub(super) company: CompanyId,
    /// The ticket's name in links.
    pub(super) ticket: Uuid,
    /// The ticket's queue.
    pub(super) queue: Option<QueueId>,
    /// Who has the ticket; `None` means everybody who may see it.
    pub(super) holder: Option<UserId>,
    name: String,
    /// The name for those to whom the company hides numbers.
    hidden_name: String,
    /// Whether it does, which is read when the notice is told.
    pub(super) hides_numbers: bool,
    text: Option<String>,
    ticket_id: TicketId,
}

/// What is read here of a stored [`AppMessageEvent`](guiche_storage::model::event::AppMessageEvent).
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", tag = "action")]
enum ReadEvent {
    Create {
        message: ToldMessage,
        ticket: ToldTicket,
        contact: ToldContact,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToldMessage {
    body: String,
    from_me: bool,
    media_type: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToldTicket {
    id: TicketId,
    uuid: Uuid,
    status: TicketStatus,
    queue_id: Option<QueueId>,
    user_id: Option<UserId>,
}

#[derive(Deserialize)]
struct ToldContact {
    name: String,
    number: String,
}

impl Notice {
    /// What an event tells; `None` when it is no customer's new message, or one of a closed ticket.
    pub(super) fn of(event: &CommittedEvent) -> Option<Self> {
        if event.entity != Entity::AppMessage {
            return None;
        }
        // nothing else is a notice
        let ReadEvent::Create {
            message,
            ticket,
            contact,
        } = serde_json::from_str(event.payload.get()).ok()?;
        if message.from_me || ticket.status == TicketStatus::Closed {
            return None;
        }
        Some(Self {
            company: event.company_id,
            ticket: ticket.uuid,
            queue: ticket.queue_id,
            holder: ticket.user_id,
            hidden_name: shortened(&hidden(&contact), NAME_CHARS),
            hides_numbers: true,
            name: shortened(&contact.name, NAME_CHARS),
            text: shown(&message),
            ticket_id: ticket.id,
        })
    }

    /// Whether somebody may hear of it.
    pub(super) fn is_for(&self, receiver: &Receiver) -> bool {
        let viewer = Viewer {
            user_id: receiver.user_id,
            name: String::new(),
            profile: receiver.profile,
            queue_ids: self.queue.filter(|_| receiver.serves).into_iter().collect(),
            all_ticket: receiver.all_ticket,
        };
        let is_his = self.holder.is_none_or(|holder| holder == receiver.user_id);
        is_his && viewer.sees(self.queue, self.holder)
    }

    /// What the service worker of somebody reads. Without a text it says in its own language that a file came.
    pub(super) fn payload(&self, receiver: &Receiver) -> Vec<u8> {
        let Self {
            ticket,
            text,
            ticket_id,
            ..
        } = self;
        let is_hidden = self.hides_numbers && receiver.profile == Profile::User;
        let name = if is_hidden {
            &self.hidden_name
        } else {
            &self.name
        };
        json!({ "ticketId": ticket_id, "uuid": ticket, "name": name, "text": text })
            .to_string()
            .into_bytes()
    }
}

fn hidden(contact: &ToldContact) -> String {
    numbers::hidden_name(&numbers::hidden_in(&contact.name, &contact.number))
}

/// The text of a message, if it has one to show.
fn shown(message: &ToldMessage) -> Option<String> {
    let media = message.media_type.as_deref();
    let has_text = media.is_none_or(|media| CAPTIONED.contains(&media));
    let text = without_marks(message.body.trim());
    (has_text && !text.is_empty()).then(|| shortened(&text, TEXT_CHARS))
}

fn shortened(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use serde_json::{Value, value::to_raw_value};

    use super::*;

    fn event(change: impl FnOnce(&mut Value)) -> CommittedEvent {
        let mut payload = json!({
            "action": "create",
            "message": { "body": " Oi ", "fromMe": false, "mediaType": null },
            "ticket": { "id": 9, "uuid": Uuid::nil(), "status": "pending", "queueId": 3, "userId": null },
            "contact": { "name": "Beatriz", "number": "5511988887777" },
        });
        change(&mut payload);
        CommittedEvent {
            company_id: CompanyId(1),
            seq: 1,
            entity: Entity::AppMessage,
            rooms: Vec::new(),
            scope: None,
            payload: to_raw_value(&payload).unwrap(),
            at: DateTime::UNIX_EPOCH,
        }
    }

    fn told(change: impl FnOnce(&mut Value)) -> Option<Value> {
        let notice = Notice::of(&event(change))?;
        let payload = notice.payload(&receiver(1, Profile::User, true, false));
        Some(serde_json::from_slice(&payload).unwrap())
    }

    fn receiver(user: i64, profile: Profile, serves: bool, all_ticket: bool) -> Receiver {
        Receiver {
            user_id: UserId(user),
            profile,
            all_ticket,
            serves,
            endpoint: String::new(),
            p256dh: Vec::new(),
            auth: Vec::new(),
        }
    }

    #[test]
    fn a_customer_s_new_message_is_told_and_nothing_else() {
        // spec: S021
        let wanted = json!({ "ticketId": 9, "uuid": Uuid::nil(), "name": "Beatriz", "text": "Oi" });
        assert_eq!(told(|_| ()), Some(wanted));
        assert_eq!(told(|it| it["message"]["fromMe"] = json!(true)), None);
        assert_eq!(told(|it| it["ticket"]["status"] = json!("closed")), None);
        assert_eq!(told(|it| it["action"] = json!("update")), None);
        assert_eq!(told(|it| it["ticket"] = json!(null)), None);
        let mut other = event(|_| ());
        other.entity = Entity::Ticket;
        assert!(Notice::of(&other).is_none());
    }

    #[test]
    fn a_number_for_a_name_is_hidden_from_attendants_where_the_company_hides_numbers() {
        let mut notice = Notice::of(&event(|it| {
            it["contact"]["name"] = json!("5511988887777");
        }))
        .unwrap();
        let name = |notice: &Notice, profile| {
            let payload = notice.payload(&receiver(1, profile, true, false));
            serde_json::from_slice::<Value>(&payload).unwrap()["name"].clone()
        };
        assert_eq!(name(&notice, Profile::User), "5511•••••••77");
        assert_eq!(name(&notice, Profile::Admin), "5511988887777");
        notice.hides_numbers = false;
        assert_eq!(name(&notice, Profile::User), "5511988887777");
    }

    #[test]
    fn files_are_only_named_and_long_texts_cut() {
        let text = |media: Value, body: &str| {
            let told = told(|it| {
                it["message"]["mediaType"] = media;
                it["message"]["body"] = json!(body);
            });
            told.unwrap()["text"].clone()
        };
        assert_eq!(text(json!("audio"), "voz.ogg"), json!(null));
        assert_eq!(text(json!("image"), ""), json!(null));
        assert_eq!(text(json!("image"), "Veja"), json!("Veja"));
        let long = text(json!(null), &"é".repeat(500));
        assert_eq!(long.as_str().unwrap().chars().count(), 121);
        let notice = Notice::of(&event(|it| {
            it["message"]["body"] = json!("\u{1f600}\"".repeat(500));
            it["contact"]["name"] = json!("\u{1f600}".repeat(500));
        }));
        let payload = notice
            .unwrap()
            .payload(&receiver(1, Profile::Admin, true, false));
        assert!(payload.len() < 3_000);
    }

    #[test]
    fn a_waiting_ticket_is_for_those_who_may_see_it_and_an_open_one_for_its_holder() {
        // spec: S021 S080 S086 S087
        let waiting = Notice::of(&event(|_| ())).unwrap();
        assert!(waiting.is_for(&receiver(7, Profile::User, true, false)));
        assert!(waiting.is_for(&receiver(7, Profile::Admin, false, false)));
        assert!(!waiting.is_for(&receiver(7, Profile::User, false, true)));
        let nowhere = Notice::of(&event(|it| it["ticket"]["queueId"] = json!(null))).unwrap();
        assert!(nowhere.is_for(&receiver(7, Profile::User, false, true)));
        assert!(!nowhere.is_for(&receiver(7, Profile::Supervisor, true, false)));
        let held = Notice::of(&event(|it| {
            it["ticket"]["status"] = json!("open");
            it["ticket"]["userId"] = json!(7);
        }));
        let held = held.unwrap();
        assert!(held.is_for(&receiver(7, Profile::User, true, false)));
        assert!(!held.is_for(&receiver(7, Profile::User, false, false)));
        assert!(!held.is_for(&receiver(8, Profile::Admin, true, true)));
    }
}

//! The messages of the demonstration, written in the order of their times over all conversations of a company, so that
//! their numbers grow with time. Customers' phones get the same history.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    files,
    script::{By, Said},
};
use crate::{
    Conn, Result, contacts,
    media::{self, FileHint, MediaLimits, MediaStore, StoredMedia},
    message_changes::{self, NewMessage},
    model::{
        CompanyId, ConnectionId, ContactId, ErrorCode, MediaId, MessageId, TicketId, UserId,
        message::{Author, Location, MediaKind, MessageDetails},
        outgoing::{Outgoing, SendState},
    },
    on,
    outbox::{self, NewIntent, PRIORITY_DESK},
    simulator::{self, PhoneFile, PhoneRecord},
    ticket_changes::{self, LastMessage, Unread},
};

/// Bytes of the largest file of `files/`, with room.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// A ticket's lines.
pub(super) struct Conversation {
    pub ticket: TicketId,
    pub contact: ContactId,
    pub number: String,
    pub push_name: String,
    pub group: bool,
    pub connection: ConnectionId,
    pub user: Option<UserId>,
    pub unread: usize,
    pub is_lead: bool,
    pub closed_at: Option<DateTime<Utc>>,
    pub lines: Vec<(DateTime<Utc>, Said)>,
}

/// What a line holds.
#[derive(Default)]
struct Content {
    body: String,
    media_type: Option<&'static str>,
    media: Option<(MediaId, StoredMedia)>,
    location: Option<Location>,
    /// What the list shows.
    shown: String,
}

/// Who a line is to the rest of the conversation.
#[derive(Clone)]
struct Known {
    id: MessageId,
    provider_id: Option<String>,
}

/// Writes all lines and then how their tickets stand.
pub(super) async fn insert(
    conn: &mut Conn<'_>,
    media: &MediaStore,
    company: CompanyId,
    conversations: Vec<Conversation>,
) -> Result<()> {
    let mut order: Vec<(DateTime<Utc>, usize, usize)> = conversations
        .iter()
        .enumerate()
        .flat_map(|(talk, conversation)| {
            let lines = conversation.lines.iter().enumerate();
            lines.map(move |(line, (at, _))| (*at, talk, line))
        })
        .collect();
    order.sort_unstable();
    let mut known: Vec<Vec<Known>> = vec![Vec::new(); conversations.len()];
    for (at, talk, line) in order {
        let (Some(conversation), Some(before)) = (conversations.get(talk), known.get_mut(talk))
        else {
            continue;
        };
        let Some((_, said)) = conversation.lines.get(line) else {
            continue;
        };
        let quoted = said
            .quote
            .and_then(|back| before.get(line.checked_sub(back)?))
            .cloned();
        let desk = Desk {
            company,
            conversation,
            at,
        };
        let content = desk.content(conn, media, said).await?;
        let written = desk.write(conn, said, &content, (line, quoted)).await?;
        before.push(written);
    }
    for conversation in conversations {
        finish(conn, company, &conversation).await?;
    }
    Ok(())
}

/// Where and when a line was said.
struct Desk<'a> {
    company: CompanyId,
    conversation: &'a Conversation,
    at: DateTime<Utc>,
}

impl Desk<'_> {
    async fn content(
        &self,
        conn: &mut Conn<'_>,
        store: &MediaStore,
        said: &Said,
    ) -> Result<Content> {
        if let Some(name) = &said.file {
            return self.file(conn, store, (name, said)).await;
        }
        if let Some((latitude, longitude, name, address)) = said.place.clone() {
            let body = name.clone().or_else(|| address.clone()).unwrap_or_default();
            return Ok(Content {
                shown: format!("📍 {body}"),
                body,
                media_type: Some("locationMessage"),
                location: Some(Location {
                    latitude,
                    longitude,
                    name,
                    address,
                }),
                media: None,
            });
        }
        let (body, media_type, shown) = if let Some((name, number)) = &said.card {
            (
                simulator::vcard(name, number),
                Some("vcard"),
                "👤 Contato".to_owned(),
            )
        } else if said.call {
            (
                String::new(),
                Some("call_log"),
                "📞 Chamada perdida".to_owned(),
            )
        } else {
            (said.text.clone(), None, said.text.clone())
        };
        Ok(Content {
            body,
            media_type,
            shown,
            ..Content::default()
        })
    }

    async fn file(
        &self,
        conn: &mut Conn<'_>,
        store: &MediaStore,
        (file, said): (&str, &Said),
    ) -> Result<Content> {
        let bytes = files::bytes(file).ok_or(ErrorCode::NotFound)?;
        let hint = FileHint {
            name: said.name.as_deref().unwrap_or(file),
            mime: None,
        };
        let limits = MediaLimits::all(FILE_BYTES_MAX);
        let stored = store
            .keep_bytes(self.company, Bytes::from_static(bytes), hint, limits)
            .await?;
        let id = media::insert_ready(conn, self.company, self.at, &stored).await?;
        let word = match stored.kind {
            MediaKind::Image => "📷 Imagem",
            MediaKind::Audio => "🎤 Áudio",
            MediaKind::Video => "🎬 Vídeo",
            MediaKind::Document => "📄 Documento",
        };
        let shown = if said.text.is_empty() {
            word.to_owned()
        } else {
            said.text.clone()
        };
        Ok(Content {
            body: said.text.clone(),
            media_type: Some(stored.kind.as_str()),
            media: Some((id, stored)),
            shown,
            location: None,
        })
    }

    async fn write(
        &self,
        conn: &mut Conn<'_>,
        said: &Said,
        content: &Content,
        (line, quoted): (usize, Option<Known>),
    ) -> Result<Known> {
        let talk = self.conversation;
        let intent = Uuid::new_v4();
        let customer = said.by == By::Customer;
        let unread = customer && talk.lines.len() - line <= talk.unread;
        let message = self.message(said, content, (intent, unread), quoted.as_ref());
        let provider_id = message.provider_id.clone();
        let id = message_changes::insert(conn, self.company, &message, self.at)
            .await?
            .ok_or(ErrorCode::CreatingMessage)?;
        self.mark(conn, id, said).await?;
        if said.fails.is_some() {
            self.intent(conn, (id, intent), said, message.send_state)
                .await?;
        } else if let Some(provider_id) = provider_id.as_deref().filter(|_| !talk.group) {
            let quoted_id = quoted.and_then(|quoted| quoted.provider_id);
            self.on_phone(conn, said, content, (provider_id, quoted_id, unread))
                .await?;
        }
        if customer {
            let (contact, connection) = (talk.contact, talk.connection);
            contacts::touch_window(conn, self.company, contact, connection, self.at).await?;
        }
        if !matches!(said.by, By::Whisper) {
            let last = LastMessage {
                body: &content.shown,
                from_me: !customer,
                unread: Unread::received(!unread),
            };
            ticket_changes::note_message(conn, self.company, talk.ticket, &last, self.at).await?;
        }
        Ok(Known { id, provider_id })
    }

    fn message(
        &self,
        said: &Said,
        content: &Content,
        (intent, unread): (Uuid, bool),
        quoted: Option<&Known>,
    ) -> NewMessage {
        let talk = self.conversation;
        let failed = said.fails.is_some();
        let (provider_id, ack, send_state) = match said.by {
            By::Customer => (Some(format!("sim.c{}", intent.simple())), 0, None),
            By::Whisper => (None, 2, None),
            By::Attendant if failed => {
                let unknown = said.fails.as_deref() == Some("unknown");
                let state = if unknown {
                    SendState::Unknown
                } else {
                    SendState::Rejected
                };
                (None, 0, Some(state))
            }
            By::Attendant => {
                let id = simulator::provider_id(intent);
                (Some(id), said.ack.unwrap_or(4), Some(SendState::Accepted))
            }
        };
        let ours = said.by != By::Customer;
        NewMessage {
            uuid: Uuid::new_v4(),
            ticket_id: talk.ticket,
            contact_id: talk.contact,
            connection_id: Some(talk.connection),
            provider_id,
            body: content.body.clone(),
            from_me: ours,
            read: !unread,
            media_id: content.media.as_ref().map(|(id, _)| *id),
            media_type: content.media_type.map(str::to_owned),
            location: content.location.clone(),
            ack,
            is_private: said.by == By::Whisper,
            quoted_id: quoted.map(|quoted| quoted.id),
            author: if ours { Author::User } else { Author::Contact },
            user_id: talk.user.filter(|_| ours),
            client_id: ours.then(|| intent.to_string()),
            send_state,
            author_id: None,
            details: MessageDetails::default(),
            sent_at: self.at,
        }
    }

    /// Edited, deleted, failed, reacted to.
    async fn mark(&self, conn: &mut Conn<'_>, id: MessageId, said: &Said) -> Result<()> {
        let error = said.fails.as_deref().map(|fails| match fails {
            "unknown" => "sem resposta",
            _ => "131026 the number is not on WhatsApp",
        });
        if said.edited || said.deleted || error.is_some() {
            on!(&mut *conn, |c| {
                sqlx::query(
                "UPDATE messages SET is_edited = $3, is_deleted = $4, error = $5 WHERE company_id = $1 AND id = $2"
            )
            .bind(self.company)
            .bind(id)
            .bind(said.edited)
            .bind(said.deleted)
            .bind(error)
            .execute(c)
            .await
            .map(drop)
            })?;
        }
        if let Some(emoji) = &said.emoji {
            // the other side reacts
            let from_me = said.by == By::Customer;
            message_changes::set_reaction(conn, self.company, id, (from_me, emoji), self.at)
                .await?;
        }
        Ok(())
    }

    /// The outbox row of a send that failed, so that it can be repeated or settled.
    async fn intent(
        &self,
        conn: &mut Conn<'_>,
        (message, intent): (MessageId, Uuid),
        said: &Said,
        state: Option<SendState>,
    ) -> Result<()> {
        let row = NewIntent {
            intent_id: intent,
            connection_id: self.conversation.connection,
            message_id: Some(message),
            dedupe_key: format!("demo:{intent}"),
            recipient: self.conversation.number.clone(),
            priority: PRIORITY_DESK,
            payload: Outgoing::Text {
                body: said.text.clone(),
                quoted_id: None,
            },
            expires_at: None,
        };
        outbox::insert(conn, self.company, &row, self.at).await?;
        on!(conn, |c| sqlx::query(
            "UPDATE outbox SET state = $3, attempts = 1 WHERE company_id = $1 AND intent_id = $2"
        )
        .bind(self.company)
        .bind(intent)
        .bind(state)
        .execute(c)
        .await
        .map(drop))?;
        Ok(())
    }

    async fn on_phone(
        &self,
        conn: &mut Conn<'_>,
        said: &Said,
        content: &Content,
        (provider_id, quoted_id, unread): (&str, Option<String>, bool),
    ) -> Result<()> {
        let talk = self.conversation;
        let incoming = said.by == By::Customer;
        let ack = match (incoming, unread) {
            (true, true) => 3,
            (true, false) => 4,
            (false, _) => said.ack.unwrap_or(4),
        };
        let (kind, body) = match (&content.media, &content.location, content.media_type) {
            (Some((_, stored)), ..) => (simulator::kind_word(stored.kind), content.body.clone()),
            (_, Some(place), _) => ("location", serde_json::to_string(place)?),
            (.., Some("vcard")) => ("contacts", content.body.clone()),
            (.., Some("call_log")) => ("call", String::new()),
            _ => ("text", content.body.clone()),
        };
        let record = PhoneRecord {
            number: talk.number.clone(),
            push_name: talk.push_name.clone(),
            provider_id: provider_id.to_owned(),
            incoming,
            kind,
            body,
            file: content.media.as_ref().map(|(_, stored)| PhoneFile {
                path: stored.path.clone(),
                name: stored.name.clone(),
                mime: stored.mime.clone(),
            }),
            quoted_id,
            deleted: said.deleted,
            ack,
        };
        simulator::record(conn, self.company, talk.connection, self.at, &record).await
    }
}

async fn finish(conn: &mut Conn<'_>, company: CompanyId, talk: &Conversation) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE tickets SET chatbot = $3, closed_at = $4, updated_at = COALESCE($4, updated_at)
         WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(talk.ticket)
    .bind(talk.is_lead)
    .bind(talk.closed_at)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

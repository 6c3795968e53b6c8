//! The handlers of the simulator's face.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use guiche_storage::{
    fixtures::simulator::{self as phones, CustomerContent, PhoneMessage},
    model::{CompanyId, ConnectionId, ErrorCode, message::Location},
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    Simulator,
    requests::{self, Act},
};
use crate::error::ApiError;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MessageView {
    id: String,
    direction: &'static str,
    #[serde(rename = "type")]
    kind: String,
    body: String,
    media_url: Option<String>,
    media_name: Option<String>,
    mime: Option<String>,
    location: Option<Location>,
    quoted_id: Option<String>,
    author_number: Option<String>,
    author_name: Option<String>,
    from_own_phone: bool,
    deleted: bool,
    edited: bool,
    ack: i64,
    at: DateTime<Utc>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Receipt {
    id: String,
    ack: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PhoneForm {
    push_name: Option<String>,
    read_receipts: Option<bool>,
}

pub(super) async fn connections(simulator: web::Data<Simulator>) -> Result<HttpResponse, ApiError> {
    let mut reader = simulator.db.read().await?;
    let rows = phones::list_connections(&mut reader.conn()).await?;
    let shown: Vec<_> = rows
        .into_iter()
        .map(|row| {
            json!({
                "id": row.id, "companyId": row.company_id, "name": row.name, "companyName": row.company_name
            })
        })
        .collect();
    Ok(HttpResponse::Ok().json(shown))
}

pub(super) async fn phones(
    simulator: web::Data<Simulator>,
    path: web::Path<ConnectionId>,
) -> Result<HttpResponse, ApiError> {
    let company = company_of(&simulator, *path).await?;
    let mut reader = simulator.db.read().await?;
    let rows = phones::list_phones(&mut reader.conn(), company, *path).await?;
    let shown: Vec<_> = rows
        .iter()
        .map(|phone| phone_view(&simulator, company, phone))
        .collect();
    Ok(HttpResponse::Ok().json(shown))
}

pub(super) async fn put_phone(
    simulator: web::Data<Simulator>,
    path: web::Path<(ConnectionId, String)>,
    form: web::Json<PhoneForm>,
) -> Result<HttpResponse, ApiError> {
    let (connection, number) = path.into_inner();
    let number = requests::number("number", &number)?;
    if let Some(name) = &form.push_name {
        requests::push_name(name)?;
    }
    let company = company_of(&simulator, connection).await?;
    let now = simulator.clock.now();
    let what = (
        number.as_str(),
        form.push_name.as_deref(),
        form.read_receipts,
    );
    let phone = simulator
        .db
        .write(async |conn| phones::put_phone(conn, company, connection, now, what).await)
        .await?;
    Ok(HttpResponse::Ok().json(phone_view(&simulator, company, &phone)))
}

pub(super) async fn messages(
    simulator: web::Data<Simulator>,
    path: web::Path<(ConnectionId, String)>,
) -> Result<HttpResponse, ApiError> {
    let (connection, number) = path.into_inner();
    let number = requests::chat("number", &number)?;
    let company = company_of(&simulator, connection).await?;
    let mut reader = simulator.db.read().await?;
    let rows = phones::list_messages(&mut reader.conn(), company, connection, &number).await?;
    let shown: Vec<_> = rows
        .into_iter()
        .map(|row| view(&simulator, company, row))
        .collect();
    Ok(HttpResponse::Ok().json(shown))
}

pub(super) async fn write(
    simulator: web::Data<Simulator>,
    path: web::Path<ConnectionId>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    let connection = *path;
    let company = company_of(&simulator, connection).await?;
    let act = requests::read_act(&request, payload, &simulator, company).await?;
    let file = stored_file(&act);
    let done = perform(&simulator, company, connection, act).await;
    if let (Err(_), Some(file)) = (&done, file) {
        simulator.media.remove(company, &file).await?;
    }
    let id = done?;
    (simulator.wake_inbox)(company, connection);
    Ok(HttpResponse::Ok().json(json!({ "id": id })))
}

async fn perform(
    simulator: &Simulator,
    company: CompanyId,
    connection: ConnectionId,
    act: Act,
) -> Result<String, ApiError> {
    let now = simulator.clock.now();
    let done = simulator.db.write(async |conn| match act.clone() {
        Act::Write(message) => phones::write_message(conn, company, connection, now, message).await,
        Act::Remember(message) => {
            phones::remember_message(conn, company, connection, now, &message).await
        }
        Act::React {
            from,
            target_id,
            emoji,
        } => {
            let what = (from.as_str(), target_id.as_str(), emoji.as_str());
            phones::react(conn, company, connection, now, what).await?;
            Ok(target_id)
        }
        Act::Edit { target_id, body } => {
            phones::edit_message(conn, company, connection, now, (&target_id, &body)).await?;
            Ok(target_id)
        }
    });
    Ok(done.await?)
}

fn stored_file(act: &Act) -> Option<String> {
    match act {
        Act::Write(message) | Act::Remember(message) => match &message.content {
            CustomerContent::Media { file, .. } => Some(file.path.clone()),
            _ => None,
        },
        Act::React { .. } | Act::Edit { .. } => None,
    }
}

pub(super) async fn revoke(
    simulator: web::Data<Simulator>,
    path: web::Path<(ConnectionId, String)>,
) -> Result<HttpResponse, ApiError> {
    let (connection, id) = path.into_inner();
    let company = company_of(&simulator, connection).await?;
    let now = simulator.clock.now();
    simulator
        .db
        .write(async |conn| phones::revoke_message(conn, company, connection, now, &id).await)
        .await?;
    (simulator.wake_inbox)(company, connection);
    Ok(HttpResponse::Ok().json(json!({ "id": id })))
}

pub(super) async fn receipt(
    simulator: web::Data<Simulator>,
    path: web::Path<ConnectionId>,
    receipt: web::Json<Receipt>,
) -> Result<HttpResponse, ApiError> {
    if !(3..=5).contains(&receipt.ack) {
        return Err(ApiError::field(
            "ack",
            "must be 3 (delivered), 4 (read) or 5 (played)",
        ));
    }
    let connection = *path;
    let company = company_of(&simulator, connection).await?;
    let now = simulator.clock.now();
    let what = (receipt.id.as_str(), receipt.ack);
    let ack = simulator
        .db
        .write(async |conn| phones::acknowledge(conn, company, connection, now, what).await)
        .await?;
    (simulator.wake_inbox)(company, connection);
    Ok(HttpResponse::Ok().json(json!({ "id": receipt.id, "ack": ack })))
}

pub(super) async fn ledger(
    simulator: web::Data<Simulator>,
    path: web::Path<ConnectionId>,
) -> Result<HttpResponse, ApiError> {
    let company = company_of(&simulator, *path).await?;
    let mut reader = simulator.db.read().await?;
    let rows = phones::list_received(&mut reader.conn(), company, *path).await?;
    let shown: Vec<_> = rows
        .into_iter()
        .map(|row| {
            json!({
                "id": row.provider_id, "to": row.number, "type": row.kind, "body": row.body,
                "quotedId": row.quoted_id, "deleted": row.deleted, "ack": row.ack, "at": row.at
            })
        })
        .collect();
    Ok(HttpResponse::Ok().json(shown))
}

pub(super) async fn company_of(
    simulator: &Simulator,
    connection: ConnectionId,
) -> Result<CompanyId, ApiError> {
    let mut reader = simulator.db.read().await?;
    let found = phones::find_connection(&mut reader.conn(), connection).await?;
    Ok(found.ok_or(ErrorCode::NoWappFound)?.company_id)
}

fn phone_view(
    simulator: &Simulator,
    company: CompanyId,
    phone: &phones::Phone,
) -> serde_json::Value {
    let picture = phone.picture_path.as_deref().map(|path| {
        let mime = phone.picture_mime.as_deref().unwrap_or_default();
        let now = simulator.clock.now();
        simulator
            .media
            .links()
            .sign_open(company, path, "perfil", mime, now)
    });
    json!({
        "number": phone.number, "pushName": phone.push_name,
        "readReceipts": phone.read_receipts, "isGroup": phone.is_group, "lastAt": phone.last_at,
        "pictureUrl": picture,
        "isWrittenTo": phone.written_to_until.is_some_and(|until| until > simulator.clock.now())
    })
}

fn view(simulator: &Simulator, company: CompanyId, row: PhoneMessage) -> MessageView {
    let media_url = row.media_path.as_deref().map(|path| {
        let name = row.media_name.as_deref().unwrap_or_default();
        let mime = row.media_mime.as_deref().unwrap_or_default();
        simulator
            .media
            .links()
            .sign_open(company, path, name, mime, simulator.clock.now())
    });
    let location: Option<Location> = if row.kind == "location" {
        serde_json::from_str(&row.body).ok()
    } else {
        None
    };
    MessageView {
        id: row.provider_id,
        direction: if row.incoming { "in" } else { "out" },
        body: if location.is_some() {
            String::new()
        } else {
            row.body
        },
        kind: row.kind,
        media_url,
        media_name: row.media_name,
        mime: row.media_mime,
        location,
        quoted_id: row.quoted_id,
        author_number: row.author_number,
        author_name: row.author_name,
        from_own_phone: row.from_own_phone,
        deleted: row.deleted,
        edited: row.edited,
        ack: row.ack,
        at: row.at,
    }
}

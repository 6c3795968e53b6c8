//! Messages that the demonstration's companies have scheduled for the days to come.

use chrono::{DateTime, Duration, NaiveTime, Utc};

use super::companies::Made;
use crate::{
    Conn, Result,
    model::{ContactId, ErrorCode},
    on,
    schedules::{self, ScheduleForm},
};

/// Days ahead, the hour of the day in UTC, the text.
const MESSAGES: [(i64, u32, &str); 5] = [
    (
        1,
        12,
        "{{ms}} {{firstName}}! Passando para lembrar do seu horário de amanhã. Podemos confirmar?",
    ),
    (
        1,
        18,
        "{{firstName}}, seu pedido saiu para entrega. Qualquer dúvida, é só responder por aqui.",
    ),
    (
        3,
        13,
        "Oi, {{firstName}}! Conseguiu ver a proposta que enviamos?",
    ),
    (
        6,
        14,
        "{{ms}} {{name}}, seu boleto vence amanhã. Se já pagou, desconsidere esta mensagem.",
    ),
    (
        9,
        15,
        "{{firstName}}, faz um mês que você esteve aqui. Como podemos ajudar?",
    ),
];

/// Schedules one message for each of the first contacts, by the company's first attendant.
pub(super) async fn insert(conn: &mut Conn<'_>, now: DateTime<Utc>, desk: &Made) -> Result<()> {
    let user = ["marina", "tiago", "admin"]
        .iter()
        .find_map(|name| desk.users.get(name).copied())
        .ok_or(ErrorCode::NoUserFound)?;
    let contacts: Vec<ContactId> = on!(&mut *conn, |c| sqlx::query_scalar(
        "SELECT id FROM contacts WHERE company_id = $1 AND NOT is_group ORDER BY id LIMIT $2"
    )
    .bind(desk.company)
    .bind(i64::try_from(MESSAGES.len()).unwrap_or(i64::MAX))
    .fetch_all(c)
    .await)?;
    for (contact_id, (days, hour, body)) in contacts.into_iter().zip(MESSAGES) {
        let date = (now + Duration::days(days)).date_naive();
        let time = NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or_default();
        let form = ScheduleForm {
            template: None,
            body: body.to_owned(),
            contact_id,
            send_at: date.and_time(time).and_utc(),
            connection_id: None,
            repeats: None,
        };
        schedules::insert(conn, desk.company, user, &form, now).await?;
    }
    Ok(())
}

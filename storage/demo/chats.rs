//! What the demonstration's people write to each other.

use chrono::{DateTime, Duration, Utc};

use super::companies::Made;
use crate::{Conn, Result, chats, model::UserId};

/// Title, members, and who wrote what.
type Script = (
    &'static str,
    &'static [&'static str],
    &'static [(&'static str, &'static str)],
);

/// The first member made it. Names of people whom a company does not have are left out.
const CHATS: [Script; 3] = [
    (
        "Equipe de atendimento",
        &["admin", "marina", "rafael"],
        &[
            (
                "admin",
                "Bom dia! Hoje temos a promoção de inverno, preparem-se.",
            ),
            ("marina", "Bom dia! Já deixei as respostas rápidas prontas."),
            (
                "rafael",
                "As entregas da zona sul atrasam uma hora, avisem os clientes.",
            ),
        ],
    ),
    (
        "Trocas e devoluções",
        &["marina", "rafael"],
        &[
            (
                "rafael",
                "O tênis do pedido 4821 chegou, pode liberar a troca.",
            ),
            ("marina", "Ótimo, vou avisar a cliente agora."),
        ],
    ),
    (
        "Recepção",
        &["admin", "tiago"],
        &[("tiago", "A agenda de quinta está cheia, só encaixe.")],
    ),
];
/// Minutes between two messages.
const PACE: i64 = 7;

/// Writes the chats of a company's people, the last messages some minutes ago.
pub(super) async fn insert(conn: &mut Conn<'_>, now: DateTime<Utc>, desk: &Made) -> Result<()> {
    for (title, names, lines) in CHATS {
        let members: Vec<UserId> = names
            .iter()
            .filter_map(|name| desk.users.get(name).copied())
            .collect();
        let Some((owner, others)) = members
            .split_first()
            .filter(|_| members.len() == names.len())
        else {
            continue;
        };
        let minutes = i64::try_from(lines.len()).unwrap_or(0) * PACE;
        let mut at = now - Duration::minutes(minutes);
        let chat = chats::insert(conn, desk.company, *owner, (title, others), at).await?;
        for (name, text) in lines {
            let Some(sender) = desk.users.get(name).copied() else {
                continue;
            };
            chats::insert_message(conn, desk.company, (chat.id, sender), text, at).await?;
            at += Duration::minutes(PACE);
        }
    }
    Ok(())
}

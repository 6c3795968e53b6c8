//! How a number has been: the last 24 hours in cells, and what is said when it is down or back (rule B16).

use chrono::{DateTime, TimeDelta, Utc};
use guiche_storage::connections::outages::Outage;

use super::{
    calendar::Zone,
    pairing::{LOGGED_OUT, UNSCANNED},
};

/// Cells of an hour each.
const CELLS: i32 = 24;

/// An hour of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// When it begins.
    pub from: DateTime<Utc>,
    /// Seconds in which it was down although somebody wanted it on.
    pub down_seconds: i64,
    /// Seconds in which nobody wanted it on, or it had never been connected.
    pub off_seconds: i64,
    /// Why it was down, as it was said last.
    pub reason: Option<String>,
}

/// The last 24 hours of a number that was connected first at a time, the newest hour last.
pub fn cells(
    first_connected_at: Option<DateTime<Utc>>,
    outages: &[&Outage],
    now: DateTime<Utc>,
) -> Vec<Cell> {
    let hour = TimeDelta::hours(1);
    (0..CELLS)
        .map(|place| {
            let from = now - hour * (CELLS - place);
            cell(first_connected_at, outages, (from, from + hour), now)
        })
        .collect()
}

fn cell(
    first_connected_at: Option<DateTime<Utc>>,
    outages: &[&Outage],
    (from, to): (DateTime<Utc>, DateTime<Utc>),
    now: DateTime<Utc>,
) -> Cell {
    let before = (first_connected_at.unwrap_or(now).min(to) - from).max(TimeDelta::zero());
    let mut cell = Cell {
        from,
        down_seconds: 0,
        off_seconds: before.num_seconds(),
        reason: None,
    };
    for outage in outages {
        let within = outage.ended_at.unwrap_or(now).min(to) - outage.began_at.max(from);
        if within <= TimeDelta::zero() {
            continue;
        }
        if outage.is_planned {
            cell.off_seconds += within.num_seconds();
        } else {
            // also one of a moment
            cell.down_seconds += within.num_seconds().max(1);
            cell.reason = outage.reason.clone().or(cell.reason);
        }
    }
    cell
}

/// How often a number came back today, by the company's calendar, and the last time: when, and after how many seconds.
pub fn reconnects(
    outages: &[&Outage],
    zone: Zone,
    now: DateTime<Utc>,
) -> (usize, Option<(DateTime<Utc>, i64)>) {
    let today = now.with_timezone(&zone).date_naive();
    let of_today: Vec<_> = outages
        .iter()
        .filter(|outage| !outage.is_planned)
        .filter_map(|outage| Some((outage.ended_at?, outage.began_at)))
        .filter(|(ended, _)| ended.with_timezone(&zone).date_naive() == today)
        .collect();
    let last = of_today
        .last()
        .map(|(ended, began)| (*ended, (*ended - *began).num_seconds()));
    (of_today.len(), last)
}

/// A mail to the admins: subject and text. `ended` is how long it lasted, if it is over.
pub fn letter(
    name: &str,
    reason: Option<&str>,
    lasted: TimeDelta,
    is_over: bool,
    page: &str,
) -> (String, String) {
    let minutes = lasted.num_minutes().max(1);
    let minutes = if minutes == 1 {
        "1 minuto".to_owned()
    } else {
        format!("{minutes} minutos")
    };
    if is_over {
        let subject = format!("{name} está conectada de novo");
        let text = format!(
            "Olá!\n\nA conexão {name} voltou depois de {minutes}.\n\n\
             As mensagens que esperavam estão saindo. Conexões: {page}\n"
        );
        return (subject, text);
    }
    let why = reason.map(|reason| format!("Motivo: {}\n\n", in_words(reason)));
    let subject = format!("{name} está desconectada");
    let text = format!(
        "Olá!\n\nA conexão {name} está desconectada há {minutes}.\n\n{}\
         Enquanto isso as mensagens esperam. Para reconectar: {page}\n",
        why.unwrap_or_default()
    );
    (subject, text)
}

/// What is known by a word; the rest is said as the provider says it.
fn in_words(reason: &str) -> &str {
    match reason {
        LOGGED_OUT => "a sessão foi encerrada no celular.",
        UNSCANNED => "ninguém leu o QR Code.",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::ConnectionId;

    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        format!("2026-11-24T{text}Z").parse().unwrap()
    }

    fn outage(began: &str, ended: Option<&str>, is_planned: bool) -> Outage {
        Outage {
            connection_id: ConnectionId(1),
            began_at: at(began),
            ended_at: ended.map(at),
            reason: Some("no network".into()),
            is_planned,
            told_at: None,
            mailed_to: 0,
        }
    }

    #[test]
    fn an_hour_says_how_long_it_was_down_and_how_long_nobody_wanted_it() {
        let now = at("18:00:00");
        let all = [
            outage("13:40:00", Some("14:00:00"), true),
            outage("14:50:00", Some("15:10:00"), false),
            outage("15:59:00", Some("16:00:00"), false),
            outage("15:30:00", Some("15:45:00"), true),
            outage("17:59:00", None, false),
        ];
        let all: Vec<_> = all.iter().collect();
        let cells = cells(Some(at("13:30:00")), &all, now);
        assert_eq!(cells.len(), 24);
        assert_eq!(cells[0].from, now - TimeDelta::hours(24));
        let seen: Vec<_> = cells[18..]
            .iter()
            .map(|cell| (cell.down_seconds, cell.off_seconds))
            .collect();
        // from 12:00 on
        let expected = [(0, 3600), (0, 3000), (600, 0), (660, 900), (0, 0), (60, 0)];
        assert_eq!(seen, expected);
        assert_eq!(cells[20].reason.as_deref(), Some("no network"));
        assert_eq!(cells[22].reason, None);
    }

    #[test]
    fn a_number_that_never_was_connected_was_off_all_the_time() {
        let cells = cells(None, &[], at("18:00:00"));
        assert!(cells.iter().all(|cell| cell.off_seconds == 3600));
    }

    #[test]
    fn what_came_back_today_counts_where_the_company_is() {
        let zone: Zone = "America/Sao_Paulo".parse().unwrap();
        let all = [
            // yesterday there
            outage("02:00:00", Some("02:59:59"), false),
            outage("03:00:00", Some("03:00:04"), false),
            outage("10:00:00", Some("10:30:00"), true),
            outage("17:00:00", None, false),
        ];
        let all: Vec<_> = all.iter().collect();
        let (times, last) = reconnects(&all, zone, at("18:00:00"));
        assert_eq!(times, 1);
        assert_eq!(last, Some((at("03:00:04"), 4)));
    }

    #[test]
    fn a_mail_says_which_number_since_when_and_why() {
        let page = "https://desk.example/connections";
        let (subject, text) = letter(
            "Loja",
            Some(LOGGED_OUT),
            TimeDelta::seconds(125),
            false,
            page,
        );
        assert_eq!(subject, "Loja está desconectada");
        assert!(
            text.contains("há 2 minutos")
                && text.contains("encerrada no celular")
                && text.contains(page)
        );
        let (subject, text) = letter("Loja", None, TimeDelta::minutes(14), true, page);
        assert_eq!(subject, "Loja está conectada de novo");
        assert!(text.contains("14 minutos"));
    }
}

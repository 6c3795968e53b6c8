//! When a company's admins are told of its due date, and in which words (rule B12).

use chrono::{DateTime, NaiveDate, Timelike as _, Utc};

use super::{billing::amount, calendar::Zone};

/// Days before the due date on which they are told.
pub const DAYS: [i64; 3] = [0, 2, 5];
/// The hour of their day from which on they are.
const HOUR: u32 = 8;

/// A language of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Portuguese.
    Pt,
    /// English.
    En,
    /// Spanish.
    Es,
}

impl Language {
    /// That of a company's setting, or of a browser; Portuguese for any other word.
    pub fn of(word: Option<&str>) -> Self {
        match word {
            Some("en") => Self::En,
            Some("es") => Self::Es,
            _ => Self::Pt,
        }
    }
}

/// Which of the mails a company is to have at this time of its day; one that was missed is made up for while none is due after
/// it.
pub fn notice_of(due: DateTime<Utc>, now: DateTime<Utc>, zone: Zone) -> Option<(NaiveDate, i64)> {
    let (now, due_day) = (
        now.with_timezone(&zone),
        due.with_timezone(&zone).date_naive(),
    );
    let left = (due_day - now.date_naive()).num_days();
    if now.hour() < HOUR || left < 0 {
        return None;
    }
    let days = DAYS.into_iter().find(|days| left <= *days)?;
    Some((due_day, days))
}

/// What a mail is about.
#[derive(Debug, Clone, Copy)]
pub struct About<'a> {
    /// The company's name.
    pub company: &'a str,
    /// The plan that it pays.
    pub plan: &'a str,
    /// What it owes.
    pub value_cents: i64,
    /// Until when.
    pub due_day: NaiveDate,
    /// Days until then; 0 is today.
    pub days_left: i64,
    /// Where it pays.
    pub page: &'a str,
}

/// An amount in BRL, as it is written in Brazil, in every language (A140): `R$ 1.234,50`.
pub fn reais(cents: i64) -> String {
    let text = amount(cents);
    let (whole, rest) = text.split_once('.').unwrap_or((&text, "00"));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            grouped.push('.');
        }
        grouped.push(digit);
    }
    format!("R$ {grouped},{rest}")
}

/// A day as it is written in the language.
pub fn written(day: NaiveDate, language: Language) -> String {
    match language {
        Language::Pt | Language::Es => day.format("%d/%m/%Y").to_string(),
        Language::En => day.format("%d %b %Y").to_string(),
    }
}

/// A mail to the admins: subject and text.
pub fn letter(language: Language, about: About<'_>) -> (String, String) {
    let About {
        company,
        plan,
        days_left,
        page,
        ..
    } = about;
    let (value, date) = (reais(about.value_cents), written(about.due_day, language));
    match language {
        Language::Pt => {
            let when = match days_left {
                0 => "vence hoje".to_owned(),
                1 => "vence amanhã".to_owned(),
                days => format!("vence em {days} dias"),
            };
            (
                format!("A assinatura de {company} {when}"),
                format!(
                    "Olá!\n\nA assinatura de {company} (plano {plan}, {value}) {when}, em {date}.\n\n\
                     Pague por Pix em poucos segundos: {page}\n\n\
                     Depois do vencimento são três dias em que tudo funciona; passados eles, a equipe só pode consultar.\n"
                ),
            )
        }
        Language::En => {
            let when = match days_left {
                0 => "is due today".to_owned(),
                1 => "is due tomorrow".to_owned(),
                days => format!("is due in {days} days"),
            };
            (
                format!("The subscription of {company} {when}"),
                format!(
                    "Hello!\n\nThe subscription of {company} (plan {plan}, {value}) {when}, on {date}.\n\n\
                     Pay by Pix in a few seconds: {page}\n\n\
                     After that everything works for three more days; then the team can only look.\n"
                ),
            )
        }
        Language::Es => {
            let when = match days_left {
                0 => "vence hoy".to_owned(),
                1 => "vence mañana".to_owned(),
                days => format!("vence en {days} días"),
            };
            (
                format!("La suscripción de {company} {when}"),
                format!(
                    "¡Hola!\n\nLa suscripción de {company} (plan {plan}, {value}) {when}, el {date}.\n\n\
                     Pague por Pix en pocos segundos: {page}\n\n\
                     Después del vencimiento todo funciona tres días más; luego el equipo solo puede consultar.\n"
                ),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::calendar::zone_or_default;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn admins_are_told_five_days_two_days_and_none_before() {
        let zone = zone_or_default(None);
        let due = at("2026-11-25T12:00:00Z");
        let days = |now: &str| notice_of(due, at(now), zone).map(|(_, days)| days);
        for (now, expected) in [
            ("2026-11-19T23:00:00Z", None),
            // before and after eight in the morning in São Paulo
            ("2026-11-20T10:59:59Z", None),
            ("2026-11-20T11:00:00Z", Some(5)),
            ("2026-11-22T23:00:00Z", Some(5)),
            ("2026-11-23T11:00:00Z", Some(2)),
            ("2026-11-24T23:00:00Z", Some(2)),
            ("2026-11-25T11:00:00Z", Some(0)),
            ("2026-11-26T02:59:59Z", Some(0)),
            ("2026-11-26T12:00:00Z", None),
        ] {
            assert_eq!(days(now), expected, "{now}");
        }
        let late = notice_of(at("2026-11-26T02:00:00Z"), at("2026-11-25T12:00:00Z"), zone);
        assert_eq!(
            late.map(|(day, days)| (day.to_string(), days)),
            Some(("2026-11-25".into(), 0))
        );
    }

    #[test]
    fn amounts_are_written_as_in_brazil() {
        for (cents, text) in [
            (5, "R$ 0,05"),
            (34_900, "R$ 349,00"),
            (123_456, "R$ 1.234,56"),
            (123_456_789, "R$ 1.234.567,89"),
        ] {
            assert_eq!(reais(cents), text);
        }
    }

    #[test]
    fn a_mail_says_how_much_until_when_and_where_in_three_languages() {
        let about = About {
            company: "Lojas Aurora",
            plan: "Profissional",
            value_cents: 34_900,
            due_day: "2026-11-25".parse().unwrap(),
            days_left: 2,
            page: "https://desk.example/financeiro",
        };
        for (language, words, date) in [
            (Language::of(Some("pt")), "vence em 2 dias", "25/11/2026"),
            (Language::of(Some("en")), "is due in 2 days", "25 Nov 2026"),
            (Language::of(Some("es")), "vence en 2 días", "25/11/2026"),
        ] {
            let (subject, text) = letter(language, about);
            assert!(subject.contains("Lojas Aurora") && subject.contains(words));
            for part in [words, date, "R$ 349,00", "Profissional", about.page] {
                assert!(text.contains(part), "{part}: {text}");
            }
            let today = letter(
                language,
                About {
                    days_left: 0,
                    ..about
                },
            )
            .0;
            let tomorrow = letter(
                language,
                About {
                    days_left: 1,
                    ..about
                },
            )
            .0;
            assert!(today != tomorrow && !today.contains('0') && !tomorrow.contains('1'));
        }
        assert_eq!(Language::of(None), Language::Pt);
    }
}

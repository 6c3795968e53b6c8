//! Texts that the desk writes itself, and the variables in them (S036, rule B10).

use chrono::{DateTime, Timelike as _};
use guiche_storage::{companies::settings::TransferTexts, model::message::MediaKind};

use super::calendar::Zone;

/// What the variables of a text stand for.
#[derive(Debug, Clone, Copy)]
pub struct Variables<'a> {
    /// The customer's name; empty where nobody knows it.
    pub name: &'a str,
    /// The ticket's number: makes the protocol stable within one ticket.
    pub ticket: i64,
    /// When it is said, where the company is.
    pub now: DateTime<Zone>,
}

/// Whether there is anything to fill.
pub fn has_variables(text: &str) -> bool {
    text.contains("{{")
}

/// Fills `{{firstName}} {{name}} {{ms}} {{protocol}} {{hora}}`; anything else in braces stays as it is.
pub fn fill(text: &str, variables: Variables<'_>) -> String {
    let local = variables.now;
    let first = variables.name.split_whitespace().next().unwrap_or_default();
    let mut filled = text.to_owned();
    for (variable, value) in [
        ("{{firstName}}", first.to_owned()),
        ("{{name}}", variables.name.to_owned()),
        ("{{ms}}", greeting(local.hour()).to_owned()),
        (
            "{{protocol}}",
            format!("{}{}", local.format("%Y%m%d%H%M%S"), variables.ticket),
        ),
        ("{{hora}}", local.format("%H:%M:%S").to_string()),
    ] {
        if value.is_empty() {
            filled = filled.replace(&format!(" {variable}"), "");
        }
        if filled.contains(variable) {
            filled = filled.replace(variable, &value);
        }
    }
    filled
}

/// What the list shows of a message: its text, or a word for its file.
pub fn shown_in_list(body: &str, media: Option<MediaKind>) -> String {
    if !body.trim().is_empty() {
        return body.to_owned();
    }
    match media {
        Some(MediaKind::Image) => "📷 Imagem".to_owned(),
        Some(MediaKind::Audio) => "🎤 Áudio".to_owned(),
        Some(MediaKind::Video) => "🎬 Vídeo".to_owned(),
        Some(MediaKind::Document) => "📄 Documento".to_owned(),
        None => body.to_owned(),
    }
}

/// Signs that make what is between two of them bold, slanted, struck or of one width.
const MARKS: [char; 4] = ['*', '_', '~', '`'];

/// A text for one line somewhere else: without the messenger's marks, which are read only in pairs around words.
pub fn without_marks(text: &str) -> String {
    let signs: Vec<char> = text.chars().collect();
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut gone = vec![false; signs.len()];
    let is_word = |sign: Option<&char>| sign.is_some_and(|sign| sign.is_alphanumeric());
    let is_gap = |sign: Option<&char>| sign.is_none_or(|sign| sign.is_whitespace());
    for (index, &sign) in signs.iter().enumerate() {
        if sign == '\n' {
            open.clear();
        }
        if !MARKS.contains(&sign) {
            continue;
        }
        let (before, after) = (
            index.checked_sub(1).and_then(|before| signs.get(before)),
            signs.get(index + 1),
        );
        let opener = open.iter().rposition(|(mark, _)| *mark == sign);
        match opener.and_then(|at| open.get(at).map(|(_, start)| (at, *start))) {
            Some((at, start)) if start + 1 < index && !is_gap(before) && !is_word(after) => {
                open.truncate(at);
                for end in [start, index] {
                    if let Some(mark) = gone.get_mut(end) {
                        *mark = true;
                    }
                }
            }
            _ if !is_word(before) && !is_gap(after) => open.push((sign, index)),
            _ => {}
        }
    }
    let kept = signs.iter().zip(gone).filter(|(_, gone)| !gone);
    kept.map(|(sign, _)| sign).collect()
}

/// Said when an attendant accepts a ticket (rule B4), once an episode.
pub fn accept_greeting(attendant: &str) -> String {
    format!(
        "{{{{ms}}}} {{{{name}}}}, meu nome é *{attendant}* e vou prosseguir com seu atendimento!"
    )
}

/// Said when a ticket goes to another queue, attendant, or both: in the company's words, or in the desk's.
pub fn transfer_notice(
    own: &TransferTexts,
    queue: Option<&str>,
    attendant: Option<&str>,
) -> Option<String> {
    let (own, otherwise) = match (queue, attendant) {
        (Some(_), Some(_)) => (&own.both, TRANSFERRED_TO_BOTH),
        (Some(_), None) => (&own.queue, TRANSFERRED_TO_QUEUE),
        (None, Some(_)) => (&own.user, TRANSFERRED_TO_USER),
        (None, None) => return None,
    };
    let said = own.as_deref().unwrap_or(otherwise);
    let said = said.replace("{{queue}}", queue.unwrap_or_default());
    Some(said.replace("{{user}}", attendant.unwrap_or_default()))
}

/// Said when a conversation is closed and its customer is asked how it was: the connection's own words and the question
/// (rule B7).
pub fn rating_question(own: &str) -> String {
    let question = "Responda com um número para avaliar o atendimento:\n\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito satisfeito";
    match own.trim() {
        "" => question.to_owned(),
        own => format!("{own}\n\n{question}"),
    }
}

/// Noted for the company's people where a bot of others failed and they take over.
pub fn bot_failed(name: &str, why: &str) -> String {
    format!("{name} falhou ({why}). A conversa aguarda uma pessoa.")
}

/// Said of a transfer into another queue.
const TRANSFERRED_TO_QUEUE: &str =
    "Você foi transferido para o departamento *{{queue}}*, por favor aguarde.";

/// Said of a transfer to another attendant.
const TRANSFERRED_TO_USER: &str = "Você foi transferido para o atendente *{{user}}*.";

/// Said of both.
const TRANSFERRED_TO_BOTH: &str =
    "Você foi transferido para o departamento *{{queue}}* e será atendido por *{{user}}*.";

/// Said when an answer to a menu is none of its choices (rule B5).
pub const INVALID_OPTION: &str = "Opção inválida. Por favor, escolha uma das opções do menu.";

/// Said to who calls where the company takes no calls (A139).
pub const CALLS_REFUSED: &str =
    "As chamadas de voz e vídeo estão desabilitadas neste número. Por favor, envie uma mensagem.";

/// Said to who chose a queue that is closed, below its own words.
pub const HOME_HINT: &str = "[ # ] voltar ao menu";

/// The way to the first menu.
pub const HOME: &str = "início";

/// The way one step back.
pub const BACK: &str = "anterior";

/// The greeting of an hour: 6-11 Bom dia, 12-17 Boa tarde, 18-23 Boa noite, else Boa madrugada.
fn greeting(hour: u32) -> &'static str {
    match hour {
        6..=11 => "Bom dia",
        12..=17 => "Boa tarde",
        18..=23 => "Boa noite",
        _ => "Boa madrugada",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_filled_in_the_companys_time() {
        // spec: S036
        let now: DateTime<chrono::Utc> = "2026-11-20T14:05:09Z".parse().unwrap();
        let now = now.with_timezone(&Zone::America__Sao_Paulo);
        let variables = Variables {
            name: "Beatriz Nogueira",
            ticket: 42,
            now,
        };
        assert_eq!(
            fill(
                "{{ms}} {{firstName}} ({{name}}), {{protocol}} {{hora}} {{outra}}",
                variables
            ),
            "Bom dia Beatriz (Beatriz Nogueira), 2026112011050942 11:05:09 {{outra}}"
        );
    }

    #[test]
    fn marks_go_only_where_they_mark_something() {
        for (text, plain) in [
            ("*Marina:*\noi _já_ ~não~", "Marina:\noi já não"),
            ("pague `PIX-1` hoje", "pague PIX-1 hoje"),
            ("snake_case_name 2*3*4", "snake_case_name 2*3*4"),
            ("*aberto", "*aberto"),
            ("* a *", "* a *"),
            ("*linha\noutra*", "*linha\noutra*"),
            ("2*3* x", "2*3* x"),
            ("* a*", "* a*"),
            ("**", "**"),
        ] {
            assert_eq!(without_marks(text), plain, "{text}");
        }
    }

    #[test]
    fn a_list_shows_the_words_of_a_message_or_says_what_its_file_is() {
        assert_eq!(shown_in_list("oi", Some(MediaKind::Image)), "oi");
        assert_eq!(shown_in_list(" ", Some(MediaKind::Image)), "📷 Imagem");
        assert_eq!(shown_in_list("", Some(MediaKind::Document)), "📄 Documento");
        assert!(has_variables("Oi, {{name}}") && !has_variables("Oi, {name}"));
        assert_eq!(
            bot_failed("Fluxo", "não respondeu a tempo"),
            "Fluxo falhou (não respondeu a tempo). A conversa aguarda uma pessoa."
        );
    }

    #[test]
    fn pages_show_the_words_that_customers_read_where_a_company_has_none_of_its_own() {
        let pages = [
            include_str!("../../webui/src/i18n/locales/pt/settings.json"),
            include_str!("../../webui/src/i18n/locales/en/settings.json"),
            include_str!("../../webui/src/i18n/locales/es/settings.json"),
        ];
        for page in pages {
            let page: serde_json::Value = serde_json::from_str(page).unwrap();
            for (key, said) in [
                ("transferQueueText", TRANSFERRED_TO_QUEUE),
                ("transferUserText", TRANSFERRED_TO_USER),
                ("transferBothText", TRANSFERRED_TO_BOTH),
            ] {
                let shown = page[format!("settings.{key}Default")].as_str().unwrap();
                // signs of variables stand in quotes there
                assert_eq!(shown.replace('\'', ""), said);
            }
        }
    }

    #[test]
    fn nobody_is_called_by_a_name_that_is_unknown() {
        let now: DateTime<chrono::Utc> = "2026-11-20T14:05:09Z".parse().unwrap();
        let variables = Variables {
            name: "",
            ticket: 42,
            now: now.with_timezone(&Zone::America__Sao_Paulo),
        };
        let greeting = accept_greeting("Marina");
        assert_eq!(
            fill(&greeting, variables),
            "Bom dia, meu nome é *Marina* e vou prosseguir com seu atendimento!"
        );
        assert_eq!(fill("{{firstName}}, pronto!", variables), ", pronto!");
    }

    #[test]
    fn every_hour_has_its_greeting() {
        // spec: S036
        assert_eq!(
            [5, 6, 11, 12, 17, 18, 23, 0].map(greeting),
            [
                "Boa madrugada",
                "Bom dia",
                "Bom dia",
                "Boa tarde",
                "Boa tarde",
                "Boa noite",
                "Boa noite",
                "Boa madrugada"
            ]
        );
    }
}

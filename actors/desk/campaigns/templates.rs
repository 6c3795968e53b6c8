//! What a campaign says by a number of the official API: a text while the customer's window is open, otherwise the template that
//! stands in its place for that number.

use guiche_storage::{
    Conn, StorageError,
    connections::{self, message_templates},
    model::{
        CompanyId, ConnectionId, ErrorCode, MediaId,
        campaign::{CampaignTemplate, CampaignText, CampaignTexts, CampaignVariable},
        message_template::TemplateChoice,
        ticket::Ticket,
    },
};

use crate::{
    ActorError,
    desk::{
        Changes, DeskContext,
        outgoing::TemplateSend,
        templates::{file_for, prepare},
    },
    rules::{
        campaign::{Reader, fill, turn_of},
        capabilities::Capabilities,
        templates::fill_template,
    },
};

/// One of a campaign's texts, as it is said by a number to somebody.
#[derive(Debug, Clone, Copy)]
pub(super) enum Said<'c> {
    /// Text of its own.
    Text(&'c str),
    /// An approved one.
    Template(&'c CampaignTemplate),
}

/// Which of the texts is the turn of the `sent`th message, counted from 1, and what is said. Free text goes wherever it may and
/// there is one; `None` where nothing can be said.
pub(super) fn said(
    texts: &CampaignTexts,
    is_question: bool,
    (number, is_free): (ConnectionId, bool),
    sent: i64,
) -> Option<(i64, Said<'_>)> {
    let (words, keys) = if is_question {
        (texts.confirmations(), CampaignText::CONFIRMATIONS)
    } else {
        (texts.messages(), CampaignText::MESSAGES)
    };
    let words = words.map(|text| Some(text).filter(|it| !it.trim().is_empty()));
    let words = words.map(|text| text.filter(|_| is_free).map(Said::Text));
    let templates = texts
        .templates_of(number, keys)
        .map(|it| it.map(Said::Template));
    turn_of(&words, sent).or_else(|| turn_of(&templates, sent))
}

/// Whether each of these templates is there, approved, and filled.
///
/// # Errors
/// `Refused`: `NoWappFound`, `TemplatesUnsupported`, `NoTemplateFound` for one of another number, `TemplateNotApproved`,
/// `TemplateVariables`, `TemplateKind`, `TemplatePlace`.
pub async fn check_templates<'t>(
    c: &mut Conn<'_>,
    company: CompanyId,
    templates: impl IntoIterator<Item = &'t CampaignTemplate>,
) -> Result<(), ActorError> {
    for it in templates {
        let number = it.whatsapp_id;
        let connection = connections::get(c, company, number).await?;
        if !Capabilities::of(connection.provider).templates {
            return Err(ErrorCode::TemplatesUnsupported.into());
        }
        let template = message_templates::get(c, company, number, it.template_id).await?;
        fill_template(&template, &it.values)?;
    }
    Ok(())
}

/// Whether there is a file for each of these templates that needs one: `own`, the campaign's, or the template's.
///
/// # Errors
/// `Refused`: `NoTemplateFound`, `TemplateFile`.
pub async fn check_files<'t>(
    c: &mut Conn<'_>,
    company: CompanyId,
    templates: impl IntoIterator<Item = &'t CampaignTemplate>,
    own: Option<MediaId>,
) -> Result<(), ActorError> {
    for it in templates {
        let template = message_templates::get(c, company, it.whatsapp_id, it.template_id).await?;
        file_for(c, company, &template, own).await?;
    }
    Ok(())
}

/// A template filled for somebody, or why it cannot be sent.
pub(super) async fn filled(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (ticket, template, own): (&Ticket, &CampaignTemplate, Option<MediaId>),
    (reader, variables): (Reader<'_>, &[CampaignVariable]),
) -> Result<Result<(String, TemplateSend), ErrorCode>, ActorError> {
    let mut values = template.values.clone();
    for each in [&mut values.header, &mut values.body, &mut values.buttons] {
        for value in each {
            *value = fill(value, reader, variables);
        }
    }
    let template_id = template.template_id;
    let choice = TemplateChoice {
        template_id,
        values,
    };
    let way = (ticket, template.whatsapp_id);
    match prepare(desk, c, changes, way, (&choice, own)).await {
        Ok(prepared) => Ok(Ok(prepared)),
        Err(ActorError::Refused(code) | ActorError::Storage(StorageError::Refused(code))) => {
            Ok(Err(code))
        }
        Err(error) => Err(error),
    }
}

/// Whether nobody could be written to by a template of which this was said.
pub(super) fn is_of_all(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::TemplateNotApproved
            | ErrorCode::TemplateKind
            | ErrorCode::TemplateFile
            | ErrorCode::TemplatePlace
            | ErrorCode::NoTemplateFound
            | ErrorCode::TemplatesUnsupported
    )
}

#[cfg(test)]
mod tests {
    use guiche_storage::model::{MessageTemplateId, message_template::TemplateValues};

    use super::*;

    const CLOUD: ConnectionId = ConnectionId(7);

    fn template(text: CampaignText, number: ConnectionId) -> CampaignTemplate {
        CampaignTemplate {
            text,
            whatsapp_id: number,
            template_id: MessageTemplateId(1),
            values: TemplateValues::default(),
        }
    }

    fn turns(texts: &CampaignTexts, way: (ConnectionId, bool)) -> Vec<(i64, bool)> {
        let all = (0..3).filter_map(|sent| said(texts, false, way, sent));
        all.map(|(place, said)| (place, matches!(said, Said::Template(_))))
            .collect()
    }

    #[test]
    fn texts_go_where_they_may_and_templates_of_the_number_where_not() {
        let texts = CampaignTexts {
            message1: "Oi".into(),
            message2: "Olá".into(),
            templates: vec![
                template(CampaignText::Message2, CLOUD),
                template(CampaignText::Message1, ConnectionId(8)),
                template(CampaignText::ConfirmationMessage1, CLOUD),
            ],
            ..CampaignTexts::default()
        };
        assert_eq!(
            turns(&texts, (CLOUD, true)),
            [(1, false), (2, false), (1, false)]
        );
        assert_eq!(turns(&texts, (CLOUD, false)), [(2, true); 3]);
        assert!(turns(&texts, (ConnectionId(9), false)).is_empty());
        let asked = said(&texts, true, (CLOUD, true), 0);
        assert!(
            matches!(asked, Some((1, Said::Template(_)))),
            "there is no text of its own"
        );
    }
}

//! A template on its way out: found among those of the number, filled, and refused if it cannot be sent.

use guiche_storage::{
    Conn,
    connections::{self, message_templates},
    media,
    model::{
        CompanyId, ConnectionId, ErrorCode, MediaId,
        message::MediaKind,
        message_template::{MessageTemplate, TemplateChoice, TemplateValues},
        ticket::Ticket,
    },
};

use super::{Changes, DeskContext, outgoing::TemplateSend};
use crate::{
    ActorError,
    rules::{
        capabilities::Capabilities,
        templates::{fill_template, takes_file},
    },
};

/// What the customer reads of a template, and what the provider is told. `own` is the file of who sends it.
///
/// # Errors
/// `Refused`: `NoWappFound`, `TemplatesUnsupported`, `NoTemplateFound`, as [`fill_template`] and as [`file_for`].
pub(super) async fn prepare(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (ticket, connection): (&Ticket, ConnectionId),
    (choice, own): (&TemplateChoice, Option<MediaId>),
) -> Result<(String, TemplateSend), ActorError> {
    let number = connections::find(c, desk.company, connection).await?;
    let number = number.ok_or(ErrorCode::NoWappFound)?;
    if !Capabilities::of(number.provider).templates {
        return Err(ErrorCode::TemplatesUnsupported.into());
    }
    let template = message_templates::get(c, desk.company, connection, choice.template_id).await?;
    let values = &choice.values;
    let values = TemplateValues {
        header: fill_each(desk, c, changes, ticket, &values.header).await?,
        body: fill_each(desk, c, changes, ticket, &values.body).await?,
        buttons: fill_each(desk, c, changes, ticket, &values.buttons).await?,
        place: values.place.clone(),
    };
    let filled = fill_template(&template, &values)?;
    let file = file_for(c, desk.company, &template, own).await?;
    let send = TemplateSend {
        file,
        name: template.name,
        language: template.language,
        parts: filled.parts,
        place: filled.place,
    };
    Ok((filled.text, send))
}

/// The file that goes above the text of a template: the one of who sends it, where it may stand there, or the template's own.
///
/// # Errors
/// `Refused(TemplateFile)` without one.
pub(super) async fn file_for(
    c: &mut Conn<'_>,
    company: CompanyId,
    template: &MessageTemplate,
    own: Option<MediaId>,
) -> Result<Option<(MediaId, MediaKind)>, ActorError> {
    let Some(kind) = template.file_kind() else {
        return Ok(None);
    };
    let kept = message_templates::file_of(c, company, template.whatsapp_id, template.id).await?;
    for id in [own, kept].into_iter().flatten() {
        let row = media::get(c, company, id).await?;
        if row
            .size
            .is_some_and(|bytes| takes_file(kind, &row.mime, bytes))
        {
            return Ok(Some((id, kind)));
        }
    }
    Err(ErrorCode::TemplateFile.into())
}

async fn fill_each(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    ticket: &Ticket,
    values: &[String],
) -> Result<Vec<String>, ActorError> {
    let mut filled = Vec::with_capacity(values.len());
    for value in values {
        filled.push(desk.fill(c, changes, value, ticket).await?);
    }
    Ok(filled)
}

//! A template on its way out: found among those of the number, filled, and refused if it cannot be sent.

use guiche_storage::{
    Conn, connections, message_templates,
    model::{
        ConnectionId, ErrorCode,
        message_template::{TemplateChoice, TemplateValues},
        ticket::Ticket,
    },
};

use super::{Changes, DeskContext, outgoing::TemplateSend};
use crate::{
    ActorError,
    rules::{capabilities::Capabilities, templates::fill_template},
};

/// What the customer reads of a template, and what the provider is told.
///
/// # Errors
/// `Refused`: `NoWappFound`, `TemplatesUnsupported`, `NoTemplateFound`, and as [`fill_template`].
pub(super) async fn prepare(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    (ticket, connection): (&Ticket, ConnectionId),
    choice: &TemplateChoice,
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
    };
    let filled = fill_template(&template, &values)?;
    let send = TemplateSend {
        name: template.name,
        language: template.language,
        parts: filled.parts,
    };
    Ok((filled.text, send))
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

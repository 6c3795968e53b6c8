//! What a decision looks at, read by few statements: settings and the number's queues once a transaction, the rest when it
//! is needed.

use std::sync::Arc;

use chrono::TimeDelta;
use guiche_storage::{
    Conn,
    companies::{
        self, Feature, holidays, hours as weeks, plan_has,
        settings::{self, CompanySettings, HoursOf, OpenAction, Timeout, WaitingAction},
    },
    connections,
    model::{
        ConnectionId, QueueId,
        bot::Bot,
        connection::{ConnectionTexts, ProviderKind},
        hours::{DayHours, Holiday},
        ticket::Ticket,
    },
    queues::{self, dialogues, options::MenuOption},
    tickets::episodes::Running,
};

use super::texts_of;
use crate::{
    ActorError,
    desk::{Changes, DeskContext},
    rules::{
        calendar::{Zone, zone_or_default},
        capabilities::Capabilities,
        dialogue::{
            Choice, Company, Department, Idle, Line, Memory, Schedule, State, Talk, Then, ThenOpen,
        },
        hours::Hours,
    },
};

/// What was read in a transaction, and does not change in it.
#[derive(Debug, Default)]
pub(in crate::desk) struct Facts {
    line: Option<(ConnectionId, Arc<LineFacts>)>,
    calendar: Option<Arc<Calendar>>,
}

/// A number with its queues.
#[derive(Debug)]
pub(super) struct LineFacts {
    pub id: ConnectionId,
    pub texts: ConnectionTexts,
    pub provider: ProviderKind,
    pub bot: Option<Bot>,
    /// Those of its menu, in its order.
    pub departments: Vec<dialogues::Department>,
}

/// The company's week and the days that differ.
#[derive(Debug)]
struct Calendar {
    week: Vec<DayHours>,
    holidays: Vec<Holiday>,
}

/// How the company wants its customers to be answered.
pub(super) async fn company(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
) -> Result<Company, ActorError> {
    let settings = desk.settings(c, changes).await?;
    let schedule = match settings.hours {
        HoursOf::Nobody => Schedule::Disabled,
        HoursOf::Queue => Schedule::Queue,
        HoursOf::Company => {
            let calendar = calendar(desk, c, changes).await?;
            let days = calendar.holidays.iter();
            let days = days.filter(|day| day.queue_id.is_none());
            Schedule::Company(Hours::new(zone(&settings), &calendar.week, days))
        }
    };
    Ok(Company {
        schedule,
        ..company_of(&settings)
    })
}

/// The same without hours.
fn company_of(settings: &CompanySettings) -> Company {
    let minutes = |count: i64| TimeDelta::try_minutes(count).unwrap_or(TimeDelta::MAX);
    let waiting = |timeout: Option<Timeout<WaitingAction>>| {
        timeout.map(|timeout| {
            let then = match timeout.action {
                WaitingAction::Close => Then::Close,
                WaitingAction::Queue(queue) => Then::Queue(queue),
            };
            (minutes(timeout.minutes), then)
        })
    };
    Company {
        schedule: Schedule::Disabled,
        bot_out_of_hours: settings.bot_out_of_hours,
        refuses_calls: !settings.takes_calls,
        greets_one_queue: settings.greets_with_one_queue,
        greets_acceptance: settings.introduces_attendant,
        tells_transfers: settings.tells_transfers,
        transfer_texts: settings.transfer_texts.clone(),
        rating: settings
            .asks_for_rating
            .then(|| minutes(settings.rating_minutes)),
        idle: Idle {
            bot: waiting(settings.bot_timeout),
            no_queue: waiting(settings.no_queue_timeout),
            open: settings.open_timeout.map(|timeout| {
                let then = match timeout.action {
                    OpenAction::Closed => ThenOpen::Close,
                    OpenAction::Pending => ThenOpen::Wait,
                };
                (minutes(timeout.minutes), then)
            }),
        },
        transfers_in_hours_only: settings.transfers_in_hours_only,
        greets_transfer: settings.greets_transfer,
    }
}

async fn calendar(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
) -> Result<Arc<Calendar>, ActorError> {
    if let Some(known) = &changes.facts.calendar {
        return Ok(Arc::clone(known));
    }
    let read = Arc::new(Calendar {
        week: weeks::week(c, desk.company).await?,
        holidays: holidays::list_near(c, desk.company, desk.now().date_naive()).await?,
    });
    changes.facts.calendar = Some(Arc::clone(&read));
    Ok(read)
}

/// A number with its queues; `None` for one that was deleted.
pub(super) async fn line(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    id: ConnectionId,
) -> Result<Option<Arc<LineFacts>>, ActorError> {
    if let Some((_, known)) = changes
        .facts
        .line
        .as_ref()
        .filter(|(known, _)| *known == id)
    {
        return Ok(Some(Arc::clone(known)));
    }
    let Some(line) = connections::find_line(c, desk.company, id).await? else {
        return Ok(None);
    };
    let read = Arc::new(LineFacts {
        id,
        texts: line.texts,
        provider: line.provider,
        bot: Bot::of(line.prompt_id, line.integration_id),
        departments: dialogues::offered(c, desk.company, id).await?,
    });
    changes.facts.line = Some((id, Arc::clone(&read)));
    Ok(Some(read))
}

/// The number as the decision sees it, with some more queues. Their menus are added when they are needed.
pub(super) async fn line_of(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    facts: &LineFacts,
    more: [Option<QueueId>; 3],
) -> Result<Line, ActorError> {
    let menu: Vec<QueueId> = facts.departments.iter().map(|it| it.id).collect();
    let mut known = facts.departments.clone();
    let others: Vec<QueueId> = more.into_iter().flatten().collect();
    for id in others {
        if !known.iter().any(|department| department.id == id) {
            known.extend(dialogues::department(c, desk.company, id).await?);
        }
    }
    let settings = desk.settings(c, changes).await?;
    let by_queue = settings.hours == HoursOf::Queue;
    let calendar = if by_queue {
        Some(calendar(desk, c, changes).await?)
    } else {
        None
    };
    let bots = known.iter().map(bot_of).chain([facts.bot]);
    let bots: Vec<Bot> = bots.flatten().collect();
    let allowed = allowed(desk, c, &bots).await?;
    let is_allowed = |bot: &Bot| allowed.contains(bot);
    let department = |it: dialogues::Department| {
        let hours = calendar.as_ref().map(|calendar| {
            let days = calendar.holidays.iter();
            let days = days.filter(|day| day.queue_id.is_none_or(|queue| queue == it.id));
            Hours::new(zone(&settings), &it.week, days)
        });
        let bot = bot_of(&it).filter(is_allowed);
        Department {
            id: it.id,
            name: it.name,
            greeting: it.greeting,
            out_of_hours: it.out_of_hours,
            hours,
            file: it.file,
            options: Vec::new(),
            bot,
        }
    };
    Ok(Line {
        id: facts.id,
        texts: facts.texts.clone(),
        menu,
        departments: known.into_iter().map(department).collect(),
        has_choices: Capabilities::of(facts.provider).lists_and_buttons,
        bot: facts.bot.filter(is_allowed),
    })
}

fn bot_of(department: &dialogues::Department) -> Option<Bot> {
    Bot::of(department.prompt_id, department.integration_id)
}

/// Those bots that the company's plan has.
async fn allowed(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    bots: &[Bot],
) -> Result<Vec<Bot>, ActorError> {
    if bots.is_empty() {
        return Ok(Vec::new());
    }
    let plan = companies::get(c, desk.company).await?.plan;
    let has = |bot: &&Bot| plan_has(&plan, feature_of(**bot));
    Ok(bots.iter().filter(has).copied().collect())
}

/// Which feature of a plan a bot is.
pub fn feature_of(bot: Bot) -> Feature {
    match bot {
        Bot::Prompt(_) => Feature::OpenAi,
        Bot::Integration(_) => Feature::Integrations,
    }
}

/// Reads the menu of a queue.
pub(super) async fn add_menu(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    line: &mut Line,
    queue: Option<QueueId>,
) -> Result<(), ActorError> {
    let Some(queue) = queue else { return Ok(()) };
    let Some(department) = line.departments.iter_mut().find(|it| it.id == queue) else {
        return Ok(());
    };
    let options = queues::options::menu(c, desk.company, queue).await?;
    department.options = options.into_iter().map(choice).collect();
    Ok(())
}

fn choice(option: MenuOption) -> Choice {
    Choice {
        id: option.id,
        parent: option.parent_id,
        position: option.position,
        title: option.title,
        message: option.message,
        file: option.file,
    }
}

/// A conversation, and its running episode where that counts.
pub(super) fn talk(ticket: &Ticket, memory: Memory, running: Option<Running>) -> Talk {
    Talk {
        is_group: ticket.is_group,
        is_attended: ticket.user_id.is_some(),
        status: ticket.status,
        queue: ticket.queue_id,
        chatbot: ticket.chatbot,
        bot: running_bot(ticket),
        episode: running.map_or(0, |running| running.id),
        waits_since: running
            .and_then(|running| running.queued_at)
            .unwrap_or(ticket.created_at),
        last_at: ticket.last_message_at.unwrap_or(ticket.created_at),
        last_is_ours: ticket.from_me,
        memory,
    }
}

/// The bot of others that leads a conversation.
pub fn running_bot(ticket: &Ticket) -> Option<Bot> {
    let chosen = Bot::of(ticket.prompt_id, ticket.integration_id);
    chosen.filter(|_| ticket.use_integration)
}

/// What decisions about people's work look at: settings, and the texts of the ticket's number where they count.
pub(super) async fn service(
    desk: &DeskContext,
    c: &mut Conn<'_>,
    changes: &mut Changes,
    ticket: &Ticket,
    episode: i64,
    needs_texts: bool,
) -> Result<State, ActorError> {
    let settings = desk.settings(c, changes).await?;
    let texts = if needs_texts {
        texts_of(desk, c, ticket).await?
    } else {
        None
    };
    let mut talk = talk(ticket, Memory::default(), None);
    talk.episode = episode;
    Ok(State {
        company: company_of(&settings),
        line: Line {
            // one without a number says nothing
            id: ticket.whatsapp_id.unwrap_or(ConnectionId(0)),
            texts: texts.unwrap_or_default(),
            menu: Vec::new(),
            departments: Vec::new(),
            has_choices: false,
            bot: None,
        },
        talk,
    })
}

fn zone(settings: &settings::CompanySettings) -> Zone {
    zone_or_default(settings.time_zone.as_deref())
}

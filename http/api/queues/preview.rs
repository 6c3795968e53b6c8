//! A queue's tree played before it is saved, by the function that answers customers: the phone beside the editor.

use actix_web::{post, web};
use garde::Validate;
use guiche_actors::rules::{
    calendar::zone_or_default,
    dialogue::{
        Choice, Company, Department, Item, Line, Memory, State, Talk,
        play::{Bubble, play},
    },
    texts::{Variables, fill},
};
use guiche_storage::{
    companies::settings,
    model::{
        ConnectionId, MediaId, QueueId, QueueOptionId, connection::ConnectionTexts,
        message::MediaKind, ticket::TicketStatus,
    },
    queues::options::OPTIONS_MAX,
};
use serde::{Deserialize, Serialize};

use crate::{
    api::queue_options::{MESSAGE_CHARS_MAX, TITLE_CHARS_MAX, parents},
    app::App,
    error::ApiError,
    middleware::caller::Caller,
    valid::Valid,
};

/// Who plays the customer.
const CUSTOMER: &str = "Beatriz";
/// The queue that is played.
const QUEUE: QueueId = QueueId(1);

/// A tree as it stands in the editor, and what the customer has written so far.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct Preview {
    /// The queue's greeting.
    #[garde(length(chars, max = 4096))]
    #[serde(default)]
    greeting_message: String,
    /// The name of the file that goes with it.
    #[garde(inner(length(chars, max = 255)))]
    media_name: Option<String>,
    /// Its tree.
    #[garde(dive, length(max = OPTIONS_MAX))]
    options: Vec<PreviewOption>,
    /// The customer's messages after the one with which he came, at most 100.
    #[garde(length(max = 100), inner(length(chars, max = 4096)))]
    messages: Vec<String>,
}

/// An option that may not be saved yet.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PreviewOption {
    /// Its name in this tree.
    #[garde(length(chars, min = 1, max = 64))]
    key: String,
    /// Below which option; absent or `null` at the root.
    #[garde(inner(length(chars, max = 64)))]
    parent_key: Option<String>,
    /// What the customer reads in the list.
    #[garde(length(chars, max = TITLE_CHARS_MAX))]
    title: String,
    /// Said when it is chosen.
    #[garde(length(chars, max = MESSAGE_CHARS_MAX))]
    #[serde(default)]
    message: String,
    /// The name of the file that goes with it.
    #[garde(inner(length(chars, max = 255)))]
    media_name: Option<String>,
}

/// What the phone shows.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct Played {
    /// From the beginning.
    bubbles: Vec<PlayedBubble>,
    /// Whether the bot still talks; otherwise a person is waited for.
    talks: bool,
    /// The option at which the customer stands; `null` at the beginning.
    key: Option<String>,
}

/// A message on the phone.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlayedBubble {
    /// The customer wrote it.
    from_customer: bool,
    /// Its text, variables filled.
    body: String,
    /// The name of a file.
    media_name: Option<String>,
    /// Whose file it is; `null` for the queue's.
    key: Option<String>,
    /// What can be chosen.
    choices: Vec<PlayedChoice>,
}

/// A choice.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PlayedChoice {
    /// What to write to choose it.
    answer: String,
    /// What the customer reads.
    title: String,
}

/// Plays a tree. Admins only; nothing is stored.
#[utoipa::path(
    tag = "queues",
    request_body = Preview,
    responses(
        (status = 200, body = Played),
        (status = 400, description = "ERR_VALIDATION: an option is there twice, or below none that is there"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin")
    )
)]
#[post("/preview")]
pub(in crate::api) async fn play_tree(
    app: web::Data<App>,
    caller: Caller,
    body: Valid<Preview>,
) -> Result<web::Json<Played>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), now) = (body, app.clock.now());
    let zone = {
        let mut reader = app.db.read().await?;
        settings::find(&mut reader.conn(), caller.company, settings::TIME_ZONE).await?
    };
    let variables = Variables {
        name: CUSTOMER,
        ticket: 1,
        now: now.with_timezone(&zone_or_default(zone.as_deref())),
    };
    let mut state = stage(&body, now)?;
    // the message with which he comes opens the menu
    let arrival = std::iter::once("oi".to_owned());
    let texts: Vec<String> = arrival.chain(body.messages.iter().cloned()).collect();
    let bubbles = play(&mut state, &texts, now).into_iter().skip(1);
    let bubbles = bubbles
        .map(|bubble| shown(&body, bubble, variables))
        .collect();
    let stands = state.talk.memory.option;
    let key = stands
        .and_then(|id| option_at(&body, id.0))
        .map(|option| option.key.clone());
    Ok(web::Json(Played {
        bubbles,
        talks: state.talk.chatbot,
        key,
    }))
}

/// A number with this queue alone, and a customer who has not written yet.
fn stage(body: &Preview, now: chrono::DateTime<chrono::Utc>) -> Result<State, ApiError> {
    let keys: Vec<(&str, Option<&str>)> = body
        .options
        .iter()
        .map(|option| (option.key.as_str(), option.parent_key.as_deref()))
        .collect();
    let parents = parents(&keys)?;
    let file =
        |name: &Option<String>, at: i64| name.as_ref().map(|_| (MediaId(at), MediaKind::Document));
    let id = |at: usize| i64::try_from(at).unwrap_or(i64::MAX).saturating_add(1);
    let options = body.options.iter().zip(parents).enumerate();
    let options = options.map(|(at, (option, parent))| Choice {
        id: QueueOptionId(id(at)),
        parent: parent.map(|at| QueueOptionId(id(at))),
        position: id(at),
        title: option.title.clone(),
        message: option.message.clone(),
        file: file(&option.media_name, id(at)),
    });
    let department = Department {
        id: QUEUE,
        name: String::new(),
        greeting: body.greeting_message.clone(),
        out_of_hours: String::new(),
        hours: None,
        file: file(&body.media_name, 0),
        options: options.collect(),
        bot: None,
    };
    Ok(State {
        company: Company::default(),
        line: Line {
            id: ConnectionId(1),
            texts: ConnectionTexts::default(),
            menu: vec![QUEUE],
            departments: vec![department],
            has_choices: false,
            bot: None,
        },
        talk: Talk {
            is_group: false,
            is_attended: false,
            status: TicketStatus::Pending,
            queue: None,
            chatbot: false,
            bot: None,
            episode: 1,
            waits_since: now,
            last_at: now,
            last_is_ours: false,
            memory: Memory::default(),
        },
    })
}

fn option_at(body: &Preview, id: i64) -> Option<&PreviewOption> {
    let at = usize::try_from(id.checked_sub(1)?).ok()?;
    body.options.get(at)
}

fn shown(body: &Preview, bubble: Bubble, variables: Variables<'_>) -> PlayedBubble {
    match bubble {
        Bubble::Customer(text) => PlayedBubble {
            from_customer: true,
            body: text,
            ..PlayedBubble::default()
        },
        Bubble::File((MediaId(id), _)) => {
            let option = option_at(body, id);
            PlayedBubble {
                media_name: option
                    .map_or(&body.media_name, |option| &option.media_name)
                    .clone(),
                key: option.map(|option| option.key.clone()),
                ..PlayedBubble::default()
            }
        }
        Bubble::Text(text, menu) => {
            let numbered = menu
                .iter()
                .flat_map(|menu| menu.items.iter().zip(1_usize..));
            let numbered = numbered.map(|(item, number)| choice(number.to_string(), item));
            let ways = menu.iter().flat_map(|menu| &menu.ways);
            let ways = ways.map(|way| choice(way.id.clone(), way));
            PlayedBubble {
                body: fill(&text, variables),
                choices: numbered.chain(ways).collect(),
                ..PlayedBubble::default()
            }
        }
    }
}

fn choice(answer: String, item: &Item) -> PlayedChoice {
    PlayedChoice {
        answer,
        title: item.title.clone(),
    }
}

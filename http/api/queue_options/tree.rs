//! A whole tree, as the editor saves it.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::{put, web};
use garde::Validate;
use guiche_storage::{
    audit::Entry,
    media::{self, MediaStore},
    model::{QueueId, QueueOptionId, audit::Subject, queue::QueueOption},
    queues::{
        self,
        options::{Node, OPTIONS_MAX},
    },
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{MESSAGE_CHARS_MAX, changed, changes::option_title, shown};
use crate::{
    api::attachments, app::App, error::ApiError, middleware::caller::Caller, valid::Valid,
};

/// A tree: options in their order, each beside the others of its parent.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
pub(in crate::api) struct Tree {
    /// All of them; what is missing is deleted.
    #[garde(dive, length(max = OPTIONS_MAX))]
    options: Vec<TreeOption>,
}

/// An option of a tree.
#[derive(Debug, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct TreeOption {
    /// Which, where it is saved already.
    #[garde(skip)]
    id: Option<QueueOptionId>,
    /// Its name in this tree.
    #[garde(length(chars, min = 1, max = 64))]
    key: String,
    /// Below which option; absent or `null` at the root.
    #[garde(inner(length(chars, max = 64)))]
    parent_key: Option<String>,
    /// What the customer reads in the list; 1 to 50 characters in one line.
    #[garde(custom(option_title))]
    title: String,
    /// Said when it is chosen; at most 2,000 characters.
    #[garde(length(chars, max = MESSAGE_CHARS_MAX))]
    #[serde(default)]
    message: String,
}

/// A tree that was saved.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(in crate::api) struct SavedTree {
    /// Its options, by their parents and places.
    options: Vec<QueueOption>,
    /// Which option each key has become.
    keys: Vec<SavedKey>,
}

/// What an option has become.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct SavedKey {
    /// Its name in the tree that was sent.
    key: String,
    /// Its number.
    id: QueueOptionId,
}

/// Saves the whole menu of a queue. Options that are missing go, with their files. Admins only.
#[utoipa::path(
    tag = "queue options",
    params(("id" = i64, Path)),
    request_body = Tree,
    responses(
        (status = 200, body = SavedTree),
        (status = 400, description = "ERR_VALIDATION: an option is there twice, or below none that is there"),
        (status = 403, description = "ERR_NO_PERMISSION: not an admin"),
        (status = 404, description = "ERR_NO_QUEUE_FOUND, ERR_NO_QUEUE_OPTION_FOUND: one that is not the queue's"),
        (status = 409, description = "ERR_QUEUE_OPTIONS_FULL: 200 in a queue, 30 beside each other, 10 levels")
    )
)]
#[put("/{id}/options")]
pub(in crate::api) async fn replace(
    app: web::Data<App>,
    media: web::Data<MediaStore>,
    caller: Caller,
    id: web::Path<QueueId>,
    body: Valid<Tree>,
) -> Result<web::Json<SavedTree>, ApiError> {
    caller.require_admin()?;
    let (Valid(body), company, now) = (body, caller.company, app.clock.now());
    let (nodes, order) = nodes(&body)?;
    let saved = app
        .change(company, now, async |conn, told| {
            let links = shown(&app, &media);
            let before = queues::options::list(conn, company, *id, None, links).await?;
            let (ids, files) = queues::options::replace(conn, company, *id, &nodes, now).await?;
            media::release(conn, company, &files, now).await?;
            told.push(changed(*id));
            let options = queues::options::list(conn, company, *id, None, links).await?;
            let (before, after) = (words(&before), words(&options));
            let entry = Entry::updated(Subject::QueueOption, *id, &before, &after);
            caller.note(conn, &entry, now).await?;
            let keys = order.iter().zip(ids).filter_map(|(at, id)| {
                let key = body.options.get(*at)?.key.clone();
                Some(SavedKey { key, id })
            });
            Ok::<_, ApiError>(SavedTree {
                options,
                keys: keys.collect(),
            })
        })
        .await?;
    attachments::clear(&app, &media, company).await;
    Ok(web::Json(saved))
}

/// What a tree says, as it is noted of a change.
fn words(options: &[QueueOption]) -> Value {
    let said = options
        .iter()
        .map(|option| json!([option.title, option.message]));
    json!({ "options": said.collect::<Vec<_>>() })
}

/// The nodes with parents before their children, and the place of each in what was sent.
fn nodes(body: &Tree) -> Result<(Vec<Node>, Vec<usize>), ApiError> {
    let keys: Vec<(&str, Option<&str>)> = body
        .options
        .iter()
        .map(|option| (option.key.as_str(), option.parent_key.as_deref()))
        .collect();
    let parents = parents(&keys)?;
    let depth = |mut at: usize| {
        let mut depth = 0_usize;
        while let Some(parent) = parents.get(at).copied().flatten() {
            (at, depth) = (parent, depth + 1);
        }
        depth
    };
    let mut order: Vec<usize> = (0..body.options.len()).collect();
    order.sort_by_key(|at| (depth(*at), *at));
    let places: BTreeMap<usize, usize> =
        order.iter().enumerate().map(|(to, at)| (*at, to)).collect();
    let node = |at: &usize| {
        let option = body.options.get(*at)?;
        let parent = parents.get(*at).copied().flatten();
        Some(Node {
            id: option.id,
            parent: parent.and_then(|parent| places.get(&parent).copied()),
            title: option.title.trim().to_owned(),
            message: option.message.clone(),
        })
    };
    Ok((order.iter().filter_map(node).collect(), order))
}

/// The place of each option's parent in a list of keys and parents' keys.
///
/// # Errors
/// `Validation` for a key that is there twice, a parent that is not there, or one below itself.
pub(in crate::api) fn parents(
    keys: &[(&str, Option<&str>)],
) -> Result<Vec<Option<usize>>, ApiError> {
    let refused = |problem: &str| ApiError::field("options", problem);
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, (key, _)) in keys.iter().enumerate() {
        if places.insert(key, at).is_some() {
            return Err(refused("must have different keys"));
        }
    }
    let mut parents = Vec::with_capacity(keys.len());
    for (_, parent) in keys {
        let parent = match parent {
            Some(key) => Some(
                *places
                    .get(key)
                    .ok_or_else(|| refused("has an unknown parent"))?,
            ),
            None => None,
        };
        parents.push(parent);
    }
    for at in 0..parents.len() {
        let (mut seen, mut up) = (BTreeSet::from([at]), parents.get(at).copied().flatten());
        while let Some(parent) = up {
            if !seen.insert(parent) {
                return Err(refused("has an option below itself"));
            }
            up = parents.get(parent).copied().flatten();
        }
    }
    Ok(parents)
}

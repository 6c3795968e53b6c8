//! `/api/v1/tags`

use actix_web::{get, web};
use guiche_storage::{model::public::PublicTag, tickets::tags};
use serde::Serialize;

use super::key::{ByKey, TagsRead};
use crate::{app::App, error::ApiError};

/// All tags: a company has few, so that there is no second page.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct TagPage {
    /// The tags, by name; at most 5,000.
    data: Vec<PublicTag>,
    /// Always `null`.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// The company's tags by name.
#[utoipa::path(
    tag = "tags",
    security(("key" = ["tags:read"])),
    responses((status = 200, body = TagPage))
)]
#[get("/tags")]
pub(super) async fn list(
    by: ByKey<TagsRead>,
    app: web::Data<App>,
) -> Result<web::Json<TagPage>, ApiError> {
    let mut reader = app.db.read().await?;
    let all = tags::list(&mut reader.conn(), by.company).await?;
    Ok(web::Json(TagPage {
        data: all.iter().map(PublicTag::from).collect(),
        next_cursor: None,
    }))
}

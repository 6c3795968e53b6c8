//! What a company hears when its plan, its standing or its data change: what its people got when they signed in, anew.

use guiche_storage::{
    Conn,
    companies::{self, settings},
    model::{
        CompanyId,
        event::{Entity, NewEvent},
    },
};
use serde_json::{Value, json};

use crate::{api::fields::EVERYBODY, error::ApiError};

/// The company as its people have it.
pub(in crate::api) async fn company_changed(
    conn: &mut Conn<'_>,
    company: CompanyId,
) -> Result<NewEvent, ApiError> {
    let whole = companies::get(conn, company).await?;
    let switch = settings::find(conn, company, settings::CAMPAIGNS_ENABLED).await?;
    let has_campaigns = whole.plan.use_campaigns && settings::is_on(switch.as_deref());
    let mut shown = serde_json::to_value(&whole).map_err(ApiError::internal)?;
    if let Value::Object(fields) = &mut shown {
        fields.insert("campaignsEnabled".to_owned(), has_campaigns.into());
    }
    Ok(NewEvent {
        entity: Entity::Company,
        rooms: EVERYBODY.to_vec(),
        scope: None,
        payload: json!({ "action": "update", "company": shown }),
    })
}

//! The numbers by which a campaign writes in turn: the first one stands with the campaign, the others in rows of their own.

use std::collections::{HashMap, HashSet};

use sqlx::QueryBuilder;

use crate::{
    Conn, Result,
    core::ids::push_ids,
    model::{CampaignId, CompanyId, ConnectionId, ContactId},
    on,
};

/// Numbers of one campaign, and campaigns of one page, with room.
const ROWS_MAX: i64 = 1000;

/// A further number of a campaign.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct Further {
    campaign_id: CampaignId,
    /// The connection.
    pub id: ConnectionId,
    /// Its name.
    pub name: String,
}

/// The numbers of these campaigns beside the first one, in their order, as far as they are there.
pub(super) async fn further(
    conn: &mut Conn<'_>,
    company: CompanyId,
    campaigns: &[CampaignId],
) -> Result<HashMap<CampaignId, Vec<Further>>> {
    let rows: Vec<Further> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT n.campaign_id, w.id, w.name FROM campaign_connections n
             JOIN connections w ON w.company_id = n.company_id AND w.id = n.connection_id AND w.deleted_at IS NULL
             WHERE n.company_id = ",
        );
        query.push_bind(company);
        let ids = campaigns.iter().map(|id| id.0);
        push_ids(&mut query, " AND n.campaign_id IN (", ids);
        query.push(" ORDER BY n.campaign_id, n.position LIMIT ");
        query.push_bind(ROWS_MAX);
        query.build_query_as().fetch_all(c).await
    })?;
    let mut all: HashMap<CampaignId, Vec<Further>> = HashMap::new();
    for row in rows {
        all.entry(row.campaign_id).or_default().push(row);
    }
    Ok(all)
}

/// All numbers of a campaign, in their order, as far as they are there.
///
/// # Errors
/// `Database`.
pub async fn numbers(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
) -> Result<Vec<ConnectionId>> {
    Ok(on!(conn, |c| {
        sqlx::query_scalar(
            "SELECT w.id FROM connections w
             JOIN (SELECT connection_id, -1 AS position FROM campaigns WHERE company_id = $1 AND id = $2
               UNION ALL SELECT connection_id, position FROM campaign_connections
               WHERE company_id = $1 AND campaign_id = $2) AS n ON n.connection_id = w.id
             WHERE w.company_id = $1 AND w.deleted_at IS NULL ORDER BY n.position LIMIT $3",
        )
        .bind(company)
        .bind(id)
        .bind(ROWS_MAX)
        .fetch_all(c)
        .await
    })?)
}

/// Those of these campaigns that write by the official API alone: it takes every number and says afterwards which of them is
/// none, so that nobody has to be looked up before.
///
/// # Errors
/// `Database`.
pub(super) async fn official(
    conn: &mut Conn<'_>,
    company: CompanyId,
    campaigns: &[CampaignId],
) -> Result<HashSet<CampaignId>> {
    if campaigns.is_empty() {
        return Ok(HashSet::new());
    }
    let ids: Vec<CampaignId> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT n.id FROM (SELECT id, connection_id FROM campaigns WHERE company_id = ",
        );
        query.push_bind(company);
        push_ids(&mut query, " AND id IN (", campaigns.iter().map(|id| id.0));
        query.push(" UNION ALL SELECT campaign_id, connection_id FROM campaign_connections WHERE company_id = ");
        query.push_bind(company);
        push_ids(
            &mut query,
            " AND campaign_id IN (",
            campaigns.iter().map(|id| id.0),
        );
        query.push(") AS n JOIN connections w ON w.id = n.connection_id AND w.deleted_at IS NULL AND w.company_id = ");
        query.push_bind(company);
        query.push(" GROUP BY n.id HAVING COUNT(*) = COUNT(CASE WHEN w.provider = 'cloud' THEN 1 END) LIMIT ");
        query.push_bind(ROWS_MAX);
        query.build_query_scalar().fetch_all(c).await
    })?;
    Ok(ids.into_iter().collect())
}

/// Writes the numbers of a campaign beside the first one.
pub(super) async fn replace(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    further: &[ConnectionId],
) -> Result<()> {
    on!(&mut *conn, |c| sqlx::query(
        "DELETE FROM campaign_connections WHERE company_id = $1 AND campaign_id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(drop))?;
    for (position, number) in (0_i64..).zip(further) {
        on!(&mut *conn, |c| sqlx::query(
            "INSERT INTO campaign_connections (company_id, campaign_id, connection_id, position)
             VALUES ($1, $2, $3, $4)"
        )
        .bind(company)
        .bind(id)
        .bind(*number)
        .bind(position)
        .execute(c)
        .await
        .map(drop))?;
    }
    Ok(())
}

/// By which connection somebody talks with the company now: that of his newest ticket that is not closed.
///
/// # Errors
/// `Database`.
pub async fn talks_by(
    conn: &mut Conn<'_>,
    company: CompanyId,
    contact: ContactId,
    among: &[ConnectionId],
) -> Result<Option<ConnectionId>> {
    Ok(on!(conn, |c| {
        let mut query =
            QueryBuilder::<Driver>::new("SELECT connection_id FROM tickets WHERE company_id = ");
        query.push_bind(company);
        query.push(" AND contact_id = ").push_bind(contact);
        let ids = among.iter().map(|id| id.0);
        push_ids(&mut query, " AND connection_id IN (", ids);
        query.push(" AND status <> 'closed' ORDER BY id DESC LIMIT 1");
        query.build_query_scalar().fetch_optional(c).await
    })?)
}

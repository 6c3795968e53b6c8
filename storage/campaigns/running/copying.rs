//! Everybody of a list becomes a recipient of the campaign that begins, in pieces: nobody else waits for a long list.

use chrono::{DateTime, Utc};

use crate::{
    Conn, Result,
    campaigns::numbers::official,
    model::{CampaignId, CompanyId, ContactListItemId},
    on,
};

/// Copies the next people of a campaign's list, at most `limit`. Those without a number that is on `WhatsApp`, or who want
/// nothing in bulk, are skipped and say why, but that a campaign by the official API alone takes those of whose number nobody knows it; who is there already stays as he is, but for a number that was found out to be
/// good since. `true`: that was all.
///
/// # Errors
/// `Database`.
pub async fn copy_some(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<bool> {
    let last: Option<ContactListItemId> = on!(&mut *conn, |c| {
        sqlx::query_scalar(
        "SELECT MAX(id) FROM (SELECT i.id FROM campaigns a
           JOIN contact_list_items i ON i.company_id = a.company_id AND i.contact_list_id = a.contact_list_id
           WHERE a.company_id = $1 AND a.id = $2 AND i.id > a.copied_item_id ORDER BY i.id LIMIT $3) AS piece"
    )
    .bind(company)
    .bind(id)
    .bind(limit)
    .fetch_one(c)
    .await
    })?;
    let Some(last) = last else {
        end(conn, company, id).await?;
        return Ok(true);
    };
    let takes_unknown = official(conn, company, &[id]).await?.contains(&id);
    on!(&mut *conn, |c| {
        sqlx::query(
        "INSERT INTO campaign_recipients (company_id, campaign_id, name, number, number_key, email, state, reason,
           created_at, updated_at)
         SELECT i.company_id, a.id, i.name, i.number, i.number_key, i.email,
           CASE WHEN COALESCE(i.is_whatsapp_valid, $5) AND d.id IS NULL THEN 'pending' ELSE 'skipped' END,
           CASE WHEN i.is_whatsapp_valid IS NULL AND NOT $5 THEN 'unchecked' WHEN NOT i.is_whatsapp_valid THEN 'invalid'
             WHEN d.id IS NOT NULL THEN 'doNotContact' END,
           $4, $4
         FROM campaigns a
         JOIN contact_list_items i ON i.company_id = a.company_id AND i.contact_list_id = a.contact_list_id
         LEFT JOIN do_not_contact d ON d.company_id = i.company_id AND d.number_key = i.number_key
         WHERE a.company_id = $1 AND a.id = $2 AND a.status = 'EM_ANDAMENTO' AND i.id > a.copied_item_id AND i.id <= $3
           AND i.number_key IS NOT NULL
         ORDER BY i.id
         ON CONFLICT (company_id, campaign_id, number_key) DO UPDATE SET state = excluded.state,
           reason = excluded.reason, number = excluded.number, updated_at = excluded.updated_at
         WHERE campaign_recipients.state = 'skipped' AND campaign_recipients.reason IN ('unchecked', 'invalid')"
    )
    .bind(company)
    .bind(id)
    .bind(last)
    .bind(now)
    .bind(takes_unknown)
    .execute(c)
    .await
    .map(drop)
    })?;
    on!(conn, |c| {
        sqlx::query("UPDATE campaigns SET copied_item_id = $3 WHERE company_id = $1 AND id = $2")
            .bind(company)
            .bind(id)
            .bind(last)
            .execute(c)
            .await
            .map(drop)
    })?;
    Ok(false)
}

async fn end(conn: &mut Conn<'_>, company: CompanyId, id: CampaignId) -> Result<()> {
    on!(conn, |c| sqlx::query(
        "UPDATE campaigns SET is_copied = TRUE, untold = TRUE WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .execute(c)
    .await
    .map(drop))?;
    Ok(())
}

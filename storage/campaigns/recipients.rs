//! Whom a campaign writes to, how far it has got with each of them, and what that adds up to.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::QueryBuilder;

use crate::{
    Conn, Result,
    contacts::{containing, one_form},
    core::ids::push_ids,
    model::{
        CampaignId, CampaignRecipientId, CompanyId, ContactId,
        campaign::{CampaignCounts, CampaignRecipient, ProgressPoint, RecipientState, Shipping},
        page::{Page, Rows},
    },
    on,
};

/// Hours that the progress of a campaign is told of.
const HOURS_MAX: i64 = 24 * 92;

macro_rules! columns {
    () => {
        "r.id, r.name, r.number, r.state, r.reason, r.variant, w.id AS whatsapp_id, w.name AS whatsapp_name, t.id AS ticket_id, t.uuid AS ticket_uuid, r.confirmation_requested_at,
         r.confirmed_at, r.sent_at, r.delivered_at, r.read_at, r.answered_at
         FROM campaign_recipients r
         LEFT JOIN tickets t ON t.company_id = r.company_id AND t.id = r.ticket_id
         LEFT JOIN connections w ON w.company_id = r.company_id AND w.id = r.connection_id
         WHERE r.company_id = $1 AND r.campaign_id = $2"
    };
}

/// How many recipients of each of these campaigns are in which state; a campaign without recipients is missing.
///
/// # Errors
/// `Database`.
pub(super) async fn counts(
    conn: &mut Conn<'_>,
    company: CompanyId,
    campaigns: &[CampaignId],
) -> Result<HashMap<CampaignId, CampaignCounts>> {
    let rows: Vec<(CampaignId, RecipientState, i64, i64)> = on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT campaign_id, state, COUNT(*), COUNT(answered_at) FROM campaign_recipients WHERE company_id = ",
        );
        query.push_bind(company);
        let ids = campaigns.iter().map(|id| id.0);
        push_ids(&mut query, " AND campaign_id IN (", ids);
        query.push(" GROUP BY campaign_id, state");
        query.build_query_as().fetch_all(c).await
    })?;
    let mut all: HashMap<CampaignId, CampaignCounts> = HashMap::new();
    for (campaign, state, count, answered) in rows {
        let counts = all.entry(campaign).or_default();
        counts.total += count;
        counts.answered += answered;
        if state != RecipientState::Skipped {
            counts.valid += count;
        }
        *of_state(counts, state) += count;
    }
    Ok(all)
}

fn of_state(counts: &mut CampaignCounts, state: RecipientState) -> &mut i64 {
    match state {
        RecipientState::Pending => &mut counts.pending,
        RecipientState::ConfirmRequested => &mut counts.confirm_requested,
        RecipientState::Confirmed => &mut counts.confirmed,
        RecipientState::Queued => &mut counts.queued,
        RecipientState::Sent => &mut counts.sent,
        RecipientState::Delivered => &mut counts.delivered,
        RecipientState::Read => &mut counts.read,
        RecipientState::Failed => &mut counts.failed,
        RecipientState::OptedOut => &mut counts.opted_out,
        RecipientState::Skipped => &mut counts.skipped,
        RecipientState::Unknown => &mut counts.unknown,
    }
}

/// The first recipients of a campaign.
///
/// # Errors
/// `Database`.
pub(super) async fn shipping(
    conn: &mut Conn<'_>,
    company: CompanyId,
    campaign: CampaignId,
    limit: i64,
) -> Result<Vec<Shipping>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT id, number, name, delivered_at, confirmation_requested_at, confirmed_at FROM campaign_recipients
         WHERE company_id = $1 AND campaign_id = $2 ORDER BY id LIMIT $3"
    )
    .bind(company)
    .bind(campaign)
    .bind(limit)
    .fetch_all(c)
    .await
    })?)
}

/// A page of a campaign's recipients in the order in which they are written to, those of one state or all. A search text
/// meets any part of a number, and any part of a name as it is written.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    campaign: CampaignId,
    (state, search): (Option<RecipientState>, &str),
    page: Page,
) -> Result<Rows<CampaignRecipient>> {
    let state = state.map(RecipientState::as_str).unwrap_or_default();
    let (name, number) = (containing(search.trim()), containing(&digits(search)));
    let count: i64 = on!(&mut *conn, |c| sqlx::query_scalar(
        r"SELECT COUNT(*) FROM campaign_recipients r
          WHERE r.company_id = $1 AND r.campaign_id = $2 AND ($3 = '' OR r.state = $3)
            AND (r.name LIKE $4 ESCAPE '\' OR r.number LIKE $5 ESCAPE '\')"
    )
    .bind(company)
    .bind(campaign)
    .bind(state)
    .bind(&name)
    .bind(&number)
    .fetch_one(c)
    .await)?;
    let rows: Vec<CampaignRecipient> = on!(conn, |c| {
        sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        r" AND ($3 = '' OR r.state = $3) AND (r.name LIKE $4 ESCAPE '\' OR r.number LIKE $5 ESCAPE '\')
           ORDER BY r.id LIMIT $6 OFFSET $7"
    ))
    .bind(company)
    .bind(campaign)
    .bind(state)
    .bind(&name)
    .bind(&number)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await
    })?;
    Ok(Rows::new(rows, count, page))
}

/// What a search says of numbers; a text without digits meets none by its number.
fn digits(search: &str) -> String {
    let digits: String = search.chars().filter(char::is_ascii_digit).collect();
    if digits.is_empty() {
        search.trim().to_owned()
    } else {
        digits
    }
}

/// Recipients of a campaign behind one of them, for an export in pieces.
///
/// # Errors
/// `Database`.
pub async fn list_after(
    conn: &mut Conn<'_>,
    company: CompanyId,
    campaign: CampaignId,
    after: CampaignRecipientId,
    limit: i64,
) -> Result<Vec<CampaignRecipient>> {
    Ok(on!(conn, |c| sqlx::query_as(concat!(
        "SELECT ",
        columns!(),
        " AND r.id > $3 ORDER BY r.id LIMIT $4"
    ))
    .bind(company)
    .bind(campaign)
    .bind(after)
    .bind(limit)
    .fetch_all(c)
    .await)?)
}

/// What happened in each hour of a campaign in which something did, from when it began.
///
/// # Errors
/// `Database`.
pub async fn progress(
    conn: &mut Conn<'_>,
    company: CompanyId,
    campaign: CampaignId,
    begun: DateTime<Utc>,
) -> Result<Vec<ProgressPoint>> {
    let begun = begun - TimeDelta::seconds(begun.timestamp().rem_euclid(3600));
    let mut hours: BTreeMap<i64, ProgressPoint> = BTreeMap::new();
    macro_rules! count {
        ($column:literal, $field:ident) => {
            let rows: Vec<(i64, i64)> = on!(&mut *conn, |c| {
                sqlx::query_as(concat!(
                    "SELECT hour, COUNT(*) FROM (SELECT ",
                    seconds!("$3", $column),
                    " / 3600 AS hour FROM campaign_recipients
                      WHERE company_id = $1 AND campaign_id = $2 AND ",
                    $column,
                    " >= $3) AS hours GROUP BY hour ORDER BY hour LIMIT $4"
                ))
                .bind(company)
                .bind(campaign)
                .bind(begun)
                .bind(HOURS_MAX)
                .fetch_all(c)
                .await
            })?;
            for (hour, count) in rows {
                let point = hours.entry(hour).or_insert(ProgressPoint {
                    at: begun + TimeDelta::hours(hour),
                    sent: 0,
                    delivered: 0,
                    read: 0,
                    failed: 0,
                    answered: 0,
                });
                point.$field = count;
            }
        };
    }
    count!("sent_at", sent);
    count!("delivered_at", delivered);
    count!("read_at", read);
    count!("failed_at", failed);
    count!("answered_at", answered);
    Ok(hours.into_values().collect())
}

/// Takes what is kept of a person out of the rows of campaigns; that somebody was written to stays counted.
///
/// # Errors
/// `Database`.
pub async fn forget_person(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (contact, number): (ContactId, &str),
    now: DateTime<Utc>,
) -> Result<()> {
    on!(conn, |c| {
        sqlx::query(
        "UPDATE campaign_recipients SET name = '', number = '', email = '', number_key = 'erased:' || id,
           contact_id = NULL, message_id = NULL, ticket_id = NULL,
           state = CASE WHEN state IN ('pending', 'confirmRequested', 'confirmed', 'queued') THEN 'skipped' ELSE state END,
           updated_at = $4
         WHERE company_id = $1 AND (contact_id = $2 OR number_key = $3)"
    )
    .bind(company)
    .bind(contact)
    .bind(one_form(number))
    .bind(now)
    .execute(c)
    .await
    .map(drop)
    })?;
    Ok(())
}

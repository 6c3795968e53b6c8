//! Campaigns as pages show them.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::QueryBuilder;

use super::{
    SHOWN_MAX,
    numbers::{Further, further, official},
    recipients,
};
use crate::{
    Conn, Result,
    contacts::{containing, fold},
    core::ids::push_ids,
    messages::{LinkedFile, Shown},
    model::{
        CampaignId, CompanyId, ConnectionId, ContactListId, ErrorCode, FileListId, MediaId, TagId,
        campaign::{
            Campaign, CampaignContact, CampaignCounts, CampaignList, CampaignStanding,
            CampaignStatus, CampaignTexts, CampaignsStanding, FailureKind, PausedFailures,
            PausedReason, SendingWindow,
        },
        message::Named,
        page::{Page, Rows},
    },
    on,
};

#[derive(sqlx::FromRow)]
struct Row {
    id: CampaignId,
    name: String,
    status: CampaignStatus,
    #[sqlx(flatten)]
    texts: CampaignTexts,
    confirmation: bool,
    scheduled_at: Option<DateTime<Utc>>,
    started_at: Option<DateTime<Utc>>,
    completed_at: Option<DateTime<Utc>>,
    paused_at: Option<DateTime<Utc>>,
    paused_reason: Option<PausedReason>,
    pause_kind: Option<FailureKind>,
    pause_failed: Option<i64>,
    pause_sent: Option<i64>,
    next_at: Option<DateTime<Utc>>,
    connection_id: Option<ConnectionId>,
    connection_name: Option<String>,
    contact_list_id: Option<ContactListId>,
    list_name: Option<String>,
    tag_list_id: Option<TagId>,
    file_list_id: Option<FileListId>,
    sending_window: Option<String>,
    daily_cap: Option<i64>,
    media_id: Option<MediaId>,
    media_path: Option<String>,
    media_name: Option<String>,
    media_mime: Option<String>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

macro_rules! select_campaigns {
    () => {
        "SELECT a.id, a.name, a.status, a.message1, a.message2, a.message3, a.message4, a.message5,
                a.confirmation, a.confirmation_message1, a.confirmation_message2, a.confirmation_message3,
                a.confirmation_message4, a.confirmation_message5, a.templates, a.scheduled_at, a.started_at, a.completed_at,
                a.paused_at, a.paused_reason, a.pause_kind, a.pause_failed, a.pause_sent, a.next_at, w.id AS connection_id, w.name AS connection_name,
                a.contact_list_id, l.name AS list_name, a.tag_list_id, a.file_list_id, a.sending_window,
                a.daily_cap, a.media_id, m.path AS media_path, a.media_name, m.mime AS media_mime,
                a.created_at, a.updated_at
         FROM campaigns a
         LEFT JOIN connections w ON w.company_id = a.company_id AND w.id = a.connection_id AND w.deleted_at IS NULL
         LEFT JOIN contact_lists l ON l.company_id = a.company_id AND l.id = a.contact_list_id
         LEFT JOIN media m ON m.company_id = a.company_id AND m.id = a.media_id
         WHERE a.company_id = $1"
    };
}

/// How a campaign stands, of the table `a`.
macro_rules! standing {
    () => {
        "CASE WHEN a.status = 'EM_ANDAMENTO' AND a.paused_at IS NOT NULL THEN 'PAUSADA' ELSE a.status END"
    };
}

/// How many of a company's campaigns stand in which way, among those that a search text meets; ways in which none stands are missing.
///
/// # Errors
/// `Database`.
pub async fn standings(
    conn: &mut Conn<'_>,
    company: CompanyId,
    search: &str,
) -> Result<Vec<CampaignsStanding>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(concat!(
            "SELECT ",
            standing!(),
            r" AS standing, COUNT(*) AS count FROM campaigns a
             WHERE a.company_id = $1 AND a.search LIKE $2 ESCAPE '\' GROUP BY 1 ORDER BY 1 LIMIT 10"
        ))
        .bind(company)
        .bind(containing(&fold(search)))
        .fetch_all(c)
        .await
    })?)
}

/// A page of a company's campaigns, the newest first. A search text meets any part of a name, without case and accents.
///
/// # Errors
/// `Database`.
pub async fn list(
    conn: &mut Conn<'_>,
    company: CompanyId,
    (search, standing): (&str, Option<CampaignStanding>),
    page: Page,
    shown: Shown<'_>,
) -> Result<Rows<Campaign>> {
    let pattern = containing(&fold(search));
    let count: i64 = on!(&mut *conn, |c| {
        sqlx::query_scalar(concat!(
            r"SELECT COUNT(*) FROM campaigns a WHERE a.company_id = $1 AND a.search LIKE $2 ESCAPE '\'
               AND ($3 IS NULL OR $3 = ",
            standing!(),
            ")"
        ))
        .bind(company)
        .bind(&pattern)
        .bind(standing)
        .fetch_one(c)
        .await
    })?;
    let rows: Vec<Row> = on!(&mut *conn, |c| sqlx::query_as(concat!(
        select_campaigns!(),
        r" AND a.search LIKE $2 ESCAPE '\' AND ($3 IS NULL OR $3 = ",
        standing!(),
        ") ORDER BY a.id DESC LIMIT $4 OFFSET $5"
    ))
    .bind(company)
    .bind(&pattern)
    .bind(standing)
    .bind(page.size)
    .bind(page.offset())
    .fetch_all(c)
    .await)?;
    let campaigns = views(conn, company, rows, shown).await?;
    Ok(Rows::new(campaigns, count, page))
}

/// A campaign by its number. `whole`: with the first of its recipients and contacts.
///
/// # Errors
/// `Refused(NoCampaignFound)`.
pub async fn get(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
    whole: bool,
    shown: Shown<'_>,
) -> Result<Campaign> {
    let row: Option<Row> = on!(&mut *conn, |c| sqlx::query_as(concat!(
        select_campaigns!(),
        " AND a.id = $2"
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    let found = views(conn, company, row.into_iter().collect(), shown).await?;
    let mut campaign = found.into_iter().next().ok_or(ErrorCode::NoCampaignFound)?;
    if whole {
        campaign.shipping = Some(recipients::shipping(conn, company, id, SHOWN_MAX).await?);
        if let Some(list) = &mut campaign.contact_list {
            list.contacts = Some(contacts(conn, company, list.id).await?);
        }
    }
    Ok(campaign)
}

/// Holds a campaign until the transaction ends, and answers where it stands.
///
/// # Errors
/// `Refused(NoCampaignFound)`.
pub async fn lock(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
) -> Result<CampaignStatus> {
    let status: Option<CampaignStatus> = on!(conn, |c| sqlx::query_scalar(concat!(
        "SELECT status FROM campaigns WHERE company_id = $1 AND id = $2",
        for_update!()
    ))
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    status.ok_or_else(|| ErrorCode::NoCampaignFound.into())
}

/// The file of a campaign.
///
/// # Errors
/// `Database`.
pub async fn media_of(
    conn: &mut Conn<'_>,
    company: CompanyId,
    id: CampaignId,
) -> Result<Option<MediaId>> {
    let found: Option<Option<MediaId>> = on!(conn, |c| sqlx::query_scalar(
        "SELECT media_id FROM campaigns WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    Ok(found.flatten())
}

/// How many people a campaign has written to, by which its pace goes.
///
/// # Errors
/// `Refused(NoCampaignFound)`.
pub async fn sent_count(conn: &mut Conn<'_>, company: CompanyId, id: CampaignId) -> Result<i64> {
    let found: Option<i64> = on!(conn, |c| sqlx::query_scalar(
        "SELECT sent_count FROM campaigns WHERE company_id = $1 AND id = $2"
    )
    .bind(company)
    .bind(id)
    .fetch_optional(c)
    .await)?;
    found.ok_or_else(|| ErrorCode::NoCampaignFound.into())
}

/// Campaigns that have stopped for their failures, and by which connection they write; the newest first, at most 500.
///
/// # Errors
/// `Database`.
pub async fn list_stopped(
    conn: &mut Conn<'_>,
    company: CompanyId,
) -> Result<Vec<(ConnectionId, CampaignId)>> {
    Ok(on!(conn, |c| {
        sqlx::query_as(
        "SELECT n.connection_id, a.id FROM campaigns a
         JOIN (SELECT id, connection_id FROM campaigns WHERE company_id = $1 AND connection_id IS NOT NULL
           UNION ALL SELECT campaign_id, connection_id FROM campaign_connections WHERE company_id = $1) AS n ON n.id = a.id
         WHERE a.company_id = $1 AND a.status = 'EM_ANDAMENTO' AND a.paused_reason = 'failures'
         ORDER BY a.id DESC LIMIT 500"
    )
    .bind(company)
    .fetch_all(c)
    .await
    })?)
}

async fn contacts(
    conn: &mut Conn<'_>,
    company: CompanyId,
    list: ContactListId,
) -> Result<Vec<CampaignContact>> {
    Ok(on!(conn, |c| sqlx::query_as(
        "SELECT id, name, number, email, is_whatsapp_valid FROM contact_list_items
         WHERE company_id = $1 AND contact_list_id = $2 ORDER BY id LIMIT $3"
    )
    .bind(company)
    .bind(list)
    .bind(SHOWN_MAX)
    .fetch_all(c)
    .await)?)
}

async fn views(
    conn: &mut Conn<'_>,
    company: CompanyId,
    rows: Vec<Row>,
    shown: Shown<'_>,
) -> Result<Vec<Campaign>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<CampaignId> = rows.iter().map(|row| row.id).collect();
    let mut counts = recipients::counts(conn, company, &ids).await?;
    let mut more = further(conn, company, &ids).await?;
    let official = official(conn, company, &ids).await?;
    let mut lists = HashMap::new();
    for (list, contacts, valid, unknown) in sizes(conn, company, &rows).await? {
        lists.insert(list, (contacts, valid, unknown));
    }
    let views = rows.into_iter().map(|row| {
        let size = row.contact_list_id.and_then(|list| lists.get(&list));
        let size = size.copied().unwrap_or_default();
        // nobody is looked up for the official API
        let unknown = if official.contains(&row.id) {
            size.2
        } else {
            0
        };
        let size = (size.0, size.1);
        let counts = counts.remove(&row.id).unwrap_or(CampaignCounts {
            total: size.0,
            valid: size.1 + unknown,
            ..CampaignCounts::default()
        });
        let more = more.remove(&row.id).unwrap_or_default();
        view(company, row, more, (size, counts), shown)
    });
    Ok(views.collect())
}

/// The lists of these campaigns, how many stand in each, how many of them have a valid number, and how many one of which nobody
/// knows that.
async fn sizes(
    conn: &mut Conn<'_>,
    company: CompanyId,
    rows: &[Row],
) -> Result<Vec<(ContactListId, i64, i64, i64)>> {
    let ids: Vec<i64> = rows
        .iter()
        .filter_map(|row| row.contact_list_id)
        .map(|list| list.0)
        .collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(on!(conn, |c| {
        let mut query = QueryBuilder::<Driver>::new(
            "SELECT contact_list_id, COUNT(*), COUNT(CASE WHEN is_whatsapp_valid THEN 1 END),
               COUNT(CASE WHEN is_whatsapp_valid IS NULL AND number_key IS NOT NULL THEN 1 END)
             FROM contact_list_items WHERE company_id = ",
        );
        query.push_bind(company);
        push_ids(&mut query, " AND contact_list_id IN (", ids.into_iter());
        query.push(" GROUP BY contact_list_id");
        query.build_query_as().fetch_all(c).await
    })?)
}

/// The window that a campaign keeps as text.
pub(super) fn window_of(text: &str) -> Option<SendingWindow> {
    serde_json::from_str(text).ok()
}

#[expect(clippy::too_many_lines, reason = "one field after the other")]
fn view(
    company: CompanyId,
    row: Row,
    more: Vec<Further>,
    (size, counts): ((i64, i64), CampaignCounts),
    shown: Shown<'_>,
) -> Campaign {
    let media_url = match (row.media_id, row.media_path.as_deref()) {
        (Some(id), Some(path)) => {
            let file = LinkedFile {
                id,
                path,
                name: row.media_name.as_deref().unwrap_or_default(),
                mime: row.media_mime.as_deref().unwrap_or_default(),
            };
            Some(shown.links.link(company, &file, shown.now))
        }
        _ => None,
    };
    let first = row.connection_id.zip(row.connection_name);
    let more = more.into_iter().map(|it| (it.id, it.name));
    let numbers: Vec<(ConnectionId, String)> = first.into_iter().chain(more).collect();
    let whatsapps: Vec<Named> = numbers
        .iter()
        .map(|(id, name)| Named {
            id: id.0,
            name: name.clone(),
        })
        .collect();
    let is_for_failures = row.paused_reason == Some(PausedReason::Failures);
    let failures = row.pause_kind.filter(|_| is_for_failures);
    let list = row.contact_list_id.zip(row.list_name);
    Campaign {
        id: row.id,
        name: row.name,
        status: row.status,
        texts: CampaignTexts {
            templates: (row.texts.templates.into_iter())
                .filter(|it| numbers.iter().any(|(id, _)| *id == it.whatsapp_id))
                .collect(),
            ..row.texts
        },
        confirmation: row.confirmation,
        scheduled_at: row.scheduled_at,
        started_at: row.started_at,
        completed_at: row.completed_at,
        whatsapp_id: numbers.first().map(|(id, _)| *id),
        whatsapp_ids: numbers.iter().map(|(id, _)| *id).collect(),
        contact_list_id: row.contact_list_id,
        tag_list_id: row.tag_list_id,
        file_list_id: row.file_list_id,
        company_id: company,
        media_path: row.media_path,
        media_name: row.media_name,
        media_url,
        whatsapp: whatsapps.first().cloned(),
        whatsapps,
        contact_list: list.map(|(id, name)| CampaignList {
            id,
            name,
            contacts_count: size.0,
            valid_count: size.1,
            contacts: None,
        }),
        paused_at: row.paused_at,
        paused_reason: row.paused_reason,
        paused_failures: failures.map(|kind| PausedFailures {
            kind,
            failed: row.pause_failed.unwrap_or_default(),
            sent: row.pause_sent.unwrap_or_default(),
        }),
        next_at: row.next_at,
        window: row.sending_window.as_deref().and_then(window_of),
        daily_cap: row.daily_cap,
        counts,
        shipping: None,
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}

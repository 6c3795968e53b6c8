//! What people write of a campaign (A044, A083).

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use garde::Validate;
use guiche_actors::{desk::check_templates, rules::calendar::Zone};
use guiche_storage::{
    Conn,
    campaigns::{self, CampaignForm},
    connections,
    media::file_lists,
    messages::Shown,
    model::{
        CampaignId, CompanyId, ConnectionId, ContactListId, ErrorCode, FileListId, TagId,
        campaign::{Campaign, CampaignStatus, CampaignTemplate, CampaignTexts, SendingWindow},
        hours::minute,
    },
    tickets::tags,
};
use serde::Deserialize;

use crate::{
    api::{fields, moments::Moment},
    error::ApiError,
};

/// Characters of a text: what one message may have.
const TEXT_CHARS_MAX: usize = 4096;
/// Characters of a text beside a file: what a caption may have.
const CAPTION_CHARS_MAX: usize = 1024;
/// How far ahead a campaign may be scheduled.
const AHEAD_MAX: TimeDelta = TimeDelta::days(3653);
/// People a day.
const CAP_MAX: i64 = 100_000;
/// Ten texts, each with a template of each number.
const TEMPLATES_MAX: usize = 100;
/// Numbers of one campaign.
pub(super) const NUMBERS_MAX: usize = 10;

/// A campaign as it is written; of one that is there what is absent stays.
#[derive(Debug, Default, Deserialize, Validate, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CampaignBody {
    /// 2 to 50 characters; required for a new one.
    #[garde(inner(custom(fields::name)))]
    pub name: Option<String>,
    /// At most 4,096 characters, beside a file 1,024; `{nome}`, `{email}`, `{numero}` and the company's own words are filled.
    #[garde(inner(custom(text)))]
    pub message1: Option<String>,
    /// As the first.
    #[garde(inner(custom(text)))]
    pub message2: Option<String>,
    /// As the first.
    #[garde(inner(custom(text)))]
    pub message3: Option<String>,
    /// As the first.
    #[garde(inner(custom(text)))]
    pub message4: Option<String>,
    /// As the first.
    #[garde(inner(custom(text)))]
    pub message5: Option<String>,
    /// Whether people are asked first.
    #[garde(skip)]
    pub confirmation: Option<bool>,
    /// A text that asks.
    #[garde(inner(custom(text)))]
    pub confirmation_message1: Option<String>,
    /// A text that asks.
    #[garde(inner(custom(text)))]
    pub confirmation_message2: Option<String>,
    /// A text that asks.
    #[garde(inner(custom(text)))]
    pub confirmation_message3: Option<String>,
    /// A text that asks.
    #[garde(inner(custom(text)))]
    pub confirmation_message4: Option<String>,
    /// A text that asks.
    #[garde(inner(custom(text)))]
    pub confirmation_message5: Option<String>,
    /// What goes in their places by numbers of the official API to those who have not written for a day; each text and number
    /// once, all of them replaced together.
    #[garde(inner(length(max = TEMPLATES_MAX)))]
    pub templates: Option<Vec<CampaignTemplate>>,
    /// When it is to begin, in the future; `null` is when somebody says so.
    #[serde(default, deserialize_with = "fields::present")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    #[garde(skip)]
    pub scheduled_at: Option<Option<Moment>>,
    /// By which connection; of several the first.
    #[serde(default, deserialize_with = "fields::present")]
    #[garde(skip)]
    pub whatsapp_id: Option<Option<ConnectionId>>,
    /// By which connections, in turn, at most 10.
    #[garde(inner(length(max = NUMBERS_MAX)))]
    pub whatsapp_ids: Option<Vec<ConnectionId>>,
    /// To whom.
    #[serde(default, deserialize_with = "fields::present")]
    #[garde(skip)]
    pub contact_list_id: Option<Option<ContactListId>>,
    /// A tag: a list is made of the contacts whose tickets carry it, and becomes the campaign's.
    #[serde(default, deserialize_with = "fields::present")]
    #[garde(skip)]
    pub tag_list_id: Option<Option<TagId>>,
    /// Files that go before the text.
    #[serde(default, deserialize_with = "fields::present")]
    #[garde(skip)]
    pub file_list_id: Option<Option<FileListId>>,
    /// When it may write; `null` is always.
    #[serde(default, deserialize_with = "fields::present")]
    #[garde(custom(window_text))]
    pub window: Option<Option<SendingWindow>>,
    /// People a day, 1 to 100,000; `null` is what is usual.
    #[serde(default, deserialize_with = "fields::present")]
    #[garde(custom(few))]
    pub daily_cap: Option<Option<i64>>,
    /// A campaign whose file a new one takes along.
    #[garde(skip)]
    pub media_of_campaign_id: Option<CampaignId>,
}

impl CampaignBody {
    /// The campaign that it makes of a stored one, or of nothing.
    ///
    /// # Errors
    /// `Validation`.
    pub fn form(
        &self,
        stored: Option<&Campaign>,
        now: DateTime<Utc>,
        zone: Zone,
    ) -> Result<CampaignForm, ApiError> {
        if stored.is_some() && self.media_of_campaign_id.is_some() {
            return Err(ApiError::field("mediaOfCampaignId", "is for a new one"));
        }
        let name = self.name.as_deref().map(str::trim);
        let name = name.or(stored.map(|it| it.name.as_str()));
        let name = name.ok_or_else(|| ApiError::field("name", "is missing"))?;
        let scheduled_at = self
            .scheduled_at
            .map(|moment| moment.map(|moment| moment.at(zone)));
        let connections = self.connections(stored);
        let form = CampaignForm {
            name: name.to_owned(),
            texts: self.texts(stored, &connections)?,
            confirmation: self
                .confirmation
                .or(stored.map(|it| it.confirmation))
                .unwrap_or_default(),
            scheduled_at: scheduled_at.unwrap_or_else(|| stored?.scheduled_at),
            connections,
            contact_list_id: self
                .contact_list_id
                .unwrap_or_else(|| stored?.contact_list_id),
            tag_list_id: self.tag_list_id.unwrap_or_else(|| stored?.tag_list_id),
            file_list_id: self.file_list_id.unwrap_or_else(|| stored?.file_list_id),
            window: self
                .window
                .clone()
                .unwrap_or_else(|| stored?.window.clone()),
            daily_cap: self.daily_cap.unwrap_or_else(|| stored?.daily_cap),
        };
        if let Some(at) = scheduled_at.flatten() {
            let is_same = stored.is_some_and(|it| it.scheduled_at == Some(at));
            if at <= now && !is_same {
                return Err(ApiError::field("scheduledAt", "must be in the future"));
            }
            if at > now + AHEAD_MAX {
                return Err(ApiError::field("scheduledAt", "must be within ten years"));
            }
        }
        if stored.is_some_and(|it| it.media_path.is_some()) {
            check_captions(&form.texts)?;
        }
        Ok(form)
    }

    /// Its numbers, each once. One that is named alone takes the place of all, unless it is the first of them already.
    fn connections(&self, stored: Option<&Campaign>) -> Vec<ConnectionId> {
        let known = stored.map(|it| it.whatsapp_ids.as_slice());
        let known = known.unwrap_or_default();
        let wanted = match (self.whatsapp_id, &self.whatsapp_ids) {
            (Some(Some(first)), Some(all)) => [&[first], all.as_slice()].concat(),
            (_, Some(all)) => all.clone(),
            (Some(first), None) if first == known.first().copied() => known.to_vec(),
            (Some(first), None) => first.into_iter().collect(),
            (None, None) => known.to_vec(),
        };
        let mut seen = BTreeSet::new();
        wanted.into_iter().filter(|id| seen.insert(*id)).collect()
    }

    /// # Errors
    /// `Validation` for templates of other numbers, and for two in the place of one text.
    fn texts(
        &self,
        stored: Option<&Campaign>,
        numbers: &[ConnectionId],
    ) -> Result<CampaignTexts, ApiError> {
        let stored = stored.map(|it| it.texts.clone()).unwrap_or_default();
        let mut templates = self.templates.clone().unwrap_or(stored.templates);
        if self.templates.is_some() {
            let mut seen = HashSet::new();
            let is_alone = |it: &CampaignTemplate| seen.insert((it.text, it.whatsapp_id));
            if !templates.iter().all(is_alone) {
                let problem = "must have each text and number once";
                return Err(ApiError::field("templates", problem));
            }
            if templates
                .iter()
                .any(|it| !numbers.contains(&it.whatsapp_id))
            {
                let problem = "must be of the campaign's numbers";
                return Err(ApiError::field("templates", problem));
            }
        }
        templates.retain(|it| numbers.contains(&it.whatsapp_id));
        let text = |new: &Option<String>, old: String| {
            new.as_deref().map_or(old, |text| text.trim().to_owned())
        };
        Ok(CampaignTexts {
            message1: text(&self.message1, stored.message1),
            message2: text(&self.message2, stored.message2),
            message3: text(&self.message3, stored.message3),
            message4: text(&self.message4, stored.message4),
            message5: text(&self.message5, stored.message5),
            confirmation_message1: text(&self.confirmation_message1, stored.confirmation_message1),
            confirmation_message2: text(&self.confirmation_message2, stored.confirmation_message2),
            confirmation_message3: text(&self.confirmation_message3, stored.confirmation_message3),
            confirmation_message4: text(&self.confirmation_message4, stored.confirmation_message4),
            confirmation_message5: text(&self.confirmation_message5, stored.confirmation_message5),
            templates,
        })
    }
}

/// Texts beside a file are its caption.
///
/// # Errors
/// `Validation`.
pub(super) fn check_captions(texts: &CampaignTexts) -> Result<(), ApiError> {
    let names = ["message1", "message2", "message3", "message4", "message5"];
    for (name, text) in names.into_iter().zip(texts.messages()) {
        if text.chars().count() > CAPTION_CHARS_MAX {
            let problem = "must have at most 1,024 characters beside a file";
            return Err(ApiError::field(name, problem));
        }
    }
    Ok(())
}

/// Everything that it names is the company's; a tag that is new to it becomes a list.
///
/// # Errors
/// `NoWappFound`, `NoContactListFound`, `NoTagFound`, `NoFileListFound`, `CampaignState`, and as [`check_templates`].
pub(super) async fn settle_names(
    conn: &mut Conn<'_>,
    company: CompanyId,
    form: &mut CampaignForm,
    stored: Option<&Campaign>,
    shown: Shown<'_>,
) -> Result<(), ApiError> {
    for connection in &form.connections {
        connections::get(conn, company, *connection).await?;
    }
    // one that is saved already may have lost its approval since: whoever begins the campaign hears of it
    let saved = stored.map(|it| it.texts.templates.as_slice());
    let saved = saved.unwrap_or_default();
    let new = form.texts.templates.iter();
    let new = new.filter(|it| !saved.contains(it));
    check_templates(conn, company, new).await?;
    if let Some(files) = form.file_list_id {
        file_lists::get(conn, company, files, shown).await?;
    }
    if let Some(list) = form.contact_list_id
        && !campaigns::has_list(conn, company, list).await?
    {
        return Err(ErrorCode::NoContactListFound.into());
    }
    let former = stored.and_then(|it| it.tag_list_id);
    if let Some(tag) = form.tag_list_id.filter(|tag| Some(*tag) != former) {
        let tag = tags::get(conn, company, tag).await?;
        let at = shown.now.format("%Y-%m-%d %H:%M");
        let name = format!("{} | {} | {at}", form.name, tag.name);
        let list = campaigns::from_tag(conn, company, (&name, tag.id), shown.now).await?;
        form.contact_list_id = Some(list);
    }
    // whom it has written to already stays: another list would begin another campaign
    let begun = stored.filter(|it| it.status == CampaignStatus::Cancelada);
    if begun.is_some_and(|it| it.contact_list_id != form.contact_list_id) {
        return Err(ErrorCode::CampaignState.into());
    }
    Ok(())
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
fn text(text: &str, _: &()) -> garde::Result {
    if text.trim().chars().count() <= TEXT_CHARS_MAX {
        Ok(())
    } else {
        Err(garde::Error::new("must have at most 4,096 characters"))
    }
}

#[expect(
    clippy::ref_option,
    clippy::option_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
pub(super) fn few(cap: &Option<Option<i64>>, _: &()) -> garde::Result {
    match cap.flatten() {
        Some(cap) if !(1..=CAP_MAX).contains(&cap) => {
            Err(garde::Error::new("must be from 1 to 100,000"))
        }
        _ => Ok(()),
    }
}

#[expect(
    clippy::ref_option,
    clippy::option_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "the form of garde's rules"
)]
pub(super) fn window_text(window: &Option<Option<SendingWindow>>, _: &()) -> garde::Result {
    let Some(Some(window)) = window else {
        return Ok(());
    };
    let mut days = window.weekdays.clone();
    days.sort_unstable();
    days.dedup();
    let are_days = days.len() == window.weekdays.len() && days.iter().all(|day| *day < 7);
    if days.is_empty() || !are_days {
        return Err(garde::Error::new(
            "must have weekdays from 0 to 6, each once",
        ));
    }
    match (minute(&window.start), minute(&window.end)) {
        (Some(start), Some(end)) if start + 1 < end => Ok(()),
        _ => Err(garde::Error::new(
            "must have a start two minutes before its end at least, as HH:MM",
        )),
    }
}

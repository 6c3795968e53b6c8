//! What is said of a message and not stored as such.

use chrono::{DateTime, TimeDelta, Utc};

use super::{LinkedFile, Row, Shown};
use crate::{
    connections::notices::NOTICE,
    media::MediaState,
    model::{CompanyId, ErrorCode, MediaId, message::Author},
};

/// A message that took longer is late.
const LATE: TimeDelta = TimeDelta::minutes(1);
/// Begins what the desk says by itself.
const AUTOMATIC: char = '\u{200e}';
/// Begins the browser's id of a message that was scheduled.
const SCHEDULED: &str = "schedule:";

/// Who speaks in a message. Rows that an older release wrote do not name him.
pub(super) fn author(row: &Row) -> Author {
    let told = Committed {
        from_me: row.from_me,
        has_user: row.user_id.is_some(),
        client_id: row.client_id.as_deref(),
        body: &row.body,
        media_type: row.media_type.as_deref(),
    };
    row.author.unwrap_or_else(|| derive(told))
}

/// What an older row tells of its author.
#[derive(Clone, Copy)]
struct Committed<'a> {
    from_me: bool,
    has_user: bool,
    client_id: Option<&'a str>,
    body: &'a str,
    media_type: Option<&'a str>,
}

fn derive(row: Committed<'_>) -> Author {
    let is_scheduled = row.client_id.is_some_and(|id| id.starts_with(SCHEDULED));
    if !row.from_me {
        Author::Contact
    } else if row.has_user && is_scheduled {
        Author::Schedule
    } else if row.has_user {
        Author::User
    } else if row.body.starts_with(AUTOMATIC) || row.media_type == Some(NOTICE) {
        Author::Bot
    } else {
        Author::Phone
    }
}

/// When a message was sent and, if that was well before, when it came in. What comes at once is shown to the microsecond:
/// providers tell whole seconds, which would put a question behind its answer.
pub(super) fn times(
    sent_at: DateTime<Utc>,
    stored_at: DateTime<Utc>,
) -> (DateTime<Utc>, Option<DateTime<Utc>>) {
    if stored_at - sent_at < LATE {
        return (stored_at, None);
    }
    (sent_at, Some(stored_at))
}

/// A link to its file.
pub(super) fn media_url(company: CompanyId, row: &Row, shown: Shown<'_>) -> Option<String> {
    let texts = [&row.media_path, &row.media_name, &row.media_mime];
    link(company, shown, row.media_id, texts)
}

/// A link to a file by its number, stored name, sender's name and kind; `None` where there is none or it is not here yet.
pub(super) fn link(
    company: CompanyId,
    shown: Shown<'_>,
    id: Option<MediaId>,
    [path, name, mime]: [&Option<String>; 3],
) -> Option<String> {
    let file = LinkedFile {
        id: id?,
        path: path.as_deref()?,
        name: name.as_deref().unwrap_or_default(),
        mime: mime.as_deref().unwrap_or_default(),
    };
    Some(shown.links.link(company, &file, shown.now))
}

/// What is said of a file that was given up (S118).
pub(super) fn media_error(state: Option<MediaState>) -> Option<String> {
    let failed = state == Some(MediaState::Failed);
    failed.then(|| ErrorCode::WappDownloadMedia.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: Committed<'_> = Committed {
        from_me: true,
        has_user: true,
        client_id: None,
        body: "Oi",
        media_type: None,
    };

    #[test]
    fn a_row_of_before_tells_its_author_by_what_it_says() {
        let nobodys = Committed {
            has_user: false,
            ..OURS
        };
        let contact = Committed {
            from_me: false,
            ..nobodys
        };
        let bot = Committed {
            body: "\u{200e}Como foi?",
            ..nobodys
        };
        let notice = Committed {
            media_type: Some(NOTICE),
            ..nobodys
        };
        let scheduled = Committed {
            client_id: Some("schedule:7:1"),
            ..OURS
        };
        assert_eq!(derive(contact), Author::Contact);
        assert_eq!(derive(OURS), Author::User);
        assert_eq!(derive(scheduled), Author::Schedule);
        assert_eq!(derive(bot), Author::Bot);
        assert_eq!(derive(notice), Author::Bot);
        assert_eq!(derive(nobodys), Author::Phone);
    }
}

//! The message that another one answers, as it is shown with that one.

use serde::Deserialize;

use super::{Shown, derived};
use crate::model::{
    CompanyId, ContactId, MediaId, MessageId,
    message::{Named, QuotedMessage},
};

/// What a message `m` answers, as the fields of [`Quoted`] in their order; NULL where it answers none. A subquery, not
/// joins: `PostgreSQL` tries orders of what is joined, and with these three it took twice as long over it.
macro_rules! select_quoted {
    () => {
        concat!(
            "(SELECT ",
            json_row!(),
            "(q.id, q.body, CASE WHEN q.from_me THEN 1 ELSE 0 END, CASE WHEN q.is_deleted THEN 1 ELSE 0 END, q.media_type,
              qd.id, qd.path, qd.name, qd.mime, qa.id, qa.name)
            FROM messages q
            LEFT JOIN media qd ON qd.company_id = q.company_id AND qd.id = q.media_id
            LEFT JOIN contacts qa ON qa.company_id = q.company_id AND qa.id = q.author_id
            WHERE q.company_id = m.company_id AND q.id = m.quoted_id)"
        )
    };
}

/// A row of [`select_quoted`].
#[derive(Debug, Deserialize)]
pub(super) struct Quoted {
    id: MessageId,
    body: String,
    from_me: i64,
    is_deleted: i64,
    media_type: Option<String>,
    media_id: Option<MediaId>,
    media_path: Option<String>,
    media_name: Option<String>,
    media_mime: Option<String>,
    author_id: Option<ContactId>,
    author_name: Option<String>,
}

impl Quoted {
    /// As it is shown; `customer` names whoever of the conversation is its author. What was taken back keeps its place alone.
    pub(super) fn shown(
        self,
        company: CompanyId,
        shown: Shown<'_>,
        customer: impl FnOnce(Option<(ContactId, String)>) -> Named,
    ) -> QuotedMessage {
        let media_url = self.media_url(company, shown);
        let from_me = self.from_me == 1;
        QuotedMessage {
            id: self.id,
            body: if self.is_deleted() {
                String::new()
            } else {
                self.body
            },
            from_me,
            media_type: self.media_type,
            media_url,
            contact: (!from_me).then(|| customer(self.author_id.zip(self.author_name))),
        }
    }

    fn is_deleted(&self) -> bool {
        self.is_deleted == 1
    }

    fn media_url(&self, company: CompanyId, shown: Shown<'_>) -> Option<String> {
        if self.is_deleted() {
            return None;
        }
        let texts = [&self.media_path, &self.media_name, &self.media_mime];
        derived::link(company, shown, self.media_id, texts)
    }
}

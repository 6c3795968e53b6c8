//! A list of ids in a statement.

use sqlx::{Database, Encode, QueryBuilder, Type};

/// Adds `before`, the ids with commas between them and a closing bracket; nothing where there is no id.
pub(crate) fn push_ids<DB>(
    query: &mut QueryBuilder<DB>,
    before: &'static str,
    ids: impl ExactSizeIterator<Item = i64>,
) where
    DB: Database,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
{
    if ids.len() == 0 {
        return;
    }
    query.push(before);
    let mut list = query.separated(", ");
    for id in ids {
        list.push_bind(id);
    }
    query.push(")");
}

//! What a number asks its provider about contacts, one table for each kind of question: due when a contact is heard and the
//! answer has grown old, tried five times with growing pauses, and left at that until he is heard again.

use chrono::TimeDelta;

/// How long a question waits for a number that does not ask it, before another number may.
pub(super) const OVERDUE: TimeDelta = TimeDelta::days(1);
/// Tries before it is left at that.
pub(super) const ATTEMPTS_MAX: i64 = 5;
/// Wait after a first try that failed; doubles with each.
pub(super) const BACKOFF_MINUTES: i64 = 1;

/// `want`, `claim_next`, `next_due` and `settle` over a table of questions, whose answers are good for `$good_for`.
macro_rules! asked_of_contacts {
    ($table:literal, $good_for:expr) => {
        /// A customer is heard on a number: the question is due if it was not asked lately. Answers whether it is due now.
        ///
        /// # Errors
        /// `Database` when contact or connection are not the company's.
        pub async fn want(
            conn: &mut Conn<'_>,
            company: CompanyId,
            (contact, connection): (ContactId, ConnectionId),
            now: DateTime<Utc>,
        ) -> Result<bool> {
            let due = on!(conn, |c| {
                sqlx::query(concat!(
                    "INSERT INTO ", $table, " (company_id, contact_id, connection_id, next_at) VALUES ($1, $2, $3, $4)
                     ON CONFLICT (company_id, contact_id) DO UPDATE SET
                       connection_id = excluded.connection_id, next_at = excluded.next_at, attempts = 0
                     WHERE (", $table, ".next_at IS NULL AND ", $table, ".asked_at <= $5)
                       OR (", $table, ".next_at <= $6 AND ", $table, ".connection_id <> excluded.connection_id)",
                ))
                .bind(company)
                .bind(contact)
                .bind(connection)
                .bind(now)
                .bind(now - $good_for)
                .bind(now - asked::OVERDUE)
                .execute(c)
                .await
                .map(|done| done.rows_affected())
            })?;
            Ok(due > 0)
        }

        /// Takes the question that has been due on a number for longest: about whom, and which try this is, from 1. The try
        /// counts before it is made, and the next one waits twice as long.
        async fn claim_next(
            conn: &mut Conn<'_>,
            company: CompanyId,
            connection: ConnectionId,
            now: DateTime<Utc>,
        ) -> Result<Option<(Contact, i64)>> {
            let due: Option<(ContactId, i64)> = on!(&mut *conn, |c| sqlx::query_as(concat!(
                "SELECT contact_id, attempts FROM ", $table,
                " WHERE company_id = $1 AND connection_id = $2 AND next_at <= $3
                 ORDER BY next_at, contact_id LIMIT 1",
                skip_locked!()
            ))
            .bind(company)
            .bind(connection)
            .bind(now)
            .fetch_optional(c)
            .await)?;
            let Some((contact, attempts)) = due else {
                return Ok(None);
            };
            let attempts = attempts + 1;
            let wait = TimeDelta::minutes(asked::BACKOFF_MINUTES << attempts.clamp(1, asked::ATTEMPTS_MAX));
            let next_at = (attempts < asked::ATTEMPTS_MAX).then_some(now + wait);
            on!(&mut *conn, |c| {
                sqlx::query(concat!(
                    "UPDATE ", $table, " SET attempts = $3, next_at = $4, asked_at = $5
                     WHERE company_id = $1 AND contact_id = $2",
                ))
                .bind(company)
                .bind(contact)
                .bind(attempts)
                .bind(next_at)
                .bind(now)
                .execute(c)
                .await
                .map(drop)
            })?;
            // a row goes with its contact
            Ok(Some((get(conn, company, contact).await?, attempts)))
        }

        /// When the next question of a number is due.
        ///
        /// # Errors
        /// `Database`.
        pub async fn next_due(
            conn: &mut Conn<'_>,
            company: CompanyId,
            connection: ConnectionId,
        ) -> Result<Option<DateTime<Utc>>> {
            Ok(on!(conn, |c| {
                sqlx::query_scalar(concat!(
                    "SELECT MIN(next_at) FROM ", $table,
                    " WHERE company_id = $1 AND connection_id = $2 AND next_at IS NOT NULL",
                ))
                .bind(company)
                .bind(connection)
                .fetch_one(c)
                .await
            })?)
        }

        /// What is known stays: nothing else came, or nothing will.
        ///
        /// # Errors
        /// `Database`.
        pub async fn settle(
            conn: &mut Conn<'_>,
            company: CompanyId,
            contact: ContactId,
            now: DateTime<Utc>,
        ) -> Result<()> {
            on!(conn, |c| {
                sqlx::query(concat!(
                    "UPDATE ", $table, " SET next_at = NULL, asked_at = $3, attempts = 0
                     WHERE company_id = $1 AND contact_id = $2",
                ))
                .bind(company)
                .bind(contact)
                .bind(now)
                .execute(c)
                .await
                .map(drop)
            })?;
            Ok(())
        }
    };
}

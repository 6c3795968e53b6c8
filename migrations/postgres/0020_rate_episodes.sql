-- What the customer thought of an episode, 1 to 3, and what the dashboard adds up straight from its indexes.
ALTER TABLE ticket_tracking ADD COLUMN rate BIGINT CHECK (rate BETWEEN 1 AND 3);

-- replaced by the first of these, which begins with the same columns
DROP INDEX ticket_tracking_queued;
CREATE INDEX ticket_tracking_figures ON ticket_tracking
    (company_id, queued_at, queue_id, user_id, started_at, rating_at, finished_at, rate, ticket_id);
CREATE INDEX ticket_tracking_finished ON ticket_tracking (company_id, finished_at, user_id, queue_id);
CREATE INDEX ticket_tracking_created ON ticket_tracking (company_id, created_at, queue_id);

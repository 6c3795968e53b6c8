-- Who waits in a queue may be given to those who serve it, in turns: auto_assign says so, assign_max is how many open
-- tickets somebody may hold and still be given one. assigned_at is when somebody was last given one of the queue.
ALTER TABLE queues ADD COLUMN auto_assign BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE queues ADD COLUMN assign_max BIGINT NOT NULL DEFAULT 5;
ALTER TABLE user_queues ADD COLUMN assigned_at TIMESTAMPTZ;
CREATE INDEX queues_assigned ON queues (company_id, id) WHERE auto_assign;

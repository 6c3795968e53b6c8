-- The board: where a lane stands among the others, and the cards of a lane in their order. A card that nobody has moved stands
-- above the older ones, so that a new ticket needs no place to be written.
ALTER TABLE tags ADD COLUMN priority BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tickets_on_board ON tickets (company_id, COALESCE(crm_order, id * -65536), id) WHERE status IN ('open', 'pending', 'lead');

-- A campaign whose answer began a ticket (rule B4). No key: a campaign that is deleted leaves its tickets as they are.

ALTER TABLE tickets ADD COLUMN campaign_id BIGINT;

-- What a campaign sends in the place of its texts by numbers of the Cloud API to who wrote nothing for a day: for each text and
-- number a template and what stands for its variables, as JSON.
ALTER TABLE campaigns ADD COLUMN templates JSONB NOT NULL DEFAULT '[]';

-- A simulated phone marks the messages whose text was changed, as real ones do.
ALTER TABLE simulator_messages ADD COLUMN edited BOOLEAN NOT NULL DEFAULT FALSE;

-- A blocked contact: what he writes is not taken in, and nobody opens a ticket with him.
ALTER TABLE contacts ADD COLUMN blocked BOOLEAN NOT NULL DEFAULT FALSE;

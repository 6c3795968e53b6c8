-- How many tickets of each kind there are, so that a page of the list need not count fifty thousand rows.
CREATE TABLE ticket_counts (
    company_id BIGINT NOT NULL,
    status TEXT NOT NULL,
    queue_id BIGINT,
    user_id BIGINT,
    amount BIGINT NOT NULL
);
CREATE UNIQUE INDEX ticket_counts_kind
    ON ticket_counts (company_id, status, COALESCE(queue_id, 0), COALESCE(user_id, 0));

INSERT INTO ticket_counts (company_id, status, queue_id, user_id, amount)
SELECT company_id, status, queue_id, user_id, COUNT(*) FROM tickets GROUP BY company_id, status, queue_id, user_id;

-- Runs at the end of the transaction and takes the company's number row first, as every transaction with events does:
-- two that move tickets between the same kinds cannot wait for each other in a circle.
CREATE FUNCTION count_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM company_sequences
    WHERE company_id = CASE WHEN TG_OP = 'DELETE' THEN OLD.company_id ELSE NEW.company_id END FOR UPDATE;
    IF TG_OP <> 'INSERT' THEN
        UPDATE ticket_counts SET amount = amount - 1
        WHERE company_id = OLD.company_id AND status = OLD.status
            AND COALESCE(queue_id, 0) = COALESCE(OLD.queue_id, 0)
            AND COALESCE(user_id, 0) = COALESCE(OLD.user_id, 0);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO ticket_counts AS t (company_id, status, queue_id, user_id, amount)
        VALUES (NEW.company_id, NEW.status, NEW.queue_id, NEW.user_id, 1)
        ON CONFLICT (company_id, status, COALESCE(queue_id, 0), COALESCE(user_id, 0))
            DO UPDATE SET amount = t.amount + 1;
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER ticket_counts_of_new AFTER INSERT OR DELETE ON tickets
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_ticket();
CREATE CONSTRAINT TRIGGER ticket_counts_of_moved AFTER UPDATE OF status, queue_id, user_id ON tickets
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN ((OLD.status, OLD.queue_id, OLD.user_id) IS DISTINCT FROM (NEW.status, NEW.queue_id, NEW.user_id))
    EXECUTE FUNCTION count_ticket();

-- The words of the messages, by company; `search` is folded already. The extension comes with PostgreSQL, and the owner of
-- a database may make it.
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE FUNCTION words_of(text TEXT) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_to_tsvector(array_remove(regexp_split_to_array(text, '[^[:alnum:]]+'), ''))
$$;
ALTER TABLE messages ADD COLUMN words tsvector GENERATED ALWAYS AS (words_of(search)) STORED;
CREATE INDEX messages_words ON messages USING gin (company_id, words);

-- How many contacts a company has.
CREATE TABLE contact_counts (company_id BIGINT PRIMARY KEY, amount BIGINT NOT NULL);
INSERT INTO contact_counts (company_id, amount) SELECT company_id, COUNT(*) FROM contacts GROUP BY company_id;

CREATE FUNCTION count_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM company_sequences
    WHERE company_id = CASE WHEN TG_OP = 'DELETE' THEN OLD.company_id ELSE NEW.company_id END FOR UPDATE;
    IF TG_OP = 'DELETE' THEN
        UPDATE contact_counts SET amount = amount - 1 WHERE company_id = OLD.company_id;
    ELSE
        INSERT INTO contact_counts AS c (company_id, amount) VALUES (NEW.company_id, 1)
        ON CONFLICT (company_id) DO UPDATE SET amount = c.amount + 1;
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER contact_counts_of_new AFTER INSERT OR DELETE ON contacts
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_contact();

-- Every part of three letters or more of a contact's name, number and e-mail, folded already.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX contacts_parts ON contacts USING gin (company_id, search gin_trgm_ops);

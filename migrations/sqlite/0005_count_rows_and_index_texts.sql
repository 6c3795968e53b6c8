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

CREATE TRIGGER ticket_counts_of_new AFTER INSERT ON tickets BEGIN
    INSERT INTO ticket_counts (company_id, status, queue_id, user_id, amount)
    VALUES (NEW.company_id, NEW.status, NEW.queue_id, NEW.user_id, 1)
    ON CONFLICT (company_id, status, COALESCE(queue_id, 0), COALESCE(user_id, 0))
        DO UPDATE SET amount = amount + 1;
END;

CREATE TRIGGER ticket_counts_of_deleted AFTER DELETE ON tickets BEGIN
    UPDATE ticket_counts SET amount = amount - 1
    WHERE company_id = OLD.company_id AND status = OLD.status
        AND COALESCE(queue_id, 0) = COALESCE(OLD.queue_id, 0) AND COALESCE(user_id, 0) = COALESCE(OLD.user_id, 0);
END;

CREATE TRIGGER ticket_counts_of_moved AFTER UPDATE OF status, queue_id, user_id ON tickets
WHEN OLD.status IS NOT NEW.status OR OLD.queue_id IS NOT NEW.queue_id OR OLD.user_id IS NOT NEW.user_id
BEGIN
    UPDATE ticket_counts SET amount = amount - 1
    WHERE company_id = OLD.company_id AND status = OLD.status
        AND COALESCE(queue_id, 0) = COALESCE(OLD.queue_id, 0) AND COALESCE(user_id, 0) = COALESCE(OLD.user_id, 0);
    INSERT INTO ticket_counts (company_id, status, queue_id, user_id, amount)
    VALUES (NEW.company_id, NEW.status, NEW.queue_id, NEW.user_id, 1)
    ON CONFLICT (company_id, status, COALESCE(queue_id, 0), COALESCE(user_id, 0))
        DO UPDATE SET amount = amount + 1;
END;

-- The words of the messages, `search` being folded already; the company is a word too, so that a search reads its own
-- company's list and not everybody's.
CREATE VIRTUAL TABLE message_words USING fts5 (company, search, content = '');
INSERT INTO message_words (rowid, company, search)
SELECT id, 'c' || company_id, search FROM messages WHERE search <> '';

CREATE TRIGGER message_words_of_new AFTER INSERT ON messages WHEN NEW.search <> '' BEGIN
    INSERT INTO message_words (rowid, company, search) VALUES (NEW.id, 'c' || NEW.company_id, NEW.search);
END;

CREATE TRIGGER message_words_of_deleted AFTER DELETE ON messages WHEN OLD.search <> '' BEGIN
    INSERT INTO message_words (message_words, rowid, company, search)
    VALUES ('delete', OLD.id, 'c' || OLD.company_id, OLD.search);
END;

CREATE TRIGGER message_words_of_changed AFTER UPDATE OF search ON messages WHEN OLD.search <> NEW.search BEGIN
    INSERT INTO message_words (message_words, rowid, company, search)
    SELECT 'delete', OLD.id, 'c' || OLD.company_id, OLD.search WHERE OLD.search <> '';
    INSERT INTO message_words (rowid, company, search)
    SELECT NEW.id, 'c' || NEW.company_id, NEW.search WHERE NEW.search <> '';
END;

-- How many contacts a company has.
CREATE TABLE contact_counts (company_id BIGINT PRIMARY KEY, amount BIGINT NOT NULL);
INSERT INTO contact_counts (company_id, amount) SELECT company_id, COUNT(*) FROM contacts GROUP BY company_id;

CREATE TRIGGER contact_counts_of_new AFTER INSERT ON contacts BEGIN
    INSERT INTO contact_counts (company_id, amount) VALUES (NEW.company_id, 1)
    ON CONFLICT (company_id) DO UPDATE SET amount = amount + 1;
END;

CREATE TRIGGER contact_counts_of_deleted AFTER DELETE ON contacts BEGIN
    UPDATE contact_counts SET amount = amount - 1 WHERE company_id = OLD.company_id;
END;

-- Every part of three letters or more of a contact's name, number and e-mail, folded already.
CREATE VIRTUAL TABLE contact_parts USING fts5 (search, content = '', tokenize = 'trigram');
INSERT INTO contact_parts (rowid, search) SELECT id, search FROM contacts;

CREATE TRIGGER contact_parts_of_new AFTER INSERT ON contacts BEGIN
    INSERT INTO contact_parts (rowid, search) VALUES (NEW.id, NEW.search);
END;

CREATE TRIGGER contact_parts_of_deleted AFTER DELETE ON contacts BEGIN
    INSERT INTO contact_parts (contact_parts, rowid, search) VALUES ('delete', OLD.id, OLD.search);
END;

CREATE TRIGGER contact_parts_of_changed AFTER UPDATE OF search ON contacts WHEN OLD.search <> NEW.search BEGIN
    INSERT INTO contact_parts (contact_parts, rowid, search) VALUES ('delete', OLD.id, OLD.search);
    INSERT INTO contact_parts (rowid, search) VALUES (NEW.id, NEW.search);
END;

-- The parts of a contact's texts stand under its company and its id in one number, so that who searches among the contacts of a
-- company reads no other's. `storage/contacts/list.rs` takes the number apart.
DROP TRIGGER contact_parts_of_new;
DROP TRIGGER contact_parts_of_deleted;
DROP TRIGGER contact_parts_of_changed;
DROP TABLE contact_parts;
CREATE VIRTUAL TABLE contact_parts USING fts5 (search, content = '', tokenize = 'trigram');
INSERT INTO contact_parts (rowid, search)
    SELECT (company_id << 32) | id, search FROM contacts ORDER BY company_id, id;

CREATE TRIGGER contact_parts_of_new AFTER INSERT ON contacts BEGIN
    INSERT INTO contact_parts (rowid, search) VALUES ((NEW.company_id << 32) | NEW.id, NEW.search);
END;

CREATE TRIGGER contact_parts_of_deleted AFTER DELETE ON contacts BEGIN
    INSERT INTO contact_parts (contact_parts, rowid, search)
    VALUES ('delete', (OLD.company_id << 32) | OLD.id, OLD.search);
END;

CREATE TRIGGER contact_parts_of_changed AFTER UPDATE OF search ON contacts WHEN OLD.search <> NEW.search BEGIN
    INSERT INTO contact_parts (contact_parts, rowid, search)
    VALUES ('delete', (OLD.company_id << 32) | OLD.id, OLD.search);
    INSERT INTO contact_parts (rowid, search) VALUES ((NEW.company_id << 32) | NEW.id, NEW.search);
END;

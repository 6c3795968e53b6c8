-- Lists of people to write to in bulk, and who stands in them. A number stands once in a list, in whichever Brazilian form:
-- `number_key` is the form that stands for both; without a number it is NULL. `is_whatsapp_valid` is NULL until the number was checked.
CREATE TABLE contact_lists (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    name TEXT NOT NULL,
    -- the name in small letters without accents
    search TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id)
);
CREATE INDEX contact_lists_by_name ON contact_lists (company_id, search, id);

CREATE TABLE contact_list_items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    company_id BIGINT NOT NULL REFERENCES companies (id),
    contact_list_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    number TEXT NOT NULL,
    number_key TEXT,
    email TEXT NOT NULL,
    -- name, number and address in small letters without accents
    search TEXT NOT NULL,
    is_whatsapp_valid BOOLEAN,
    checked_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (company_id, id),
    UNIQUE (company_id, contact_list_id, number_key),
    FOREIGN KEY (company_id, contact_list_id) REFERENCES contact_lists (company_id, id)
);
CREATE INDEX contact_list_items_by_name ON contact_list_items (company_id, contact_list_id, search, id);
CREATE INDEX contact_list_items_to_check ON contact_list_items (company_id, id) WHERE checked_at IS NULL AND number_key IS NOT NULL;

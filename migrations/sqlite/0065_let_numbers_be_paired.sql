-- A number is paired by a code on the screen or by letters that are typed on the phone: until when the code holds, the
-- letters, the number for which they were asked, and the name of the account that was paired.
ALTER TABLE connections ADD COLUMN qrcode_expires_at TEXT;
ALTER TABLE connections ADD COLUMN pairing_code TEXT NOT NULL DEFAULT '';
ALTER TABLE connections ADD COLUMN pairing_number TEXT;
ALTER TABLE connections ADD COLUMN account_name TEXT;

-- The business's own phone in the simulator. A connection without a row is paired.
CREATE TABLE simulator_sessions (
    company_id BIGINT NOT NULL,
    connection_id BIGINT NOT NULL,
    is_paired BOOLEAN NOT NULL,
    number TEXT,
    name TEXT,
    qrcode TEXT NOT NULL DEFAULT '',
    pairing_code TEXT NOT NULL DEFAULT '',
    away_until TEXT,
    breaks BIGINT NOT NULL DEFAULT 0,
    break_reason TEXT NOT NULL DEFAULT '',
    is_closed BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (company_id, connection_id),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id) ON DELETE CASCADE
);

-- A phone may be a group, in which each message has an author; and a message may be typed on the business's own phone.
ALTER TABLE simulator_phones ADD COLUMN is_group BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE simulator_messages ADD COLUMN author_number TEXT;
ALTER TABLE simulator_messages ADD COLUMN author_name TEXT;
ALTER TABLE simulator_messages ADD COLUMN from_own_phone BOOLEAN NOT NULL DEFAULT FALSE;

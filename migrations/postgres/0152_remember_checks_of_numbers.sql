-- Which numbers are on WhatsApp, as a paired number was told: not asked again for some time.
CREATE TABLE number_checks (
    company_id BIGINT NOT NULL REFERENCES companies (id),
    number TEXT NOT NULL,
    -- its digits there; none: it is not there
    canonical TEXT,
    checked_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (company_id, number)
);
CREATE INDEX number_checks_by_age ON number_checks (company_id, checked_at);

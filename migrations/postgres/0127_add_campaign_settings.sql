-- How a company's campaigns go: key and value as JSON text.
CREATE TABLE campaign_settings (
    company_id BIGINT NOT NULL REFERENCES companies (id),
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (company_id, key)
);

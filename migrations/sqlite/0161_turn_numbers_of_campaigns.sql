-- A campaign writes by several numbers in turn: those beside the first one, which stays `campaigns.connection_id`. A recipient keeps the number by
-- which he was first written to.
CREATE TABLE campaign_connections (
    company_id BIGINT NOT NULL REFERENCES companies (id),
    campaign_id BIGINT NOT NULL,
    connection_id BIGINT NOT NULL,
    position BIGINT NOT NULL,
    PRIMARY KEY (company_id, campaign_id, connection_id),
    FOREIGN KEY (company_id, campaign_id) REFERENCES campaigns (company_id, id),
    FOREIGN KEY (company_id, connection_id) REFERENCES connections (company_id, id)
);
CREATE INDEX campaign_connections_of_number ON campaign_connections (company_id, connection_id);
ALTER TABLE campaign_recipients ADD COLUMN connection_id BIGINT;

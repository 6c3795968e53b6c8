-- How much a plan lets a company keep in files, in GB; 0 is without a limit. The index counts without reading the rows.
ALTER TABLE plans ADD COLUMN storage_gb BIGINT NOT NULL DEFAULT 0;
CREATE INDEX media_sizes ON media (company_id, size) WHERE size IS NOT NULL;

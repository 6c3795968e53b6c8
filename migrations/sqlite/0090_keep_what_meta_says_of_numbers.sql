-- Quality, limit and templates of a Cloud API number, as Meta told them last: JSON.
ALTER TABLE connections ADD COLUMN cloud_health TEXT;
-- The six digits with which a Cloud API number was registered, sealed like its other secrets.
ALTER TABLE connections ADD COLUMN sealed_pin BLOB;

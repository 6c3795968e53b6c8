-- At which bank a charge was made, and its name there where that is not ours. A charge stays payable where it was made.
ALTER TABLE pix_charges ADD COLUMN bank TEXT NOT NULL DEFAULT 'pix';
ALTER TABLE pix_charges ADD COLUMN bank_ref TEXT;
CREATE UNIQUE INDEX pix_charges_by_ref ON pix_charges (bank, bank_ref) WHERE bank_ref IS NOT NULL;

-- A company as a bank knows it: made there once, for each address of the bank.
CREATE TABLE bank_customers (
    company_id BIGINT NOT NULL REFERENCES companies (id),
    bank_url TEXT NOT NULL,
    customer TEXT NOT NULL,
    document TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (company_id, bank_url)
);

-- What the installation shows to a bank, sealed: of no company.
CREATE TABLE bank_keys (
    bank TEXT PRIMARY KEY,
    sealed_key BLOB NOT NULL,
    updated_at TEXT NOT NULL
);

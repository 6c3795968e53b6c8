-- What language models have read and written for a company: tokens by day (of the company's zone) and by what they were asked for.
CREATE TABLE ai_usage (
    company_id BIGINT NOT NULL REFERENCES companies (id),
    day TEXT NOT NULL,
    used_for TEXT NOT NULL,
    calls BIGINT NOT NULL,
    prompt_tokens BIGINT NOT NULL,
    completion_tokens BIGINT NOT NULL,
    PRIMARY KEY (company_id, day, used_for)
);

-- Browsers that may be told of messages while no page of their user is open. A subscription ends with the sign-in in which
-- it was made. A browser is one person's at a time, of whatever company: its address at the push service is there once.
CREATE UNIQUE INDEX sign_ins_of_owner ON sign_ins (company_id, user_id, id);

CREATE TABLE push_subscriptions (
    company_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    endpoint TEXT NOT NULL UNIQUE,
    sign_in_id BLOB NOT NULL,
    p256dh BLOB NOT NULL,
    sealed_auth BLOB NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (company_id, user_id, endpoint),
    FOREIGN KEY (company_id, user_id, sign_in_id) REFERENCES sign_ins (company_id, user_id, id) ON DELETE CASCADE
);

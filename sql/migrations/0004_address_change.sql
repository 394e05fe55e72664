-- 0004_address_change
-- Why: a new address is proved by a link mailed to it before it replaces the old one. One change
-- at a time; its token is made when the mail is sent, so only a digest is kept.
-- Deploy: adds a table nothing reads yet.

CREATE TABLE address_change (
    customer_id    uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    new_email      text        NOT NULL CHECK (octet_length(new_email) BETWEEN 3 AND 320),
    new_email_key  text        NOT NULL CHECK (octet_length(new_email_key) <= 320),
    token_sha256   bytea       UNIQUE CHECK (octet_length(token_sha256) = 32),
    earlier_token_sha256 bytea UNIQUE CHECK (octet_length(earlier_token_sha256) = 32),
    created_at     timestamptz NOT NULL DEFAULT now(),
    expires_at     timestamptz NOT NULL
);

COMMENT ON COLUMN address_change.earlier_token_sha256 IS
    'Of the mail before, when nobody saw whether that left: either link may be the one that arrived.';

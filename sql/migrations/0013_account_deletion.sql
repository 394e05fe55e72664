-- 0013_account_deletion
-- Why: an account is deleted only by a link that was mailed for it, so that a browser left signed in
-- is not enough. One wish at a time; its token is made when the mail is sent, so only a digest is kept.
-- Deploy: adds a table nothing reads yet.

CREATE TABLE account_deletion (
    customer_id    uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    token_sha256   bytea       UNIQUE CHECK (octet_length(token_sha256) = 32),
    earlier_token_sha256 bytea UNIQUE CHECK (octet_length(earlier_token_sha256) = 32),
    created_at     timestamptz NOT NULL DEFAULT now(),
    expires_at     timestamptz NOT NULL
);

COMMENT ON COLUMN account_deletion.earlier_token_sha256 IS
    'Of the mail before, when nobody saw whether that left: either link may be the one that arrived.';

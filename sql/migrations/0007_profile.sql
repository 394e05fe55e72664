-- 0007_profile
-- Why: a phone fetches its profile without a cookie, perhaps more than once, so a button in the
-- settings makes an address for it that works for minutes. Of its token only a digest is kept, and
-- of the profile nothing: it is made anew, byte for byte, from what the grant names.
-- Deploy: adds a table nothing reads yet.

CREATE TABLE profile_grant (
    token_sha256     bytea       PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
    customer_id      uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    feed_generation  integer     NOT NULL,
    language         text        NOT NULL CHECK (language IN ('en', 'ar')),
    created_at       timestamptz NOT NULL DEFAULT now(),
    expires_at       timestamptz NOT NULL,
    fetches          smallint    NOT NULL DEFAULT 0 CHECK (fetches BETWEEN 0 AND 5)
);

COMMENT ON COLUMN profile_grant.feed_generation IS
    'Of the customer''s prayer feed: renewing its address makes the grant worthless.';
COMMENT ON COLUMN profile_grant.created_at IS 'Also the signing time in the profile, so that every fetch brings the same bytes.';

-- Serves ON DELETE CASCADE, and the newest of a customer: Store.insert(NewProfileGrant).
CREATE INDEX profile_grant_customer_idx ON profile_grant (customer_id, created_at);
-- Serves the purge: Store.purge.
CREATE INDEX profile_grant_expires_idx ON profile_grant (expires_at);

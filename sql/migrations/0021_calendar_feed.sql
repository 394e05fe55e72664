-- 0021_calendar_feed
-- Why: a calendar can have reminders that its new events begin with, and a secret address at which anybody may read it.
-- Deploy: adds a column with a default, and a table that nothing reads yet. Safe beside the previous release.

ALTER TABLE calendar_collection ADD COLUMN default_reminders bigint[] NOT NULL DEFAULT '{}'
    CHECK (cardinality(default_reminders) <= 5 AND 0 <= ALL (default_reminders) AND 40320 >= ALL (default_reminders));

COMMENT ON COLUMN calendar_collection.default_reminders IS
    'Minutes before the start at which new events remind; pages give them to the events that they make.';

CREATE TABLE calendar_feed (
    customer_id    uuid        NOT NULL,
    collection_id  bigint      NOT NULL,
    token_digest   bytea       NOT NULL CHECK (octet_length(token_digest) = 32),
    nonce          bytea       NOT NULL CHECK (octet_length(nonce) = 16),
    created_at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, collection_id),
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE calendar_feed IS 'The secret addresses at which anybody may read a calendar.';
COMMENT ON COLUMN calendar_feed.token_digest IS 'SHA-256 of the secret part of the address.';
COMMENT ON COLUMN calendar_feed.nonce IS
    'Random; the secret part is derived from it with a key that the database does not have.';

-- Serves the lookup of an address: Store.feedCalendar. It has no owner to begin with: who asks knows only the address.
CREATE UNIQUE INDEX calendar_feed_token_idx ON calendar_feed (token_digest);

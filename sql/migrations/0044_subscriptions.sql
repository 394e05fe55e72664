-- 0044_subscriptions
-- Why: people subscribe to calendars of others by an address: a school's, a club's. Two customers with one address share
-- one fetch. A calendar whose content comes from outside is written by Jadwal alone. A collection that a Mac made as
-- CS:subscribed is fetched as well, so that phones see it.
-- Deploy: adds a column with a default, and tables nothing reads yet. Safe beside the previous release, which lets
-- programs write into such a calendar; the next fetch of a changed address overwrites that.

ALTER TABLE calendar_collection ADD COLUMN is_read_only boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN calendar_collection.is_read_only IS 'Its content comes from outside, so that Jadwal alone writes into it.';

-- Serves the search for subscriptions that programs made: Store.unadoptedCalendars.
CREATE INDEX calendar_collection_source_idx ON calendar_collection (customer_id, id)
 WHERE source_url IS NOT NULL AND deleted_at IS NULL;

CREATE TABLE outside_source (
    id               bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address_digest   bytea       NOT NULL UNIQUE CHECK (octet_length(address_digest) = 32),
    sealed_address   bytea       NOT NULL CHECK (octet_length(sealed_address) <= 8192),
    host             text        NOT NULL CHECK (octet_length(host) BETWEEN 1 AND 255),
    etag             text        CHECK (octet_length(etag) <= 1024),
    last_modified    text        CHECK (octet_length(last_modified) <= 1024),
    content_digest   bytea       CHECK (octet_length(content_digest) = 32),
    entry_count      integer     NOT NULL DEFAULT 0 CHECK (entry_count >= 0),
    refresh_seconds  integer     CHECK (refresh_seconds >= 0),
    created_at       timestamptz NOT NULL DEFAULT now(),
    next_at          timestamptz NOT NULL DEFAULT now(),
    asked_at         timestamptz,
    good_at          timestamptz,
    leased_until     timestamptz,
    failures         integer     NOT NULL DEFAULT 0 CHECK (failures >= 0),
    failing_since    timestamptz,
    problem          text        CHECK (octet_length(problem) <= 40),
    held_digest      bytea       CHECK (octet_length(held_digest) = 32),
    held_since       timestamptz,
    held_times       integer     NOT NULL DEFAULT 0 CHECK (held_times >= 0),
    held_count       integer     NOT NULL DEFAULT 0 CHECK (held_count >= 0),
    moved_digest     bytea       CHECK (octet_length(moved_digest) = 32),
    moved_days       integer     NOT NULL DEFAULT 0 CHECK (moved_days >= 0),
    moved_on         date,
    CHECK ((failures = 0) = (failing_since IS NULL)),
    CHECK ((failures = 0) = (problem IS NULL)),
    CHECK ((held_digest IS NULL) = (held_since IS NULL)),
    CHECK ((moved_digest IS NULL) = (moved_on IS NULL))
);

COMMENT ON TABLE outside_source IS 'Addresses outside that are fetched, each once for everybody who subscribed to it.';
COMMENT ON COLUMN outside_source.address_digest IS 'A digest of the address with a key that the database does not have.';
COMMENT ON COLUMN outside_source.sealed_address IS 'The address with its user and password, encrypted.';
COMMENT ON COLUMN outside_source.host IS 'The host of the address, for limits and the page of connections.';
COMMENT ON COLUMN outside_source.content_digest IS
    'The digest of the last good answer, without its stamps and the order of its lines.';
COMMENT ON COLUMN outside_source.entry_count IS 'The entries of the last answer that was applied.';
COMMENT ON COLUMN outside_source.refresh_seconds IS 'The interval that the last good answer asks for.';
COMMENT ON COLUMN outside_source.leased_until IS 'A worker fetches it until then.';
COMMENT ON COLUMN outside_source.problem IS 'The reason of the last failure, as a word.';
COMMENT ON COLUMN outside_source.held_digest IS 'The digest of an answer with so few entries that it is not believed yet.';
COMMENT ON COLUMN outside_source.held_times IS 'The fetches that gave this answer.';
COMMENT ON COLUMN outside_source.moved_digest IS 'The digest of the address to which permanent redirects lead.';
COMMENT ON COLUMN outside_source.moved_days IS 'The days on which they led there.';

-- Serve the choice of the next fetch: Store.claimSource.
CREATE INDEX outside_source_next_idx ON outside_source (next_at);
CREATE INDEX outside_source_host_idx ON outside_source (host, asked_at);

CREATE TABLE subscription (
    customer_id      uuid        NOT NULL,
    collection_id    bigint      NOT NULL,
    source_id        bigint      REFERENCES outside_source (id),
    program_url      text        CHECK (octet_length(program_url) <= 2048),
    with_alarms      boolean     NOT NULL DEFAULT false,
    applied_digest   bytea       CHECK (octet_length(applied_digest) = 32),
    accepted_digest  bytea       CHECK (octet_length(accepted_digest) = 32),
    skipped_count    integer     NOT NULL DEFAULT 0 CHECK (skipped_count >= 0),
    left_out_count   integer     NOT NULL DEFAULT 0 CHECK (left_out_count >= 0),
    is_renaming      boolean     NOT NULL DEFAULT false,
    created_at       timestamptz NOT NULL DEFAULT now(),
    applied_at       timestamptz,
    PRIMARY KEY (customer_id, collection_id),
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE subscription IS 'Calendars whose content comes from an address outside.';
COMMENT ON COLUMN subscription.source_id IS 'NULL if the address is one that is never fetched.';
COMMENT ON COLUMN subscription.program_url IS 'The address as a program set it; NULL for a subscription of the pages.';
COMMENT ON COLUMN subscription.applied_digest IS 'The digest of the answer that the calendar holds.';
COMMENT ON COLUMN subscription.accepted_digest IS 'The digest of a held answer that the customer believes.';
COMMENT ON COLUMN subscription.skipped_count IS 'Entries of the last answer that could not be read.';
COMMENT ON COLUMN subscription.left_out_count IS 'Entries of the last answer that are too many.';
COMMENT ON COLUMN subscription.is_renaming IS 'The source gives its entries new identifiers at each fetch.';

-- Serves the subscriptions of a source, and the check whether one is left: Store.subscriptions(to:).
CREATE INDEX subscription_source_idx ON subscription (source_id);

CREATE TABLE subscription_entry (
    customer_id     uuid    NOT NULL,
    collection_id   bigint  NOT NULL,
    uid             text    COLLATE "C" NOT NULL CHECK (octet_length(uid) <= 1000),
    content_digest  bytea   NOT NULL CHECK (octet_length(content_digest) = 16),
    face_digest     bytea   NOT NULL CHECK (octet_length(face_digest) = 16),
    last_day        integer,
    PRIMARY KEY (customer_id, collection_id, uid),
    FOREIGN KEY (customer_id, collection_id) REFERENCES subscription (customer_id, collection_id) ON DELETE CASCADE
);

COMMENT ON TABLE subscription_entry IS 'The entries of a subscription as its source last gave them.';
COMMENT ON COLUMN subscription_entry.content_digest IS 'Of the entry without its stamps and identifier.';
COMMENT ON COLUMN subscription_entry.face_digest IS 'Of its start, end and title, by which it is known under another identifier.';
COMMENT ON COLUMN subscription_entry.last_day IS 'The day of a single entry as YYYYMMDD; NULL for a series.';

-- Ends the fetches of an address when nobody is left who subscribed to it.
CREATE FUNCTION forget_outside_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.source_id IS NOT DISTINCT FROM OLD.source_id THEN RETURN NULL; END IF;
    DELETE FROM outside_source o
     WHERE o.id = OLD.source_id AND NOT EXISTS (SELECT 1 FROM subscription s WHERE s.source_id = o.id);
    RETURN NULL;
END $$;

CREATE TRIGGER subscription_forgotten AFTER DELETE OR UPDATE OF source_id ON subscription
   FOR EACH ROW EXECUTE FUNCTION forget_outside_source();

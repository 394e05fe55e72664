-- 0047_outside_accounts
-- Why: people keep calendars at other services, with an account. Jadwal reads these by CalDAV and shows them beside their
-- own. The password is encrypted with a key of the customer, and that one with a key that the database does not have, so
-- that a backup opens nobody's account.
-- Deploy: adds tables nothing reads yet. Safe beside the previous release.

CREATE TABLE outside_key (
    customer_id  uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    master_key   text        NOT NULL CHECK (octet_length(master_key) = 8),
    wrapped      bytea       NOT NULL CHECK (octet_length(wrapped) = 60),
    created_at   timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE outside_key IS
    'The keys that the passwords of customers'' accounts elsewhere are encrypted with, each encrypted with a key of secrets/.';
COMMENT ON COLUMN outside_key.master_key IS 'The fingerprint of the key that this one is encrypted with.';

-- Serves the change of the master key: Store.accountKeys(notWrappedBy:).
CREATE INDEX outside_key_master_idx ON outside_key (master_key);

CREATE TABLE outside_account (
    customer_id       uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id                bigint      GENERATED ALWAYS AS IDENTITY,
    provider          text        NOT NULL CHECK (octet_length(provider) BETWEEN 1 AND 40),
    host              text        NOT NULL CHECK (octet_length(host) BETWEEN 1 AND 255),
    label             text        NOT NULL CHECK (octet_length(label) <= 400),
    sealed_address    bytea       CHECK (octet_length(sealed_address) <= 8192),
    sealed_user       bytea       CHECK (octet_length(sealed_user) <= 2048),
    sealed_password   bytea       CHECK (octet_length(sealed_password) <= 8192),
    sealed_homes      bytea       CHECK (octet_length(sealed_homes) <= 32768),
    state             text        NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'found', 'joined', 'refused')),
    with_alarms       boolean     NOT NULL DEFAULT false,
    consent_version   smallint    NOT NULL CHECK (consent_version > 0),
    consented_at      timestamptz NOT NULL DEFAULT now(),
    created_at        timestamptz NOT NULL DEFAULT now(),
    next_at           timestamptz NOT NULL DEFAULT now(),
    asked_at          timestamptz,
    good_at           timestamptz,
    listed_at         timestamptz,
    leased_until      timestamptz,
    failures          integer     NOT NULL DEFAULT 0 CHECK (failures >= 0),
    failing_since     timestamptz,
    problem           text        CHECK (octet_length(problem) <= 40),
    PRIMARY KEY (customer_id, id),
    CHECK ((failures = 0) = (failing_since IS NULL)),
    CHECK ((failures = 0) = (problem IS NULL)),
    CHECK (state IN ('asked', 'refused') OR sealed_homes IS NOT NULL),
    CHECK (state <> 'refused' OR sealed_password IS NULL)
);

COMMENT ON TABLE outside_account IS 'Accounts at other services, whose calendars are read by CalDAV.';
COMMENT ON COLUMN outside_account.label IS 'The user for the page: the part before the @, without what follows.';
COMMENT ON COLUMN outside_account.sealed_address IS 'The address that the search for calendars begins at, encrypted.';
COMMENT ON COLUMN outside_account.sealed_homes IS 'The addresses of the collections of calendars, encrypted.';
COMMENT ON COLUMN outside_account.state IS
    'asked: the password is not proved yet; found: calendars can be chosen; joined: they are read; refused: nothing is kept.';
COMMENT ON COLUMN outside_account.with_alarms IS 'The reminders of its events are kept.';
COMMENT ON COLUMN outside_account.listed_at IS 'The last time that its calendars were listed.';
COMMENT ON COLUMN outside_account.leased_until IS 'A worker asks it until then.';
COMMENT ON COLUMN outside_account.problem IS 'The reason of the last failure, as a word.';

-- Serves the choice of the next account: Store.claimAccount.
CREATE INDEX outside_account_next_idx ON outside_account (next_at);

-- Serves the deletion of accounts that nobody chose calendars of: RetentionRule.unjoinedAccounts.
CREATE INDEX outside_account_unjoined_idx ON outside_account (created_at) WHERE state <> 'joined';

CREATE TABLE remote_calendar (
    customer_id     uuid        NOT NULL,
    id              bigint      GENERATED ALWAYS AS IDENTITY,
    account_id      bigint      NOT NULL,
    collection_id   bigint,
    href            text        COLLATE "C" NOT NULL CHECK (octet_length(href) BETWEEN 1 AND 2000),
    name            text        NOT NULL DEFAULT '' CHECK (octet_length(name) <= 1000),
    color           text        CHECK (octet_length(color) <= 9),
    components      text[]      NOT NULL DEFAULT '{}',
    may_write       boolean     NOT NULL DEFAULT false,
    is_written      boolean     NOT NULL DEFAULT false,
    has_sync        boolean     NOT NULL DEFAULT false,
    sync_token      text        CHECK (octet_length(sync_token) <= 2000),
    ctag            text        CHECK (octet_length(ctag) <= 2000),
    began_at        timestamptz,
    checked_at      timestamptz,
    good_at         timestamptz,
    seen_counter    bigint      NOT NULL DEFAULT 0,
    skipped_count   integer     NOT NULL DEFAULT 0 CHECK (skipped_count >= 0),
    problem         text        CHECK (octet_length(problem) <= 40),
    gone_since      timestamptz,
    held_digest     bytea       CHECK (octet_length(held_digest) = 32),
    held_since      timestamptz,
    held_times      integer     NOT NULL DEFAULT 0 CHECK (held_times >= 0),
    held_count      integer     NOT NULL DEFAULT 0 CHECK (held_count >= 0),
    accepted_digest bytea       CHECK (octet_length(accepted_digest) = 32),
    PRIMARY KEY (customer_id, id),
    UNIQUE (customer_id, account_id, href),
    FOREIGN KEY (customer_id, account_id) REFERENCES outside_account (customer_id, id) ON DELETE CASCADE,
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id)
            ON DELETE SET NULL (collection_id),
    CHECK ((held_digest IS NULL) = (held_since IS NULL))
);

COMMENT ON TABLE remote_calendar IS 'The calendars of an account elsewhere.';
COMMENT ON COLUMN remote_calendar.collection_id IS 'The calendar here; NULL for one that is not read.';
COMMENT ON COLUMN remote_calendar.may_write IS 'The account may change it, or its server does not say.';
COMMENT ON COLUMN remote_calendar.is_written IS 'Changes here are sent there.';
COMMENT ON COLUMN remote_calendar.has_sync IS 'Its server has sync-collection (RFC 6578).';
COMMENT ON COLUMN remote_calendar.began_at IS 'The time at which the near past and the future were read.';
COMMENT ON COLUMN remote_calendar.checked_at IS 'The last comparison of all entity tags.';
COMMENT ON COLUMN remote_calendar.seen_counter IS 'The state of the calendar here up to which changes were sent.';
COMMENT ON COLUMN remote_calendar.skipped_count IS 'Its objects that could not be read, or found no room.';
COMMENT ON COLUMN remote_calendar.gone_since IS 'It is no longer there since then, or the account may not read it.';
COMMENT ON COLUMN remote_calendar.held_digest IS 'A digest of objects that vanished together, which is not believed yet.';
COMMENT ON COLUMN remote_calendar.accepted_digest IS 'The digest of vanished objects that the customer believes.';

-- Serves the account of a calendar: Store.account(ofCalendar:), and the deletion of calendars.
CREATE UNIQUE INDEX remote_calendar_collection_idx ON remote_calendar (customer_id, collection_id);

CREATE TABLE remote_object (
    customer_id  uuid    NOT NULL,
    remote_id    bigint  NOT NULL,
    href         text    COLLATE "C" NOT NULL CHECK (octet_length(href) BETWEEN 1 AND 2000),
    uid          text    COLLATE "C" CHECK (octet_length(uid) <= 1000),
    etag         text    CHECK (octet_length(etag) <= 1024),
    stored_tag   bytea   CHECK (octet_length(stored_tag) = 16),
    base         bytea   CHECK (octet_length(base) <= 2097152),
    PRIMARY KEY (customer_id, remote_id, href),
    FOREIGN KEY (customer_id, remote_id) REFERENCES remote_calendar (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE remote_object IS 'The objects of a calendar elsewhere as they were last read.';
COMMENT ON COLUMN remote_object.uid IS 'NULL for one that could not be read.';
COMMENT ON COLUMN remote_object.etag IS 'Its entity tag there; NULL for one that is read again.';
COMMENT ON COLUMN remote_object.stored_tag IS 'The tag that the object here had when it was last equal.';
COMMENT ON COLUMN remote_object.base IS 'Its text there, for calendars that changes are sent to.';

-- Serves the search for an object by its UID: Store.remoteObjects(ofUIDs:).
CREATE INDEX remote_object_uid_idx ON remote_object (customer_id, remote_id, uid);

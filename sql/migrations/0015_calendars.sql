-- 0015_calendars
-- Why: calendars and what is in them. Every row begins with its owner's id, and so does every key, so that the
-- tables can be spread over several servers by owner.
-- Deploy: adds tables that nothing reads yet. Safe beside the previous release.

CREATE TABLE calendar_collection (
    customer_id     uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id              bigint      GENERATED ALWAYS AS IDENTITY,
    segment         text        COLLATE "C" NOT NULL CHECK (octet_length(segment) BETWEEN 1 AND 255),
    display_name    text        NOT NULL CHECK (char_length(display_name) <= 255),
    description     text        CHECK (char_length(description) <= 4000),
    color           text        CHECK (color ~ '^#[0-9A-F]{6}([0-9A-F]{2})?$'),
    color_name      text        CHECK (char_length(color_name) <= 64),
    sort_order      integer,
    time_zone       text        CHECK (octet_length(time_zone) <= 65536),
    time_zone_id    text        CHECK (octet_length(time_zone_id) <= 64),
    components      text[]      NOT NULL CHECK (cardinality(components) BETWEEN 1 AND 16),
    is_transparent  boolean     NOT NULL DEFAULT false,
    is_default      boolean     NOT NULL DEFAULT false,
    source_url      text        CHECK (octet_length(source_url) <= 2048),
    epoch           bigint      NOT NULL,
    counter         bigint      NOT NULL DEFAULT 0 CHECK (counter >= 0),
    oldest_counter  bigint      NOT NULL DEFAULT 0 CHECK (oldest_counter BETWEEN 0 AND counter),
    object_count    integer     NOT NULL DEFAULT 0 CHECK (object_count >= 0),
    octet_count     bigint      NOT NULL DEFAULT 0 CHECK (octet_count >= 0),
    created_at      timestamptz NOT NULL DEFAULT now(),
    changed_at      timestamptz NOT NULL DEFAULT now(),
    deleted_at      timestamptz CHECK (deleted_at IS NULL OR NOT is_default),
    PRIMARY KEY (customer_id, id)
);

COMMENT ON TABLE calendar_collection IS
    'Calendars. Only the service Calendars writes here and in the tables of what is in them.';
COMMENT ON COLUMN calendar_collection.segment IS 'The last part of its address.';
COMMENT ON COLUMN calendar_collection.color IS 'As a program set it, in capitals: #RRGGBB or #RRGGBBAA.';
COMMENT ON COLUMN calendar_collection.color_name IS 'The attribute symbolic-color that Apple''s programs send with it.';
COMMENT ON COLUMN calendar_collection.time_zone IS
    'A VCALENDAR with one VTIMEZONE as a program sent it (RFC 4791, section 5.2.2).';
COMMENT ON COLUMN calendar_collection.time_zone_id IS 'The name of that zone; NULL means the customer''s.';
COMMENT ON COLUMN calendar_collection.components IS 'The kinds of objects that it takes, as VEVENT.';
COMMENT ON COLUMN calendar_collection.is_transparent IS 'Its events make nobody busy (RFC 6638, section 9.1).';
COMMENT ON COLUMN calendar_collection.is_default IS 'New events go here; it cannot be deleted.';
COMMENT ON COLUMN calendar_collection.source_url IS 'The address of a subscribed calendar; NULL for a calendar of its own.';
COMMENT ON COLUMN calendar_collection.epoch IS 'Random; a new one ends every sync token given out before.';
COMMENT ON COLUMN calendar_collection.counter IS 'The number of the last change.';
COMMENT ON COLUMN calendar_collection.oldest_counter IS 'Changes up to this number are no longer known.';
COMMENT ON COLUMN calendar_collection.deleted_at IS 'It can come back for 30 days after this.';

-- Serves the lookup of an address: Store.calendar.
CREATE UNIQUE INDEX calendar_collection_segment_idx ON calendar_collection (customer_id, segment)
    WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX calendar_collection_default_idx ON calendar_collection (customer_id) WHERE is_default;
-- Serves the purge: RetentionRule.deletedCalendars.
CREATE INDEX calendar_collection_deleted_idx ON calendar_collection (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE calendar_object (
    customer_id      uuid        NOT NULL,
    collection_id    bigint      NOT NULL,
    segment          text        COLLATE "C" NOT NULL CHECK (octet_length(segment) BETWEEN 1 AND 255),
    uid              text        COLLATE "C" NOT NULL CHECK (octet_length(uid) BETWEEN 1 AND 1000),
    kind             text        NOT NULL,
    etag             bytea       NOT NULL CHECK (octet_length(etag) = 16),
    schedule_tag     bytea       CHECK (octet_length(schedule_tag) = 16),
    octets           bytea       NOT NULL,
    octet_count      integer     NOT NULL,
    first_start      timestamptz,
    last_end         timestamptz,
    span             smallint    NOT NULL GENERATED ALWAYS AS (CASE
        WHEN first_start IS NULL THEN 4
        WHEN last_end IS NULL THEN 3
        WHEN last_end - first_start <= interval '1 day' THEN 0
        WHEN last_end - first_start <= interval '8 days' THEN 1
        WHEN last_end - first_start <= interval '64 days' THEN 2
        ELSE 3 END) STORED,
    is_recurring     boolean     NOT NULL,
    is_floating      boolean     NOT NULL,
    is_transparent   boolean     NOT NULL,
    summary          text,
    status           text,
    created_counter  bigint      NOT NULL,
    counter          bigint      NOT NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    changed_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, collection_id, segment),
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE calendar_object IS 'Calendar objects: events with all their parts, to-dos, journals (RFC 4791, section 4.1).';
COMMENT ON COLUMN calendar_object.etag IS 'The first 16 octets of the SHA-256 of its octets.';
COMMENT ON COLUMN calendar_object.schedule_tag IS 'For invitations (RFC 6638, section 3.2.10); NULL until they are served.';
COMMENT ON COLUMN calendar_object.octets IS 'The text as the program sent it. The columns after it are facts found in it.';
COMMENT ON COLUMN calendar_object.first_start IS
    'The start of the first occurrence, 14 hours early if it depends on the reader''s zone; NULL if it has no time.';
COMMENT ON COLUMN calendar_object.last_end IS 'The end of the last occurrence, 14 hours late in the same case; NULL if endless.';
COMMENT ON COLUMN calendar_object.span IS
    'The class of its length, so that one index finds what overlaps a window: 0 to a day, 1 to 8 days, 2 to 64 days, '
    '3 longer, 4 without a time.';
COMMENT ON COLUMN calendar_object.created_counter IS
    'The change with which its segment came into use, also through deletions that programs may not know yet.';
COMMENT ON COLUMN calendar_object.counter IS 'The number of its last change.';

-- Two objects of a calendar never have one UID: Store.insertObject.
CREATE UNIQUE INDEX calendar_object_uid_idx ON calendar_object (customer_id, collection_id, uid);
-- Serves queries for a window: Store.candidates.
CREATE INDEX calendar_object_time_idx ON calendar_object (customer_id, collection_id, span, first_start);
-- Serves synchronization: Store.changes.
CREATE INDEX calendar_object_counter_idx ON calendar_object (customer_id, collection_id, counter);

CREATE TABLE calendar_removal (
    customer_id      uuid        NOT NULL,
    collection_id    bigint      NOT NULL,
    segment          text        COLLATE "C" NOT NULL,
    created_counter  bigint      NOT NULL,
    counter          bigint      NOT NULL,
    removed_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, collection_id, segment),
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE calendar_removal IS
    'Addresses of objects that were removed, for synchronization. Kept for a year, the newest 20,000 of a calendar.';

-- Serves synchronization: Store.changes.
CREATE INDEX calendar_removal_counter_idx ON calendar_removal (customer_id, collection_id, counter);
-- Serves the purge: RetentionRule.calendarRemovals.
CREATE INDEX calendar_removal_removed_idx ON calendar_removal (removed_at);

CREATE TABLE calendar_property (
    customer_id    uuid    NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    place          text    NOT NULL CHECK (place IN ('principal', 'home', 'calendar')),
    collection_id  bigint  CHECK ((collection_id IS NOT NULL) = (place = 'calendar')),
    namespace      text    COLLATE "C" NOT NULL,
    name           text    COLLATE "C" NOT NULL,
    value          bytea   NOT NULL CHECK (octet_length(value) <= 65536),
    UNIQUE NULLS NOT DISTINCT (customer_id, place, collection_id, namespace, name),
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE calendar_property IS
    'Properties that programs set and Jadwal only keeps (dead properties, RFC 4918, section 4).';
COMMENT ON COLUMN calendar_property.value IS 'The whole element, as XMLElement.octets has it.';

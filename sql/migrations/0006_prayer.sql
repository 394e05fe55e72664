-- 0006_prayer
-- Why: prayer times are subscribed to as calendars. The minutes of a place are computed once and
-- kept, so that a feed never contradicts itself and a corrected rule changes only the entries whose
-- minute it moves. Finished bodies are kept beside them: calendar programs ask many times a day.
-- A customer's feed is opened by its address alone, of which only a digest is kept.
-- Deploy: adds tables nothing reads yet.

CREATE TABLE prayer_feed (
    id                bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_id       uuid        NOT NULL UNIQUE REFERENCES customer (id) ON DELETE CASCADE,
    generation        integer     NOT NULL DEFAULT 1 CHECK (generation > 0),
    token_sha256      bytea       NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
    city_id           bigint      REFERENCES city (id) ON DELETE SET NULL,
    place_name        text        NOT NULL CHECK (char_length(place_name) BETWEEN 1 AND 200),
    country           text        CHECK (country ~ '^[A-Z]{2}$'),
    latitude_deg      double precision NOT NULL CHECK (latitude_deg > -90 AND latitude_deg < 90),
    longitude_deg     double precision NOT NULL CHECK (longitude_deg BETWEEN -180 AND 180),
    elevation_m       integer     CHECK (elevation_m BETWEEN -500 AND 9000),
    time_zone         text        NOT NULL CHECK (octet_length(time_zone) BETWEEN 1 AND 64), -- IANA name
    options           text        NOT NULL CHECK (octet_length(options) <= 2000),
    created_at        timestamptz NOT NULL DEFAULT now(),
    first_fetched_at  timestamptz,
    last_fetched_at   timestamptz
);

COMMENT ON COLUMN prayer_feed.generation IS
    'The token is derived from the number and this; the next one makes the old address unknown.';
COMMENT ON COLUMN prayer_feed.latitude_deg IS
    'Of the place as it was chosen; a feed with a city follows the city''s, and keeps these should the city go.';
COMMENT ON COLUMN prayer_feed.options IS 'Canonical query text of what was chosen (FeedOptions.query).';
COMMENT ON COLUMN prayer_feed.first_fetched_at IS 'When a calendar program, not a browser, first asked for it.';

-- Serves ON DELETE SET NULL.
CREATE INDEX prayer_feed_city_idx ON prayer_feed (city_id);

CREATE TABLE prayer_feed_gone (
    token_sha256  bytea       PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
    gone_at       timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE prayer_feed_gone IS
    'Addresses of deleted accounts, so that calendars are told to stop asking (410). Kept one year.';

-- Serves the purge: Store.purgePrayer.
CREATE INDEX prayer_feed_gone_idx ON prayer_feed_gone (gone_at);

CREATE TABLE prayer_timetable (
    id             bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    feed_id        bigint      REFERENCES prayer_feed (id) ON DELETE CASCADE,
    latitude_deg   double precision NOT NULL,
    longitude_deg  double precision NOT NULL,
    elevation_m    integer,
    time_zone      text        NOT NULL,
    rules          text        NOT NULL CHECK (octet_length(rules) <= 2000),
    basis          text        NOT NULL,
    published_at   timestamptz NOT NULL,
    refreshed_at   timestamptz,
    first_day      date        NOT NULL,
    last_day       date        NOT NULL CHECK (last_day >= first_day),
    UNIQUE NULLS NOT DISTINCT (latitude_deg, longitude_deg, elevation_m, time_zone, rules, feed_id)
);

COMMENT ON COLUMN prayer_timetable.feed_id IS
    'Whose it is, where the place is a point that a customer chose and not a city: it goes with them.';
COMMENT ON COLUMN prayer_timetable.rules IS 'Canonical query text of what decides the times.';
COMMENT ON COLUMN prayer_timetable.basis IS
    'Fingerprint of the methods, the Hijri months and the zone''s rules that the days were computed with.';
COMMENT ON COLUMN prayer_timetable.published_at IS 'DTSTAMP of every entry that never changed.';
COMMENT ON COLUMN prayer_timetable.refreshed_at IS 'When another basis last had the days computed anew.';

-- Serves ON DELETE CASCADE.
CREATE INDEX prayer_timetable_feed_idx ON prayer_timetable (feed_id);
-- Serves the search for what another basis made: Store.staleTimetables.
CREATE INDEX prayer_timetable_basis_idx ON prayer_timetable (time_zone, basis);

CREATE TABLE prayer_day (
    timetable_id  bigint   NOT NULL REFERENCES prayer_timetable (id) ON DELETE CASCADE,
    day           date     NOT NULL,
    imsak         integer,
    fajr          integer,
    sunrise       integer,
    duha          integer,
    dhuhr         integer,
    asr           integer,
    maghrib       integer,
    isha          integer,
    midnight      integer,
    last_third    integer,
    notes         integer  NOT NULL,
    PRIMARY KEY (timetable_id, day)
);

COMMENT ON TABLE prayer_day IS
    'The place''s civil day and its times, in whole minutes since 1970 began in UTC; NULL where the sun gives none.';
COMMENT ON COLUMN prayer_day.notes IS 'Which rules the day needed (DayNotes), for the text of its entries.';

CREATE TABLE prayer_change (
    timetable_id  bigint      NOT NULL REFERENCES prayer_timetable (id) ON DELETE CASCADE,
    day           date        NOT NULL,
    entry         text        NOT NULL,
    sequence      integer     NOT NULL CHECK (sequence > 0),
    changed_at    timestamptz NOT NULL,
    PRIMARY KEY (timetable_id, day, entry)
);

COMMENT ON TABLE prayer_change IS
    'Entries whose minute was moved after it had been published: their SEQUENCE and DTSTAMP.';

CREATE TABLE prayer_edition (
    id               bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    timetable_id     bigint      NOT NULL REFERENCES prayer_timetable (id) ON DELETE CASCADE,
    city_id          bigint      REFERENCES city (id) ON DELETE CASCADE,
    options          text        NOT NULL CHECK (octet_length(options) <= 2000),
    created_at       timestamptz NOT NULL DEFAULT now(),
    last_fetched_at  timestamptz NOT NULL DEFAULT now(),
    fresh_until      timestamptz,
    UNIQUE (city_id, options)
);

COMMENT ON TABLE prayer_edition IS
    'One look of a timetable: what a feed''s address asks for. Customers'' feeds of a city share the public one.';
COMMENT ON COLUMN prayer_edition.fresh_until IS
    'When its last body expires; NULL while nobody asks for it, and no body is kept.';

-- Serves ON DELETE CASCADE.
CREATE INDEX prayer_edition_timetable_idx ON prayer_edition (timetable_id);
-- Serves what is to be rendered before midnight: Store.dueEditions.
CREATE INDEX prayer_edition_fresh_idx ON prayer_edition (fresh_until) WHERE fresh_until IS NOT NULL;
-- Serves the purge: Store.purgePrayer.
CREATE INDEX prayer_edition_fetched_idx ON prayer_edition (last_fetched_at);

-- A feed's own edition, or the shared one of its city; NULL until it is first asked for.
ALTER TABLE prayer_feed ADD COLUMN edition_id bigint REFERENCES prayer_edition (id) ON DELETE SET NULL;

-- Serves ON DELETE SET NULL.
CREATE INDEX prayer_feed_edition_idx ON prayer_feed (edition_id);

CREATE TABLE prayer_feed_body (
    edition_id   bigint      NOT NULL REFERENCES prayer_edition (id) ON DELETE CASCADE,
    valid_from   timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL CHECK (expires_at > valid_from),
    modified_at  timestamptz NOT NULL,
    etag         text        NOT NULL,
    gzip_etag    text        NOT NULL,
    plain        bytea       COMPRESSION lz4 NOT NULL,
    gzip         bytea       NOT NULL,
    PRIMARY KEY (edition_id, valid_from)
);

-- It cannot be made smaller, so nothing is to try.
ALTER TABLE prayer_feed_body ALTER COLUMN gzip SET STORAGE EXTERNAL;

COMMENT ON TABLE prayer_feed_body IS
    'A feed as it is sent, for one day of its place: from its midnight to the next.';

-- Serves the purge: Store.purgePrayer.
CREATE INDEX prayer_feed_body_expires_idx ON prayer_feed_body (expires_at);

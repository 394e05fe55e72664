-- 0027_mosque_tables
-- Why: a mosque prints a timetable of its own, and people pray by it. A customer gives theirs for their feed, an operator
-- one for everybody in a city. Its times win over those of any formula.
-- Deploy: adds tables that nothing reads yet, and columns that the previous release neither reads nor writes. That release
-- computes what it renders without them; the next rendering by this one puts it right.

CREATE TABLE mosque_table (
    id             bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    feed_id        bigint      UNIQUE REFERENCES prayer_feed (id) ON DELETE CASCADE,
    city_id        bigint      UNIQUE REFERENCES city (id) ON DELETE CASCADE,
    digest         text        NOT NULL CHECK (octet_length(digest) BETWEEN 1 AND 64),
    place_name     text        NOT NULL CHECK (char_length(place_name) BETWEEN 1 AND 200),
    latitude_deg   double precision NOT NULL CHECK (latitude_deg > -90 AND latitude_deg < 90),
    longitude_deg  double precision NOT NULL CHECK (longitude_deg BETWEEN -180 AND 180),
    time_zone      text        NOT NULL CHECK (octet_length(time_zone) BETWEEN 1 AND 64), -- IANA name
    first_day      date        NOT NULL,
    last_day       date        NOT NULL CHECK (last_day >= first_day),
    day_count      integer     NOT NULL CHECK (day_count > 0),
    created_at     timestamptz NOT NULL DEFAULT now(),
    changed_at     timestamptz NOT NULL DEFAULT now(),
    CHECK (num_nonnulls(feed_id, city_id) = 1)
);

COMMENT ON TABLE mosque_table IS
    'The timetable that a mosque printed: of one customer''s feed, or of everybody in a city.';
COMMENT ON COLUMN mosque_table.digest IS 'Digest of its days; times that were made of them have it, too.';
COMMENT ON COLUMN mosque_table.latitude_deg IS
    'Of the place it was given for. A customer who moves far away does not take it along.';

CREATE TABLE mosque_day (
    table_id       bigint   NOT NULL REFERENCES mosque_table (id) ON DELETE CASCADE,
    day            date     NOT NULL,
    fajr           smallint CHECK (fajr BETWEEN 0 AND 1799),
    sunrise        smallint CHECK (sunrise BETWEEN 0 AND 1799),
    dhuhr          smallint CHECK (dhuhr BETWEEN 0 AND 1799),
    asr            smallint CHECK (asr BETWEEN 0 AND 1799),
    maghrib        smallint CHECK (maghrib BETWEEN 0 AND 1799),
    isha           smallint CHECK (isha BETWEEN 0 AND 1799),
    fajr_iqama     smallint CHECK (fajr_iqama BETWEEN 0 AND 180),
    dhuhr_iqama    smallint CHECK (dhuhr_iqama BETWEEN 0 AND 180),
    asr_iqama      smallint CHECK (asr_iqama BETWEEN 0 AND 180),
    maghrib_iqama  smallint CHECK (maghrib_iqama BETWEEN 0 AND 180),
    isha_iqama     smallint CHECK (isha_iqama BETWEEN 0 AND 180),
    PRIMARY KEY (table_id, day)
);

COMMENT ON TABLE mosque_day IS
    'A civil day and its times, in minutes on the clock since its midnight; NULL where a formula decides. The iqamas '
    'are minutes after their prayer.';

ALTER TABLE prayer_timetable
    ADD COLUMN mosque_table_id bigint REFERENCES mosque_table (id) ON DELETE SET NULL,
    ADD COLUMN mosque_digest   text;

COMMENT ON COLUMN prayer_timetable.mosque_table_id IS 'The mosque''s timetable whose times won when the days were computed.';
COMMENT ON COLUMN prayer_timetable.mosque_digest IS 'The digest that it had then.';

-- Serves ON DELETE SET NULL.
CREATE INDEX prayer_timetable_mosque_idx ON prayer_timetable (mosque_table_id) WHERE mosque_table_id IS NOT NULL;

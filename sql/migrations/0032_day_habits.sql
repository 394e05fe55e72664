-- 0032_day_habits
-- Why: times are suggested inside the hours that a customer allows, the best ones first, and never in a prayer. Notices
-- wait for the end of quiet hours. What a customer did not choose follows the week of their country and the usual minutes.
-- Deploy: adds a table nothing reads yet. Safe beside the previous release.

CREATE TABLE day_habit (
    customer_id          uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    allowed_from         smallint[],
    allowed_until        smallint[],
    preferred_from       smallint[],
    preferred_until      smallint[],
    prayer_before        smallint[],
    iqamah_delay         smallint[],
    prayer_length        smallint[],
    strictness           text        NOT NULL DEFAULT 'congregation' CHECK (strictness IN ('congregation', 'personal')),
    suhoor_minutes       smallint    NOT NULL DEFAULT 0 CHECK (suhoor_minutes BETWEEN 0 AND 240),
    iftar_minutes        smallint    NOT NULL DEFAULT 0 CHECK (iftar_minutes BETWEEN 0 AND 240),
    tarawih_minutes      smallint    NOT NULL DEFAULT 0 CHECK (tarawih_minutes BETWEEN 0 AND 240),
    quiet_before_maghrib smallint    NOT NULL DEFAULT 60 CHECK (quiet_before_maghrib BETWEEN 0 AND 240),
    has_ramadan_hours    boolean     NOT NULL DEFAULT true,
    quiet_from           smallint    NOT NULL DEFAULT 1380 CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_until          smallint    NOT NULL DEFAULT 360 CHECK (quiet_until BETWEEN 0 AND 1439),
    shows_prayers_busy   boolean     NOT NULL DEFAULT true,
    counts_all_day       boolean     NOT NULL DEFAULT false,
    way_reserve_minutes  smallint    NOT NULL DEFAULT 5 CHECK (way_reserve_minutes BETWEEN 0 AND 240),
    changed_at           timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT day_habit_hours_check CHECK (
        num_nulls(allowed_from, allowed_until, preferred_from, preferred_until) IN (0, 4)
        AND array_position(allowed_from || allowed_until || preferred_from || preferred_until, NULL) IS NULL
        AND cardinality(allowed_from) = 7 AND cardinality(allowed_until) = 7
        AND cardinality(preferred_from) = 7 AND cardinality(preferred_until) = 7
        AND 0 <= ALL (allowed_from || preferred_from) AND 1440 >= ALL (allowed_until || preferred_until)
        AND allowed_from[1] <= allowed_until[1] AND preferred_from[1] <= preferred_until[1]
        AND allowed_from[2] <= allowed_until[2] AND preferred_from[2] <= preferred_until[2]
        AND allowed_from[3] <= allowed_until[3] AND preferred_from[3] <= preferred_until[3]
        AND allowed_from[4] <= allowed_until[4] AND preferred_from[4] <= preferred_until[4]
        AND allowed_from[5] <= allowed_until[5] AND preferred_from[5] <= preferred_until[5]
        AND allowed_from[6] <= allowed_until[6] AND preferred_from[6] <= preferred_until[6]
        AND allowed_from[7] <= allowed_until[7] AND preferred_from[7] <= preferred_until[7]),
    CONSTRAINT day_habit_prayers_check CHECK (
        num_nulls(prayer_before, iqamah_delay, prayer_length) IN (0, 3)
        AND array_position(prayer_before || iqamah_delay || prayer_length, NULL) IS NULL
        AND cardinality(prayer_before) = 6 AND cardinality(iqamah_delay) = 6 AND cardinality(prayer_length) = 6
        AND 0 <= ALL (prayer_before || iqamah_delay || prayer_length)
        AND 240 >= ALL (prayer_before || iqamah_delay || prayer_length))
);

COMMENT ON TABLE day_habit IS 'The week, the prayers and the quiet hours of a customer; no row means the defaults.';
COMMENT ON COLUMN day_habit.allowed_from IS
    'The first minute of the hours in which times may be suggested, Monday first; equal to allowed_until for none. NULL for the usual week of the customer''s country.';
COMMENT ON COLUMN day_habit.preferred_from IS 'The same of the hours that are suggested first.';
COMMENT ON COLUMN day_habit.prayer_before IS
    'Minutes before the adhan: Fajr, Dhuhr, Asr, Maghrib, Isha, Jumu''ah. NULL for the usual minutes.';
COMMENT ON COLUMN day_habit.iqamah_delay IS 'Minutes from the adhan to the iqamah, in the same order.';
COMMENT ON COLUMN day_habit.prayer_length IS 'Minutes from the iqamah to the end of the prayer, in the same order.';
COMMENT ON COLUMN day_habit.strictness IS 'congregation: the block of each prayer is taken; personal: 12 minutes within its time.';
COMMENT ON COLUMN day_habit.quiet_before_maghrib IS 'Minutes before Maghrib in Ramadan that suggestions avoid.';
COMMENT ON COLUMN day_habit.has_ramadan_hours IS 'The preferred hours of working days are 10:00 to 16:00 in Ramadan.';
COMMENT ON COLUMN day_habit.quiet_from IS 'The minute of the day from which notices wait; equal to quiet_until for no quiet hours.';
COMMENT ON COLUMN day_habit.shows_prayers_busy IS 'The blocks of prayers are busy for others who ask for free and busy times.';
COMMENT ON COLUMN day_habit.counts_all_day IS 'Events of whole days take time.';
COMMENT ON COLUMN day_habit.way_reserve_minutes IS 'The fewest minutes that are kept beside the length of a way.';

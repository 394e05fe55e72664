-- 0019_calendar_view
-- Why: pages show all calendars of a customer together. What a view shows of a simple event stands in columns, so that a
-- month of a thousand events reads no texts. The choices of a customer about the views are kept for all their devices.
-- Deploy: adds columns and a table that nothing reads yet. Safe beside the previous release, which leaves
-- is_all_day NULL; pages then read the text.

ALTER TABLE calendar_collection ADD COLUMN is_visible boolean NOT NULL DEFAULT true;

COMMENT ON COLUMN calendar_collection.is_visible IS 'False if its owner hid it in the views of pages.';

ALTER TABLE calendar_object
    ADD COLUMN is_all_day boolean,
    ADD COLUMN is_private boolean NOT NULL DEFAULT false,
    ADD COLUMN location   text CHECK (char_length(location) <= 200),
    ADD COLUMN color      text CHECK (char_length(color) <= 64);

COMMENT ON COLUMN calendar_object.is_all_day IS
    'True for an event of days, false for one of times; NULL if views have to read the text, as for a series.';
COMMENT ON COLUMN calendar_object.is_private IS 'CLASS is not PUBLIC.';
COMMENT ON COLUMN calendar_object.location IS 'The beginning of LOCATION.';
COMMENT ON COLUMN calendar_object.color IS 'COLOR: a name of CSS (RFC 7986, section 5.9).';

CREATE TABLE calendar_preference (
    customer_id    uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    hijri_shift    smallint    NOT NULL DEFAULT 0 CHECK (hijri_shift BETWEEN -2 AND 2),
    shows_prayers  boolean     NOT NULL DEFAULT true,
    shows_days     boolean     NOT NULL DEFAULT true,
    has_shortcuts  boolean     NOT NULL DEFAULT true,
    last_calendar  bigint,
    desk_view      text        CHECK (desk_view IN ('month', 'week', 'day', 'list')),
    phone_view     text        CHECK (phone_view IN ('month', 'week', 'day', 'list')),
    changed_at     timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (customer_id, last_calendar) REFERENCES calendar_collection (customer_id, id)
        ON DELETE SET NULL (last_calendar)
);

COMMENT ON TABLE calendar_preference IS 'The choices of a customer about the views; no row means the defaults.';
COMMENT ON COLUMN calendar_preference.hijri_shift IS 'Days to add to the published Hijri calendar, -2 to 2.';
COMMENT ON COLUMN calendar_preference.shows_days IS 'The built-in calendar of days: Ramadan, the feasts, public holidays.';
COMMENT ON COLUMN calendar_preference.has_shortcuts IS 'Single keys act on the views.';
COMMENT ON COLUMN calendar_preference.last_calendar IS 'The calendar of the last new event.';
COMMENT ON COLUMN calendar_preference.desk_view IS 'The view last used on a desk; phone_view on a phone.';

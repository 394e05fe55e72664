-- 0010_feed_editions
-- Why: every look of a feed that somebody asked for once was kept for a year and rendered for 90 nights, and
-- a customer's choices made shared editions that nothing counted or removed. A customer's own look
-- is an edition of the feed now, which the next choice deletes. An edition is rendered ahead only when it was
-- asked for on a second day.
-- Deploy: adds columns and indexes; the previous release ignores them. What it makes meanwhile for a point has
-- no feed and is removed by the purge; the feed finds its own edition when it is next asked for.

ALTER TABLE prayer_edition
    ADD COLUMN feed_id bigint UNIQUE REFERENCES prayer_feed (id) ON DELETE CASCADE,
    ADD COLUMN is_wanted boolean NOT NULL DEFAULT false;

UPDATE prayer_edition e SET feed_id = f.id FROM prayer_feed f WHERE f.edition_id = e.id AND e.city_id IS NULL;
DELETE FROM prayer_edition WHERE city_id IS NULL AND feed_id IS NULL;
UPDATE prayer_edition SET is_wanted = true WHERE last_fetched_at >= created_at + interval '12 hours';

COMMENT ON TABLE prayer_edition IS
    'One look of a timetable. With a city: what a public feed''s address asks for, shared by customers who '
    'chose nothing. With a feed: what its customer chose.';
COMMENT ON COLUMN prayer_edition.is_wanted IS
    'Whether it was asked for again half a day or more after it was made; only then it is rendered ahead.';

-- Serves the purge of what was asked for once: Store.purge.
CREATE INDEX prayer_edition_unwanted_idx ON prayer_edition (created_at) WHERE NOT is_wanted;

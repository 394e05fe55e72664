-- 0026_city_search
-- Why: a search listed cities by spellings of other languages before those that have the typed name. A key says now what
-- it is, so that foreign spellings count only if they are typed whole, and which spelling it comes from, so that a page
-- can show it. A district comes after its city.
-- Deploy: adds columns with defaults. Safe beside the previous release, which reads none of them; `jadwal migrate` fills
-- them from the cities of the release. Cities of an import of one's own have to be imported again.

ALTER TABLE city_name
    ADD COLUMN kind     text NOT NULL DEFAULT 'name' CHECK (kind IN ('name', 'end', 'alternative')),
    ADD COLUMN spelling text CHECK (char_length(spelling) BETWEEN 1 AND 200);

COMMENT ON COLUMN city_name.kind IS
    'name: a whole name; end: a name from a later word on; alternative: a spelling that is found only if typed whole.';
COMMENT ON COLUMN city_name.spelling IS 'The name that the key comes from, as it is written.';

-- Serves the beginnings of names: Store.search(_:preferring:limit:).
CREATE INDEX city_name_prefix_idx ON city_name (key) WHERE kind <> 'alternative';

ALTER TABLE city ADD COLUMN part_of bigint REFERENCES city (id);

COMMENT ON COLUMN city.part_of IS 'The far larger city around it, for a district; NULL for a city of its own.';
-- Serves the largest cities of a country: Store.cities(of:limit:).
CREATE INDEX city_country_whole_idx ON city (country, population DESC, id) WHERE part_of IS NULL;
-- Serves the deletion of a city.
CREATE INDEX city_part_of_idx ON city (part_of) WHERE part_of IS NOT NULL;

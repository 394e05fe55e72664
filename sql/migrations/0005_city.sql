-- 0005_city
-- Why: prayer times are a place's, and people know their place by its city's name. The cities are
-- GeoNames' (CC BY 4.0); `jadwal migrate` fills the tables from the files beside the migrations.
-- Names are found by prefix, as they are typed, in Arabic and Latin letters: every spelling of a
-- city is kept folded, once, with what it weighs.
-- Deploy: adds tables nothing reads yet.

CREATE TABLE city (
    id             bigint  PRIMARY KEY CHECK (id > 0), -- geonameid
    country        text    NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
    slug           text    NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND octet_length(slug) <= 120),
    name           text    NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
    name_ar        text    CHECK (char_length(name_ar) BETWEEN 1 AND 200),
    admin1         text    NOT NULL CHECK (octet_length(admin1) <= 20),
    latitude_deg   double precision NOT NULL CHECK (latitude_deg > -90 AND latitude_deg < 90),
    longitude_deg  double precision NOT NULL CHECK (longitude_deg BETWEEN -180 AND 180),
    elevation_m    integer CHECK (elevation_m BETWEEN -500 AND 9000),
    time_zone      text    NOT NULL CHECK (octet_length(time_zone) BETWEEN 1 AND 64), -- IANA name
    population     integer NOT NULL CHECK (population >= 0),
    UNIQUE (country, slug)
);

COMMENT ON COLUMN city.slug IS
    'The city in addresses, as in /prayer/SA/riyadh. Given once and kept over every later import.';
COMMENT ON COLUMN city.name_ar IS 'Checked by hand; GeoNames'' Arabic spellings are for search only.';
COMMENT ON COLUMN city.admin1 IS 'GeoNames'' code of the state or province; empty where it has none.';

-- Serves the largest cities of a country: Store.cities(of:limit:).
CREATE INDEX city_country_idx ON city (country, population DESC, id);
-- Serves the largest of all: Store.largestCities(limit:).
CREATE INDEX city_population_idx ON city (population DESC, id);
-- Serves the nearest to a point: Store.cities(near:…).
CREATE INDEX city_latitude_idx ON city (latitude_deg);

CREATE TABLE city_name (
    city_id    bigint  NOT NULL REFERENCES city (id) ON DELETE CASCADE,
    key        text    COLLATE "C" NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 400),
    country    text    NOT NULL,
    weight     integer NOT NULL CHECK (weight > 0),
    leads_one  boolean NOT NULL,
    leads_two  boolean NOT NULL,
    PRIMARY KEY (city_id, key)
);

COMMENT ON COLUMN city_name.key IS 'A name, or the end of one from some word on, as searchKey folds it.';
COMMENT ON COLUMN city_name.weight IS
    'The population, less of it for a spelling that is not the name or does not begin it.';
COMMENT ON COLUMN city_name.leads_one IS
    'The heaviest of the city''s keys that begin with its first letter; leads_two: its first two. '
    'One or two letters begin far too many keys to look at them all.';

-- Serve the search: Store.cities(matching:…). The pairs are for one and for two letters.
CREATE INDEX city_name_key_idx ON city_name (key);
CREATE INDEX city_name_one_idx ON city_name (left(key, 1), weight DESC) WHERE leads_one;
CREATE INDEX city_name_one_country_idx ON city_name (left(key, 1), country, weight DESC) WHERE leads_one;
CREATE INDEX city_name_two_idx ON city_name (left(key, 2), weight DESC) WHERE leads_two;
CREATE INDEX city_name_two_country_idx ON city_name (left(key, 2), country, weight DESC) WHERE leads_two;

CREATE TABLE city_source (
    name         text        PRIMARY KEY,
    sha256       bytea       NOT NULL CHECK (octet_length(sha256) = 32),
    imported_at  timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE city_source IS
    'What was last imported under a name, so that files that did not change are not read again.';

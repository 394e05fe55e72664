-- 0051_weather
-- Why: rain and heat decide if a bicycle is a way to go. A forecast belongs to a square of a tenth of a degree, and
-- nothing here says who wants it. A service is asked once an hour for a square at most, and never before it says that
-- there may be something new.
-- Deploy: adds a table nothing reads yet. Safe beside the previous release.

CREATE TABLE forecast (
    service     text        NOT NULL CHECK (octet_length(service) BETWEEN 1 AND 40),
    lat_tenths  integer     NOT NULL CHECK (lat_tenths BETWEEN -900 AND 900),
    lon_tenths  integer     NOT NULL CHECK (lon_tenths BETWEEN -1800 AND 1800),
    host        text        NOT NULL CHECK (octet_length(host) BETWEEN 1 AND 255),
    wanted_at   timestamptz NOT NULL,
    next_at     timestamptz NOT NULL,
    fetched_at  timestamptz,
    issued_at   timestamptz,
    modified    text        CHECK (octet_length(modified) <= 100),
    hours       text        CHECK (octet_length(hours) <= 262144),
    PRIMARY KEY (service, lat_tenths, lon_tenths)
);

COMMENT ON TABLE forecast IS 'The weather of the next days by squares of about 10 km. It says nothing about who asked.';
COMMENT ON COLUMN forecast.host IS 'The host that may be asked: the one to which a customer agreed.';
COMMENT ON COLUMN forecast.wanted_at IS 'When a page or an alert wanted it last. It is fetched again for some hours.';
COMMENT ON COLUMN forecast.next_at IS 'The service is not asked before.';
COMMENT ON COLUMN forecast.modified IS 'The header Last-Modified of the last answer.';
COMMENT ON COLUMN forecast.hours IS 'As JSON, in degrees Celsius, millimetres and kilometres an hour.';

-- Serves the worker: Store.claimForecast.
CREATE INDEX forecast_next_idx ON forecast (next_at);
-- Serves the purge: RetentionRule.forecasts.
CREATE INDEX forecast_wanted_idx ON forecast (wanted_at);

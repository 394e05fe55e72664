-- 0050_outside_services
-- Why: a service of others is asked for ways only after a customer agreed to it, each service on its own. Pages do not
-- wait for an engine: they write down what they want to know, and a worker asks. A question stays for an hour after it
-- was asked, so that no number of pages asks it twice in that time, also if the engine fails.
-- Deploy: adds tables nothing reads yet. Safe beside the previous release.

CREATE TABLE service_consent (
    customer_id  uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    service      text        NOT NULL CHECK (octet_length(service) BETWEEN 1 AND 40),
    host         text        NOT NULL CHECK (octet_length(host) BETWEEN 1 AND 255),
    agreed_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, service)
);

COMMENT ON TABLE service_consent IS 'Services of others that customers agreed to be asked for ways or weather.';
COMMENT ON COLUMN service_consent.host IS 'The consent does not hold for the same service at another host.';

CREATE TABLE travel_wish (
    engine     text        NOT NULL CHECK (octet_length(engine) BETWEEN 1 AND 40),
    mode       text        NOT NULL CHECK (mode IN ('walk', 'bike', 'car', 'transit')),
    from_lat   integer     NOT NULL CHECK (from_lat BETWEEN -90000 AND 90000),
    from_lon   integer     NOT NULL CHECK (from_lon BETWEEN -180000 AND 180000),
    to_lat     integer     NOT NULL CHECK (to_lat BETWEEN -90000 AND 90000),
    to_lon     integer     NOT NULL CHECK (to_lon BETWEEN -180000 AND 180000),
    day_class  smallint    NOT NULL CHECK (day_class BETWEEN 0 AND 1),
    hour       smallint    NOT NULL CHECK (hour BETWEEN 0 AND 23),
    moment     bigint      NOT NULL,
    host       text        NOT NULL CHECK (octet_length(host) BETWEEN 1 AND 255),
    arrive_at  timestamptz NOT NULL,
    wished_at  timestamptz NOT NULL DEFAULT now(),
    asked_at   timestamptz,
    PRIMARY KEY (engine, mode, from_lat, from_lon, to_lat, to_lon, day_class, hour, moment)
);

COMMENT ON TABLE travel_wish IS 'Ways that pages want to know, for an hour. They say nothing about who asked.';
COMMENT ON COLUMN travel_wish.moment IS 'As in travel_answer, which has the answer under the same key.';
COMMENT ON COLUMN travel_wish.host IS
    'The host that may be asked: the one to which the customer agreed, or one of this machine.';
COMMENT ON COLUMN travel_wish.asked_at IS 'When a worker asked the engine; NULL until then.';

-- Serves the worker: Store.claimTravelWish.
CREATE INDEX travel_wish_waiting_idx ON travel_wish (wished_at) WHERE asked_at IS NULL;
-- Serves the purge: RetentionRule.travelWishes.
CREATE INDEX travel_wish_wished_idx ON travel_wish (wished_at);

-- 0043_travel
-- Why: engines that find ways are asked rarely. Some of them count requests and send bills, and the same way is wanted
-- by many pages. Nothing here says who asked: places are rounded to 100 m, and no customer is named.
-- Deploy: adds two tables nothing reads yet. Safe beside the previous release.

CREATE TABLE travel_budget (
    engine    text     NOT NULL CHECK (octet_length(engine) BETWEEN 1 AND 40),
    day       date     NOT NULL,
    requests  integer  NOT NULL CHECK (requests > 0),
    PRIMARY KEY (engine, day)
);

COMMENT ON TABLE travel_budget IS 'The requests to engines of others, by the day in UTC.';
COMMENT ON COLUMN travel_budget.requests IS 'As the engine counts them: each way of a matrix may count.';

-- Serves the purge: RetentionRule.travelBudgets.
CREATE INDEX travel_budget_day_idx ON travel_budget (day);

CREATE TABLE travel_answer (
    engine     text        NOT NULL CHECK (octet_length(engine) BETWEEN 1 AND 40),
    mode       text        NOT NULL CHECK (mode IN ('walk', 'bike', 'car', 'transit')),
    form       text        NOT NULL CHECK (form IN ('way', 'matrix')),
    from_lat   integer     NOT NULL CHECK (from_lat BETWEEN -90000 AND 90000),
    from_lon   integer     NOT NULL CHECK (from_lon BETWEEN -180000 AND 180000),
    to_lat     integer     NOT NULL CHECK (to_lat BETWEEN -90000 AND 90000),
    to_lon     integer     NOT NULL CHECK (to_lon BETWEEN -180000 AND 180000),
    day_class  smallint    NOT NULL CHECK (day_class BETWEEN 0 AND 1),
    hour       smallint    NOT NULL CHECK (hour BETWEEN 0 AND 23),
    moment     bigint      NOT NULL,
    seconds    integer     CHECK (seconds >= 0),
    metres     integer     NOT NULL CHECK (metres >= 0),
    ways       text        NOT NULL CHECK (octet_length(ways) <= 262144),
    asked_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (engine, mode, form, from_lat, from_lon, to_lat, to_lon, day_class, hour, moment)
);

COMMENT ON TABLE travel_answer IS 'The answers of engines, for a day. They say nothing about who asked.';
COMMENT ON COLUMN travel_answer.from_lat IS 'Thousandths of a degree, about 100 m; the other coordinates likewise.';
COMMENT ON COLUMN travel_answer.day_class IS '0 for a working day, 1 for another.';
COMMENT ON COLUMN travel_answer.moment IS
    'The minute since 1970 that a timetable was asked for; 0 for ways that can begin at any time.';
COMMENT ON COLUMN travel_answer.seconds IS 'NULL if the engine finds no way that can be true.';
COMMENT ON COLUMN travel_answer.ways IS 'The ways as JSON, with lines and legs; empty in a matrix.';

-- Serves the purge: RetentionRule.travelAnswers.
CREATE INDEX travel_answer_asked_idx ON travel_answer (asked_at);

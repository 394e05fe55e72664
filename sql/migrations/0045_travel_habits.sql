-- 0045_travel_habits
-- Why: the ways to an event are those of a person: what they own, how far they walk, and if the climate counts.
-- Deploy: adds columns with defaults. Safe beside the previous release, which writes the others by their names.

ALTER TABLE day_habit
    ADD COLUMN owns_car      boolean NOT NULL DEFAULT true,
    ADD COLUMN owns_bike     boolean NOT NULL DEFAULT false,
    ADD COLUMN is_eco        boolean NOT NULL DEFAULT false,
    ADD COLUMN farthest_walk integer NOT NULL DEFAULT 2000 CHECK (farthest_walk BETWEEN 100 AND 20000);

COMMENT ON COLUMN day_habit.is_eco IS 'Ways with less CO2 are preferred as long as they arrive in time.';
COMMENT ON COLUMN day_habit.farthest_walk IS 'In metres.';

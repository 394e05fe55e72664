-- 0023_computed_times
-- Why: some series follow prayer times or the Hijri calendar. Their times stand in the object for the coming 400 days, so
-- the worker has to find those that need further days, and those whose inputs have changed.
-- Deploy: adds columns that nothing reads yet. Safe beside the previous release: an object that it stores has NULL in
-- them, and no such series is older than this release.

ALTER TABLE calendar_object
    ADD COLUMN times_due_on date,
    ADD COLUMN times_inputs text CHECK (char_length(times_inputs) <= 200);

COMMENT ON COLUMN calendar_object.times_due_on IS
    'The day on which the worker computes the times of the series again; NULL if its times are not computed.';
COMMENT ON COLUMN calendar_object.times_inputs IS
    'A digest of what the times were computed from, without the customer''s own choices; NULL to compute them again now.';

-- Serves the chore of the worker: Store.dueTimes(on:).
CREATE INDEX calendar_object_times_idx ON calendar_object (times_due_on, times_inputs) WHERE times_due_on IS NOT NULL;
-- Serves a customer's change of city: Store.dueTimes(of:) and Store.forgetTimes.
CREATE INDEX calendar_object_own_times_idx ON calendar_object (customer_id, times_inputs)
    WHERE times_due_on IS NOT NULL;

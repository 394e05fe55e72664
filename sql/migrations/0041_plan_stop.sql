-- 0041_plan_stop
-- Why: a plan cannot be written if the customer has too many calendars, or too much in them. The page of today says so.
-- Deploy: adds a column that the previous release leaves alone. Safe.

ALTER TABLE plan ADD COLUMN stop text CHECK (stop IN ('calendars', 'entries', 'size'));

COMMENT ON COLUMN plan.stop IS
    'The limit that stopped the last plan: calendars of the customer, entries of the calendar, size of all; NULL for none.';

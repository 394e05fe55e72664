-- 0017_prayer_calendar
-- Why: a customer's connected devices show the prayer times as a calendar, without a subscription. The times
-- themselves stay where they are; only the customer's choice to see them there is new.
-- Deploy: adds a column with a default. Safe beside the previous release, which ignores it.

ALTER TABLE prayer_feed ADD COLUMN in_calendars boolean NOT NULL DEFAULT true;

COMMENT ON COLUMN prayer_feed.in_calendars IS
    'True if connected devices show the times as a calendar beside the customer''s own.';

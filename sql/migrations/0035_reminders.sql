-- 0035_reminders
-- Why: the alarms of events are sent as notices at their time, and by choice the day in the morning. Due times of the
-- coming days are facts about an object, written with it: the worker finds them by an index and never reads events.
-- A customer can end mails of notices by one POST.
-- Deploy: the previous release writes objects without due times. They keep the default of the new column, so the worker
-- finds them. An object that it overwrites keeps its old due times for eight days at most. Safe.

ALTER TABLE calendar_object ADD COLUMN reminders_until timestamptz DEFAULT 'epoch';

COMMENT ON COLUMN calendar_object.reminders_until IS
    'The moment up to which its due times are in reminder; in the past to find them anew, NULL if no alarm is to come.';

-- Serves the chore of the worker: Store.objectsWithoutReminders.
CREATE INDEX calendar_object_reminders_idx ON calendar_object (reminders_until) WHERE reminders_until IS NOT NULL;

CREATE TABLE reminder (
    customer_id    uuid        NOT NULL,
    collection_id  bigint      NOT NULL,
    segment        text        COLLATE "C" NOT NULL,
    key            text        COLLATE "C" NOT NULL CHECK (octet_length(key) = 22),
    due_at         timestamptz NOT NULL,
    recurrence_id  text        CHECK (octet_length(recurrence_id) <= 16),
    starts_at      timestamptz NOT NULL,
    is_all_day     boolean     NOT NULL,
    is_mail        boolean     NOT NULL,
    title          text        CHECK (char_length(title) <= 200),
    place          text        CHECK (char_length(place) <= 200),
    noted_at       timestamptz,
    PRIMARY KEY (customer_id, key, due_at, collection_id, segment),
    FOREIGN KEY (customer_id, collection_id, segment)
        REFERENCES calendar_object (customer_id, collection_id, segment) ON DELETE CASCADE
);

COMMENT ON TABLE reminder IS 'The times at which alarms of events go off in the coming days.';
COMMENT ON COLUMN reminder.key IS 'A digest of the event, its occurrence and the alarm: the name of its notices.';
COMMENT ON COLUMN reminder.recurrence_id IS
    'The occurrence, as addresses name it; NULL for an event that does not repeat.';
COMMENT ON COLUMN reminder.starts_at IS 'The start of the occurrence.';
COMMENT ON COLUMN reminder.is_mail IS 'The alarm asks for a mail.';
COMMENT ON COLUMN reminder.noted_at IS 'When a notice was made of it.';

-- Serves ON DELETE CASCADE, and the change of an object: SQL.deleteReminders.
CREATE INDEX reminder_object_idx ON reminder (customer_id, collection_id, segment);
-- Serves the worker: Store.takeReminders.
CREATE INDEX reminder_due_idx ON reminder (due_at) WHERE noted_at IS NULL;
-- Serves the purge: RetentionRule.reminders.
CREATE INDEX reminder_past_idx ON reminder (due_at);

ALTER TABLE notification_preference ADD COLUMN takes_mail boolean NOT NULL DEFAULT true;

COMMENT ON COLUMN notification_preference.takes_mail IS
    'False if no notice is mailed, but those that everybody gets, as one of a new sign-in.';

CREATE TABLE morning_digest (
    customer_id  uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    minute       smallint    NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    sent_on      date,
    next_at      timestamptz NOT NULL
);

COMMENT ON TABLE morning_digest IS 'Customers who want their day announced each morning.';
COMMENT ON COLUMN morning_digest.minute IS 'The minute of the customer''s day.';
COMMENT ON COLUMN morning_digest.sent_on IS 'The last day that was announced.';
COMMENT ON COLUMN morning_digest.next_at IS 'When the worker looks at it; in the past after a change of the zone.';

-- Serves the worker: Store.lockDueDigest.
CREATE INDEX morning_digest_next_idx ON morning_digest (next_at);

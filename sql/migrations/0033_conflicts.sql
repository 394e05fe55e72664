-- 0033_conflicts
-- Why: what changes in a calendar is compared with everything else that takes the customer's time, and clashes are
-- written down for the inbox. Each change of a calendar therefore enqueues a job, in its own transaction.
-- Deploy: the previous release leaves the jobs to a newer worker. Safe.

CREATE TABLE conflict (
    customer_id    uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id             bigint      GENERATED ALWAYS AS IDENTITY,
    uid            text        COLLATE "C" NOT NULL CHECK (octet_length(uid) BETWEEN 1 AND 1000),
    state          text        NOT NULL
        CHECK (state IN ('open', 'kept', 'moved', 'cancelled', 'other-moved', 'gone', 'expired')),
    clashes        text[]      NOT NULL CHECK (cardinality(clashes) BETWEEN 1 AND 1000),
    uids           text[]      COLLATE "C" NOT NULL,
    recurrence_id  text        CHECK (octet_length(recurrence_id) <= 16),
    starts_at      timestamptz NOT NULL,
    ends_at        timestamptz NOT NULL,
    last_end       timestamptz NOT NULL,
    count          integer     NOT NULL CHECK (count > 0),
    found_at       timestamptz NOT NULL DEFAULT now(),
    decided_at     timestamptz,
    PRIMARY KEY (customer_id, id),
    CHECK ((state = 'open') = (decided_at IS NULL))
);

COMMENT ON TABLE conflict IS 'Events that clash with other events or with prayers, one row an event or a series.';
COMMENT ON COLUMN conflict.uid IS 'The event that was new or changed.';
COMMENT ON COLUMN conflict.state IS
    'open: waits for the customer; kept, moved, cancelled, other-moved: the answer; gone: the cause went away by itself; '
    'expired: everything is over.';
COMMENT ON COLUMN conflict.clashes IS
    'What it clashes with: ''overlap'' and a UID, ''tight'' and a UID, or ''prayer'', its name and, for a single event, '
    'the day. An answer holds until the set grows.';
COMMENT ON COLUMN conflict.uids IS 'The UIDs of all events of the conflict.';
COMMENT ON COLUMN conflict.recurrence_id IS 'The first occurrence that clashes, as addresses name it; NULL for a single event.';
COMMENT ON COLUMN conflict.starts_at IS 'The start of the first occurrence that clashes; ends_at its end.';
COMMENT ON COLUMN conflict.last_end IS 'The end of the last occurrence that clashes.';
COMMENT ON COLUMN conflict.count IS 'The number of occurrences that clash, of the next twelve months.';

-- One row an event: Store.record(conflict).
CREATE UNIQUE INDEX conflict_uid_idx ON conflict (customer_id, uid);
-- Serves the chore that ends conflicts, Store.expireConflicts, and the purge: RetentionRule.conflicts.
CREATE INDEX conflict_end_idx ON conflict (last_end);
-- Serves the marks of views and their state: ClashMarkRow.query.
CREATE INDEX conflict_live_idx ON conflict (customer_id, starts_at) WHERE state IN ('open', 'kept');

CREATE TABLE conflict_reading (
    customer_id    uuid        NOT NULL,
    collection_id  bigint      NOT NULL,
    counter        bigint      NOT NULL,
    is_silent      boolean     NOT NULL,
    PRIMARY KEY (customer_id, collection_id),
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE conflict_reading IS 'The change up to which a calendar was compared; without a row, none.';
COMMENT ON COLUMN conflict_reading.is_silent IS
    'Its objects were stored before conflicts were looked for: those found are kept, without a notice.';

INSERT INTO conflict_reading (customer_id, collection_id, counter, is_silent)
SELECT customer_id, id, 0, true FROM calendar_collection WHERE deleted_at IS NULL AND object_count > 0;

-- What is stored already is compared once, when nothing else is to be done.
INSERT INTO job (kind, customer_id, language, parameters, give_up_at)
SELECT DISTINCT 'planning.compare-stored', customer_id, 'en', json_build_object('customer', customer_id)::text,
       now() + interval '30 days'
  FROM conflict_reading;

-- Serves the search for a job that nobody has begun: enqueue_look_for_clashes, Store.hasWaitingJob.
CREATE INDEX job_not_begun_idx ON job (customer_id, kind) WHERE finished_at IS NULL AND attempts = 0;

CREATE FUNCTION enqueue_look_for_clashes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- A job that is locked here is begun after this transaction, so it sees the change. One that is begun right now is
    -- skipped, and another one is written.
    PERFORM 1 FROM job
      WHERE customer_id = NEW.customer_id AND kind = 'planning.find-clashes' AND finished_at IS NULL AND attempts = 0
      LIMIT 1 FOR SHARE SKIP LOCKED;
    IF NOT FOUND THEN
        INSERT INTO job (kind, customer_id, language, parameters, give_up_at)
        VALUES ('planning.find-clashes', NEW.customer_id, 'en', json_build_object('customer', NEW.customer_id)::text,
                now() + interval '1 day');
    END IF;
    -- Also for a job that waits already: a worker that looked for it while it was locked here has passed over it.
    PERFORM pg_notify('jadwal_job', '');
    RETURN NULL;
END $$;
COMMENT ON FUNCTION enqueue_look_for_clashes() IS
    'Lets a worker compare what changed in a calendar with the rest of the customer''s time.';

CREATE TRIGGER calendar_collection_changed AFTER UPDATE OF counter, deleted_at, is_transparent ON calendar_collection
    FOR EACH ROW WHEN (NEW.counter <> OLD.counter OR NEW.deleted_at IS DISTINCT FROM OLD.deleted_at
                       OR NEW.is_transparent <> OLD.is_transparent)
    EXECUTE FUNCTION enqueue_look_for_clashes();

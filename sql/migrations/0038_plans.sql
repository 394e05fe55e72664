-- 0038_plans
-- Why: a customer says what has to be done, and a worker finds the time for it each day. The plan is events in a calendar
-- of their own; here are the places of tasks, the choices about plans, and what is known of each planned time.
-- Deploy: the previous release leaves the jobs to a newer worker. Safe.

CREATE TABLE saved_place (
    customer_id    uuid             NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id             uuid             NOT NULL DEFAULT gen_random_uuid(),
    name           text             NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    latitude       double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude      double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    created_at     timestamptz      NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, id)
);

COMMENT ON TABLE saved_place IS 'Places of tasks, by three decimals of a degree, which is some 100 m.';

CREATE TABLE planning_choice (
    customer_id      uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    is_on            boolean     NOT NULL DEFAULT true,
    unplanned_lists  bigint[]    NOT NULL DEFAULT '{}' CHECK (cardinality(unplanned_lists) <= 1000),
    load_percent     smallint    NOT NULL DEFAULT 80 CHECK (load_percent BETWEEN 10 AND 100),
    buffer_minutes   smallint    NOT NULL DEFAULT 0 CHECK (buffer_minutes BETWEEN 0 AND 120),
    day_start        smallint    NOT NULL DEFAULT 240 CHECK (day_start BETWEEN 0 AND 720),
    busy             text        NOT NULL DEFAULT 'tight' CHECK (busy IN ('free', 'tight', 'busy')),
    leaves_mornings  boolean     NOT NULL DEFAULT false,
    changed_at       timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE planning_choice IS 'The choices of a customer about plans; no row means the defaults.';
COMMENT ON COLUMN planning_choice.unplanned_lists IS 'The calendars whose to-dos are not planned.';
COMMENT ON COLUMN planning_choice.load_percent IS 'The share of the allowed hours that events and tasks may take.';
COMMENT ON COLUMN planning_choice.buffer_minutes IS 'Minutes after events and tasks in which no task lies.';
COMMENT ON COLUMN planning_choice.day_start IS 'The minute of the clock at which a plan-day begins.';
COMMENT ON COLUMN planning_choice.busy IS 'free, busy, or tight: busy only if the task has little room elsewhere.';
COMMENT ON COLUMN planning_choice.leaves_mornings IS 'Tasks are planned from noon on if no window of theirs says more.';

CREATE TABLE plan (
    customer_id    uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    collection_id  bigint,
    planned_at     timestamptz,
    is_proven      boolean     NOT NULL DEFAULT false
);

COMMENT ON TABLE plan IS 'The plan in force of a customer.';
COMMENT ON COLUMN plan.collection_id IS 'The calendar with the planned times; it may be deleted.';
COMMENT ON COLUMN plan.is_proven IS 'No other plan is better.';

-- Serves the chore that plans again: Store.customersToPlan.
CREATE INDEX plan_age_idx ON plan (planned_at);

CREATE TABLE plan_item (
    customer_id    uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    task_uid       text        COLLATE "C" NOT NULL CHECK (octet_length(task_uid) BETWEEN 1 AND 1000),
    day            date        NOT NULL,
    part           smallint    NOT NULL CHECK (part BETWEEN 1 AND 100),
    state          text        NOT NULL CHECK (state IN ('planned', 'done', 'not-today', 'dropped')),
    starts_at      timestamptz NOT NULL,
    ends_at        timestamptz NOT NULL CHECK (ends_at >= starts_at),
    is_busy        boolean     NOT NULL DEFAULT false,
    is_pinned      boolean     NOT NULL DEFAULT false,
    is_announced   boolean     NOT NULL DEFAULT false,
    moved_from     timestamptz,
    moved_at       timestamptz,
    moved_because  text        CHECK (octet_length(moved_because) <= 1000),
    PRIMARY KEY (customer_id, task_uid, day, part)
);

COMMENT ON TABLE plan_item IS 'Times of tasks as they were written into the calendar, and what the customer said about them.';
COMMENT ON COLUMN plan_item.task_uid IS 'The UID of the to-do.';
COMMENT ON COLUMN plan_item.day IS 'The plan-day; part is the number of the time among those of the task on the day, from 1 on.';
COMMENT ON COLUMN plan_item.state IS
    'planned; done; not-today: the customer took it off the day; dropped: it was not done, and will not be.';
COMMENT ON COLUMN plan_item.is_pinned IS 'The customer moved it there, or gave it this length.';
COMMENT ON COLUMN plan_item.is_announced IS 'A notice or a mail has named this time, so it stays.';
COMMENT ON COLUMN plan_item.moved_from IS 'The start before the last change of the plan.';
COMMENT ON COLUMN plan_item.moved_because IS 'The UID of the event in whose way it was; NULL if it moved for another reason.';

-- Serves a day of the plan, Store.planItems, and the purge, RetentionRule.planItems.
CREATE INDEX plan_item_day_idx ON plan_item (customer_id, day);
CREATE INDEX plan_item_end_idx ON plan_item (ends_at);

CREATE TABLE task_fact (
    customer_id    uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    uid            text        COLLATE "C" NOT NULL CHECK (octet_length(uid) BETWEEN 1 AND 1000),
    lines          text        NOT NULL CHECK (octet_length(lines) <= 20000),
    restored_at    timestamptz,
    PRIMARY KEY (customer_id, uid)
);

COMMENT ON TABLE task_fact IS
    'The facts of flexible tasks as their to-dos had them last: programs that do not know them may drop them.';
COMMENT ON COLUMN task_fact.lines IS 'Content lines of iCalendar.';
COMMENT ON COLUMN task_fact.restored_at IS 'The moment at which they were last written back.';

CREATE FUNCTION enqueue_plan(of_customer uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- As enqueue_look_for_clashes does: a job that is locked here is begun after this transaction.
    PERFORM 1 FROM job
      WHERE customer_id = of_customer AND kind = 'planning.plan' AND finished_at IS NULL AND attempts = 0
      LIMIT 1 FOR SHARE SKIP LOCKED;
    IF NOT FOUND THEN
        -- A customer who is deleted right now has no row any longer.
        INSERT INTO job (kind, customer_id, language, parameters, give_up_at)
        SELECT 'planning.plan', id, 'en', json_build_object('customer', id)::text, now() + interval '1 day'
          FROM customer WHERE id = of_customer;
    END IF;
    PERFORM pg_notify('jadwal_job', '');
END $$;
COMMENT ON FUNCTION enqueue_plan(uuid) IS 'Lets a worker plan the days of a customer again.';

CREATE FUNCTION plan_after_calendar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- What a plan itself writes is no reason to plan again.
    IF current_setting('jadwal.is_planning', true) = 'yes' THEN
        RETURN NULL;
    END IF;
    IF 'VTODO' = ANY (NEW.components)
       OR EXISTS (SELECT 1 FROM task_fact WHERE customer_id = NEW.customer_id) THEN
        PERFORM enqueue_plan(NEW.customer_id);
    END IF;
    RETURN NULL;
END $$;
COMMENT ON FUNCTION plan_after_calendar() IS 'Lets a worker plan again after a change of a calendar.';

CREATE TRIGGER calendar_collection_planned AFTER UPDATE OF counter, deleted_at, is_transparent ON calendar_collection
    FOR EACH ROW WHEN (NEW.counter <> OLD.counter OR NEW.deleted_at IS DISTINCT FROM OLD.deleted_at
                       OR NEW.is_transparent <> OLD.is_transparent)
    EXECUTE FUNCTION plan_after_calendar();

CREATE FUNCTION plan_after_choice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed uuid := to_jsonb(coalesce(NEW, OLD))
        ->> CASE TG_TABLE_NAME WHEN 'customer' THEN 'id' ELSE 'customer_id' END;
BEGIN
    IF EXISTS (SELECT 1 FROM task_fact WHERE customer_id = changed) THEN
        PERFORM enqueue_plan(changed);
    END IF;
    RETURN NULL;
END $$;
COMMENT ON FUNCTION plan_after_choice() IS 'Lets a worker plan again after a choice of the customer.';

CREATE TRIGGER customer_planned AFTER UPDATE OF time_zone, first_day ON customer
    FOR EACH ROW WHEN (NEW.time_zone <> OLD.time_zone OR NEW.first_day <> OLD.first_day)
    EXECUTE FUNCTION plan_after_choice();
CREATE TRIGGER day_habit_planned AFTER INSERT OR UPDATE ON day_habit
    FOR EACH ROW EXECUTE FUNCTION plan_after_choice();
CREATE TRIGGER planning_choice_planned AFTER INSERT OR UPDATE ON planning_choice
    FOR EACH ROW EXECUTE FUNCTION plan_after_choice();
CREATE TRIGGER saved_place_planned AFTER INSERT OR UPDATE OR DELETE ON saved_place
    FOR EACH ROW EXECUTE FUNCTION plan_after_choice();
CREATE TRIGGER prayer_feed_planned AFTER UPDATE OF latitude_deg, longitude_deg, time_zone, options ON prayer_feed
    FOR EACH ROW WHEN ((NEW.latitude_deg, NEW.longitude_deg, NEW.time_zone, NEW.options)
                       IS DISTINCT FROM (OLD.latitude_deg, OLD.longitude_deg, OLD.time_zone, OLD.options))
    EXECUTE FUNCTION plan_after_choice();
CREATE TRIGGER prayer_feed_chosen AFTER INSERT OR DELETE ON prayer_feed
    FOR EACH ROW EXECUTE FUNCTION plan_after_choice();
CREATE TRIGGER calendar_preference_shifted AFTER INSERT ON calendar_preference
    FOR EACH ROW WHEN (NEW.hijri_shift <> 0) EXECUTE FUNCTION plan_after_choice();
CREATE TRIGGER calendar_preference_planned AFTER UPDATE OF hijri_shift ON calendar_preference
    FOR EACH ROW WHEN (NEW.hijri_shift <> OLD.hijri_shift) EXECUTE FUNCTION plan_after_choice();

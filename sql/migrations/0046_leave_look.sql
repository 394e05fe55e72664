-- 0046_leave_look
-- Why: whoever has to be somewhere is notified when to leave. The worker looks at the ways to a customer's coming
-- events at moments of each of them, and after a change. The alerts themselves are notices, which are unique by event,
-- start and kind. A change takes those that wait with it, in its own transaction.
-- Deploy: adds a table and triggers. The previous release leaves them alone, and skips notices of kinds that it does
-- not know. Safe beside it.

CREATE TABLE leave_look (
    customer_id  uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    look_at      timestamptz NOT NULL
);

COMMENT ON TABLE leave_look IS
    'When the worker looks next at the ways to a customer''s coming events; from the first change of a calendar on.';
COMMENT ON COLUMN leave_look.look_at IS 'A change of a calendar or a choice does not wait for it: it enqueues a job.';

-- Serves the worker: Store.claimLeaveLook.
CREATE INDEX leave_look_at_idx ON leave_look (look_at);

CREATE FUNCTION enqueue_leaving(of_customer uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- As enqueue_look_for_clashes does: a job that is locked here is begun after this transaction.
    PERFORM 1 FROM job
      WHERE customer_id = of_customer AND kind = 'planning.leaving' AND finished_at IS NULL AND attempts = 0
      LIMIT 1 FOR SHARE SKIP LOCKED;
    IF NOT FOUND THEN
        -- A customer who is deleted right now has no row any longer.
        INSERT INTO job (kind, customer_id, language, parameters, give_up_at)
        SELECT 'planning.leaving', id, 'en', json_build_object('customer', id)::text, now() + interval '1 day'
          FROM customer WHERE id = of_customer;
    END IF;
    PERFORM pg_notify('jadwal_job', '');
END $$;
COMMENT ON FUNCTION enqueue_leaving(uuid) IS 'Lets a worker look at the ways to a customer''s coming events.';

CREATE FUNCTION leave_after_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed uuid := to_jsonb(coalesce(NEW, OLD))
        ->> CASE TG_TABLE_NAME WHEN 'customer' THEN 'id' ELSE 'customer_id' END;
BEGIN
    -- Planned times have no alerts.
    IF current_setting('jadwal.is_planning', true) = 'yes' THEN
        RETURN NULL;
    END IF;
    -- A customer without an event so far has no ways.
    IF TG_TABLE_NAME <> 'calendar_collection'
       AND NOT EXISTS (SELECT 1 FROM leave_look WHERE customer_id = changed) THEN
        RETURN NULL;
    END IF;
    -- What was not sent yet goes with its cause. The worker writes it again if it still holds. One that is locked is
    -- deleted or sent by somebody else: waiting for them could be a deadlock.
    DELETE FROM notification n
     USING (SELECT id FROM notification
             WHERE customer_id = changed AND kind IN ('leave.soon', 'leave.now', 'leave.late') AND look_at IS NOT NULL
               FOR UPDATE SKIP LOCKED) waiting
     WHERE n.customer_id = changed AND n.id = waiting.id;
    PERFORM enqueue_leaving(changed);
    RETURN NULL;
END $$;
COMMENT ON FUNCTION leave_after_change() IS
    'Takes the alerts to leave that wait, and lets a worker write them again.';

CREATE FUNCTION leave_after_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM enqueue_leaving(customer_id) FROM leave_look WHERE customer_id = coalesce(NEW.customer_id, OLD.customer_id);
    RETURN NULL;
END $$;
COMMENT ON FUNCTION leave_after_position() IS 'Lets a worker look at the ways from another position.';

CREATE TRIGGER calendar_collection_left AFTER UPDATE OF counter, deleted_at, is_transparent ON calendar_collection
    FOR EACH ROW WHEN (NEW.counter <> OLD.counter OR NEW.deleted_at IS DISTINCT FROM OLD.deleted_at
                       OR NEW.is_transparent <> OLD.is_transparent)
    EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER customer_left AFTER UPDATE OF time_zone ON customer
    FOR EACH ROW WHEN (NEW.time_zone <> OLD.time_zone)
    EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER day_habit_left AFTER INSERT OR UPDATE ON day_habit
    FOR EACH ROW EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER saved_place_left AFTER INSERT OR UPDATE OR DELETE ON saved_place
    FOR EACH ROW EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER prayer_feed_left AFTER UPDATE OF latitude_deg, longitude_deg, time_zone, options ON prayer_feed
    FOR EACH ROW WHEN ((NEW.latitude_deg, NEW.longitude_deg, NEW.time_zone, NEW.options)
                       IS DISTINCT FROM (OLD.latitude_deg, OLD.longitude_deg, OLD.time_zone, OLD.options))
    EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER prayer_feed_left_chosen AFTER INSERT OR DELETE ON prayer_feed
    FOR EACH ROW EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER calendar_preference_left AFTER INSERT OR UPDATE ON calendar_preference
    FOR EACH ROW EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER notification_preference_left AFTER INSERT OR UPDATE ON notification_preference
    FOR EACH ROW EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER last_position_left AFTER INSERT OR DELETE ON last_position
    FOR EACH ROW EXECUTE FUNCTION leave_after_position();
CREATE TRIGGER last_position_left_again AFTER UPDATE ON last_position
    FOR EACH ROW WHEN ((NEW.latitude, NEW.longitude) IS DISTINCT FROM (OLD.latitude, OLD.longitude))
    EXECUTE FUNCTION leave_after_position();

INSERT INTO leave_look (customer_id, look_at) SELECT id, 'epoch' FROM customer;

-- 0014_account_changes
-- Why: responders remember sessions, so they must hear when a session ends or its customer changes. A
-- trigger announces that, whoever makes the change: a page, a job, a cascade or an operator in psql.
-- Deploy: nothing listens to the channel yet. Safe beside the previous release.

CREATE FUNCTION announce_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The argument names the column of the customer's id.
    PERFORM pg_notify('account', to_jsonb(OLD) ->> TG_ARGV[0]);
    RETURN NULL;
END
$$;

COMMENT ON FUNCTION announce_account_change() IS
    'Announces the id of a customer whose row changed or whose session ended; see Store.accountChannel.';

CREATE TRIGGER customer_announce
    AFTER DELETE OR UPDATE OF email, name, language, time_zone, first_day ON customer
    FOR EACH ROW EXECUTE FUNCTION announce_account_change('id');

CREATE TRIGGER session_announce
    AFTER DELETE ON session
    FOR EACH ROW EXECUTE FUNCTION announce_account_change('customer_id');

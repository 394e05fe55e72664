-- Run after a dump was restored (docs/operating.md, Back up, restore).
--
-- Calendar programs have seen changes that came after the dump. Their sync tokens name the epoch of a calendar and the
-- number of its last change; the numbers now count again from the dump. With new epochs every older token is refused,
-- and each program compares its whole calendar once. Without that, some changes would never reach it.

-- Passwords of devices that were revoked after the dump work again; see docs/operating.md.

DO $$
BEGIN
    -- A dump of a release without calendars has none.
    IF to_regclass('calendar_collection') IS NOT NULL THEN
        UPDATE calendar_collection SET epoch = ('x' || md5(gen_random_uuid()::text))::bit(64)::bigint;
    END IF;
END
$$;

-- What is kept of chats is encrypted with keys that come from a younger file. A customer who had everything forgotten
-- since the dump has no key there, or one that is younger than the rows of the dump. Nothing can open these rows,
-- so they are deleted; consent and link end, as they did when the customer ended them. A key is made before the first
-- row that is encrypted with it. Between two requests at once there may be some seconds, for which the minute is.
DO $$
BEGIN
    -- A dump of a release without chats has none.
    IF to_regclass('customer_key') IS NULL THEN
        RETURN;
    END IF;
    CREATE TEMPORARY TABLE opens ON COMMIT DROP AS
        SELECT c.id AS customer_id, min(k.created_at) - interval '1 minute' AS since
          FROM customer c LEFT JOIN customer_key k ON k.customer_id = c.id
         GROUP BY c.id;
    DELETE FROM chat c USING opens o
     WHERE o.customer_id = c.customer_id AND (c.created_at >= o.since) IS NOT TRUE;
    DELETE FROM agreement a USING opens o
     WHERE o.customer_id = a.customer_id AND (a.found_at >= o.since) IS NOT TRUE;
    -- The bridge may hold the link of a customer who made another one since the dump: it is asked to end it.
    WITH ended AS (
        UPDATE chat_account a
           SET consent_version = NULL, consent_language = NULL, consented_at = NULL, allows_model = false,
               state = 'off', problem = NULL, attempt = a.attempt + 1, sealed_number = NULL, sealed_name = NULL,
               sealed_code = NULL, asked_at = NULL, code_at = NULL, checked_at = NULL, connected_at = NULL
          FROM chat_account before JOIN opens o ON o.customer_id = before.customer_id
         WHERE a.customer_id = before.customer_id
           AND (o.since IS NULL OR before.asked_at < o.since)
        RETURNING a.customer_id, before.state)
    -- Job EndLink (Sources/Agreements/Linking/EndLink.swift).
    INSERT INTO job (kind, language, parameters, give_up_at)
    SELECT 'agreements.end-link', 'en', json_build_object('customer', customer_id)::text, now() + interval '7 days'
      FROM ended WHERE state <> 'off';
END
$$;

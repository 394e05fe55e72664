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

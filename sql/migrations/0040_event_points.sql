-- 0040_event_points
-- Why: the way between two events is looked at, so what reads many events has to know the points of their places. They
-- stand in the text only, which views read if is_all_day is NULL.
-- Deploy: the previous release reads the texts of these events, too, and shows the same. Safe beside it.

UPDATE calendar_object SET is_all_day = NULL
 WHERE is_all_day IS NOT NULL
   AND (position('\x0a47454f'::bytea IN octets) > 0                      -- a line that begins with GEO
        OR position('\x4150504c452d535452554354555245442d4c4f434154494f4e'::bytea IN octets) > 0); -- APPLE-STRUCTURED-LOCATION

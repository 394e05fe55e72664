-- 0009_feed_address
-- Why: a feed's secret address was derived from its number and generation, which a restore rewinds: the
-- next customer was given an address that somebody else's calendar knew already. Random bits in the row
-- are never drawn twice.
-- Deploy: adds a column that may be NULL. Safe beside the previous release, whose rows have no nonce and
-- keep the address they were given. After going back to that release, feeds made or renewed since work, but it
-- shows an address for them that opens nothing, until their owner renews it; this release shows that one, too.

ALTER TABLE prayer_feed
    ADD COLUMN nonce bytea CHECK (octet_length(nonce) = 16);

COMMENT ON COLUMN prayer_feed.nonce IS
    'Random; the token is derived from it and a key outside the database. NULL in feeds older than this '
    'column, whose token is derived from number and generation until it is renewed.';
COMMENT ON COLUMN prayer_feed.generation IS
    'How often the address was renewed, plus one; a profile''s address is good for one generation.';

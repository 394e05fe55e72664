-- 0031_lost_links
-- Why: messages that were sent while a link stood may come after its end, and are stored; later ones are not. So the end
-- of a link has a time.
-- Deploy: adds a column that the previous release leaves empty; nothing is stored for a lost link without it. Safe.

ALTER TABLE chat_account ADD COLUMN lost_at timestamptz;
COMMENT ON COLUMN chat_account.lost_at IS 'The time at which a lost link was found to have ended; NULL in other states.';

UPDATE chat_account SET lost_at = checked_at WHERE state = 'lost';

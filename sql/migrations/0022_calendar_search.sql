-- 0022_calendar_search
-- Why: customers search their calendars. The words of an object stand beside its text, folded as queries are, and an
-- index finds an object by the beginnings of its words. Each word begins with a mark of the owner, so that a search
-- reads only the part of the index that is the owner's, whatever others have.
-- Deploy: adds columns that nothing reads yet. Safe beside the previous release, which leaves search_counter behind
-- counter; the worker then reads the text again. The indexes are made in one pass over the table each.

ALTER TABLE calendar_object
    ADD COLUMN search_words    tsvector,
    ADD COLUMN search_counter  bigint;

COMMENT ON COLUMN calendar_object.search_words IS
    'The folded words of its titles, places, categories, guests and notes, with the owner''s mark before each; the mark '
    'alone is a word, too.';
COMMENT ON COLUMN calendar_object.search_counter IS
    'The change whose words these are; a migration that changes the folding sets it to NULL.';

-- Serves the search: Store.search. Writes are not put off (fastupdate), since every search would read what waits.
CREATE INDEX calendar_object_search_idx ON calendar_object USING gin (search_words) WITH (fastupdate = off);
-- Serves the objects whose words are missing or old: Store.ownerOfUnread, and Store.search of their owner.
CREATE INDEX calendar_object_unread_idx ON calendar_object (customer_id)
    WHERE nullif(counter, search_counter) IS NOT NULL;
-- Without it the planner expects that most rows are such, and looks for one of them in the table.
CREATE STATISTICS calendar_object_unread ON (nullif(counter, search_counter)) FROM calendar_object;

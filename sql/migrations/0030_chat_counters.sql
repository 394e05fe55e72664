-- 0030_chat_counters
-- Why: operators see how many chats were read and how often that failed. A sequence counts for all processes, and no
-- transaction waits for another one's count.
-- Deploy: adds sequences that nothing reads yet. Safe beside the previous release.

CREATE SEQUENCE chats_read;
COMMENT ON SEQUENCE chats_read IS 'Counts the chats that were read.';

CREATE SEQUENCE chats_failed;
COMMENT ON SEQUENCE chats_failed IS 'Counts the tries to read a chat that failed.';

-- 0048_voice_notes
-- Why: a plan that was answered by a voice note is a question, and no plan without an answer. That the note came is
-- kept like a message; its sound never is.
-- Deploy: allows one kind more. The previous release refuses deliveries of it, and no bridge sends them before it is
-- updated itself. Safe beside it.

ALTER TABLE chat_message
    DROP CONSTRAINT chat_message_kind_check,
    ADD CONSTRAINT chat_message_kind_check CHECK (kind IN ('message', 'edited', 'deleted', 'reaction', 'voice'));

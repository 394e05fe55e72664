-- 0029_agreement_answers
-- Why: a plan is known again after it was changed while another one of the same chat is open, and an answer can be taken
-- back to the state that was before it. A customer's permission for a language model is for one host.
-- Deploy: adds columns that may be empty. Safe beside the previous release, which leaves them empty.

ALTER TABLE agreement
    ADD COLUMN origin_key   bytea CHECK (octet_length(origin_key) = 32),
    ADD COLUMN state_before text  CHECK (state_before IN ('proposed', 'added', 'cancelled'));

COMMENT ON COLUMN agreement.origin_key IS
    'Keyed digest of the chat and of the message with which the plan began. It stays when the plan changes.';
COMMENT ON COLUMN agreement.state_before IS 'The state before the customer''s answer, for taking it back.';

ALTER TABLE chat_account ADD COLUMN model_host text CHECK (octet_length(model_host) <= 300);

COMMENT ON COLUMN chat_account.model_host IS
    'The host of the language model that allows_model is for. With another model it does not count.';

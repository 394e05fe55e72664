-- 0028_agreements
-- Why: events that two people agree on in a chat come into the calendar. Messages wait here, encrypted, until they are
-- read; what was found in them waits here for the customer's answer.
-- Deploy: adds tables that nothing reads yet. Safe beside the previous release.

CREATE TABLE customer_key (
    customer_id  uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    version      integer     NOT NULL CHECK (version > 0),
    master_key   text        NOT NULL CHECK (octet_length(master_key) = 8),
    wrapped      bytea       NOT NULL CHECK (octet_length(wrapped) = 92),
    created_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, version)
);

COMMENT ON TABLE customer_key IS
    'The keys that a customer''s messages are encrypted with, each encrypted with a key of secrets/. Without a row nothing '
    'of the customer''s can be read again.';
COMMENT ON COLUMN customer_key.master_key IS 'The fingerprint of the key that this one is encrypted with.';
COMMENT ON COLUMN customer_key.wrapped IS
    'Encrypted: 32 bytes that messages are encrypted with, and 32 bytes that digests of ids are made with.';

-- Serves the change of the master key: Store.customerKeys(notWrappedBy:).
CREATE INDEX customer_key_master_idx ON customer_key (master_key);

CREATE TABLE chat_account (
    customer_id       uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    consent_version   smallint    CHECK (consent_version > 0),
    consent_language  text        CHECK (consent_language IN ('en', 'ar')),
    consented_at      timestamptz,
    allows_model      boolean     NOT NULL DEFAULT false,
    mails_findings    boolean     NOT NULL DEFAULT true,
    state             text        NOT NULL DEFAULT 'off'
                                  CHECK (state IN ('off', 'asked', 'waiting', 'linked', 'ready', 'failed', 'lost')),
    problem           text        CHECK (problem IN ('unreachable', 'refused', 'expired', 'ended')),
    attempt           bigint      NOT NULL DEFAULT 0,
    sealed_number     bytea       CHECK (octet_length(sealed_number) <= 200),
    sealed_name       bytea       CHECK (octet_length(sealed_name) <= 1000),
    sealed_code       bytea       CHECK (octet_length(sealed_code) <= 200),
    asked_at          timestamptz,
    code_at           timestamptz,
    checked_at        timestamptz,
    connected_at      timestamptz,
    CHECK ((consented_at IS NULL) = (consent_version IS NULL) AND (consented_at IS NULL) = (consent_language IS NULL))
);

COMMENT ON TABLE chat_account IS 'A customer''s consent to the reading of chats, and the link to WhatsApp.';
COMMENT ON COLUMN chat_account.consent_version IS 'The version of the text that the customer agreed to, in consent_language.';
COMMENT ON COLUMN chat_account.allows_model IS 'Masked messages may go to the operator''s language model.';
COMMENT ON COLUMN chat_account.state IS
    'off; asked: a code was asked for; waiting: it is to be typed on the phone; linked; ready: messages come; failed: no '
    'link was made; lost: WhatsApp ended the link.';
COMMENT ON COLUMN chat_account.attempt IS 'The number of the attempt to link; what an older attempt learns is dropped.';
COMMENT ON COLUMN chat_account.sealed_number IS 'The phone number, encrypted; name and code likewise.';

-- Serves the look at links: Store.linksToCheck.
CREATE INDEX chat_account_link_idx ON chat_account (checked_at) WHERE state IN ('asked', 'waiting', 'linked', 'ready');

CREATE TABLE chat (
    customer_id       uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id                bigint      GENERATED ALWAYS AS IDENTITY,
    chat_key          bytea       NOT NULL CHECK (octet_length(chat_key) = 32),
    source            text        NOT NULL CHECK (source IN ('bridge', 'upload')),
    sealed_contact    bytea       NOT NULL CHECK (octet_length(sealed_contact) <= 1000),
    is_off            boolean     NOT NULL DEFAULT false,
    is_month_first    boolean     NOT NULL DEFAULT false,
    has_proposal      boolean     NOT NULL DEFAULT false,
    revision          bigint      NOT NULL DEFAULT 0,
    first_unseen_at   timestamptz,
    analyse_after     timestamptz,
    claim             bigint      NOT NULL DEFAULT 0,
    claimed_until     timestamptz,
    tries             smallint    NOT NULL DEFAULT 0 CHECK (tries >= 0),
    problem           text        CHECK (problem IN ('model', 'key', 'calendar', 'fault')),
    last_message_at   timestamptz NOT NULL,
    created_at        timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, id),
    UNIQUE (customer_id, chat_key)
);

COMMENT ON TABLE chat IS 'A chat of a customer with one other person.';
COMMENT ON COLUMN chat.chat_key IS 'Keyed digest of the chat''s id; the key is the customer''s own.';
COMMENT ON COLUMN chat.sealed_contact IS 'The other person''s name and number, encrypted.';
COMMENT ON COLUMN chat.is_off IS 'The customer switched it off: its messages are dropped.';
COMMENT ON COLUMN chat.has_proposal IS 'A plan is open, so its messages are kept longer.';
COMMENT ON COLUMN chat.revision IS 'Grows with each message; an analysis of an older state leaves the chat due.';
COMMENT ON COLUMN chat.analyse_after IS 'The moment from which the chat is to be analysed; NULL if nothing is new.';
COMMENT ON COLUMN chat.claim IS 'The number of the last worker''s turn; only the last one may write.';
COMMENT ON COLUMN chat.problem IS 'The reason why it was given up after the last try.';

-- Serves the choice of the next chat to analyse: Store.claimChat.
CREATE INDEX chat_due_idx ON chat (analyse_after) WHERE analyse_after IS NOT NULL;
-- Serves the list of chats that were given up: Store.givenUpChats.
CREATE INDEX chat_problem_idx ON chat (problem) WHERE problem IS NOT NULL;
-- Serves the purge: RetentionRule.chats.
CREATE INDEX chat_last_message_idx ON chat (last_message_at);

CREATE TABLE chat_message (
    customer_id  uuid        NOT NULL,
    message_key  bytea       NOT NULL CHECK (octet_length(message_key) = 32),
    chat_id      bigint      NOT NULL,
    sent_at      timestamptz NOT NULL,
    is_mine      boolean     NOT NULL,
    kind         text        NOT NULL CHECK (kind IN ('message', 'edited', 'deleted', 'reaction')),
    target_key   bytea       CHECK (octet_length(target_key) = 32),
    edited_at    timestamptz,
    sealed       bytea       CHECK (octet_length(sealed) <= 131072),
    received_at  timestamptz NOT NULL DEFAULT now(),
    arrival      bigint      GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (customer_id, message_key),
    FOREIGN KEY (customer_id, chat_id) REFERENCES chat (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE chat_message IS 'Messages. The words are encrypted; a row without them only tells that the message came.';
COMMENT ON COLUMN chat_message.message_key IS 'Keyed digest of the message''s id; target_key of the message that it concerns.';
COMMENT ON COLUMN chat_message.edited_at IS 'The time of the edit that the words are from.';
COMMENT ON COLUMN chat_message.arrival IS 'Grows with each message: the order of those of one second.';

-- Serves the reading of a chat in order: Store.messages(of:).
CREATE INDEX chat_message_chat_idx ON chat_message (customer_id, chat_id, sent_at, arrival);
-- Serves the arrival of a message after its edit or deletion: Store.insert(_: NewMessage).
CREATE INDEX chat_message_target_idx ON chat_message (customer_id, target_key) WHERE target_key IS NOT NULL;
-- Serves the purge: RetentionRule.messages.
CREATE INDEX chat_message_received_idx ON chat_message (received_at);

CREATE TABLE agreement (
    customer_id     uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id              bigint      GENERATED ALWAYS AS IDENTITY,
    chat_id         bigint,
    plan_key        bytea       NOT NULL CHECK (octet_length(plan_key) = 32),
    values_key      bytea       NOT NULL CHECK (octet_length(values_key) = 32),
    state           text        NOT NULL CHECK (state IN ('proposed', 'added', 'cancelled', 'kept', 'dismissed')),
    pending         text        CHECK (pending IN ('change', 'cancellation')),
    uid             text        CHECK (octet_length(uid) <= 64),
    segment         text        CHECK (octet_length(segment) <= 255),
    calendar        text        CHECK (octet_length(calendar) <= 255),
    written_tag     text        CHECK (octet_length(written_tag) <= 100),
    sealed_values   bytea       NOT NULL CHECK (octet_length(sealed_values) <= 65536),
    sealed_pending  bytea       CHECK (octet_length(sealed_pending) <= 65536),
    sealed_proof    bytea       CHECK (octet_length(sealed_proof) <= 262144),
    is_forgotten    boolean     NOT NULL DEFAULT false,
    last_day        date        NOT NULL,
    found_at        timestamptz NOT NULL DEFAULT now(),
    decided_at      timestamptz,
    announced_at    timestamptz,
    PRIMARY KEY (customer_id, id),
    UNIQUE (customer_id, plan_key),
    FOREIGN KEY (customer_id, chat_id) REFERENCES chat (customer_id, id) ON DELETE SET NULL (chat_id)
);

COMMENT ON TABLE agreement IS 'What was found in a chat, and the customer''s answer.';
COMMENT ON COLUMN agreement.plan_key IS 'Keyed digest of the chat and of the message that decided: the acceptance, else the proposal.';
COMMENT ON COLUMN agreement.values_key IS 'Keyed digest of day, hour and title: the same plan from a second door is found by it.';
COMMENT ON COLUMN agreement.state IS
    'proposed: waits for the customer, not in the calendar; added: in the calendar, waits; cancelled: called off in the '
    'chat, waits; kept and dismissed: answered.';
COMMENT ON COLUMN agreement.pending IS 'A later change in the chat that waits, because the customer had edited the event.';
COMMENT ON COLUMN agreement.written_tag IS 'The entity tag of the event as Jadwal wrote it; another one means an edit by the customer.';
COMMENT ON COLUMN agreement.sealed_proof IS 'The sentences that prove it, encrypted; deleted with the answer, at the latest after seven days.';
COMMENT ON COLUMN agreement.is_forgotten IS 'The words of its messages are deleted; later analyses are given its values.';

-- Serves the inbox: Store.agreements(of:).
CREATE INDEX agreement_list_idx ON agreement (customer_id, found_at DESC, id DESC);
-- Serves the plan from a second door: Store.agreement(of:values:).
CREATE INDEX agreement_values_idx ON agreement (customer_id, values_key);
-- Serves the agreements of a chat, and ON DELETE SET NULL: Store.agreements(of:chat:).
CREATE INDEX agreement_chat_idx ON agreement (customer_id, chat_id);
-- Serves the purge: RetentionRule.proofs.
CREATE INDEX agreement_proof_idx ON agreement (found_at) WHERE sealed_proof IS NOT NULL;
-- Serves the purge: RetentionRule.agreements.
CREATE INDEX agreement_last_day_idx ON agreement (last_day);

CREATE TABLE refused_message (
    id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    digest       bytea       NOT NULL CHECK (octet_length(digest) = 32),
    door         text        NOT NULL CHECK (door IN ('queue', 'ingest')),
    reason       text        NOT NULL CHECK (octet_length(reason) <= 200),
    refused_at   timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE refused_message IS 'Deliveries that are no messages: their digests and the reasons, never their bodies.';

-- Serves the purge: RetentionRule.refusedMessages.
CREATE INDEX refused_message_refused_idx ON refused_message (refused_at);

-- 0034_notifications
-- Why: people learn of a reminder, a clash or a change on the channel that they chose, and nobody is disturbed in a
-- prayer. A notice is written in the transaction that causes it, so none is lost, and it has a key, so none comes twice.
-- Deploy: adds tables that nothing reads yet. Safe beside the previous release.

CREATE TABLE notification_preference (
    customer_id    uuid    PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    keeps_prayers  boolean NOT NULL,
    hides_content  boolean NOT NULL
);

COMMENT ON TABLE notification_preference IS 'A customer''s choices about all notices; without a row the usual ones.';
COMMENT ON COLUMN notification_preference.hides_content IS 'A push names its kind only.';

CREATE TABLE notification_choice (
    customer_id  uuid    NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    kind         text    NOT NULL CHECK (kind ~ '^[a-z.-]{1,40}$'),
    channel      text    NOT NULL CHECK (channel IN ('push', 'mail')),
    is_on        boolean NOT NULL,
    PRIMARY KEY (customer_id, kind, channel)
);

COMMENT ON TABLE notification_choice IS 'A customer''s choices that differ from the usual ones.';

CREATE TABLE notification_device (
    customer_id      uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id               bigint      GENERATED ALWAYS AS IDENTITY,
    kind             text        NOT NULL CHECK (kind IN ('web-push', 'apns')),
    address_sha256   bytea       NOT NULL UNIQUE CHECK (octet_length(address_sha256) = 32),
    sealed_address   bytea       NOT NULL CHECK (octet_length(sealed_address) <= 4096),
    service          text        NOT NULL CHECK (octet_length(service) BETWEEN 1 AND 255),
    label            text        NOT NULL CHECK (char_length(label) BETWEEN 1 AND 100),
    language         text        NOT NULL CHECK (language IN ('en', 'ar')),
    session_id       bigint      REFERENCES session (id) ON DELETE CASCADE,
    server_key       text        CHECK (octet_length(server_key) = 8),
    environment      text        CHECK (environment IN ('production', 'sandbox')),
    created_at       timestamptz NOT NULL,
    registered_at    timestamptz NOT NULL,
    last_ok_at       timestamptz,
    failures         smallint    NOT NULL DEFAULT 0 CHECK (failures >= 0),
    first_failed_at  timestamptz,
    last_reason      text        CHECK (octet_length(last_reason) <= 200),
    PRIMARY KEY (customer_id, id),
    CHECK ((kind = 'web-push') = (server_key IS NOT NULL)),
    CHECK ((failures = 0) = (first_failed_at IS NULL))
);

COMMENT ON TABLE notification_device IS 'Browsers and phones that take notices. One of them belongs to one customer.';
COMMENT ON COLUMN notification_device.sealed_address IS
    'Encrypted: the address and the keys of a browser''s subscription, or the token of a phone.';
COMMENT ON COLUMN notification_device.service IS 'The host that the notices go to.';
COMMENT ON COLUMN notification_device.session_id IS 'The session of the browser: signing out ends its notices.';
COMMENT ON COLUMN notification_device.server_key IS 'The fingerprint of the key that the browser subscribed with.';
COMMENT ON COLUMN notification_device.environment IS 'The one of Apple''s environments that took the last notice.';
COMMENT ON COLUMN notification_device.registered_at IS 'When the device last told its address.';
COMMENT ON COLUMN notification_device.first_failed_at IS 'The first failure since the last success.';

-- Serves ON DELETE CASCADE.
CREATE INDEX notification_device_session_idx ON notification_device (session_id);
-- Serves the purge: Store.purge.
CREATE INDEX notification_device_failed_idx ON notification_device (first_failed_at) WHERE first_failed_at IS NOT NULL;

CREATE TABLE notification (
    customer_id   uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id            bigint      GENERATED ALWAYS AS IDENTITY,
    kind          text        NOT NULL CHECK (kind ~ '^[a-z.-]{1,40}$'),
    collapse_key  text        NOT NULL CHECK (octet_length(collapse_key) BETWEEN 1 AND 400),
    version       text        NOT NULL CHECK (octet_length(version) <= 200),
    content       text        NOT NULL CHECK (octet_length(content) <= 8192),
    path          text        NOT NULL CHECK (path LIKE '/%' AND path NOT LIKE '//%' AND octet_length(path) <= 1000),
    created_at    timestamptz NOT NULL,
    due_at        timestamptz NOT NULL,
    useful_until  timestamptz NOT NULL,
    look_at       timestamptz,
    read_at       timestamptz,
    PRIMARY KEY (customer_id, id),
    UNIQUE (customer_id, kind, collapse_key, version)
);

COMMENT ON TABLE notification IS 'What a customer is to know. Each is in the list; a push or a mail only points there.';
COMMENT ON COLUMN notification.collapse_key IS 'The thing that it is about: a later notice of it replaces the shown one.';
COMMENT ON COLUMN notification.version IS 'The state of that thing. The same state is announced once.';
COMMENT ON COLUMN notification.content IS 'JSON: titles and times, not a text in a language.';
COMMENT ON COLUMN notification.path IS 'The page that it opens.';
COMMENT ON COLUMN notification.look_at IS 'When the worker decides what is sent; NULL after that.';

-- Serves the worker: Store.dueNotices.
CREATE INDEX notification_look_idx ON notification (look_at) WHERE look_at IS NOT NULL;
-- Serves the list and its count of unread ones: Store.notices.
CREATE INDEX notification_list_idx ON notification (customer_id, due_at DESC, id DESC);
-- Serves the purge: Store.purge.
CREATE INDEX notification_created_idx ON notification (created_at);

CREATE TABLE delivery (
    id               uuid        PRIMARY KEY DEFAULT gen_random_uuid(),
    customer_id      uuid        NOT NULL,
    notification_id  bigint      NOT NULL,
    channel          text        NOT NULL CHECK (channel IN ('push', 'mail')),
    device_id        bigint      CHECK ((channel = 'push') = (device_id IS NOT NULL)),
    is_silent        boolean     NOT NULL DEFAULT false,
    is_fallback      boolean     NOT NULL DEFAULT false CHECK (channel = 'mail' OR NOT is_fallback),
    state            text        NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed', 'dropped')),
    attempts         smallint    NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    next_at          timestamptz NOT NULL,
    ended_at         timestamptz,
    last_reason      text        CHECK (octet_length(last_reason) <= 200),
    UNIQUE NULLS NOT DISTINCT (customer_id, notification_id, channel, device_id),
    FOREIGN KEY (customer_id, notification_id) REFERENCES notification (customer_id, id) ON DELETE CASCADE,
    FOREIGN KEY (customer_id, device_id) REFERENCES notification_device (customer_id, id) ON DELETE CASCADE,
    CHECK ((state = 'queued') = (ended_at IS NULL))
);

COMMENT ON TABLE delivery IS 'A notice on its way to one device, or by mail.';
COMMENT ON COLUMN delivery.id IS 'Also the number by which a push service knows it, the same at every attempt.';
COMMENT ON COLUMN delivery.is_fallback IS 'The mail is sent only if no device took the notice.';

-- Serves the worker: Store.claimDelivery.
CREATE INDEX delivery_next_idx ON delivery (next_at) WHERE state = 'queued' AND channel = 'push';
-- Serves ON DELETE CASCADE.
CREATE INDEX delivery_device_idx ON delivery (customer_id, device_id) WHERE device_id IS NOT NULL;
-- Serves the mails that wait, and the limit of an hour: Store.waitingMails, Store.pushesSince.
CREATE INDEX delivery_customer_idx ON delivery (customer_id, channel, state, ended_at);

CREATE TABLE provider_token (
    key_id        text        PRIMARY KEY CHECK (octet_length(key_id) BETWEEN 1 AND 40),
    sealed_token  bytea       NOT NULL CHECK (octet_length(sealed_token) <= 1024),
    issued_at     timestamptz NOT NULL
);

COMMENT ON TABLE provider_token IS
    'The token with which all processes speak to Apple, encrypted. Apple refuses tokens that are made too often.';

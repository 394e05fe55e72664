-- 0002_sign_in
-- Why: signing in by a mailed link. A flow is one browser's wish to sign in; a magic link is one
-- mail sent for it. Tokens and codes are made when the mail is sent and only digests are kept, so a
-- leaked backup signs nobody in. The code is short enough to guess, so its digest is keyed.
-- Deploy: adds tables nothing reads yet.

CREATE TABLE sign_in_flow (
    id              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    browser_sha256  bytea       NOT NULL UNIQUE CHECK (octet_length(browser_sha256) = 32),
    customer_id     uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    typed_email     text        NOT NULL CHECK (octet_length(typed_email) <= 320),
    language        text        NOT NULL CHECK (language IN ('en', 'ar')),
    reference       text        NOT NULL CHECK (octet_length(reference) = 2),
    device          text        NOT NULL CHECK (char_length(device) <= 100),
    next_path       text        NOT NULL CHECK (next_path LIKE '/%' AND next_path NOT LIKE '//%'),
    code_failures   smallint    NOT NULL DEFAULT 0 CHECK (code_failures BETWEEN 0 AND 5),
    last_mail_at    timestamptz NOT NULL DEFAULT now(),
    mail_problem    text        CHECK (mail_problem IN ('refused', 'unreachable')),
    created_at      timestamptz NOT NULL DEFAULT now(),
    expires_at      timestamptz NOT NULL
);

COMMENT ON COLUMN sign_in_flow.browser_sha256 IS 'Digest of the cookie of the browser that asked.';
COMMENT ON COLUMN sign_in_flow.typed_email IS
    'As typed in this browser. Pages show it rather than customer.email, whose spelling would tell '
    'that the address is known; mail goes to customer.email.';
COMMENT ON COLUMN sign_in_flow.reference IS 'Shown on the page and in the mail, to tell several mails apart.';
COMMENT ON COLUMN sign_in_flow.mail_problem IS 'Why the mail will not come; told on the waiting page.';

-- Serve ON DELETE CASCADE and the purge: Store.purgeSignIns.
CREATE INDEX sign_in_flow_customer_idx ON sign_in_flow (customer_id);
CREATE INDEX sign_in_flow_expires_idx ON sign_in_flow (expires_at);

CREATE TABLE magic_link (
    id            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_id   uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    flow_id       bigint      REFERENCES sign_in_flow (id) ON DELETE SET NULL,
    token_sha256  bytea       NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
    code_hmac     bytea       NOT NULL CHECK (octet_length(code_hmac) = 32),
    created_at    timestamptz NOT NULL DEFAULT now(),
    expires_at    timestamptz NOT NULL,
    used_at       timestamptz,
    revoked_at    timestamptz
);

-- Serves the limit of live links and their revocation: Store.revokeLinks(of:).
CREATE INDEX magic_link_customer_idx ON magic_link (customer_id);
-- Serves the typed code: Store.link(of:codeHMAC:).
CREATE INDEX magic_link_flow_idx ON magic_link (flow_id);
-- Serves the purge: Store.purgeSignIns.
CREATE INDEX magic_link_expires_idx ON magic_link (expires_at);

CREATE TABLE session (
    id            bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_id   uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    token_sha256  bytea       NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
    device        text        NOT NULL CHECK (char_length(device) <= 100),
    network       text        NOT NULL CHECK (octet_length(network) <= 64),
    created_at    timestamptz NOT NULL DEFAULT now(),
    last_seen_at  timestamptz NOT NULL DEFAULT now(),
    expires_at    timestamptz NOT NULL
);

COMMENT ON COLUMN session.network IS 'The client''s network, IPv4 /24 or IPv6 /48; never a whole address.';

-- Serves the settings page: Store.sessions(of:).
CREATE INDEX session_customer_idx ON session (customer_id);
-- Serves the purge: Store.purgeSessions.
CREATE INDEX session_expires_idx ON session (expires_at);

CREATE TABLE throttle_event (
    kind         text        NOT NULL,
    subject      bytea       NOT NULL CHECK (octet_length(subject) = 32),
    happened_at  timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE throttle_event IS
    'What is limited per address or network, so that all responders count together. Kept one day.';
COMMENT ON COLUMN throttle_event.subject IS 'Keyed digest: neither addresses nor networks stand here.';

-- Serves the count inside a window: Store.take.
CREATE INDEX throttle_event_idx ON throttle_event (kind, subject, happened_at);
-- Serves the purge: Store.purgeThrottleEvents.
CREATE INDEX throttle_event_happened_idx ON throttle_event (happened_at);

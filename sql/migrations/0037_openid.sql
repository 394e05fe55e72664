-- 0037_openid
-- Why: signing in with Google, or with another provider of OpenID Connect. A login is linked by issuer and subject,
-- never by address. A flow is one browser's way to the provider and back; its nonce and its PKCE verifier are made of
-- the state and a key, and not stored.
-- Deploy: adds tables nothing reads yet.

CREATE TABLE linked_login (
    customer_id   uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    issuer        text        NOT NULL CHECK (octet_length(issuer) BETWEEN 1 AND 255),
    subject       text        NOT NULL CHECK (octet_length(subject) BETWEEN 1 AND 255),
    email         text        NOT NULL CHECK (octet_length(email) <= 320),
    created_at    timestamptz NOT NULL DEFAULT now(),
    last_used_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, issuer),
    UNIQUE (issuer, subject)
);

COMMENT ON TABLE linked_login IS 'A customer''s login at a provider. Each customer has at most one of each.';
COMMENT ON COLUMN linked_login.email IS 'The address that the provider named, for the settings page.';

CREATE TABLE openid_flow (
    state_sha256       bytea       PRIMARY KEY CHECK (octet_length(state_sha256) = 32),
    browser_sha256     bytea       NOT NULL CHECK (octet_length(browser_sha256) = 32),
    linked_customer_id uuid        REFERENCES customer (id) ON DELETE CASCADE,
    next_path          text        NOT NULL CHECK (next_path LIKE '/%' AND next_path NOT LIKE '//%'),
    expires_at         timestamptz NOT NULL
);

COMMENT ON COLUMN openid_flow.browser_sha256 IS 'Digest of the cookie of the browser that began.';
COMMENT ON COLUMN openid_flow.linked_customer_id IS 'The customer whose login is to be linked; NULL to sign in.';

-- Serve ON DELETE CASCADE and the purge.
CREATE INDEX openid_flow_customer_idx ON openid_flow (linked_customer_id) WHERE linked_customer_id IS NOT NULL;
CREATE INDEX openid_flow_expires_idx ON openid_flow (expires_at);

-- 0036_app_sessions
-- Why: apps sign in, too. The session of an app has one lasting token, or short ones that a refresh token renews. A
-- refresh token is used once: it is made of the session's nonce, its number and a key of the installation, so that
-- its successor can be sent again if an answer was lost, and a copy of the database holds none. The app's CalDAV
-- password is made of a nonce in the same way, since the app shows it again and again.
-- Deploy: adds columns with defaults. The previous release takes the sessions of apps for those of browsers in its
-- list; no cookie opens them, since their digests are of other texts.

ALTER TABLE session
    ADD COLUMN kind           text    NOT NULL DEFAULT 'web' CHECK (kind IN ('web', 'app', 'rotating')),
    ADD COLUMN refresh_nonce  bytea   CHECK (octet_length(refresh_nonce) = 32),
    ADD COLUMN refresh_number integer CHECK (refresh_number >= 0),
    ADD COLUMN refreshed_at   timestamptz,
    ADD CONSTRAINT session_refresh_check CHECK (
        (kind = 'rotating') = (refresh_nonce IS NOT NULL)
        AND (refresh_nonce IS NULL) = (refresh_number IS NULL)
        AND (refresh_nonce IS NULL) = (refreshed_at IS NULL));

COMMENT ON COLUMN session.kind IS
    'web: a browser''s cookie; app: one token of an app; rotating: an app with short tokens, which refresh tokens renew.';
COMMENT ON COLUMN session.token_sha256 IS 'Digest of the cookie, of the app''s token, or of the refresh token in force.';
COMMENT ON COLUMN session.refresh_nonce IS 'The refresh tokens of the session are made of it and of a key.';
COMMENT ON COLUMN session.refresh_number IS 'The number of the refresh token in force. Earlier ones were used.';

ALTER TABLE device_password
    DROP CONSTRAINT device_password_origin_check,
    ADD CONSTRAINT device_password_origin_check CHECK (origin IN ('by-hand', 'profile', 'operator', 'app')),
    ADD COLUMN nonce bytea CHECK (octet_length(nonce) = 16),
    ADD CONSTRAINT device_password_app_check CHECK ((origin = 'app') = (nonce IS NOT NULL));

COMMENT ON COLUMN device_password.nonce IS 'The password of the app is made of it and of a key.';

-- Serves the password that the app shows: Store.appPassword(of:).
CREATE UNIQUE INDEX device_password_app_idx ON device_password (customer_id) WHERE origin = 'app';

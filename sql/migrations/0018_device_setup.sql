-- 0018_device_setup
-- Why: "Easy Setup" adds a customer's calendars to a device by a profile. The device fetches it without a cookie, so
-- the address has a token, of which only a digest is kept. The password in the profile is derived from the random bytes
-- here by a key that is not in the database: five fetches bring the same bytes, and nothing here opens a calendar.
-- Deploy: adds a table nothing reads yet. Safe beside the previous release.

CREATE TABLE device_setup (
    token_sha256       bytea       PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
    customer_id        uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    nonce              bytea       NOT NULL CHECK (octet_length(nonce) = 16),
    system             text        NOT NULL CHECK (system IN ('ios', 'macos')),
    has_prayer_times   boolean     NOT NULL,
    language           text        NOT NULL CHECK (language IN ('en', 'ar')),
    device_password_id bigint,
    fetches            smallint    NOT NULL DEFAULT 0 CHECK (fetches BETWEEN 0 AND 5),
    created_at         timestamptz NOT NULL DEFAULT now(),
    expires_at         timestamptz NOT NULL,
    is_cancelled       boolean     NOT NULL DEFAULT false,
    FOREIGN KEY (customer_id, device_password_id) REFERENCES device_password (customer_id, id)
        ON DELETE SET NULL (device_password_id)
);

COMMENT ON COLUMN device_setup.nonce IS 'The password in the profile is derived from it.';
COMMENT ON COLUMN device_setup.device_password_id IS
    'NULL until the first fetch makes the password, and again after that was deleted.';
COMMENT ON COLUMN device_setup.created_at IS 'Also the signing time in the profile, so that every fetch brings the same bytes.';
COMMENT ON COLUMN device_setup.expires_at IS 'The end of the address: 15 minutes, and ten after the first fetch.';

-- Serves ON DELETE CASCADE, and the newest of a customer: Store.insert(NewDeviceSetup).
CREATE INDEX device_setup_customer_idx ON device_setup (customer_id, created_at);
-- Serves ON DELETE SET NULL.
CREATE INDEX device_setup_password_idx ON device_setup (customer_id, device_password_id);
-- Serves the purge: Store.purge.
CREATE INDEX device_setup_expires_idx ON device_setup (expires_at);

-- 0016_device_password
-- Why: calendar programs sign in with a name and a password on every request. Each device has a password of its own,
-- which its owner can revoke. Only a keyed digest is stored, so the database alone tries out nothing, not even a short
-- password that an operator gave. A login name is another user name, which an operator gives.
-- Deploy: adds a table and a column that nothing reads yet. Safe beside the previous release.

ALTER TABLE customer ADD COLUMN login text UNIQUE
    CHECK (login ~ '^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$' AND login !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');

COMMENT ON COLUMN customer.login IS 'The user name that an operator gave. It is like no address and no id.';

DROP TRIGGER customer_announce ON customer;
CREATE TRIGGER customer_announce
    AFTER DELETE OR UPDATE OF email, name, language, time_zone, first_day, login ON customer
    FOR EACH ROW EXECUTE FUNCTION announce_account_change('id');

CREATE TABLE device_password (
    customer_id            uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id                     bigint      GENERATED ALWAYS AS IDENTITY,
    label                  text        NOT NULL CHECK (char_length(label) BETWEEN 1 AND 60),
    password_hmac          bytea       NOT NULL CHECK (octet_length(password_hmac) = 32),
    origin                 text        NOT NULL CHECK (origin IN ('by-hand', 'profile', 'operator')),
    earlier_address_hmacs  bytea[]     NOT NULL DEFAULT '{}',
    created_at             timestamptz NOT NULL DEFAULT now(),
    last_used_at           timestamptz,
    last_network           text        CHECK (octet_length(last_network) <= 64),
    expires_unused_at      timestamptz CHECK (expires_unused_at IS NULL OR last_used_at IS NULL),
    PRIMARY KEY (customer_id, id),
    UNIQUE (customer_id, password_hmac)
);

COMMENT ON COLUMN device_password.password_hmac IS 'Keyed digest of customer and password.';
COMMENT ON COLUMN device_password.earlier_address_hmacs IS
    'Keyed digests of the addresses that the account had while this password existed: they stay user names of its device.';
COMMENT ON COLUMN device_password.last_network IS
    'The device''s network, IPv4 /24 or IPv6 /48; never a whole address.';
COMMENT ON COLUMN device_password.expires_unused_at IS
    'The end of a profile''s password that was never used; its first use makes it lasting.';

-- Serves user names that were the account's address before: Store.customers(withEarlierAddress:).
CREATE INDEX device_password_earlier_address_idx ON device_password USING gin (earlier_address_hmacs);
-- Serves the purge: Store.purge.
CREATE INDEX device_password_expires_idx ON device_password (expires_unused_at) WHERE expires_unused_at IS NOT NULL;

CREATE TRIGGER device_password_announce
    AFTER DELETE ON device_password
    FOR EACH ROW EXECUTE FUNCTION announce_account_change('customer_id');

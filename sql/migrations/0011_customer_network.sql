-- 0011_customer_network
-- Why: mails to an address are limited, and a stranger could use up the limit of somebody else's. Networks
-- that a customer signed in from before have a limit of their own.
-- Deploy: adds a table nothing reads yet. Safe beside the previous release.

CREATE TABLE customer_network (
    customer_id      uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    network_hmac     bytea       NOT NULL CHECK (octet_length(network_hmac) = 32),
    last_sign_in_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, network_hmac)
);

COMMENT ON TABLE customer_network IS
    'Networks that a customer signed in from, the last ten. Kept 180 days after the last sign-in there.';
COMMENT ON COLUMN customer_network.network_hmac IS
    'Keyed digest of customer and network: neither networks nor who shares one stand here.';

-- Serves the purge: Store.purge.
CREATE INDEX customer_network_last_idx ON customer_network (last_sign_in_at);

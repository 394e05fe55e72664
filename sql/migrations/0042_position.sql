-- 0042_position
-- Why: programs of a customer, such as one that sends a phone's position, sign in with a token of its own. A token can
-- do what its scopes name and nothing else. It is 256 random bits, so a plain digest is enough. A position is kept once
-- a customer and by 100 m, after the customer agreed; taking that back deletes it in the same statement.
-- Deploy: adds tables nothing reads yet. Safe beside the previous release.

CREATE TABLE personal_token (
    customer_id   uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id            bigint      GENERATED ALWAYS AS IDENTITY,
    label         text        NOT NULL CHECK (char_length(label) BETWEEN 1 AND 60),
    scopes        text[]      NOT NULL CHECK (cardinality(scopes) > 0 AND scopes <@ '{position}'::text[]),
    token_sha256  bytea       NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
    created_at    timestamptz NOT NULL DEFAULT now(),
    last_used_at  timestamptz,
    last_network  text        CHECK (octet_length(last_network) <= 64),
    PRIMARY KEY (customer_id, id)
);

COMMENT ON TABLE personal_token IS 'Tokens that customers made for programs of their own.';
COMMENT ON COLUMN personal_token.scopes IS 'The things that the token can do.';
COMMENT ON COLUMN personal_token.last_network IS
    'The program''s network, IPv4 /24 or IPv6 /48; never a whole address.';

CREATE TABLE position_consent (
    customer_id  uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    agreed_at    timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE position_consent IS 'Customers who agreed that their last position is kept.';

CREATE TABLE last_position (
    customer_id  uuid             PRIMARY KEY REFERENCES position_consent (customer_id) ON DELETE CASCADE,
    latitude     double precision NOT NULL CHECK (
        latitude BETWEEN -90 AND 90 AND latitude = round(latitude::numeric, 3)::double precision),
    longitude    double precision NOT NULL CHECK (
        longitude BETWEEN -180 AND 180 AND longitude = round(longitude::numeric, 3)::double precision),
    accuracy_m   integer          CHECK (accuracy_m BETWEEN 0 AND 2000),
    measured_at  timestamptz      NOT NULL,
    received_at  timestamptz      NOT NULL
);

COMMENT ON TABLE last_position IS
    'The last position of a customer, by three decimals of a degree, which is some 100 m.';
COMMENT ON COLUMN last_position.accuracy_m IS 'As the program gave it; NULL if it gave none.';
COMMENT ON COLUMN last_position.measured_at IS 'By the clock of the device, and never after received_at.';

-- Serves the purge: RetentionRule.positions.
CREATE INDEX last_position_measured_idx ON last_position (measured_at);

-- 0001_customer
-- Why: a customer is a person with an account. The row is made when a sign-in link is first asked
-- for, so that known and unknown addresses cost the same work; it counts as an account only from
-- verified_at on, and an unverified one is purged after seven days.
-- Deploy: the first table.

CREATE TABLE customer (
    id           uuid        PRIMARY KEY DEFAULT gen_random_uuid(),
    email        text        NOT NULL CHECK (octet_length(email) BETWEEN 3 AND 320),
    email_key    text        NOT NULL UNIQUE CHECK (octet_length(email_key) <= 320),
    name         text        NOT NULL DEFAULT '' CHECK (char_length(name) <= 100),
    language     text        NOT NULL CHECK (language IN ('en', 'ar')),
    time_zone    text        NOT NULL CHECK (octet_length(time_zone) BETWEEN 1 AND 64), -- IANA name
    first_day    smallint    NOT NULL CHECK (first_day BETWEEN 1 AND 7),
    created_at   timestamptz NOT NULL DEFAULT now(),
    verified_at  timestamptz
);

COMMENT ON COLUMN customer.email IS 'As first typed; mail is sent here and nowhere else.';
COMMENT ON COLUMN customer.email_key IS
    'What addresses are compared by: NFKC, local part in lower case, domain as A-labels.';
COMMENT ON COLUMN customer.first_day IS 'ISO 8601 day of the week: 1 is Monday, 7 Sunday.';

-- Serves the purge of rows nobody proved: Store.purgeUnverifiedCustomers.
CREATE INDEX customer_unverified_idx ON customer (created_at) WHERE verified_at IS NULL;

-- The whole schema, as it stands after every migration, for people to read.
--
-- A test migrates from nothing and compares with this file through the catalogue: tables, columns,
-- types, defaults, checks, keys, indexes and comments. The migrations say why and how it came about.

-- Customers: people with an account, and those who asked for one and did not prove their address yet.

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

-- Signing in by a mailed link or code. Only digests of secrets stand here.

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

-- A new address on its way to be proved, one a customer.

CREATE TABLE address_change (
    customer_id    uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    new_email      text        NOT NULL CHECK (octet_length(new_email) BETWEEN 3 AND 320),
    new_email_key  text        NOT NULL CHECK (octet_length(new_email_key) <= 320),
    token_sha256   bytea       UNIQUE CHECK (octet_length(token_sha256) = 32),
    earlier_token_sha256 bytea UNIQUE CHECK (octet_length(earlier_token_sha256) = 32),
    created_at     timestamptz NOT NULL DEFAULT now(),
    expires_at     timestamptz NOT NULL
);

COMMENT ON COLUMN address_change.earlier_token_sha256 IS
    'Of the mail before, when nobody saw whether that left: either link may be the one that arrived.';

-- What `jadwal work` has to do: never a rendered mail, a link or a code.

CREATE TABLE job (
    id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind         text        NOT NULL,
    customer_id  uuid        REFERENCES customer (id) ON DELETE CASCADE,
    language     text        NOT NULL CHECK (language IN ('en', 'ar')),
    parameters   text        NOT NULL,
    message_id   uuid        NOT NULL DEFAULT gen_random_uuid(),
    created_at   timestamptz NOT NULL DEFAULT now(),
    run_at       timestamptz NOT NULL DEFAULT now(),
    give_up_at   timestamptz NOT NULL,
    attempts     smallint    NOT NULL DEFAULT 0,
    uncertain    smallint    NOT NULL DEFAULT 0 CHECK (uncertain BETWEEN 0 AND 2),
    locked_by    integer,
    finished_at  timestamptz,
    outcome      text        CHECK (outcome IN ('done', 'refused', 'expired', 'unknown')),
    last_error   text,
    CHECK ((finished_at IS NULL) = (outcome IS NULL))
);

COMMENT ON COLUMN job.parameters IS 'JSON; emptied when the job is finished.';
COMMENT ON COLUMN job.message_id IS 'Left part of the mail''s Message-ID, the same at every attempt.';
COMMENT ON COLUMN job.uncertain IS
    'Attempts that handed a mail over and whose end nobody saw; at two it is not sent again.';
COMMENT ON COLUMN job.locked_by IS
    'The worker that runs it. It holds the advisory lock (4207, locked_by) for as long as it lives, '
    'so the work of a killed worker is free again at once.';

-- Serves the worker's claim: Store.claimJob.
CREATE INDEX job_waiting_idx ON job (run_at) WHERE finished_at IS NULL;
-- Serves ON DELETE CASCADE and the export: Store.everything(of:).
CREATE INDEX job_customer_idx ON job (customer_id);
-- Serves the purge: Store.purgeJobs.
CREATE INDEX job_finished_idx ON job (finished_at) WHERE finished_at IS NOT NULL;

CREATE SEQUENCE worker_number AS integer CYCLE;

-- Cities of the world (GeoNames) and the spellings they are found by.

CREATE TABLE city (
    id             bigint  PRIMARY KEY CHECK (id > 0), -- geonameid
    country        text    NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
    slug           text    NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND octet_length(slug) <= 120),
    name           text    NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
    name_ar        text    CHECK (char_length(name_ar) BETWEEN 1 AND 200),
    admin1         text    NOT NULL CHECK (octet_length(admin1) <= 20),
    latitude_deg   double precision NOT NULL CHECK (latitude_deg > -90 AND latitude_deg < 90),
    longitude_deg  double precision NOT NULL CHECK (longitude_deg BETWEEN -180 AND 180),
    elevation_m    integer CHECK (elevation_m BETWEEN -500 AND 9000),
    time_zone      text    NOT NULL CHECK (octet_length(time_zone) BETWEEN 1 AND 64), -- IANA name
    population     integer NOT NULL CHECK (population >= 0),
    UNIQUE (country, slug)
);

COMMENT ON COLUMN city.slug IS
    'The city in addresses, as in /prayer/SA/riyadh. Given once and kept over every later import.';
COMMENT ON COLUMN city.name_ar IS 'Checked by hand; GeoNames'' Arabic spellings are for search only.';
COMMENT ON COLUMN city.admin1 IS 'GeoNames'' code of the state or province; empty where it has none.';

-- Serves the largest cities of a country: Store.cities(of:limit:).
CREATE INDEX city_country_idx ON city (country, population DESC, id);
-- Serves the largest of all: Store.largestCities(limit:).
CREATE INDEX city_population_idx ON city (population DESC, id);
-- Serves the nearest to a point: Store.cities(near:…).
CREATE INDEX city_latitude_idx ON city (latitude_deg);

CREATE TABLE city_name (
    city_id    bigint  NOT NULL REFERENCES city (id) ON DELETE CASCADE,
    key        text    COLLATE "C" NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 400),
    country    text    NOT NULL,
    weight     integer NOT NULL CHECK (weight > 0),
    leads_one  boolean NOT NULL,
    leads_two  boolean NOT NULL,
    PRIMARY KEY (city_id, key)
);

COMMENT ON COLUMN city_name.key IS 'A name, or the end of one from some word on, as searchKey folds it.';
COMMENT ON COLUMN city_name.weight IS
    'The population, less of it for a spelling that is not the name or does not begin it.';
COMMENT ON COLUMN city_name.leads_one IS
    'The heaviest of the city''s keys that begin with its first letter; leads_two: its first two. '
    'One or two letters begin far too many keys to look at them all.';

-- Serve the search: Store.cities(matching:…). The pairs are for one and for two letters.
CREATE INDEX city_name_key_idx ON city_name (key);
CREATE INDEX city_name_one_idx ON city_name (left(key, 1), weight DESC) WHERE leads_one;
CREATE INDEX city_name_one_country_idx ON city_name (left(key, 1), country, weight DESC) WHERE leads_one;
CREATE INDEX city_name_two_idx ON city_name (left(key, 2), weight DESC) WHERE leads_two;
CREATE INDEX city_name_two_country_idx ON city_name (left(key, 2), country, weight DESC) WHERE leads_two;

CREATE TABLE city_source (
    name         text        PRIMARY KEY,
    sha256       bytea       NOT NULL CHECK (octet_length(sha256) = 32),
    imported_at  timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE city_source IS
    'What was last imported under a name, so that files that did not change are not read again.';

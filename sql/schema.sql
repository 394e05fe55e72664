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
    verified_at  timestamptz,
    login        text        UNIQUE CHECK (login ~ '^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$' AND login !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
    clock        smallint    CHECK (clock IN (12, 24)),
    digits       text        CHECK (digits IN ('latin', 'arabic'))
);

COMMENT ON COLUMN customer.email IS 'As first typed; mail is sent here and nowhere else.';
COMMENT ON COLUMN customer.email_key IS
    'What addresses are compared by: NFKC, local part in lower case, domain as A-labels.';
COMMENT ON COLUMN customer.first_day IS 'ISO 8601 day of the week: 1 is Monday, 7 Sunday.';
COMMENT ON COLUMN customer.clock IS 'The hours that pages and mails show, 12 or 24; NULL as usual in the language and country.';
COMMENT ON COLUMN customer.digits IS 'The digits of pages and mails; NULL as usual in the language and country.';
COMMENT ON COLUMN customer.login IS 'The user name that an operator gave. It is like no address and no id.';

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
    expires_at    timestamptz NOT NULL,
    kind          text        NOT NULL DEFAULT 'web' CHECK (kind IN ('web', 'app', 'rotating')),
    refresh_nonce  bytea      CHECK (octet_length(refresh_nonce) = 32),
    refresh_number integer    CHECK (refresh_number >= 0),
    refreshed_at   timestamptz,
    CONSTRAINT session_refresh_check CHECK (
        (kind = 'rotating') = (refresh_nonce IS NOT NULL)
        AND (refresh_nonce IS NULL) = (refresh_number IS NULL)
        AND (refresh_nonce IS NULL) = (refreshed_at IS NULL))
);

COMMENT ON COLUMN session.kind IS
    'web: a browser''s cookie; app: one token of an app; rotating: an app with short tokens, which refresh tokens renew.';
COMMENT ON COLUMN session.token_sha256 IS 'Digest of the cookie, of the app''s token, or of the refresh token in force.';
COMMENT ON COLUMN session.refresh_nonce IS 'The refresh tokens of the session are made of it and of a key.';
COMMENT ON COLUMN session.refresh_number IS 'The number of the refresh token in force. Earlier ones were used.';
COMMENT ON COLUMN session.network IS 'The client''s network, IPv4 /24 or IPv6 /48; never a whole address.';

-- Serves the settings page: Store.sessions(of:).
CREATE INDEX session_customer_idx ON session (customer_id);
-- Serves the purge: Store.purgeSessions.
CREATE INDEX session_expires_idx ON session (expires_at);

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

-- A wish to delete the account on its way to be confirmed, one a customer.

CREATE TABLE account_deletion (
    customer_id    uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    token_sha256   bytea       UNIQUE CHECK (octet_length(token_sha256) = 32),
    earlier_token_sha256 bytea UNIQUE CHECK (octet_length(earlier_token_sha256) = 32),
    created_at     timestamptz NOT NULL DEFAULT now(),
    expires_at     timestamptz NOT NULL
);

COMMENT ON COLUMN account_deletion.earlier_token_sha256 IS
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
    claims       smallint    NOT NULL DEFAULT 0 CHECK (claims >= 0),
    CHECK ((finished_at IS NULL) = (outcome IS NULL))
);

COMMENT ON COLUMN job.parameters IS 'JSON; emptied when the job is finished.';
COMMENT ON COLUMN job.message_id IS 'Left part of the mail''s Message-ID, the same at every attempt.';
COMMENT ON COLUMN job.uncertain IS
    'Attempts that handed a mail over and whose end nobody saw; at two it is not sent again.';
COMMENT ON COLUMN job.locked_by IS
    'The worker that runs it. It holds the advisory lock (4207, locked_by) for as long as it lives, '
    'so the work of a killed worker is free again at once.';
COMMENT ON COLUMN job.claims IS
    'Claims since an attempt last came to an end; after ten the job is set aside.';

-- Serves the worker's claim: Store.claimJob.
CREATE INDEX job_waiting_idx ON job (run_at) WHERE finished_at IS NULL;
-- Serves ON DELETE CASCADE and the export: Store.everything(of:).
CREATE INDEX job_customer_idx ON job (customer_id);
-- Serves the search for a job that nobody has begun: enqueue_look_for_clashes, Store.hasWaitingJob.
CREATE INDEX job_not_begun_idx ON job (customer_id, kind) WHERE finished_at IS NULL AND attempts = 0;
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
    part_of        bigint REFERENCES city (id),
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

COMMENT ON COLUMN city.part_of IS 'The far larger city around it, for a district; NULL for a city of its own.';
CREATE INDEX city_country_whole_idx ON city (country, population DESC, id) WHERE part_of IS NULL;
CREATE INDEX city_part_of_idx ON city (part_of) WHERE part_of IS NOT NULL;

CREATE TABLE city_name (
    city_id    bigint  NOT NULL REFERENCES city (id) ON DELETE CASCADE,
    key        text    COLLATE "C" NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 400),
    country    text    NOT NULL,
    weight     integer NOT NULL CHECK (weight > 0),
    leads_one  boolean NOT NULL,
    leads_two  boolean NOT NULL,
    kind       text    NOT NULL DEFAULT 'name' CHECK (kind IN ('name', 'end', 'alternative')),
    spelling   text    CHECK (char_length(spelling) BETWEEN 1 AND 200),
    PRIMARY KEY (city_id, key)
);

COMMENT ON COLUMN city_name.key IS 'A name, or the end of one from some word on, as searchKey folds it.';
COMMENT ON COLUMN city_name.weight IS
    'The population, less of it for a spelling that is not the name or does not begin it.';
COMMENT ON COLUMN city_name.leads_one IS
    'The heaviest of the city''s keys that begin with its first letter; leads_two: its first two. '
    'One or two letters begin far too many keys to look at them all.';

-- Serve the search: Store.cities(matching:…). The pairs are for one and for two letters.
COMMENT ON COLUMN city_name.kind IS
    'name: a whole name; end: a name from a later word on; alternative: a spelling that is found only if typed whole.';
COMMENT ON COLUMN city_name.spelling IS 'The name that the key comes from, as it is written.';

CREATE INDEX city_name_prefix_idx ON city_name (key) WHERE kind <> 'alternative';
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

-- Prayer times: customers' feeds, the minutes of places, and feeds as they are sent.

CREATE TABLE prayer_feed (
    id                bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_id       uuid        NOT NULL UNIQUE REFERENCES customer (id) ON DELETE CASCADE,
    generation        integer     NOT NULL DEFAULT 1 CHECK (generation > 0),
    token_sha256      bytea       NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
    city_id           bigint      REFERENCES city (id) ON DELETE SET NULL,
    place_name        text        NOT NULL CHECK (char_length(place_name) BETWEEN 1 AND 200),
    country           text        CHECK (country ~ '^[A-Z]{2}$'),
    latitude_deg      double precision NOT NULL CHECK (latitude_deg > -90 AND latitude_deg < 90),
    longitude_deg     double precision NOT NULL CHECK (longitude_deg BETWEEN -180 AND 180),
    elevation_m       integer     CHECK (elevation_m BETWEEN -500 AND 9000),
    time_zone         text        NOT NULL CHECK (octet_length(time_zone) BETWEEN 1 AND 64), -- IANA name
    options           text        NOT NULL CHECK (octet_length(options) <= 2000),
    created_at        timestamptz NOT NULL DEFAULT now(),
    first_fetched_at  timestamptz,
    last_fetched_at   timestamptz
);

COMMENT ON COLUMN prayer_feed.generation IS
    'How often the address was renewed, plus one; a profile''s address is good for one generation.';
COMMENT ON COLUMN prayer_feed.latitude_deg IS
    'Of the place as it was chosen; a feed with a city follows the city''s, and keeps these should the city go.';
COMMENT ON COLUMN prayer_feed.options IS 'Canonical query text of what was chosen (FeedOptions.query).';
COMMENT ON COLUMN prayer_feed.first_fetched_at IS 'When a calendar program, not a browser, first asked for it.';

-- Serves ON DELETE SET NULL.
CREATE INDEX prayer_feed_city_idx ON prayer_feed (city_id);

CREATE TABLE prayer_feed_gone (
    token_sha256  bytea       PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
    gone_at       timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE prayer_feed_gone IS
    'Addresses of deleted accounts, so that calendars are told to stop asking (410). Kept one year.';

-- Serves the purge: Store.purge.
CREATE INDEX prayer_feed_gone_idx ON prayer_feed_gone (gone_at);

CREATE TABLE prayer_timetable (
    id             bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    feed_id        bigint      REFERENCES prayer_feed (id) ON DELETE CASCADE,
    latitude_deg   double precision NOT NULL,
    longitude_deg  double precision NOT NULL,
    elevation_m    integer,
    time_zone      text        NOT NULL,
    rules          text        NOT NULL CHECK (octet_length(rules) <= 2000),
    basis          text        NOT NULL,
    published_at   timestamptz NOT NULL,
    refreshed_at   timestamptz,
    first_day      date        NOT NULL,
    last_day       date        NOT NULL CHECK (last_day >= first_day),
    UNIQUE NULLS NOT DISTINCT (latitude_deg, longitude_deg, elevation_m, time_zone, rules, feed_id)
);

COMMENT ON COLUMN prayer_timetable.feed_id IS
    'Whose it is, where the place is a point that a customer chose and not a city: it goes with them.';
COMMENT ON COLUMN prayer_timetable.rules IS 'Canonical query text of what decides the times.';
COMMENT ON COLUMN prayer_timetable.basis IS
    'Fingerprint of the methods, the Hijri months and the zone''s rules that the days were computed with.';
COMMENT ON COLUMN prayer_timetable.published_at IS 'DTSTAMP of every entry that never changed.';
COMMENT ON COLUMN prayer_timetable.refreshed_at IS 'When another basis last had the days computed anew.';

-- Serves ON DELETE CASCADE.
CREATE INDEX prayer_timetable_feed_idx ON prayer_timetable (feed_id);
-- Serves the search for what another basis made: Store.staleTimetables.
CREATE INDEX prayer_timetable_basis_idx ON prayer_timetable (time_zone, basis);

CREATE TABLE prayer_day (
    timetable_id  bigint   NOT NULL REFERENCES prayer_timetable (id) ON DELETE CASCADE,
    day           date     NOT NULL,
    imsak         integer,
    fajr          integer,
    sunrise       integer,
    duha          integer,
    dhuhr         integer,
    asr           integer,
    maghrib       integer,
    isha          integer,
    midnight      integer,
    last_third    integer,
    notes         integer  NOT NULL,
    PRIMARY KEY (timetable_id, day)
);

COMMENT ON TABLE prayer_day IS
    'The place''s civil day and its times, in whole minutes since 1970 began in UTC; NULL where the sun gives none.';
COMMENT ON COLUMN prayer_day.notes IS 'Which rules the day needed (DayNotes), for the text of its entries.';

CREATE TABLE prayer_change (
    timetable_id  bigint      NOT NULL REFERENCES prayer_timetable (id) ON DELETE CASCADE,
    day           date        NOT NULL,
    entry         text        NOT NULL,
    sequence      integer     NOT NULL CHECK (sequence > 0),
    changed_at    timestamptz NOT NULL,
    PRIMARY KEY (timetable_id, day, entry)
);

COMMENT ON TABLE prayer_change IS
    'Entries whose minute was moved after it had been published: their SEQUENCE and DTSTAMP.';

CREATE TABLE prayer_edition (
    id               bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    timetable_id     bigint      NOT NULL REFERENCES prayer_timetable (id) ON DELETE CASCADE,
    city_id          bigint      REFERENCES city (id) ON DELETE CASCADE,
    options          text        NOT NULL CHECK (octet_length(options) <= 2000),
    created_at       timestamptz NOT NULL DEFAULT now(),
    last_fetched_at  timestamptz NOT NULL DEFAULT now(),
    fresh_until      timestamptz,
    feed_id          bigint      UNIQUE REFERENCES prayer_feed (id) ON DELETE CASCADE,
    is_wanted        boolean     NOT NULL DEFAULT false,
    UNIQUE (city_id, options)
);

COMMENT ON TABLE prayer_edition IS
    'One look of a timetable. With a city: what a public feed''s address asks for, shared by customers who '
    'chose nothing. With a feed: what its customer chose.';
COMMENT ON COLUMN prayer_edition.is_wanted IS
    'Whether it was asked for again half a day or more after it was made; only then it is rendered ahead.';
COMMENT ON COLUMN prayer_edition.fresh_until IS
    'When its last body expires; NULL while nobody asks for it, and no body is kept.';

-- Serves ON DELETE CASCADE.
CREATE INDEX prayer_edition_timetable_idx ON prayer_edition (timetable_id);
-- Serves what is to be rendered before midnight: Store.dueEditions.
CREATE INDEX prayer_edition_fresh_idx ON prayer_edition (fresh_until) WHERE fresh_until IS NOT NULL;
-- Serves the purge: Store.purge.
CREATE INDEX prayer_edition_fetched_idx ON prayer_edition (last_fetched_at);
-- Serves the purge of what was asked for once: Store.purge.
CREATE INDEX prayer_edition_unwanted_idx ON prayer_edition (created_at) WHERE NOT is_wanted;

-- A feed's own edition, or the shared one of its city; NULL until it is first asked for.
ALTER TABLE prayer_feed
    ADD COLUMN edition_id   bigint  REFERENCES prayer_edition (id) ON DELETE SET NULL,
    ADD COLUMN nonce        bytea   CHECK (octet_length(nonce) = 16),
    ADD COLUMN in_calendars boolean NOT NULL DEFAULT true;

COMMENT ON COLUMN prayer_feed.nonce IS
    'Random; the token is derived from it and a key outside the database. NULL in feeds older than this '
    'column, whose token is derived from number and generation until it is renewed.';
COMMENT ON COLUMN prayer_feed.in_calendars IS
    'True if connected devices show the times as a calendar beside the customer''s own.';

-- Serves ON DELETE SET NULL.
CREATE INDEX prayer_feed_edition_idx ON prayer_feed (edition_id);

CREATE TABLE prayer_feed_body (
    edition_id   bigint      NOT NULL REFERENCES prayer_edition (id) ON DELETE CASCADE,
    valid_from   timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL CHECK (expires_at > valid_from),
    modified_at  timestamptz NOT NULL,
    etag         text        NOT NULL,
    gzip_etag    text        NOT NULL,
    plain        bytea       COMPRESSION lz4 NOT NULL,
    gzip         bytea       NOT NULL,
    PRIMARY KEY (edition_id, valid_from)
);

-- It cannot be made smaller, so nothing is to try.
ALTER TABLE prayer_feed_body ALTER COLUMN gzip SET STORAGE EXTERNAL;

COMMENT ON TABLE prayer_feed_body IS
    'A feed as it is sent, for one day of its place: from its midnight to the next.';

-- Serves the purge: Store.purge.
CREATE INDEX prayer_feed_body_expires_idx ON prayer_feed_body (expires_at);

CREATE TABLE mosque_table (
    id             bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    feed_id        bigint      UNIQUE REFERENCES prayer_feed (id) ON DELETE CASCADE,
    city_id        bigint      UNIQUE REFERENCES city (id) ON DELETE CASCADE,
    digest         text        NOT NULL CHECK (octet_length(digest) BETWEEN 1 AND 64),
    place_name     text        NOT NULL CHECK (char_length(place_name) BETWEEN 1 AND 200),
    latitude_deg   double precision NOT NULL CHECK (latitude_deg > -90 AND latitude_deg < 90),
    longitude_deg  double precision NOT NULL CHECK (longitude_deg BETWEEN -180 AND 180),
    time_zone      text        NOT NULL CHECK (octet_length(time_zone) BETWEEN 1 AND 64), -- IANA name
    first_day      date        NOT NULL,
    last_day       date        NOT NULL CHECK (last_day >= first_day),
    day_count      integer     NOT NULL CHECK (day_count > 0),
    created_at     timestamptz NOT NULL DEFAULT now(),
    changed_at     timestamptz NOT NULL DEFAULT now(),
    CHECK (num_nonnulls(feed_id, city_id) = 1)
);

COMMENT ON TABLE mosque_table IS
    'The timetable that a mosque printed: of one customer''s feed, or of everybody in a city.';
COMMENT ON COLUMN mosque_table.digest IS 'Digest of its days; times that were made of them have it, too.';
COMMENT ON COLUMN mosque_table.latitude_deg IS
    'Of the place it was given for. A customer who moves far away does not take it along.';

CREATE TABLE mosque_day (
    table_id       bigint   NOT NULL REFERENCES mosque_table (id) ON DELETE CASCADE,
    day            date     NOT NULL,
    fajr           smallint CHECK (fajr BETWEEN 0 AND 1799),
    sunrise        smallint CHECK (sunrise BETWEEN 0 AND 1799),
    dhuhr          smallint CHECK (dhuhr BETWEEN 0 AND 1799),
    asr            smallint CHECK (asr BETWEEN 0 AND 1799),
    maghrib        smallint CHECK (maghrib BETWEEN 0 AND 1799),
    isha           smallint CHECK (isha BETWEEN 0 AND 1799),
    fajr_iqama     smallint CHECK (fajr_iqama BETWEEN 0 AND 180),
    dhuhr_iqama    smallint CHECK (dhuhr_iqama BETWEEN 0 AND 180),
    asr_iqama      smallint CHECK (asr_iqama BETWEEN 0 AND 180),
    maghrib_iqama  smallint CHECK (maghrib_iqama BETWEEN 0 AND 180),
    isha_iqama     smallint CHECK (isha_iqama BETWEEN 0 AND 180),
    PRIMARY KEY (table_id, day)
);

COMMENT ON TABLE mosque_day IS
    'A civil day and its times, in minutes on the clock since its midnight; NULL where a formula decides. The iqamas '
    'are minutes after their prayer.';

ALTER TABLE prayer_timetable
    ADD COLUMN mosque_table_id bigint REFERENCES mosque_table (id) ON DELETE SET NULL,
    ADD COLUMN mosque_digest   text;

COMMENT ON COLUMN prayer_timetable.mosque_table_id IS 'The mosque''s timetable whose times won when the days were computed.';
COMMENT ON COLUMN prayer_timetable.mosque_digest IS 'The digest that it had then.';

-- Serves ON DELETE SET NULL.
CREATE INDEX prayer_timetable_mosque_idx ON prayer_timetable (mosque_table_id) WHERE mosque_table_id IS NOT NULL;

CREATE TABLE profile_grant (
    token_sha256     bytea       PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
    customer_id      uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    feed_generation  integer     NOT NULL,
    language         text        NOT NULL CHECK (language IN ('en', 'ar')),
    created_at       timestamptz NOT NULL DEFAULT now(),
    expires_at       timestamptz NOT NULL,
    fetches          smallint    NOT NULL DEFAULT 0 CHECK (fetches BETWEEN 0 AND 5)
);

COMMENT ON COLUMN profile_grant.feed_generation IS
    'Of the customer''s prayer feed: renewing its address makes the grant worthless.';
COMMENT ON COLUMN profile_grant.created_at IS 'Also the signing time in the profile, so that every fetch brings the same bytes.';

-- Serves ON DELETE CASCADE, and the newest of a customer: Store.insert(NewProfileGrant).
CREATE INDEX profile_grant_customer_idx ON profile_grant (customer_id, created_at);
-- Serves the purge: Store.purge.
CREATE INDEX profile_grant_expires_idx ON profile_grant (expires_at);

CREATE TABLE hijri_month (
    year       smallint    NOT NULL CHECK (year BETWEEN 1420 AND 1500), -- AH
    month      smallint    NOT NULL CHECK (month BETWEEN 1 AND 12),
    first_day  date        NOT NULL,
    set_at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (year, month)
);

COMMENT ON TABLE hijri_month IS 'Months that begin on another day than in the published Umm al-Qura calendar.';

-- What responders remember ends when Postgres announces a change.

CREATE FUNCTION announce_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The argument names the column of the customer's id.
    PERFORM pg_notify('account', to_jsonb(OLD) ->> TG_ARGV[0]);
    RETURN NULL;
END
$$;

COMMENT ON FUNCTION announce_account_change() IS
    'Announces the id of a customer whose row changed or whose session ended; see Store.accountChannel.';

CREATE TRIGGER customer_announce
    AFTER DELETE OR UPDATE OF email, name, language, time_zone, first_day, clock, digits, login ON customer
    FOR EACH ROW EXECUTE FUNCTION announce_account_change('id');

CREATE TRIGGER session_announce
    AFTER DELETE ON session
    FOR EACH ROW EXECUTE FUNCTION announce_account_change('customer_id');

-- Devices sign in with a password of their own.

CREATE TABLE device_password (
    customer_id            uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id                     bigint      GENERATED ALWAYS AS IDENTITY,
    label                  text        NOT NULL CHECK (char_length(label) BETWEEN 1 AND 60),
    password_hmac          bytea       NOT NULL CHECK (octet_length(password_hmac) = 32),
    origin                 text        NOT NULL CHECK (origin IN ('by-hand', 'profile', 'operator', 'app')),
    earlier_address_hmacs  bytea[]     NOT NULL DEFAULT '{}',
    created_at             timestamptz NOT NULL DEFAULT now(),
    last_used_at           timestamptz,
    last_network           text        CHECK (octet_length(last_network) <= 64),
    expires_unused_at      timestamptz CHECK (expires_unused_at IS NULL OR last_used_at IS NULL),
    nonce                  bytea       CHECK (octet_length(nonce) = 16),
    PRIMARY KEY (customer_id, id),
    UNIQUE (customer_id, password_hmac),
    CONSTRAINT device_password_app_check CHECK ((origin = 'app') = (nonce IS NOT NULL))
);

COMMENT ON COLUMN device_password.nonce IS 'The password of the app is made of it and of a key.';
-- Serves the password that the app shows: Store.appPassword(of:).
CREATE UNIQUE INDEX device_password_app_idx ON device_password (customer_id) WHERE origin = 'app';

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

-- Programs of customers sign in with tokens.

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

-- A device is set up by a profile.

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

-- Calendars. Every row and every key begins with the owner's id.

CREATE TABLE calendar_collection (
    customer_id     uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id              bigint      GENERATED ALWAYS AS IDENTITY,
    segment         text        COLLATE "C" NOT NULL CHECK (octet_length(segment) BETWEEN 1 AND 255),
    display_name    text        NOT NULL CHECK (char_length(display_name) <= 255),
    description     text        CHECK (char_length(description) <= 4000),
    color           text        CHECK (color ~ '^#[0-9A-F]{6}([0-9A-F]{2})?$'),
    color_name      text        CHECK (char_length(color_name) <= 64),
    sort_order      integer,
    time_zone       text        CHECK (octet_length(time_zone) <= 65536),
    time_zone_id    text        CHECK (octet_length(time_zone_id) <= 64),
    components      text[]      NOT NULL CHECK (cardinality(components) BETWEEN 1 AND 16),
    is_transparent  boolean     NOT NULL DEFAULT false,
    is_default      boolean     NOT NULL DEFAULT false,
    source_url      text        CHECK (octet_length(source_url) <= 2048),
    epoch           bigint      NOT NULL,
    counter         bigint      NOT NULL DEFAULT 0 CHECK (counter >= 0),
    oldest_counter  bigint      NOT NULL DEFAULT 0 CHECK (oldest_counter BETWEEN 0 AND counter),
    object_count    integer     NOT NULL DEFAULT 0 CHECK (object_count >= 0),
    octet_count     bigint      NOT NULL DEFAULT 0 CHECK (octet_count >= 0),
    created_at      timestamptz NOT NULL DEFAULT now(),
    changed_at      timestamptz NOT NULL DEFAULT now(),
    deleted_at      timestamptz CHECK (deleted_at IS NULL OR NOT is_default),
    is_visible      boolean     NOT NULL DEFAULT true,
    default_reminders bigint[]  NOT NULL DEFAULT '{}'
        CHECK (cardinality(default_reminders) <= 5 AND 0 <= ALL (default_reminders) AND 40320 >= ALL (default_reminders)),
    is_read_only    boolean     NOT NULL DEFAULT false,
    PRIMARY KEY (customer_id, id)
);

COMMENT ON TABLE calendar_collection IS
    'Calendars. Only the service Calendars writes here and in the tables of what is in them.';
COMMENT ON COLUMN calendar_collection.segment IS 'The last part of its address.';
COMMENT ON COLUMN calendar_collection.color IS 'As a program set it, in capitals: #RRGGBB or #RRGGBBAA.';
COMMENT ON COLUMN calendar_collection.color_name IS 'The attribute symbolic-color that Apple''s programs send with it.';
COMMENT ON COLUMN calendar_collection.time_zone IS
    'A VCALENDAR with one VTIMEZONE as a program sent it (RFC 4791, section 5.2.2).';
COMMENT ON COLUMN calendar_collection.time_zone_id IS 'The name of that zone; NULL means the customer''s.';
COMMENT ON COLUMN calendar_collection.components IS 'The kinds of objects that it takes, as VEVENT.';
COMMENT ON COLUMN calendar_collection.is_transparent IS 'Its events make nobody busy (RFC 6638, section 9.1).';
COMMENT ON COLUMN calendar_collection.default_reminders IS
    'Minutes before the start at which new events remind; pages give them to the events that they make.';
COMMENT ON COLUMN calendar_collection.is_default IS 'New events go here; it cannot be deleted.';
COMMENT ON COLUMN calendar_collection.is_visible IS 'False if its owner hid it in the views of pages.';
COMMENT ON COLUMN calendar_collection.source_url IS 'The address of a subscribed calendar; NULL for a calendar of its own.';
COMMENT ON COLUMN calendar_collection.is_read_only IS 'Its content comes from outside, so that Jadwal alone writes into it.';
COMMENT ON COLUMN calendar_collection.epoch IS 'Random; a new one ends every sync token given out before.';
COMMENT ON COLUMN calendar_collection.counter IS 'The number of the last change.';
COMMENT ON COLUMN calendar_collection.oldest_counter IS 'Changes up to this number are no longer known.';
COMMENT ON COLUMN calendar_collection.deleted_at IS 'It can come back for 30 days after this.';

-- Serves the lookup of an address: Store.calendar.
CREATE UNIQUE INDEX calendar_collection_segment_idx ON calendar_collection (customer_id, segment)
    WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX calendar_collection_default_idx ON calendar_collection (customer_id) WHERE is_default;
-- Serves the purge: RetentionRule.deletedCalendars.
CREATE INDEX calendar_collection_deleted_idx ON calendar_collection (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE calendar_object (
    customer_id      uuid        NOT NULL,
    collection_id    bigint      NOT NULL,
    segment          text        COLLATE "C" NOT NULL CHECK (octet_length(segment) BETWEEN 1 AND 255),
    uid              text        COLLATE "C" NOT NULL CHECK (octet_length(uid) BETWEEN 1 AND 1000),
    kind             text        NOT NULL,
    etag             bytea       NOT NULL CHECK (octet_length(etag) = 16),
    schedule_tag     bytea       CHECK (octet_length(schedule_tag) = 16),
    octets           bytea       NOT NULL,
    octet_count      integer     NOT NULL,
    first_start      timestamptz,
    last_end         timestamptz,
    span             smallint    NOT NULL GENERATED ALWAYS AS (CASE
        WHEN first_start IS NULL THEN 4
        WHEN last_end IS NULL THEN 3
        WHEN last_end - first_start <= interval '1 day' THEN 0
        WHEN last_end - first_start <= interval '8 days' THEN 1
        WHEN last_end - first_start <= interval '64 days' THEN 2
        ELSE 3 END) STORED,
    is_recurring     boolean     NOT NULL,
    is_floating      boolean     NOT NULL,
    is_transparent   boolean     NOT NULL,
    summary          text,
    status           text,
    created_counter  bigint      NOT NULL,
    counter          bigint      NOT NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    changed_at       timestamptz NOT NULL DEFAULT now(),
    is_all_day       boolean,
    is_private       boolean     NOT NULL DEFAULT false,
    location         text        CHECK (char_length(location) <= 200),
    color            text        CHECK (char_length(color) <= 64),
    search_words     tsvector,
    search_counter   bigint,
    times_due_on     date,
    times_inputs     text        CHECK (char_length(times_inputs) <= 200),
    reminders_until  timestamptz DEFAULT 'epoch',
    PRIMARY KEY (customer_id, collection_id, segment),
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE calendar_object IS 'Calendar objects: events with all their parts, to-dos, journals (RFC 4791, section 4.1).';
COMMENT ON COLUMN calendar_object.etag IS 'The first 16 octets of the SHA-256 of its octets.';
COMMENT ON COLUMN calendar_object.schedule_tag IS 'For invitations (RFC 6638, section 3.2.10); NULL until they are served.';
COMMENT ON COLUMN calendar_object.octets IS 'The text as the program sent it. The columns after it are facts found in it.';
COMMENT ON COLUMN calendar_object.first_start IS
    'The start of the first occurrence, 14 hours early if it depends on the reader''s zone; NULL if it has no time.';
COMMENT ON COLUMN calendar_object.last_end IS 'The end of the last occurrence, 14 hours late in the same case; NULL if endless.';
COMMENT ON COLUMN calendar_object.span IS
    'The class of its length, so that one index finds what overlaps a window: 0 to a day, 1 to 8 days, 2 to 64 days, '
    '3 longer, 4 without a time.';
COMMENT ON COLUMN calendar_object.created_counter IS
    'The change with which its segment came into use, also through deletions that programs may not know yet.';
COMMENT ON COLUMN calendar_object.counter IS 'The number of its last change.';
COMMENT ON COLUMN calendar_object.is_all_day IS
    'True for an event of days, false for one of times; NULL if views have to read the text, as for a series.';
COMMENT ON COLUMN calendar_object.is_private IS 'CLASS is not PUBLIC.';
COMMENT ON COLUMN calendar_object.location IS 'The beginning of LOCATION.';
COMMENT ON COLUMN calendar_object.color IS 'COLOR: a name of CSS (RFC 7986, section 5.9).';
COMMENT ON COLUMN calendar_object.search_words IS
    'The folded words of its titles, places, categories, guests and notes, with the owner''s mark before each; the mark '
    'alone is a word, too.';
COMMENT ON COLUMN calendar_object.search_counter IS
    'The change whose words these are; a migration that changes the folding sets it to NULL.';
COMMENT ON COLUMN calendar_object.times_due_on IS
    'The day on which the worker computes the times of the series again; NULL if its times are not computed.';
COMMENT ON COLUMN calendar_object.times_inputs IS
    'A digest of what the times were computed from, without the customer''s own choices; NULL to compute them again now.';
COMMENT ON COLUMN calendar_object.reminders_until IS
    'The moment up to which its due times are in reminder; in the past to find them anew, NULL if no alarm is to come.';

-- Serves the chore of the worker: Store.dueTimes(on:).
CREATE INDEX calendar_object_times_idx ON calendar_object (times_due_on, times_inputs) WHERE times_due_on IS NOT NULL;
-- Serves a customer's change of city: Store.dueTimes(of:) and Store.forgetTimes.
CREATE INDEX calendar_object_own_times_idx ON calendar_object (customer_id, times_inputs)
    WHERE times_due_on IS NOT NULL;
-- Serves the chore of the worker: Store.objectsWithoutReminders.
CREATE INDEX calendar_object_reminders_idx ON calendar_object (reminders_until) WHERE reminders_until IS NOT NULL;
-- Two objects of a calendar never have one UID: Store.insertObject.
CREATE UNIQUE INDEX calendar_object_uid_idx ON calendar_object (customer_id, collection_id, uid);
-- Serves queries for a window: Store.candidates.
CREATE INDEX calendar_object_time_idx ON calendar_object (customer_id, collection_id, span, first_start);
-- Serves synchronization: Store.changes.
CREATE INDEX calendar_object_counter_idx ON calendar_object (customer_id, collection_id, counter);
-- Serves the search: Store.search. Writes are not put off (fastupdate), since every search would read what waits.
CREATE INDEX calendar_object_search_idx ON calendar_object USING gin (search_words) WITH (fastupdate = off);
-- Serves the objects whose words are missing or old: Store.ownerOfUnread, and Store.search of their owner.
CREATE INDEX calendar_object_unread_idx ON calendar_object (customer_id)
    WHERE nullif(counter, search_counter) IS NOT NULL;
-- Without it the planner expects that most rows are such, and looks for one of them in the table.
CREATE STATISTICS calendar_object_unread ON (nullif(counter, search_counter)) FROM calendar_object;

CREATE TABLE calendar_removal (
    customer_id      uuid        NOT NULL,
    collection_id    bigint      NOT NULL,
    segment          text        COLLATE "C" NOT NULL,
    created_counter  bigint      NOT NULL,
    counter          bigint      NOT NULL,
    removed_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, collection_id, segment),
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE calendar_removal IS
    'Addresses of objects that were removed, for synchronization. Kept for a year, the newest 20,000 of a calendar.';

-- Serves synchronization: Store.changes.
CREATE INDEX calendar_removal_counter_idx ON calendar_removal (customer_id, collection_id, counter);
-- Serves the purge: RetentionRule.calendarRemovals.
CREATE INDEX calendar_removal_removed_idx ON calendar_removal (removed_at);

CREATE TABLE calendar_trash (
    customer_id         uuid        NOT NULL,
    collection_id       bigint      NOT NULL,
    counter             bigint      NOT NULL,
    segment             text        COLLATE "C" NOT NULL,
    uid                 text        COLLATE "C" NOT NULL,
    kind                text        NOT NULL,
    octets              bytea       NOT NULL,
    octet_count         integer     NOT NULL,
    summary             text,
    first_start         timestamptz,
    is_floating         boolean     NOT NULL,
    is_recurring        boolean     NOT NULL,
    change              text        NOT NULL CHECK (change IN ('deleted', 'overwritten')),
    author              text        NOT NULL CHECK (author IN ('page', 'device', 'command')),
    device_password_id  bigint      CHECK ((device_password_id IS NOT NULL) = (author = 'device')),
    created_at          timestamptz NOT NULL,
    written_at          timestamptz NOT NULL,
    removed_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (customer_id, collection_id, counter),
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE calendar_trash IS
    'Calendar objects as they were before somebody deleted or overwrote them. Kept for 30 days, within bounds.';
COMMENT ON COLUMN calendar_trash.counter IS 'The number of the change that deleted or overwrote it.';
COMMENT ON COLUMN calendar_trash.device_password_id IS
    'The device''s password; the row of one that was revoked is gone, and so is the device''s name.';
COMMENT ON COLUMN calendar_trash.created_at IS 'As the object''s row had it, for its return.';
COMMENT ON COLUMN calendar_trash.written_at IS 'The moment from which this version stood.';

-- Serves the bound of versions: Store.dropVersions.
CREATE INDEX calendar_trash_segment_idx ON calendar_trash (customer_id, collection_id, segment, counter);
-- Serves the list, and the bound of octets: Store.trash, Store.dropOldest.
CREATE INDEX calendar_trash_list_idx ON calendar_trash (customer_id, removed_at, collection_id, counter)
    INCLUDE (octet_count);
-- Serves the purge: RetentionRule.calendarTrash.
CREATE INDEX calendar_trash_removed_idx ON calendar_trash (removed_at);

CREATE TABLE calendar_property (
    customer_id    uuid    NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    place          text    NOT NULL CHECK (place IN ('principal', 'home', 'calendar')),
    collection_id  bigint  CHECK ((collection_id IS NOT NULL) = (place = 'calendar')),
    namespace      text    COLLATE "C" NOT NULL,
    name           text    COLLATE "C" NOT NULL,
    value          bytea   NOT NULL CHECK (octet_length(value) <= 65536),
    UNIQUE NULLS NOT DISTINCT (customer_id, place, collection_id, namespace, name),
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE calendar_property IS
    'Properties that programs set and Jadwal only keeps (dead properties, RFC 4918, section 4).';
COMMENT ON COLUMN calendar_property.value IS 'The whole element, as XMLElement.octets has it.';

CREATE TABLE calendar_preference (
    customer_id    uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    hijri_shift    smallint    NOT NULL DEFAULT 0 CHECK (hijri_shift BETWEEN -2 AND 2),
    shows_prayers  boolean     NOT NULL DEFAULT true,
    shows_days     boolean     NOT NULL DEFAULT true,
    has_shortcuts  boolean     NOT NULL DEFAULT true,
    last_calendar  bigint,
    desk_view      text        CHECK (desk_view IN ('month', 'week', 'day', 'list')),
    phone_view     text        CHECK (phone_view IN ('month', 'week', 'day', 'list')),
    changed_at     timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (customer_id, last_calendar) REFERENCES calendar_collection (customer_id, id)
        ON DELETE SET NULL (last_calendar)
);

COMMENT ON TABLE calendar_preference IS 'The choices of a customer about the views; no row means the defaults.';
COMMENT ON COLUMN calendar_preference.hijri_shift IS 'Days to add to the published Hijri calendar, -2 to 2.';
COMMENT ON COLUMN calendar_preference.shows_days IS 'The built-in calendar of days: Ramadan, the feasts, public holidays.';
COMMENT ON COLUMN calendar_preference.has_shortcuts IS 'Single keys act on the views.';
COMMENT ON COLUMN calendar_preference.last_calendar IS 'The calendar of the last new event.';
COMMENT ON COLUMN calendar_preference.desk_view IS 'The view last used on a desk; phone_view on a phone.';

CREATE TABLE day_habit (
    customer_id          uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    allowed_from         smallint[],
    allowed_until        smallint[],
    preferred_from       smallint[],
    preferred_until      smallint[],
    prayer_before        smallint[],
    iqamah_delay         smallint[],
    prayer_length        smallint[],
    strictness           text        NOT NULL DEFAULT 'congregation' CHECK (strictness IN ('congregation', 'personal')),
    suhoor_minutes       smallint    NOT NULL DEFAULT 0 CHECK (suhoor_minutes BETWEEN 0 AND 240),
    iftar_minutes        smallint    NOT NULL DEFAULT 0 CHECK (iftar_minutes BETWEEN 0 AND 240),
    tarawih_minutes      smallint    NOT NULL DEFAULT 0 CHECK (tarawih_minutes BETWEEN 0 AND 240),
    quiet_before_maghrib smallint    NOT NULL DEFAULT 60 CHECK (quiet_before_maghrib BETWEEN 0 AND 240),
    has_ramadan_hours    boolean     NOT NULL DEFAULT true,
    quiet_from           smallint    NOT NULL DEFAULT 1380 CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_until          smallint    NOT NULL DEFAULT 360 CHECK (quiet_until BETWEEN 0 AND 1439),
    shows_prayers_busy   boolean     NOT NULL DEFAULT true,
    counts_all_day       boolean     NOT NULL DEFAULT false,
    way_reserve_minutes  smallint    NOT NULL DEFAULT 5 CHECK (way_reserve_minutes BETWEEN 0 AND 240),
    changed_at           timestamptz NOT NULL DEFAULT now(),
    owns_car             boolean     NOT NULL DEFAULT true,
    owns_bike            boolean     NOT NULL DEFAULT false,
    is_eco               boolean     NOT NULL DEFAULT false,
    farthest_walk        integer     NOT NULL DEFAULT 2000 CHECK (farthest_walk BETWEEN 100 AND 20000),
    CONSTRAINT day_habit_hours_check CHECK (
        num_nulls(allowed_from, allowed_until, preferred_from, preferred_until) IN (0, 4)
        AND array_position(allowed_from || allowed_until || preferred_from || preferred_until, NULL) IS NULL
        AND cardinality(allowed_from) = 7 AND cardinality(allowed_until) = 7
        AND cardinality(preferred_from) = 7 AND cardinality(preferred_until) = 7
        AND 0 <= ALL (allowed_from || preferred_from) AND 1440 >= ALL (allowed_until || preferred_until)
        AND allowed_from[1] <= allowed_until[1] AND preferred_from[1] <= preferred_until[1]
        AND allowed_from[2] <= allowed_until[2] AND preferred_from[2] <= preferred_until[2]
        AND allowed_from[3] <= allowed_until[3] AND preferred_from[3] <= preferred_until[3]
        AND allowed_from[4] <= allowed_until[4] AND preferred_from[4] <= preferred_until[4]
        AND allowed_from[5] <= allowed_until[5] AND preferred_from[5] <= preferred_until[5]
        AND allowed_from[6] <= allowed_until[6] AND preferred_from[6] <= preferred_until[6]
        AND allowed_from[7] <= allowed_until[7] AND preferred_from[7] <= preferred_until[7]),
    CONSTRAINT day_habit_prayers_check CHECK (
        num_nulls(prayer_before, iqamah_delay, prayer_length) IN (0, 3)
        AND array_position(prayer_before || iqamah_delay || prayer_length, NULL) IS NULL
        AND cardinality(prayer_before) = 6 AND cardinality(iqamah_delay) = 6 AND cardinality(prayer_length) = 6
        AND 0 <= ALL (prayer_before || iqamah_delay || prayer_length)
        AND 240 >= ALL (prayer_before || iqamah_delay || prayer_length))
);

COMMENT ON TABLE day_habit IS 'The week, the prayers and the quiet hours of a customer; no row means the defaults.';
COMMENT ON COLUMN day_habit.allowed_from IS
    'The first minute of the hours in which times may be suggested, Monday first; equal to allowed_until for none. NULL for the usual week of the customer''s country.';
COMMENT ON COLUMN day_habit.preferred_from IS 'The same of the hours that are suggested first.';
COMMENT ON COLUMN day_habit.prayer_before IS
    'Minutes before the adhan: Fajr, Dhuhr, Asr, Maghrib, Isha, Jumu''ah. NULL for the usual minutes.';
COMMENT ON COLUMN day_habit.iqamah_delay IS 'Minutes from the adhan to the iqamah, in the same order.';
COMMENT ON COLUMN day_habit.prayer_length IS 'Minutes from the iqamah to the end of the prayer, in the same order.';
COMMENT ON COLUMN day_habit.strictness IS 'congregation: the block of each prayer is taken; personal: 12 minutes within its time.';
COMMENT ON COLUMN day_habit.quiet_before_maghrib IS 'Minutes before Maghrib in Ramadan that suggestions avoid.';
COMMENT ON COLUMN day_habit.has_ramadan_hours IS 'The preferred hours of working days are 10:00 to 16:00 in Ramadan.';
COMMENT ON COLUMN day_habit.quiet_from IS 'The minute of the day from which notices wait; equal to quiet_until for no quiet hours.';
COMMENT ON COLUMN day_habit.shows_prayers_busy IS 'The blocks of prayers are busy for others who ask for free and busy times.';
COMMENT ON COLUMN day_habit.counts_all_day IS 'Events of whole days take time.';
COMMENT ON COLUMN day_habit.way_reserve_minutes IS 'The fewest minutes that are kept beside the length of a way.';
COMMENT ON COLUMN day_habit.is_eco IS 'Ways with less CO2 are preferred as long as they arrive in time.';
COMMENT ON COLUMN day_habit.farthest_walk IS 'In metres.';

CREATE TABLE calendar_feed (
    customer_id    uuid        NOT NULL,
    collection_id  bigint      NOT NULL,
    token_digest   bytea       NOT NULL CHECK (octet_length(token_digest) = 32),
    nonce          bytea       NOT NULL CHECK (octet_length(nonce) = 16),
    created_at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, collection_id),
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE calendar_feed IS 'The secret addresses at which anybody may read a calendar.';
COMMENT ON COLUMN calendar_feed.token_digest IS 'SHA-256 of the secret part of the address.';
COMMENT ON COLUMN calendar_feed.nonce IS
    'Random; the secret part is derived from it with a key that the database does not have.';

-- Serves the lookup of an address: Store.feedCalendar. It has no owner to begin with: who asks knows only the address.
CREATE UNIQUE INDEX calendar_feed_token_idx ON calendar_feed (token_digest);

-- Serves the search for subscriptions that programs made: Store.unadoptedCalendars.
CREATE INDEX calendar_collection_source_idx ON calendar_collection (customer_id, id)
 WHERE source_url IS NOT NULL AND deleted_at IS NULL;

-- Calendars of others: what is fetched from outside, and who subscribed to it.

CREATE TABLE outside_source (
    id               bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address_digest   bytea       NOT NULL UNIQUE CHECK (octet_length(address_digest) = 32),
    sealed_address   bytea       NOT NULL CHECK (octet_length(sealed_address) <= 8192),
    host             text        NOT NULL CHECK (octet_length(host) BETWEEN 1 AND 255),
    etag             text        CHECK (octet_length(etag) <= 1024),
    last_modified    text        CHECK (octet_length(last_modified) <= 1024),
    content_digest   bytea       CHECK (octet_length(content_digest) = 32),
    entry_count      integer     NOT NULL DEFAULT 0 CHECK (entry_count >= 0),
    refresh_seconds  integer     CHECK (refresh_seconds >= 0),
    created_at       timestamptz NOT NULL DEFAULT now(),
    next_at          timestamptz NOT NULL DEFAULT now(),
    asked_at         timestamptz,
    good_at          timestamptz,
    leased_until     timestamptz,
    failures         integer     NOT NULL DEFAULT 0 CHECK (failures >= 0),
    failing_since    timestamptz,
    problem          text        CHECK (octet_length(problem) <= 40),
    held_digest      bytea       CHECK (octet_length(held_digest) = 32),
    held_since       timestamptz,
    held_times       integer     NOT NULL DEFAULT 0 CHECK (held_times >= 0),
    held_count       integer     NOT NULL DEFAULT 0 CHECK (held_count >= 0),
    moved_digest     bytea       CHECK (octet_length(moved_digest) = 32),
    moved_days       integer     NOT NULL DEFAULT 0 CHECK (moved_days >= 0),
    moved_on         date,
    CHECK ((failures = 0) = (failing_since IS NULL)),
    CHECK ((failures = 0) = (problem IS NULL)),
    CHECK ((held_digest IS NULL) = (held_since IS NULL)),
    CHECK ((moved_digest IS NULL) = (moved_on IS NULL))
);

COMMENT ON TABLE outside_source IS 'Addresses outside that are fetched, each once for everybody who subscribed to it.';
COMMENT ON COLUMN outside_source.address_digest IS 'A digest of the address with a key that the database does not have.';
COMMENT ON COLUMN outside_source.sealed_address IS 'The address with its user and password, encrypted.';
COMMENT ON COLUMN outside_source.host IS 'The host of the address, for limits and the page of connections.';
COMMENT ON COLUMN outside_source.content_digest IS
    'The digest of the last good answer, without its stamps and the order of its lines.';
COMMENT ON COLUMN outside_source.entry_count IS 'The entries of the last answer that was applied.';
COMMENT ON COLUMN outside_source.refresh_seconds IS 'The interval that the last good answer asks for.';
COMMENT ON COLUMN outside_source.leased_until IS 'A worker fetches it until then.';
COMMENT ON COLUMN outside_source.problem IS 'The reason of the last failure, as a word.';
COMMENT ON COLUMN outside_source.held_digest IS 'The digest of an answer with so few entries that it is not believed yet.';
COMMENT ON COLUMN outside_source.held_times IS 'The fetches that gave this answer.';
COMMENT ON COLUMN outside_source.moved_digest IS 'The digest of the address to which permanent redirects lead.';
COMMENT ON COLUMN outside_source.moved_days IS 'The days on which they led there.';

-- Serve the choice of the next fetch: Store.claimSource.
CREATE INDEX outside_source_next_idx ON outside_source (next_at);
CREATE INDEX outside_source_host_idx ON outside_source (host, asked_at);

CREATE TABLE subscription (
    customer_id      uuid        NOT NULL,
    collection_id    bigint      NOT NULL,
    source_id        bigint      REFERENCES outside_source (id),
    program_url      text        CHECK (octet_length(program_url) <= 2048),
    with_alarms      boolean     NOT NULL DEFAULT false,
    applied_digest   bytea       CHECK (octet_length(applied_digest) = 32),
    accepted_digest  bytea       CHECK (octet_length(accepted_digest) = 32),
    skipped_count    integer     NOT NULL DEFAULT 0 CHECK (skipped_count >= 0),
    left_out_count   integer     NOT NULL DEFAULT 0 CHECK (left_out_count >= 0),
    is_renaming      boolean     NOT NULL DEFAULT false,
    created_at       timestamptz NOT NULL DEFAULT now(),
    applied_at       timestamptz,
    PRIMARY KEY (customer_id, collection_id),
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE subscription IS 'Calendars whose content comes from an address outside.';
COMMENT ON COLUMN subscription.source_id IS 'NULL if the address is one that is never fetched.';
COMMENT ON COLUMN subscription.program_url IS 'The address as a program set it; NULL for a subscription of the pages.';
COMMENT ON COLUMN subscription.applied_digest IS 'The digest of the answer that the calendar holds.';
COMMENT ON COLUMN subscription.accepted_digest IS 'The digest of a held answer that the customer believes.';
COMMENT ON COLUMN subscription.skipped_count IS 'Entries of the last answer that could not be read.';
COMMENT ON COLUMN subscription.left_out_count IS 'Entries of the last answer that are too many.';
COMMENT ON COLUMN subscription.is_renaming IS 'The source gives its entries new identifiers at each fetch.';

-- Serves the subscriptions of a source, and the check whether one is left: Store.subscriptions(to:).
CREATE INDEX subscription_source_idx ON subscription (source_id);

CREATE TABLE subscription_entry (
    customer_id     uuid    NOT NULL,
    collection_id   bigint  NOT NULL,
    uid             text    COLLATE "C" NOT NULL CHECK (octet_length(uid) <= 1000),
    content_digest  bytea   NOT NULL CHECK (octet_length(content_digest) = 16),
    face_digest     bytea   NOT NULL CHECK (octet_length(face_digest) = 16),
    last_day        integer,
    PRIMARY KEY (customer_id, collection_id, uid),
    FOREIGN KEY (customer_id, collection_id) REFERENCES subscription (customer_id, collection_id) ON DELETE CASCADE
);

COMMENT ON TABLE subscription_entry IS 'The entries of a subscription as its source last gave them.';
COMMENT ON COLUMN subscription_entry.content_digest IS 'Of the entry without its stamps and identifier.';
COMMENT ON COLUMN subscription_entry.face_digest IS 'Of its start, end and title, by which it is known under another identifier.';
COMMENT ON COLUMN subscription_entry.last_day IS 'The day of a single entry as YYYYMMDD; NULL for a series.';

-- Ends the fetches of an address when nobody is left who subscribed to it.
CREATE FUNCTION forget_outside_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.source_id IS NOT DISTINCT FROM OLD.source_id THEN RETURN NULL; END IF;
    DELETE FROM outside_source o
     WHERE o.id = OLD.source_id AND NOT EXISTS (SELECT 1 FROM subscription s WHERE s.source_id = o.id);
    RETURN NULL;
END $$;

CREATE TRIGGER subscription_forgotten AFTER DELETE OR UPDATE OF source_id ON subscription
   FOR EACH ROW EXECUTE FUNCTION forget_outside_source();

-- Chats, and what was found in them. Words, names and numbers are encrypted.

CREATE TABLE customer_key (
    customer_id  uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    version      integer     NOT NULL CHECK (version > 0),
    master_key   text        NOT NULL CHECK (octet_length(master_key) = 8),
    wrapped      bytea       NOT NULL CHECK (octet_length(wrapped) = 92),
    created_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, version)
);

COMMENT ON TABLE customer_key IS
    'The keys that a customer''s messages are encrypted with, each encrypted with a key of secrets/. Without a row nothing '
    'of the customer''s can be read again.';
COMMENT ON COLUMN customer_key.master_key IS 'The fingerprint of the key that this one is encrypted with.';
COMMENT ON COLUMN customer_key.wrapped IS
    'Encrypted: 32 bytes that messages are encrypted with, and 32 bytes that digests of ids are made with.';

-- Serves the change of the master key: Store.customerKeys(notWrappedBy:).
CREATE INDEX customer_key_master_idx ON customer_key (master_key);

CREATE TABLE chat_account (
    customer_id       uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    consent_version   smallint    CHECK (consent_version > 0),
    consent_language  text        CHECK (consent_language IN ('en', 'ar')),
    consented_at      timestamptz,
    allows_model      boolean     NOT NULL DEFAULT false,
    mails_findings    boolean     NOT NULL DEFAULT true,
    state             text        NOT NULL DEFAULT 'off'
                                  CHECK (state IN ('off', 'asked', 'waiting', 'linked', 'ready', 'failed', 'lost')),
    problem           text        CHECK (problem IN ('unreachable', 'refused', 'expired', 'ended')),
    attempt           bigint      NOT NULL DEFAULT 0,
    sealed_number     bytea       CHECK (octet_length(sealed_number) <= 200),
    sealed_name       bytea       CHECK (octet_length(sealed_name) <= 1000),
    sealed_code       bytea       CHECK (octet_length(sealed_code) <= 200),
    asked_at          timestamptz,
    code_at           timestamptz,
    checked_at        timestamptz,
    connected_at      timestamptz,
    model_host        text        CHECK (octet_length(model_host) <= 300),
    lost_at           timestamptz,
    CHECK ((consented_at IS NULL) = (consent_version IS NULL) AND (consented_at IS NULL) = (consent_language IS NULL))
);

COMMENT ON TABLE chat_account IS 'A customer''s consent to the reading of chats, and the link to WhatsApp.';
COMMENT ON COLUMN chat_account.consent_version IS 'The version of the text that the customer agreed to, in consent_language.';
COMMENT ON COLUMN chat_account.allows_model IS 'Masked messages may go to the operator''s language model.';
COMMENT ON COLUMN chat_account.model_host IS
    'The host of the language model that allows_model is for. With another model it does not count.';
COMMENT ON COLUMN chat_account.state IS
    'off; asked: a code was asked for; waiting: it is to be typed on the phone; linked; ready: messages come; failed: no '
    'link was made; lost: WhatsApp ended the link.';
COMMENT ON COLUMN chat_account.attempt IS 'The number of the attempt to link; what an older attempt learns is dropped.';
COMMENT ON COLUMN chat_account.sealed_number IS 'The phone number, encrypted; name and code likewise.';
COMMENT ON COLUMN chat_account.lost_at IS 'The time at which a lost link was found to have ended; NULL in other states.';

-- Serves the look at links: Store.linksToCheck.
CREATE INDEX chat_account_link_idx ON chat_account (checked_at) WHERE state IN ('asked', 'waiting', 'linked', 'ready');

CREATE TABLE chat (
    customer_id       uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id                bigint      GENERATED ALWAYS AS IDENTITY,
    chat_key          bytea       NOT NULL CHECK (octet_length(chat_key) = 32),
    source            text        NOT NULL CHECK (source IN ('bridge', 'upload')),
    sealed_contact    bytea       NOT NULL CHECK (octet_length(sealed_contact) <= 1000),
    is_off            boolean     NOT NULL DEFAULT false,
    is_month_first    boolean     NOT NULL DEFAULT false,
    has_proposal      boolean     NOT NULL DEFAULT false,
    revision          bigint      NOT NULL DEFAULT 0,
    first_unseen_at   timestamptz,
    analyse_after     timestamptz,
    claim             bigint      NOT NULL DEFAULT 0,
    claimed_until     timestamptz,
    tries             smallint    NOT NULL DEFAULT 0 CHECK (tries >= 0),
    problem           text        CHECK (problem IN ('model', 'key', 'calendar', 'fault')),
    last_message_at   timestamptz NOT NULL,
    created_at        timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, id),
    UNIQUE (customer_id, chat_key)
);

COMMENT ON TABLE chat IS 'A chat of a customer with one other person.';
COMMENT ON COLUMN chat.chat_key IS 'Keyed digest of the chat''s id; the key is the customer''s own.';
COMMENT ON COLUMN chat.sealed_contact IS 'The other person''s name and number, encrypted.';
COMMENT ON COLUMN chat.is_off IS 'The customer switched it off: its messages are dropped.';
COMMENT ON COLUMN chat.has_proposal IS 'A plan is open, so its messages are kept longer.';
COMMENT ON COLUMN chat.revision IS 'Grows with each message; an analysis of an older state leaves the chat due.';
COMMENT ON COLUMN chat.analyse_after IS 'The moment from which the chat is to be analysed; NULL if nothing is new.';
COMMENT ON COLUMN chat.claim IS 'The number of the last worker''s turn; only the last one may write.';
COMMENT ON COLUMN chat.problem IS 'The reason why it was given up after the last try.';

-- Serves the choice of the next chat to analyse: Store.claimChat.
CREATE INDEX chat_due_idx ON chat (analyse_after) WHERE analyse_after IS NOT NULL;
-- Serves the list of chats that were given up: Store.givenUpChats.
CREATE INDEX chat_problem_idx ON chat (problem) WHERE problem IS NOT NULL;
-- Serves the purge: RetentionRule.chats.
CREATE INDEX chat_last_message_idx ON chat (last_message_at);

CREATE TABLE chat_message (
    customer_id  uuid        NOT NULL,
    message_key  bytea       NOT NULL CHECK (octet_length(message_key) = 32),
    chat_id      bigint      NOT NULL,
    sent_at      timestamptz NOT NULL,
    is_mine      boolean     NOT NULL,
    kind         text        NOT NULL CHECK (kind IN ('message', 'edited', 'deleted', 'reaction')),
    target_key   bytea       CHECK (octet_length(target_key) = 32),
    edited_at    timestamptz,
    sealed       bytea       CHECK (octet_length(sealed) <= 131072),
    received_at  timestamptz NOT NULL DEFAULT now(),
    arrival      bigint      GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (customer_id, message_key),
    FOREIGN KEY (customer_id, chat_id) REFERENCES chat (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE chat_message IS 'Messages. The words are encrypted; a row without them only tells that the message came.';
COMMENT ON COLUMN chat_message.message_key IS 'Keyed digest of the message''s id; target_key of the message that it concerns.';
COMMENT ON COLUMN chat_message.edited_at IS 'The time of the edit that the words are from.';
COMMENT ON COLUMN chat_message.arrival IS 'Grows with each message: the order of those of one second.';

-- Serves the reading of a chat in order: Store.messages(of:).
CREATE INDEX chat_message_chat_idx ON chat_message (customer_id, chat_id, sent_at, arrival);
-- Serves the arrival of a message after its edit or deletion: Store.insert(_: NewMessage).
CREATE INDEX chat_message_target_idx ON chat_message (customer_id, target_key) WHERE target_key IS NOT NULL;
-- Serves the purge: RetentionRule.messages.
CREATE INDEX chat_message_received_idx ON chat_message (received_at);

CREATE TABLE agreement (
    customer_id     uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id              bigint      GENERATED ALWAYS AS IDENTITY,
    chat_id         bigint,
    plan_key        bytea       NOT NULL CHECK (octet_length(plan_key) = 32),
    values_key      bytea       NOT NULL CHECK (octet_length(values_key) = 32),
    state           text        NOT NULL CHECK (state IN ('proposed', 'added', 'cancelled', 'kept', 'dismissed')),
    pending         text        CHECK (pending IN ('change', 'cancellation')),
    uid             text        CHECK (octet_length(uid) <= 64),
    segment         text        CHECK (octet_length(segment) <= 255),
    calendar        text        CHECK (octet_length(calendar) <= 255),
    written_tag     text        CHECK (octet_length(written_tag) <= 100),
    sealed_values   bytea       NOT NULL CHECK (octet_length(sealed_values) <= 65536),
    sealed_pending  bytea       CHECK (octet_length(sealed_pending) <= 65536),
    sealed_proof    bytea       CHECK (octet_length(sealed_proof) <= 262144),
    is_forgotten    boolean     NOT NULL DEFAULT false,
    last_day        date        NOT NULL,
    found_at        timestamptz NOT NULL DEFAULT now(),
    decided_at      timestamptz,
    announced_at    timestamptz,
    origin_key      bytea       CHECK (octet_length(origin_key) = 32),
    state_before    text        CHECK (state_before IN ('proposed', 'added', 'cancelled')),
    PRIMARY KEY (customer_id, id),
    UNIQUE (customer_id, plan_key),
    FOREIGN KEY (customer_id, chat_id) REFERENCES chat (customer_id, id) ON DELETE SET NULL (chat_id)
);

COMMENT ON TABLE agreement IS 'What was found in a chat, and the customer''s answer.';
COMMENT ON COLUMN agreement.plan_key IS 'Keyed digest of the chat and of the message that decided: the acceptance, else the proposal.';
COMMENT ON COLUMN agreement.values_key IS 'Keyed digest of day, hour and title: the same plan from a second door is found by it.';
COMMENT ON COLUMN agreement.state IS
    'proposed: waits for the customer, not in the calendar; added: in the calendar, waits; cancelled: called off in the '
    'chat, waits; kept and dismissed: answered.';
COMMENT ON COLUMN agreement.pending IS 'A later change in the chat that waits, because the customer had edited the event.';
COMMENT ON COLUMN agreement.written_tag IS 'The entity tag of the event as Jadwal wrote it; another one means an edit by the customer.';
COMMENT ON COLUMN agreement.sealed_proof IS 'The sentences that prove it, encrypted; deleted with the answer, at the latest after seven days.';
COMMENT ON COLUMN agreement.is_forgotten IS 'The words of its messages are deleted; later analyses are given its values.';
COMMENT ON COLUMN agreement.origin_key IS
    'Keyed digest of the chat and of the message with which the plan began. It stays when the plan changes.';
COMMENT ON COLUMN agreement.state_before IS 'The state before the customer''s answer, for taking it back.';

-- Serves the inbox: Store.agreements(of:).
CREATE INDEX agreement_list_idx ON agreement (customer_id, found_at DESC, id DESC);
-- Serves the plan from a second door: Store.agreement(of:values:).
CREATE INDEX agreement_values_idx ON agreement (customer_id, values_key);
-- Serves the agreements of a chat, and ON DELETE SET NULL: Store.agreements(of:chat:).
CREATE INDEX agreement_chat_idx ON agreement (customer_id, chat_id);
-- Serves the purge: RetentionRule.proofs.
CREATE INDEX agreement_proof_idx ON agreement (found_at) WHERE sealed_proof IS NOT NULL;
-- Serves the purge: RetentionRule.agreements.
CREATE INDEX agreement_last_day_idx ON agreement (last_day);

CREATE TABLE refused_message (
    id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    digest       bytea       NOT NULL CHECK (octet_length(digest) = 32),
    door         text        NOT NULL CHECK (door IN ('queue', 'ingest')),
    reason       text        NOT NULL CHECK (octet_length(reason) <= 200),
    refused_at   timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE refused_message IS 'Deliveries that are no messages: their digests and the reasons, never their bodies.';

-- Serves the purge: RetentionRule.refusedMessages.
CREATE INDEX refused_message_refused_idx ON refused_message (refused_at);

-- Counts the chats that were read, and the tries that failed, for all processes.

CREATE SEQUENCE chats_read;
COMMENT ON SEQUENCE chats_read IS 'Counts the chats that were read.';

CREATE SEQUENCE chats_failed;
COMMENT ON SEQUENCE chats_failed IS 'Counts the tries to read a chat that failed.';

CREATE TABLE finding_outcome (
    customer_id       uuid    NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    rule              text    NOT NULL CHECK (octet_length(rule) BETWEEN 1 AND 200),
    act               text    NOT NULL CHECK (octet_length(act) <= 40),
    kept              integer NOT NULL DEFAULT 0 CHECK (kept >= 0),
    added             integer NOT NULL DEFAULT 0 CHECK (added >= 0),
    corrected         integer NOT NULL DEFAULT 0 CHECK (corrected >= 0),
    dismissed         integer NOT NULL DEFAULT 0 CHECK (dismissed >= 0),
    dismissed_in_turn integer NOT NULL DEFAULT 0 CHECK (dismissed_in_turn >= 0),
    PRIMARY KEY (customer_id, rule, act)
);

COMMENT ON TABLE finding_outcome IS 'How often a customer kept or dismissed what a rule of the extraction found.';
COMMENT ON COLUMN finding_outcome.rule IS 'The name of the rule that made the agreement. It names no person and no words.';
COMMENT ON COLUMN finding_outcome.act IS 'The sort of the yes, as in like; empty where none was said.';
COMMENT ON COLUMN finding_outcome.added IS 'Questions of the inbox that were answered with yes.';
COMMENT ON COLUMN finding_outcome.corrected IS 'Events that were kept after the customer had edited them.';
COMMENT ON COLUMN finding_outcome.dismissed_in_turn IS 'Dismissed findings since the last one that was kept.';

CREATE TABLE conflict (
    customer_id    uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id             bigint      GENERATED ALWAYS AS IDENTITY,
    uid            text        COLLATE "C" NOT NULL CHECK (octet_length(uid) BETWEEN 1 AND 1000),
    state          text        NOT NULL
        CHECK (state IN ('open', 'kept', 'moved', 'cancelled', 'other-moved', 'gone', 'expired')),
    clashes        text[]      NOT NULL CHECK (cardinality(clashes) BETWEEN 1 AND 1000),
    uids           text[]      COLLATE "C" NOT NULL,
    recurrence_id  text        CHECK (octet_length(recurrence_id) <= 16),
    starts_at      timestamptz NOT NULL,
    ends_at        timestamptz NOT NULL,
    last_end       timestamptz NOT NULL,
    count          integer     NOT NULL CHECK (count > 0),
    found_at       timestamptz NOT NULL DEFAULT now(),
    decided_at     timestamptz,
    PRIMARY KEY (customer_id, id),
    CHECK ((state = 'open') = (decided_at IS NULL))
);

COMMENT ON TABLE conflict IS 'Events that clash with other events or with prayers, one row an event or a series.';
COMMENT ON COLUMN conflict.uid IS 'The event that was new or changed.';
COMMENT ON COLUMN conflict.state IS
    'open: waits for the customer; kept, moved, cancelled, other-moved: the answer; gone: the cause went away by itself; '
    'expired: everything is over.';
COMMENT ON COLUMN conflict.clashes IS
    'What it clashes with: ''overlap'' and a UID, ''tight'' and a UID, or ''prayer'', its name and, for a single event, '
    'the day. An answer holds until the set grows.';
COMMENT ON COLUMN conflict.uids IS 'The UIDs of all events of the conflict.';
COMMENT ON COLUMN conflict.recurrence_id IS 'The first occurrence that clashes, as addresses name it; NULL for a single event.';
COMMENT ON COLUMN conflict.starts_at IS 'The start of the first occurrence that clashes; ends_at its end.';
COMMENT ON COLUMN conflict.last_end IS 'The end of the last occurrence that clashes.';
COMMENT ON COLUMN conflict.count IS 'The number of occurrences that clash, of the next twelve months.';

-- One row an event: Store.record(conflict).
CREATE UNIQUE INDEX conflict_uid_idx ON conflict (customer_id, uid);
-- Serves the chore that ends conflicts, Store.expireConflicts, and the purge: RetentionRule.conflicts.
CREATE INDEX conflict_end_idx ON conflict (last_end);
-- Serves the marks of views and their state: ClashMarkRow.query.
CREATE INDEX conflict_live_idx ON conflict (customer_id, starts_at) WHERE state IN ('open', 'kept');

CREATE TABLE conflict_reading (
    customer_id    uuid        NOT NULL,
    collection_id  bigint      NOT NULL,
    counter        bigint      NOT NULL,
    is_silent      boolean     NOT NULL,
    PRIMARY KEY (customer_id, collection_id),
    FOREIGN KEY (customer_id, collection_id) REFERENCES calendar_collection (customer_id, id) ON DELETE CASCADE
);

COMMENT ON TABLE conflict_reading IS 'The change up to which a calendar was compared; without a row, none.';
COMMENT ON COLUMN conflict_reading.is_silent IS
    'Its objects were stored before conflicts were looked for: those found are kept, without a notice.';

CREATE FUNCTION enqueue_look_for_clashes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- A job that is locked here is begun after this transaction, so it sees the change. One that is begun right now is
    -- skipped, and another one is written.
    PERFORM 1 FROM job
      WHERE customer_id = NEW.customer_id AND kind = 'planning.find-clashes' AND finished_at IS NULL AND attempts = 0
      LIMIT 1 FOR SHARE SKIP LOCKED;
    IF NOT FOUND THEN
        INSERT INTO job (kind, customer_id, language, parameters, give_up_at)
        VALUES ('planning.find-clashes', NEW.customer_id, 'en', json_build_object('customer', NEW.customer_id)::text,
                now() + interval '1 day');
    END IF;
    -- Also for a job that waits already: a worker that looked for it while it was locked here has passed over it.
    PERFORM pg_notify('jadwal_job', '');
    RETURN NULL;
END $$;
COMMENT ON FUNCTION enqueue_look_for_clashes() IS
    'Lets a worker compare what changed in a calendar with the rest of the customer''s time.';

CREATE TRIGGER calendar_collection_changed AFTER UPDATE OF counter, deleted_at, is_transparent ON calendar_collection
    FOR EACH ROW WHEN (NEW.counter <> OLD.counter OR NEW.deleted_at IS DISTINCT FROM OLD.deleted_at
                       OR NEW.is_transparent <> OLD.is_transparent)
    EXECUTE FUNCTION enqueue_look_for_clashes();

-- Plans: what has to be done, and the times that were found for it.

CREATE TABLE saved_place (
    customer_id    uuid             NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    id             uuid             NOT NULL DEFAULT gen_random_uuid(),
    name           text             NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    latitude       double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
    longitude      double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
    created_at     timestamptz      NOT NULL DEFAULT now(),
    PRIMARY KEY (customer_id, id)
);

COMMENT ON TABLE saved_place IS 'Places of tasks, by three decimals of a degree, which is some 100 m.';

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

CREATE TABLE planning_choice (
    customer_id      uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    is_on            boolean     NOT NULL DEFAULT true,
    unplanned_lists  bigint[]    NOT NULL DEFAULT '{}' CHECK (cardinality(unplanned_lists) <= 1000),
    load_percent     smallint    NOT NULL DEFAULT 80 CHECK (load_percent BETWEEN 10 AND 100),
    buffer_minutes   smallint    NOT NULL DEFAULT 0 CHECK (buffer_minutes BETWEEN 0 AND 120),
    day_start        smallint    NOT NULL DEFAULT 240 CHECK (day_start BETWEEN 0 AND 720),
    busy             text        NOT NULL DEFAULT 'tight' CHECK (busy IN ('free', 'tight', 'busy')),
    leaves_mornings  boolean     NOT NULL DEFAULT false,
    changed_at       timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE planning_choice IS 'The choices of a customer about plans; no row means the defaults.';
COMMENT ON COLUMN planning_choice.unplanned_lists IS 'The calendars whose to-dos are not planned.';
COMMENT ON COLUMN planning_choice.load_percent IS 'The share of the allowed hours that events and tasks may take.';
COMMENT ON COLUMN planning_choice.buffer_minutes IS 'Minutes after events and tasks in which no task lies.';
COMMENT ON COLUMN planning_choice.day_start IS 'The minute of the clock at which a plan-day begins.';
COMMENT ON COLUMN planning_choice.busy IS 'free, busy, or tight: busy only if the task has little room elsewhere.';
COMMENT ON COLUMN planning_choice.leaves_mornings IS 'Tasks are planned from noon on if no window of theirs says more.';

CREATE TABLE plan (
    customer_id    uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    collection_id  bigint,
    planned_at     timestamptz,
    is_proven      boolean     NOT NULL DEFAULT false,
    stop           text        CHECK (stop IN ('calendars', 'entries', 'size'))
);

COMMENT ON TABLE plan IS 'The plan in force of a customer.';
COMMENT ON COLUMN plan.collection_id IS 'The calendar with the planned times; it may be deleted.';
COMMENT ON COLUMN plan.is_proven IS 'No other plan is better.';
COMMENT ON COLUMN plan.stop IS
    'The limit that stopped the last plan: calendars of the customer, entries of the calendar, size of all; NULL for none.';

-- Serves the chore that plans again: Store.customersToPlan.
CREATE INDEX plan_age_idx ON plan (planned_at);

CREATE TABLE plan_item (
    customer_id    uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    task_uid       text        COLLATE "C" NOT NULL CHECK (octet_length(task_uid) BETWEEN 1 AND 1000),
    day            date        NOT NULL,
    part           smallint    NOT NULL CHECK (part BETWEEN 1 AND 100),
    state          text        NOT NULL CHECK (state IN ('planned', 'done', 'not-today', 'dropped')),
    starts_at      timestamptz NOT NULL,
    ends_at        timestamptz NOT NULL CHECK (ends_at >= starts_at),
    is_busy        boolean     NOT NULL DEFAULT false,
    is_pinned      boolean     NOT NULL DEFAULT false,
    is_announced   boolean     NOT NULL DEFAULT false,
    moved_from     timestamptz,
    moved_at       timestamptz,
    moved_because  text        CHECK (octet_length(moved_because) <= 1000),
    PRIMARY KEY (customer_id, task_uid, day, part)
);

COMMENT ON TABLE plan_item IS 'Times of tasks as they were written into the calendar, and what the customer said about them.';
COMMENT ON COLUMN plan_item.task_uid IS 'The UID of the to-do.';
COMMENT ON COLUMN plan_item.day IS 'The plan-day; part is the number of the time among those of the task on the day, from 1 on.';
COMMENT ON COLUMN plan_item.state IS
    'planned; done; not-today: the customer took it off the day; dropped: it was not done, and will not be.';
COMMENT ON COLUMN plan_item.is_pinned IS 'The customer moved it there, or gave it this length.';
COMMENT ON COLUMN plan_item.is_announced IS 'A notice or a mail has named this time, so it stays.';
COMMENT ON COLUMN plan_item.moved_from IS 'The start before the last change of the plan.';
COMMENT ON COLUMN plan_item.moved_because IS 'The UID of the event in whose way it was; NULL if it moved for another reason.';

-- Serves a day of the plan, Store.planItems, and the purge, RetentionRule.planItems.
CREATE INDEX plan_item_day_idx ON plan_item (customer_id, day);
CREATE INDEX plan_item_end_idx ON plan_item (ends_at);

CREATE TABLE task_fact (
    customer_id    uuid        NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    uid            text        COLLATE "C" NOT NULL CHECK (octet_length(uid) BETWEEN 1 AND 1000),
    lines          text        NOT NULL CHECK (octet_length(lines) <= 20000),
    restored_at    timestamptz,
    PRIMARY KEY (customer_id, uid)
);

COMMENT ON TABLE task_fact IS
    'The facts of flexible tasks as their to-dos had them last: programs that do not know them may drop them.';
COMMENT ON COLUMN task_fact.lines IS 'Content lines of iCalendar.';
COMMENT ON COLUMN task_fact.restored_at IS 'The moment at which they were last written back.';

CREATE FUNCTION enqueue_plan(of_customer uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- As enqueue_look_for_clashes does: a job that is locked here is begun after this transaction.
    PERFORM 1 FROM job
      WHERE customer_id = of_customer AND kind = 'planning.plan' AND finished_at IS NULL AND attempts = 0
      LIMIT 1 FOR SHARE SKIP LOCKED;
    IF NOT FOUND THEN
        -- A customer who is deleted right now has no row any longer.
        INSERT INTO job (kind, customer_id, language, parameters, give_up_at)
        SELECT 'planning.plan', id, 'en', json_build_object('customer', id)::text, now() + interval '1 day'
          FROM customer WHERE id = of_customer;
    END IF;
    PERFORM pg_notify('jadwal_job', '');
END $$;
COMMENT ON FUNCTION enqueue_plan(uuid) IS 'Lets a worker plan the days of a customer again.';

CREATE FUNCTION plan_after_calendar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- What a plan itself writes is no reason to plan again.
    IF current_setting('jadwal.is_planning', true) = 'yes' THEN
        RETURN NULL;
    END IF;
    IF 'VTODO' = ANY (NEW.components)
       OR EXISTS (SELECT 1 FROM task_fact WHERE customer_id = NEW.customer_id) THEN
        PERFORM enqueue_plan(NEW.customer_id);
    END IF;
    RETURN NULL;
END $$;
COMMENT ON FUNCTION plan_after_calendar() IS 'Lets a worker plan again after a change of a calendar.';

CREATE TRIGGER calendar_collection_planned AFTER UPDATE OF counter, deleted_at, is_transparent ON calendar_collection
    FOR EACH ROW WHEN (NEW.counter <> OLD.counter OR NEW.deleted_at IS DISTINCT FROM OLD.deleted_at
                       OR NEW.is_transparent <> OLD.is_transparent)
    EXECUTE FUNCTION plan_after_calendar();

CREATE FUNCTION plan_after_choice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed uuid := to_jsonb(coalesce(NEW, OLD))
        ->> CASE TG_TABLE_NAME WHEN 'customer' THEN 'id' ELSE 'customer_id' END;
BEGIN
    IF EXISTS (SELECT 1 FROM task_fact WHERE customer_id = changed) THEN
        PERFORM enqueue_plan(changed);
    END IF;
    RETURN NULL;
END $$;
COMMENT ON FUNCTION plan_after_choice() IS 'Lets a worker plan again after a choice of the customer.';

CREATE TRIGGER customer_planned AFTER UPDATE OF time_zone, first_day ON customer
    FOR EACH ROW WHEN (NEW.time_zone <> OLD.time_zone OR NEW.first_day <> OLD.first_day)
    EXECUTE FUNCTION plan_after_choice();
CREATE TRIGGER day_habit_planned AFTER INSERT OR UPDATE ON day_habit
    FOR EACH ROW EXECUTE FUNCTION plan_after_choice();
CREATE TRIGGER planning_choice_planned AFTER INSERT OR UPDATE ON planning_choice
    FOR EACH ROW EXECUTE FUNCTION plan_after_choice();
CREATE TRIGGER saved_place_planned AFTER INSERT OR UPDATE OR DELETE ON saved_place
    FOR EACH ROW EXECUTE FUNCTION plan_after_choice();
CREATE TRIGGER prayer_feed_planned AFTER UPDATE OF latitude_deg, longitude_deg, time_zone, options ON prayer_feed
    FOR EACH ROW WHEN ((NEW.latitude_deg, NEW.longitude_deg, NEW.time_zone, NEW.options)
                       IS DISTINCT FROM (OLD.latitude_deg, OLD.longitude_deg, OLD.time_zone, OLD.options))
    EXECUTE FUNCTION plan_after_choice();
CREATE TRIGGER prayer_feed_chosen AFTER INSERT OR DELETE ON prayer_feed
    FOR EACH ROW EXECUTE FUNCTION plan_after_choice();
CREATE TRIGGER calendar_preference_shifted AFTER INSERT ON calendar_preference
    FOR EACH ROW WHEN (NEW.hijri_shift <> 0) EXECUTE FUNCTION plan_after_choice();
CREATE TRIGGER calendar_preference_planned AFTER UPDATE OF hijri_shift ON calendar_preference
    FOR EACH ROW WHEN (NEW.hijri_shift <> OLD.hijri_shift) EXECUTE FUNCTION plan_after_choice();

-- Notifications: what a customer is to know, and the ways there.

CREATE TABLE notification_preference (
    customer_id    uuid    PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    keeps_prayers  boolean NOT NULL,
    hides_content  boolean NOT NULL,
    takes_mail     boolean NOT NULL DEFAULT true
);

COMMENT ON TABLE notification_preference IS 'A customer''s choices about all notices; without a row the usual ones.';
COMMENT ON COLUMN notification_preference.hides_content IS 'A push names its kind only.';
COMMENT ON COLUMN notification_preference.takes_mail IS
    'False if no notice is mailed, but those that everybody gets, as one of a new sign-in.';

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

CREATE TABLE reminder (
    customer_id    uuid        NOT NULL,
    collection_id  bigint      NOT NULL,
    segment        text        COLLATE "C" NOT NULL,
    key            text        COLLATE "C" NOT NULL CHECK (octet_length(key) = 22),
    due_at         timestamptz NOT NULL,
    recurrence_id  text        CHECK (octet_length(recurrence_id) <= 16),
    starts_at      timestamptz NOT NULL,
    is_all_day     boolean     NOT NULL,
    is_mail        boolean     NOT NULL,
    title          text        CHECK (char_length(title) <= 200),
    place          text        CHECK (char_length(place) <= 200),
    noted_at       timestamptz,
    PRIMARY KEY (customer_id, key, due_at, collection_id, segment),
    FOREIGN KEY (customer_id, collection_id, segment)
        REFERENCES calendar_object (customer_id, collection_id, segment) ON DELETE CASCADE
);

COMMENT ON TABLE reminder IS 'The times at which alarms of events go off in the coming days.';
COMMENT ON COLUMN reminder.key IS 'A digest of the event, its occurrence and the alarm: the name of its notices.';
COMMENT ON COLUMN reminder.recurrence_id IS
    'The occurrence, as addresses name it; NULL for an event that does not repeat.';
COMMENT ON COLUMN reminder.starts_at IS 'The start of the occurrence.';
COMMENT ON COLUMN reminder.is_mail IS 'The alarm asks for a mail.';
COMMENT ON COLUMN reminder.noted_at IS 'When a notice was made of it.';

-- Serves ON DELETE CASCADE, and the change of an object: SQL.deleteReminders.
CREATE INDEX reminder_object_idx ON reminder (customer_id, collection_id, segment);
-- Serves the worker: Store.takeReminders.
CREATE INDEX reminder_due_idx ON reminder (due_at) WHERE noted_at IS NULL;
-- Serves the purge: RetentionRule.reminders.
CREATE INDEX reminder_past_idx ON reminder (due_at);

CREATE TABLE morning_digest (
    customer_id  uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    minute       smallint    NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    sent_on      date,
    next_at      timestamptz NOT NULL
);

COMMENT ON TABLE morning_digest IS 'Customers who want their day announced each morning.';
COMMENT ON COLUMN morning_digest.minute IS 'The minute of the customer''s day.';
COMMENT ON COLUMN morning_digest.sent_on IS 'The last day that was announced.';
COMMENT ON COLUMN morning_digest.next_at IS 'When the worker looks at it; in the past after a change of the zone.';

-- Serves the worker: Store.lockDueDigest.
CREATE INDEX morning_digest_next_idx ON morning_digest (next_at);

-- Travel: what engines of ways were asked, and their answers for a day. No customer is named.

CREATE TABLE travel_budget (
    engine    text     NOT NULL CHECK (octet_length(engine) BETWEEN 1 AND 40),
    day       date     NOT NULL,
    requests  integer  NOT NULL CHECK (requests > 0),
    PRIMARY KEY (engine, day)
);

COMMENT ON TABLE travel_budget IS 'The requests to engines of others, by the day in UTC.';
COMMENT ON COLUMN travel_budget.requests IS 'As the engine counts them: each way of a matrix may count.';

-- Serves the purge: RetentionRule.travelBudgets.
CREATE INDEX travel_budget_day_idx ON travel_budget (day);

CREATE TABLE travel_answer (
    engine     text        NOT NULL CHECK (octet_length(engine) BETWEEN 1 AND 40),
    mode       text        NOT NULL CHECK (mode IN ('walk', 'bike', 'car', 'transit')),
    form       text        NOT NULL CHECK (form IN ('way', 'matrix')),
    from_lat   integer     NOT NULL CHECK (from_lat BETWEEN -90000 AND 90000),
    from_lon   integer     NOT NULL CHECK (from_lon BETWEEN -180000 AND 180000),
    to_lat     integer     NOT NULL CHECK (to_lat BETWEEN -90000 AND 90000),
    to_lon     integer     NOT NULL CHECK (to_lon BETWEEN -180000 AND 180000),
    day_class  smallint    NOT NULL CHECK (day_class BETWEEN 0 AND 1),
    hour       smallint    NOT NULL CHECK (hour BETWEEN 0 AND 23),
    moment     bigint      NOT NULL,
    seconds    integer     CHECK (seconds >= 0),
    metres     integer     NOT NULL CHECK (metres >= 0),
    ways       text        NOT NULL CHECK (octet_length(ways) <= 262144),
    asked_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (engine, mode, form, from_lat, from_lon, to_lat, to_lon, day_class, hour, moment)
);

COMMENT ON TABLE travel_answer IS 'The answers of engines, for a day. They say nothing about who asked.';
COMMENT ON COLUMN travel_answer.from_lat IS 'Thousandths of a degree, about 100 m; the other coordinates likewise.';
COMMENT ON COLUMN travel_answer.day_class IS '0 for a working day, 1 for another.';
COMMENT ON COLUMN travel_answer.moment IS
    'The minute since 1970 that a timetable was asked for; 0 for ways that can begin at any time.';
COMMENT ON COLUMN travel_answer.seconds IS 'NULL if the engine finds no way that can be true.';
COMMENT ON COLUMN travel_answer.ways IS 'The ways as JSON, with lines and legs; empty in a matrix.';

-- Serves the purge: RetentionRule.travelAnswers.
CREATE INDEX travel_answer_asked_idx ON travel_answer (asked_at);

-- Leaving: alerts that say when to leave for an event.

CREATE TABLE leave_look (
    customer_id  uuid        PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    look_at      timestamptz NOT NULL
);

COMMENT ON TABLE leave_look IS
    'When the worker looks next at the ways to a customer''s coming events; from the first change of a calendar on.';
COMMENT ON COLUMN leave_look.look_at IS 'A change of a calendar or a choice does not wait for it: it enqueues a job.';

-- Serves the worker: Store.claimLeaveLook.
CREATE INDEX leave_look_at_idx ON leave_look (look_at);

CREATE FUNCTION enqueue_leaving(of_customer uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- As enqueue_look_for_clashes does: a job that is locked here is begun after this transaction.
    PERFORM 1 FROM job
      WHERE customer_id = of_customer AND kind = 'planning.leaving' AND finished_at IS NULL AND attempts = 0
      LIMIT 1 FOR SHARE SKIP LOCKED;
    IF NOT FOUND THEN
        -- A customer who is deleted right now has no row any longer.
        INSERT INTO job (kind, customer_id, language, parameters, give_up_at)
        SELECT 'planning.leaving', id, 'en', json_build_object('customer', id)::text, now() + interval '1 day'
          FROM customer WHERE id = of_customer;
    END IF;
    PERFORM pg_notify('jadwal_job', '');
END $$;
COMMENT ON FUNCTION enqueue_leaving(uuid) IS 'Lets a worker look at the ways to a customer''s coming events.';

CREATE FUNCTION leave_after_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed uuid := to_jsonb(coalesce(NEW, OLD))
        ->> CASE TG_TABLE_NAME WHEN 'customer' THEN 'id' ELSE 'customer_id' END;
BEGIN
    -- Planned times have no alerts.
    IF current_setting('jadwal.is_planning', true) = 'yes' THEN
        RETURN NULL;
    END IF;
    -- A customer without an event so far has no ways.
    IF TG_TABLE_NAME <> 'calendar_collection'
       AND NOT EXISTS (SELECT 1 FROM leave_look WHERE customer_id = changed) THEN
        RETURN NULL;
    END IF;
    -- What was not sent yet goes with its cause. The worker writes it again if it still holds. One that is locked is
    -- deleted or sent by somebody else: waiting for them could be a deadlock.
    DELETE FROM notification n
     USING (SELECT id FROM notification
             WHERE customer_id = changed AND kind IN ('leave.soon', 'leave.now', 'leave.late') AND look_at IS NOT NULL
               FOR UPDATE SKIP LOCKED) waiting
     WHERE n.customer_id = changed AND n.id = waiting.id;
    PERFORM enqueue_leaving(changed);
    RETURN NULL;
END $$;
COMMENT ON FUNCTION leave_after_change() IS
    'Takes the alerts to leave that wait, and lets a worker write them again.';

CREATE FUNCTION leave_after_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM enqueue_leaving(customer_id) FROM leave_look WHERE customer_id = coalesce(NEW.customer_id, OLD.customer_id);
    RETURN NULL;
END $$;
COMMENT ON FUNCTION leave_after_position() IS 'Lets a worker look at the ways from another position.';

CREATE TRIGGER calendar_collection_left AFTER UPDATE OF counter, deleted_at, is_transparent ON calendar_collection
    FOR EACH ROW WHEN (NEW.counter <> OLD.counter OR NEW.deleted_at IS DISTINCT FROM OLD.deleted_at
                       OR NEW.is_transparent <> OLD.is_transparent)
    EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER customer_left AFTER UPDATE OF time_zone ON customer
    FOR EACH ROW WHEN (NEW.time_zone <> OLD.time_zone)
    EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER day_habit_left AFTER INSERT OR UPDATE ON day_habit
    FOR EACH ROW EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER saved_place_left AFTER INSERT OR UPDATE OR DELETE ON saved_place
    FOR EACH ROW EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER prayer_feed_left AFTER UPDATE OF latitude_deg, longitude_deg, time_zone, options ON prayer_feed
    FOR EACH ROW WHEN ((NEW.latitude_deg, NEW.longitude_deg, NEW.time_zone, NEW.options)
                       IS DISTINCT FROM (OLD.latitude_deg, OLD.longitude_deg, OLD.time_zone, OLD.options))
    EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER prayer_feed_left_chosen AFTER INSERT OR DELETE ON prayer_feed
    FOR EACH ROW EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER calendar_preference_left AFTER INSERT OR UPDATE ON calendar_preference
    FOR EACH ROW EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER notification_preference_left AFTER INSERT OR UPDATE ON notification_preference
    FOR EACH ROW EXECUTE FUNCTION leave_after_change();
CREATE TRIGGER last_position_left AFTER INSERT OR DELETE ON last_position
    FOR EACH ROW EXECUTE FUNCTION leave_after_position();
CREATE TRIGGER last_position_left_again AFTER UPDATE ON last_position
    FOR EACH ROW WHEN ((NEW.latitude, NEW.longitude) IS DISTINCT FROM (OLD.latitude, OLD.longitude))
    EXECUTE FUNCTION leave_after_position();

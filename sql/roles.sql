-- The two roles of a database of Jadwal's, and what each may do. The superuser runs this in that database:
--
--   psql --dbname jadwal --file sql/roles.sql
--
-- `jadwal_owner` owns the schema; `jadwal migrate` alone connects as it. `jadwal` reads and writes rows and
-- changes no table: what gets into a responder can drop nothing and leave nothing behind. Running it again
-- is harmless, and moves a database that `jadwal` owned.
\set ON_ERROR_STOP on
SET client_min_messages = warning;

SELECT 'CREATE ROLE jadwal_owner LOGIN'
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'jadwal_owner') \gexec
SELECT 'CREATE ROLE jadwal LOGIN'
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'jadwal') \gexec

BEGIN;
-- A new owner locks every table. Requests queue behind a lock that is waited for, and have three seconds
-- for a statement: so this gives up first, and changes nothing.
SET LOCAL lock_timeout = '2s';
REASSIGN OWNED BY jadwal TO jadwal_owner;
SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC, jadwal', current_database()) \gexec
SELECT format('GRANT CONNECT ON DATABASE %I TO jadwal', current_database()) \gexec
REVOKE CREATE ON SCHEMA public FROM PUBLIC, jadwal;
GRANT USAGE ON SCHEMA public TO jadwal;
GRANT CREATE, USAGE ON SCHEMA public TO jadwal_owner;

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO jadwal;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO jadwal;
-- And of what migrations make from here on.
ALTER DEFAULT PRIVILEGES FOR ROLE jadwal_owner IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO jadwal;
ALTER DEFAULT PRIVILEGES FOR ROLE jadwal_owner IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO jadwal;
COMMIT;

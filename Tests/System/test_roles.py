"""The roles of the database: who owns the tables, and who only fills them."""

import subprocess

import pytest

from support import raw
from support.browser import Browser

ROLES = "SELECT rolname, rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname LIKE 'jadwal%' ORDER BY 1"
OWNERS = """SELECT DISTINCT relkind, relowner::regrole FROM pg_class WHERE relnamespace = 'public'::regnamespace
            AND relkind IN ('r', 'S') ORDER BY 1"""


def test_neither_role_is_a_superuser_and_one_owns_everything(server):
    assert server.sql(ROLES) == [["jadwal", "f", "f", "f"], ["jadwal_owner", "f", "f", "f"]]
    assert server.sql(OWNERS) == [["S", "jadwal_owner"], ["r", "jadwal_owner"]]
    assert server.sql("SELECT datdba::regrole FROM pg_database WHERE datname = 'jadwal'") == [["jadwal_owner"]]
    connected = server.sql("SELECT DISTINCT usename FROM pg_stat_activity WHERE application_name LIKE 'jadwal-%'")
    assert connected == [["jadwal"]], "the processes that run"


@pytest.mark.parametrize("statement", [
    "CREATE TABLE mine ()", "CREATE TEMPORARY TABLE mine ()", "CREATE SCHEMA mine", "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "ALTER TABLE customer ADD COLUMN mine int", "DROP TABLE session", "TRUNCATE job", "DROP INDEX customer_unverified_idx",
    "SELECT setval('worker_number', 1)", "ALTER SEQUENCE worker_number RESTART", "CREATE TRIGGER t AFTER INSERT ON customer EXECUTE FUNCTION f()",
    "SET ROLE jadwal_owner", "CREATE ROLE mine",
    "ALTER DATABASE jadwal SET log_min_messages = debug5", "DROP SCHEMA public CASCADE",
])
def test_the_role_of_the_product_changes_no_table(server, statement):
    with pytest.raises(subprocess.CalledProcessError) as refused:
        server.sql(statement)
    assert "permission denied" in refused.value.stderr or "must be owner" in refused.value.stderr, refused.value.stderr


def test_it_reads_and_writes_every_table_and_draws_every_number(server):
    tables = [name for name, in server.sql("SELECT oid::regclass FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")]
    assert len(tables) > 10
    for table in tables:
        for right in ("SELECT", "INSERT", "UPDATE", "DELETE"):
            assert server.sql(f"SELECT has_table_privilege('{table}', '{right}')") == [["t"]], (table, right)
    assert server.sql("SELECT bool_and(has_sequence_privilege(oid, 'USAGE')) FROM pg_class WHERE relkind = 'S'") == [["t"]]


def test_a_database_of_one_role_is_moved_over(new_server):
    server = new_server().start()
    with Browser(server) as browser:
        browser.sign_in()
        # As it was when there was one role: it owned the database and everything inside.
        server.sql("""
            ALTER DEFAULT PRIVILEGES FOR ROLE jadwal_owner IN SCHEMA public REVOKE ALL ON TABLES FROM jadwal;
            ALTER DEFAULT PRIVILEGES FOR ROLE jadwal_owner IN SCHEMA public REVOKE ALL ON SEQUENCES FROM jadwal;
            REASSIGN OWNED BY jadwal_owner TO jadwal;
            DROP OWNED BY jadwal_owner;
            DROP ROLE jadwal_owner""", role="postgres")
        assert server.sql(OWNERS) == [["S", "jadwal"], ["r", "jadwal"]]
        server.stop()

        server.start()
        assert server.sql(OWNERS) == [["S", "jadwal_owner"], ["r", "jadwal_owner"]]
        assert browser.is_signed_in()
    with Browser(server) as another:
        another.sign_in()
    assert raw.request(server, "/prayer/gb/london.ics").status == 200

"""docs/security-operations.md says of every table, key and event what it is."""

import re
import subprocess

import pytest

from support.server import ROOT

DOCUMENT = (ROOT / "docs/security-operations.md").read_text()
PROGRAM = ROOT / ".build-debug/debug/jadwal"
CLASSES = {"public", "personal", "sensitive", "secret"}


def between(name):
    """The part of the document between `<!-- name -->` and `<!-- /name -->`."""
    return DOCUMENT.partition(f"<!-- {name} -->\n")[2].partition(f"<!-- /{name} -->")[0]


def rows(name):
    """The cells of the table there, without its head."""
    lines = between(name).splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def schema():
    """{table: its columns} of sql/schema.sql."""
    text, tables = (ROOT / "sql/schema.sql").read_text(), {}
    for table, body in re.findall(r"^CREATE TABLE (\w+) \((.*?)^\);", text, re.MULTILINE | re.DOTALL):
        tables[table] = set(re.findall(r"^    ([a-z]\w*) ", body, re.MULTILINE))
    for table, column in re.findall(r"^ALTER TABLE (\w+) ADD COLUMN (\w+)", text, re.MULTILINE):
        tables[table].add(column)
    return tables


def classified():
    """[(table, columns, class)], a row for each table that a line names."""
    return [(table, re.findall(r"`([^`]+)`", columns), kind)
            for names, columns, kind, *_ in rows("classification") for table in re.findall(r"`(\w+)`", names)]


@pytest.mark.parametrize("table", sorted(schema()))
def test_every_table_has_a_class_for_all_of_its_columns(table):
    lines = [(columns, kind) for name, columns, kind in classified() if name == table]
    assert [kind for columns, kind in lines if columns == ["*"]], f"{table} has no row with `*` in docs/security-operations.md"
    named = [column for columns, _ in lines for column in columns]
    assert len(named) == len(set(named)), "a column has one class"
    assert set(named) - {"*"} <= schema()[table]


def test_every_row_names_a_table_and_a_class_and_says_why_and_how_long():
    assert {table for table, *_ in classified()} <= set(schema())
    for row in rows("classification"):
        assert len(row) == 5 and all(row), row
        assert row[2] in CLASSES, row


def test_what_tells_a_persons_faith_or_home_is_sensitive():
    kinds = {(table, column): kind for table, columns, kind in classified() for column in columns}
    for table in ("prayer_feed", "prayer_timetable", "prayer_day", "prayer_edition", "prayer_feed_body", "mosque_table",
                  "mosque_day"):
        assert kinds[table, "*"] == "sensitive"


def test_the_table_of_keys_is_the_programs():
    printed = subprocess.run([str(PROGRAM), "keys", "list", "--markdown"], env={}, capture_output=True, text=True, check=True)
    assert between("keys") == printed.stdout


def test_every_event_of_the_code_is_listed():
    logged = set()
    for path in (ROOT / "Sources").rglob("*.swift"):
        text = path.read_text()
        logged |= set(re.findall(r'\blog(?:\.(?:notice|info|warning|error|critical))?\(\s*"([^"]+)"', text))
        # The event of an error of a service (`RefusingError`), which is logged as the error names it.
        logged |= set(re.findall(r'\bvar event: String \{ "([^"]+)" \}', text))
    logged.discard("\\(error.event)")
    assert "chats cannot be opened" in logged
    assert len(logged) > 25
    listed = {event for row in rows("events") for event in re.findall(r"`([^`]+)`", row[0])}
    assert logged - listed == set()


def test_every_path_that_it_names_exists():
    for path in set(re.findall(r"`((?:Sources|Tests|script|sql|templates|nginx)/[\w./-]*\w)/?`", DOCUMENT)):
        assert (ROOT / path).exists(), path
    for name in set(re.findall(r"`(test_\w+\.py)`", DOCUMENT)):
        assert (ROOT / "Tests/System" / name).exists(), name


def test_every_setting_that_it_names_exists():
    known = subprocess.run([str(PROGRAM), "config", "--markdown"], env={}, capture_output=True, text=True, check=True).stdout
    for name in set(re.findall(r"JADWAL_[A-Z_]*[A-Z]", DOCUMENT)) - {"JADWAL_SETTINGS_FILE", "JADWAL_TEST_"}:
        assert f"`{name}`" in known, name

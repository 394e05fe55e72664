"""README.md, SECURITY.md and docs/*.md: every path, declaration, link and generated table in them is true."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from support.server import ROOT

PROGRAM = ROOT / ".build-debug/debug/jadwal"
DOCUMENTS = ["README.md", "SECURITY.md", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md"))]
WANTED = {"architecture", "devices", "prayer-times", "operating", "settings", "standards", "glossary", "contributing", "style",
          "benchmarks", "moving-to-0009", "security-operations"}
FOLDERS = ["Sources", "Tests", "bridge", "script", "sql", "templates", "nginx", "docs"]

# What back-ticks hold that is declared elsewhere: in standards, Swift's library, nginx, systemd, Postgres, the shell.
FOREIGN = set("""
    Sendable Mutex Task String Forwarded Via Origin Allow Google limit_req real_ip_header jadwal_owner nonisolated(unsafe)
""".split())
# The pages of docs/contributing.md that nobody has written: its examples.
EXAMPLES = {"templates/about/about.mustache", "templates/emails/receipt", "GET /about"}


def text_of(name):
    return (ROOT / name).read_text()


def prose(name):
    """The document without its blocks of code."""
    return re.sub(r"^( *)```.*?^\1```", "", text_of(name), flags=re.DOTALL | re.MULTILINE)


def ticked(name):
    """The words between back-ticks, each once."""
    return sorted(set(re.findall(r"`([^`\n]+)`", prose(name))))


@cache
def files():
    """Every file of the repository, as a path below its root; without builds and data."""
    found = []
    for folder in [ROOT / one for one in FOLDERS]:
        found += [str(path.relative_to(ROOT)) for path in folder.rglob("*") if "__pycache__" not in path.parts]
    return found + [path.name for path in ROOT.iterdir()]


@cache
def swift():
    """{path: text without comments} of all Swift code, the manifest's too."""
    paths = [path for path in files() if path.endswith(".swift")]
    return {path: re.sub(r"(?m)(^|\s)//.*$", "", text_of(path)) for path in paths}


@cache
def all_code():
    """Everything that is not a document, in one text."""
    wanted = (".swift", ".py", ".sql", ".sh", ".c", ".template", ".service", ".timer", ".tmpfiles", ".mustache", ".lua")
    texts = [text_of(path) for path in files() if (ROOT / path).is_file() and (path.endswith(wanted) or path.startswith("script/"))]
    return "\n".join(texts)


@cache
def declared_types():
    """{type: the texts of the files that declare or extend it}; targets count, and what the tests are written in."""
    found = {}
    for text in swift().values():
        for name in set(re.findall(r"\b(?:struct|class|enum|protocol|actor|typealias|extension)\s+([\w.]+)", text)):
            for one in name.split("."):
                found.setdefault(one, []).append(text)
    for path in swift():
        found.setdefault(path.split("/")[1] if "/" in path else path, [])
    for target in re.findall(r'"([A-Z]\w+)"', text_of("Package.swift")):
        found.setdefault(target, [])
    return found


def declares(text, member):
    """Whether a text declares a member: a function, a property, a case, an argument label's owner."""
    return bool(re.search(rf"\b(?:func|var|let|typealias)\s+`?{member}\b|\b(?:let|var)\b[^\n]*[,(]\s*{member}\b\s*[:=,)]"
                          rf"|\bcase\b[^\n:]*\b{member}\b", text))


def declares_function(member, labels):
    """Whether some function of that name takes arguments of these labels."""
    pattern = re.compile(rf"\bfunc\s+{member}\b(?:<[^>]*>)?\(((?:[^()]|\([^()]*\))*)\)")
    return any(all(re.search(rf"(?:^|[(,\s]){label}\b", arguments) for label in labels)
               for text in swift().values() for arguments in pattern.findall(text))


def is_path(word):
    """Whether a word is meant as a path of this repository, and not of a host."""
    return re.fullmatch(r"[\w@.*+/-]+", word) and not word.startswith(("/", "-", ".")) and (
        word.split("/")[0] in FOLDERS and "/" in word
        or re.search(r"\.(?:swift|py|sql|sh|mustache|template|strings|md|css|js|html|c|lua|tsv|gz|csv)$", word))


def exists(path):
    """Whether a path, or the end of one, is in the repository; `*` stands for anything but a slash."""
    pattern = "(?:.*/)?" + re.escape(path.rstrip("/")).replace(r"\*", "[^/]*")
    return any(re.fullmatch(pattern, one) for one in files())


@cache
def definitions():
    """The definitions of the API as one text."""
    return "".join(file.read_text() for file in (ROOT / "proto").rglob("*.proto"))


def wrong(word):
    """Why a word between back-ticks is not true; None if it is, or if it does not look like a declaration."""
    if word in FOREIGN or word in EXAMPLES or (ROOT / word).exists():
        return None
    if re.fullmatch(r"[A-Z][A-Za-z]+", word) and re.search(rf"\b(?:rpc|message|service) {word}\b", definitions()):
        return None
    if is_path(word):
        return None if exists(word) or word.rstrip("/") in EXAMPLES else "no such path"
    if match := re.fullmatch(r"([A-Z]\w+)\.(\w+)(?:\(([\w:]*)\))?", word):
        type_name, member, labels = match.groups()
        if type_name not in declared_types():
            return f"no type {type_name}"
        texts = declared_types()[type_name] or [text for path, text in swift().items() if f"/{type_name}/" in path]
        known = any(declares(text, member) for text in texts) or member in declared_types()
        return None if known and (not labels or declares_function(member, labels.strip(":").split(":"))) else "no such member"
    if re.fullmatch(r"[A-Z]\w*[a-z]\w*", word) and not word.startswith("JADWAL_"):
        return None if word in declared_types() or re.search(rf"^class {word}\b", all_code(), re.MULTILINE) else "no such type"
    if match := re.fullmatch(r"throws\((\w+)\)", word):
        return wrong(match[1])
    if match := re.fullmatch(r"([a-z]\w*)\(([\w:]*)\)", word):
        labels = [one for one in match[2].strip(":").split(":") if one not in ("", "_")]
        known = declares_function(match[1], labels) or re.search(rf"\b{match[1]}\(", text_of("sql/schema.sql"))
        return None if known else "no such function"
    if re.fullmatch(r"[a-z]+[A-Z]\w*|\.[a-z]\w+(?<!build)", word):
        member = word.lstrip(".")
        return None if any(declares(text, member) for text in swift().values()) else "no such declaration"
    if re.fullmatch(r"[a-z]+(?:_[a-z0-9]+)+", word):
        names = [word, word.removeprefix("jadwal_")]
        return None if any(re.search(rf"\b{name}\b", all_code()) for name in names) else "in no code"
    if re.fullmatch(r"JADWAL_[A-Z_]*[A-Z]", word):
        known = run("config", "--markdown") + text_of("script/fuzz") + text_of("Sources/Runtime/Settings/Config.swift")
        return None if re.search(rf"\b{word}\b", known) else "no such setting"
    return None


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_path_exists(name):
    paths = re.findall(rf"(?<![\w/.@{{}}-])((?:{'|'.join(FOLDERS)})/[\w.*+/-]*[\w*])", re.sub(r"https?://\S+", "", text_of(name)))
    missing = [path for path in sorted(set(paths)) if path not in EXAMPLES and not exists(path)
               and not any(path.startswith(example) for example in EXAMPLES)]
    assert missing == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_declaration_between_back_ticks_exists(name):
    assert {word: reason for word in ticked(name) if (reason := wrong(word))} == {}


def heading_anchors(name):
    """The anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", prose(name), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_somewhere(name):
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(name)):
        if re.match(r"https?://", target):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        assert file.exists(), target
        if anchor:
            assert anchor in heading_anchors(str(file.resolve().relative_to(ROOT))), target


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_command_and_route_exists(name):
    commands = set(re.findall(r"^  ([a-z-]+) ", run("--help").partition("SUBCOMMANDS:")[2], re.MULTILINE))
    for word in ticked(name):
        if match := re.match(r"(?:script/)?jadwal ([a-z][a-z-]*)\b", word):
            assert match[1] in commands, word
        if re.fullmatch(r"(?:GET|POST) /\S*", word) and word not in EXAMPLES:
            assert word.replace(" ", "\t") in run("routes"), word


@cache
def run(*arguments):
    return subprocess.run([str(PROGRAM), *arguments], env={}, capture_output=True, text=True, check=True).stdout


def between(name, mark):
    """The part of a document between `<!-- mark -->` and `<!-- /mark -->`."""
    assert f"<!-- {mark} -->" in text_of(name), f"{name} has no part {mark}"
    return text_of(name).partition(f"<!-- {mark} -->\n")[2].partition(f"<!-- /{mark} -->")[0]


def test_the_settings_are_those_that_the_program_prints():
    assert between("docs/settings.md", "settings") == run("config", "--markdown")


def test_there_is_a_table_for_each_area_of_the_bench():
    for area in (ROOT / "script/bench.d").glob("*.sh"):
        assert between("docs/benchmarks.md", area.stem).startswith("```\n"), area.stem


def test_the_readme_fits_on_two_screens_and_leads_to_every_document():
    readme = text_of("README.md")
    assert len(readme.splitlines()) <= 120
    assert WANTED <= {Path(name).stem for name in DOCUMENTS}
    for name in DOCUMENTS[1:]:
        assert f"]({name})" in readme, name


def test_the_architecture_names_every_target():
    named = set(re.findall(r"\*\*(\w+)\*\*|`(\w+)`", between_headings("docs/architecture.md", "Targets", "Requests")))
    named = {one for pair in named for one in pair if one}
    targets = set(re.findall(r'(?:module|library)\("(\w+)"|executableTarget\(\s*name: "(\w+)"', text_of("Package.swift")))
    assert {one for pair in targets for one in pair if one} - named == set()


def between_headings(name, first, last):
    return text_of(name).partition(f"\n## {first}\n")[2].partition(f"\n## {last}\n")[0]


def test_the_number_of_the_next_migration_is_the_next():
    numbers = [int(path.name[:4]) for path in (ROOT / "sql/migrations").glob("*.sql")]
    assert f"next free number in `sql/migrations/`, {max(numbers) + 1:04} today" in text_of("docs/contributing.md")


EXAMPLE = re.compile(r"^```(?:swift|sql)\n(?://|--) (\S+)\n(.*?)^```", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("path, code", EXAMPLE.findall(text_of("docs/style.md")))
def test_the_examples_of_the_style_guide_are_lines_of_their_files(path, code):
    real = {line.strip() for line in text_of(path).splitlines()}
    assert [line for line in code.splitlines() if line.strip() not in real] == []


# What a sentence says of the state of things, which another commit makes untrue without touching it.
STATE = re.compile(r"\b(exists? yet|not the server|the foundations|for now|planned for|will come|so far only)\b")
DATE = re.compile(r"\b\d{1,2} [A-Z][a-z]+ 20\d\d\b")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_said_to_be_missing_has_a_date(name):
    undated = [part for part in re.split(r"\n\n|(?<=[.;]) ", prose(name)) if STATE.search(part) and not DATE.search(part)]
    assert not undated, "\n".join(undated)

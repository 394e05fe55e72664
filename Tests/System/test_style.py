"""docs/style.md's rules of English, as far as a program can see them: words that are not written, and how doc
comments begin."""

import re
from functools import cache

import pytest

from support.server import ROOT

# The words that no doc comment begins with.
QUESTIONS = ("What", "Whether", "Where", "How", "Which", "Who")
FOLDERS = ["Sources", "Tests", "bridge", "script", "nginx", "sql", "templates", "docs"]
ENDINGS = (".swift", ".py", ".sql", ".sh", ".c", ".lua", ".template", ".service", ".timer", ".js", ".css", ".mustache", ".md")
# The list itself; the texts of pages and mails, which have an editor of their own; migrations, and the schema
# that they make; and what others wrote.
LEFT_OUT = (
    "docs/style.md", "templates/strings/", "templates/emails/", "templates/about/", "sql/migrations/", "sql/schema.sql",
    "/Reference/")


@cache
def words():
    """The list of docs/style.md: {words: what to write instead}."""
    block = re.search(r"^```words\n(.*?)^```", (ROOT / "docs/style.md").read_text(), re.DOTALL | re.MULTILINE)[1]
    return dict(line.split(" = ") for line in block.splitlines())


@cache
def files():
    """{path: text} of everything people write here."""
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    paths += [ROOT / "README.md", ROOT / "Package.swift"]
    names = {str(path.relative_to(ROOT)): path for path in paths if "__pycache__" not in path.parts}
    return {name: path.read_text() for name, path in sorted(names.items())
            if (name.endswith(ENDINGS) or name.startswith("script/")) and not any(part in name for part in LEFT_OUT)}


def written(name, text):
    """The comments and strings of a file, each with the number of its line; every line of a document."""
    if name.endswith((".md", ".mustache")):
        return list(enumerate(text.splitlines(), 1))
    found, inside = [], False  # inside: between the quotes of a text of several lines
    for number, line in enumerate(text.splitlines(), 1):
        ends = len(re.findall(r'"""', line)) % 2 == 1
        if inside or ends:
            found.append((number, line))
        else:
            found += [(number, piece) for piece in re.findall(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'', line)]
            if comment := re.search(r"(?:^|\s)(?://+|--|#|/?\*)\s.*", line):
                found.append((number, comment[0]))
        inside ^= ends
    return found


@cache
def sentences():
    """Everything that is written in the files: [(path and line, text in lower case)]."""
    return [(f"{name}:{number}", line.lower()) for name, text in files().items() for number, line in written(name, text)]


@pytest.mark.parametrize("word", sorted(words()))
def test_nobody_writes_words_that_are_hard_to_read(word):
    pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    found = sorted({place for place, text in sentences() if word in text and pattern.search(text)})
    assert not found, f"{len(found)} times “{word}” ({words()[word]}):\n" + "\n".join(found)


def test_no_doc_comment_begins_with_a_question_word():
    found = [f"{name}:{number}" for name, text in files().items() if name.endswith(".swift")
             for number, (before, line) in enumerate(zip(["", *text.splitlines()], text.splitlines()), 1)
             if re.match(rf"\s*/// (?:{'|'.join(QUESTIONS)})\b", line) and not before.lstrip().startswith("///")]
    assert not found, f"{len(found)} of them:\n" + "\n".join(found)


def test_each_folder_of_sources_has_a_first_file_and_at_most_30_files():
    folders = {path.parent for path in (ROOT / "Sources").rglob("*.swift")}
    assert len(folders) > 40
    assert [str(folder) for folder in sorted(folders) if not (folder / f"{folder.name}.swift").is_file()] == []
    assert [str(folder) for folder in sorted(folders) if len(list(folder.glob("*.swift"))) > 30] == []


def test_the_contents_of_a_first_file_name_files_that_exist():
    named = [(path, name) for path in sorted((ROOT / "Sources").rglob("*.swift")) if path.stem == path.parent.name
             for line in path.read_text().splitlines() if line.startswith(("// ", "/// "))
             for name in re.findall(r"(?<![\w/+])[A-Z]\w+\.swift", line)]
    assert len(named) > 100
    assert [f"{path}: {name}" for path, name in named if not (path.parent / name).is_file()] == []


def test_no_line_of_a_template_is_longer_than_200_characters():
    """Long lines are laid out with marks, {{~ … ~}}, which keep the page as it is. Texts and mails are prose."""
    templates = {name: text for name, text in files().items() if name.endswith(".mustache")}
    assert len(templates) > 150
    assert [f"{name}:{number}: {len(line)}" for name, text in templates.items()
            for number, line in enumerate(text.splitlines(), 1) if len(line) > 200] == []


def test_nothing_outside_its_folder_uses_the_bridge():
    """The bridge is under the GPL, and a program of its own: others reach it over HTTP and AMQP."""
    assert (ROOT / "bridge/LICENSE").read_text().split()[:4] == ["GNU", "GENERAL", "PUBLIC", "LICENSE"]
    users = {name for name, text in files().items() if "jadwal_" "bridge" in text and not name.startswith("bridge/")}
    assert users == {"script/bridge"}
    assert [name for name, text in files().items() if name.startswith("bridge/") and "from support" in text] == []

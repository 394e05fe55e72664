"""The definitions in proto/ and the messages in Sources/Wire belong together."""

import hashlib

from support.server import ROOT


def test_the_generated_messages_are_those_of_the_definitions():
    """After a change of a definition, `script/generate-wire` writes the messages and these digests again."""
    listed = dict(reversed(line.split("  ")) for line in (ROOT / "proto/generated.sha256").read_text().splitlines())
    files = [*(ROOT / "proto").rglob("*.proto"), *(ROOT / "Sources/Wire").glob("*.pb.swift")]
    assert len(files) > 10
    assert listed == {
        str(file.relative_to(ROOT)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def test_each_definition_has_its_file():
    definitions = {"_".join(file.relative_to(ROOT / "proto").with_suffix("").parts)
                   for file in (ROOT / "proto").rglob("*.proto")}
    generated = {file.name.removesuffix(".pb.swift") for file in (ROOT / "Sources/Wire").glob("*.pb.swift")}
    assert generated == definitions

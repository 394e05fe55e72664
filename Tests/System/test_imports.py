"""Each target imports what Package.swift declares for it, no more and no less.

The compiler's own check of imports lets pass whatever can be reached through another target.
"""

import json
import re
import subprocess

import pytest

from support.server import ROOT

# What comes with the toolchain.
TOOLCHAIN = {"Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Swift", "Synchronization", "Testing"}
IMPORT = re.compile(
    r"^(?:@\w+ )*(?:public |package |internal |fileprivate |private )?import (?:struct |class |enum |protocol |func |var )?(\w+)",
    re.MULTILINE)


def declared(root):
    """{target: (its folder, the modules that it declares)} of those in Swift, in the package at a folder."""
    manifest = json.loads(subprocess.run(
        ["swift", "package", "--package-path", str(root), "dump-package"], capture_output=True, check=True).stdout)
    found = {}
    for target in manifest["targets"]:
        if target["type"] == "system":
            continue
        folder = root / (target.get("path") or f"{'Tests' if target['type'] == 'test' else 'Sources'}/{target['name']}")
        assert folder.is_dir(), folder
        found[target["name"]] = folder, {next(iter(dependency.values()))[0] for dependency in target["dependencies"]}
    return found


@pytest.fixture(scope="module")
def targets():
    return declared(ROOT)


def imports(folder):
    """{module: a file that imports it}."""
    return {name: file.relative_to(ROOT) for file in sorted(folder.rglob("*.swift"))
            for name in IMPORT.findall(file.read_text())}


def test_every_import_is_declared(targets):
    wrong = [f"{file} imports {module}" for name, (folder, declared) in targets.items()
             for module, file in imports(folder).items() if module not in declared | TOOLCHAIN]
    assert not wrong, "\n".join(wrong)


def test_every_declared_module_is_imported(targets):
    wrong = [f"{name} declares {module}" for name, (folder, declared) in targets.items()
             for module in sorted(declared - imports(folder).keys())]
    assert not wrong, "\n".join(wrong)


def test_the_package_of_pure_targets_declares_what_the_product_does(targets):
    pure = declared(ROOT / "Engine")
    assert len(pure) > 15
    for name, (folder, modules) in pure.items():
        assert (folder.resolve(), modules) == targets[name], name

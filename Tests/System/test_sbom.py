"""script/sbom: what a release holds, in a form that other programs check for known faults."""

import json
import re
import subprocess

import pytest

from support.server import ROOT


def sbom(*arguments):
    return subprocess.run(
        [str(ROOT / "script/sbom"), *arguments], capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module")
def printed():
    done = sbom("--program", str(ROOT / ".build-debug/debug/jadwal"))
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def components(printed):
    return {one["name"]: one for one in json.loads(printed)["components"]}


def test_it_is_cyclonedx_and_every_component_has_a_version_and_an_address(printed):
    bill = json.loads(printed)
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.5", 1)
    references = [one["bom-ref"] for one in bill["components"]]
    assert len(references) == len(set(references)) > 20
    assert references == sorted(references)
    assert bill["dependencies"] == [{"ref": "jadwal", "dependsOn": references}]
    for one in bill["components"]:
        assert one["type"] in ("library", "application")
        assert one["version"]
        assert re.fullmatch(r"pkg:(swift|deb|generic)/\S+@\S+", one["purl"])


@pytest.mark.parametrize("name", ["swift-log", "swift-argument-parser"])
def test_the_swift_packages_are_those_of_the_build(components, name):
    pins = {pin["identity"]: pin for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]}
    assert components[name]["version"] == pins[name]["state"]["version"]
    assert components[name]["licenses"] == [{"license": {"id": "Apache-2.0"}}]
    assert components[name]["externalReferences"][0]["url"] == pins[name]["location"]


@pytest.mark.parametrize("name", [
    "libpq5", "libfcgi0ldbl", "libcurl4", "libssl3", "libidn2-0", "libarchive13", "libmaxminddb0", "libqrencode4",
    "libexpat1", "nginx", "tzdata", "ca-certificates",
])
def test_the_debian_packages_are_those_installed(components, name):
    shown = subprocess.run(
        ["dpkg-query", "--show", "--showformat", "${Version}", name], capture_output=True, text=True, check=True)
    assert components[name]["version"] == shown.stdout
    assert {one["name"] for one in components[name]["properties"]} == {"jadwal:debianSource", "jadwal:debianSourceVersion"}


def test_the_database_server_is_named_with_its_release(components):
    assert any(re.fullmatch(r"postgresql-\d+", name) for name in components)


def test_the_runtime_of_the_language_is_in_it(components):
    assert components["swift-runtime"]["version"] in subprocess.run(
        ["swift", "--version"], capture_output=True, text=True, check=True).stdout


def test_the_same_build_prints_the_same_bytes(printed):
    assert sbom("--program", str(ROOT / ".build-debug/debug/jadwal")).stdout == printed


def test_what_is_no_program_is_refused_with_a_word():
    done = sbom("--program", "/nowhere/jadwal")
    assert done.returncode == 1 and "there is no build" in done.stderr

"""script/bench, without measuring: its help and its refusals."""

import subprocess

from support.server import ROOT


def bench(*arguments):
    return subprocess.run([str(ROOT / "script/bench"), *arguments], capture_output=True, text=True, timeout=20)


def test_help_names_every_area():
    done = bench("--help")
    assert done.returncode == 0
    for area in (ROOT / "script/bench.d").glob("*.sh"):
        assert f"\n  {area.stem} " in done.stdout


def test_an_unknown_area_is_refused_with_what_to_run():
    for arguments in (["nonsense"], ["--write", "nonsense"], ["../bench"]):
        done = bench(*arguments)
        assert done.returncode == 2
        assert "There is nothing to measure called" in done.stderr and "script/bench --help" in done.stderr

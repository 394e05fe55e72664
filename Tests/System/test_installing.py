"""docs/operating.md's *Install* and *Certificate and nginx*: their commands, run as they are."""

import os
import re

import pytest

from support.installing import Host, blocks
from support.server import ROOT

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root makes accounts and gives files away")

UNITS = ["jadwal-serve@1", "jadwal-serve@2", "jadwal-work", "jadwal-nginx", "jadwal-backup.timer"]


def block_with(word):
    found, = [block for block in blocks("docs/operating.md") if word in block]
    return found


def test_the_commands_leave_a_host_on_which_every_unit_starts(tmp_path):
    host = Host(tmp_path)
    host.make_certificate()
    host.run(block_with("groupadd"))
    for name in ("settings", "mail"):
        lines = re.search(rf"^`/etc/jadwal/{name}`.*?```\n(.*?)```", (ROOT / "docs/operating.md").read_text(), re.DOTALL | re.MULTILINE)[1]
        with host.path(f"/etc/jadwal/{name}").open("a") as file:
            file.write(lines)
    host.run(block_with("script/nginx-conf HOST"))
    assert host.started() == UNITS

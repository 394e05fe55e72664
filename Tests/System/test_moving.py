"""docs/moving-to-0009.md: its commands, run as they are; step 8 only looks at the result."""

import contextlib
import os
import re
import subprocess

import pytest

from support.backup import SHIMS, environment
from support.browser import Browser
from support.installing import Host, blocks
from support.server import ROOT

PAGE = (ROOT / "docs/moving-to-0009.md").read_text()
OWNERS = "SELECT DISTINCT relowner::regrole FROM pg_class WHERE relnamespace = 'public'::regnamespace"


def commands(step):
    """The block of commands of a step, by its number."""
    return re.search(rf"^\*\*{step}\. .*?```sh\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)[1]


def test_settings_are_parted_and_lose_no_line(tmp_path):
    lines = {
        "settings": ["# ours", "JADWAL_ORIGIN=https://jadwal.example", "JADWAL_MAIL_FROM=a@jadwal.example", "JADWAL_MAIL_TRANSPORT=smtp"],
        "mail": ["JADWAL_SMTP_HOST=smtp.jadwal.example", "  JADWAL_SMTP_PASSWORD=a=b c", "JADWAL_RESEND_KEY=re_1"],
    }
    settings = tmp_path / "settings"
    settings.write_text("\n".join(lines["settings"][:2] + lines["mail"] + lines["settings"][2:]) + "\n")
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    subprocess.run(["bash", "-euc", commands(4).replace("/etc/jadwal", str(tmp_path))], check=True)
    for name, mode in (("settings", 0o640), ("mail", 0o600)):
        assert (tmp_path / name).read_text().splitlines() == lines[name]
        assert (tmp_path / name).stat().st_mode & 0o777 == mode
    assert (tmp_path / "mail").stat().st_gid == 0


def move_roles(server, folder):
    """Runs step 3 on a server's database."""
    shim = folder / "runuser"
    shim.write_text(SHIMS["runuser"])
    shim.chmod(0o755)
    return subprocess.run(
        ["bash", "-euc", commands(3).replace("/opt/jadwal", str(ROOT))], capture_output=True, text=True, timeout=60,
        env=environment(server) | {"PATH": f"{folder}:{os.environ['PATH']}"})


@contextlib.contextmanager
def reading(server, table):
    """A transaction that reads a table and stays open, as a backup does."""
    reader = subprocess.Popen(
        ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "jadwal"], env=environment(server),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with reader:
        reader.stdin.write(f"BEGIN; LOCK TABLE {table} IN ACCESS SHARE MODE; SELECT 'locked';\n")
        reader.stdin.flush()
        assert reader.stdout.readline() == "locked\n"
        yield
        reader.stdin.close()


def test_a_database_of_one_role_is_moved_by_the_command(new_server, tmp_path):
    server = new_server().start()
    with Browser(server) as browser:
        browser.sign_in()
        server.sql("REASSIGN OWNED BY jadwal_owner TO jadwal; DROP OWNED BY jadwal_owner; DROP ROLE jadwal_owner", role="postgres")
        with reading(server, "customer"):
            refused = move_roles(server, tmp_path)
            assert refused.returncode != 0 and "canceling statement due to lock timeout" in refused.stderr
            assert server.sql(OWNERS) == [["jadwal"]], "nothing was changed"
        moved = move_roles(server, tmp_path)
        assert moved.returncode == 0, moved.stderr
        assert server.sql(OWNERS) == [["jadwal_owner"]]
        assert browser.is_signed_in(), "the processes went on"
    with Browser(server) as another:
        another.sign_in()
    with pytest.raises(subprocess.CalledProcessError):
        server.sql("CREATE TABLE mine ()")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes accounts and gives files away")
def test_an_installation_of_one_group_ends_with_every_unit_started(tmp_path):
    host = Host(tmp_path)
    host.make_certificate()
    # The host of before: the account, nginx's in its group, one file of settings, nginx's files beside its configuration.
    host.run("useradd --system --user-group --no-create-home jadwal && mkdir -p /etc/jadwal/nginx/cache-feeds /run/jadwal /opt/jadwal/sql\n"
             "cp sql/roles.sql /opt/jadwal/sql/ && sed -i '/^jadwal:/s/$/www-data/' \"$HOST/etc/group\"\n"
             "swift build && install -D .build/release/jadwal /opt/jadwal/bin/jadwal")
    host.path("/etc/jadwal/settings").write_text("JADWAL_ORIGIN=https://jadwal.example\nJADWAL_SMTP_HOST=smtp.jadwal.example\n")
    for step in (2, 3, 4, 5):
        host.run(commands(step))
    nginx_conf, = re.findall(r"^script/nginx-conf (?:.*\\\n)*.*\n", "".join(blocks("docs/operating.md")), re.MULTILINE)
    host.run(nginx_conf)
    host.run(commands(6))
    sockets = host.path("/run/jadwal").stat()
    assert (sockets.st_gid, sockets.st_mode & 0o7777) == (0, 0o755), "the running nginx still opens the sockets"
    host.run(commands(7))
    assert host.started() == ["jadwal-migrate", "jadwal-serve@1", "jadwal-serve@2", "jadwal-work", "jadwal-nginx"]
    groups = {line.split(":")[0]: line.split(":")[2:] for line in host.path("/etc/group").read_text().splitlines()}
    assert groups["jadwal"][1] == "", "www-data is in the group no more"
    sockets = host.path("/run/jadwal").stat()
    assert (str(sockets.st_gid), sockets.st_mode & 0o7777) == (groups["jadwal-web"][0], 0o2750)
    assert not host.path("/etc/jadwal/nginx/cache-feeds").exists()

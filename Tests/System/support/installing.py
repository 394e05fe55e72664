"""Installing and moving as docs/operating.md and docs/moving-to-0009.md say it, in a folder that stands for the host.

The commands are taken from there as they are; only their absolute paths go below the folder. Groups,
accounts and folders are made by the real programs. `systemctl` checks what systemd would need for a start,
and tests nginx's configuration as the unit does, with the unit's capabilities.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from support.server import ROOT, free_port

FOLDERS = ["/etc/jadwal", "/etc/letsencrypt", "/etc/logrotate.d", "/etc/systemd", "/etc/tmpfiles.d", "/opt/jadwal",
           "/run/jadwal", "/var/backups/jadwal", "/var/cache/jadwal", "/var/lib/jadwal", "/var/log/jadwal"]

# Runs a function of this file, as a program.
PLAY = f'env PYTHONPATH={Path(__file__).resolve().parents[1]} {sys.executable} {Path(__file__).resolve()} "$HOST"'

# In the way of the programs of these names. Accounts exist below the folder only, so `runuser` stays root.
SHIMS = {
    "groupadd": 'exec /usr/sbin/groupadd --prefix "$HOST" "$@"',
    "useradd": 'exec /usr/sbin/useradd --prefix "$HOST" "$@"',
    "gpasswd": '[ "$1" = --delete ] && exec sed -i "/^$3:/s/$2//" "$HOST/etc/group"',
    "install": f'exec {PLAY} numbers /usr/bin/install "$@"',
    "chown": f'exec {PLAY} numbers /usr/bin/chown "$@"',
    "systemd-tmpfiles": 'exec /usr/bin/systemd-tmpfiles --root="$HOST" "$@"',
    "runuser": '[ "$1" = -u ] && [ "$3" = -- ] || exit 64\nshift 3\nexec "$@"',
    "swift": 'mkdir -p .build/release && printf "#!/bin/sh\\ncat >/dev/null\\n" >.build/release/jadwal && chmod 0755 .build/release/jadwal',
    "psql": 'cat >/dev/null',
    "createuser": 'exit 0',
    "createdb": 'exit 0',
    # The group of the production host is not this machine's; every Debian has `mail`.
    "nginx": '[ "$1" = -t ] || exec /usr/sbin/nginx "$@"\n'
             'eval "last=\\${$#}"\n'
             'grep -q "^jadwal-web:" "$HOST/etc/group" || { echo "no group jadwal-web" >&2; exit 1; }\n'
             '[ "$last" = "user www-data jadwal-web;" ] || exit 64\n'
             'exec setpriv --no-new-privs --bounding-set "$CAPABILITIES" /usr/sbin/nginx -t -q -e stderr -c "$HOST/etc/jadwal/nginx/jadwal.conf" '
             '-g "user www-data mail;"',
    "systemctl": f'exec {PLAY} systemctl "$@"',
}


class Host:
    """A folder that stands for a Debian host, and a checkout of Jadwal beside it."""

    def __init__(self, folder):
        self.root, self.checkout, self.shims = folder / "host", folder / "checkout", folder / "shims"
        folder.chmod(0o755)
        for path in ("etc/logrotate.d", "etc/systemd/system", "etc/tmpfiles.d", "opt", "run", "var/backups", "var/cache", "var/lib", "var/log"):
            (self.root / path).mkdir(parents=True)
        for name in ("passwd", "group"):
            lines = Path("/etc", name).read_text().splitlines(keepends=True)
            (self.root / "etc" / name).write_text("".join(line for line in lines if not line.startswith("jadwal")))
        for name in ("shadow", "gshadow"):
            (self.root / "etc" / name).touch(0o640)
        for name in ("nginx", "proto", "script", "sql", "templates"):
            shutil.copytree(ROOT / name, self.checkout / name)
        self.shims.mkdir()
        for name, text in SHIMS.items():
            (self.shims / name).write_text(f"#!/bin/sh\n{text}\n")
            (self.shims / name).chmod(0o755)

    def path(self, name):
        return self.root / name.lstrip("/")

    def make_certificate(self):
        """Puts a certificate where docs/operating.md's words for nginx look for it."""
        live = self.path("/etc/letsencrypt/live/jadwal.example")
        live.mkdir(parents=True)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-subj", "/CN=jadwal.example",
             "-keyout", live / "privkey.pem", "-out", live / "fullchain.pem"], check=True, capture_output=True)

    def run(self, commands):
        """Runs a block of commands as root would paste it; the first that fails ends it."""
        text = re.sub("|".join(rf"(?<![\w/.])(?<!prefix=){re.escape(one)}" for one in FOLDERS), lambda found: f"{self.root}{found[0]}", commands)
        text = text.replace("PORT=443 HTTP_PORT=80", f"PORT={free_port()} HTTP_PORT={free_port()}")
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", text], cwd=self.checkout, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
            env={"PATH": f"{self.shims}:{os.environ['PATH']}:/usr/sbin:/sbin", "HOST": str(self.root), "CAPABILITIES": capabilities()})
        assert done.returncode == 0, f"{commands}\n{done.stdout}{done.stderr}"

    def started(self):
        """The units that were started, in their order."""
        return (self.root / "started").read_text().split()


def capabilities():
    """The bounding set of nginx's unit, as setpriv writes it."""
    unit = (ROOT / "nginx/systemd/jadwal-nginx.service").read_text()
    names = re.search(r"^CapabilityBoundingSet=(.*)$", unit, re.MULTILINE)[1].split()
    return ",".join(["-all", *("+" + name.removeprefix("CAP_").lower() for name in names)])


def blocks(page):
    """The blocks of commands of a page."""
    return re.findall(r"```sh\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)


def numbers(host, program, *words):
    """Runs a program that gives files away, with the numbers of accounts and groups that only the folder knows."""
    users, groups = ({line.split(":")[0]: line.split(":")[2] for line in (host / "etc" / name).read_text().splitlines()}
                     for name in ("passwd", "group"))
    words = list(words)
    for place, word in enumerate(words):
        if word in ("-o", "-g"):
            words[place + 1] = (users if word == "-o" else groups)[words[place + 1]]
        elif program.endswith("/chown") and place == 0:
            user, group = word.split(":")
            words[0] = f"{users[user]}:{groups[group]}"
    os.execv(program, [program, *words])


def systemctl(host, verb, *words):
    """Plays systemctl: a unit starts if what its file names is there."""
    units = [word for word in words if not word.startswith("-")]
    if verb == "daemon-reload" or (verb == "disable" and units == ["nginx"]):
        return
    assert verb in ("restart", "enable"), verb
    for unit in units:
        start(host, unit)


def start(host, unit):
    name = unit if "." in unit else f"{unit}.service"
    text = (host / "etc/systemd/system" / re.sub("@[^.]+", "@", name)).read_text()
    lines = [line.split("=", 1) for line in re.sub(r"\\\n\s*", "", text).splitlines() if "=" in line and not line.startswith("#")]

    def values(key):
        return [value for name, value in lines if name == key]

    def need(path):
        assert (host / path.lstrip("/")).exists(), f"{unit} needs {path}"

    for account in values("User"):
        assert f"\n{account}:" in (host / "etc/passwd").read_text(), f"{unit} needs the account {account}"
    for group in values("Group") + values("SupplementaryGroups"):
        assert f"\n{group}:" in (host / "etc/group").read_text(), f"{unit} needs the group {group}"
    for key, folder in (("RuntimeDirectory", "run"), ("LogsDirectory", "var/log"), ("StateDirectory", "var/lib")):
        for value in values(key):
            (host / folder / value).mkdir(exist_ok=True)
    for path in " ".join(values("ReadWritePaths") + values("WorkingDirectory")).split():
        need(path)
    for value in values("LoadCredential"):
        need(value.split(":", 1)[1])
    for value in values("ExecStart"):
        if value.startswith("/opt"):
            need(value.split()[0])
    for value in values("Environment"):
        if value.startswith("JADWAL_SETTINGS_FILE="):
            need(value.split("=", 1)[1].split(":")[0])
    for value in values("ExecStartPre"):
        subprocess.run(["sh", "-euc", value.removeprefix("/usr/sbin/")], check=True)
    with (host / "started").open("a") as file:
        file.write(f"{unit}\n")


if __name__ == "__main__":
    {"numbers": numbers, "systemctl": systemctl}[sys.argv[2]](Path(sys.argv[1]), *sys.argv[3:])

"""vdirsyncer between a folder and a calendar: a second device that keeps everything as files."""

import json
import re
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("vdirsyncer")
MOVE = re.compile(r"\b(?:Copying|Deleting|Replacing)\b")


class Replica:
    """A folder with a file for each object, and vdirsyncer's memory of what it has seen."""

    def __init__(self, folder, account, calendar):
        self.folder, self.items, self.config = folder, folder / "items", folder / "config"
        self.items.mkdir(parents=True)
        remote = {
            "type": "caldav", "url": account.server.origin + calendar, "username": account.email, "password": account.password,
            "verify": str(account.server.certificate), "item_types": ["VEVENT", "VTODO", "VJOURNAL"],
        }
        local = {"type": "filesystem", "path": str(self.items), "fileext": ".ics"}
        sections = {"general": {"status_path": f"{folder}/status/"}, "pair one": {"a": "local", "b": "remote", "collections": None},
                    "storage local": local, "storage remote": remote}
        self.config.write_text("\n".join(
            f"[{name}]\n" + "\n".join(f"{key} = {json.dumps(value)}" for key, value in values.items()) for name, values in sections.items()))
        self.run("discover")

    def start(self, *words):
        return subprocess.Popen([PROGRAM, "-c", self.config, *words], text=True, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def run(self, *words):
        process = self.start(*words)
        output, _ = process.communicate(timeout=120)
        assert process.returncode == 0, "\n".join(line for line in output.splitlines() if not MOVE.search(line))[:4000]
        return output

    def sync(self):
        """Synchronizes both ways and returns how many objects it copied, replaced or deleted."""
        return len(MOVE.findall(self.run("sync")))

    def files(self):
        return sorted(self.items.iterdir())

    def contents(self):
        """What the files hold, whatever their names."""
        return sorted(path.read_bytes() for path in self.files())

    def write(self, name, data):
        (self.items / f"{name}.ics").write_bytes(data)

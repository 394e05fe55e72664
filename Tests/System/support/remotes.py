"""Other CalDAV servers on this machine, each in a folder of its own: what a person's account elsewhere may be."""

import subprocess
import sys
from pathlib import Path

import httpx

from support.server import free_port, wait_until

USER, PASSWORD = "sara@example.org", "pass-word-of-nobody"


class Remote:
    """A server that runs, with a collection of calendars at `home`."""

    def __init__(self, folder, home):
        self.folder, self.home, self.port = Path(folder), home, free_port()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.process = None
        self.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(self.command(), stdout=log, stderr=log)
        wait_until(self.listens, 30, f"{type(self).__name__} starts")

    def listens(self):
        try:
            return httpx.get(self.url, timeout=2).status_code > 0
        except httpx.HTTPError:
            return False

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def send(self, method, path, body=b"", **headers):
        answer = httpx.request(
            method, self.url + path, content=body, headers=headers, auth=(USER, PASSWORD), timeout=20)
        assert answer.status_code < 300, (method, path, answer.status_code, answer.text[:300])
        return answer

    def make(self, title):
        """Makes a calendar. Returns its path, whose last part is its title: Xandikos keeps no other one."""
        path = f"{self.home}{title}/"
        self.send("MKCALENDAR", path, (
            '<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:a="http://apple.com/ns/ical/">'
            f"<d:set><d:prop><d:displayname>{title}</d:displayname><a:calendar-color>#1D9BF6</a:calendar-color>"
            '<c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>'
            "</d:prop></d:set></c:mkcalendar>").encode())
        return path

    def put(self, path, name, text):
        self.send("PUT", f"{path}{name}.ics", text.encode(), **{"Content-Type": "text/calendar; charset=utf-8"})

    def delete(self, path, name=""):
        self.send("DELETE", f"{path}{name}.ics" if name else path)


class Radicale(Remote):
    def __init__(self, folder):
        super().__init__(folder, f"/{USER}/")

    def command(self):
        (self.folder / "users").write_text(f"{USER}:{PASSWORD}\n")
        (self.folder / "config").write_text(
            f"[server]\nhosts = 127.0.0.1:{self.port}\n[auth]\ntype = htpasswd\ndelay = 0\n"
            f"htpasswd_filename = {self.folder}/users\nhtpasswd_encryption = plain\n"
            f"[storage]\nfilesystem_folder = {self.folder}/data\n")
        return [sys.executable, "-m", "radicale", "--config", str(self.folder / "config")]


class Xandikos(Remote):
    """Checks no password over plain HTTP."""

    def __init__(self, folder):
        super().__init__(folder, "/user/calendars/")

    def command(self):
        return [
            str(Path(sys.executable).with_name("xandikos")), "serve", "--directory", str(self.folder / "data"),
            "--state-dir", str(self.folder / "run"), "--current-user-principal", "/user/", "--defaults",
            "--listen-address", "127.0.0.1", "--port", str(self.port), "--no-detect-systemd"]

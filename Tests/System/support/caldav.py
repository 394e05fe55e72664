"""Customers with a device password, and requests as their devices send them, each word of them given by the test."""

import base64
import http.client
import itertools
import re
import subprocess
from dataclasses import dataclass, field
from urllib.parse import quote, unquote
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from support.server import ROOT

SPACES = {
    "d": "DAV:", "c": "urn:ietf:params:xml:ns:caldav", "cs": "http://calendarserver.org/ns/", "a": "http://apple.com/ns/ical/",
    "me": "http://me.com/_namespace/",
}
DECLARATIONS = " ".join(f'xmlns:{prefix}="{space}"' for prefix, space in SPACES.items())
NUMBERS = itertools.count(1)


def clark(name):
    """`d:getetag` as ElementTree writes it: `{DAV:}getetag`."""
    prefix, _, local = name.partition(":")
    return f"{{{SPACES[prefix]}}}{local}"


@dataclass(frozen=True)
class Account:
    """A customer with one device password; `home` is the folder of their calendars."""

    server: object
    email: str
    password: str
    id: str

    principal = property(lambda self: f"/dav/principals/{self.id}/")
    home = property(lambda self: f"/dav/calendars/{self.id}/")
    url = property(lambda self: self.server.origin + self.home)


def add_customer(server, email=None, password="right horse battery staple", language="en"):
    """Makes an account as an operator does, on the command line."""
    email = email or f"device-{next(NUMBERS)}@example.com"
    done = subprocess.run(
        [ROOT / "script/jadwal", "--data", server.data, "customers", "add", email, "--device-password", f"Test={password}",
         "--language", language],
        capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stdout + done.stderr
    return Account(server, email, password, re.search(r"^id: (\S+)$", done.stdout, re.MULTILINE)[1])


@dataclass
class Member:
    """One response of a multistatus: its status if it has one, properties that were found, names of the others."""

    status: int | None
    found: dict
    missing: set

    def text(self, name):
        return "".join(self.found[clark(name)].itertext())

    def hrefs(self, name):
        return [one.text.strip() for one in self.found[clark(name)].iter(clark("d:href"))]

    def names(self, name):
        """The names of the elements inside a property, at any depth."""
        return {one.tag for one in self.found[clark(name)].iter()} - {clark(name)}


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes
    members: dict = field(default_factory=dict)
    token: str | None = None

    etag = property(lambda self: self.headers["ETag"])
    text = property(lambda self: self.body.decode())

    @property
    def only(self):
        assert len(self.members) == 1, self.text
        return next(iter(self.members.values()))

    def preconditions(self):
        """The names inside a DAV:error."""
        root = ElementTree.fromstring(self.body)
        assert root.tag == clark("d:error"), self.text
        return {one.tag for one in root}


def status_of(element):
    line = element.find(clark("d:status"))
    return None if line is None else int(line.text.split()[1])


def read_multistatus(answer):
    """Fills in the members, by their addresses as they are written, and the token."""
    root = ElementTree.fromstring(answer.body)
    assert root.tag == clark("d:multistatus"), answer.text
    for response in root.iter(clark("d:response")):
        found, missing = {}, set()
        for part in response.iter(clark("d:propstat")):
            for element in part.find(clark("d:prop")):
                if status_of(part) == 200:
                    found[element.tag] = element
                else:
                    missing.add(element.tag)
        href = response.find(clark("d:href")).text.strip()
        assert href not in answer.members, f"{href} comes twice"
        answer.members[href] = Member(status_of(response), found, missing)
    token = root.find(clark("d:sync-token"))
    answer.token = None if token is None else token.text
    return answer


class Device:
    """One connection over TLS, with the headers that a program sends with every request."""

    def __init__(self, account, headers=None, login=None, password=None):
        self.account, self.headers = account, headers or {}
        self.sign_in(login or account.email, password or account.password)
        self.connection = http.client.HTTPSConnection(
            "localhost", account.server.port, timeout=60, context=account.server.tls_context())

    def sign_in(self, login, password):
        self.credentials = "Basic " + base64.b64encode(f"{login}:{password}".encode()).decode()

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, method, path, body=b"", signed_in=True, **headers):
        """One request; `Depth=1` is a header, `If_Match=…` another. A header of None is left out."""
        sent = dict(self.headers)
        if signed_in:
            sent["Authorization"] = self.credentials
        if body:
            sent["Content-Type"] = "text/xml; charset=utf-8"
        sent |= {name.replace("_", "-"): str(value) for name, value in headers.items() if value is not None}
        self.connection.request(method, path, body=body.encode() if isinstance(body, str) else body, headers=sent)
        got = self.connection.getresponse()
        answer = Answer(got.status, got.headers, got.read())
        assert answer.status < 500 or answer.status == 507, (method, path, answer.status, answer.body)
        # nginx makes a strong ETag weak if it compresses, which breaks If-Match.
        assert "Content-Encoding" not in answer.headers, (method, path)
        return read_multistatus(answer) if answer.status == 207 else answer

    def propfind(self, path, *names, depth=0, **headers):
        answer = self.send("PROPFIND", path, propfind_body(*names), Depth=depth, **headers)
        assert answer.status == 207, (path, answer.status, answer.body)
        return answer

    def report(self, path, body, depth=1, **headers):
        answer = self.send("REPORT", path, body, Depth=depth, **headers)
        assert answer.status == 207, (path, answer.status, answer.body)
        return answer

    def sync(self, calendar, token=None):
        return self.report(calendar, sync_body(token))

    def multiget(self, calendar, *hrefs):
        return self.report(calendar, multiget_body(*hrefs))

    def put(self, path, text, **headers):
        return self.send("PUT", path, text, Content_Type=headers.pop("Content_Type", "text/calendar; charset=utf-8"), **headers)

    def make_calendar(self, name, *components, display_name=None):
        """MKCALENDAR below the home, for these components; returns its address."""
        path = self.account.home + name + "/"
        kinds = "".join(f'<c:comp name="{one}"/>' for one in components or ("VEVENT", "VTODO", "VJOURNAL"))
        answer = self.send("MKCALENDAR", path, f"""<?xml version="1.0" encoding="utf-8"?>
            <c:mkcalendar {DECLARATIONS}><d:set><d:prop><d:displayname>{escape(display_name or name)}</d:displayname>
            <c:supported-calendar-component-set>{kinds}</c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>""")
        assert answer.status == 201, (answer.status, answer.body)
        return path


def propfind_body(*names):
    asked = "".join(f"<{name}/>" for name in names)
    return f'<?xml version="1.0" encoding="UTF-8"?><d:propfind {DECLARATIONS}><d:prop>{asked}</d:prop></d:propfind>'


def proppatch_body(inside):
    return f'<?xml version="1.0" encoding="UTF-8"?><d:propertyupdate {DECLARATIONS}><d:set><d:prop>{inside}</d:prop></d:set></d:propertyupdate>'


def sync_body(token=None):
    written = f"<d:sync-token>{escape(token)}</d:sync-token>" if token else "<d:sync-token/>"
    return (f'<?xml version="1.0" encoding="UTF-8"?><d:sync-collection {DECLARATIONS}>{written}<d:sync-level>1</d:sync-level>'
            "<d:prop><d:getcontenttype/><d:getetag/></d:prop></d:sync-collection>")


def multiget_body(*hrefs):
    listed = "".join(f"<d:href>{escape(href)}</d:href>" for href in hrefs)
    return (f'<?xml version="1.0" encoding="UTF-8"?><c:calendar-multiget {DECLARATIONS}><d:prop><d:getetag/><c:calendar-data/>'
            f"</d:prop>{listed}</c:calendar-multiget>")


def segment(name):
    """A name as one segment of a path."""
    return quote(name, safe="")


def plain(href):
    """An address without its percent-encoding, to compare two spellings."""
    return unquote(href)

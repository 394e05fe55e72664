"""Random requests for every route: values, forms, headers and bodies that nobody would send on purpose."""

import collections
import html
import re
import socket
import ssl
import urllib.parse
from dataclasses import dataclass, field
from html.parser import HTMLParser

from . import raw

# Texts that must never appear in a page unescaped. The letter after each sign tells it from the page's own signs.
MARKER = "zqz<xb>zqz\"xzqz'x"
UNESCAPED = re.compile(rb"zqz[<\"']x")

VALUES = [
    "", " ", "0", "-1", "1", "7", "1e309", "NaN", "99999999999999999999", "0.1", "90", "-180.5", "2026-02-30", "24:61", "on", "yes",
    "true", "null", "undefined", "en", "ar", "xx", "hanafi", "fajr:2", "Asia/Riyadh", "Europe/Nowhere", "../../etc/passwd", "..", ".",
    "a b", "a+b", "%", "%zz", "{{csrf}}", "{{{x}}}", "' OR 1=1 --", "\r\nX-Injected: 1", "\n", "\t", "\x00", "\x7f", "\u0085", "\u2028",
    "//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "/settings", "/prayer",
    "\u202eevil\u2066", "\ufeff", "\U0001f54c\U0001f9d1\u200d\U0001f680", "e\u0301" * 40, "\u0627\u0644\u0631\u064a\u0627\u0636", "٢٠٢٦", "İ", "ß",
    MARKER, MARKER, MARKER, "A" * 255, "B" * 2_300, "\u0639" * 5_000, "C" * 20_000,
]
# Octets that are no text, and escapes of escapes; put into addresses and forms as they are.
OCTETS = [b"%00", b"%2F", b"%2f..%2f", b"%252e", b"%c0%af", b"%e0%80%af", b"%f0%80%80%af", b"%ed%a0%80", b"%ff", b"%fe%ff", b"%u0041", b"%",
          b"\xff", b"\xc0\xaf", b"+", b"&", b"=", b";", b"?", b"%0d%0a", b"%E2%80%AE"]
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "REPORT", "MKCALENDAR", "get", "FOO", "M" * 40]
HEADERS = {
    "Accept-Language": ["ar", "en", "ar;q=0.5, en;q=0.5", "*", "xx-YY", "en;q=2", ",,,", "a" * 3_000, "ar-\u202e", MARKER],
    "Accept-Encoding": ["gzip", "br, gzip;q=0", "identity;q=0, *;q=0", "deflate", "zstd", "", "gzip;q=x"],
    "If-None-Match": ["*", '"x"', 'W/"x", "y"', '"' + "e" * 2_000 + '"', "x", ",", '"\\"'],
    "If-Modified-Since": ["Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "yesterday", ""],
    "Range": ["bytes=0-0", "bytes=-1", "bytes=5-2", "bytes=0-18446744073709551616", "lines=1", "bytes=0-1,2-3,4-5"],
    "Sec-Fetch-Site": ["same-origin", "cross-site", "none", "same-site", "", "x"],
    "Origin": ["https://evil.example", "null", "", "https://localhost"],
    "Referer": ["https://evil.example/", MARKER], "User-Agent": ["", MARKER, "iPhone", "CalendarAgent", "Mozilla/5.0 (X11; Linux)", "u" * 3_000],
    "X-Forwarded-For": ["127.0.0.1", "203.0.113.7, x", "::1"], "Expect": ["100-continue"], "Accept": ["text/calendar", "*/*", "x"],
    "Cookie": ["__Host-session=" + "A" * 43, "__Host-session=x", "__Host-browser=;", "lang=ar; lang=en", "=;=;", "a=" + "b" * 3_000, MARKER],
    "Content-Encoding": ["gzip"], "Proxy": ["http://evil.example"], "X-Accel-Redirect": ["/etc/passwd"], "Host-X": ["evil.example"],
}
TYPES = ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-16", "application/json", "text/plain",
         "multipart/form-data; boundary=b", "multipart/form-data", "", "x", "APPLICATION/X-WWW-FORM-URLENCODED"]


class Forms(HTMLParser):
    """The forms of a page, with every field that a browser would send."""

    def __init__(self, page):
        super().__init__()
        self.forms, self._form = [], None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        a = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._form = {"action": a.get("action", ""), "method": a.get("method", "get").upper(), "fields": {}}
            self.forms.append(self._form)
        elif self._form is not None and a.get("name") and tag in ("input", "select", "textarea", "button"):
            self._form["fields"].setdefault(a["name"], []).append(a.get("value", ""))
        elif tag == "option" and self._form is not None and self._form["fields"]:
            self._form["fields"][list(self._form["fields"])[-1]].append(a.get("value", ""))

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None


def shape(pattern):
    """A route's pattern as an expression: `{name}` is a segment, `{name...}` all that follows."""
    parts = re.split(r"(\{[^}]*\})", pattern)
    return re.compile("".join(
        (".*" if part.endswith("...}") else "[^/]+") if part.startswith("{") else re.escape(part) for part in parts))


@dataclass
class Person:
    """A browser: its cookies, and the form token that goes with them."""

    cookies: dict = field(default_factory=dict)
    csrf: str = ""
    address: str = ""

    def heed(self, answer):
        """Takes the cookies and the form token of an answer."""
        for line in answer.values("set-cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            if value and "Max-Age=0" not in line:
                self.cookies[name] = value
            else:
                self.cookies.pop(name, None)
        found = re.search(rb'name="csrf" value="([\w-]+)"', answer.body)
        if found:
            self.csrf = found[1].decode()


@dataclass
class Sent:
    method: str
    route: str
    target: bytes
    headers: list
    body: bytes

    def octets(self, port):
        lines = [self.method.encode() + b" " + self.target + b" HTTP/1.1", f"Host: localhost:{port}".encode(), b"Connection: close"]
        lines += self.headers
        if self.body or self.method == "POST":
            lines.append(f"Content-Length: {len(self.body)}".encode())
        return b"\r\n".join(lines) + b"\r\n\r\n" + self.body


class Generator:
    """Requests for the routes of a table; what it has seen of forms and links makes later ones better."""

    def __init__(self, routes, origin, chance):
        self.routes, self.origin, self.chance = routes, origin, chance
        self.shapes = [(route["method"], route["pattern"], shape(route["pattern"])) for route in routes]
        self.names = {"lang", "next", "token", "q", "csrf"}
        # Of each route: forms, and addresses as pages, mails and profiles show them; the newest ones.
        self.forms, self.seen = {}, collections.defaultdict(lambda: collections.deque(maxlen=40))
        self.rate = 0.3

    def learn(self, text):
        for form in Forms(text).forms:
            pattern = self.pattern(form["method"], urllib.parse.urlsplit(form["action"]).path)
            known = self.forms.setdefault((form["method"], pattern), {})
            for name, values in form["fields"].items():
                self.names.add(name)
                known[name] = (values + known.get(name, []))[:40]
        written = html.unescape(text)
        for link in re.findall(r'(?:href="|(?:https|webcal)://localhost:\d+)(/[^\s"<>]*)', written):
            path, _, query = link.partition("#")[0].partition("?")
            self.seen[self.pattern("GET", path)].append((path, query))

    def pattern(self, method, path):
        return next((pattern for known, pattern, shape in self.shapes if known == method and shape.fullmatch(path)), path)

    def value(self):
        text = self.chance.choice(VALUES)
        if self.chance.random() < 0.15:
            text += self.chance.choice(VALUES)
        return text[:30_000]

    def quoted(self, text):
        """A text as octets of an address or a form; sometimes with escapes that no encoder writes."""
        octets = urllib.parse.quote(text, safe=self.chance.choice(["", "", "'!*()"])).encode()
        if self.chance.random() < 0.05 * self.rate:
            at = self.chance.randrange(len(octets) + 1)
            octets = octets[:at] + self.chance.choice(OCTETS) + octets[at:]
        return octets

    def pairs(self, fields):
        return b"&".join(self.quoted(name) + b"=" + self.quoted(value) for name, value in fields)

    def fields(self, method, pattern, person):
        """The fields of a form of this address, some changed, left out, repeated or made up."""
        known = self.forms.get((method, pattern)) or {}
        fields = []
        for name, values in known.items():
            roll = self.chance.random()
            if name == "csrf" or roll < 0.2 * self.rate:
                continue
            good = self.chance.choice(values or [""])
            if name in ("email", "address") and self.chance.random() < 0.5:
                good = self.chance.choice([person.address, f"fuzz-{self.chance.randrange(30)}@example.org"])
            fields.append((name, self.value() if roll < self.rate else good))
            if roll > 1 - 0.1 * self.rate:
                fields.append((name, self.value()))
        if self.chance.random() < self.rate or not known:
            for _ in range(self.chance.choice([1, 3])):
                fields.append((self.chance.choice(sorted(self.names)), self.value()))
        if self.chance.random() < 0.03 * self.rate:
            fields += [(f"f{number}", "x") for number in range(1_200)]
        if method == "POST" and person.csrf and self.chance.random() < 0.95:
            fields.append(("csrf", person.csrf))
        self.chance.shuffle(fields)
        return fields

    def path(self, pattern):
        path = re.sub(r"\{[^}]*\}", lambda _: self.quoted(self.value() or "x").decode("latin-1"), pattern)
        if self.chance.random() < 0.1 * self.rate:
            path += self.chance.choice(["/", "//", "/..", "%00", ";x", ".ics", "%2F", "/%2e%2e/x", "?"])
        return path.encode("latin-1")

    def request(self, route, person):
        method, pattern = route["method"], route["pattern"]
        # Some requests are as a browser sends them, so that later ones find something to break.
        self.rate = self.chance.choice([0, 0.1, 0.3, 0.6])
        if self.chance.random() < 0.2 * self.rate:
            method = self.chance.choice(METHODS)
        path, query, headers, body = self.path(pattern), b"", [], b""
        seen = self.seen.get(pattern)
        if seen and self.chance.random() < 0.7:
            path, query = (urllib.parse.quote(part, safe="/%&=:,+.~").encode() for part in self.chance.choice(seen))
        if self.chance.random() < (0.5 if method in ("GET", "HEAD") else 0.1):
            query += b"&" * bool(query) + self.pairs(self.fields("GET", pattern, person))
        target = (path + (b"?" + query if query else b""))[:6_000]
        if method in ("POST", "PUT", "PATCH") and self.chance.random() < 1 - 0.1 * self.rate:
            kind, body = self.body(pattern, person)
            headers.append(b"Content-Type: " + kind.encode("latin-1"))
        cookies = dict(person.cookies) if self.chance.random() < 1 - 0.1 * self.rate else {}
        if cookies:
            headers.append(b"Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items()).encode())
        if method == "POST" and self.chance.random() < 1 - 0.2 * self.rate:
            headers.append(b"Sec-Fetch-Site: same-origin")
            headers.append(b"Origin: " + self.origin.encode())
        for _ in range(self.chance.choice([1, 2, 4]) if self.chance.random() < 1.5 * self.rate else 0):
            name = self.chance.choice(sorted(HEADERS))
            headers.append(f"{name}: {self.chance.choice(HEADERS[name])}".encode())
        return Sent(method, f"{route['method']} {pattern}", target, headers, body)

    def body(self, pattern, person):
        roll = self.chance.random()
        fields = self.fields("POST", pattern, person)
        if roll < 1 - 0.3 * self.rate:
            return TYPES[0], self.pairs(fields)
        if roll < 1 - 0.1 * self.rate:
            parts = b"".join(
                b'--b\r\nContent-Disposition: form-data; name="' + name.encode() + b'"' + self.chance.choice([b"", b'; filename="x"'])
                + b"\r\n\r\n" + value.encode() + b"\r\n" for name, value in fields)
            return "multipart/form-data; boundary=b", parts + self.chance.choice([b"--b--\r\n", b"--b", b""])
        return self.chance.choice(TYPES), self.chance.randbytes(self.chance.choice([0, 1, 100, 5_000, 100_000]))


class Line:
    """Sends one request a connection, each with a TLS session of its own."""

    def __init__(self, server):
        self.port, self.context = server.port, server.tls_context()

    def send(self, octets, seconds=20):
        """The answer; None where the connection ended without one."""
        got = b""
        with socket.create_connection(("127.0.0.1", self.port), seconds) as plain:
            with self.context.wrap_socket(plain, server_hostname="localhost") as connection:
                try:
                    connection.sendall(octets)
                except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
                    pass  # refused before it was read to its end: the answer is there all the same
                while True:
                    try:
                        piece = connection.recv(65_536)
                    except (ConnectionResetError, ssl.SSLError):
                        break
                    if not piece:
                        break
                    got += piece
        while got.startswith(b"HTTP/1.1 100 "):  # what Expect: 100-continue asks for comes first
            got = got.partition(b"\r\n\r\n")[2]
        return raw.parse(got) if got else None

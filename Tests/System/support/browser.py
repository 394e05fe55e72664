"""A person's browser without a screen: cookies, forms, and the headers a browser sends."""

import itertools
import uuid
from html.parser import HTMLParser

import httpx

from .mail import letters_to, sign_in_letter


def new_address(name="person"):
    return f"{name}-{uuid.uuid4().hex[:10]}@example.org"


class Page(HTMLParser):
    """The forms, links and words of an HTML page."""

    def __init__(self, html):
        super().__init__()
        self.forms, self.links, self.language, self.direction = [], [], None, None
        self.assets, self.words, self.heading = [], [], ""
        self._form, self._in_heading = None, False
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        if tag == "html":
            self.language, self.direction = a.get("lang"), a.get("dir")
        elif tag == "form":
            self._form = {"action": a.get("action"), "method": a.get("method", "get"), "fields": {}}
            self.forms.append(self._form)
        elif tag == "input" and self._form is not None and a.get("name"):
            self._form["fields"][a["name"]] = a.get("value") or ""
        elif tag == "a" and a.get("href"):
            self.links.append(a["href"])
        elif tag == "h1":
            self._in_heading = True
        for name in ("href", "src"):
            if a.get(name, "").startswith("/static/"):
                self.assets.append(a[name])

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None
        elif tag == "h1":
            self._in_heading = False

    def handle_data(self, data):
        self.words.append(data)
        if self._in_heading:
            self.heading += data

    def form(self, action):
        for form in self.forms:
            if form["action"] == action:
                return dict(form["fields"])
        raise AssertionError(f"the page has no form for {action}, only {[f['action'] for f in self.forms]}")

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


# Every browser asks from an address of its own, as different people do: 127.1.0.1, 127.1.0.2, …
addresses = (f"127.1.{number // 250}.{number % 250 + 1}" for number in itertools.count())


class Browser(httpx.Client):
    """Keeps cookies, sends what a browser sends with a form, and does not follow redirects."""

    def __init__(self, server, language="en", http2=True, source=None):
        self.server = server
        source = source or next(addresses)
        super().__init__(
            base_url=server.origin, timeout=40,
            transport=httpx.HTTPTransport(verify=server.tls_context(), http2=http2, local_address=source),
            headers={"Accept-Language": language, "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"})

    def submit(self, action, fields, **options):
        headers = {"Origin": self.server.origin, "Sec-Fetch-Site": "same-origin"}
        return self.post(action, data=fields, headers=headers | options.pop("headers", {}), **options)

    def page(self, path):
        answer = self.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        return Page(answer.text)

    def submit_form(self, path, action, **fields):
        """Opens a page and sends one of its forms, with some fields filled in."""
        return self.submit(action, self.page(path).form(action) | fields)

    # --- the road to a session -----------------------------------------------------------------

    def ask_for_link(self, address):
        """The login form, filled in and sent; returns the letter that was sent."""
        before = len(letters_to(self.server, address))
        answer = self.submit_form("/login", "/login", email=address)
        assert answer.status_code == 303, (answer.status_code, answer.text[:500])
        assert answer.headers["location"].endswith("/login/sent")
        return sign_in_letter(self.server, address, before)

    def redeem(self, letter):
        """Opens the link and presses its button; in another browser than the one that asked, also the second."""
        page = self.get(letter.link)
        assert page.status_code == 200, (page.status_code, page.text[:500])
        answer = self.submit("/magic-link", Page(page.text).form("/magic-link"))
        if answer.status_code == 200 and 'name="elsewhere"' in answer.text:
            return self.submit("/magic-link", Page(answer.text).form("/magic-link"))
        return answer

    def sign_in(self, address=None):
        self.address = address or new_address()
        answer = self.redeem(self.ask_for_link(self.address))
        assert answer.status_code == 303, (answer.status_code, answer.text[:500])
        assert self.is_signed_in()
        return self

    def is_signed_in(self):
        answer = self.get("/settings")
        assert answer.status_code in (200, 303), answer.status_code
        return answer.status_code == 200

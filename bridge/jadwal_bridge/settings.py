"""The settings: environment variables, and for secrets also a file that the variable with _FILE names."""

import os
from pathlib import Path
from urllib.parse import urlsplit


class WrongSetting(Exception):
    """A setting that cannot be used. Its text shows no secret."""


class Settings:
    def __init__(self, environment=os.environ):
        self._environment = environment
        self.port = self._number("BRIDGE_PORT", 8085, 1, 65_535)
        self.data = Path(self._text("BRIDGE_DATA") or fail("BRIDGE_DATA is missing: the folder of sessions and messages"))
        self.secret = self._secret("BRIDGE_SECRET") or fail("BRIDGE_SECRET is missing: Jadwal's JADWAL_WASAPP_SECRET")
        if len(self.secret) < 32 or not all("!" <= character <= "~" for character in self.secret):
            raise WrongSetting("BRIDGE_SECRET must have at least 32 characters, of ASCII and without spaces")
        self.amqp_url, self.queue = self._secret("BRIDGE_AMQP_URL"), self._text("BRIDGE_QUEUE") or "wasapp.messages"
        self.ingest_url, self.ca_file = self._text("BRIDGE_INGEST_URL"), self._text("BRIDGE_CA_FILE")
        if not self.amqp_url and not self.ingest_url:
            raise WrongSetting("BRIDGE_INGEST_URL or BRIDGE_AMQP_URL is missing: where messages go")
        if self.amqp_url and urlsplit(self.amqp_url).scheme not in ("amqp", "amqps"):
            raise WrongSetting("BRIDGE_AMQP_URL must begin with amqp:// or amqps://")
        if self.ingest_url and not self.amqp_url:
            check_ingest(self.ingest_url)
        self.sessions = self._number("BRIDGE_SESSIONS", 50, 1, 10_000)
        self.outbox = self._number("BRIDGE_OUTBOX", 100_000, 100, 10_000_000)

    def _text(self, name):
        return self._environment.get(name) or None

    def _secret(self, name):
        if path := self._text(name + "_FILE"):
            try:
                return Path(path).read_text().strip()
            except OSError as error:
                raise WrongSetting(f"{name}_FILE cannot be read: {error.strerror}") from None
        return self._text(name)

    def _number(self, name, default, least, most):
        text = self._text(name) or str(default)
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise WrongSetting(f"{name} must be a number from {least} to {most}")
        return int(text)


def check_ingest(url):
    """Messages go over plain HTTP to this machine only."""
    parts = urlsplit(url)
    is_here = parts.hostname in ("localhost", "127.0.0.1", "::1")
    if parts.scheme != "https" and not (parts.scheme == "http" and is_here):
        raise WrongSetting("BRIDGE_INGEST_URL must begin with https://, or with http:// on this machine")


def fail(words):
    raise WrongSetting(words)

"""Reading the development mailbox: a folder of .eml files."""

import email
import email.policy
import re
from dataclasses import dataclass
from pathlib import Path

from .server import wait_until


@dataclass
class Letter:
    path: Path
    message: email.message.EmailMessage

    @property
    def to(self):
        return self.message["To"].addresses[0].addr_spec

    @property
    def subject(self):
        return str(self.message["Subject"])

    @property
    def message_id(self):
        return str(self.message["Message-ID"])

    @property
    def language(self):
        return str(self.message["Content-Language"])

    @property
    def text(self):
        return self.message.get_body(("plain",)).get_content()

    @property
    def html(self):
        return self.message.get_body(("html",)).get_content()

    @property
    def link(self):
        """The sign-in link, or the link that confirms an address."""
        found = re.search(r"https://\S+\?token=\S+", self.text)
        return found and found.group()

    @property
    def token(self):
        return self.link and self.link.partition("?token=")[2]

    @property
    def code(self):
        """The code as a person reads it: eight characters, perhaps with a hyphen."""
        found = re.search(r"^\s*([0-9A-Z]{4}-?[0-9A-Z]{4})\s*$", self.text, re.MULTILINE)
        return found and found.group(1)


def parse(raw, path=None):
    return Letter(path, email.message_from_bytes(raw, policy=email.policy.default))


def letters(folder):
    """All letters, oldest first. A file is complete once it has the name it keeps."""
    found = sorted(Path(folder).glob("*.eml"), key=lambda path: (path.stat().st_mtime_ns, path.name))
    return [parse(path.read_bytes(), path) for path in found]


def letters_to(server, address):
    return [letter for letter in letters(server.mail_directory) if letter.to.lower() == address.lower()]


def next_letter(server, address, after=0, seconds=10, having=None):
    """Waits for a letter to the address beyond the first `after`; the newest one."""

    def arrived():
        found = [one for one in letters_to(server, address)[after:] if not having or having(one)]
        return found[-1] if found else None

    return wait_until(arrived, seconds, f"a mail to {address}")


def sign_in_letter(server, address, after=0, seconds=10):
    return next_letter(server, address, after, seconds, having=lambda one: "/magic-link?token=" in one.text)

"""Clients of the API: a plain one, and an independent library of Connect with messages made of the definitions."""

import subprocess
from functools import cache

import httpx
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from .mail import letters_to, sign_in_letter
from .server import ROOT

# What the published app sends beside its messages.
APP_HEADERS = {
    "content-type": "application/json", "connect-protocol-version": "1", "accept-encoding": "gzip",
    "user-agent": "Mishkat/1 CFNetwork/1410.1 Darwin/22.6.0", "accept-language": "en-GB,en;q=0.9"}


@cache
def definitions():
    """The pool of the definitions, as protoc reads them."""
    files = sorted(str(file.relative_to(ROOT / "proto")) for file in (ROOT / "proto").rglob("*.proto"))
    made = subprocess.run(
        ["protoc", "--proto_path", ROOT / "proto", "--include_imports", "--descriptor_set_out=/dev/stdout", *files],
        check=True, capture_output=True)
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(made.stdout).file:
        pool.Add(file)
    return pool


def method(name):
    """The descriptor of a method: `auth.v1.AuthService/CompleteEmail`."""
    service, _, short = name.partition("/")
    return definitions().FindServiceByName(service).methods_by_name[short]


def message(descriptor, **values):
    return message_factory.GetMessageClass(descriptor)(**values)


def request(name, **values):
    return message(method(name).input_type, **values)


class Phone:
    """An app: it sends JSON by POST, as the published one does, and keeps its access token."""

    def __init__(self, server):
        self.server, self.token = server, None
        self.client = httpx.Client(base_url=server.origin, verify=server.tls_context(), timeout=30)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.close()

    def post(self, name, body=None, **headers):
        token = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return self.client.post(
            f"/{name}", headers=APP_HEADERS | token | headers, **({"content": body} if isinstance(body, bytes) else {"json": body or {}}))

    def call(self, name, **values):
        """The answer of a call that succeeds."""
        answer = self.post(name, values)
        assert answer.status_code == 200, (name, answer.status_code, answer.text)
        assert answer.headers["content-type"] == "application/json"
        return answer.json()

    def refused(self, name, **values):
        """The code of a call that fails."""
        answer = self.post(name, values)
        assert answer.status_code != 200, answer.text
        assert answer.headers["content-type"] == "application/json"
        return answer.json()["code"]

    def ask(self, address):
        """Asks for a sign-in mail and returns the token of its link."""
        before = len(letters_to(self.server, address))
        assert self.call("auth.v1.AuthService/InitiateEmail", email=address) == {}
        return sign_in_letter(self.server, address, after=before).token

    def sign_in(self, address, **headers):
        answer = self.post("auth.v1.AuthService/CompleteEmail", {"token": self.ask(address)}, **headers)
        assert answer.status_code == 200, answer.text
        self.token = answer.json()["accessToken"]
        return answer.json()

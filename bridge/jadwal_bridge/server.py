"""The four calls of the contract."""

import hmac
import http.server
import json
import re
from datetime import UTC, datetime

from .sessions import Refused

UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
NUMBER = re.compile(r"[1-9][0-9]{7,14}")
LARGEST_BODY = 4 << 10


class Server(http.server.ThreadingHTTPServer):
    """Listens on this machine only. A bridge elsewhere is behind a proxy that speaks TLS."""

    daemon_threads = True

    def __init__(self, port, secret, sessions):
        self.secret, self.sessions = secret, sessions
        super().__init__(("127.0.0.1", port), Handler)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30
    wbufsize = 64 << 10  # Head and body leave together.

    def log_message(self, *_):
        pass  # The path holds a customer's id, and the rest is said where it happens.

    def do_GET(self):
        if self.path == "/health":
            return self.say(200, b"ok", "text/plain; charset=utf-8")
        if not self.is_allowed():
            return None
        customer = self.path.removeprefix("/wasapp/status/")
        if customer == self.path or not UUID.fullmatch(customer):
            return self.say(404)
        link = self.server.sessions.status(customer.lower())
        if link is None:
            return self.say(404)
        stamp = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return self.say_json(200, {"client": link, "timestamp": stamp})

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit() or int(length) > LARGEST_BODY:
            self.close_connection = True
            return self.say_json(413, {"error": "The body wants a length of at most 4 KiB."})
        content = self.rfile.read(int(length))
        if not self.is_allowed():
            return None
        calls = {"/wasapp/initialize": (self.initialize, {"customerId": UUID, "phoneNumber": NUMBER}),
                 "/wasapp/disconnect": (self.disconnect, {"customerId": UUID})}
        if self.path not in calls:
            return self.say(404)
        action, wanted = calls[self.path]
        try:
            body = json.loads(content)
        except (ValueError, RecursionError):
            return self.refuse("FST_ERR_CTP_INVALID_JSON_BODY", "Body is not valid JSON")
        if not isinstance(body, dict):
            return self.refuse("FST_ERR_VALIDATION", "body must be object")
        for key, pattern in wanted.items():
            if key not in body:
                return self.refuse("FST_ERR_VALIDATION", f"body must have required property '{key}'")
            if not isinstance(body[key], str) or not pattern.fullmatch(body[key]):
                return self.refuse("FST_ERR_VALIDATION", f'body/{key} must match pattern "{pattern.pattern}"')
        try:
            return action(body)
        except Refused as refusal:
            return self.say_json(500, {"error": str(refusal)})

    def initialize(self, body):
        code = self.server.sessions.initialize(body["customerId"].lower(), body["phoneNumber"])
        self.say_json(200, {"pairingCode": code})

    def disconnect(self, body):
        self.server.sessions.disconnect(body["customerId"].lower())
        self.say(200)

    def is_allowed(self):
        said = self.headers.get("Authorization", "").encode()
        if hmac.compare_digest(said, f"Bearer {self.server.secret}".encode()):
            return True
        self.say_json(401, {"error": "Unauthorized"})
        return False

    def refuse(self, code, words):
        self.say_json(400, {"statusCode": 400, "code": code, "error": "Bad Request", "message": words})

    def say_json(self, status, content):
        self.say(status, json.dumps(content, ensure_ascii=False).encode(), "application/json; charset=utf-8")

    def say(self, status, body=b"", content_type=None):
        self.send_response(status)
        if content_type:
            self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

"""A stand-in for Resend's HTTP API, made from its documentation: POST /emails, a bearer key, and
idempotency keys that are remembered with the payload they came with."""

import http.server
import json
import re
import threading

KEY = "re_test_0123456789"


class Resend:
    """Takes mails until told otherwise. `faults` are answers for the next requests, by name:
    `lost` (taken, no answer), a status number (not taken)."""

    def __init__(self):
        self.faults, self.mails, self.refusals, self._seen = [], [], [], {}
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer._answer(self, body)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def _answer(self, request, body):
        fault = self.faults.pop(0) if self.faults else None
        if request.headers["Authorization"] != f"Bearer {KEY}":
            return self._say(request, 401, {"name": "missing_api_key"})
        if isinstance(fault, int):
            self.refusals.append(fault)
            return self._say(request, fault, {"name": "validation_error" if fault == 422 else "application_error"})
        key = request.headers["Idempotency-Key"]
        if self._seen.setdefault(key, body) != body:
            self.refusals.append(409)
            return self._say(request, 409, {"name": "invalid_idempotent_request"})
        if not any(mail["key"] == key for mail in self.mails):
            self.mails.append({"key": key, **json.loads(body)})
        if fault == "lost":
            request.connection.close()
            return None
        return self._say(request, 200, {"id": "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"})

    @staticmethod
    def _say(request, status, content):
        body = json.dumps(content).encode()
        request.send_response(status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)


class ResendLetter:
    def __init__(self, mail):
        self.mail = mail
        self.link = re.search(r"https://\S+\?token=\S+", mail["text"]).group()

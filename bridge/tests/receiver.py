"""An ingest address that checks signatures, keeps messages, and answers by a list. Of customers in `locked` it stores
nothing and wants their messages again, as Jadwal does while their key does not open."""

import hashlib
import hmac
import http.server
import json
import threading
import time

SECRET = "a-secret-of-the-bridge-and-tests"


class Receiver:
    def __init__(self, port=0):
        self.messages, self.batches, self.answers, self.locked = [], [], [], set()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                stamp = self.headers["Jadwal-Timestamp"]
                digest = hmac.new(SECRET.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
                is_signed = self.headers["Jadwal-Signature"] == f"v1={digest}" and abs(int(stamp) - time.time()) < 300
                status, content = outer.answers.pop(0) if outer.answers else (204 if is_signed else 401, b"")
                batch = json.loads(body)
                outer.batches.append(batch)
                if status == 204:
                    outer.messages += [one for one in batch if one["customer_id"] not in outer.locked]
                    errors = [{"index": index, "error": "the key of the customer does not open", "again": True}
                              for index, one in enumerate(batch) if one["customer_id"] in outer.locked]
                    if errors:
                        status, content = 400, json.dumps({"errors": errors}).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(content)))
                if status == 302:
                    self.send_header("Location", outer.url)
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}/api/v1/ingest/messages"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    ids = property(lambda self: [one["id"] for one in self.messages])

    def close(self):
        self._server.shutdown()
        self._server.server_close()


def wait_until(condition, seconds=20):
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)
    return value

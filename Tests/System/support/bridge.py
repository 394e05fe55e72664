"""A bridge without WhatsApp: the calls of the contract, faithful or lying as a script says, and messages as a bridge
delivers them. Tests use `Bridge`; `python bridge.py --port N` runs one beside a server, with `POST /test/…` to drive it.

It needs Python's own library, and pika where an AMQP address is given."""

import argparse
import contextlib
import hashlib
import hmac
import http.server
import json
import os
import random
import ssl
import string
import threading
import time
import urllib.error
import urllib.request
from datetime import UTC, datetime

STATES = ("INITIALIZING", "WAITING_FOR_PAIRING", "AUTHENTICATED", "READY", "DISCONNECTED")
# A step of a script may also forget the customer, as a bridge does after a lost or refused session.
FORGOTTEN = "FORGOTTEN"
BATCH, BATCH_BYTES = 100, 512 << 10


class NotDelivered(Exception):
    """Nobody took the messages: no connection, or a queue that is not there."""


def new_code():
    return "".join(random.choices(string.ascii_uppercase + string.digits, k=8))


def message(customer, body, chat="966501111111@c.us", mine=False, name="", number=None, id=None, at=None,
            quoted=None, kind="message", target=None):
    """A message as a bridge delivers it. `at` is a time in seconds. Without a name the customer is Zaid and the other
    one is Sara; a name of None is left out, as an unknown one is."""
    name = ("Zaid" if mine else "Sara") if name == "" else name
    id = id or f"{'true' if mine else 'false'}_{chat}_3EB0{random.randbytes(8).hex().upper()}"
    if number is None:
        number = chat.split("@")[0] if chat.endswith("@c.us") and not mine else ""
    made = {"customer_id": customer, "id": id, "chat_id": chat, "sender_name": name, "sender_number": number,
            "is_sender_me": mine, "body": body, "quoted_message": quoted,
            "timestamp": int(time.time() if at is None else at), "kind": kind, "target": target, "v": 2}
    return made if name is not None else {key: value for key, value in made.items() if key != "sender_name"}


def signature_headers(secret, body, at=None):
    """The headers that sign a request to the ingest address."""
    stamp = str(int(time.time() if at is None else at))
    digest = hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {"Content-Type": "application/json", "Jadwal-Timestamp": stamp, "Jadwal-Signature": f"v1={digest}"}


class Ingest:
    """Delivers by signed requests to Jadwal itself. `retry_seconds`: how long 503 and silence are tried again.

    `kept` has the bodies that Jadwal did not store and wants again later; `deliver_kept` sends them.
    """

    def __init__(self, url, secret, ca_file=None, retry_seconds=0):
        self.url, self.secret, self.retry_seconds = url, secret, retry_seconds
        self.kept, self._lock = [], threading.Lock()
        handlers = [urllib.request.ProxyHandler({})]
        if url.startswith("https:"):
            handlers.append(urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=ca_file)))
        self._opener = urllib.request.build_opener(*handlers)

    def deliver(self, bodies):
        """Sends bodies, each a (message id, bytes), in requests of at most 100 and 512 KiB. Returns the status and
        the JSON of the first answer that is not 204; what comes after a 401 or 503 is not sent."""
        answers = [(204, None)]
        for batch in batches(bodies):
            sent = [body for _, body in batch]
            answers.append(self.post(sent[0] if len(sent) == 1 else b"[" + b",".join(sent) + b"]"))
            if answers[-1][0] == 400:
                self._keep(batch, answers[-1][1])
            elif answers[-1][0] != 204:
                break
        return next((answer for answer in answers if answer[0] != 204), answers[-1])

    def _keep(self, batch, answer):
        """Keeps what a 400 wants again: {"errors": [{"index", "error", "again": true}, …]}; all if no index is named."""
        for error in answer["errors"] if isinstance(answer, dict) else []:
            if error.get("again") is True:
                index = error.get("index")
                with self._lock:
                    self.kept += batch if index is None else [batch[index]]

    def deliver_kept(self):
        """Sends what was kept, in its order. Returns the last answer. What Jadwal wants again once more stays, and so does
        everything that it did not answer."""
        with self._lock:
            waiting, self.kept = list(batches(self.kept)), []
        answer = (204, None)
        try:
            while waiting and answer[0] in (204, 400):
                answer = self.deliver(waiting[0])
                if answer[0] in (204, 400):
                    waiting.pop(0)
        finally:
            with self._lock:
                self.kept += [one for batch in waiting for one in batch]
        return answer

    def post(self, body, headers=None):
        """Sends one request, with headers of a test's own or with its signature."""
        deadline = time.monotonic() + self.retry_seconds
        while True:
            request = urllib.request.Request(
                self.url, body, signature_headers(self.secret, body) if headers is None else headers, method="POST")
            try:
                with self._opener.open(request, timeout=30) as answer:
                    return answer.status, json.loads(answer.read() or b"null")
            except urllib.error.HTTPError as refusal:
                content = refusal.read()
                if refusal.code != 503 or time.monotonic() > deadline:
                    is_json = "json" in refusal.headers.get("Content-Type", "")
                    return refusal.code, json.loads(content) if is_json and content else None
            except OSError as error:
                if time.monotonic() > deadline:
                    raise NotDelivered from error
            time.sleep(0.2)

    def close(self):
        pass


def batches(bodies):
    """Bodies in order, each with its id, at most 100 and 512 KiB together."""
    batch, size = [], 0
    for id, body in bodies:
        if batch and (len(batch) == BATCH or size + len(body) + 2 > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append((id, body))
        size += len(body) + 1
    if batch:
        yield batch


class Queue:
    """Delivers by AMQP as the original does: the queue declared without arguments, mandatory, confirmed."""

    def __init__(self, url, name="wasapp.messages"):
        self.url, self.name = url, name
        self._connection = None
        self._lock = threading.Lock()

    def deliver(self, bodies):
        import pika  # Only here, since the ingest address needs no package.
        import pika.exceptions

        with self._lock:
            try:
                channel = self._open_channel(pika)
                for id, body in bodies:
                    properties = pika.BasicProperties(
                        message_id=id, delivery_mode=2, content_type="application/json")
                    channel.basic_publish("", self.name, body, properties, mandatory=True)
            except pika.exceptions.AMQPError as error:
                self._connection = None
                raise NotDelivered from error
        return 204, None

    def deliver_kept(self):
        """A broker keeps everything itself."""
        return 204, None

    def _open_channel(self, pika):
        if self._connection is None or not self._connection.is_open:
            self._connection = pika.BlockingConnection(pika.URLParameters(self.url))
            self._channel = self._connection.channel()
            self._channel.confirm_delivery()
        self._channel.queue_declare(self.name, durable=True)
        return self._channel

    def close(self):
        with self._lock:
            if self._connection is not None and self._connection.is_open:
                self._connection.close()
            self._connection = None


class Client:
    """A customer's link: a state that steps move on as time passes."""

    def __init__(self, status, number=None, code=None, steps=(), name="Zaid"):
        self.status, self.number, self.name_when_ready = status, number, name
        self.name, self.steps = None, list(steps)
        self.codes = [code] if code else []
        self.since = self.code_since = time.monotonic()

    def advance(self, code_seconds):
        """Takes the steps whose time has come, and a new code every `code_seconds`."""
        now = time.monotonic()
        while self.steps and now - self.since >= self.steps[0]["after"]:
            step = self.steps.pop(0)
            self.since += step["after"]
            self.enter(step["status"])
        if code_seconds and self.status == "WAITING_FOR_PAIRING" and now - self.code_since >= code_seconds:
            self.codes.append(new_code())
            self.code_since = now

    def enter(self, status):
        self.status = status
        if status == "READY":
            self.name = self.name_when_ready

    def json(self):
        return {"status": self.status, "phoneNumber": self.number, "name": self.name,
                "pairingCode": self.codes[-1] if self.codes else None, "isReady": self.status == "READY",
                "isAuthenticated": self.status in ("AUTHENTICATED", "READY")}


class Bridge:
    """A bridge at a port of this machine.

    `steps` move a link on after its code was given: [{"after": seconds, "status": …}, …]. `faults` holds, for the
    calls `initialize`, `status`, `disconnect` and `health`, what the next answers are instead of the truth: a
    number is a status, {"seconds": n} a delay, a word one of `LIES`. `code_seconds` is the age at which a code
    changes; None for a bridge that keeps the first, as the original does. `delivery` is an Ingest or a Queue.
    """

    def __init__(self, port=0, secret=None, delivery=None, steps=(), code_seconds=None):
        self.secret, self.delivery, self.steps, self.code_seconds = secret, delivery, list(steps), code_seconds
        self.clients, self.linked, self.sent = {}, {}, {}
        self.calls = []  # (call, customer) of every request
        self.faults = {"initialize": [], "status": [], "disconnect": [], "health": []}
        self.lock = threading.RLock()
        self.stopping = threading.Event()
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self._server.bridge = self
        self.port = self._server.server_port

    url = property(lambda self: f"http://127.0.0.1:{self.port}")

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        if self.delivery:
            self.delivery.close()

    # The links.

    def initialize(self, customer, number):
        with self.lock:
            code = new_code()
            self.clients[customer] = Client("WAITING_FOR_PAIRING", number, code, self.steps)
            return code

    def client(self, customer):
        """A customer's link as it is now; None if the bridge does not know the customer."""
        with self.lock:
            if client := self.clients.get(customer):
                client.advance(self.code_seconds)
                if client.status == FORGOTTEN:
                    self.forget(customer)
                    return None
                if client.status in ("AUTHENTICATED", "READY"):
                    self.linked[customer] = client
            return client

    def set_state(self, customer, status, name=None):
        """Moves a link to a state by hand; the steps that were left are dropped."""
        with self.lock:
            client = self.clients.setdefault(customer, Client(status))
            client.steps = []
            client.name_when_ready = name or client.name_when_ready
            client.enter(status)
            self.client(customer)

    def forget(self, customer):
        with self.lock:
            self.clients.pop(customer, None)
            self.linked.pop(customer, None)

    def restart(self, remember=True):
        """Starts again: links that were made come back without number and code, or nobody is remembered."""
        with self.lock:
            linked = self.linked if remember else {}
            self.clients = {customer: Client("INITIALIZING", steps=[{"after": 1, "status": "READY"}]) for customer in linked}
            self.linked = dict(self.clients)

    # Messages. Each function returns the answer of the delivery: (status, JSON or None).

    def send(self, *messages):
        with self.lock:
            self.sent.update({one["id"]: one for one in messages})
        return self.deliver_raw(*[(one["id"], json.dumps(one, ensure_ascii=False).encode()) for one in messages])

    def say(self, customer, body, **more):
        """Sends a message and returns it."""
        made = message(customer, body, **more)
        self.send(made)
        return made

    def follow(self, target, kind, body="", mine=None, at=None):
        """Sends an edit, a deletion or a reaction that belongs to the message with the id `target`."""
        with self.lock:
            meant = self.sent[target]
        mine = meant["is_sender_me"] if mine is None else mine
        name = meant.get("sender_name") if mine == meant["is_sender_me"] else ""
        made = message(meant["customer_id"], body, meant["chat_id"], mine, name, at=at, kind=kind, target=target)
        self.send(made)
        return made

    def redeliver(self, id, times=1):
        with self.lock:
            sent = self.sent[id]
        return self.send(*[sent] * times)

    def deliver_raw(self, *bodies):
        return self.delivery.deliver(list(bodies))


# What a lying bridge answers, by call: a body that does not keep the contract.
LIES = {
    "not JSON": lambda _: b"<html>Bad Gateway</html>",
    "empty": lambda _: b"",
    "wrong types": lambda call: b'{"pairingCode": 12345678, "client": {"status": 7, "isReady": "yes"}}',
    "wrong code": lambda call: b'{"pairingCode": "<b>12345"}',
    "wrong state": lambda call: b'{"client": {"status": "PAIRED", "isReady": false, "isAuthenticated": false}}',
    "contradiction": lambda call: b'{"client": {"status": "INITIALIZING", "isReady": true, "isAuthenticated": true}}',
    "huge": lambda _: b'{"pairingCode": "' + b"A" * (1 << 20) + b'"}',
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 64 << 10  # Head and body leave together.
    bridge = property(lambda self: self.server.bridge)

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path == "/health":
            return self.answer_call("health", None, lambda: self.say(200, b"ok", "text/plain; charset=utf-8"))
        if not self.is_allowed():
            return None
        if self.path.startswith("/wasapp/status/"):
            customer = self.path.removeprefix("/wasapp/status/")
            return self.answer_call("status", customer, lambda: self.status(customer))
        if self.path == "/test/log":
            return self.say_json(200, self.overview())
        return self.say_json(404, {"message": f"Route GET:{self.path} not found", "error": "Not Found", "statusCode": 404})

    def do_POST(self):
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if not self.is_allowed():
            return None
        try:
            body = json.loads(content)
        except ValueError:
            return self.refuse("FST_ERR_CTP_INVALID_JSON_BODY",
                               "Body is not valid JSON but content-type is set to 'application/json'")
        if not isinstance(body, dict):
            return self.refuse("FST_ERR_VALIDATION", "body must be object")
        if self.path == "/wasapp/initialize":
            return self.if_complete(body, ["customerId", "phoneNumber"], lambda: self.answer_call(
                "initialize", body["customerId"], lambda: self.initialize(body)))
        if self.path == "/wasapp/disconnect":
            return self.if_complete(body, ["customerId"], lambda: self.answer_call(
                "disconnect", body["customerId"], lambda: self.disconnect(body["customerId"])))
        if self.path.startswith("/test/"):
            return self.control(self.path.removeprefix("/test/"), body)
        return self.say_json(404, {"message": f"Route POST:{self.path} not found", "error": "Not Found", "statusCode": 404})

    # The contract's calls.

    def initialize(self, body):
        if body["phoneNumber"].endswith("0000"):
            return self.say_json(500, {"error": "Failed to initialize client"})
        return self.say_json(200, {"pairingCode": self.bridge.initialize(body["customerId"], body["phoneNumber"])})

    def status(self, customer):
        client = self.bridge.client(customer)
        if client is None:
            return self.say(404)
        stamp = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return self.say_json(200, {"client": client.json(), "timestamp": stamp})

    def disconnect(self, customer):
        self.bridge.forget(customer)
        return self.say(200)

    def answer_call(self, call, customer, truth):
        with self.bridge.lock:
            self.bridge.calls.append((call, customer))
            faults = self.bridge.faults[call]
            fault = faults.pop(0) if faults else None
        if isinstance(fault, dict):
            self.bridge.stopping.wait(fault["seconds"])
            return truth()
        if isinstance(fault, int):
            return self.say_json(fault, {"error": "scripted"})
        if fault == "silence":
            self.bridge.stopping.wait()
        elif fault == "cut":
            self.say(200, b'{"pairingCode": "ABCD', length=1_000)
        elif fault is not None:
            return self.say(200, LIES[fault](call))
        else:
            return truth()
        self.close_connection = True
        return None

    def if_complete(self, body, keys, action):
        for key in keys:
            if key not in body:
                return self.refuse("FST_ERR_VALIDATION", f"body must have required property '{key}'")
            if not isinstance(body[key], str):
                return self.refuse("FST_ERR_VALIDATION", f"body/{key} must be string")
        return action()

    def is_allowed(self):
        secret = self.bridge.secret
        if secret is None or hmac.compare_digest(self.headers.get("Authorization", ""), f"Bearer {secret}"):
            return True
        self.say_json(401, {"error": "Unauthorized"})
        return False

    # The controls: what the other side does. Unknown ones and wrong ones are 400 with a sentence.

    def control(self, name, body):
        action = getattr(self, "test_" + name.replace("-", "_"), None)
        if action is None:
            return self.say_json(404, {"error": f"there is no control {name}"})
        try:
            return self.say_json(200, action(**body) or {})
        except (KeyError, TypeError, ValueError) as error:
            return self.say_json(400, {"error": f"{type(error).__name__}: {error}"})
        except NotDelivered as error:
            return self.say_json(502, {"error": f"not delivered: {type(error.__cause__).__name__}"})

    def delivered(self, messages):
        status, answer = self.bridge.send(*messages)
        return {"ids": [one["id"] for one in messages], "status": status, "answer": answer}

    def test_state(self, customerId, status, name=None):
        if status == FORGOTTEN:
            return self.bridge.forget(customerId)
        if status not in STATES:
            raise ValueError(f"no state {status}")
        return self.bridge.set_state(customerId, status, name)

    def test_script(self, steps=(), codeSeconds=None):
        self.bridge.steps, self.bridge.code_seconds = list(steps), codeSeconds

    def test_fault(self, call, fault, times=1):
        self.bridge.faults[call] += [fault] * times

    def test_restart(self, remember=True):
        self.bridge.restart(remember)

    def test_message(self, message=None, times=1, **words):
        """{message, times} with a whole message, or the arguments of `message` as they are."""
        return self.delivered([message or make(**words)] * times)

    def test_messages(self, messages, order="given"):
        """Several at once; `order` is given, reversed or shuffled."""
        made = [one if "customer_id" in one else make(**one) for one in messages]
        if order == "reversed":
            made.reverse()
        elif order == "shuffled":
            random.shuffle(made)
        elif order != "given":
            raise ValueError(f"no order {order}")
        return self.delivered(made)

    def test_edit(self, target, body, at=None):
        return {"id": self.bridge.follow(target, "edited", body, at=at)["id"]}

    def test_delete(self, target, at=None):
        return {"id": self.bridge.follow(target, "deleted", at=at)["id"]}

    def test_reaction(self, target, body="👍", mine=None, at=None):
        return {"id": self.bridge.follow(target, "reaction", body, mine, at)["id"]}

    def test_redeliver(self, id, times=1):
        status, answer = self.bridge.redeliver(id, times)
        return {"status": status, "answer": answer}

    def test_again(self):
        """Sends what Jadwal wanted again, before its minute is over."""
        status, answer = self.bridge.delivery.deliver_kept()
        return {"status": status, "answer": answer}

    def test_raw(self, hex, id="raw"):
        status, answer = self.bridge.deliver_raw((id, bytes.fromhex(hex)))
        return {"status": status, "answer": answer}

    def overview(self):
        with self.bridge.lock:
            return {"clients": {customer: client.json() for customer in list(self.bridge.clients)
                                if (client := self.bridge.client(customer))},
                    "messages": list(self.bridge.sent.values())}

    # Answers.

    def refuse(self, code, words):
        self.say_json(400, {"statusCode": 400, "code": code, "error": "Bad Request", "message": words})

    def say_json(self, status, content):
        self.say(status, json.dumps(content, ensure_ascii=False).encode(), "application/json; charset=utf-8")

    def say(self, status, body=b"", content_type=None, length=None):
        self.send_response(status)
        if content_type:
            self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)


def make(customerId, body, **words):
    return message(customerId, body, **words)


def main():
    parser = argparse.ArgumentParser(description="A bridge without WhatsApp, for development and tests.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--ingest", help="the address that signed messages go to")
    parser.add_argument("--ca", help="the certificates that the address is checked by")
    parser.add_argument("--queue", default="wasapp.messages")
    parser.add_argument("--code-seconds", type=float, default=180)
    options = parser.parse_args()
    # Secrets come from the environment: arguments are visible to everybody on the machine.
    secret, amqp = os.environ["JADWAL_WASAPP_SECRET"], os.environ.get("JADWAL_RABBITMQ_URL")
    if not (amqp or options.ingest):
        parser.error("it wants --ingest, or JADWAL_RABBITMQ_URL in the environment")
    delivery = Queue(amqp, options.queue) if amqp else Ingest(options.ingest, secret, options.ca, retry_seconds=5)
    with Bridge(options.port, secret, delivery, code_seconds=options.code_seconds) as bridge:
        while not bridge.stopping.wait(60):
            with contextlib.suppress(NotDelivered):
                delivery.deliver_kept()


if __name__ == "__main__":
    main()

"""Delivers the outbox to Jadwal, in order: by AMQP, or by signed requests where no broker runs."""

import hashlib
import hmac
import json
import logging
import random
import sqlite3
import ssl
import threading
import time
import urllib.error
import urllib.request

log = logging.getLogger("bridge.delivery")

BATCH, BATCH_BYTES = 100, 500 << 10  # The ingest address takes 100 messages and 512 KiB.


class Unavailable(Exception):
    """The messages were not taken, for a reason that may pass. Its text holds nothing of them."""


class Queue:
    """RabbitMQ: the queue declared without arguments before each connection's first message, every message mandatory,
    persistent and confirmed. Messages leave the outbox after they were confirmed."""

    def __init__(self, url, name, ca_file=None):
        import pika  # Only here: who delivers by requests loads none of it.

        self._pika, self._parameters, self._name = pika, pika.URLParameters(url), name
        if url.startswith("amqps:"):
            context = ssl.create_default_context(cafile=ca_file)
            self._parameters.ssl_options = pika.SSLOptions(context, self._parameters.host)
        self._parameters.socket_timeout = self._parameters.blocked_connection_timeout = 30
        self._connection = self._channel = None

    def deliver(self, batch, remove, keep=None):
        confirmed = []
        try:
            if self._connection is None or not self._connection.is_open:
                self._connection = self._pika.BlockingConnection(self._parameters)
                self._channel = self._connection.channel()
                self._channel.confirm_delivery()
                self._channel.queue_declare(self._name, durable=True)
            for number, id, body in batch:
                self._channel.basic_publish(
                    "", self._name, body, self._pika.BasicProperties(
                        message_id=id, delivery_mode=2, content_type="application/json"), mandatory=True)
                confirmed.append(number)
        except (self._pika.exceptions.AMQPError, OSError) as error:
            self.close()
            raise Unavailable(f"the broker: {type(error).__name__}") from None
        finally:
            if confirmed:
                remove(confirmed)

    def idle(self):
        """Answers the broker's heartbeats while there is nothing to say."""
        try:
            if self._connection is not None:
                self._connection.process_data_events(0)
        except (self._pika.exceptions.AMQPError, OSError):
            self.close()

    def close(self):
        connection, self._connection = self._connection, None
        try:
            if connection is not None and connection.is_open:
                connection.close()
        except (self._pika.exceptions.AMQPError, OSError):
            log.info("the broker was gone before the connection could be closed")


class Ingest:
    """Jadwal itself: `POST /api/v1/ingest/messages`, signed. Messages leave the outbox after Jadwal reported their
    result; those that it cannot store yet are kept back in it, and all others go on."""

    def __init__(self, url, secret, ca_file=None):
        self._url, self._secret, self._at_once = url, secret.encode(), BATCH
        handlers = [urllib.request.ProxyHandler({}), NoRedirects()]
        if url.startswith("https:"):
            handlers.append(urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=ca_file)))
        self._opener = urllib.request.build_opener(*handlers)

    def deliver(self, batch, remove, keep):
        batch = batch[:self._at_once]
        body = b"[" + b",".join(body for _, _, body in batch) + b"]"
        status, content = self._post(body)
        if status == 204:
            self._at_once = BATCH
            remove([number for number, _, _ in batch])
        elif status == 400 and (errors := errors_in(content)) is not None:
            # The other ones are stored. To send an unfit one again would change nothing.
            kept = again_in(errors, len(batch))
            if unfit := sum(not is_again(error) for error in errors):
                log.error("Jadwal found %d of %d messages unfit; they are dropped", unfit, len(batch))
            if kept:
                log.warning("Jadwal cannot store %d of %d messages yet; they are sent again later", len(kept), len(batch))
                keep([batch[index][0] for index in sorted(kept)])
            remove([number for index, (number, _, _) in enumerate(batch) if index not in kept])
        elif status == 413 and len(batch) > 1:
            self._at_once = len(batch) // 2
        elif status == 413:
            log.error("Jadwal finds a single message too large; it is dropped")
            remove([batch[0][0]])
        else:
            raise Unavailable(f"Jadwal answered {status}" + (": is the secret the same?" if status == 401 else ""))

    def _post(self, body):
        stamp = str(int(time.time()))
        digest = hmac.new(self._secret, stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
        headers = {"Content-Type": "application/json", "Jadwal-Timestamp": stamp, "Jadwal-Signature": f"v1={digest}"}
        request = urllib.request.Request(self._url, body, headers, method="POST")
        try:
            with self._opener.open(request, timeout=30) as answer:
                return answer.status, answer.read(64 << 10)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read(64 << 10)
        except OSError as error:
            raise Unavailable(f"Jadwal: {type(getattr(error, 'reason', error)).__name__}") from None

    def idle(self):
        pass

    def close(self):
        pass


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Messages go to the address that was configured and to no other."""

    def redirect_request(self, *_):
        return None


def errors_in(content):
    """The entries of a 400 of Jadwal; None if it is no answer of Jadwal's."""
    try:
        errors = json.loads(content)["errors"]
    except (ValueError, KeyError, TypeError):
        return None
    return errors if isinstance(errors, list) else None


def is_again(error):
    """True for a message that Jadwal did not store, and wants to get again later."""
    return isinstance(error, dict) and error.get("again") is True


def again_in(errors, count):
    """The places of the messages that are to be sent again. If an entry names none of the `count`, all are: a message
    that comes twice does no harm, and one that is lost does."""
    found = set()
    for index in (error.get("index") for error in errors if is_again(error)):
        is_place = isinstance(index, int) and not isinstance(index, bool) and 0 <= index < count
        found |= {index} if is_place else set(range(count))
    return found


class Deliverer(threading.Thread):
    """The thread that empties the outbox. While Jadwal is away it waits 1, 2, 4 … 60 seconds. Messages that are kept back
    do not stop it; the outbox hands them out again when their wait is over."""

    def __init__(self, outbox, transport, first_wait=1, longest_wait=60):
        super().__init__(name="deliverer")
        self._outbox, self._transport = outbox, transport
        self._first_wait, self._longest_wait = first_wait, longest_wait
        self._stopping = threading.Event()

    def run(self):
        wait, told = self._first_wait, None
        while not self._stopping.is_set():
            try:
                batch = self._outbox.first(BATCH, BATCH_BYTES)
                if not batch:
                    self._transport.idle()
                    self._outbox.wait(1)
                    continue
                self._transport.deliver(batch, self._outbox.remove, self._outbox.keep)
            except (Unavailable, sqlite3.Error) as error:
                reason = str(error) if isinstance(error, Unavailable) else f"the outbox: {type(error).__name__}"
                if reason != told:
                    log.warning("%s; %d messages wait", reason, len(self._outbox))
                told = reason
                self._stopping.wait(wait * random.uniform(0.75, 1.25))
                wait = min(wait * 2, self._longest_wait)
                continue
            if told is not None:
                log.info("messages are delivered again")
            wait, told = self._first_wait, None
        self._transport.close()

    def stop(self):
        self._stopping.set()
        self._outbox.wake()
        self.join(40)

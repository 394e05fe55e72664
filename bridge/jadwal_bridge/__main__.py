"""`python -m jadwal_bridge`: runs the bridge until a TERM or INT."""

import logging
import os
import signal
import sys
import threading

from .delivery import Deliverer, Ingest, Queue
from .outbox import Outbox
from .server import Server
from .sessions import Sessions
from .settings import Settings, WrongSetting

log = logging.getLogger("bridge")


def main():
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.INFO)
    logging.getLogger("pika").setLevel(logging.CRITICAL)  # It logs addresses, and its failures are said by delivery.
    os.umask(0o077)
    try:
        settings = Settings()
    except WrongSetting as problem:
        print(problem, file=sys.stderr)
        return 2
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    outbox = Outbox(settings.data / "bridge.db", settings.outbox)
    transport = (Queue(settings.amqp_url, settings.queue, settings.ca_file) if settings.amqp_url
                 else Ingest(settings.ingest_url, settings.secret, settings.ca_file))
    deliverer = Deliverer(outbox, transport)
    sessions = Sessions(settings.data / "sessions", outbox, settings.sessions)
    server = Server(settings.port, settings.secret, sessions)

    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    deliverer.start()
    sessions.restore()
    threading.Thread(target=server.serve_forever, name="server", daemon=True).start()
    log.info("the bridge listens on 127.0.0.1:%d; %d links are saved, %d messages wait",
             settings.port, len(outbox.links()), len(outbox))
    ended.wait()
    log.info("stopping")
    server.shutdown()
    sessions.stop()
    deliverer.stop()
    outbox.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""A push service for `script/bench scheduling`: that of the tests, with the moments of the messages.

pushservice.py FOLDER

Writes to FOLDER its address (push.host), the fields of a browser that subscribes (push.fields, a name and a value a
line), and the monotonic clock at each message (push.log, a line each). Its certificate is FOLDER/push.pem.
"""

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/System"))

from support.push import PushService, Subscription  # noqa: E402


class Moments:
    """Takes messages as a list does, and writes down when they came."""

    def __init__(self, path):
        self.file = open(path, "a", buffering=1)

    def append(self, _):
        self.file.write(f"{time.monotonic()}\n")


def main():
    folder = Path(sys.argv[1])
    service = PushService(folder)
    service.requests = Moments(folder / "push.log")
    with service:
        fields = Subscription(f"https://{service.host}/push/bench").fields
        (folder / "push.fields").write_text("".join(f"{name} {value}\n" for name, value in fields.items()))
        # Whoever waits for this file finds the others whole.
        (folder / "push.new").write_text(service.host)
        (folder / "push.new").rename(folder / "push.host")
        while True:
            time.sleep(3600)


main()

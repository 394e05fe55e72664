"""Mail servers that behave badly on purpose; a decent one is aiosmtpd's."""

import socketserver
import threading
import time

from aiosmtpd.controller import Controller

from .mail import parse


class DecentServer:
    """Takes every mail, over STARTTLS and with a login if asked to."""

    def __init__(self, port, **options):
        self.letters = []
        self.controller = Controller(self, hostname="127.0.0.1", port=port, **options)

    async def handle_DATA(self, server, session, envelope):
        self.letters.append(parse(envelope.original_content))
        return "250 taken"

    def __enter__(self):
        self.controller.start()
        return self

    def __exit__(self, *_):
        self.controller.stop()


class BadServer(socketserver.ThreadingTCPServer):
    """Speaks just enough SMTP to misbehave, by a list of faults: one a connection, then decently.

    Faults: a number is the answer to RCPT; `silent` says nothing at all; `slow` waits before its
    greeting; `drop greeting`, `drop mid-mail` and `drop after mail` close the connection, the last
    one when the mail was taken but before saying so.
    """

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port, faults, seconds=4):
        super().__init__(("127.0.0.1", port), Conversation)
        self.faults, self.seconds = list(faults), seconds
        self.letters, self.conversations = [], 0
        self.lock = threading.Lock()

    def next_fault(self):
        with self.lock:
            self.conversations += 1
            return self.faults.pop(0) if self.faults else None

    def __enter__(self):
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Conversation(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def handle(self):
        fault = self.server.next_fault()
        if fault == "silent":
            time.sleep(self.server.seconds)
            return
        if fault == "slow":
            time.sleep(self.server.seconds)
        if fault == "drop greeting":
            return
        try:
            self.converse(fault)
        except OSError:
            pass  # the client had enough of it

    def converse(self, fault):
        self.say("220 test ready")
        for line in self.rfile:
            command = line.split()[0].upper() if line.split() else b""
            if command == b"RCPT" and isinstance(fault, int):
                self.say(f"{fault} no")
            elif command == b"DATA":
                self.say("354 go on")
                if fault == "drop mid-mail":
                    self.rfile.read(100)
                    return
                content = b""
                for line in self.rfile:
                    if line == b".\r\n":
                        break
                    content += line[1:] if line.startswith(b".") else line
                with self.server.lock:
                    self.server.letters.append(parse(content))
                if fault == "drop after mail":
                    return
                self.say("250 taken")
            elif command == b"QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 ok")

"""A responder of a test's own, behind nginx: it notes what it is asked, and answers or breaks as the test says."""

import contextlib
import re
import socket
import struct
import threading

HEADER = struct.Struct("!BBHHBx")
PARAMS, STDIN, STDOUT, END = 4, 5, 6, 3


def record(kind, content):
    return HEADER.pack(1, kind, 1, len(content), 0) + content


def answer(body, status=200):
    """An answer of at most 60 kB, whole."""
    head = f"Status: {status}\r\nContent-Type: text/plain\r\n\r\n".encode()
    return record(STDOUT, head + body) + record(STDOUT, b"") + record(END, bytes(8))


def parse(params):
    """The parameters of a request, by name."""
    found, at = {}, 0
    while at < len(params):
        lengths = []
        for _ in range(2):
            length, size = params[at], 1
            if length & 0x80:
                length, size = struct.unpack_from("!I", params, at)[0] & 0x7FFFFFFF, 4
            lengths.append(length)
            at += size
        name, value = params[at:at + lengths[0]], params[at + lengths[0]:at + sum(lengths)]
        found[name.decode()], at = value.decode(), at + sum(lengths)
    return found


class Responder:
    """Listens at a path. `behave` gets the connection when a request has come whole, and closes it by returning."""

    def __init__(self, path, behave):
        self.asked, self.behave = [], behave
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                threading.Thread(target=self.serve, args=[connection], daemon=True).start()

    def serve(self, connection):
        with connection, contextlib.suppress(OSError):
            stream, params = connection.makefile("rb"), b""
            while head := stream.read(HEADER.size):
                _, kind, _, length, padding = HEADER.unpack(head)
                content = stream.read(length + padding)[:length]
                params += content if kind == PARAMS else b""
                if kind == STDIN and not length:
                    break
            request = parse(params)
            self.asked.append(re.sub(r"\?.*", "", f"{request['REQUEST_METHOD']} {request['REQUEST_URI']}"))
            self.behave(connection)

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

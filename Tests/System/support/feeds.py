"""A host with calendars on this machine: feeds, redirects, slow answers and broken ones, as a test says."""

import socket
import threading
import time


def event(uid, day, title, more="", stamp="20261101T080000Z"):
    return (f"BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTAMP:{stamp}\r\nDTSTART:{day}T090000Z\r\nDTEND:{day}T100000Z\r\n"
            f"SUMMARY:{title}\r\n{more}END:VEVENT\r\n")


def feed(*events, head="X-WR-CALNAME:School of Ibn Sina\r\n"):
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//School//EN\r\n" + head + "".join(events) + "END:VCALENDAR\r\n"


class FeedHost:
    """Answers each path with what `answers` holds: bytes of a whole answer, or a function of the connection."""

    def __init__(self, port):
        self.port = port
        self.answers = {}
        self.heads = []
        self.listener = socket.create_server(("127.0.0.1", port), backlog=600)
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def serve(self, path, text, *headers, status=200):
        body = text.encode()
        lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", "Connection: close", *headers]
        self.answers[path] = "\r\n".join(lines).encode() + b"\r\n\r\n" + body

    def serve_slowly(self, path, bytes_a_second=1):
        def answer(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            try:
                while True:
                    connection.sendall(b"B" * bytes_a_second)
                    time.sleep(1)
            except OSError:
                pass  # The client has had enough.

        self.answers[path] = answer

    def asked(self, path):
        return [head for head in self.heads if head.startswith(f"GET {path} ")]

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection):
        with connection:
            connection.settimeout(60)
            head = b""
            while b"\r\n\r\n" not in head:
                piece = connection.recv(4096)
                if not piece:
                    return
                head += piece
            text = head.decode()
            self.heads.append(text)
            path = text.split(" ")[1]
            found = self.answers.get(path, b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            if callable(found):
                found(connection)
            else:
                connection.sendall(found)

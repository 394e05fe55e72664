"""Requests that no well-behaved client sends, byte by byte over TLS and HTTP/1.1."""

import socket
import ssl
from dataclasses import dataclass


@dataclass
class RawAnswer:
    status: int
    headers: list
    body: bytes

    def values(self, name):
        return [value for key, value in self.headers if key == name.lower()]


def parse(raw):
    head, _, body = raw.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split()[1]) if lines[0].startswith("HTTP/") else 0
    headers = [(k.strip().lower(), v.strip()) for k, _, v in (line.partition(":") for line in lines[1:])]
    if ("transfer-encoding", "chunked") in headers:
        body = join_chunks(body)
    return RawAnswer(status, headers, body)


def join_chunks(rest):
    whole = b""
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        length = int(size, 16)
        whole, rest = whole + rest[:length], rest[length + 2:]
        if length == 0:
            break
    return whole


def send(server, data, seconds=15, source=None, port=None, tls=True):
    """Sends bytes as they are and reads to the end; None where the peer closes without a word."""
    connection = socket.create_connection(
        ("127.0.0.1", port or server.port), seconds, source_address=(source, 0) if source else None)
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(server.certificate)
        connection = context.wrap_socket(connection, server_hostname="localhost")
    raw = b""
    with connection:
        try:
            connection.sendall(data)
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
            pass  # a peer may answer and close before it has read everything
        while True:
            try:
                piece = connection.recv(65536)
            except (ConnectionResetError, ssl.SSLError):
                break
            if not piece:
                break
            raw += piece
    return parse(raw) if raw else None


def request(server, target, method="GET", headers=(), body=b"", **options):
    """One request with exactly this target and these header lines."""
    lines = [f"{method} ".encode() + (target if isinstance(target, bytes) else target.encode()) + b" HTTP/1.1",
             f"Host: localhost:{server.port}".encode(), b"Connection: close"]
    lines += [line if isinstance(line, bytes) else line.encode() for line in headers]
    if body:
        lines.append(f"Content-Length: {len(body)}".encode())
    return send(server, b"\r\n".join(lines) + b"\r\n\r\n" + body, **options)

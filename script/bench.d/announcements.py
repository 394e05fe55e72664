"""How long after a session was ended by one responder the other one refuses it.

python3 - FOLDER COUNT: the folder of a running script/server whose only customer is signed in. Makes
COUNT sessions of that customer, lets both responders remember them, and signs each out at the first. Prints the
milliseconds until the second refuses, the median and the 99th percentile.
"""

import base64
import hashlib
import re
import secrets
import socket
import struct
import subprocess
import sys
import time

folder, count = sys.argv[1], int(sys.argv[2])


def record(kind, content):
    return struct.pack(">BBHHBx", 1, kind, 1, len(content), 0) + content


def pairs(variables):
    return b"".join(struct.pack(">II", len(name) | 1 << 31, len(value) | 1 << 31) + name + value
                    for name, value in ((n.encode(), v.encode()) for n, v in variables.items()))


def ask(responder, method, path, cookie, body=""):
    """The response of one responder, as it would go to nginx."""
    variables = {
        "REQUEST_METHOD": method, "REQUEST_URI": path, "REMOTE_ADDR": "127.0.0.1", "REQUEST_ID": "bench",
        "CONTENT_TYPE": "application/x-www-form-urlencoded", "CONTENT_LENGTH": str(len(body)),
        "HTTP_COOKIE": f"__Host-session={cookie}", "HTTP_SEC_FETCH_SITE": "same-origin",
    }
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(f"{folder}/run/responder-{responder}.sock")
        connection.sendall(record(1, bytes([0, 1, 0, 0, 0, 0, 0, 0])) + record(4, pairs(variables)) + record(4, b"")
                           + (record(5, body.encode()) if body else b"") + record(5, b""))
        received = b"".join(iter(lambda: connection.recv(65_536), b""))
    output = b""
    while received:
        kind, length, padding = received[1], *struct.unpack(">HB", received[4:7])
        output += received[8:8 + length] if kind == 6 else b""
        received = received[8 + length + padding:]
    return output.decode()


def status(response):
    return int(re.match(r"Status: (\d+)", response)[1])


tokens = [secrets.token_bytes(32) for _ in range(count)]
rows = ", ".join(f"(decode('{hashlib.sha256(token).hexdigest()}', 'hex'))" for token in tokens)
subprocess.run(
    ["psql", "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--host", f"{folder}/run", "--username", "jadwal", "jadwal"],
    input=f"INSERT INTO session (customer_id, token_sha256, device, network, expires_at) "
          f"SELECT (SELECT id FROM customer), new.token, '', '', now() + interval '1 day' FROM (VALUES {rows}) new(token)",
    text=True, check=True)

delays = []
for token in tokens:
    cookie = base64.urlsafe_b64encode(token).decode().rstrip("=")
    page = ask(1, "GET", "/settings", cookie)
    for _ in range(3):
        assert status(ask(2, "GET", "/settings", cookie)) == 200
    form = re.search(r'name="csrf" value="([^"]*)"', page)[1]
    assert status(ask(1, "POST", "/logout", cookie, f"csrf={form}")) == 303
    ended = time.perf_counter()
    assert status(ask(1, "GET", "/settings", cookie)) == 303, "the responder that ended it does not refuse"
    while status(ask(2, "GET", "/settings", cookie)) != 303:
        assert time.perf_counter() - ended < 10, "the other responder never heard of it"
    delays.append((time.perf_counter() - ended) * 1_000)

delays.sort()
print(f"{delays[count // 2]:.1f} {delays[count * 99 // 100]:.1f}")

"""How long a responder still lets in somebody whose session or device password ended elsewhere.

python3 - FOLDER COUNT: the folder of a running script/server whose only customer is signed in. Makes COUNT
sessions of that customer, lets both responders remember them, and signs each out at the first.

python3 - FOLDER COUNT LABEL LOGIN PATH: COUNT times, lets both responders remember the only password with that
label, by asking for PATH with it, and deletes it in the database. LOGIN is NAME:PASSWORD.

Prints the milliseconds until the second responder refuses, the median and the 99th percentile.
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


def ask(responder, method, path, headers, body="", address="127.0.0.1"):
    """The response of one responder, as it would go to nginx."""
    variables = {
        "REQUEST_METHOD": method, "REQUEST_URI": path, "REMOTE_ADDR": address, "REQUEST_ID": "bench",
        "CONTENT_TYPE": "application/x-www-form-urlencoded", "CONTENT_LENGTH": str(len(body)), **headers,
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


PSQL = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1",
        "--host", f"{folder}/run", "--username", "jadwal", "jadwal"]


def seconds_until(refused):
    """Returns the seconds from now until the second responder refuses."""
    ended = time.perf_counter()
    while not refused():
        assert time.perf_counter() - ended < 10, "the other responder never heard of it"
    return time.perf_counter() - ended


def sessions():
    tokens = [secrets.token_bytes(32) for _ in range(count)]
    rows = ", ".join(f"(decode('{hashlib.sha256(token).hexdigest()}', 'hex'))" for token in tokens)
    subprocess.run(
        PSQL, text=True, check=True,
        input=f"INSERT INTO session (customer_id, token_sha256, device, network, expires_at) "
              f"SELECT (SELECT id FROM customer), new.token, '', '', now() + interval '1 day' FROM (VALUES {rows}) new(token)")
    for token in tokens:
        cookie = base64.urlsafe_b64encode(token).decode().rstrip("=")
        headers = {"HTTP_COOKIE": f"__Host-session={cookie}", "HTTP_SEC_FETCH_SITE": "same-origin"}
        page = ask(1, "GET", "/settings", headers)
        for _ in range(3):
            assert status(ask(2, "GET", "/settings", headers)) == 200
        form = re.search(r'name="csrf" value="([^"]*)"', page)[1]
        assert status(ask(1, "POST", "/logout", headers, f"csrf={form}")) == 303
        ended = time.perf_counter()
        assert status(ask(1, "GET", "/settings", headers)) == 303, "the responder that ended it does not refuse"
        yield time.perf_counter() - ended + seconds_until(lambda: status(ask(2, "GET", "/settings", headers)) == 303)


def passwords(label, login, path):
    headers = {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(login.encode()).decode()}
    database = subprocess.Popen(PSQL, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(statement):
        database.stdin.write(statement + ";\n")
        database.stdin.flush()
        return database.stdout.readline().strip()

    for number in range(count):
        # Of another network each time: wrong passwords are counted by network.
        def answer(responder):
            return status(ask(responder, "GET", path, headers, address=f"{20 + number % 200}.1.1.1"))

        for responder in (1, 2, 2):
            assert answer(responder) == 200
        kept = run("DELETE FROM device_password WHERE label = '" + label + "' RETURNING customer_id || ' ' || "
                   "encode(password_hmac, 'hex')").split()
        yield seconds_until(lambda: answer(2) == 401)
        assert run(f"INSERT INTO device_password (customer_id, label, password_hmac, origin) VALUES ('{kept[0]}', '{label}', "
                   f"decode('{kept[1]}', 'hex'), 'operator') RETURNING 'again'") == "again"
    database.stdin.close()
    database.wait()


delays = sorted(seconds * 1_000 for seconds in (passwords(*sys.argv[3:]) if sys.argv[3:] else sessions()))
print(f"{delays[count // 2]:.1f} {delays[count * 99 // 100]:.1f}")

"""A push service on this machine: HTTP/2 over TLS, as browsers' services and Apple's speak it. It keeps every request.
Messages are decrypted backwards with the `cryptography` package, by the steps of RFC 8291."""

import base64
import collections
import json
import os
import socket
import ssl
import subprocess
import threading
import time
from pathlib import Path

import h2.config
import h2.connection
import h2.events
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

Request = collections.namedtuple("Request", "path headers body connection")


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key):
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def hkdf(salt, secret, info, length):
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


class Subscription:
    """A browser: its keys, and the reading of what comes."""

    def __init__(self, endpoint):
        self.endpoint, self.key, self.auth = endpoint, ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    @property
    def fields(self):
        return {
            "endpoint": self.endpoint, "p256dh": base64url(point(self.key.public_key())),
            "auth": base64url(self.auth)}

    def read(self, body):
        """The text of a message; raises if it was not encrypted for this browser."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21:21 + length], body[21 + length:]
        assert size == 4096 and length == 65 and len(body) <= 4096
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        secret = hkdf(
            self.auth, self.key.exchange(ec.ECDH(), other),
            b"WebPush: info\0" + point(self.key.public_key()) + sender, 32)
        key, nonce = (hkdf(salt, secret, info, count) for info, count in (
            (b"Content-Encoding: aes128gcm\0", 16), (b"Content-Encoding: nonce\0", 12)))
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text[-1] == 2, "the last record ends with 2"
        return json.loads(text[:-1])


def read_token(token, public):
    """The claims of a JSON web token; raises if another key signed it. `public` is the point of the key."""
    head, claims, signature = token.split(".")
    assert json.loads(decoded(head))["alg"] == "ES256"
    raw = decoded(signature)
    assert len(raw) == 64
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public).verify(
        utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")),
        f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(decoded(claims))


class PushService:
    """Answers 201, or as Apple 200, unless `faults` says otherwise: a status, (status, headers, body), "goaway" (the
    connection ends after this request was not answered) or ("slow", seconds)."""

    def __init__(self, folder, taken=201):
        self.taken = taken
        self.faults, self.requests, self.connections = [], [], 0
        self.certificate = f"{folder}/push.pem"
        for folder_above in [Path(folder), *Path(folder).parents][:4]:
            folder_above.chmod(0o755)  # jadwal's account reads the certificate
        key = f"{folder}/push.key"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", "/CN=push", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", self.certificate],
            check=True, capture_output=True)
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(self.certificate, key)
        self._tls.set_alpn_protocols(["h2"])
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.host = f"localhost:{self._listener.getsockname()[1]}"

    @property
    def settings(self):
        """The settings of a server that may speak to it."""
        return {"JADWAL_WEB_PUSH_HOSTS": self.host, "JADWAL_PUSH_CA_FILE": self.certificate}

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._listener.close()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(client, self.connections), daemon=True).start()

    def _serve(self, client, number):
        try:
            with self._tls.wrap_socket(client, server_side=True) as peer:
                self._speak(peer, number)
        except (OSError, ssl.SSLError):
            pass

    def _speak(self, peer, number):
        connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        connection.initiate_connection()
        peer.sendall(connection.data_to_send())
        heads, bodies = {}, collections.defaultdict(bytes)
        while data := peer.recv(65_536):
            for event in connection.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    heads[event.stream_id] = {
                        (name.decode() if isinstance(name, bytes) else name):
                        (value.decode() if isinstance(value, bytes) else value) for name, value in event.headers}
                elif isinstance(event, h2.events.DataReceived):
                    bodies[event.stream_id] += event.data
                    connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, h2.events.StreamEnded):
                    head = heads.pop(event.stream_id)
                    self.requests.append(Request(head[":path"], head, bodies.pop(event.stream_id, b""), number))
                    fault = self.faults.pop(0) if self.faults else self.taken
                    if fault == "goaway":
                        connection.close_connection(additional_data=b'{"reason":"Shutdown"}')
                        peer.sendall(connection.data_to_send())
                        return
                    self._answer(connection, event.stream_id, fault)
            peer.sendall(connection.data_to_send())

    def _answer(self, connection, stream, fault):
        if isinstance(fault, tuple) and fault[0] == "slow":
            time.sleep(fault[1])
            fault = self.taken
        status, headers, body = fault if isinstance(fault, tuple) else (fault, {}, b"")
        connection.send_headers(stream, [(":status", str(status)), *headers.items()], end_stream=not body)
        if body:
            connection.send_data(stream, body, end_stream=True)

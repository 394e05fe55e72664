"""A provider of OpenID Connect on this machine. It signs with RS256, as Google does, and lies where a test asks it to."""

import base64
import hashlib
import http.server
import json
import threading
import time
import urllib.parse

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

CLIENT, SECRET = "jadwal-web.apps.example", "s3cret: &+"


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def number(value):
    return base64url(value.to_bytes((value.bit_length() + 7) // 8, "big"))


class Provider:
    def __init__(self):
        self.faults, self.codes, self.key_requests = {}, {}, 0
        self.rotate()
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                provider.get(self)

            def do_POST(self):
                provider.exchange(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def rotate(self):
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.key_id = base64url(hashlib.sha256(str(self.key.public_key().public_numbers().n).encode()).digest())[:16]

    @staticmethod
    def say(handler, body, status=200):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    def get(self, handler):
        if handler.path == "/.well-known/openid-configuration":
            self.say(handler, {
                "issuer": self.issuer, "authorization_endpoint": f"{self.issuer}/authorize?prompt=select",
                "token_endpoint": f"{self.issuer}/token", "jwks_uri": f"{self.issuer}/keys",
                "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"]})
        elif handler.path == "/keys":
            self.key_requests += 1
            if "keys" in self.faults:
                self.say(handler, self.faults["keys"])
                return
            public = self.key.public_key().public_numbers()
            self.say(handler, {"keys": [{
                "kty": "RSA", "kid": self.key_id, "use": "sig", "alg": "RS256", "n": number(public.n), "e": "AQAB"}]})
        else:
            self.say(handler, {}, 404)

    def approve(self, address, **claims):
        """A person signs in at the authorization address: the way back that the browser is sent."""
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))
        assert query["client_id"] == CLIENT and query["code_challenge_method"] == "S256"
        code = base64url(hashlib.sha256(query["state"].encode()).digest())
        self.codes[code] = query, claims
        return f"{query['redirect_uri']}?state={query['state']}&code={code}"

    def exchange(self, handler):
        body = dict(urllib.parse.parse_qsl(handler.rfile.read(int(handler.headers["Content-Length"])).decode()))
        user, _, password = base64.b64decode(handler.headers["Authorization"].removeprefix("Basic ")).decode().partition(":")
        query, claims = self.codes.pop(body["code"])
        assert (urllib.parse.unquote(user), urllib.parse.unquote(password)) == (CLIENT, SECRET)
        assert body["redirect_uri"] == query["redirect_uri"]
        assert base64url(hashlib.sha256(body["code_verifier"].encode()).digest()) == query["code_challenge"]
        self.say(handler, {"id_token": self.token(**{"nonce": query["nonce"]} | claims), "access_token": "unused"})

    def token(self, header=None, **claims):
        now = int(time.time())
        head = header or {"alg": "RS256", "kid": self.key_id, "typ": "JWT"}
        all_claims = {
            "iss": self.issuer, "sub": "1", "aud": CLIENT, "iat": now, "exp": now + 600, "email_verified": True} | claims
        signed = ".".join(base64url(json.dumps(part).encode()) for part in (head, all_claims))
        signature = self.key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256())
        return f"{signed}.{base64url(signature)}"

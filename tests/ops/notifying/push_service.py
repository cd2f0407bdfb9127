"""A push service and the browser behind it as a process of its own: `python push_service.py FOLDER`. It knows nothing of Greffe.

It listens on a free port of 127.0.0.1, writes that to FOLDER/port, and the keys of a browser as `p256dh.auth` to FOLDER/keys. What
is pushed has to be signed by the key in FOLDER/server-key (RFC 8292) and encrypted for the browser (RFC 8291, in the coding of
RFC 8188): it is opened and noted as a line of JSON in FOLDER/taken. What is not, is refused as push services do, and noted in
FOLDER/refused. While FOLDER/answer is there, its status, and after a blank its Retry-After, is the answer.
"""

from __future__ import annotations

import base64
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

FOLDER = Path(sys.argv[1])
BROWSER, AUTH = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
DAY = 24 * 3600


class Wrong(Exception):
    """A request that is refused, with a status."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(said)
        self.status, self.said = status, said


def note(name: str, said: Any) -> None:
    """Add a line to a file of the folder."""
    with (FOLDER / name).open("a") as file:
        file.write(json.dumps(said) + "\n")


def unpadded(text: str) -> bytes:
    """Bytes of base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """A key's public point, not compressed."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def mac(key: bytes, *parts: bytes) -> bytes:
    """HMAC-SHA-256, of which RFC 8291 builds its derivations of one block."""
    made = hmac.HMAC(key, hashes.SHA256())
    for part in parts:
        made.update(part)
    return made.finalize()


def signed(authorization: str, origin: str) -> dict[str, Any]:
    """The claims of a request's token (RFC 8292). Raises `Wrong`."""
    scheme, _, rest = authorization.partition(" ")
    given = dict(part.strip().split("=", 1) for part in rest.split(","))
    if scheme != "vapid" or set(given) != {"t", "k"}:
        raise Wrong(401, "no vapid token")
    if given["k"] != (FOLDER / "server-key").read_text():
        raise Wrong(403, "another key than the browser was asked for")
    head, claims, signature = given["t"].split(".")
    raw = unpadded(signature)
    if json.loads(unpadded(head)).get("alg") != "ES256" or len(raw) != 64:
        raise Wrong(403, "not signed with ES256")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpadded(given["k"]))
    whole = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    try:
        key.verify(whole, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        raise Wrong(403, "the signature does not hold") from None
    said: dict[str, Any] = json.loads(unpadded(claims))
    if said["aud"] != origin:
        raise Wrong(403, f"for {said['aud']}")
    if not time.time() < said["exp"] <= time.time() + DAY:
        raise Wrong(403, "expired, or valid for too long")
    if not said["sub"].startswith(("mailto:", "https:")):
        raise Wrong(403, "nobody to turn to")
    return said


def opened(body: bytes) -> Any:
    """What was encrypted for the browser. Raises `Wrong`."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    theirs, sealed = body[21 : 21 + length], body[21 + length :]
    if len(body) > 4096 or len(sealed) > size:
        raise Wrong(413, "too large")
    shared = BROWSER.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    secret = mac(mac(AUTH, shared), b"WebPush: info\0", point(BROWSER), theirs, b"\x01")
    pseudo = mac(salt, secret)
    key = mac(pseudo, b"Content-Encoding: aes128gcm\0\x01")[:16]
    nonce = mac(pseudo, b"Content-Encoding: nonce\0\x01")[:12]
    try:
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
    except InvalidTag:
        raise Wrong(400, "not for this browser") from None
    if not plain.endswith(b"\x02"):
        raise Wrong(400, "no last record")
    return json.loads(plain[:-1])


class Handler(BaseHTTPRequestHandler):
    """Takes what is pushed to `/push/browser`."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        after = ""
        try:
            status = self.taken(body)
        except Wrong as e:
            note("refused", e.said)
            status = e.status
        if status == 201 and (FOLDER / "answer").exists():
            number, _, after = (FOLDER / "answer").read_text().partition(" ")
            status = int(number)
        elif status == 201:
            note("taken", self.said)
        self.send_response(status)
        if after:
            self.send_header("Retry-After", after)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def taken(self, body: bytes) -> int:
        """Hold a request against the specifications; the status of one that is right."""
        if self.path != "/push/browser":
            raise Wrong(404, self.path)
        if self.headers["Content-Encoding"] != "aes128gcm":
            raise Wrong(400, "not in aes128gcm")
        if not (self.headers["TTL"] or "").isdecimal():
            raise Wrong(400, "no TTL")
        host, port = self.server.server_address[:2]
        claims = signed(self.headers["Authorization"] or "", f"http://{host!s}:{port}")
        self.said = {"claims": claims, "shown": opened(body), "urgency": self.headers["Urgency"]}
        return 201

    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    """Serve until killed."""
    keys = (base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in (point(BROWSER), AUTH))
    (FOLDER / "keys").write_text(".".join(keys))
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    (FOLDER / "port.new").write_text(str(server.server_address[1]))
    (FOLDER / "port.new").rename(FOLDER / "port")
    server.serve_forever()


main()

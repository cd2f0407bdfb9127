"""Notifying browsers: Web Push (RFC 8030), encrypted for the browser (RFC 8291) and signed with the
service's key (VAPID, RFC 8292).

The service's key is derived from the data folder's secret, so it need not be stored, and every
process has the same.
"""

import base64
import json
import os
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from itsdangerous import base64_encode

from ops.messages.chat import Post
from projections.messages.messages import Message, sentence, subject
from projections.messages.subscriptions import Subscription

SECONDS = 24 * 3600
"""How long a push service stores a message for an offline browser."""

HOURS = timedelta(hours=12)
"""How long a signature is valid; push services accept at most a day."""

RECORD = 4096
"""The record size in the header of the encrypted content; a message is one record."""

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256."""


def service_key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    number = int.from_bytes(HKDF(SHA256(), 48, None, b"greffe/vapid@v1").derive(secret), "big")
    return ec.derive_private_key(number % (_ORDER - 1) + 1, ec.SECP256R1())


def public_key(key: ec.EllipticCurvePrivateKey) -> str:
    return base64_encode(_public_point(key)).decode()


def push_request(
    subscription: Subscription,
    messages: list[Message],
    key: ec.EllipticCurvePrivateKey,
    contact: str,
    now: datetime,
) -> Post:
    """The request that sends messages to a browser's push service. The subscription's token
    contains the browser's keys. `contact`: the operator's address (`mailto:` or URL). Raises
    `ValueError` for malformed keys."""
    lang = subscription.language
    words = "\n".join(sentence(each).printed(lang) for each in messages)
    shown = {
        "title": subject(messages).printed(lang),
        "body": words,
        "link": messages[0].data.link,
        "lang": lang,
    }
    public, _, auth = subscription.token.partition(".")
    body = encrypted_message(
        json.dumps(shown).encode(),
        base64_decoded(public),
        base64_decoded(auth),
        ec.generate_private_key(ec.SECP256R1()),
        os.urandom(16),
    )
    parts = urlsplit(subscription.to)
    token = signed_token(
        {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int((now + HOURS).timestamp()),
            "sub": contact,
        },
        key,
    )
    return Post(
        subscription.to,
        body,
        {
            "Authorization": f"vapid t={token}, k={public_key(key)}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(SECONDS),
            "Urgency": "normal",
        },
    )


def encrypted_message(
    data: bytes, browser: bytes, auth: bytes, ours: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """A message encrypted for a browser (RFC 8291, one record of RFC 8188). `browser` and `auth`:
    the browser's public key and secret; `ours`: the sender's key for this message."""
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser)
    shared = ours.exchange(ec.ECDH(), theirs)
    point = _public_point(ours)
    key = HKDF(SHA256(), 32, auth, b"WebPush: info\0" + browser + point).derive(shared)
    content = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(key)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(key)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(content).encrypt(nonce, data + b"\x02", None)


def signed_token(claims: dict[str, object], key: ec.EllipticCurvePrivateKey) -> str:
    content = ".".join(
        base64_encode(json.dumps(part)).decode()
        for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    r, s = utils.decode_dss_signature(key.sign(content.encode(), ec.ECDSA(SHA256())))
    return f"{content}.{base64_encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big')).decode()}"


def base64_decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _public_point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

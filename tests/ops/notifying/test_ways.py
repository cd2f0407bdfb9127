"""Webhooks, ntfy and browsers, by real requests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from standardwebhooks import Webhook

from ops.notifying import web_push
from ops.notifying.sending import Sender
from ops.notifying.service import Notifying
from ops.notifying.web_push import decoded
from ops.settings.config import Settings
from projections.notifications.tokens import Tokens, new_secret
from tests.ops.notifying.receivers import Receiver
from tests.ops.notifying.world import World

BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SECRET = b"s" * 32


@pytest.fixture
def receiver(world: World) -> Iterator[Receiver]:
    settings = Settings.load({"GREFFE_NOTIFY_NETWORKS": "127.0.0.0/8", "GREFFE_MAIL_FROM": "greffe@club.example"})
    world.service.close()
    sender = Sender(settings, Tokens("x"), lambda: datetime.now(UTC), SECRET)
    world.service = Notifying(world.clerk, world.store, world.links, sender)
    with Receiver() as found:
        yield found


def test_a_webhook_verifies_with_a_library_of_standard_webhooks_by_either_secret(world: World, receiver: Receiver) -> None:
    new, old = new_secret(), new_secret()
    later = datetime.now(UTC) + timedelta(days=1)
    world.arbiter(to=receiver.url("/in"), secret=new, before=old, before_until=later)
    seq = world.claim("blue")
    world.settle()
    [request] = receiver.taken()
    for secret in (new, old):
        assert Webhook(secret).verify(request.body, request.headers)["data"]["record"] == seq


def test_ntfy_shows_what_happened_and_where_to_go(world: World, receiver: Receiver) -> None:
    world.arbiter(way="ntfy", to=receiver.url("/of/our-table"), token="tk_secret", language="fr")
    world.claim("blue")
    world.settle()
    [request] = receiver.taken()
    assert (request.path, request.headers["authorization"]) == ("/of/", "Bearer tk_secret")
    assert request.json["topic"] == "our-table" and "réclamation" in request.json["message"].casefold()
    assert request.json["click"].startswith(f"https://greffe.example/games/{world.game}")
    assert b"word" not in request.body


@pytest.mark.parametrize(
    ("way", "answer", "stands"),
    [
        ("ntfy", (403, 0), ("active", "it answers 403", None)),
        ("ntfy", (429, 777), ("active", "it answers 429", 777)),
        ("webhook", (410, 0), ("ended", "it wants nothing more", None)),
        ("push", (404, 0), ("ended", "it wants nothing more", None)),
        ("push", (410, 0), ("ended", "it wants nothing more", None)),
        ("push", (429, 60), ("active", "it answers 429", 60)),
    ],
)
def test_what_a_receiver_answers_is_heeded(
    way: Any, answer: tuple[int, int], stands: Any, world: World, receiver: Receiver
) -> None:
    state, said, seconds = stands
    receiver.answer = answer
    world.arbiter(way=way, to=receiver.url("/topic"), token=f"{BROWSER}.{AUTH}" if way == "push" else "", secret="whsec_c2VjcmV0")
    world.claim("blue")
    world.settle()
    at = world.at("arbiter")
    assert (at.state, at.said, at.before) == (state, said, seconds and world.clerk.clock() + timedelta(seconds=seconds))
    receiver.answer = 200, 0
    world.go_on((seconds or 40) - 1)
    if seconds:
        world.settle()
        assert receiver.taken() == [], "not before its time"
    world.go_on(2)
    world.settle()
    assert len(receiver.taken()) == (state == "active")


# -- browsers --------------------------------------------------------------------------------------------------------------


def test_the_example_of_rfc_8291_comes_out_as_it_stands_there() -> None:
    ours = ec.derive_private_key(int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1())
    found = web_push.encrypted(
        b"When I grow up, I want to be a watermelon", decoded(BROWSER), decoded(AUTH), ours, decoded("DGv6ra1nlYgDCS1FRnbzlw")
    )
    assert found == decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_browser_alone_can_read_it_and_the_push_service_knows_who_calls(world: World, receiver: Receiver) -> None:
    browser, auth = ec.generate_private_key(ec.SECP256R1()), b"a" * 16
    point = web_push.public_key(browser)
    world.arbiter(way="push", to=receiver.url("/push/browser"), token=f"{point}.{web_push._encoded(auth)}", language="fr")
    world.claim("blue")
    world.settle()
    [request] = receiver.taken()
    token, _, public = request.headers["authorization"].removeprefix("vapid t=").partition(", k=")
    head, claims, signature = token.split(".")
    both = utils.encode_dss_signature(*(int.from_bytes(decoded(signature)[at : at + 32], "big") for at in (0, 32)))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public))
    key.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert public == web_push.public_key(web_push.service_key(SECRET)), "the same after a restart"
    said = json.loads(decoded(claims))
    assert (said["aud"], said["sub"]) == (receiver.url(""), "mailto:greffe@club.example")
    salt, theirs, sealed = request.body[:16], request.body[21:86], request.body[86:]
    shared = browser.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    secret = HKDF(SHA256(), 32, auth, b"WebPush: info\0" + decoded(point) + theirs).derive(shared)
    content, nonce = (
        HKDF(SHA256(), size, salt, f"Content-Encoding: {what}\0".encode()).derive(secret)
        for size, what in ((16, "aes128gcm"), (12, "nonce"))
    )
    shown = json.loads(AESGCM(content).decrypt(nonce, sealed, None).removesuffix(b"\x02"))
    assert shown["lang"] == "fr" and shown["link"].startswith(f"https://greffe.example/games/{world.game}")
    assert "word" not in str(shown)

"""Calling browsers: the example of RFC 8291, and a request that a push service takes."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256

from ops.notifying import web_push
from ops.notifying.web_push import decoded
from projections.notifications.messages import plain
from projections.notifications.subscriptions import Holder, Subscription

BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


def test_the_example_of_rfc_8291_comes_out_as_it_stands_there() -> None:
    ours = ec.derive_private_key(int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1())
    found = web_push.encrypted(
        b"When I grow up, I want to be a watermelon", decoded(BROWSER), decoded(AUTH), ours, decoded("DGv6ra1nlYgDCS1FRnbzlw")
    )
    assert found == decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_request_is_signed_for_the_push_service_and_the_key_is_the_same_after_a_restart() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    one = Subscription(
        "one", Holder("a", "seat"), "push", "https://push.example/abc", 0, now, language="fr", token=f"{BROWSER}.{AUTH}"
    )
    key, again = web_push.service_key(b"s" * 32), web_push.service_key(b"s" * 32)
    post = web_push.post(one, [plain("test", now, "https://greffe.example/")], key, "mailto:greffe@club.example", now)
    token, _, public = post.headers["Authorization"].removeprefix("vapid t=").partition(", k=")
    assert public == web_push.public_key(again)
    said, _, signature = token.rpartition(".")
    claims = json.loads(decoded(said.partition(".")[2]))
    assert claims == {"aud": "https://push.example", "exp": int(now.timestamp()) + 43_200, "sub": "mailto:greffe@club.example"}
    raw = decoded(signature)
    both = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.public_key().verify(both, said.encode(), ec.ECDSA(SHA256()))
    assert b"essai" not in post.body

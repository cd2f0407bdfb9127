import json
import os
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cloudevents.core.bindings.http import HTTPMessage, from_http_event
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from itsdangerous import base64_encode
from standardwebhooks import Webhook

from ops.messages import mail, web_push
from ops.messages.retry_policy import NotAccepted, RefusedForGood
from ops.messages.sending import Sender
from ops.messages.service import Notifier
from ops.messages.web_push import base64_decoded
from ops.settings.config import Settings
from projections.messages.messages import failure_reason, message_without_game
from projections.messages.subscriptions import Delivery, Holder, Subscription
from projections.messages.tokens import Tokens, new_secret
from tests.builders.certificates import Authority
from tests.builders.refusals import refused_with
from tests.ops.messages.receivers import MailServer, Receiver, Request
from tests.ops.messages.world import World

BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SECRET = b"s" * 32


@pytest.fixture
def receiver(world: World) -> Iterator[Receiver]:
    settings = Settings.load(
        {"GREFFE_NOTIFY_NETWORKS": "127.0.0.0/8", "GREFFE_MAIL_FROM": "greffe@club.example"}
    )
    world.service.close()
    sender = Sender(settings, Tokens("x"), lambda: datetime.now(UTC), SECRET)
    world.service = Notifier(world.clerk, world.store, world.links, sender)
    with Receiver() as receiver_:
        yield receiver_


def claimed(world: World, receiver: Receiver) -> tuple[int, Request]:
    """File a claim and send its messages. Returns the seq of the claim and the request that the
    receiver got."""
    seq = world.claim("blue")
    world.settle()
    [request] = receiver.taken()
    return seq, request


def test_a_webhook_verifies_with_a_library_of_standard_webhooks_by_either_secret(
    world: World, receiver: Receiver
) -> None:
    new, old = new_secret(), new_secret()
    later = datetime.now(UTC) + timedelta(days=1)
    world.subscribe_arbiter(to=receiver.url("/in"), secret=new, before=old, before_until=later)
    seq, request = claimed(world, receiver)
    for secret in (new, old):
        assert Webhook(secret).verify(request.body, request.headers)["data"]["record"] == seq


def test_a_webhook_comes_as_a_cloudevent_where_that_was_asked_for(
    world: World, receiver: Receiver
) -> None:
    secret = new_secret()
    world.subscribe_arbiter(to=receiver.url("/in"), secret=secret, form="cloudevents")
    seq, request = claimed(world, receiver)
    Webhook(secret).verify(request.body, request.headers)
    event = from_http_event(HTTPMessage(request.headers, request.body))
    assert (event.get_type(), event.get_source(), event.get_id()) == (
        "greffe.claim",
        "https://greffe.example",
        request.id,
    )
    data = event.get_data()
    assert isinstance(data, dict)
    assert (event.get_subject(), data["game"], data["record"]) == (world.game, world.game, seq)


def test_ntfy_shows_what_happened_and_where_to_go(world: World, receiver: Receiver) -> None:
    world.subscribe_arbiter(
        way="ntfy", to=receiver.url("/of/our-table"), token="tk_secret", language="fr"
    )
    _, request = claimed(world, receiver)
    assert (request.path, request.headers["authorization"]) == ("/of/", "Bearer tk_secret")
    assert (
        request.json["topic"] == "our-table" and "réclamation" in request.json["message"].casefold()
    )
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
    state, sentence, seconds = stands
    receiver.answer = answer
    world.subscribe_arbiter(
        way=way,
        to=receiver.url("/topic"),
        token=f"{BROWSER}.{AUTH}" if way == "push" else "",
        secret="whsec_c2VjcmV0",
    )
    world.claim("blue")
    world.settle()
    at = world.subscription("arbiter")
    assert (at.state, at.said, at.before) == (
        state,
        sentence,
        seconds and world.clerk.clock() + timedelta(seconds=seconds),
    )
    receiver.answer = 200, 0
    world.go_on((seconds or 40) - 1)
    if seconds:
        world.settle()
        assert receiver.taken() == [], "not before its time"
    world.go_on(2)
    world.settle()
    assert len(receiver.taken()) == (state == "active")


# -- browsers --------------------------------------------------------------------------------------


def test_the_example_of_rfc_8291_comes_out_as_it_stands_there() -> None:
    ours = ec.derive_private_key(
        int.from_bytes(base64_decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"),
        ec.SECP256R1(),
    )
    encrypted = web_push.encrypted_message(
        b"When I grow up, I want to be a watermelon",
        base64_decoded(BROWSER),
        base64_decoded(AUTH),
        ours,
        base64_decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encrypted == base64_decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_browser_alone_can_read_it_and_the_push_service_knows_who_calls(
    world: World, receiver: Receiver
) -> None:
    browser, auth = ec.generate_private_key(ec.SECP256R1()), b"a" * 16
    point = web_push.public_key(browser)
    world.subscribe_arbiter(
        way="push",
        to=receiver.url("/push/browser"),
        token=f"{point}.{base64_encode(auth).decode()}",
        language="fr",
    )
    _, request = claimed(world, receiver)
    token, _, public = request.headers["authorization"].removeprefix("vapid t=").partition(", k=")
    head, claims, signature = token.split(".")
    both = utils.encode_dss_signature(
        *(int.from_bytes(base64_decoded(signature)[at : at + 32], "big") for at in (0, 32))
    )
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), base64_decoded(public))
    key.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert public == web_push.public_key(web_push.service_key(SECRET)), "the same after a restart"
    sentence = json.loads(base64_decoded(claims))
    assert (sentence["aud"], sentence["sub"]) == (receiver.url(""), "mailto:greffe@club.example")
    salt, theirs, sealed = request.body[:16], request.body[21:86], request.body[86:]
    shared = browser.exchange(
        ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    )
    secret = HKDF(SHA256(), 32, auth, b"WebPush: info\0" + base64_decoded(point) + theirs).derive(
        shared
    )
    content, nonce = (
        HKDF(SHA256(), size, salt, f"Content-Encoding: {what}\0".encode()).derive(secret)
        for size, what in ((16, "aes128gcm"), (12, "nonce"))
    )
    shown = json.loads(AESGCM(content).decrypt(nonce, sealed, None).removesuffix(b"\x02"))
    assert shown["lang"] == "fr" and shown["link"].startswith(
        f"https://greffe.example/games/{world.game}"
    )
    assert "word" not in str(shown)


NOW = datetime(2026, 1, 1, tzinfo=UTC)
BODY = msgspec.json.encode(message_without_game("test", NOW, "https://greffe.example/"))
MINE = Subscription(
    "one",
    Holder("operator", "operator"),
    "mail",
    "ada@club.example",
    0,
    NOW,
    base="https://greffe.example",
)


@pytest.fixture
def server() -> Iterator[MailServer]:
    with MailServer() as mail_server:
        yield mail_server


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    certifier = Authority(tmp_path)
    os.environ["SSL_CERT_FILE"] = str(certifier.file)
    return certifier


def context_of(certificate: Path) -> ssl.SSLContext:
    create_default_context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    create_default_context.load_cert_chain(certificate)
    return create_default_context


def sender(server: MailServer, scheme: str = "smtp", login: str = "") -> Sender:
    at = f"{login}@" if login else ""
    smtp = {
        "GREFFE_SMTP": f"{scheme}://{at}127.0.0.1:{server.port}",
        "GREFFE_MAIL_FROM": "greffe@club.example",
    }
    return Sender(
        Settings.load({**smtp, "GREFFE_PUBLIC_URL": "https://club.example"}),
        Tokens("x"),
        lambda: NOW,
        b"x" * 32,
    )


def send(by: Sender, id: str = "msg_1") -> None:
    by(MINE, id, [Delivery(1, id, "one", "", "test", 0, BODY)])


WAYS = [("starttls", "smtp"), ("implicit", "smtps")]


@pytest.mark.parametrize(("tls", "scheme"), WAYS)
@pytest.mark.filterwarnings(
    "ignore:Requiring AUTH:UserWarning"
)  # the server's library does not see that all of it is encrypted
def test_mail_goes_encrypted_and_logged_in_to_a_server_whose_certificate_holds(
    tls: str, scheme: str, authority: Authority, tmp_path: Path
) -> None:
    with MailServer(
        tls=tls, context=context_of(authority.certify("127.0.0.1")), login="club:open sesame@home"
    ) as server:
        send(sender(server, scheme, "club:open%20sesame%40home"))
        [taken] = server.letters
        assert (taken.tls, taken.user, taken.to) == (True, "club", ["ada@club.example"])
        for login, sentence in (
            ("club:guess", r"refuses our login \(535\)"),
            ("", r"does not take it \(530\)"),
        ):
            refused_with(NotAccepted, sentence, send, sender(server, scheme, login))
        if tls == "starttls":
            server.answers["starttls"] = "454 TLS not available"
            refused_with(NotAccepted, r"does not take it \(454\)", send, sender(server, scheme))
        assert len(server.letters) == 1
    (tmp_path / "others").mkdir()
    for certificate in (
        Authority(tmp_path / "others").certify("127.0.0.1"),
        authority.certify("mail.elsewhere.example"),
    ):
        with MailServer(tls=tls, context=context_of(certificate)) as server:
            refused_with(NotAccepted, "certificate does not hold", send, sender(server, scheme))
            assert server.letters == []


def test_a_password_leaves_this_machine_with_encryption_alone(
    server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(mail, "LOCAL", ())  # as if 127.0.0.1 was another machine
        refused_with(
            NotAccepted,
            "a password is not sent without",
            send,
            sender(server, login="club:open-sesame"),
        )
    assert server.logins == server.letters == []
    refused_with(NotAccepted, "takes no login", send, sender(server, login="club:open-sesame"))


@pytest.mark.parametrize(
    ("step", "answer", "kind", "sentence"),
    [
        (
            "rcpt",
            "550 5.1.1 No such mailbox",
            RefusedForGood,
            "the mail server refuses this address (550)",
        ),
        (
            "data",
            "554 5.7.1 Looks like spam",
            RefusedForGood,
            "the mail server refuses this message (554)",
        ),
        ("connect", "554 No mail from you", NotAccepted, "the mail server does not take it (554)"),
        ("mail", "553 Not your address", NotAccepted, "the mail server does not take it (553)"),
        (
            "rcpt",
            "451 Come back in a moment",
            NotAccepted,
            "the mail server does not take it now (451)",
        ),
        (
            "rcpt",
            "552 4.2.2 Mailbox full",
            NotAccepted,
            "the mail server does not take it now (552)",
        ),
        ("data", "452 4.3.1 No room", NotAccepted, "the mail server does not take it now (452)"),
        ("drop", "during", NotAccepted, "the mail server does not answer (SMTPServerDisconnected)"),
        ("drop", "taken", NotAccepted, "the mail server does not answer (SMTPServerDisconnected)"),
    ],
)
def test_a_refusal_is_for_good_or_for_now_and_is_said_in_french_too(
    step: str, answer: str, kind: type[NotAccepted], sentence: str, server: MailServer
) -> None:
    server.answers[step] = answer
    e = refused_with(NotAccepted, "", send, sender(server))
    assert (type(e), e.said) == (kind, sentence)
    assert failure_reason(sentence).printed("fr") != sentence
    server.answers = {
        "quit": "421 Gone already"
    }  # what was taken was taken, whatever is said to the farewell
    send(sender(server))
    assert {letter.made["Message-ID"] for letter in server.letters} == {"<msg_1@club.example>"}, (
        "a repeat is known by its id"
    )


def test_an_address_that_is_refused_is_parked_or_where_it_never_confirmed_over(
    world: World, server: MailServer
) -> None:
    world.service.close()
    world.service = Notifier(world.clerk, world.store, world.links, sender(server))
    world.subscribe_arbiter(way="mail", to="nobody@club.example")
    world.store.add(world.mail_subscription("ada"), confirmed=False)
    world.store.put("ada", "msg_1", "confirm", BODY, world.clerk.clock())
    server.answers["rcpt"] = "550 5.1.1 No such mailbox"
    for _ in range(2):
        world.claim("blue")
    world.settle()
    stands = {id: world.subscription(id) for id in ("arbiter", "ada")}
    assert {id: at.state for id, at in stands.items()} == {"arbiter": "parked", "ada": "ended"}
    assert {at.said for at in stands.values()} == {"the mail server refuses this address (550)"}
    assert sorted(delivery.attempts for delivery in world.store.deliveries("arbiter", 0, 9)) == [
        0,
        1,
    ], "one was asked for both"
    server.answers.clear()
    world.store.resume("arbiter")
    world.settle()
    assert (len(server.letters), world.store.counts("arbiter").delivered) == (2, 2)

"""Mail servers: encryption and logins, and what comes of each way to refuse."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from ops.notifying import mail
from ops.notifying.outcomes import Failed, Refused
from ops.notifying.sending import Sender
from ops.notifying.service import Notifying
from ops.settings.config import Settings
from projections.notifications.messages import plain, reason
from projections.notifications.subscriptions import Delivery, Holder, Subscription
from projections.notifications.tokens import Tokens
from tests.builders.certificates import Authority
from tests.ops.notifying.receivers import MailServer
from tests.ops.notifying.world import World

NOW = datetime(2026, 1, 1, tzinfo=UTC)
BODY = msgspec.json.encode(plain("test", NOW, "https://greffe.example/"))
MINE = Subscription("one", Holder("operator", "operator"), "mail", "ada@club.example", 0, NOW, base="https://greffe.example")


@pytest.fixture
def server() -> Iterator[MailServer]:
    with MailServer() as found:
        yield found


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    found = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(found.file))
    return found


def context_of(certificate: Path) -> ssl.SSLContext:
    found = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    found.load_cert_chain(certificate)
    return found


def sender(server: MailServer, scheme: str = "smtp", login: str = "") -> Sender:
    at = f"{login}@" if login else ""
    smtp = {"GREFFE_SMTP": f"{scheme}://{at}127.0.0.1:{server.port}", "GREFFE_MAIL_FROM": "greffe@club.example"}
    return Sender(Settings.load({**smtp, "GREFFE_PUBLIC_URL": "https://club.example"}), Tokens("x"), lambda: NOW, b"x" * 32)


def send(by: Sender, id: str = "msg_1") -> None:
    by(MINE, id, [Delivery(1, id, "one", "", "test", 0, BODY)])


WAYS = [("starttls", "smtp"), ("implicit", "smtps")]


@pytest.mark.parametrize(("tls", "scheme"), WAYS)
@pytest.mark.filterwarnings("ignore:Requiring AUTH:UserWarning")  # the server's library does not see that all of it is encrypted
def test_mail_goes_encrypted_and_logged_in_to_a_server_whose_certificate_holds(
    tls: str, scheme: str, authority: Authority, tmp_path: Path
) -> None:
    with MailServer(tls=tls, context=context_of(authority.certify("127.0.0.1")), login="club:open sesame@home") as server:
        send(sender(server, scheme, "club:open%20sesame%40home"))
        [taken] = server.letters
        assert (taken.tls, taken.user, taken.to) == (True, "club", ["ada@club.example"])
        for login, said in (("club:guess", r"refuses our login \(535\)"), ("", r"does not take it \(530\)")):
            with pytest.raises(Failed, match=said):
                send(sender(server, scheme, login))
        if tls == "starttls":
            server.answers["starttls"] = "454 TLS not available"
            with pytest.raises(Failed, match=r"does not take it \(454\)"):
                send(sender(server, scheme))
        assert len(server.letters) == 1
    (tmp_path / "others").mkdir()
    for certificate in (Authority(tmp_path / "others").certify("127.0.0.1"), authority.certify("mail.elsewhere.example")):
        with MailServer(tls=tls, context=context_of(certificate)) as server:
            with pytest.raises(Failed, match="certificate does not hold"):
                send(sender(server, scheme))
            assert server.letters == []


def test_a_password_leaves_this_machine_with_encryption_alone(server: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(mail, "LOCAL", ())  # as if 127.0.0.1 was another machine
        with pytest.raises(Failed, match="a password is not sent without"):
            send(sender(server, login="club:open-sesame"))
    assert server.logins == server.letters == []
    with pytest.raises(Failed, match="takes no login"):
        send(sender(server, login="club:open-sesame"))


@pytest.mark.parametrize(
    ("step", "answer", "kind", "said"),
    [
        ("rcpt", "550 5.1.1 No such mailbox", Refused, "the mail server refuses this address (550)"),
        ("data", "554 5.7.1 Looks like spam", Refused, "the mail server refuses this message (554)"),
        ("connect", "554 No mail from you", Failed, "the mail server does not take it (554)"),
        ("mail", "553 Not your address", Failed, "the mail server does not take it (553)"),
        ("rcpt", "451 Come back in a moment", Failed, "the mail server does not take it now (451)"),
        ("rcpt", "552 4.2.2 Mailbox full", Failed, "the mail server does not take it now (552)"),
        ("data", "452 4.3.1 No room", Failed, "the mail server does not take it now (452)"),
        ("drop", "during", Failed, "the mail server does not answer (SMTPServerDisconnected)"),
        ("drop", "taken", Failed, "the mail server does not answer (SMTPServerDisconnected)"),
    ],
)
def test_a_refusal_is_for_good_or_for_now_and_is_said_in_french_too(
    step: str, answer: str, kind: type[Failed], said: str, server: MailServer
) -> None:
    server.answers[step] = answer
    with pytest.raises(Failed) as e:
        send(sender(server))
    assert (type(e.value), e.value.said) == (kind, said)
    assert reason(said).printed("fr") != said
    server.answers = {"quit": "421 Gone already"}  # what was taken was taken, whatever is said to the farewell
    send(sender(server))
    assert {letter.made["Message-ID"] for letter in server.letters} == {"<msg_1@club.example>"}, "a repeat is known by its id"


def test_an_address_that_is_refused_is_parked_or_where_it_never_confirmed_over(world: World, server: MailServer) -> None:
    world.service.close()
    world.service = Notifying(world.clerk, world.store, world.links, sender(server))
    world.arbiter(way="mail", to="nobody@club.example")
    world.store.add(world.letters("ada"), confirmed=False)
    world.store.put("ada", "msg_1", "confirm", BODY, world.clerk.clock())
    server.answers["rcpt"] = "550 5.1.1 No such mailbox"
    for _ in range(2):
        world.claim("blue")
    world.settle()
    stands = {id: world.at(id) for id in ("arbiter", "ada")}
    assert {id: at.state for id, at in stands.items()} == {"arbiter": "parked", "ada": "ended"}
    assert {at.said for at in stands.values()} == {"the mail server refuses this address (550)"}
    assert sorted(one.attempts for one in world.store.deliveries("arbiter", 0, 9)) == [0, 1], "one was asked for both"
    server.answers.clear()
    world.store.resume("arbiter")
    world.settle()
    assert (len(server.letters), world.store.counts("arbiter").delivered) == (2, 2)

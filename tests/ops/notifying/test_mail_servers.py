"""Mail servers that are processes of their own: encryption and logins, and what comes of each way to refuse."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from ops.notifying.outcomes import STEPS, Failed, Refused
from ops.notifying.sending import Sender
from ops.notifying.service import Notifying
from ops.settings.config import Settings
from projections.notifications.messages import plain
from projections.notifications.reasons import reason
from projections.notifications.subscriptions import Delivery, Holder, Subscription
from projections.notifications.tokens import Tokens
from tests.builders.certificates import Authority
from tests.ops.notifying.receivers import MailServer
from tests.ops.notifying.world import World

NOW = datetime(2026, 1, 1, tzinfo=UTC)
BODY = msgspec.json.encode(plain("test", NOW, "https://greffe.example/"))
MINE = Subscription("one", Holder("operator", "operator"), "mail", "ada@club.example", 0, NOW, base="https://greffe.example")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[MailServer]:
    """A mail server without encryption."""
    with MailServer(tmp_path) as found:
        yield found


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    """An authority that this machine trusts, and no other."""
    found = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(found.file))
    return found


def sender(server: MailServer, scheme: str = "smtp", login: str = "", host: str = "127.0.0.1") -> Sender:
    """Sends by that server."""
    at = f"{login}@" if login else ""
    smtp = {"GREFFE_SMTP": f"{scheme}://{at}{host}:{server.port}", "GREFFE_MAIL_FROM": "greffe@club.example"}
    settings = Settings.load({**smtp, "GREFFE_PUBLIC_URL": "https://club.example"})
    return Sender(settings, Tokens("x"), lambda: NOW, b"x" * 32)


def send(by: Sender, id: str = "msg_1") -> None:
    """Send one message."""
    by(MINE, id, [Delivery(1, id, "one", "", "test", 0, BODY, "waiting")])


# -- encryption and logins -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tls", "scheme"), [("starttls", "smtp"), ("implicit", "smtps")])
def test_mail_goes_encrypted_and_logged_in(tls: str, scheme: str, authority: Authority, tmp_path: Path) -> None:
    given = ("--tls", tls, "--certificate", str(authority.certify("127.0.0.1")), "--login", "club:open sesame@home")
    with MailServer(tmp_path, *given) as server:
        send(sender(server, scheme, "club:open%20sesame%40home"))
        [taken] = server.taken()
        assert (taken["tls"], taken["user"], taken["to"]) == (True, "club", ["ada@club.example"])
        with pytest.raises(Failed, match=r"refuses our login \(535\)"):
            send(sender(server, scheme, "club:guess"), "msg_2")
        assert server.logins()[0] and not any(server.logins()[1:])
        with pytest.raises(Failed, match=r"does not take it \(530\)"):  # it wants a login, and none is set
            send(sender(server, scheme), "msg_3")
        assert len(server.taken()) == 1


@pytest.mark.parametrize(("tls", "scheme"), [("starttls", "smtp"), ("implicit", "smtps")])
def test_a_certificate_that_does_not_hold_is_sent_nothing(tls: str, scheme: str, authority: Authority, tmp_path: Path) -> None:
    (tmp_path / "others").mkdir()
    unknown = Authority(tmp_path / "others").certify("127.0.0.1")
    another = authority.certify("mail.elsewhere.example")
    for n, certificate in enumerate((unknown, another)):
        (tmp_path / str(n)).mkdir()
        with MailServer(tmp_path / str(n), "--tls", tls, "--certificate", str(certificate)) as server:
            with pytest.raises(Failed, match="certificate does not hold"):
                send(sender(server, scheme))
            assert server.taken() == []


def test_a_server_that_offers_encryption_and_refuses_it_gets_nothing_in_the_clear(authority: Authority, tmp_path: Path) -> None:
    given = ("--tls", "starttls", "--certificate", str(authority.certify("127.0.0.1")))
    with MailServer(tmp_path, *given) as server:
        server.answer(starttls="454 TLS not available")
        with pytest.raises(Failed, match=r"does not take it \(454\)"):
            send(sender(server))
        assert server.taken() == []


def test_a_password_leaves_this_machine_with_encryption_alone(server: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    from ops.notifying import mail

    monkeypatch.setattr(mail, "LOCAL", ())  # as if 127.0.0.1 was another machine
    with pytest.raises(Failed, match="a password is not sent without"):
        send(sender(server, login="club:open-sesame"))
    assert server.logins() == server.taken() == []
    monkeypatch.undo()
    with pytest.raises(Failed, match="takes no login"):
        send(sender(server, login="club:open-sesame"))


# -- refusals --------------------------------------------------------------------------------------------------------------

FOR_GOOD = {
    "rcpt": ("550 5.1.1 No such mailbox", "the mail server refuses this address (550)"),
    "data": ("554 5.7.1 Looks like spam", "the mail server refuses this message (554)"),
}
FOR_NOW = {
    "connect": ("554 No mail from you", "the mail server does not take it (554)"),
    "mail": ("553 Not your address", "the mail server does not take it (553)"),
    "rcpt": ("451 Come back in a moment", "the mail server does not take it now (451)"),
    "data": ("452 4.3.1 No room", "the mail server does not take it now (452)"),
    "drop": ("during", "the mail server does not answer (SMTPServerDisconnected)"),
}


@pytest.mark.parametrize("step", FOR_GOOD)
def test_what_is_refused_for_good_is_not_tried_again(step: str, server: MailServer) -> None:
    answer, said = FOR_GOOD[step]
    server.answer(**{step: answer})
    with pytest.raises(Refused) as e:
        send(sender(server))
    assert e.value.said == said
    assert reason(said).printed("fr") != said


@pytest.mark.parametrize("step", FOR_NOW)
def test_what_is_refused_for_now_is_tried_again(step: str, server: MailServer) -> None:
    answer, said = FOR_NOW[step]
    server.answer(**{step: answer})
    with pytest.raises(Failed) as e:
        send(sender(server))
    assert e.value.said == said
    assert reason(said).printed("fr") != said
    server.answer()
    send(sender(server))
    assert [one["id"] for one in server.taken()] == ["<msg_1@club.example>"]


@pytest.mark.parametrize("answer", ["421 Too long", "552 4.2.2 Mailbox full"])
def test_a_full_mailbox_and_a_busy_server_are_for_now(answer: str, server: MailServer) -> None:
    server.answer(rcpt=answer)
    with pytest.raises(Failed):
        send(sender(server))


def test_what_was_taken_was_taken_whatever_the_server_says_to_the_farewell(server: MailServer) -> None:
    server.answer(quit="421 Gone already")
    send(sender(server))
    assert len(server.taken()) == 1


def test_an_e_mail_whose_taking_was_not_heard_comes_again_under_its_id(server: MailServer) -> None:
    server.answer(drop="taken")
    with pytest.raises(Failed):
        send(sender(server))
    server.answer()
    send(sender(server))
    assert (len(server.taken()), len(server.once())) == (2, 1)


# -- what becomes of it ----------------------------------------------------------------------------------------------------


@pytest.fixture
def by_mail(world: World, server: MailServer) -> World:
    """The world, whose service sends by the real server."""
    world.service.delivering.close()
    world.service = Notifying(world.clerk, world.store, world.links, sender(server))
    return world


def test_an_address_that_is_refused_is_parked_and_nobody_else_waits_for_it(by_mail: World, server: MailServer) -> None:
    by_mail.arbiter(way="mail", to="nobody@club.example")
    server.answer(rcpt="550 5.1.1 No such mailbox")
    seqs = [by_mail.claim("blue") for _ in range(2)]
    by_mail.settle()
    at = by_mail.store.find("arbiter")
    assert at is not None
    assert (at.state, at.failures, at.said) == ("parked", 1, "the mail server refuses this address (550)")
    assert by_mail.store.counts("arbiter").parked == 2
    assert [one.attempts for one in by_mail.store.deliveries("arbiter", 0, 9)] == [0, 1]
    by_mail.later(24)
    by_mail.settle()
    assert server.refused() == ["nobody@club.example"], "asked once"
    server.answer()
    by_mail.store.resume("arbiter")
    by_mail.settle()
    assert len(server.taken()) == len(seqs)
    assert by_mail.store.counts("arbiter").delivered == 2


def test_an_address_that_was_never_confirmed_and_is_refused_is_over(by_mail: World, server: MailServer) -> None:
    by_mail.store.add(by_mail.letters("ada"), confirmed=False)
    by_mail.store.put("ada", "msg_1", "confirm", BODY, by_mail.clerk.clock())
    server.answer(rcpt="550 5.1.1 No such mailbox")
    by_mail.settle()
    at = by_mail.store.find("ada")
    assert at is not None
    assert (at.state, at.said) == ("ended", "the mail server refuses this address (550)")


def test_a_server_that_refuses_for_a_while_is_asked_later_and_later_and_then_all_comes_once(
    by_mail: World, server: MailServer
) -> None:
    by_mail.arbiter(way="mail", to="arbiter@club.example")
    for n, step in enumerate(FOR_NOW):
        server.answer(**{step: FOR_NOW[step][0]})
        if n == 0:
            by_mail.claim("blue")
        by_mail.settle()
        at = by_mail.store.find("arbiter")
        assert at is not None and at.before is not None
        assert (at.state, at.failures, at.said) == ("active", n + 1, FOR_NOW[step][1])
        assert STEPS[n] - 1 <= (at.before - by_mail.clerk.clock()).total_seconds() <= STEPS[n] * 1.2 + 1
        by_mail.settle()
        assert by_mail.store.deliveries("arbiter", 0, 1)[0].attempts == n + 1, "not before its time"
        by_mail.go_on(int(STEPS[n] * 1.2) + 1)
    server.answer()
    by_mail.settle()
    [sent] = by_mail.store.deliveries("arbiter", 0, 9)
    assert (sent.state, sent.attempts, len(server.taken())) == ("delivered", len(FOR_NOW) + 1, 1)
    at = by_mail.store.find("arbiter")
    assert at is not None
    assert (at.failures, at.said) == (0, "")


def test_a_mail_server_that_is_gone_takes_nothing_and_nothing_is_lost(by_mail: World, server: MailServer) -> None:
    by_mail.arbiter(way="mail", to="arbiter@club.example")
    server.process.kill()
    server.process.wait()
    by_mail.claim("blue")
    by_mail.settle()
    at = by_mail.store.find("arbiter")
    assert at is not None
    assert (at.state, at.said) == ("active", "the mail server does not answer (ConnectionRefusedError)")
    assert by_mail.store.counts("arbiter").waiting == 1

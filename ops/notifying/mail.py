"""E-mail by SMTP: plain text and HTML, with one click to end it (RFC 8058)."""

from __future__ import annotations

import html
import smtplib
import ssl
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from urllib.parse import SplitResult, unquote, urlsplit

from domain.rules.text import Text
from ops.notifying.outcomes import Failed, Refused
from projections.notifications.messages import Message, sentence, subject
from projections.notifications.subscriptions import Subscription

LOCAL = ("localhost", "127.0.0.1", "::1")

SECONDS = 20.0
"""How long each step with a mail server may take."""


def letter(one: Subscription, id: str, said: Sequence[Message], sender: str, stop: str, now: datetime) -> EmailMessage:
    """The e-mail of one message, or of several as a digest. `stop` is the address that ends the subscription at one click."""
    lang = one.language
    domain = sender.rpartition("@")[2]
    made = EmailMessage()
    made["From"], made["To"] = Address("Greffe", addr_spec=sender), Address(addr_spec=one.to)
    made["Subject"] = subject(said).printed(lang)
    made["Date"], made["Message-ID"] = format_datetime(now), f"<{id}@{domain}>"
    made["Auto-Submitted"] = "auto-generated"
    if said[0].type != "greffe.confirm":
        made["List-Unsubscribe"], made["List-Unsubscribe-Post"] = f"<{stop}>", "List-Unsubscribe=One-Click"
    lines = [(sentence(each).printed(lang), each.data.link) for each in said]
    end = "" if said[0].type == "greffe.confirm" else Text("To get no more of these messages: {stop}", stop=stop).printed(lang)
    text = "\n\n".join("\n".join(filter(None, line)) for line in lines)
    made.set_content(f"{text}\n\n--\n{end}\n" if end else f"{text}\n", cte="quoted-printable")
    made.add_alternative(_page(lines, stop if end else "", lang), subtype="html", cte="quoted-printable")
    return made


def _page(lines: Sequence[tuple[str, str]], stop: str, lang: str) -> str:
    said = "".join(
        f"<p>{html.escape(words)}" + (f'<br><a href="{html.escape(link)}">{html.escape(link)}</a>' if link else "") + "</p>"
        for words, link in lines
    )
    end = ""
    if stop:
        words = html.escape(Text("Get no more of these messages").printed(lang))
        end = f'<p><small><a href="{html.escape(stop)}">{words}</a></small></p>'
    head = '<meta charset="utf-8"><title>Greffe</title>'
    return f'<!doctype html><html lang="{html.escape(lang)}"><head>{head}</head><body>{said}{end}</body></html>\n'


def post(server: str, sender: str, made: EmailMessage) -> None:
    """Hand an e-mail to the mail server that the operator named. Raises `Refused` where it refuses this receiver or this e-mail for
    good, and `Failed` for everything else: a login or a sender that is refused is the operator's to mend, and no receiver's
    fault."""
    parts = urlsplit(server)
    client: smtplib.SMTP | None = None
    try:
        client = _connected(parts.scheme, parts.hostname or "", parts.port, sender.rpartition("@")[2])
        if parts.username:
            _log_in(client, parts)
        client.send_message(made, sender)
    except smtplib.SMTPRecipientsRefused as e:
        code = next(iter(e.recipients.values()))[0]
        if _for_good(code):
            raise Refused(f"the mail server refuses this address ({code})") from None
        raise Failed(f"the mail server does not take it now ({code})") from None
    except smtplib.SMTPDataError as e:
        if _for_good(e.smtp_code):
            raise Refused(f"the mail server refuses this message ({e.smtp_code})") from None
        raise Failed(f"the mail server does not take it now ({e.smtp_code})") from None
    except smtplib.SMTPResponseException as e:
        raise Failed(f"the mail server does not take it ({e.smtp_code})") from None
    except ssl.SSLError:
        raise Failed("the mail server's certificate does not hold, or it breaks off the encryption") from None
    except (OSError, smtplib.SMTPException) as e:
        raise Failed(f"the mail server does not answer ({type(e).__name__})") from None
    finally:
        if client is not None:
            _leave(client)


def _log_in(client: smtplib.SMTP, parts: SplitResult) -> None:
    """Log in as the operator's setting says. Raises `Failed`."""
    if not (isinstance(client.sock, ssl.SSLSocket) or parts.hostname in LOCAL):
        raise Failed("the mail server offers no encryption, and a password is not sent without")
    try:
        client.login(unquote(parts.username or ""), unquote(parts.password or ""))
    except smtplib.SMTPAuthenticationError as e:
        raise Failed(f"the mail server refuses our login ({e.smtp_code})") from None
    except smtplib.SMTPServerDisconnected:
        raise
    except smtplib.SMTPException:  # it takes none, or knows no way that the library does
        raise Failed("the mail server takes no login as we can give it") from None


def _for_good(code: int) -> bool:
    """Whether a mail server that answers so would answer the same later; 552, a mailbox that is full, is none of these (RFC 5321,
    4.5.3.1.10)."""
    return 500 <= code < 600 and code != 552


def _leave(client: smtplib.SMTP) -> None:
    """End a connection. Whatever the server says to that: what it took, it took."""
    with suppress(OSError, smtplib.SMTPException):
        client.quit()
    client.close()


def _connected(scheme: str, host: str, port: int | None, ours: str) -> smtplib.SMTP:
    """A connection to a mail server, with TLS if it has that; `ours` is the name that we go by."""
    context = ssl.create_default_context()
    if scheme == "smtps":
        return smtplib.SMTP_SSL(host, port or 465, ours, timeout=SECONDS, context=context)
    client = smtplib.SMTP(host, port or 25, ours, timeout=SECONDS)
    try:
        client.ehlo()
        if client.has_extn("starttls"):
            client.starttls(context=context)
            client.ehlo()
    except BaseException:
        client.close()
        raise
    return client

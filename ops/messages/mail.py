"""E-mail over SMTP: plain text and HTML, with one-click unsubscription (RFC 8058)."""

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

from domain.kernel.text import Text
from ops.messages.retry_policy import NotAccepted, RefusedForGood
from projections.messages.messages import Message, sentence, subject
from projections.messages.subscriptions import Subscription

LOCAL = ("localhost", "127.0.0.1", "::1")

SECONDS = 20.0
"""The time limit of each step with a mail server."""


def email_of(
    subscription: Subscription,
    id: str,
    messages: Sequence[Message],
    sender: str,
    stop: str,
    now: datetime,
) -> EmailMessage:
    """The e-mail with one message, or with several as a digest. `sender`: the From address; `stop`:
    the URL of one-click unsubscription, which a request for confirmation does not have."""
    lang, ends = subscription.language, messages[0].type != "greffe.confirm"
    made = EmailMessage()
    made["From"], made["To"] = (
        Address("Greffe", addr_spec=sender),
        Address(addr_spec=subscription.to),
    )
    made["Subject"] = subject(messages).printed(lang)
    made["Date"], made["Message-ID"] = format_datetime(now), f"<{id}@{sender.rpartition('@')[2]}>"
    made["Auto-Submitted"] = "auto-generated"
    lines = [(sentence(each).printed(lang), each.data.link) for each in messages]
    text = "\n\n".join("\n".join(filter(None, line)) for line in lines) + "\n"
    page = "".join(
        f"<p>{html.escape(words)}{'<br>' + _html_link(link, link) if link else ''}</p>"
        for words, link in lines
    )
    if ends:
        made["List-Unsubscribe"], made["List-Unsubscribe-Post"] = (
            f"<{stop}>",
            "List-Unsubscribe=One-Click",
        )
        text += (
            f"\n--\n{Text('To get no more of these messages: {stop}', stop=stop).printed(lang)}\n"
        )
        page += f"<p><small>{_html_link(stop, Text('Get no more of these messages').printed(lang))}</small></p>"
    head = '<meta charset="utf-8"><title>Greffe</title>'
    made.set_content(text, cte="quoted-printable")
    made.add_alternative(
        f"<!doctype html><html "
        f'lang="{html.escape(lang)}"><head>{head}</head><body>{page}</body></html>\n',
        subtype="html",
        cte="quoted-printable",
    )
    return made


def _html_link(to: str, words: str) -> str:
    return f'<a href="{html.escape(to)}">{html.escape(words)}</a>'


def send_email(server: str, sender: str, made: EmailMessage) -> None:
    """Send an e-mail through the operator's mail server. Raises `RefusedForGood` if the server
    refuses this receiver or this e-mail permanently. Raises `NotAccepted` for everything else; a
    refused login or sender is the operator's to fix, not a fault of the receiver."""
    parts = urlsplit(server)
    client: smtplib.SMTP | None = None
    try:
        client = _connect(parts.scheme, parts.hostname or "", parts.port, sender.rpartition("@")[2])
        if parts.username:
            _log_in(client, parts)
        client.send_message(made, sender)
    except smtplib.SMTPRecipientsRefused as e:
        raise _error_for_code("address", next(iter(e.recipients.values()))[0]) from None
    except smtplib.SMTPDataError as e:
        raise _error_for_code("message", e.smtp_code) from None
    except smtplib.SMTPResponseException as e:
        raise NotAccepted(f"the mail server does not take it ({e.smtp_code})") from None
    except ssl.SSLError:
        raise NotAccepted(
            "the mail server's certificate does not hold, or it breaks off the encryption"
        ) from None
    except (OSError, smtplib.SMTPException) as e:
        raise NotAccepted(f"the mail server does not answer ({type(e).__name__})") from None
    finally:
        if client is not None:
            with suppress(
                OSError, smtplib.SMTPException
            ):  # whatever it says to the farewell: what it took, it took
                client.quit()
            client.close()


def _error_for_code(what: str, code: int) -> NotAccepted:
    """The error for a refusal with this SMTP code: `RefusedForGood` if it is permanent, else
    `NotAccepted`. 552, a full mailbox, counts as temporary (RFC 5321, 4.5.3.1.10)."""
    if 500 <= code < 600 and code != 552:
        return RefusedForGood(f"the mail server refuses this {what} ({code})")
    return NotAccepted(f"the mail server does not take it now ({code})")


def _log_in(client: smtplib.SMTP, parts: SplitResult) -> None:
    """Log in with the user and password in the mail server's address. Raises `NotAccepted` if the
    server refuses them or the connection is not encrypted."""
    if not (isinstance(client.sock, ssl.SSLSocket) or parts.hostname in LOCAL):
        raise NotAccepted(
            "the mail server offers no encryption, and a password is not sent without"
        )
    try:
        client.login(unquote(parts.username or ""), unquote(parts.password or ""))
    except smtplib.SMTPAuthenticationError as e:
        raise NotAccepted(f"the mail server refuses our login ({e.smtp_code})") from None
    except smtplib.SMTPServerDisconnected:
        raise
    except smtplib.SMTPException:  # it takes none, or knows no way that the library does
        raise NotAccepted("the mail server takes no login as we can give it") from None


def _connect(scheme: str, host: str, port: int | None, ours: str) -> smtplib.SMTP:
    """An open connection to a mail server, with TLS if it offers that. `ours`: our host name, for
    the greeting."""
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

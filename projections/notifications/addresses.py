"""The spelling of addresses that messages are sent to. Whether anybody can be reached there is not checked here."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from domain.rules.text import Text
from projections.notifications.subscriptions import Way

LONGEST = 500
"""Letters of an address."""

_MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9-]{2,63}")
_TOPIC = re.compile(r"/(?:[A-Za-z0-9_.~-]+/)*[A-Za-z0-9_-]{1,64}")


def is_mail_address(raw: str) -> bool:
    """Whether this is an e-mail address as HTML forms take them, which no header can be broken with."""
    return len(raw) <= 254 and _MAIL.fullmatch(raw) is not None


def fault(way: Way, to: str, *, plain: bool) -> Text | None:
    """What is wrong with an address of a way; none if nothing is. `plain` ones, without TLS, are for networks of the operator."""
    if way == "mail":
        return None if is_mail_address(to) else Text("This is no e-mail address such as ada@club.example.")
    if len(to) > LONGEST or re.search(r"[^!-~]", to):
        return Text("An address has at most {longest} letters, digits and signs, and no spaces.", longest=LONGEST)
    try:
        parts = urlsplit(to)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or "@" in parts.netloc or parts.fragment:
        return Text("The address has to be one such as https://club.example/greffe, without a name or password in it.")
    if parts.scheme == "http" and not plain:
        return Text("The address has to begin with https.")
    if way == "ntfy" and (_TOPIC.fullmatch(parts.path) is None or parts.query):
        return Text("The address of a topic of ntfy is one such as https://ntfy.sh/our-table.")
    return None

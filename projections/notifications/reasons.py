"""Why a message was not delivered. The store keeps the English sentence; readers of other languages get theirs by it."""

from __future__ import annotations

import re

from domain.rules.text import Text

_REASONS = {
    "it answers {status}": Text("it answers {status}"),
    "it answers {status} and sends us elsewhere, which is not followed": Text(
        "it answers {status} and sends us elsewhere, which is not followed"
    ),
    "it wants nothing more": Text("it wants nothing more"),
    "its address has to begin with https": Text("its address has to begin with https"),
    "its address is in a private network, or is none that may be asked": Text(
        "its address is in a private network, or is none that may be asked"
    ),
    "not reached": Text("not reached"),
    "its keys are none": Text("its keys are none"),
    "its certificate does not hold": Text("its certificate does not hold"),
    "it does not answer ({kind})": Text("it does not answer ({kind})"),
    "no mail server is set": Text("no mail server is set"),
    "the mail server offers no encryption, and a password is not sent without": Text(
        "the mail server offers no encryption, and a password is not sent without"
    ),
    "the mail server refuses this address ({status})": Text("the mail server refuses this address ({status})"),
    "the mail server refuses this message ({status})": Text("the mail server refuses this message ({status})"),
    "the mail server refuses our login ({status})": Text("the mail server refuses our login ({status})"),
    "the mail server takes no login as we can give it": Text("the mail server takes no login as we can give it"),
    "the mail server's certificate does not hold, or it breaks off the encryption": Text(
        "the mail server's certificate does not hold, or it breaks off the encryption"
    ),
    "the mail server does not take it now ({status})": Text("the mail server does not take it now ({status})"),
    "the mail server does not take it ({status})": Text("the mail server does not take it ({status})"),
    "the mail server does not answer ({kind})": Text("the mail server does not answer ({kind})"),
    "a fault of Greffe's own": Text("a fault of Greffe's own"),
    "its key or link holds no more": Text("its key or link holds no more"),
    "it may not be seen any more": Text("it may not be seen any more"),
    "passed": Text("passed"),
    "its receiver does not want it any more": Text("its receiver does not want it any more"),
    "the game cannot be read": Text("the game cannot be read"),
}
"""Every sentence that is kept; its places are filled in the one that is."""


def reason(said: str) -> Text:
    """The sentence that is kept, in every language; one that nobody knows any more, as it is."""
    for template, text in _REASONS.items():
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(template))
        if found := re.fullmatch(pattern, said):
            return text.filled(found.groupdict()) if found.groupdict() else text
    return Text(said, said)

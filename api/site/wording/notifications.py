"""What the pages of messages say: confirming an address, ending a subscription."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
    "messages.confirm": Text("Messages from Greffe"),
    "messages.confirm-lead": Text(
        "Somebody, maybe you, wants messages about games sent to your address. Nothing is sent until you say so."
    ),
    "messages.confirm-go": Text("Yes, send me messages"),
    "messages.confirmed": Text("Messages are sent to your address from now on. Each of them has a link that ends it."),
    "messages.stop": Text("No more messages"),
    "messages.stop-lead": Text("You get no more messages from this subscription, and your address is forgotten."),
    "messages.stop-go": Text("Send me no more"),
    "messages.stopped": Text("No more messages come from this subscription."),
}

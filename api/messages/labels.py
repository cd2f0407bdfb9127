from api.web.pages.labels import LABELS
from domain.kernel.text import Text

LABELS |= {
    "messages": {
        "webhook": Text("Webhook"),
        "mail": Text("E-mail"),
        "ntfy": Text("ntfy (an app for phones)"),
        "discord": Text("Discord"),
        "slack": Text("Slack"),
        "push": Text("This browser"),
        "active": Text("switched on"),
        "unconfirmed": Text("waits: open the link in the e-mail that was sent there"),
        "parked": Text(
            "parked: it was refused for good, or failed for days, and is not tried any more"
        ),
        "ended": Text("over"),
    },
}

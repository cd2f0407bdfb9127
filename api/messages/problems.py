"""Problems of messages and subscriptions that are no refusals of the domain, and the advice that
pages give about problems."""

from api.web.pages.labels import add_labels
from domain.kernel.refusals import Kind
from domain.kernel.sentences import Sentences
from domain.kernel.text import Text

DECLARED = (
    Kind(
        "notifications-off",
        503,
        Text("This service sends no messages"),
        Text("It was started without a place for subscriptions."),
        Text("Ask its operator: `greffe serve` sends messages."),
    ),
    Kind(
        "subscription-refused",
        422,
        Text("This subscription cannot be"),
        Text(
            "There are enough already, or the way is none that this service can send by. Nothing "
            "was kept."
        ),
        Text("Do what `detail` says, or choose another way."),
    ),
    Kind(
        "unknown-subscription",
        404,
        Text("There is no such subscription"),
        Text(
            "You have no subscription with this id, or it was ended. The answer is the same "
            "whether somebody else has one or not."
        ),
        Text("`GET /api/v1/subscriptions` lists those made with your key or link."),
    ),
)

add_labels(
    {
        "remedy": Sentences("""
            unknown-subscription = Look at the list of your messages, and choose anew.
            subscription-refused = Choose another way, or end one of your subscriptions first.
            notifications-off = Ask its operator.
        """),
    }
)

"""Problems of access: who asks, by which key or link, and what they may do."""

from domain.kernel.refusals import Kind
from domain.kernel.text import Text

ACCESS = (
    Kind(
        "form-not-ours",
        403,
        Text("This form is not from this service"),
        Text(
            "The form was sent from another site, or from a page that was opened under another "
            "key or link. Nothing was recorded."
        ),
        Text(
            "Open the page again and send it from there; programs send a key with `Authorization`."
        ),
    ),
    Kind(
        "sign-in-used",
        401,
        Text("This sign-in link no longer works"),
        Text("The link that the service prints when it starts works once, and for ten minutes."),
        Text(
            "Enter the operator's key, which lies in `operator.key` in the data folder, or start "
            "the "
            "service again for another link."
        ),
    ),
    Kind(
        "link-forged",
        401,
        Text("This link was not issued here"),
        Text(
            "The link's signature is not this service's: it was copied with a mistake, made up, or "
            "issued before the service's secret was changed."
        ),
        Text("Open the link again, whole, or ask the organiser for a new one."),
    ),
    Kind(
        "link-expired",
        401,
        Text("This link has run out"),
        Text("The link was issued for a time, and that time is over."),
        Text("Ask the organiser for a new one."),
    ),
    Kind(
        "session-over",
        401,
        Text("You are signed out"),
        Text("The session has run out, or the key it stood for was changed."),
        Text("Sign in again with your key."),
    ),
    Kind(
        "link-revoked",
        401,
        Text("This link was revoked"),
        Text("The organiser has withdrawn the link."),
        Text("Ask the organiser for a new one."),
    ),
    Kind(
        "key-revoked",
        401,
        Text("This key was revoked"),
        Text("The operator has withdrawn the key."),
        Text("Ask the operator for a new one."),
    ),
    Kind(
        "role-too-low",
        403,
        Text("This needs another role"),
        Text(
            "The address is open to a higher role than that of this key or link. Nothing was "
            "recorded."
        ),
        Text("Ask with a key or link of the role in `needed`; `role` is yours."),
    ),
    Kind(
        "not-covered",
        403,
        Text("This is not yours to see"),
        Text(
            "A link covers its one game, an organiser's key the games and campaigns that were "
            "opened "
            "with it. The answer is the same whether there is something at the address or not."
        ),
        Text("Use the link to this game, or the key it was opened with."),
    ),
    Kind(
        "not-your-seat",
        403,
        Text("This seat is not yours"),
        Text(
            "A seat's link speaks for its seats, and for those that nobody sits at (automas, "
            "chance). Nothing was recorded."
        ),
        Text("Enter it with that seat's link, or let the arbiter enter it. `seats` are yours."),
    ),
    Kind(
        "not-your-audience",
        403,
        Text("You may not look as this audience"),
        Text("A seat's link looks as its own seats or as the public, a spectator's as the public."),
        Text("Ask for one of the audiences in `audiences`, or leave `audience` out."),
    ),
    Kind(
        "unknown-link",
        404,
        Text("There is no such link"),
        Text("The game has no link with this id, or there is none to a hall."),
        Text(
            "`GET /api/v1/games/{game}/links` lists the links of a game, `GET /api/v1/halls` "
            "those to halls."
        ),
    ),
    Kind(
        "link-over",
        410,
        Text("The link holds no more"),
        Text("The link was revoked or has run out: there is nothing to print."),
        Text("Issue another with `POST /api/v1/games/{game}/links`."),
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
        "notifications-off",
        503,
        Text("This service sends no messages"),
        Text("It was started without a place for subscriptions."),
        Text("Ask its operator: `greffe serve` sends messages."),
    ),
    Kind(
        "too-many-requests",
        429,
        Text("Too many requests"),
        Text(
            "More requests came with this key or link, or more that failed from this address, "
            "than are answered in a while."
        ),
        Text("Wait the seconds that `Retry-After` names, then go on more slowly."),
    ),
)

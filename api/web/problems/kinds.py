"""Kinds of problems that no refusal of the domain has; `KINDS` has those of all refusals, too."""

from domain.kernel.refusals import KINDS, Kind
from domain.kernel.text import Text

__all__ = ["KINDS", "listed"]

DECLARED = (
    Kind(
        "bad-request",
        400,
        Text("The request cannot be understood"),
        Text("Something about the request breaks the rules of HTTP."),
        Text("Compare it with `/openapi.json`."),
    ),
    Kind(
        "body-too-large",
        413,
        Text("The body is too large"),
        Text("The body is longer than this address takes. Nothing was recorded."),
        Text("Send less; `limit` is the most, in bytes."),
    ),
    Kind(
        "bundle-hides",
        403,
        Text("The bundle would show what you may not see"),
        Text(
            "A bundle is whole or it proves nothing, and this game has records that are hidden "
            "from you for now."
        ),
        Text(
            "Ask the arbiter for it, take it once everything is open, or take it up to a record "
            "before `first` with `?at=`."
        ),
    ),
    Kind(
        "document-too-long",
        503,
        Text("The document takes too long"),
        Text(
            "Setting this document, or the one before it, takes longer than is waited for; no "
            "file was made."
        ),
        Text(
            "Try again when the service is less busy, or print the page itself: it is set for "
            "paper."
        ),
    ),
    Kind(
        "duty-too-low",
        403,
        Text("This link is for something else"),
        Text(
            "The address is not for what this link to the tournament is for. Nothing was recorded."
        ),
        Text("Ask with a link for one of the duties in `detail`; `duty` is yours."),
    ),
    Kind(
        "embed-refused",
        403,
        Text("This game may not be shown here"),
        Text("The page around this one belongs to a site that the operator has not allowed."),
        Text(
            "Open the game by its own address; the operator allows sites with "
            "`GREFFE_EMBED_ORIGINS`."
        ),
    ),
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
        "head-too-long",
        431,
        Text("The head of the request is too long"),
        Text("The request's address and headers are longer than 32,768 letters."),
        Text(
            "Send fewer or shorter parameters and headers; a browser's cookies for this address "
            "may be deleted."
        ),
    ),
    Kind(
        "hidden-position",
        403,
        Text("Something in this position is hidden from you"),
        Text(
            "The position holds what the caller may not see, and a branch of it would show that. "
            "Nothing was recorded."
        ),
        Text("Choose a position where nothing is hidden, or ask the arbiter."),
    ),
    Kind(
        "host-unknown",
        421,
        Text("This service does not know that name"),
        Text(
            "The request names a host, and the service was not told that people reach it by that "
            "name."
        ),
        Text(
            "Ask the operator to set `GREFFE_PUBLIC_URL` to the address that people use, or open "
            "the service by its IP address."
        ),
    ),
    Kind(
        "idempotency-key-malformed",
        400,
        Text("The idempotency key cannot be kept"),
        Text("`Idempotency-Key` must be 1 to 128 visible ASCII characters."),
        Text("Send another key: a random UUID will do."),
    ),
    Kind(
        "idempotency-key-missing",
        400,
        Text("Give the request a key of its own"),
        Text(
            "A write carries a key that its sender made up, so that sending it again after a lost "
            "answer records nothing twice."
        ),
        Text(
            "Send `Idempotency-Key` with 1 to 128 visible ASCII characters, a new one for each "
            "request: a random UUID will do."
        ),
    ),
    Kind(
        "if-match-malformed",
        400,
        Text("If-Match is not a record"),
        Text("`If-Match` must be one record number in quotes, as the `ETag` gives it."),
        Text('Send for example `If-Match: "7"`.'),
    ),
    Kind(
        "if-match-missing",
        428,
        Text("Say which record you have seen"),
        Text(
            "A write names the newest record its writer has seen, so that nobody acts on a "
            "position that is gone."
        ),
        Text('Send `If-Match: "<seq>"`: the `ETag` of what you read last.'),
    ),
    Kind(
        "internal-error",
        500,
        Text("Something broke here"),
        Text(
            "The service met a fault of its own. A write that was not answered may have been "
            "recorded: repeat it with the same key."
        ),
        Text(
            "Try again; if it stays, tell the operator the number in `request`, under which the "
            "log says what happened."
        ),
    ),
    Kind(
        "invalid-parameters",
        400,
        Text("A parameter is wrong"),
        Text("The query has a parameter that does not exist here, or a value it cannot have."),
        Text("`errors` names each parameter and what would be right."),
    ),
    Kind(
        "key-revoked",
        401,
        Text("This key was revoked"),
        Text("The operator has withdrawn the key."),
        Text("Ask the operator for a new one."),
    ),
    Kind(
        "last-event-id-refused",
        400,
        Text("Last-Event-ID is no record of this game"),
        Text(
            "`Last-Event-ID` must be the number of the last record that the reader has got, or 0 "
            "for "
            "none: this one is no number, or lies beyond the newest record."
        ),
        Text(
            "Send the `id` of the last event as it came, or read the game again and leave the "
            "header "
            "out; `current` is the newest record."
        ),
    ),
    Kind(
        "link-expired",
        401,
        Text("This link has run out"),
        Text("The link was issued for a time, and that time is over."),
        Text("Ask the organiser for a new one."),
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
        "link-over",
        410,
        Text("The link holds no more"),
        Text("The link was revoked or has run out: there is nothing to print."),
        Text("Issue another with `POST /api/v1/games/{game}/links`."),
    ),
    Kind(
        "link-revoked",
        401,
        Text("This link was revoked"),
        Text("The organiser has withdrawn the link."),
        Text("Ask the organiser for a new one."),
    ),
    Kind(
        "malformed-json",
        400,
        Text("This is not JSON"),
        Text("The body cannot be read as one JSON value, or names a field twice."),
        Text("Mend the body at the place named and send it again."),
    ),
    Kind(
        "method-not-allowed",
        405,
        Text("This method is not offered here"),
        Text("The address exists, but not for this HTTP method."),
        Text("The header `Allow` lists the methods."),
    ),
    Kind(
        "nested-too-deep",
        400,
        Text("The body is nested too deep"),
        Text("Lists and objects lie in one another deeper than any request of this service needs."),
        Text("Send a flatter body; `limit` is the deepest."),
    ),
    Kind(
        "no-documents",
        404,
        Text("This service makes no PDF"),
        Text("Documents are made as PDF where the program that sets them is installed."),
        Text(
            "Print the page itself: it is set for paper. Its operator installs what sets it: "
            "`ops/setup.sh extras`."
        ),
    ),
    Kind(
        "no-games-of-player",
        404,
        Text("There are no games of this player"),
        Text("No game that you may see has this player in it."),
        Text("Give the id that a game's `seats` show."),
    ),
    Kind(
        "no-pictures",
        404,
        Text("This service draws no pictures for previews"),
        Text("Previews have a picture where the program that draws them is installed."),
        Text("Its operator installs it: `ops/setup.sh extras`."),
    ),
    Kind(
        "no-such-tile",
        404,
        Text("The log has no such tile"),
        Text(
            "The path is not spelt as C2SP tlog-tiles has it, or the log that is signed does not "
            "reach so far."
        ),
        Text(
            "Read `/log/checkpoint` first: its size says which tiles there are, and how wide the "
            "last of each level is."
        ),
    ),
    Kind(
        "no-tables",
        404,
        Text("No tables have been made"),
        Text("Tables for analysts are files that the service's operator makes."),
        Text(
            "`greffe tables build` makes them, `greffe tables dump` the public ones, of games "
            "given for it."
        ),
    ),
    Kind(
        "not-cosigned-yet",
        503,
        Text("No head of the log is cosigned yet"),
        Text(
            "The log has witnesses, and no signed head has the cosignatures of enough of them yet. "
            "An uncosigned head is not published as the log's checkpoint."
        ),
        Text(
            "Try again after `Retry-After` seconds; `/readyz` names the witnesses that refuse or "
            "are away."
        ),
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
        "not-found",
        404,
        Text("There is nothing at this address"),
        Text("The address is not one of this service's."),
        Text("Look the address up in `/openapi.json`."),
    ),
    Kind(
        "not-logged-yet",
        503,
        Text("The log does not cover this yet"),
        Text(
            "The record is kept, but no signed head of the log covers it yet: the log's writer is "
            "behind, is not running, or does not sign. `/healthz` says which."
        ),
        Text("Try again after `Retry-After` seconds."),
    ),
    Kind(
        "not-your-audience",
        403,
        Text("You may not look as this audience"),
        Text("A seat's link looks as its own seats or as the public, a spectator's as the public."),
        Text("Ask for one of the audiences in `audiences`, or leave `audience` out."),
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
        "not-your-table",
        403,
        Text("This is not your table"),
        Text("A table's link speaks for its own entrants alone. Nothing was recorded."),
        Text("Send it with the entrant's own link."),
    ),
    Kind(
        "notifications-off",
        503,
        Text("This service sends no messages"),
        Text("It was started without a place for subscriptions."),
        Text("Ask its operator: `greffe serve` sends messages."),
    ),
    Kind(
        "numbers-unavailable",
        503,
        Text("The numbers are being made"),
        Text(
            "The views that games are counted from are being built, or cannot be reached, and "
            "there are too many games to read."
        ),
        Text("Ask again in some seconds; `/readyz` says how far the views are."),
    ),
    Kind(
        "other-title",
        422,
        Text("These games are of different titles"),
        Text(
            "Positions are compared place by place, and only those of one title have the same "
            "places."
        ),
        Text("Name a game of the same title in `with`."),
    ),
    Kind(
        "range-not-satisfiable",
        416,
        Text("The file has no such bytes"),
        Text(
            "`Range` asks for bytes beyond the end of the file. Its length stands in "
            "`Content-Range`."
        ),
        Text("Ask for the file's head again: it may have been made anew, and be shorter."),
    ),
    Kind(
        "record-damaged",
        500,
        Text("A stored record is damaged"),
        Text(
            "A stored record is gone, or is not what was stored. `seq` names it; positions up to "
            "`whole` can be read with `?at=`."
        ),
        Text(
            "Tell the operator: `greffe fsck` names every difference from the log, and a true "
            "copy has to be put back."
        ),
    ),
    Kind(
        "request-timeout",
        408,
        Text("The request came too slowly"),
        Text(
            "The request was not here whole when its time was out: 10 s for its head, and for its "
            "body 10 s and one more for every 16 KB that came. Nothing was recorded."
        ),
        Text("Send it again; writes with the same key."),
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
        "rules-missing",
        501,
        Text("This service lacks the game's rules"),
        Text(
            "The game was opened with rules, or a version of them, that this service does not "
            "have. Its records are whole."
        ),
        Text(
            "Tell the operator: a newer version of Greffe, or the package with the title, has to "
            "be installed."
        ),
    ),
    Kind(
        "session-over",
        401,
        Text("You are signed out"),
        Text("The session has run out, or the key it stood for was changed."),
        Text("Sign in again with your key."),
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
        "store-unavailable",
        503,
        Text("The store does not answer"),
        Text(
            "Records cannot be read or written at the moment: the disk may be full, or the "
            "database away or read-only."
        ),
        Text("Repeat the request with the same key in a moment; nothing is recorded twice."),
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
        "too-many-connections",
        503,
        Text("Too many connections"),
        Text(
            "As many connections are open as there may be, and all of them are being answered; or "
            "too "
            "many long bodies are coming at once."
        ),
        Text("Use one connection for many requests, and come back in a moment."),
    ),
    Kind(
        "too-many-games",
        422,
        Text("Too many games to count at once"),
        Text("More games are found than are counted at once."),
        Text(
            "Ask for fewer: one title, some days, a tournament. For all of them there are tables "
            "(`greffe tables`)."
        ),
    ),
    Kind(
        "too-many-own-streams",
        429,
        Text("This link has its share of streams open"),
        Text(
            "Each live stream keeps a part of the server to itself, so no link or key gets them "
            "all: yours has all it may have."
        ),
        Text(
            "Close one of them, or try again after `Retry-After` seconds with the `Last-Event-ID` "
            "you have; `/records?after=` has the same entries meanwhile. `limit` is the most."
        ),
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
    Kind(
        "too-many-streams",
        503,
        Text("Too many streams are open"),
        Text(
            "Each live stream keeps a part of the server to itself, and all parts set aside for "
            "streams are in use. Everything else is answered as always."
        ),
        Text(
            "Try again after `Retry-After` seconds, and read `/records?after=` meanwhile; the "
            "operator can allow more with `GREFFE_STREAMS`."
        ),
    ),
    Kind(
        "unauthorized",
        401,
        Text("A key or a link is needed"),
        Text("The request carries no key and no link, or one that this service does not know."),
        Text(
            "Send `Authorization: Bearer` and the key you were given or your link's token; the "
            "operator's key lies in `operator.key` in the data folder."
        ),
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
        "unknown-ruleset",
        404,
        Text("There is no such title"),
        Text("No ruleset has this id."),
        Text("`GET /api/v1/rulesets` lists the titles."),
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
        "unknown-table",
        404,
        Text("There is no such table"),
        Text("The tables of this schema have no such title, table or format."),
        Text("`manifest.json` beside them lists the files."),
    ),
    Kind(
        "unsupported-media-type",
        415,
        Text("The body is of another kind"),
        Text("The body's `Content-Type` is not one that this address reads."),
        Text("Send one of the kinds in `accepts`."),
    ),
)


def listed() -> list[Kind]:
    return sorted(KINDS.values(), key=lambda kind: kind.slug)

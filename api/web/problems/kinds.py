"""The kinds of problems that are no refusals of the domain. `KINDS` has all kinds, those of the
domain's refusals included."""

from domain.kernel.refusals import KINDS, Kind
from domain.kernel.text import Text

__all__ = ["FIELD_PROBLEMS", "KINDS", "PARAMETER_PROBLEMS", "listed_kinds"]

# By the name of a field, or of a parameter: the problem for callers who may not give its value.
FIELD_PROBLEMS: dict[str, str] = {}
PARAMETER_PROBLEMS: dict[str, str] = {}

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
        "link-expired",
        401,
        Text("This link has run out"),
        Text("The link was issued for a time, and that time is over."),
        Text("Ask the organiser for a new one."),
    ),
    Kind(
        "trial-over",
        401,
        Text("This trial is over"),
        Text("What is opened without a key can be used for a day. It is kept, and nobody sees it."),
        Text(
            "Begin another trial on the first page. To keep what you play, ask the operator for a key."
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
        "not-found",
        404,
        Text("There is nothing at this address"),
        Text("The address is not one of this service's."),
        Text("Look the address up in `/openapi.json`."),
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


def listed_kinds() -> list[Kind]:
    return sorted(KINDS.values(), key=lambda kind: kind.slug)

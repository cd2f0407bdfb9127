"""Conditions that several use cases check. They raise `TournamentRefused` with a pointer to the
field at fault, `BadRequest` for values that no request can have, or `ConfirmationNeeded` for
departures from the rules that have to be confirmed."""

from collections.abc import Sequence

from msgspec import Struct

from domain.kernel.canonical import canonical_digest
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text, joined, same
from domain.proof.errors import Misspelt
from domain.proof.spelling import read_hex
from domain.tournament.aggregate.tournament import NotedAt, Tournament
from domain.tournament.records import Departure, RoundPublished, RoundWithdrawn
from domain.tournament.refusals import ConfirmationNeeded, need


def need_open(tournament: Tournament) -> None:
    need(
        not tournament.closed,
        Text(
            "This tournament is closed: it takes corrections of its reports and decisions on "
            "protests, and nothing else."
        ),
    )


def need_commitment(commitment: str) -> None:
    try:
        read_hex(commitment, 32)
    except Misspelt:
        raise BadRequest(
            "/commitment", Text("A commitment has 64 hexadecimal digits in lower case.")
        ) from None


# -- departures from the rules ---------------------------------------------------------------------

# Warning levels. None can be switched off: the record of a departure contains it for good, with the
# reason and who did it.
#   2  told             recorded at once
#   3  confirmed        recorded once it was confirmed, with a reason
#   4  confirmed twice  and the second time by somebody who was shown what would come of it
#   5  refused          raised as a refusal where it is found; never recorded
RECORDED, CONFIRMED, TWICE = 2, 3, 4


LEVELS: dict[str, tuple[int, Text]] = {
    "late-entry": (RECORDED, Text("The tournament has begun: this is a late entry.")),
    "reinstated": (RECORDED, Text("An entrant comes back.")),
    "attempt": (RECORDED, Text("The round was paired before: this is another attempt.")),
    "adjourned": (RECORDED, Text("A table of an earlier round is adjourned: its result does not count "
        "yet.")),
    "by-hand": (RECORDED, Text("The pairing is made by hand.")),
    "met-again": (RECORDED, Text("Two entrants meet again: the engine knows no pairing in which fewer "
        "do.")),
    "second-bye": (RECORDED, Text("An entrant who had a bye or a win by forfeit has another bye.")),
    "other-table": (RECORDED, Text("An entrant who has a table of their own sits at another one.")),
    "typed": (RECORDED, Text("The result is typed, though the table has a game here.")),
    "unsigned": (RECORDED, Text("Not every seat has signed the game.")),
    "withdrawn-playing": (RECORDED, Text("The entrant still has a table without a result.")),
    "left-early": (RECORDED, Text("The entrant leaves a round robin before half of their games: the "
        "results do not count.")),
    "cut-order": (RECORDED, Text("Those who go on into the stage rank in another order now.")),
    "reported": (RECORDED, Text("The correction changes exports alone.")),
    "mistyped": (RECORDED, Text("A result was mistyped: who typed it typed over it within the "
        "minute.")),
    "after-parts": (RECORDED, Text("By then the next draw could be worked out in advance.")),
    "left-seated": (RECORDED, Text("The round is published though an entrant of the table has left.")),
    "published-late": (RECORDED, Text("The round is published only after results of it were "
        "taken.")),
    "protests-run": (RECORDED, Text("The round is paired while protests about an earlier one can "
        "still be made or decided.")),
    "not-published": (RECORDED, Text("The round was played, and never published.")),
    "not-closed": (RECORDED, Text("The round was never closed: its standings have no digest.")),
    "protest-time": (RECORDED, Text("The time for protests is shorter than the rules say.")),
    "expelled": (CONFIRMED, Text("An entrant is expelled.")),
    "cut-in": (CONFIRMED, Text("Who goes on into the stage was said before: these go on now, too.")),
    "cut-out": (CONFIRMED, Text("Who goes on into the stage was said before: these go on no more.")),
    "declined": (CONFIRMED, Text("Entrants who would go on decline.")),
    "rematch": (CONFIRMED, Text("Two entrants meet again who need not.")),
    "table-size": (CONFIRMED, Text("A table has fewer or more entrants than the rules allow.")),
    "table-changed": (CONFIRMED, Text("The round was published with other tables.")),
    "round-withdrawn": (CONFIRMED, Text("The round was published, and is withdrawn.")),
    "corrected": (CONFIRMED, Text("A result is corrected.")),
    "reopened": (CONFIRMED, Text("A table whose result was taken is re-opened.")),
    "protest-late": (CONFIRMED, Text("The time for protests is over.")),
    "lots-again": (CONFIRMED, Text("Lots were drawn before: these are drawn again.")),
    "without-beacon": (CONFIRMED, Text("The draw does not wait for the round of the beacon that was "
        "named.")),
    "closed-early": (CONFIRMED, Text("Not all rounds of the rules were played.")),
    "open-protest": (CONFIRMED, Text("A protest waits for its decision.")),
    "against-game": (TWICE, Text("The result is not that of the table's game, which is over.")),
    "separation-broken": (TWICE, Text("Entrants sit together who are to be kept apart in any "
        "case.")),
    "round-begun": (TWICE, Text("A game of the round has begun, and is given up.")),
    "rules-amended": (TWICE, Text("The tournament has begun, and its rules change.")),
}  # fmt: skip
"""Every departure that can be recorded: its level, and its sentence."""


class Confirmation(Struct, frozen=True):
    """A director's confirmation of departures: how many `times` (0: not confirmed), why, and
    `shown`, the digest of the departures and consequences that `ConfirmationNeeded` showed before
    ("" if the director saw none)."""

    times: int = 0
    reason: str = ""
    shown: str = ""


NO_CONFIRMATION = Confirmation()


SAID = {
    "attempt",
    "by-hand",
    "corrected",
    "declined",
    "expelled",
    "late-entry",
    "lots-again",
    "mistyped",
    "protest-time",
    "reinstated",
    "reopened",
    "reported",
    "rules-amended",
    "typed",
}
"""The codes of departures that the sentence of their record already describes."""


def departure_said(noted: NotedAt, departed: Departure, *, by_hand: bool = False) -> Text:
    """The text to list for the departure `departed` of the record `noted`: its sentence, or its
    code if this version does not know it. For the first departure of a record it is the sentence of
    the record if that describes the departure already (`SAID`); if the record was made `by_hand`,
    the sentence of the record precedes that of the departure."""
    code, body = departed.code, noted.body
    said = LEVELS[code][1] if code in LEVELS else same(code)
    if departed != noted.departures[0] or isinstance(body, RoundPublished | RoundWithdrawn):
        return said
    if code in SAID:
        return noted.did
    return joined((noted.did, said), " ") if by_hand or code == "after-parts" else said


def departure(
    code: str, round: int = 0, table: int = 0, entrants: tuple[int, ...] = ()
) -> Departure:
    return Departure(code, LEVELS[code][0], round, table, entrants)


def need_confirmed(
    departures: Sequence[Departure], confirmation: Confirmation, consequences: tuple[Text, ...] = ()
) -> tuple[Departure, ...]:
    """Return the departures. Raises `ConfirmationNeeded` unless they are confirmed, with a reason,
    as often as their levels require. For two confirmations, `confirmation.shown` must also be the
    digest of these departures and `consequences`."""
    times = max(0, max((departure.level for departure in departures), default=RECORDED) - RECORDED)
    shown = canonical_digest((tuple(departures), consequences))
    seen = times < TWICE - RECORDED or confirmation.shown == shown
    if times and (confirmation.times < times or not confirmation.reason.strip() or not seen):
        shown_as = tuple(
            (departure.code, departure.level, LEVELS[departure.code][1])
            for departure in departures
            if departure.level > RECORDED
        )
        raise ConfirmationNeeded(shown_as, consequences, times, shown)
    return tuple(departures)

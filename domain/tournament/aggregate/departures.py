"""Warning levels: what departs from the rules, how far, and who has to confirm it.

    2  told                  recorded at once
    3  confirmed             recorded once it was confirmed, with a reason
    4  confirmed twice       and the second time by somebody who was shown what would come of it
    5  refused               raised as a refusal where it is found; never recorded

No level can be switched off. What was done all the same stands in its record for good, with the
reason and who did it.
"""

from collections.abc import Sequence

from msgspec import Struct

from domain.kernel.canonical import digest
from domain.kernel.text import Text
from domain.tournament.records import Departure
from domain.tournament.refusals import ConfirmationNeeded

TOLD, CONFIRMED, TWICE = 2, 3, 4

LEVELS: dict[str, tuple[int, Text]] = {
    "late-entry": (TOLD, Text("The tournament has begun: this is a late entry.")),
    "reinstated": (TOLD, Text("An entrant comes back.")),
    "attempt": (TOLD, Text("The round was paired before: this is another attempt.")),
    "adjourned": (TOLD, Text("A table of an earlier round is adjourned: its result does not count "
        "yet.")),
    "by-hand": (TOLD, Text("The pairing is made by hand.")),
    "typed": (TOLD, Text("The result is typed, though the table has a game here.")),
    "unsigned": (TOLD, Text("Not every seat has signed the game.")),
    "withdrawn-playing": (TOLD, Text("The entrant still has a table without a result.")),
    "reported": (TOLD, Text("The correction changes exports alone.")),
    "expelled": (CONFIRMED, Text("An entrant is expelled.")),
    "rematch": (CONFIRMED, Text("Two entrants meet again who need not.")),
    "table-size": (CONFIRMED, Text("A table has fewer or more entrants than the rules allow.")),
    "table-changed": (CONFIRMED, Text("The round was published with other tables.")),
    "round-withdrawn": (CONFIRMED, Text("The round was published, and is withdrawn.")),
    "corrected": (CONFIRMED, Text("A result that was taken is corrected.")),
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
"""Every departure that can be recorded: its level, and what is said of it."""


class Confirmation(Struct, frozen=True):
    """What somebody says to depart from the rules: how many `times` they confirmed it, why, and
    what they were `shown`."""

    times: int = 0
    reason: str = ""
    shown: str = ""


NO_CONFIRMATION = Confirmation()


def departure(
    code: str, round: int = 0, table: int = 0, entrants: tuple[int, ...] = ()
) -> Departure:
    return Departure(code, LEVELS[code][0], round, table, entrants)


def need_confirmed(
    found: Sequence[Departure], given: Confirmation, consequences: tuple[Text, ...] = ()
) -> tuple[Departure, ...]:
    """The departures, once they are confirmed as their levels ask for; raises `ConfirmationNeeded`.
    What is confirmed twice is so only with a confirmation that names what was shown, as it is
    now."""
    highest = max((one.level for one in found), default=TOLD)
    times = max(0, highest - TOLD)
    shown = digest((tuple(found), consequences))
    seen = times < TWICE - TOLD or given.shown == shown
    if times and (given.times < times or not given.reason.strip() or not seen):
        said = tuple(
            (one.code, one.level, LEVELS[one.code][1]) for one in found if one.level > TOLD
        )
        raise ConfirmationNeeded(said, consequences, times, shown)
    return tuple(found)

"""Bodies of requests about rounds and results."""

from typing import Annotated

from msgspec import Meta, Struct

from api.game.parameters import Values
from api.tournament.schemas import UNCONFIRMED, Confirmed, Number, Round
from api.web.request.parameters import Words
from domain.kernel.amounts import Plain
from domain.tournament.entrants.use_cases import MOST_ENTRANTS
from domain.tournament.records import Effect
from domain.tournament.values import ResultKind

Seated = Annotated[
    tuple[Number, ...], Meta(description="In the order of their seats.", min_length=1, max_length=8)
]


Byes = Annotated[
    tuple[Number, ...],
    Meta(description="Who has a pairing-allocated bye.", max_length=MOST_ENTRANTS),
]


class PairRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A round to pair: by the engine or, with `tables`, by hand."""

    tables: Annotated[tuple[Seated, ...], Meta(max_length=MOST_ENTRANTS)] | None = None
    byes: Byes = ()
    confirm: Confirmed = UNCONFIRMED


class NameBeacon(Struct, frozen=True, forbid_unknown_fields=True):
    """A future round of the beacon drand quicknet, for which the next draw waits."""

    beacon: Annotated[
        int, Meta(description="Its number; 0: of the round in `minutes`.", ge=0, lt=1 << 62)
    ] = 0
    minutes: Annotated[int, Meta(description="From now on.", ge=0, le=100_000)] = 2


class ShowBeacon(Struct, frozen=True, forbid_unknown_fields=True):
    """The signature of the beacon's round for which the draw waits."""

    signature: Annotated[
        str, Meta(description="In hex; empty: the service fetches it.", pattern="^([0-9a-f]{96})?$")
    ] = ""


class WithdrawRound(Struct, frozen=True, forbid_unknown_fields=True):
    """The withdrawal of a round; its games are broken off."""

    agreed: Annotated[bool, Meta(description="All who had begun to play agree.")] = False
    confirm: Confirmed = UNCONFIRMED


class OtherTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The new entrants of a table."""

    table: Annotated[int, Meta(ge=1)]
    entrants: Seated


class ChangeTables(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables that change, and the entrants with a pairing-allocated bye (without `byes`: as
    before)."""

    tables: Annotated[tuple[OtherTable, ...], Meta(min_length=1, max_length=MOST_ENTRANTS)]
    byes: Byes | None = None
    confirm: Confirmed = UNCONFIRMED


class OpenGames(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables whose games are to be opened (default: those without a game). `values` are the
    rolls of the table for the set-up."""

    tables: Annotated[tuple[int, ...], Meta(max_length=200)] | None = None
    values: Values = ()


class SetClock(Struct, frozen=True, forbid_unknown_fields=True):
    """The setting of a round's clock: the seconds left now, and whether it runs."""

    seconds: Annotated[int, Meta(ge=0, le=604_800)]
    running: bool = True


class CloseRound(Struct, frozen=True, forbid_unknown_fields=True):
    """The minutes in which protests can be filed after the round; without them, as many as the
    rules say."""

    minutes: Annotated[int, Meta(ge=0, le=100_000)] | None = None


class ComparisonQuery(Struct, frozen=True, forbid_unknown_fields=True):
    a: Annotated[Number | None, Meta(description="An entrant.")] = None
    b: Annotated[Number | None, Meta(description="Another one.")] = None


class PlaceGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of an entrant: the rank at the table (`place`), which several may share, and the
    victory points, if they are counted, or the games won in a match. With place 0, the rank follows
    from the points or games."""

    entrant: Number
    place: Annotated[int, Meta(ge=0, le=8)] = 0
    score: Plain | None = None
    absent: bool = False


Entries = Annotated[
    tuple[PlaceGiven, ...],
    Meta(description="Everybody who sits there, with the place.", max_length=8),
]


Kind = Annotated[
    ResultKind, Meta(description="Played, forfeited by somebody or by all, or adjourned.")
]


Drawn = Annotated[int, Meta(description="Of a match: how many games were drawn.", ge=0, le=15)]
TimeOver = Annotated[
    bool, Meta(description="Of a match that is not decided: what was won so far counts.")
]


class TakeResult(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a table. With `entries` it is typed; without, it is read from the game's
    record."""

    entries: Entries | None = None
    kind: Kind = "played"
    drawn: Drawn = 0
    time_over: TimeOver = False
    confirm: Confirmed = UNCONFIRMED


class FileSlip(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of an entrant's own table, as the entrant reports it."""

    entrant: Number
    entries: Entries
    kind: Kind = "played"
    drawn: Drawn = 0
    time_over: TimeOver = False


class CorrectResult(Struct, frozen=True, forbid_unknown_fields=True):
    """A result that replaces the one that was taken; without `entries`, the one that the game has
    now."""

    effect: Annotated[
        Effect,
        Meta(
            description="`recompute` standings from now on; `repair` the next round; `report` "
            "alone."
        ),
    ]
    entries: Entries | None = None
    kind: Kind = "played"
    drawn: Drawn = 0
    time_over: TimeOver = False
    agreed: Annotated[
        bool, Meta(description="With `repair`: all who had begun the next round agree.")
    ] = False
    confirm: Confirmed = UNCONFIRMED


class Reopen(Struct, frozen=True, forbid_unknown_fields=True):
    """The confirmation that a table is re-opened, with a reason."""

    confirm: Confirmed = UNCONFIRMED


class Penalise(Struct, frozen=True, forbid_unknown_fields=True):
    """Points that an entrant loses."""

    entrant: Number
    points: Annotated[
        str, Meta(description="A whole number or a fraction such as `1/2`.", max_length=32)
    ]
    reason: Words = ""


class Lift(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason for lifting a penalty."""

    reason: Words = ""


class FileProtest(Struct, frozen=True, forbid_unknown_fields=True):
    """A protest against a table's result."""

    entrant: Number
    round: Round
    table: Annotated[int, Meta(ge=1)]
    text: Words
    confirm: Confirmed = UNCONFIRMED


class DecideProtest(Struct, frozen=True, forbid_unknown_fields=True):
    """The decision on a protest. A changed result has to be corrected separately."""

    upheld: bool
    text: Words = ""

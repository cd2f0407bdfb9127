"""Bodies of requests about entrants."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.tournament.schemas import UNCONFIRMED, Confirmed, Number, Round
from api.web.request.parameters import Words
from domain.game.names import LONGEST as LONGEST_NAME
from domain.tournament.aggregate.wishes import Apart, Entry
from domain.tournament.entrants.conditions import LARGEST_TEAM, LAST_TABLE, LONGEST
from domain.tournament.entrants.use_cases import MOST_ENTRANTS

_HOW = 'SHA-256 of `"greffe/contribution@v1\\n" tournament "\\n" entrant "\\n" value`, in hex.'


Club = Annotated[str, Meta(description="The club.", max_length=LONGEST)]


class EntrantGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """An entrant's data, of a person or a team. Everything may be left out."""

    name: Annotated[
        str, Meta(description="The name; it can be erased later.", max_length=4 * LONGEST_NAME)
    ] = ""
    club: Club = ""
    seed_rank: Annotated[
        int, Meta(description="Orders those without results; 0: by number.", ge=0, le=100_000)
    ] = 0
    rating: Annotated[int, Meta(description="A rating.", ge=0, le=100_000)] = 0
    group: Annotated[str, Meta(description="A class or category.", max_length=LONGEST)] = ""
    team: Annotated[
        int,
        Meta(
            description="Seats of a challenge's game that are a team's; 0: as the stage says.",
            ge=0,
            le=LARGEST_TEAM,
        ),
    ] = 0
    table: Annotated[
        int,
        Meta(description="A table of their own, in every round; 0: any.", ge=0, le=LAST_TABLE),
    ] = 0
    contact: Words = ""
    player: Annotated[str, Meta(description="The id of somebody known here.", max_length=64)] = ""

    @property
    def entry(self) -> Entry:
        return Entry(
            name=self.name,
            club=self.club,
            seed_rank=self.seed_rank,
            rating=self.rating,
            group=self.group,
            contact=self.contact,
            player=self.player,
            team=self.team,
            table=self.table,
        )


class AmendEntrant(EntrantGiven, frozen=True, forbid_unknown_fields=True):
    """The new data of an entrant. An empty name or contact does not change the old one. Only the
    director sees the reason."""

    reason: Words = ""


class EnterAll(Struct, frozen=True, forbid_unknown_fields=True):
    """The entrants to add, either all of them or none."""

    entrants: Annotated[
        tuple[EntrantGiven, ...],
        Meta(description="In the order of their numbers.", min_length=1, max_length=MOST_ENTRANTS),
    ]


class GiveReason(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason for a change of an entrant."""

    reason: Words = ""


class Expel(Struct, frozen=True, forbid_unknown_fields=True):
    """The confirmation of an expulsion, with its reason."""

    confirm: Confirmed = UNCONFIRMED


class Presence(Struct, frozen=True, forbid_unknown_fields=True):
    """Entrants who are present, or absent, before a round."""

    round: Round
    entrants: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=MOST_ENTRANTS)]
    present: bool = True


class CloseCheckIn(Struct, frozen=True, forbid_unknown_fields=True):
    """The entrants who play a round (default: those noted as present)."""

    round: Round
    present: Annotated[tuple[Number, ...], Meta(max_length=MOST_ENTRANTS)] | None = None


class BindPart(Struct, frozen=True, forbid_unknown_fields=True):
    """The commitment of an entrant to a part of the seed from which tables, lots and deals are
    drawn."""

    entrant: Number
    commitment: Annotated[
        str, Meta(description=_HOW, min_length=64, max_length=64, pattern="^[0-9a-f]{64}$")
    ]


class ShowPart(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the seed to which an entrant has committed, to be revealed."""

    entrant: Number
    value: Annotated[
        str,
        Meta(
            description="At least 16 bytes, in hex.",
            min_length=32,
            max_length=2048,
            pattern="^[0-9a-f]*$",
        ),
    ]


class AskBye(Struct, frozen=True, forbid_unknown_fields=True):
    """The bye for which an entrant asks; `none` takes the request back."""

    entrant: Number
    round: Round
    kind: Literal["half", "zero", "none"] = "half"
    reason: Words = ""


class Separate(Struct, frozen=True, forbid_unknown_fields=True):
    """Entrants to keep apart in pairings: `a` and `b`, or all of a club."""

    a: Annotated[int, Meta(ge=0)] = 0
    b: Annotated[int, Meta(ge=0)] = 0
    club: Club = ""
    hard: Annotated[bool, Meta(description="In any case; else where it can be.")] = False
    since: Round = 1
    lifted: Annotated[bool, Meta(description="No more.")] = False
    reason: Words = ""

    @property
    def apart(self) -> Apart:
        return Apart(self.a, self.b, self.club, self.hard, self.since, self.lifted)

"""Answers about campaigns, as structs."""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct

from api.game.schemas import NewGame, Receipt
from api.web.answers import StateOfReceipt
from domain.game.aggregate.correction import Change
from domain.game.record.records import ChanceMode, UndoPolicy
from domain.kernel.amounts import Plain
from domain.kernel.text import Text
from domain.titles.contract.ruleset import Outcome
from projections.boards.positions import Digest, OfGame, Status

Going = Literal["open", "closed"]
Many = Annotated[
    int | None,
    Meta(
        description="How many scenarios the title's campaign has; null: as many as the table likes."
    ),
]


class CampaignLine(Struct, frozen=True):
    """A campaign in a list; its games are called by `name`. `opened` counts its scenarios so far;
    `at` is when its own newest record was written."""

    id: str
    ruleset: str
    version: int
    title: Text
    status: Going
    seq: int
    opened_at: datetime
    at: datetime
    players: int
    opened: int
    of: Many
    tags: tuple[str, ...]
    chance: ChanceMode
    undo: UndoPolicy
    catalog: Digest
    placeholders: int
    name: Text


class CampaignPage(Struct, frozen=True):
    """Campaigns, those written to last first. `next` is the `after` of the page that follows, if
    one does; `total` how many there are in all, where nothing was asked of them; `unreadable` the
    ids of those that belong on this page and cannot be read."""

    campaigns: tuple[CampaignLine, ...]
    next: str | None
    total: int | None
    unreadable: tuple[str, ...] = ()


class SheetName(OfGame, frozen=True):
    """A sheet: the game and the record it was read at."""


class OpenedFrom(OfGame, frozen=True):
    """The sheet that a scenario was opened from, with the SHA-256 of its JSON (sorted keys, no
    spaces)."""

    sha256: Digest


class Points(Struct, frozen=True):
    """A seat's points in one game."""

    seat: str
    points: Plain


class ScenarioAt(Struct, frozen=True):
    """A scenario with its game as it stands.

    `stands`: the next scenario, if there is one, rests on the sheet that this game has now.
    `sound`: this one and all before it rest on the sheets that the games before them have now.
    Where a finished scenario was changed by a ruling, it does not stand, and no later one is sound.
    `unreadable` says why the game cannot be read, if so: what would be read from it is null then.
    """

    number: int
    game: str
    status: Status | None
    seq: int | None
    opened_at: datetime
    opened_from: OpenedFrom | None
    outcome: Outcome | None
    score: tuple[Points, ...] | None
    fidelity: Annotated[str | None, Meta(description="`exact`, `unverified`, or `diverged at n`.")]
    stands: bool | None
    sound: bool | None
    unreadable: Text | None = None


class TotalAt(Struct, frozen=True):
    """A seat over the whole campaign: games won, and the points of all games that were played to
    their end."""

    seat: str
    name: Text
    wins: int
    points: Plain


class NextScenario(Struct, frozen=True):
    """The scenario that can be opened now, and the sheet it opens from (null: it is the first)."""

    number: int
    sheet: SheetName | None


class CampaignAt(Struct, frozen=True):
    """A campaign with its scenarios and what they add up to (null: one of them cannot be read).
    `next` is the scenario that can be opened now; if there is none, `waits` says why."""

    id: str
    seq: int
    campaign: CampaignLine
    options: dict[str, Any]
    scenarios: tuple[ScenarioAt, ...]
    totals: tuple[TotalAt, ...] | None
    next: NextScenario | None
    waits: Text | None


class CampaignWritten(Struct, frozen=True):
    """A campaign after a record of its own."""

    id: str
    seq: int
    type: str
    at: datetime
    campaign: CampaignLine
    receipt: Receipt = UNSET
    receipt_state: StateOfReceipt = UNSET


class NewScenario(NewGame, frozen=True):
    """A scenario that was opened: the campaign's record, the new game by its id and its summary,
    the sheet it was opened from, and the links to hand out, as for any new game."""

    campaign: str
    seq: int
    number: int
    opened_from: OpenedFrom | None
    game: str


class SheetAt(Struct, frozen=True):
    """What a scenario's game had on the sheet after its record `at`; `seq` is the campaign's newest
    record.

    `final`: the game was over. `stands`: the next scenario, if there is one, rests on just this
    sheet. `change` is what is different from the sheet it was opened from (everything, if there is
    none), `sheet` the title's own parameters. `stands` and `change` are null where the sheet that
    they are compared with cannot be read.
    """

    campaign: str
    seq: int
    number: int
    game: str
    at: int
    final: bool
    stands: bool | None
    fidelity: str
    opened_from: OpenedFrom | None
    sheet: dict[str, Any]
    sha256: Digest
    change: tuple[Change, ...] | None


CAMPAIGNS: tuple[type[Struct], ...] = (
    CampaignPage,
    CampaignAt,
    CampaignWritten,
    NewScenario,
    SheetAt,
)

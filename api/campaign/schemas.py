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
    """A campaign in a list. `name` is the name of its games, `opened` the number of scenarios so
    far, `at` the time of its own newest record."""

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
    """Campaigns, those written to last first. `next` is the `after` of the following page, if any;
    `total` the number of all campaigns, if the list has no condition; `unreadable` the ids of
    campaigns of this page that cannot be read."""

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

    `stands`: the next scenario, if any, was opened from the sheet that this game has now. `sound`:
    this scenario and all before it were opened from the sheets that the games before them have now.
    After a ruling that changes a finished scenario, that scenario does not stand, and no later one
    is sound. `unreadable` says why the game cannot be read; its other fields are null then.
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
    """A seat's total over a campaign: the games won, and the points of all finished games."""

    seat: str
    name: Text
    wins: int
    points: Plain


class NextScenario(Struct, frozen=True):
    """The scenario that can be opened now, and the sheet it opens from (null for the first)."""

    number: int
    sheet: SheetName | None


class CampaignAt(Struct, frozen=True):
    """A campaign with its scenarios and totals (null if a scenario cannot be read). `next` is the
    scenario that can be opened now; if there is none, `waits` says why."""

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
    """A scenario that was opened: the campaign's record, the new game with its summary and the
    links to hand out, and the sheet it was opened from."""

    campaign: str
    seq: int
    number: int
    opened_from: OpenedFrom | None
    game: str


class SheetAt(Struct, frozen=True):
    """The sheet of a scenario's game after the game's record `at`; `seq` is the campaign's newest
    record.

    `final`: the game was over. `stands`: the next scenario, if any, was opened from this sheet.
    `sheet` has the title's own values, `change` how they differ from the sheet the scenario was
    opened from (all of them for the first scenario). `stands` and `change` are null if the sheet
    that they are compared with cannot be read.
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

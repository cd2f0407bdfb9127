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
    """A campaign in a list. `name` is the name of its games. `opened` is the number of scenarios
    opened so far, `of` the number of scenarios in a whole campaign of the title (null: any number).
    `at` is the time of the campaign's own newest record."""

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
    """Campaigns, most recently written first. `next` is the value of `after` for the next page, or
    null; `total` is the number of all campaigns, null if the list has a condition; `unreadable` are
    the ids of campaigns that belong on this page and cannot be read."""

    campaigns: tuple[CampaignLine, ...]
    next: str | None
    total: int | None
    unreadable: tuple[str, ...] = ()


class SheetName(OfGame, frozen=True):
    """The name of a sheet: its game, and the record after which it was read."""


class OpenedFrom(OfGame, frozen=True):
    """The sheet from which a scenario was opened, with the SHA-256 of its JSON (sorted keys, no
    spaces)."""

    sha256: Digest


class Points(Struct, frozen=True):
    """A seat's points in one game."""

    seat: str
    points: Plain


class ScenarioAt(Struct, frozen=True):
    """A scenario with its game as it is now.

    `stands`: the next scenario, if any, was opened from the sheet that this game has now. `sound`:
    this scenario and all before it were opened from the sheets that the previous games have now. If
    a ruling changes a finished scenario, `stands` becomes false for it, and `sound` for all later
    ones. `unreadable` is the reason why the game cannot be read; the fields that are read from the
    game are null then.
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
    """The scenario that can be opened now, and the sheet from which it is opened (null for the
    first)."""

    number: int
    sheet: SheetName | None


class CampaignAt(Struct, frozen=True):
    """A campaign with its scenarios and totals (null if a scenario cannot be read). `next` is the
    scenario that can be opened now; if there is none, `waits` is the reason."""

    id: str
    seq: int
    campaign: CampaignLine
    options: dict[str, Any]
    scenarios: tuple[ScenarioAt, ...]
    totals: tuple[TotalAt, ...] | None
    next: NextScenario | None
    waits: Text | None


class CampaignWritten(Struct, frozen=True):
    """The answer to a write: the kind of the new record (`type`), its time, and the campaign after
    it."""

    id: str
    seq: int
    type: str
    at: datetime
    campaign: CampaignLine
    receipt: Receipt = UNSET
    receipt_state: StateOfReceipt = UNSET


class NewScenario(NewGame, frozen=True):
    """A scenario that was opened: the campaign's record, the new game with its summary and the
    links to hand out, and the sheet from which it was opened."""

    campaign: str
    seq: int
    number: int
    opened_from: OpenedFrom | None
    game: str


class SheetAt(Struct, frozen=True):
    """The sheet of a scenario's game after the game's record `at`; `seq` is the campaign's newest
    record.

    `final`: the game had ended. `stands`: the next scenario, if any, was opened from this sheet.
    `sheet` has the title's own values, `change` lists how they differ from the sheet from which the
    scenario was opened (all of them for the first scenario). `stands` and `change` are null if the
    sheet to compare with cannot be read.
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

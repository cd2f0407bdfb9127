"""The records of a campaign. Like those of a game (`domain/game/record/records.py`) they are never
rewritten, and their types only grow."""

from functools import partial
from typing import Any

from domain.game.record.records import ChanceMode, UndoPolicy
from domain.kernel.registry import REGISTRY, Record

_of_campaigns = partial(REGISTRY.record, "campaign")


@_of_campaigns("0.1.0", "an organiser")
class CampaignOpened(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The first record of a campaign: what each of its games is opened with, and how many there are
    (0: any number)."""

    ruleset: str
    version: int
    catalog: str
    options: dict[str, Any]
    players: int
    chance: ChanceMode
    undo: UndoPolicy
    scenarios: int
    tags: tuple[str, ...] = ()
    seals: bool = False


@_of_campaigns("0.1.0", "an organiser")
class ScenarioOpened(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A campaign goes on with another game, opened from the sheet that the game before had at a
    seq; `sheet` is the SHA-256 of that sheet's JSON. `leaf` is that of the new game's opening
    record, `from_leaf` that of the record the sheet was taken after, in base64: they bind the
    campaign to its games."""

    number: int
    game: str
    from_game: str = ""
    from_seq: int = 0
    sheet: str = ""
    leaf: str = ""
    from_leaf: str = ""


@_of_campaigns("0.1.0", "an organiser")
class CampaignClosed(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The campaign is over; `reason` commits to the words."""

    reason: str = ""


CAMPAIGN_TYPES = REGISTRY.types_of("campaign")

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
    """Scenario `number` of a campaign is opened as game `game`. It starts from the sheet that game
    `from_game` had after its record `from_seq` (empty and 0 for the first scenario); `sheet` is the
    SHA-256 of that sheet as JSON. `leaf` is the log leaf of the new game's first record and
    `from_leaf` that of record `from_seq`, in base64: they bind the campaign to its games."""

    number: int
    game: str
    from_game: str = ""
    from_seq: int = 0
    sheet: str = ""
    leaf: str = ""
    from_leaf: str = ""


@_of_campaigns("0.1.0", "an organiser")
class CampaignClosed(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The organiser closes the campaign; `reason` commits to the words of the reason."""

    reason: str = ""


CAMPAIGN_TYPES = REGISTRY.types_of("campaign")

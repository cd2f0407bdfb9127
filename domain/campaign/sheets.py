from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.campaign.campaign import Campaign, Result
from domain.campaign.records import ScenarioOpened
from domain.campaign.refusals import NoSuchScenario
from domain.game.aggregate.diff import Change, changes
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.procedure.sheets import score_of, sheet_at, sheet_digest


class Sheet(Struct, frozen=True):
    """What the game of scenario `number` had on the sheet after its record `at`; `final` once it was over.

    `stands` tells whether the next scenario, if there is one, rests on just this sheet. `change` is what is different from the
    sheet that the scenario was opened from; `sha256` is that of the sheet's JSON with sorted keys.
    """

    number: int
    game: Game
    final: bool
    stands: bool
    sheet: dict[str, Any]
    sha256: str
    change: tuple[Change, ...]

    @property
    def at(self) -> int:
        return self.game.seq


class Scenario(Struct, frozen=True):
    """A scenario with its game as it stands. `stands`: the next one rests on the sheet that its game has now; `sound`: it and all
    before it rest on the sheets that the games before them have now. After a ruling that changes a finished scenario, that one
    does not stand and none that was opened after it is sound."""

    number: int
    opened: ScenarioOpened
    game: Game
    stands: bool
    sound: bool

    @property
    def result(self) -> Result:
        """What it came to, with the penalties that rulings gave."""
        return Result(self.game.outcome, score_of(self.game))


def read_sheet(clerk: Clerk, campaign: Campaign, number: int | None = None, at: int | None = None) -> Sheet:
    """The sheet of scenario `number` (default: the last) after record `at` of its game (default: now).

    Raises `NoSuchScenario`, `NoSuchPosition`.
    """
    opened = len(campaign.scenarios)
    number = max(opened, 1) if number is None else number
    if not 1 <= number <= opened:
        raise NoSuchScenario(number, opened)
    scenario = campaign.scenarios[number - 1]
    game = clerk.game(scenario.game, at)
    sheet = sheet_at(game)
    before = sheet_at(clerk.game(scenario.from_game, scenario.from_seq)) if scenario.from_game else {}
    stands = _stands(clerk, campaign, number, sheet)
    return Sheet(number, game, game.status != "open", stands, sheet, sheet_digest(sheet), tuple(changes(before, sheet)))


def read_scenarios(clerk: Clerk, campaign: Campaign) -> tuple[Scenario, ...]:
    found: list[Scenario] = []
    sound = True
    for scenario in campaign.scenarios:
        game = clerk.game(scenario.game)
        stands = _stands(clerk, campaign, scenario.number, sheet_at(game))
        found.append(Scenario(scenario.number, scenario, game, stands, sound))
        sound = sound and stands
    return tuple(found)


def _stands(clerk: Clerk, campaign: Campaign, number: int, sheet: dict[str, Any]) -> bool:
    """Whether a sheet of scenario `number` is the one that the next was opened from. Both are read off by the same rules: a
    digest made years ago would not tell a changed game from a title whose sheet has a new line."""
    if number >= len(campaign.scenarios):
        return True
    following = campaign.scenarios[number]
    return sheet_at(clerk.game(following.from_game, following.from_seq)) == sheet

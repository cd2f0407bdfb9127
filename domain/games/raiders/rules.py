"""Raiders of the North Sea with the solo opponent: the sequence of play, and where each part of it is judged.

    the player's turn      place ── use ──┐
                             │            take ── use ── end of turn
                             └─ raid ── reroll? ── mourn? ── end of turn
    the opponent's turn    reveal ── end of turn

Each moment lists the actions it has; each action has one function that judges it and one that tells its consequences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from domain.drawing.svg import NOTHING, TALL, Changed, Shape
from domain.games.raiders import actions as a
from domain.games.raiders import automa, checks, offers, players, raid, scoring, setup, showing, telling_combat, townsfolk, village
from domain.games.raiders.about import ABOUT
from domain.games.raiders.amiss import amiss
from domain.games.raiders.board import RaidersBoard, RaidersSetting
from domain.games.raiders.evolve import evolve
from domain.games.raiders.facts import FACTS
from domain.games.raiders.field import AUTOMA, PLAYER
from domain.games.raiders.gauges import GAUGES
from domain.games.raiders.kinds import HINTS, KIND_NAMES
from domain.games.raiders.moments import mistimed
from domain.games.raiders.offerings import uncover
from domain.games.raiders.options import Options
from domain.games.raiders.picture import picture
from domain.games.raiders.telling_actions import say_action
from domain.games.raiders.telling_facts import say_fact
from domain.games.raiders.values import Values
from domain.games.raiders.wording import END
from domain.rules.catalogs.catalog import Catalog
from domain.rules.catalogs.faults import Fault
from domain.rules.chance import Chance
from domain.rules.ruleset import (
    LEGAL,
    Action,
    Audience,
    BadOpening,
    Fact,
    Legal,
    Outcome,
    Resolution,
    Ruleset,
    ScoreLine,
    SeatSpec,
    Verdict,
    illegal,
)
from domain.rules.series import Gauge, Seen
from domain.rules.series import read as read_gauges
from domain.rules.text import Lang, Text


def _anytime(board: RaidersBoard, action: Action) -> Verdict:
    return LEGAL


JUDGES: dict[type[Action], Callable[[RaidersBoard, Any], Verdict]] = {
    a.PlaceWorker: village.judge_place,
    a.TakeWorker: village.judge_take,
    a.UseBuilding: village.judge_use,
    a.HireCrew: village.judge_hire,
    a.PlayTownsfolk: townsfolk.judge_play,
    a.MakeOffering: village.judge_offering,
    a.Forgo: _anytime,
    a.Raid: raid.judge_raid,
    a.Reroll: raid.judge_reroll,
    a.LoseCrew: raid.judge_lose_crew,
    a.Reveal: automa.judge_reveal,
}


def _forgo(course: Resolution[RaidersBoard, Fact], action: a.Forgo, chance: Chance) -> None:
    decide = raid.decide_keep if course.board.stage == "reroll" else village.decide_forgo
    decide(course, action, chance)


DECIDERS: dict[type[Action], Callable[[Resolution[RaidersBoard, Fact], Any, Chance], None]] = {
    a.PlaceWorker: village.decide_place,
    a.TakeWorker: village.decide_take,
    a.UseBuilding: village.decide_use,
    a.HireCrew: village.decide_hire,
    a.PlayTownsfolk: townsfolk.decide_play,
    a.MakeOffering: village.decide_offering,
    a.Forgo: _forgo,
    a.Raid: raid.decide_raid,
    a.Reroll: raid.decide_reroll,
    a.LoseCrew: raid.decide_lose_crew,
    a.Reveal: automa.decide_reveal,
}


class Raiders(Ruleset[RaidersSetting, RaidersBoard, Action, Fact]):
    """The solo title: one player, one automa."""

    id = "raiders-solo"
    version = 2
    about = ABOUT
    setting_type = RaidersSetting
    board_type = RaidersBoard
    values_type = Values
    options_type = Options
    action_types = a.ACTIONS
    fact_types = FACTS
    kind_names, hints = KIND_NAMES, HINTS
    together = (("site", "space"),)
    passing_types = (a.Forgo,)

    # -- opening -------------------------------------------------------------------------------------------------

    def catalogs(self) -> Mapping[str, Catalog]:
        return _catalogs()

    def seats(self, players: int | None, options: Options) -> tuple[SeatSpec, ...]:
        if players not in (None, 1):
            en, fr = "The solo game is for one player.", "La version solo se joue à un seul joueur."
            raise BadOpening("/players", en, fr)
        player, opponent = Text("Player", "Joueur"), Text("Opponent", "Adversaire")
        return (SeatSpec(PLAYER, "player", player), SeatSpec(AUTOMA, "automa", opponent))

    def check_values(self, values: Values) -> tuple[Fault, ...]:
        return checks.faults(values)

    def blank(self, setting: RaidersSetting) -> RaidersBoard:
        return setup.blank(setting)

    def setup(self, board: RaidersBoard, chance: Chance) -> tuple[Fact, ...]:
        return setup.setup(board, chance)

    # -- play ----------------------------------------------------------------------------------------------------

    def to_act(self, board: RaidersBoard) -> tuple[str, ...]:
        if board.stage == "over":
            return ()
        return (AUTOMA,) if board.stage == "reveal" else (PLAYER,)

    def judge(self, board: RaidersBoard, seat: str, action: Action) -> Verdict:
        if board.stage == "over":
            return illegal("game-over", END, "The game is over.", "La partie est finie.")
        return mistimed(board, seat, action) or JUDGES[type(action)](board, action)

    def decide(self, board: RaidersBoard, seat: str, action: Action, chance: Chance) -> tuple[Fact, ...]:
        course: Resolution[RaidersBoard, Fact] = Resolution(evolve, board)
        DECIDERS[type(action)](course, action, chance)
        uncover(course, chance)
        return course.facts

    def evolve(self, board: RaidersBoard, fact: Fact) -> RaidersBoard:
        return evolve(board, fact)

    def legal(self, board: RaidersBoard, seat: str) -> Legal:
        if seat not in self.to_act(board):
            return Legal()
        return offers.legal(board, lambda board, action: self.judge(board, seat, action).legal)

    def leads_to(self, board: RaidersBoard, seat: str, action: Action) -> Text | None:
        """See `raid.py`."""
        return raid.price(board, action) if isinstance(action, a.Raid) else None

    def sample(self, board: RaidersBoard, seat: str, rng: Random) -> Action | None:
        if seat not in self.to_act(board):
            return None
        return players.sample(board, lambda board, action: self.judge(board, seat, action).legal, rng)

    # -- reading -------------------------------------------------------------------------------------------------

    def view(self, board: RaidersBoard, audience: Audience) -> dict[str, Any]:
        return showing.view(board)

    def combat(self, board: RaidersBoard) -> tuple[Text, ...]:
        return telling_combat.combat(board)

    def score(self, board: RaidersBoard) -> tuple[ScoreLine, ...]:
        return scoring.score(board)

    def outcome(self, board: RaidersBoard) -> Outcome | None:
        return scoring.outcome(board)

    def census(self, board: RaidersBoard) -> Mapping[str, int]:
        return scoring.census(board)

    def amiss(self, board: RaidersBoard) -> tuple[Text, ...]:
        return amiss(board)

    def drawing(self, board: RaidersBoard, audience: Audience, lang: Lang) -> str:
        return showing.drawing(board, lang)

    def picture(
        self, setting: RaidersSetting, view: dict[str, Any], lang: Lang, changed: Changed = NOTHING, shape: Shape = TALL
    ) -> str:
        return picture(setting, view, lang, changed, shape)

    def gauges(self, view: Seen) -> tuple[Gauge, ...]:
        return read_gauges(GAUGES, view)

    def say_action(self, board: RaidersBoard, seat: str, action: Action) -> Text:
        return say_action(board, action)

    def say_fact(self, board: RaidersBoard, fact: Fact) -> Text:
        return say_fact(board, fact)

    def sheet(self, board: RaidersBoard) -> dict[str, Any]:
        """One solo game among others: both scores, what broke a tie, and how hard it was."""
        return {**super().sheet(board), **scoring.sheet(board)}


class Raiders1(Raiders):
    """The rules as they were first: an offering that the opponent takes from the stack is turned up, and of cards that the table
    names only those in sight are counted."""

    version = 1


@cache
def _catalogs() -> Mapping[str, Catalog]:
    return {"default": Catalog((Path(__file__).parent / "catalog.json").read_bytes())}

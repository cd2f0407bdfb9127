"""Training Grounds as a ruleset: each action with the chapter that judges it and the one that carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from domain.drawing.svg import NOTHING, Changed
from domain.games.northgard import actions as a
from domain.games.northgard import build, check, combat, explore, move, offers, recruit, renew, say_combat, setup, turn, words
from domain.games.northgard.about import ABOUT
from domain.games.northgard.actions import ACTIONS, AnyAction, Move, Step
from domain.games.northgard.amiss import amiss
from domain.games.northgard.board import SEATS, Board, Options, Setting, Side
from domain.games.northgard.drawing import drawing
from domain.games.northgard.evolve import evolve
from domain.games.northgard.facts import FACTS, AnyFact
from domain.games.northgard.gauges import GAUGES
from domain.games.northgard.move import meets
from domain.games.northgard.picture import picture
from domain.games.northgard.values import Values
from domain.games.northgard.view import View, view
from domain.rules.catalog import Catalog
from domain.rules.chance import Chance
from domain.rules.faults import Fault
from domain.rules.ruleset import Audience, BadOpening, Legal, Outcome, Resolution, Ruleset, ScoreLine, SeatSpec, Verdict
from domain.rules.series import Gauge, Seen
from domain.rules.series import read as read_gauges
from domain.rules.text import Lang, Text

_FOLDER = Path(__file__).parent


class Chapter(NamedTuple):
    """How an action is judged and carried out, and whether the turn then takes its course (combats, its end)."""

    judge: Callable[[Board, str, Any], Verdict]
    carry_out: Callable[[Resolution[Board, AnyFact], str, Any, Chance], None]
    resumes: bool = True


_CHAPTERS: dict[type, Chapter] = {
    a.PlaceUnits: Chapter(setup.judge_placing, setup.place, resumes=False),
    a.Recruit: Chapter(recruit.judge_recruit, recruit.recruit),
    a.Build: Chapter(build.judge_build, build.build),
    a.Explore: Chapter(explore.judge_explore, explore.explore),
    a.Move: Chapter(move.judge_move, move.move),
    a.Step: Chapter(move.judge_rest, move.step),
    a.Stop: Chapter(move.judge_stop, move.stop, resumes=False),
    a.Renew: Chapter(renew.judge_renew, renew.renew),
    a.CombatRenew: Chapter(renew.judge_combat_renew, renew.combat_renew),
    a.Retreat: Chapter(combat.judge_retreat, combat.retreat),
}


class TrainingGrounds(Ruleset[Setting, Board, AnyAction, AnyFact]):
    """Northgard: Training Grounds, a duel."""

    id = "northgard-training"
    version = 1
    about = ABOUT
    setting_type = Setting
    board_type = Board
    values_type = Values
    options_type = Options
    action_types = ACTIONS
    fact_types = FACTS

    @cached_property
    def _catalogs(self) -> dict[str, Catalog]:
        files = {"default": "catalog.json", "terrain": "catalog.terrain.json"}
        return {name: Catalog((_FOLDER / file).read_bytes()) for name, file in files.items()}

    def catalogs(self) -> Mapping[str, Catalog]:
        """`default`: thirteen one-area tiles; `terrain`: tiles with several areas, open and rough edges."""
        return self._catalogs

    def seats(self, players: int | None, options: Any) -> tuple[SeatSpec, ...]:
        """Blue and Red."""
        if players not in (None, 2):
            raise BadOpening("/players", "Training Grounds is played by two.", "Terrain d'Entraînement se joue à deux.")
        return SEATS

    def check_values(self, values: Values) -> tuple[Fault, ...]:
        """Contradictions and omissions in a catalog."""
        return check.check_values(values)

    def blank(self, setting: Setting) -> Board:
        """An empty table: all cards face up, all units in reserve, all buildings in supply."""
        values = setting.values
        side = Side(values.units_per_player, tuple(setting.cards))
        supply = {id: b.count for id, b in values.buildings.items()}
        return Board(setting, "", dict.fromkeys(setting.seats, side), supply, {}, {})

    def setup(self, board: Board, chance: Chance) -> tuple[AnyFact, ...]:
        """Base tiles and first player; placing the units is left to the players."""
        course: Resolution[Board, AnyFact] = Resolution(evolve, board)
        setup.set_up(course, chance)
        return course.facts

    def to_act(self, board: Board) -> tuple[str, ...]:
        """One seat at a time: a loser's retreat and a drawn Renew are for their owner, even in the rival's turn."""
        return turn.to_act(board)

    def judge(self, board: Board, seat: str, action: AnyAction) -> Verdict:
        """First whether it is for this seat to do this now, then the chapter of the action."""
        verdict = turn.may_act(board, seat, action)
        return _CHAPTERS[type(action)].judge(board, seat, action) if verdict.legal else verdict

    def decide(self, board: Board, seat: str, action: AnyAction, chance: Chance) -> tuple[AnyFact, ...]:
        """See `resolve`."""
        return self.resolve(board, seat, action, chance)[0]

    def resolve(self, board: Board, seat: str, action: AnyAction, chance: Chance) -> tuple[tuple[AnyFact, ...], Board]:
        """The action's own consequences, then combats, forced retreats and the end of the turn."""
        course: Resolution[Board, AnyFact] = Resolution(evolve, board)
        chapter = _CHAPTERS[type(action)]
        chapter.carry_out(course, seat, action, chance)
        if chapter.resumes:
            combat.resume(course, chance)
        return course.facts, course.board

    def evolve(self, board: Board, fact: AnyFact) -> Board:
        """See `evolve.py`."""
        return evolve(board, fact)

    def legal(self, board: Board, seat: str) -> Legal:
        """See `offers.py`."""
        return offers.legal(board, seat)

    def leads_to(self, board: Board, seat: str, action: AnyAction) -> Text | None:
        """See `move.py`."""
        return meets(board, seat, action) if isinstance(action, Move | Step) else None

    def sample(self, board: Board, seat: str, rng: Random) -> AnyAction | None:
        """A random card, then a random use of it."""
        return offers.sample(board, seat, rng)

    def view(self, board: Board, audience: Audience) -> View:
        """The same for every audience."""
        return view(board)

    def combat(self, board: Board) -> tuple[Text, ...]:
        """See `say_combat.py`."""
        return say_combat.combat(board)

    def score(self, board: Board) -> tuple[ScoreLine, ...]:
        """Victory Points."""
        return tuple(ScoreLine(seat, side.points) for seat, side in board.sides.items())

    def outcome(self, board: Board) -> Outcome | None:
        """The player who has reached the goal has won; if a correction has put both there, who has more."""
        goal = board.setting.goal
        for seat, side in sorted(board.sides.items(), key=lambda one: -one[1].points):
            if side.points >= goal:
                name = board.setting.name(seat)
                text = Text(f"{name.en} wins with {side.points} VP.", f"{name.fr} l'emporte avec {side.points} PV.")
                return Outcome("victory-points", (seat,), text)
        return None

    def census(self, board: Board) -> Mapping[str, int]:
        """Units of each colour, buildings of each kind, and tiles."""
        lands = board.territories.values()
        seen = {lying.tile for lying in board.grid.values()}
        counts = {f"units {s}": side.reserve + sum(t.units.get(s, 0) for t in lands) for s, side in board.sides.items()}
        counts |= {f"building {b}": left + sum(t.buildings.count(b) for t in lands) for b, left in board.supply.items()}
        counts["tiles"] = len(board.grid) + sum(t not in seen for t in board.setting.land.rings)
        return counts

    def amiss(self, board: Board) -> tuple[Text, ...]:
        """See `amiss.py`."""
        return amiss(board)

    def drawing(self, board: Board, audience: Audience, lang: Lang) -> str:
        """The map and both players, at most 100 columns wide."""
        return drawing(board, lang)

    def picture(self, setting: Setting, view: dict[str, Any], lang: Lang, changed: Changed = NOTHING) -> str:
        """See `picture.py`."""
        return picture(setting, view, lang, changed)

    def gauges(self, view: Seen) -> tuple[Gauge, ...]:
        return read_gauges(GAUGES, view)

    def say_action(self, board: Board, seat: str, action: AnyAction) -> Text:
        """See `words.py`."""
        return words.say_action(board, action)

    def say_fact(self, board: Board, fact: AnyFact) -> Text:
        """See `words.py`."""
        return words.say_fact(board, fact)


RULES = TrainingGrounds()

"""Training Grounds as a title: its chapters, and what goes beyond them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from domain.drawing.scene import Scene
from domain.drawing.svg import NOTHING, TALL, WIDE, Changed, Shape
from domain.games.northgard import build, check, combat, contradictions, explore, facts, move, recruit, renew, setup, turn, view
from domain.games.northgard.about import ABOUT
from domain.games.northgard.actions import Move, Step
from domain.games.northgard.board import SEATS, Board, Options, Setting, Side
from domain.games.northgard.drawing import drawing
from domain.games.northgard.picture.table import picture
from domain.games.northgard.sampling import sample
from domain.games.northgard.values import Values
from domain.kit import Action, BadOpening, Course, Outcome, ScoreLine, SeatSpec, Text, Title
from domain.rules.catalogs.faults import Fault
from domain.rules.ruleset import Audience
from domain.rules.series import Gauge, Seen
from domain.rules.text import Lang
from domain.rules.verdict import Choice


class TrainingGrounds(Title[Setting, Board]):
    """Northgard: Training Grounds, a duel."""

    id = "northgard-training"
    about = ABOUT
    setting_type, board_type, values_type, options_type = Setting, Board, Values, Options
    players = SEATS
    chapters = (setup, recruit, build, explore, move, renew, combat)
    facts = (facts,)
    phases = turn.PHASES
    turn_rule, end_rule = turn.RULE, "But du jeu"
    shapes = TALL, WIDE

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
        side = Side(setting.values.units_per_player, tuple(setting.cards))
        supply = {id: b.count for id, b in setting.buildings.items()}
        return Board(setting, "", dict.fromkeys(setting.seats, side), supply, {}, {})

    def begin(self, course: Course) -> None:
        """Base tiles and first player; placing the units is left to the players."""
        setup.set_up(course)

    def phase(self, board: Board) -> str:
        """What the game waits for."""
        return board.stage

    def to_act(self, board: Board) -> tuple[str, ...]:
        """One seat at a time: a loser's retreat and a drawn Renew are for their owner, even in the rival's turn."""
        return turn.to_act(board)

    def go_on(self, course: Course) -> None:
        """Combats, forced retreats and the end of the turn."""
        combat.resume(course)

    def ordered(self, board: Board, seat: str, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """Card by card, as they lie."""
        if board.stage != "playing":
            return choices
        cards, renews = board.sides[seat].up, renew.renew_card(board)
        return tuple(sorted(choices, key=lambda one: cards.index(getattr(one.action, "card", renews))))

    def leads_to(self, board: Board, seat: str, action: Action) -> Text | None:
        """Whom a step attacks."""
        return move.meets(board, seat, action) if isinstance(action, Move | Step) else None

    def sample(self, board: Board, seat: str, rng: Random) -> Action | None:
        """A random card, then a random use of it."""
        return sample(board, seat, self.possible(board), rng) if seat in self.to_act(board) else None

    def view(self, board: Board, audience: Audience) -> view.View:
        """The same for every audience."""
        return view.view(board)

    def combat(self, board: Board) -> tuple[Text, ...]:
        """Who attacks whom where, and whose retreat is due."""
        return combat.standing(board)

    def score(self, board: Board) -> tuple[ScoreLine, ...]:
        """Victory Points."""
        return tuple(ScoreLine(seat, side.points) for seat, side in board.sides.items())

    def outcome(self, board: Board) -> Outcome | None:
        """The player who has reached the goal has won; if a correction has put both there, who has more."""
        for seat, side in sorted(board.sides.items(), key=lambda one: -one[1].points):
            if side.points >= board.setting.goal:
                name = board.setting.name(seat)
                text = Text("{name} wins with {points} VP.", name=name, points=side.points)
                return Outcome("victory-points", (seat,), text)
        return None

    def census(self, board: Board) -> Mapping[str, int]:
        """Units of each colour, buildings of each kind, and tiles."""
        seen = {lying.tile for lying in board.grid.values()}
        return {**super().census(board), "tiles": len(board.grid) + sum(t not in seen for t in board.setting.land.rings)}

    def contradictions(self, board: Board) -> tuple[Text, ...]:
        """What the map, the cards and the combat say against each other."""
        return contradictions.contradictions(board)

    def drawing(self, board: Board, audience: Audience, lang: Lang) -> str:
        """The map and both players, at most 100 columns wide."""
        return drawing(board, lang)

    def picture(self, setting: Setting, view: dict[str, Any], lang: Lang, changed: Changed = NOTHING, shape: Shape = TALL) -> str:
        """The tiles as they were found, and on either side what a player has before him."""
        return picture(Scene(setting, view, lang, changed), shape)

    def gauges(self, view_of: Seen) -> tuple[Gauge, ...]:
        """Resources, units, and territories held alone."""
        return view.gauges(view_of)


RULES = TrainingGrounds()

"""Raiders of the North Sea with the solo opponent as a title: its chapters, and what goes beyond them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from domain.drawing.svg import NOTHING, TALL, WIDE, Changed, Shape
from domain.games.raiders import automa, check, contradictions, raid, sampling, setup, turn, view
from domain.games.raiders.about import ABOUT
from domain.games.raiders.actions import Raid
from domain.games.raiders.board import AUTOMA, PLAYER, SEATS, Board, Options, Setting
from domain.games.raiders.drawing import drawing
from domain.games.raiders.facts import raids, turns, village
from domain.games.raiders.picture.table import picture
from domain.games.raiders.values import Values
from domain.games.raiders.village import hiring, offerings, townsfolk, workers
from domain.kit import Action, BadOpening, Course, Outcome, ScoreLine, SeatSpec, Text, Title, Verdict
from domain.rules.catalogs.faults import Fault
from domain.rules.ruleset import Audience
from domain.rules.series import Gauge, Seen
from domain.rules.text import Lang


class Raiders(Title[Setting, Board]):
    """The solo title: one player, one automa."""

    id = "raiders-solo"
    version = 2
    shapes = TALL, WIDE
    about = ABOUT
    setting_type, board_type, values_type, options_type = Setting, Board, Values, Options
    players = SEATS
    chapters = (raid, workers, offerings, turn, hiring, townsfolk, automa)
    facts = (turns, village, raids)
    phases = turn.PHASES
    turn_rule, end_rule = turn.STANDARD, turn.END
    together = (("site", "space"),)

    # -- opening -------------------------------------------------------------------------------------------------

    def seats(self, players: int | None, options: Options) -> tuple[SeatSpec, ...]:
        """The player and the opponent."""
        if players not in (None, 1):
            raise BadOpening("/players", "The solo game is for one player.", "La version solo se joue à un seul joueur.")
        return SEATS

    def check_values(self, values: Values) -> tuple[Fault, ...]:
        """Contradictions and omissions in a catalog."""
        return check.check_values(values)

    def blank(self, setting: Setting) -> Board:
        """Workers on their places, the player's start, all plunder in the bag."""
        return setup.blank(setting)

    def begin(self, course: Course) -> None:
        """Scheme cards, plunder, offerings, difficulty."""
        setup.set_up(course)

    # -- play ----------------------------------------------------------------------------------------------------

    def phase(self, board: Board) -> str:
        """The moment of the round."""
        return board.stage

    def to_act(self, board: Board) -> tuple[str, ...]:
        """The player, but for the opponent's card."""
        if board.stage == "over":
            return ()
        return (AUTOMA,) if board.stage == "reveal" else (PLAYER,)

    def may_act(self, board: Board, seat: str, action: Action) -> Verdict:
        """At another moment an action is refused with its own rule and with what is to be done."""
        return turn.may_act(board, seat, self.moves[type(action)])

    def go_on(self, course: Course) -> None:
        """A raid is fought, a turn ends, and with the game the opponent's tiles are turned up."""
        raid.fight(course)
        turn.close(course)
        offerings.uncover(course)

    def leads_to(self, board: Board, seat: str, action: Action) -> Text | None:
        """What a raid costs."""
        return raid.price(board, action) if isinstance(action, Raid) else None

    def sample(self, board: Board, seat: str, rng: Random) -> Action | None:
        """Somebody who raids when he can."""
        return sampling.sample(board, self.moves, rng) if seat in self.to_act(board) else None

    # -- reading -------------------------------------------------------------------------------------------------

    def view(self, board: Board, audience: Audience) -> dict[str, Any]:
        """The same for every audience."""
        return view.view(board)

    def combat(self, board: Board) -> tuple[Text, ...]:
        """Where the crew raids, and what that is worth."""
        return raid.standing(board)

    def score(self, board: Board) -> tuple[ScoreLine, ...]:
        """Both sides' points as if the game ended here."""
        return view.score(board)

    def outcome(self, board: Board) -> Outcome | None:
        """Points, then Valkyries, then armour."""
        return view.outcome(board)

    def census(self, board: Board) -> Mapping[str, int]:
        """Every piece of the box, wherever it lies."""
        count = dict(super().census(board))
        if board.assault and not board.assault.deaths:  # sent, but not yet standing where the plunder was
            count[board.assault.worker] = count.get(board.assault.worker, 0) + 1
        return count

    def contradictions(self, board: Board) -> tuple[Text, ...]:
        """What cards, tiles, the village and the moment say against each other."""
        return contradictions.contradictions(board)

    def drawing(self, board: Board, audience: Audience, lang: Lang) -> str:
        """Both sides, the village, the raids, the cards, line by line."""
        return drawing(board, lang)

    def picture(self, setting: Setting, view: dict[str, Any], lang: Lang, changed: Changed = NOTHING, shape: Shape = TALL) -> str:
        """The shores, the village and the two ships."""
        return picture(setting, view, lang, changed, shape)

    def gauges(self, view_of: Seen) -> tuple[Gauge, ...]:
        """Goods of the player, armour and Valkyries of both."""
        return view.gauges(view_of)

    def sheet(self, board: Board) -> dict[str, Any]:
        """One solo game among others: both scores, what broke a tie, and how hard it was."""
        return {**super().sheet(board), **view.sheet(board)}


class Raiders1(Raiders):
    """The rules as they were first: an offering that the opponent takes from the stack is turned up, and of cards that the table
    names only those in sight are counted."""

    version = 1

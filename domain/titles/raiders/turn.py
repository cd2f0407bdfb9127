"""Déroulement de la partie, Fin de partie: the stages of both turns, forgoing an action, and how a
turn and the game end. In `mourn` the player chooses the crew that Valkyries kill.

the player's turn      place ── use ──┐
                         │            take ── use ── end of turn
                         └─ raid ── reroll? ── mourn? ── end of turn
the opponent's turn    reveal ── end of turn
"""

from collections.abc import Iterator
from typing import Any

from domain.titles.kit import (
    LEGAL,
    Action,
    Course,
    Move,
    Phase,
    Refusals,
    Sentences,
    Text,
    Verdict,
    accept_any,
)
from domain.titles.raiders import facts as f
from domain.titles.raiders.actions import Forgo
from domain.titles.raiders.board import AUTOMA, PLAYER, TRIGGERS, Board, Trigger
from domain.titles.raiders.facts import REROLL, ActionForgone, SurplusReturned

# Headings of the rule text, as verdicts cite them. What the text leaves to the base game is cited
# as `jeu standard`.
TURN = "Déroulement de la partie"
STANDARD = "Déroulement de la partie (jeu standard)"
SCHEME = "Cartes tactiques"
TOWNSFOLK = "Effets des cartes Citoyens"
END = "Fin de partie"

NO = Refusals(STANDARD, """
game-over [raiders] | Fin de partie = The game is over.
not-your-turn = It is not your turn: {when}. Now: {now}.
wrong-moment = Not now: {when}. What is to be done: {now}.
""")  # fmt: skip
WHEN = Sentences("""
place-worker = a worker is placed at the start of your turn
raid = you raid at the start of your turn, instead of placing
use-building = a building is used by the worker just placed on it or taken from it
hire-crew = a building is used by the worker just placed on it or taken from it
make-offering = a building is used by the worker just placed on it or taken from it
play-townsfolk = a townsfolk is played by the worker just placed on the Town Hall or taken from it
take-worker = a worker is taken after another one was placed and used
reroll = a die is rolled again after the dice of a raid, by crew that may
forgo = a building's action or another roll of a die is forgone when it is open to you
lose-crew = crew is lost after a raid in which Valkyries were taken
reveal = a scheme card is revealed in the opponent's turn
""")

PHASES = (
    Phase("place", Text("place the worker on a building, or raid")),
    Phase("use", Text("use the building, or forgo its action")),
    Phase("take", Text("take a worker from another building")),
    Phase("reroll", Text("roll a die again, or keep the dice")),
    Phase("mourn", Text("choose the crew lost to the Valkyries")),
    Phase("reveal", Text("reveal the opponent's scheme card")),
)
NOW = {phase.id: phase.doing for phase in PHASES}


def to_act(board: Board) -> tuple[str, ...]:
    if board.stage == "over":
        return ()
    return (AUTOMA,) if board.stage == "reveal" else (PLAYER,)


def not_over(rules: Any, board: Board, seat: str, action: Action) -> Verdict:
    return NO("game-over") if board.stage == "over" else LEGAL


def in_turn(rules: Any, board: Board, seat: str, action: Action) -> Verdict:
    move, mine = rules.moves[type(action)], seat in to_act(board)
    if mine and board.stage in move.phases:
        return LEGAL
    rule, named = move.rule or STANDARD, {"when": WHEN(move.tag), "now": NOW[board.stage]}
    if mine:
        return NO.under(rule)("wrong-moment", **named)
    return NO.under(rule if seat in (PLAYER, AUTOMA) else TURN)("not-your-turn", **named)


GATES = (not_over, in_turn)


def forgo(course: Course, seat: str, action: Forgo) -> None:
    board = course.board
    course.emit(ActionForgone(REROLL if board.stage == "reroll" else board.using))


def _offer_forgoing(board: Board, seat: str) -> Iterator[Forgo]:
    yield Forgo()


# -- the end of a turn and of the game -------------------------------------------------------------


def close_player_turn(course: Course) -> None:
    """If the stage is `close`, emit the end of the player's turn: what he has above the limits goes
    back."""
    board = course.board
    if board.stage != "close":
        return
    limits, player = board.setting.values.limits, board.player
    silver, provisions = (
        max(0, player.silver - limits.silver),
        max(0, player.provisions - limits.provisions),
    )
    cards = max(0, player.cards - limits.cards)
    if silver or provisions or cards:
        course.emit(SurplusReturned(silver, provisions, cards))
    end_turn(course, PLAYER)


def end_turn(course: Course, seat: str) -> None:
    """Emit the end of a seat's turn and, if the end of the game is triggered now, that it is."""
    course.emit(f.TurnEnded(seat))
    if not course.board.trigger:
        trigger = end_trigger(course.board)
        if trigger:
            course.emit(f.EndTriggered(trigger, seat))


def end_trigger(board: Board) -> Trigger:
    """The first condition for the end of the game that is met: few fortresses left, no offering in
    the stack, or no Valkyrie on the board; empty if none is."""
    return next((trigger for trigger in TRIGGERS if is_met(board, trigger)), "")


def is_met(board: Board, trigger: Trigger) -> bool:
    """Whether a condition for the end of the game is met."""
    spaces = board.spaces
    if trigger == "fortresses":
        return (
            sum(spaces[s].plunder > 0 for s in board.setting.fortresses)
            <= board.setting.values.fortresses_left
        )
    if trigger == "offerings":
        return not board.tiles_left
    return not any(space.valkyries for space in spaces.values())


KEEP, LEAVE = Text("Keep the dice"), Text("Forgo the action")
MOVES = (
    Move(
        Forgo, ("use", "reroll"), accept_any, forgo, _offer_forgoing, Text("forgoes what is open"), Text("Forgo"),
        button=lambda board, action: KEEP if board.assault else LEAVE, passing=True, always_legal=True,
    ),
)  # fmt: skip

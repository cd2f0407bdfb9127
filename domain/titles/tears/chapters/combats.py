"""What the table enters in the wedge phase and the objective phase. The rule text sets the limits
but leaves the arithmetic to the base rules."""

from collections.abc import Iterator

from domain.titles.contract.types import Field, Template
from domain.titles.kit import (
    LEGAL,
    Course,
    Move,
    Refusals,
    Sentences,
    Text,
    Verdict,
    entry,
    none_listed,
    rehearsal,
)
from domain.titles.tears import facts as f
from domain.titles.tears.actions import FaceObjective, Fight
from domain.titles.tears.board import Board
from domain.titles.tears.chapters import damage
from domain.titles.tears.chapters.damage import check_wedge_damage
from domain.titles.tears.chapters.results import check_results, emit_results, results_field
from domain.titles.tears.turn import NORMAL

NO = Refusals(NORMAL, """
wedge-not-due = Wedge {wedge} is not to be fought now; still to enter: {left}.
one-taker = Both sides cannot take the same wedge: decide whose damage falls first, and stop the other one short of it.
objective-not-due | Objectifs = Now the objective of {left} is tested.
objective-stands | Objectifs = {name} stands: it has {damage} damage of {strength}.
""")  # fmt: skip
SAID = Sentences("""
player = enters {damage} damage on the player's objective
enemy = enters {damage} damage on the Enemy's objective
""")
STANDING = Sentences("""
player = Wedge {n}: taken by the player.
enemy = Wedge {n}: taken by the Enemy.
fought = Wedge {n}: damage by the player {mine}, by the Enemy {theirs}, of {most}.
due = Wedge {n}: damage by the player {mine}, by the Enemy {theirs}, of {most}; still to be fought.
""")
FORM = Sentences("""
fight = Enter a wedge's combats
wedge = the wedge
player = damage by the player
enemy = damage by the Enemy
objective = Enter the test of an objective
side = whose objective
damage [damage] = damage
destroyed = it is destroyed
""")


# -- the wedges ------------------------------------------------------------------------------------


def judge_fight(board: Board, seat: str, action: Fight) -> Verdict:
    if str(action.wedge) not in board.left:
        return NO("wedge-not-due", wedge=action.wedge, left=", ".join(board.left))
    for by, amount in _damage_by_side(action):
        verdict = check_wedge_damage(board, action.wedge, by, amount)
        if not verdict.legal:
            return verdict
    if all(_takes_wedge(board, action.wedge, by, amount) for by, amount in _damage_by_side(action)):
        return NO("one-taker")
    if not action.results:
        return LEGAL
    course = rehearsal(board)
    _emit_fought(course, action)
    return check_results(course.board, action.results)


def _damage_by_side(action: Fight) -> tuple[tuple[str, int], ...]:
    return ("player", action.by_player), ("enemy", action.by_enemy)


def _takes_wedge(board: Board, wedge: int, by: str, amount: int) -> bool:
    """Whether this damage by a side takes a wedge."""
    return amount > 0 and damage.room_on_wedge(board, wedge, by) <= amount


def _emit_fought(course: Course, action: Fight) -> None:
    """Emit that a wedge was fought, and the damage of both sides on it. Damage that takes the wedge
    comes last, because it may end the game."""
    course.emit(f.WedgeFought(action.wedge))
    for by, amount in sorted(
        _damage_by_side(action), key=lambda t: _takes_wedge(course.board, action.wedge, *t)
    ):
        if amount:
            damage.hurt_wedge(course, action.wedge, by, amount)


def fight(course: Course, seat: str, action: Fight) -> None:
    _emit_fought(course, action)
    emit_results(course, action.results)


def fight_form(board: Board, seat: str) -> Iterator[Template]:
    most = board.setting.values.wedge_damage
    fields = {"wedge": Field(FORM["wedge"], tuple(map(int, board.left)))}
    for by in ("player", "enemy"):
        fields[f"by_{by}"] = Field(
            FORM[by], least=0, most=most if damage.may_hurt_wedges(board, by) else 0
        )
    yield entry(FORM["fight"], Fight(int(board.left[0])), **fields, results=results_field(board))


def combat_sentences(board: Board) -> tuple[Text, ...]:
    """A sentence on each wedge during the wedge phase, for everybody: its owner, or both sides'
    damage and whether it still has to be fought. Empty in other phases."""
    return (
        tuple(_wedge_sentence(board, n) for n in range(1, len(board.wedges) + 1))
        if board.phase == "wedges" and not board.ending
        else ()
    )


def _wedge_sentence(board: Board, n: int) -> Text:
    wedge, most = board.wedges[n - 1], board.setting.values.wedge_damage
    if wedge.taken:
        return STANDING(wedge.taken, n=n)
    return STANDING(
        "due" if str(n) in board.left else "fought",
        n=n,
        mine=wedge.by_player,
        theirs=wedge.by_enemy,
        most=most,
    )


# -- the objectives --------------------------------------------------------------------------------


def judge_objective(board: Board, seat: str, action: FaceObjective) -> Verdict:
    if action.side not in board.left:
        return NO("objective-not-due", left=Text(" and ".join(board.left), ", ".join(board.left)))
    objective, total = (
        board.objective(action.side),
        board.army(action.side).objective_damage + action.damage,
    )
    if not action.destroyed or objective.strength is None or total >= objective.strength:
        return LEGAL
    return NO("objective-stands", name=objective.name, damage=total, strength=objective.strength)


def face_objective(course: Course, seat: str, action: FaceObjective) -> None:
    course.emit(f.ObjectiveTested(action.side))
    damage.hurt_objective(course, action.side, action.damage, action.destroyed)


def objective_form(board: Board, seat: str) -> Iterator[Template]:
    fields = {
        "side": Field(FORM["side"], board.left),
        "damage": Field(FORM["damage"], least=0, most=99),
    }
    example = FaceObjective("player" if "player" in board.left else "enemy")
    yield entry(FORM["objective"], example, **fields, destroyed=Field(FORM["destroyed"]))


def _objective_label(board: Board, action: FaceObjective) -> Text:
    return SAID(action.side, damage=action.damage)


NAMES = (Text("Enter a wedge's combats"), Text("Enter an objective's test"))
HINTS = (
    Text(
        "Fight the might and zeal combats of the wedge at the table, then enter the damage tokens "
        "each side places."
    ),
    Text(
        "Test the objective by its card at the table, then enter the damage it suffers: 0 if none."
    ),
)
MOVES = (
    Move(
        Fight, ("wedges",), judge_fight, fight, none_listed, Text(
    "enters the combats of wedge {wedge}: {by_player} damage by the player, {by_enemy} by the Enemy"
), NAMES[0],
        hint=HINTS[0], forms=fight_form, rule=NORMAL,
    ),
    Move(
        FaceObjective, ("objectives",), judge_objective, face_objective, none_listed, _objective_label, NAMES[1],
        hint=HINTS[1], forms=objective_form, rule="Objectifs",
    ),
)  # fmt: skip

"""Déplacer: one or two steps of any number of units; a rough border takes both."""

from collections.abc import Iterator

from domain.titles.kit import (
    LEGAL,
    Course,
    Move,
    Refusals,
    Sentences,
    Text,
    Verdict,
    accept_any,
    replace,
)
from domain.titles.northgard import facts as f
from domain.titles.northgard.actions import Move as MoveUnits, Step, Stop
from domain.titles.northgard.board import Board
from domain.titles.northgard.turn import CARD, EachCard, judge_card, territory_refusal

NO = Refusals("Déplacer", """
not-enough-units = You cannot move {units:unit|units} from {origin}: {here} may leave.
not-enough-fresh-units = You cannot move {units:unit|units} from {origin}: {here} may leave (those that fought stay).
too-many-units = A step carries at most {most} units.
not-adjacent = {target} does not share a border with {origin}; adjacent are {beside}.
rough-border = The border between {origin} and {target} is rough: it takes a whole Move 2.
""")  # fmt: skip


def judge_move(board: Board, seat: str, action: MoveUnits) -> Verdict:
    verdict = judge_card(board, seat, action.card, "move")
    return (
        judge_step(board, seat, action, board.setting.cards[action.card].steps)
        if verdict.legal
        else verdict
    )


def judge_second_step(board: Board, seat: str, action: Step) -> Verdict:
    return judge_step(board, seat, action, board.steps)


def judge_step(board: Board, seat: str, step: MoveUnits | Step, steps: int) -> Verdict:
    origin, target = board.find_territory(step.origin), board.find_territory(step.target)
    if origin is None or target is None:
        return territory_refusal(step.origin if origin is None else step.target, NO.rule)
    here, most = movable_units(board, seat, origin), board.setting.values.move.units_per_step
    if not 1 <= step.units <= here:
        sentence = NO(
            "not-enough-fresh-units" if _is_held_back(board, origin) else "not-enough-units",
            units=step.units,
            origin=origin,
            here=here,
        )
        return replace(sentence, code="not-enough-units")
    if most is not None and step.units > most:
        return NO("too-many-units", most=most)
    borders = board.territories[origin].borders
    if target not in borders:
        return NO(
            "not-adjacent", origin=origin, target=target, beside=", ".join(sorted(borders)) or "–"
        )
    return (
        LEGAL
        if step_cost(board, origin, target) <= steps
        else NO("rough-border", origin=origin, target=target)
    )


def move(course: Course, seat: str, action: MoveUnits) -> None:
    steps = course.board.setting.cards[action.card].steps
    course.emit(f.CardPlayed(seat, action.card))
    _take_step(course, seat, action, steps)


def step(course: Course, seat: str, action: Step) -> None:
    _take_step(course, seat, action, course.board.steps)


def forgo_step(course: Course, seat: str, action: Stop) -> None:
    course.emit(f.TurnPassed(course.board.setting.rival[seat]))


def _take_step(course: Course, seat: str, step: MoveUnits | Step, steps: int) -> None:
    board = course.board
    origin, target = (
        board.find_territory(step.origin) or step.origin,
        board.find_territory(step.target) or step.target,
    )
    course.emit(
        f.UnitsMoved(seat, origin, target, step.units, steps - step_cost(board, origin, target))
    )


def step_cost(board: Board, origin: str, target: str) -> int:
    rough = board.territories[origin].borders[target] == "rough"
    return board.setting.values.move.rough_border_cost if rough else 1


def movable_units(board: Board, seat: str, origin: str) -> int:
    """How many units of a seat may leave a territory: all except those that fought this turn."""
    here = board.territories[origin].units.get(seat, 0)
    return here - board.fought.units if board.fought and _is_held_back(board, origin) else here


def _is_held_back(board: Board, origin: str) -> bool:
    """Whether units that fought this turn stand in a territory and may not leave it."""
    return (
        board.fought is not None
        and board.fought.territory == origin
        and not board.setting.options.fought_may_step
    )


def possible_steps(board: Board, seat: str, steps: int) -> Iterator[tuple[str, str, int]]:
    """The steps that a seat can take: (from, to, the most units that can go)."""
    most = board.setting.values.move.units_per_step
    for origin in board.held_territories(seat):
        able = movable_units(board, seat, origin)
        if able:
            for target in board.territories[origin].borders:
                if step_cost(board, origin, target) <= steps:
                    yield origin, target, able if most is None else min(able, most)


def offer_moves(board: Board, seat: str, cards: list[str]) -> Iterator[MoveUnits]:
    steps = {card: board.setting.cards[card].steps for card in cards}
    results = {count: list(possible_steps(board, seat, count)) for count in set(steps.values())}
    return (MoveUnits(card, *way) for card in cards for way in results[steps[card]])


def offer_second_steps(board: Board, seat: str) -> Iterator[Step]:
    return (Step(*way) for way in possible_steps(board, seat, board.steps))


def attack_sentence(board: Board, seat: str, step: MoveUnits | Step) -> Text | None:
    """A sentence on the enemy that a step attacks, with the units of both sides before the bonus
    cards; None if the territory has no enemy."""
    target = board.find_territory(step.target)
    rival = board.setting.rival[seat]
    there = board.territories[target].units if target is not None else {}
    if not there.get(rival):
        return None
    name, ours = board.setting.name(rival), step.units + there.get(seat, 0)
    return Text(
        "attacks {name}: {ours} against {there}, before bonus cards",
        name=name,
        ours=ours,
        there=there[rival],
    )


STEP = Text("moves {units:unit|units} from {origin} to {target}")
FIRST = Text("plays {card}: moves {units:unit|units} from {origin} to {target}")
ASKS = Sentences("""
origin = from
target = to a territory adjacent to it
units = units
""")
ANY = Text("Move any number of units")
NAMES = (Text.pgettext("northgard", "Move"), Text("Second step of a move"), Text("End a move"))
ENOUGH = Text("moves no further")
MOVES = (
    Move(
        MoveUnits, ("playing",), judge_move, move, EachCard("move", offer_moves), FIRST, NAMES[0],
        asks={"card": CARD, **ASKS}, form=ANY, up_to="units", always_legal=True,
    ),
    Move(
        Step, ("stepping",), judge_second_step, step, offer_second_steps, STEP, NAMES[1],
        asks=ASKS, form=ANY, up_to="units", always_legal=True,
    ),
    Move(
        Stop, ("stepping",), accept_any, forgo_step, lambda board, seat: (Stop(),), ENOUGH, NAMES[2],
        calls_go_on=False, always_legal=True,
    ),
)  # fmt: skip

"""Structure d'un Tour: the steps of a turn, which seats may act in them, and the order in which
actions are offered."""

from typing import Any

from domain.kernel.text import listed
from domain.titles.convicted import actions as a
from domain.titles.convicted.about import OUTCOMES
from domain.titles.convicted.board import Board
from domain.titles.convicted.chapters import stages
from domain.titles.convicted.field import PERIODS, SECTIONS, SLOTS
from domain.titles.kit import LEGAL, Phase, Refusals, Text, Verdict

NO = Refusals("Structure d'un Tour", """
game-over = The scenario is over. {how}
wrong-period = This belongs to another step of the turn ({then}); it is the {now}.
not-your-turn = Now it is for {who} to act.
other-side | Période de Siège = What the enemy's troops do is entered for the enemy's seat, what the defenders do for a player's.
""")  # fmt: skip
PHASES = tuple(Phase(step, name) for step, (_, name) in PERIODS.items() if step != "over")


def to_act(board: Board) -> tuple[str, ...]:
    step = board.step
    if step in ("sections", "actions"):
        return (board.go,)
    if step == "heroes":
        return tuple(p for p in board.setting.players if p not in board.heroes)
    return () if step == "over" else stages.to_act(board)


def not_over(rules: Any, board: Board, seat: str, action: a.ConvictedAction) -> Verdict:
    return NO("game-over", how=OUTCOMES[board.ending]) if board.step == "over" else LEGAL


def in_step(rules: Any, board: Board, seat: str, action: a.ConvictedAction) -> Verdict:
    steps = rules.moves[type(action)].phases
    if board.step in steps:
        return LEGAL
    return NO("wrong-period", then=PERIODS[steps[0]][1], now=PERIODS[board.step][1])


def in_turn(rules: Any, board: Board, seat: str, action: a.ConvictedAction) -> Verdict:
    """Refuse a seat that is not to act, and an action that a seat of its kind (player or enemy) may
    not enter. During an assault, if a seat is not to act and the action's own rule refuses it, too,
    that refusal is returned."""
    acting = to_act(board)
    if seat in acting:
        return LEGAL if a.may_enter(type(action), seat) else NO("other-side")
    if board.step == "assault":
        own: Verdict = rules.moves[type(action)].judge(board, seat, action)
        if not own.legal:
            return own
    return NO("not-your-turn", who=listed(tuple(map(board.setting.name, acting)), Text("", "")))


GATES = (not_over, in_step, in_turn)


BY_SECTION, BY_SLOT = (a.Fortify, a.Repair), (a.Dig, a.Flood)
OTHERS = (
    a.Build, a.Research, a.Gather, a.EndActions,
    a.Preach, a.RevealEnemies, a.Deploy, a.BeginAssault, a.CloseStage, a.Cast, a.Bless,
)  # fmt: skip
ORDER: dict[Any, int] = (
    dict.fromkeys(BY_SECTION, 0)
    | dict.fromkeys(BY_SLOT, 2)
    | {kind: n for n, kind in enumerate(OTHERS, 3)}
)


def sort_key(action: Any) -> tuple[int, int]:
    """The sort key of an action, by which the actions offered are ordered."""
    place = ORDER.get(type(action), len(ORDER))
    if type(action) in BY_SECTION:
        return (1, 0) if getattr(action, "gate", False) else (0, SECTIONS.index(action.section))
    return place, SLOTS.index(action.slot) if type(action) in BY_SLOT else 0

"""Set-up: the purses, then each family's first lord, troops and castle."""

from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import TROOP_KINDS, Board, Family, Setting, Troops
from domain.titles.fief.chapters import declaring
from domain.titles.fief.chapters.declaring import declared
from domain.titles.fief.chapters.lords import judge_unused_lord
from domain.titles.fief.turn import end_family_phase, judge_village
from domain.titles.kit import LEGAL, Course, Refusals, Text, Verdict, first_refusal

NO = Refusals("Placement", """
taken = {place} belongs to {family}.
""")  # fmt: skip


def blank(setting: Setting) -> Board:
    values = setting.values
    stock = Troops(*(getattr(values.troops, kind).max for kind in TROOP_KINDS))
    return Board(
        setting,
        {seat: Family(0, stock) for seat in setting.seats},
        values.guard.box,
        values.mercenary.pool,
    )


def set_up(course: Course) -> None:
    setting = course.board.setting
    course.emit(*(f.MoneyReceived(seat, setting.values.start.purse) for seat in setting.seats))
    course.emit(f.PhaseBegan("placement", setting.seats))


def judge_settle(board: Board, seat: str, action: a.Settle) -> Verdict:
    """The verdict on placing the first lord, the starting troops and a castle: once, in a village
    that no family controls (base game, set-up)."""
    where, holder = action.place, board.place(action.place).holder
    named = {"place": board.word("place", where), "family": board.word("family", holder)}
    free = NO("taken", **named) if holder else LEGAL
    return first_refusal(judge_village(board, where), free, judge_unused_lord(board, action.lord))


def settle_family(course: Course, seat: str, action: a.Settle) -> None:
    start = course.board.setting.values.start
    course.emit(f.LordEntered(action.lord, seat, action.place), f.ControlTaken(action.place, seat))
    if start.fort != "open":
        course.emit(f.FortRaised(action.place, start.fort))
    course.emit(f.TroopsRaised(seat, action.place, Troops(start.sergeant, start.knight)))
    end_family_phase(course, seat)


SETTLE = Text("Settle")
MOVES = (
    declared(
        a.Settle,
        ("placement",),
        judge=judge_settle,
        do=settle_family,
        sampler=lambda board, seat, pick: a.Settle(
            pick(declaring.free_villages(board, seat)),
            pick(declaring.lords_never_in_play(board, seat)),
        ),
        label=Text("settles in {place} with {lord}"),
        name=SETTLE,
        form=SETTLE,
        hint=Text("Where your first lord and his troops begin."),
        bounds={
            "place": {"choices": declaring.free_villages},
            "lord": {"choices": declaring.lords_never_in_play},
        },
        rule="Placement",
    ),
)

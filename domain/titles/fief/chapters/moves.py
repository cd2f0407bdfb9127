"""Moves. The expansion's troops move like all others (TA 1, TA 2), the royal guard always with its
king or queen (TA 3).

The people at the table check distances and roads. These rules check that a lord leads, that the
troops are there, and that only lords and knights ride in a chevauchée."""

from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import TROOP_KINDS, Board
from domain.titles.fief.chapters import declaring
from domain.titles.fief.chapters.declaring import declared
from domain.titles.fief.chapters.lords import judge_own_lord
from domain.titles.fief.turn import village_refusal
from domain.titles.fief.words import count
from domain.titles.kit import (
    LEGAL,
    Action,
    Course,
    Pick,
    Refusals,
    Sentences,
    Text,
    Verdict,
    filled_sentence,
)

NO = Refusals("Moves", """
same-place = A move goes to another place.
no-leader = Troops move with a lord; name each once.
lord-elsewhere = {name} is not in {place}.
not-there = In {place} you have {have}.
guard-on-foot | TA 3 = No chevauchée: {guards} always go along, and sergeants do not ride.
on-foot | TA 3 = A chevauchée is for lords and knights alone.
""")  # fmt: skip
SAID = Sentences("""
march = moves from {origin} to {target}: {lords} with {troops}
ride = rides from {origin} to {target}: {lords} with {troops}
""")  # fmt: skip


def judge_move(board: Board, seat: str, action: a.Move) -> Verdict:
    for place in (action.origin, action.target):
        if place not in board.setting.places:
            return village_refusal(place)
    if action.origin == action.target:
        return NO("same-place")
    if not action.lords or len(set(action.lords)) != len(action.lords):
        return NO("no-leader")
    for lord in action.lords:
        if not (owned := judge_own_lord(board, seat, lord)).legal:
            return owned
        if board.lords[lord].place != action.origin:
            return NO(
                "lord-elsewhere",
                name=board.word("lord", lord),
                place=board.word("place", action.origin),
            )
    there = board.troops(seat, action.origin)
    if not there.holds(action.troops):
        return NO("not-there", place=board.word("place", action.origin), have=there.in_words)
    return _judge_chevauchee(board, action) if action.chevauchee else LEGAL


def _judge_chevauchee(board: Board, action: a.Move) -> Verdict:
    """Refuses a chevauchée if the lords have sergeants in their guard, or if anything but knights
    goes with them (TA 3, note)."""
    if guards := sum(board.lords[lord].guard.sergeant for lord in action.lords):
        return NO("guard-on-foot", guards=count(guards, "guard_sergeant"))
    return NO("on-foot") if action.sergeant or action.archer or action.bombard else LEGAL


def move(course: Course, seat: str, action: a.Move) -> None:
    course.emit(
        f.Marched(
            seat, action.origin, action.target, action.lords, action.troops, action.chevauchee
        )
    )


def sample_move(board: Board, seat: str, pick: Pick) -> Action:
    origin = pick(declaring.led_places(board, seat))
    lords = board.lords_of(seat, origin)
    inhabited = [
        id for id, place in board.places.items() if id != origin and (place.holder or place.troops)
    ]
    empty = [id for id in board.setting.places if id != origin]
    there = board.troops(seat, origin)
    riding = pick((False, False, False, True))
    led = {
        kind: pick(range(getattr(there, kind), -1, -1))
        for kind in TROOP_KINDS
        if not riding or kind == "knight"
    }
    who = pick((lords, lords, lords[:1]))
    return a.Move(
        origin,
        pick(pick([some for some in (inhabited, inhabited, empty) if some])),
        who,
        **led,
        chevauchee=riding,
    )


MOVES = (
    declared(
        a.Move,
        ("moves",),
        judge=judge_move,
        do=move,
        sampler=sample_move,
        label=lambda board, action: filled_sentence(
            SAID["ride" if action.chevauchee else "march"], action, board
        ),
        name=Text.pgettext("fief", "Move"),
        form=Text.pgettext("moves", "Move"),
        hint=Text(
            "Distances and roads are checked at the table, not here. The royal guard goes along."
        ),
        rule=NO.rule,
    ),
)

"""Construction: fortifications, ditches and moats, and their repair.

In the rule text: "Construction", "Fortifications", "Douves et Fossés", "Réparation des Fortifications".
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.titles.convicted import actions as a
from domain.titles.convicted.board import Board
from domain.titles.convicted.facts import preparation as f
from domain.titles.convicted.field import DITCH, GATE, MOAT, SECTIONS, SLOTS, is_wall, section_name
from domain.titles.convicted.preparation.requirements import first_fault, in_box, marker, opened, payable
from domain.titles.convicted.values import Goods
from domain.titles.convicted.words import capital
from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict

NO = Refusals("Douves et Fossés", """
top-level | Fortifications = Level {top} is the highest of {section}; there is no level {next}.
one-level | Construction = One action raises a section by one level: {section} is at level {level}, the next is {next}.
slot-taken = Slot {slot} has a ditch or moat already.
moat-already = Slot {slot} is a moat already.
no-ditch = A moat is an improved ditch: dig one in slot {slot} first.
no-gate | Fortifications = The gates of the city are in section {gate}, not in {section}.
not-damaged | Réparation des Fortifications = {section} lacks {missing} points of resistance (its level is {level}), not {points}.
""")  # fmt: skip


def pay(course: Course, seat: str, cost: Goods) -> None:
    course.tell(f.MarkerSpent(seat))
    discard(course, cost)


def discard(course: Course, cost: Goods) -> None:
    if cost.total:
        course.tell(f.Spent(cost))


def judge_fortify(board: Board, seat: str, action: a.Fortify) -> Verdict:
    levels, section = board.setting.levels[action.section], board.sections[action.section]
    name, top = section_name(action.section), len(levels) - 1
    if section.level == top or action.level > top:
        return NO("top-level", top=top, section=capital(name, "fr"), next=top + 1)
    if action.level != section.level + 1:
        return NO("one-level", section=name, level=section.level, next=section.level + 1)
    key = f"{'wall' if is_wall(action.section) else 'tower'}-{action.level}"
    built = levels[action.level]
    fresh = section.level == 0
    return first_fault(
        marker(board, seat),
        opened(board, key, built.name),
        payable(board, built.cost),
        in_box(board, "fortifications") if fresh else LEGAL,
        in_box(board, "resistance", 2 if action.section == GATE else 1) if fresh else LEGAL,
    )


def fortify(course: Course, seat: str, action: a.Fortify) -> None:
    pay(course, seat, course.board.setting.levels[action.section][action.level].cost)
    course.tell(f.FortificationRaised(action.section, action.level))


def fortifications(board: Board, seat: str) -> Iterator[a.Fortify]:
    for section in SECTIONS:
        level = board.sections[section].level + 1
        if level < len(board.setting.levels[section]):
            yield a.Fortify(section, level)


def judge_dig(board: Board, seat: str, action: a.Dig) -> Verdict:
    if board.ring[action.slot]:
        return NO("slot-taken", slot=action.slot)
    return first_fault(marker(board, seat), payable(board, board.setting.values.works.ditch), in_box(board, "ditches"))


def dig(course: Course, seat: str, action: a.Dig) -> None:
    pay(course, seat, course.board.setting.values.works.ditch)
    course.tell(f.DitchDug(action.slot))


def judge_flood(board: Board, seat: str, action: a.Flood) -> Verdict:
    what = board.ring[action.slot]
    if what != DITCH:
        return NO("moat-already" if what == MOAT else "no-ditch", slot=action.slot)
    return first_fault(
        marker(board, seat),
        opened(board, "moat", Text("A moat")),
        payable(board, board.setting.values.works.moat),
        in_box(board, "moats"),
    )


def flood(course: Course, seat: str, action: a.Flood) -> None:
    pay(course, seat, course.board.setting.values.works.moat)
    course.tell(f.MoatFlooded(action.slot))


def judge_repair(board: Board, seat: str, action: a.Repair) -> Verdict:
    section, name = board.sections[action.section], section_name(action.section)
    if action.gate and action.section != GATE:
        return NO("no-gate", gate=GATE, section=name)
    missing = section.level - (section.gate if action.gate else section.resistance)
    if action.points > missing:
        return NO("not-damaged", section=capital(name), missing=missing, level=section.level, points=action.points)
    return payable(board, board.setting.values.works.repair.times(action.points))


def repair(course: Course, seat: str, action: a.Repair) -> None:
    discard(course, course.board.setting.values.works.repair.times(action.points))
    course.tell(f.Repaired(action.section, action.points, action.gate))


def repairs(board: Board, seat: str) -> Iterator[a.Repair]:
    yield from (a.Repair(section, 1) for section in SECTIONS)
    yield a.Repair(GATE, 1, gate=True)


MOVES = (
    Move(
        a.Fortify, ("actions",), judge_fortify, fortify, fortifications,
        Text("raises {the_section} to level {level} ({storey})"), Text("Fortify"),
    ),
    Move(
        a.Dig, ("actions",), judge_dig, dig, lambda board, seat: (a.Dig(slot) for slot in SLOTS if not board.ring[slot]),
        Text("digs a ditch at {slot}"), Text("Dig a ditch"),
    ),
    Move(
        a.Flood, ("actions",), judge_flood, flood, lambda board, seat: (a.Flood(slot) for slot in SLOTS if board.ring[slot]),
        Text("makes the ditch at {slot} a moat"), Text("Flood a ditch"),
    ),
    Move(a.Repair, ("actions",), judge_repair, repair, repairs, Text("repairs {points} at {the_part}"), Text("Repair")),
)  # fmt: skip

"""Blows against a fortification: the resistance it loses, the pieces lost with it, and the units
that fall back into the city.

In the rule text: "Construction" (resistance), the note on the Barrier (level 0, resistance 0,
cannot be destroyed, with a capacity of its own) and the note on section North (a second resistance,
for the gates). A fortification without resistance is destroyed: only the barrier is left, and units
for which the barrier has no room fall back (reading A-CV-16)."""

from msgspec import Struct

from domain.titles.convicted.board import Board
from domain.titles.convicted.chapters.requirements import need_present
from domain.titles.convicted.facts import (
    DefendersLost,
    EnginesLost,
    ResistanceLost,
    SectionDestroyed,
    UnitsMoved,
)
from domain.titles.convicted.field import GATE, SectionId, at_place, section_name
from domain.titles.convicted.values import Stack, summed
from domain.titles.convicted.words import capital
from domain.titles.kit import LEGAL, Course, Refusals, Text, Verdict

NO = Refusals("Fortifications", """
no-gate = The gates of the city are in section {gate}, not in {section}.
barrier = {section} is a barrier: its resistance is 0 and it cannot be destroyed.
resistance = {what} can lose {left} points of resistance, not {damage}.
still-standing | Capacité = {section} still stands: nobody has to fall back into the city.
engine-falls | Fortifications (Tours) = Siege engines fall with the fortification they stand on; only units fall back.
capacity | Capacité = {section} is destroyed; the barrier holds {room} units: {more} more fall back into the city.
""")  # fmt: skip
THE_GATES = Text("the gates of the city")


class Blow(Struct, frozen=True, gc=False):
    """The declared result of an attack on a section. `damage`: resistance lost, by the gates if
    `gate`; `losses`: units and siege engines lost; `withdrawn`: units that fall back into the
    city."""

    section: SectionId
    damage: int
    gate: bool
    losses: Stack
    withdrawn: Stack


def _destroys(board: Board, blow: Blow) -> bool:
    """Whether a blow destroys the fortification."""
    section = board.sections[blow.section]
    return section.level > 0 and not blow.gate and blow.damage >= section.resistance


def judge_blow(board: Board, blow: Blow) -> Verdict:
    section, name = board.sections[blow.section], section_name(blow.section)
    if blow.gate and blow.section != GATE:
        return NO("no-gate", gate=GATE, section=name)
    if blow.damage and section.level == 0:
        return NO("barrier", section=capital(name, "en"))
    left = section.gate if blow.gate else section.resistance
    if blow.damage > left:
        return NO(
            "resistance",
            what=capital(THE_GATES if blow.gate else name),
            left=left,
            damage=blow.damage,
        )
    there = summed(section.units, section.engines)
    verdict = need_present(
        board, there, summed(blow.losses, blow.withdrawn), at_place(blow.section)
    )
    return verdict if not verdict.legal else _judge_withdrawal(board, blow)


def _judge_withdrawal(board: Board, blow: Blow) -> Verdict:
    section, name = board.sections[blow.section], section_name(blow.section)
    if not _destroys(board, blow):
        return NO("still-standing", section=capital(name)) if blow.withdrawn else LEGAL
    if any(unit in board.setting.engines for unit in blow.withdrawn):
        return NO("engine-falls")
    units = summed(section.units)
    stay = (
        sum(units.values())
        - sum(n for u, n in blow.losses.items() if u in units)
        - sum(blow.withdrawn.values())
    )
    room = board.setting.levels[blow.section][0].capacity
    return (
        LEGAL
        if stay <= room
        else NO("capacity", section=capital(name, "en"), room=room, more=stay - room)
    )


def emit_blow(course: Course, blow: Blow) -> None:
    board: Board = course.board
    engines, destroyed = board.setting.engines, _destroys(board, blow)
    for unit, count in blow.losses.items():
        lost = (
            EnginesLost(blow.section, unit, count)
            if unit in engines
            else DefendersLost(blow.section, unit, count)
        )
        course.emit(lost)
    if blow.damage:
        course.emit(ResistanceLost(blow.section, blow.damage, blow.gate))
    if destroyed:
        course.emit(
            *(
                EnginesLost(blow.section, e, n)
                for e, n in course.board.sections[blow.section].engines.items()
            )
        )
        course.emit(
            *(
                UnitsMoved(unit, count, blow.section, "city")
                for unit, count in blow.withdrawn.items()
            )
        )
        course.emit(SectionDestroyed(blow.section))

from __future__ import annotations

from collections.abc import Iterator

from domain.titles.convicted.board import Board
from domain.titles.convicted.facts.siege import MoraleSet, StageOpened
from domain.titles.convicted.field import GATE, SECTIONS, SIDES, section_name
from domain.titles.convicted.words import NOBODY, capital
from domain.titles.kit import Sentences, Text

SAID = Sentences("""
section = {section}: {squads:squad|squads} ({enemies}) against {ours}; resistance {resistance}.
gates = {resistance}, gates {gate}
side = Side {side}: {near} in the assault zone, {far} in the deployment zone.
city = In the city: {inside:enemy|enemies} against {ours}.
defenders = {count:defender|defenders}
""")  # fmt: skip


def standing(board: Board) -> tuple[Text, ...]:
    if board.step == "assault":
        told = (StageOpened(board.round, board.stage).say(board), MoraleSet(board.morale).say(board))
        return (*told, *(tuple(_sections(board)) or tuple(_sides(board))), *_city(board))
    return tuple(_city(board)) if board.step == "pillage" else ()


def _sections(board: Board) -> Iterator[Text]:
    for id in SECTIONS:
        section = board.sections[id]
        if section.squads:
            yield SAID(
                "section",
                section=capital(section_name(id)),
                squads=len(section.squads),
                enemies=sum(sum(squad.units.values()) for squad in section.squads),
                ours=_defenders(section.units),
                resistance=SAID("gates", resistance=section.resistance, gate=section.gate) if id == GATE else section.resistance,
            )


def _sides(board: Board) -> Iterator[Text]:
    for side in SIDES:
        far, near = (sum(there.values()) for there in (board.fronts[side].deployment, board.fronts[side].assault))
        if far or near:
            yield SAID("side", side=side, near=near, far=far)


def _city(board: Board) -> Iterator[Text]:
    if inside := sum(board.inside.values()):
        yield SAID("city", inside=inside, ours=_defenders(board.city))


def _defenders(units: dict[str, int]) -> Text:
    return SAID("defenders", count=sum(units.values())) if units else NOBODY

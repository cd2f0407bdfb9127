"""How the assault and the pillage stand, in words."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.convicted.board import Board
from domain.games.convicted.field import GATE, SECTIONS, SIDES, section_name, sentence
from domain.games.convicted.siege import facts as sf
from domain.rules.text import Text


def combat(board: Board) -> tuple[Text, ...]:
    """The stage being played and the enemy's morale; then each section that squads stand before, else each side that enemies stand
    before. In the pillage, who is left in the city."""
    if board.step == "assault":
        told = (sf.StageOpened(board.round, board.stage).say(board), sf.MoraleSet(board.morale).say(board))
        return (*told, *(tuple(_sections(board)) or tuple(_sides(board))), *_city(board))
    return tuple(_city(board)) if board.step == "pillage" else ()


def _sections(board: Board) -> Iterator[Text]:
    for id in SECTIONS:
        section, name = board.sections[id], section_name(id)
        if section.squads:
            enemies, ours = sum(sum(squad.units.values()) for squad in section.squads), sum(section.units.values())
            gate = Text(f", gates {section.gate}", f", Portes {section.gate}") if id == GATE else Text("", "")
            squads = len(section.squads)
            yield Text(
                f"{sentence(name.en)}: {squads} squad{'s' if squads > 1 else ''} ({enemies}) against {_defenders(ours).en}; "
                f"resistance {section.resistance}{gate.en}.",
                f"{sentence(name.fr)} : {squads} escouade{'s' if squads > 1 else ''} ({enemies}) contre {_defenders(ours).fr} ; "
                f"Résistance {section.resistance}{gate.fr}.",
            )


def _sides(board: Board) -> Iterator[Text]:
    for side in SIDES:
        far, near = (sum(there.values()) for there in (board.fronts[side].deployment, board.fronts[side].assault))
        if far or near:
            yield Text(
                f"Side {side}: {near} in the assault zone, {far} in the deployment zone.",
                f"Côté {side} : {near} en Zone d'Assaut, {far} en Zone de Déploiement.",
            )


def _city(board: Board) -> Iterator[Text]:
    inside = sum(board.inside.values())
    if inside:
        ours = _defenders(sum(board.city.values()))
        yield Text(
            f"In the city: {inside} enem{'y' if inside == 1 else 'ies'} against {ours.en}.",
            f"Dans la ville : {inside} ennemi{'s' if inside > 1 else ''} contre {ours.fr}.",
        )


def _defenders(count: int) -> Text:
    return Text(
        f"{count} defender{'' if count == 1 else 's'}" if count else "nobody",
        f"{count} défenseur{'s' if count > 1 else ''}" if count else "personne",
    )

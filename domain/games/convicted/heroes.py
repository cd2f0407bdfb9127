"""The heroes' powers at their moments: the Deserter's recruit, the Heretic's sermon, the Oracle's foresight.

In the rule text: "Choix des Héros". The Sorcerer's additional spell is a spell and stands with the others (`rites`). Each power
is used once a turn, by the seat that holds the hero's card; a hero is no piece on the board.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.convicted import actions as a
from domain.games.convicted import facts as f
from domain.games.convicted.board import Board, Stack, gathered
from domain.games.convicted.common import first_fault, in_box, present, roomy
from domain.games.convicted.field import at_place, section_name
from domain.games.convicted.preparation.setup import Table
from domain.games.convicted.preparation.town import trainable
from domain.games.convicted.siege import actions as sa
from domain.games.convicted.siege import facts as sf
from domain.games.convicted.siege.declarations import UnitsMoved
from domain.games.convicted.siege.stages import in_stage, revealed
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal


def _judge_enlist(board: Board, seat: str, action: a.Enlist) -> Verdict:
    if board.heroes.get(seat) != "deserter":
        return illegal("not-your-hero", "Le Déserteur", "Only the Deserter can do this.", "Seul le Déserteur le peut.")
    if "deserter" in board.used:
        return illegal(
            "power-used",
            "Le Déserteur",
            "The Deserter has trained his additional unit of this turn.",
            "Le Déserteur a déjà entraîné son Unité supplémentaire de ce tour.",
        )
    if action.unit in board.setting.engines:
        return illegal(
            "no-engine",
            "Le Déserteur",
            "His additional unit comes from the barracks: siege engines are excepted.",
            "Son Unité supplémentaire vient de la Caserne : les Engins de Siège sont exceptés.",
        )
    room = LEGAL if action.place == "city" else roomy(board, action.place, 1)
    return first_fault(trainable(board, action.unit), room, in_box(board, "defenders"))


def _enlist(table: Table, seat: str, action: a.Enlist, chance: Chance) -> None:
    table.tell(f.PowerUsed("deserter"), f.UnitsPosted(action.place, action.unit, 1))


def _judge_preach(board: Board, seat: str, action: sa.Preach) -> Verdict:
    if board.heroes.get(seat) != "heretic":
        return illegal("not-your-hero", "L'Hérétique", "Only the Heretic can do this.", "Seul l'Hérétique le peut.")
    if board.preached:
        return illegal(
            "power-used",
            "L'Hérétique",
            f"The Heretic has named section {board.preached} this turn: one section a turn.",
            f"L'Hérétique a déjà désigné la section {board.preached} ce tour-ci : une seule par tour.",
        )
    if revealed(board) or (board.rites and board.setting.version > 1):
        return illegal(
            "too-late",
            "L'Hérétique",
            "He names his section at the start of the preparation step, before the enemy shows itself and before any spell.",
            "Il désigne sa section au début de l'Etape de Préparation, avant que l'ennemi ne se montre et avant tout sort.",
        )
    return LEGAL


def _preach(table: Table, seat: str, action: sa.Preach, chance: Chance) -> None:
    table.tell(f.PowerUsed("heretic"), sf.Preached(action.section))


def _judge_foresee(board: Board, seat: str, action: sa.Foresee) -> Verdict:
    if board.heroes.get(seat) != "oracle":
        return illegal("not-your-hero", "L'Oracle", "Only the Oracle can do this.", "Seule l'Oracle le peut.")
    if "oracle" in board.used:
        return illegal(
            "power-used",
            "L'Oracle",
            "The Oracle has moved units this turn: once a turn.",
            "L'Oracle a déjà déplacé des unités ce tour-ci : une fois par tour.",
        )
    verdict = in_stage(board, "oracle")
    if verdict.legal and board.begun:
        return illegal(
            "too-late",
            "L'Oracle",
            "She moves units at the start of stage 11, before anything else happens in it.",
            "Elle déplace des unités au début du Stade 11, avant que rien d'autre ne s'y passe.",
        )
    return verdict if not verdict.legal else _judge_moves(board, action.moves)


def _judge_moves(board: Board, moves: tuple[sa.Move, ...]) -> Verdict:
    most, count = board.setting.values.powers.oracle_units, sum(m.count for m in moves)
    if count > most:
        return illegal(
            "too-many-units",
            "L'Oracle",
            f"The Oracle moves up to {most} units, not {count}.",
            f"L'Oracle déplace jusqu'à {most} unités, pas {count}.",
        )
    leaving: dict[str, Stack] = {}
    balance: Stack = {}
    for move in moves:
        if move.unit in board.setting.engines:
            return illegal(
                "no-engine",
                "L'Oracle",
                "Siege engines are excepted: the Oracle moves units only.",
                "Les Engins de Siège sont exclus : l'Oracle ne déplace que des unités.",
            )
        if move.origin == move.target:
            name = section_name(move.target)
            return illegal("no-move", "L'Oracle", f"They stand there already: {name.en}.", f"Ces unités y sont déjà : {name.fr}.")
        leaving[move.origin] = gathered(leaving.get(move.origin, {}), {move.unit: move.count})
        balance = gathered(balance, {move.target: move.count}, {move.origin: -move.count})
    gone = (present(board, section.units, leaving[s], at_place(s)) for s, section in board.sections.items() if s in leaving)
    full = (roomy(board, s, balance[s]) for s in board.sections if balance.get(s, 0) > 0)
    return first_fault(*gone, *full)


def _foresee(table: Table, seat: str, action: sa.Foresee, chance: Chance) -> None:
    table.tell(f.PowerUsed("oracle"), *(UnitsMoved(m.unit, m.count, m.origin, m.target) for m in action.moves))


JUDGE: dict[type, Callable[[Board, str, Any], Verdict]] = {
    a.Enlist: _judge_enlist,
    sa.Preach: _judge_preach,
    sa.Foresee: _judge_foresee,
}
DECIDE: dict[type, Callable[[Table, str, Any, Chance], None]] = {
    a.Enlist: _enlist,
    sa.Preach: _preach,
    sa.Foresee: _foresee,
}

"""How the wedges stand while they are fought over, in words."""

from __future__ import annotations

from domain.games.tears.board import TearsBoard
from domain.rules.text import Text

_TAKERS = {"player": Text("taken by the player", "prise par le joueur"), "enemy": Text("taken by the Enemy", "prise par l'Ennemi")}


def combat(board: TearsBoard) -> tuple[Text, ...]:
    """Each wedge: who has taken it, or both sides' damage and whether it is still to be fought this round."""
    return tuple(_wedge(board, n) for n in range(1, len(board.wedges) + 1)) if board.phase == "wedges" and not board.ending else ()


def _wedge(board: TearsBoard, n: int) -> Text:
    wedge, most = board.wedges[n - 1], board.setting.values.wedge_damage
    if wedge.taken:
        who = _TAKERS[wedge.taken]
        return Text(f"Wedge {n}: {who.en}.", f"Aile {n} : {who.fr}.")
    due = Text("; still to be fought", " ; reste à jouer") if str(n) in board.left else Text("", "")
    return Text(
        f"Wedge {n}: damage by the player {wedge.by_player}, by the Enemy {wedge.by_enemy}, of {most}{due.en}.",
        f"Aile {n} : dégâts du joueur {wedge.by_player}, de l'Ennemi {wedge.by_enemy}, sur {most}{due.fr}.",
    )

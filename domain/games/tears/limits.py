"""What the rules say of spaces and wedges, whoever names them: what is free, what stands, how much a wedge can take."""

from __future__ import annotations

from domain.games.tears import damage
from domain.games.tears.board import TearsBoard, army, card, existing, space_at
from domain.rules.ruleset import LEGAL, Verdict, illegal

NORMAL = "Mise en place (règles normales)"
"""How verdicts cite what the solo text takes over from the normal rules."""


def check_space(board: TearsBoard, seat: str, wedge: int, line: int) -> Verdict:
    """Whether a space is there, free, and in an existing wedge."""
    if not wedge or not line:
        return illegal(
            "no-space", NORMAL,
            "Say where: a wedge 1 to 3 and a line 1 to 3.",
            "Dites où : une Aile de 1 à 3 et une ligne de 1 à 3.",
        )  # fmt: skip
    if wedge not in existing(board):
        return illegal(
            "wedge-taken", "Ordre de placement",
            f"Wedge {wedge} has been taken; {_listed(existing(board))} still stand.",
            f"L'Aile {wedge} a été prise ; il reste {_listed(existing(board))}.",
        )  # fmt: skip
    stands = army(board, seat).spaces[space_at(wedge, line)]
    if stands is None:
        return LEGAL
    name = card(board, stands.card).name
    return illegal(
        "occupied", NORMAL,
        f"Line {line} of wedge {wedge} is occupied by {name.en}.",
        f"La ligne {line} de l'Aile {wedge} est occupée par {name.fr}.",
    )  # fmt: skip


def _listed(wedges: tuple[int, ...]) -> str:
    return ", ".join(map(str, wedges))


def check_wedge(board: TearsBoard, wedge: int, by: str, amount: int) -> Verdict:
    """Whether a side can place so many damage tokens on a wedge now."""
    if wedge not in existing(board):
        return illegal(
            "wedge-taken", NORMAL,
            f"There is no wedge {wedge} left to damage; {_listed(existing(board))} still stand.",
            f"Il n'y a plus d'Aile {wedge} à endommager ; il reste {_listed(existing(board))}.",
        )  # fmt: skip
    if amount and not damage.may_hurt_wedges(board, by):
        return illegal(
            "not-at-hastings", "Objectifs",
            f"The {by} cannot damage wedges before the Battle of Hastings.",
            f"{'Le joueur' if by == 'player' else 'L’Ennemi'} ne peut pas endommager les Ailes avant la Bataille d'Hastings.",
        )  # fmt: skip
    room = damage.room_on_wedge(board, wedge, by)
    if amount <= room:
        return LEGAL
    return illegal(
        "too-much", NORMAL,
        f"Wedge {wedge} is taken with {room} more damage: {amount} cannot be placed.",
        f"L'Aile {wedge} est prise avec encore {room} dégâts : on ne peut pas en placer {amount}.",
    )  # fmt: skip

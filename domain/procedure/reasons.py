"""Reason codes of rulings: why the arbiter had to rule. Stored in records; the list only grows."""

from __future__ import annotations

from domain.errors import BadRequest
from domain.rules.text import Text

OTHER = "other"

REASONS: dict[str, Text] = {
    "illegal-action": Text("an action against the rules", "une action contraire aux règles"),
    "wrong-entry": Text("the record says something else than what happened at the table", "une saisie qui diffère de la table"),
    "unclear-rule": Text("a rule that can be read in two ways", "une règle qui se lit de deux façons"),
    "dice": Text("dice or a draw that do not count", "des dés ou une pioche qui ne comptent pas"),
    "time": Text("time", "le temps"),
    "conduct": Text("conduct", "le comportement"),
    "absence": Text("a player who was absent or left", "un joueur absent ou parti"),
    "agreement": Text("the players agree", "les joueurs sont d'accord"),
    "ruling-error": Text("an earlier ruling that was wrong", "une décision antérieure erronée"),
    OTHER: Text("another reason, given in words", "une autre raison, donnée en mots"),
}


def need_reason(code: str, text: str) -> None:
    """Raise `BadRequest` unless the code is listed, and comes with words where it says that the reason is given in words."""
    if code not in REASONS:
        codes = ", ".join(REASONS)
        raise BadRequest(
            "/code", f"There is no reason {code}: there are {codes}.", f"Il n'y a pas de motif {code} : il y a {codes}."
        )
    if code == OTHER and not text.strip():
        raise BadRequest(
            "/text",
            f"The reason {OTHER} is given in words: say what it is.",
            f"Le motif {OTHER} se donne en mots : dites lequel.",
        )

"""What a table chooses when it opens a game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a solo game, each with a default."""

    difficulty: Annotated[
        Literal["normal", "hard", "heroic"],
        Meta(
            description="What the opponent starts with: nothing; 2 armour and 2 provisions; 4 and 4.",
            extra={"fr": "Ce que l'adversaire reçoit au départ : rien ; 2 Armements et 2 Provisions ; 4 et 4."},
        ),
    ] = "normal"
    schemes: Annotated[
        Literal["catalog", "table"],
        Meta(
            description="Where scheme cards come from: the catalog's deck, or the real cards, entered as they are revealed.",
            extra={"fr": "D'où viennent les cartes tactiques : du catalogue, ou des vraies cartes, saisies à leur révélation."},
        ),
    ] = "catalog"
    offering_from: Annotated[
        Literal["face-up", "stack"],
        Meta(
            description="Which offering the opponent gains: the leftmost face-up tile, or the top one of the stack.",
            extra={"fr": "Quelle Offrande l'adversaire gagne : la tuile visible la plus à gauche, ou celle du dessus de la pile."},
        ),
    ] = "face-up"

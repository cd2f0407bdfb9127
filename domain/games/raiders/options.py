"""What a table chooses when it opens a game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.rules.text import texts

# what the choices mean, in the order in which a form offers them
DIFFICULTY = texts("""
normal | normal: nothing | normal : rien
hard | hard: 2 armour, 2 provisions | difficile : 2 Armements, 2 Provisions
heroic | heroic: 4 armour, 4 provisions | héroïque : 4 Armements, 4 Provisions
""")
SCHEMES = texts("""
catalog | the catalog's deck | le paquet du catalogue
table | the real cards on the table | les vraies cartes sur la table
""")
OFFERING_FROM = texts("""
face-up | the leftmost face-up tile | la tuile visible la plus à gauche
stack | the top tile of the stack | la tuile du dessus de la pile
""")


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a solo game, each with a default."""

    difficulty: Annotated[
        Literal["normal", "hard", "heroic"],
        Meta(
            description="What the opponent starts with: nothing; 2 armour and 2 provisions; 4 and 4.",
            extra={
                "choices": DIFFICULTY,
                "fr": "Ce que l'adversaire reçoit au départ : rien ; 2 Armements et 2 Provisions ; 4 et 4.",
            },
        ),
    ] = "normal"
    schemes: Annotated[
        Literal["catalog", "table"],
        Meta(
            description="Where scheme cards come from: the catalog's deck, or the real cards, entered as they are revealed.",
            extra={
                "choices": SCHEMES,
                "fr": "D'où viennent les cartes tactiques : du catalogue, ou des vraies cartes, saisies à leur révélation.",
            },
        ),
    ] = "catalog"
    offering_from: Annotated[
        Literal["face-up", "stack"],
        Meta(
            description="Which offering the opponent gains: the leftmost face-up tile, or the top one of the stack.",
            extra={
                "choices": OFFERING_FROM,
                "fr": "Quelle Offrande l'adversaire gagne : la tuile visible la plus à gauche, ou celle du dessus de la pile.",
            },
        ),
    ] = "face-up"

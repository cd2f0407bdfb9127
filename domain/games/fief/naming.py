"""What people call the values of actions' fields that no card has a name for."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
    "bank": Text("the bank", "la banque"),
    "infidels": Text("the infidels", "les infidèles"),
    "victory": Text("victory", "victoire"),
    "agreement": Text("by agreement", "d'un commun accord"),
    "castle": Text("castle", "château"),
    "city": Text("city", "cité"),
    "disaster": Text("a disaster or a card", "une calamité ou une carte"),
    "disbanded": Text("disbanded", "licenciées"),
}

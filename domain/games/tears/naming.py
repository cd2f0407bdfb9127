"""What people call the values of actions' fields that are no cards."""

from __future__ import annotations

from domain.rules.text import Text

WORDS = {
    "player": Text("the player", "le joueur"),
    "enemy": Text("the Enemy", "l'Ennemi"),
    "damage": Text("damage to a card", "dégâts à une carte"),
    "heal": Text("a card heals", "une carte est soignée"),
    "destroy": Text("a card is destroyed", "une carte est détruite"),
    "exhaust": Text("a card is exhausted", "une carte est Épuisée"),
    "ready": Text("a card is readied", "une carte redevient Prête"),
    "move": Text("a card moves", "une carte bouge"),
    "wedge": Text("damage to a wedge", "dégâts à une Aile"),
    "objective": Text("damage to an objective", "dégâts à un objectif"),
    "draw": Text("cards are drawn", "des cartes sont piochées"),
    "kind=character": Text("character", "Personnage"),
    "kind=unit": Text("unit", "Unité"),
    "kind=event": Text("event", "Événement"),
    "kind=tactic": Text("tactic", "Tactique"),
    "kind=attachment": Text("attachment", "Attachement"),
    "ignored=agile": Text("Agile", "Agile"),
    "ignored=movement": Text("Movement", "Mouvement"),
    "ignored=family": Text("Family", "Famille"),
    "ignored=leader": Text("Leader", "Chef"),
    "ignored=discount": Text("cost reduction", "remise de coût"),
    "ignored=scholar": Text("Scholar", "Érudit"),
    "ignored=draw": Text("card draw", "pioche de cartes"),
    "ignored=reaction": Text("reaction", "Réaction"),
}

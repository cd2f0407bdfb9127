"""Words for goods, colours and rules, in both languages, shared by verdicts and sentences."""

from __future__ import annotations

from domain.games.raiders.board import RaidersBoard, Stage
from domain.games.raiders.printed import Gain, Goods
from domain.words import Text, listed

# Headings of the rule text, as verdicts cite them. What the text leaves to the base game is cited as `Jeu standard`.
SETUP = "Mise en place"
TURN = "Déroulement de la partie"
STANDARD = "Déroulement de la partie (jeu standard)"
BLOCKED = "Déroulement de la partie (bâtiment interdit)"
SCHEME = "Cartes tactiques"
TOWNSFOLK = "Effets des cartes Citoyens"
END = "Fin de partie"

GOODS: dict[str, Text] = {
    "silver": Text("silver", "argent"),
    "provisions": Text("provisions", "provisions"),
    "gold": Text("gold", "or"),
    "iron": Text("iron", "fer"),
    "livestock": Text("livestock", "bétail"),
    "valkyries": Text("Valkyries", "Valkyries"),
    "cards": Text("cards", "cartes"),
    "armour": Text("armour", "Armement"),
    "offering": Text("offering", "Offrande"),
}
COLOURS: dict[str, Text] = {
    "black": Text("black", "noir"),
    "grey": Text("grey", "gris"),
    "white": Text("white", "blanc"),
}
NOW: dict[Stage, Text] = {
    "place": Text("place the worker on a building, or raid", "placer l'Ouvrier sur un bâtiment, ou piller"),
    "use": Text("use the building, or forgo its action", "utiliser le bâtiment, ou renoncer à son action"),
    "take": Text("take a worker from another building", "récupérer un Ouvrier sur un autre bâtiment"),
    "reroll": Text("roll a die again, or keep the dice", "relancer un dé, ou garder les dés"),
    "mourn": Text("choose the crew lost to the Valkyries", "choisir l'Équipage perdu aux Valkyries"),
    "reveal": Text("reveal the opponent's scheme card", "révéler la carte tactique de l'adversaire"),
}


def amounts(parts: tuple[tuple[str, int], ...]) -> Text:
    """`2 silver, 1 gold`; `nothing` when there is none."""
    texts = tuple(Text(f"{n} {GOODS[name].en}", f"{n} {GOODS[name].fr}") for name, n in parts if n)
    return listed(texts, Text("nothing", "rien"))


def goods(what: Goods) -> Text:
    """Goods as words."""
    return amounts(what.parts())


def gain(what: Gain) -> Text:
    """What the bottom of a scheme card gives, as words."""
    return amounts((("armour", what.armour), ("provisions", what.provisions), ("offering", what.offering)))


def names(board: RaidersBoard, ids: tuple[str, ...]) -> Text:
    """Names of several cards or buildings."""
    return listed(tuple(board.setting.label(id) for id in ids), Text("none", "aucun"))

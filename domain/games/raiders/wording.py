"""Words for goods, colours and rules, in both languages, shared by verdicts and sentences."""

from __future__ import annotations

from typing import Protocol

from domain.games.raiders.field import AUTOMA, PLAYER, Stage, Trigger
from domain.games.raiders.printed import Gain, Goods, SiteKind
from domain.rules.text import Text, listed

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
_ONE: dict[str, Text] = {
    "provisions": Text("provision", "provision"),
    "valkyries": Text("Valkyrie", "Valkyrie"),
    "cards": Text("card", "carte"),
}
COLOURS: dict[str, Text] = {
    "black": Text("black", "noir"),
    "grey": Text("grey", "gris"),
    "white": Text("white", "blanc"),
}
KINDS: dict[SiteKind, Text] = {
    "harbour": Text("harbour", "Port"),
    "outpost": Text("outpost", "Avant-poste"),
    "monastery": Text("monastery", "Monastère"),
    "fortress": Text("fortress", "Forteresse"),
}
NOW: dict[Stage, Text] = {
    "place": Text("place the worker on a building, or raid", "placer l'Ouvrier sur un bâtiment, ou piller"),
    "use": Text("use the building, or forgo its action", "utiliser le bâtiment, ou renoncer à son action"),
    "take": Text("take a worker from another building", "récupérer un Ouvrier sur un autre bâtiment"),
    "reroll": Text("roll a die again, or keep the dice", "relancer un dé, ou garder les dés"),
    "mourn": Text("choose the crew lost to the Valkyries", "choisir l'Équipage perdu aux Valkyries"),
    "reveal": Text("reveal the opponent's scheme card", "révéler la carte tactique de l'adversaire"),
}

SIDES = {PLAYER: Text("The player", "Le joueur"), AUTOMA: Text("The opponent", "L'adversaire")}
TRIGGERS: dict[Trigger, Text] = {
    "fortresses": Text("the fortresses are all but plundered", "les Forteresses sont presque toutes pillées"),
    "offerings": Text("the stack of offerings is empty", "la pile des Offrandes est vide"),
    "valkyries": Text("no Valkyrie is left on the board", "il ne reste plus de Valkyrie sur le plateau"),
}


def amount(n: int, name: str) -> Text:
    """`2 provisions`, `1 card`."""
    word = _ONE.get(name, GOODS[name]) if n == 1 else GOODS[name]
    return Text(f"{n} {word.en}", f"{n} {word.fr}")


def amounts(parts: tuple[tuple[str, int], ...]) -> Text:
    """`2 silver, 1 gold`; `nothing` when there is none."""
    return listed(tuple(amount(n, name) for name, n in parts if n), Text("nothing", "rien"))


def goods(what: Goods) -> Text:
    """Goods as words."""
    return amounts(what.parts())


def plunder(gold: int, iron: int, livestock: int, valkyries: int) -> Text:
    """What lies on a raid space, as words."""
    return amounts((("gold", gold), ("iron", iron), ("livestock", livestock), ("valkyries", valkyries)))


def gain(what: Gain) -> Text:
    """What the bottom of a scheme card gives, as words."""
    return amounts((("armour", what.armour), ("provisions", what.provisions), ("offering", what.offering)))


class Labelled(Protocol):
    """What knows the names of things: the setting."""

    def label(self, id: str) -> Text:
        """The name of a thing."""


def names(setting: Labelled, ids: tuple[str, ...]) -> Text:
    """Names of several cards or buildings."""
    return listed(tuple(setting.label(id) for id in ids), Text("none", "aucun"))

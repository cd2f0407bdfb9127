"""Names and counts for sentences, in both languages."""

from __future__ import annotations

from domain.games.fief.board import BANK, INFIDELS, Board, Phase, Troops
from domain.games.fief.values import Ground, Guards
from domain.rules.text import Text, listed, same

PHASES: dict[Phase, Text] = {
    "placement": Text("Placement", "Mise en place"),
    "oyez": Text("Oyez oyez", "Oyez oyez"),
    "cards": Text("Cards", "Cartes"),
    "income": Text("Income", "Revenus"),
    "ransom": Text("Ransoms", "Rançons"),
    "upkeep": Text("Upkeep of mercenaries", "Entretien des mercenaires"),
    "auction": Text("Auction", "Enchères"),
    "purchases": Text("Purchases", "Achats"),
    "moves": Text("Moves", "Déplacements"),
    "battles": Text("Battles", "Batailles"),
    "end": Text("End of turn", "Fin du tour"),
}

GROUNDS: dict[Ground, Text] = {
    "open": Text("open field", "rase campagne"),
    "castle": Text("castle", "château"),
    "city": Text("city", "cité"),
}

STAGES: dict[str, Text] = {
    "rally": Text("to take sides", "choisir leur camp"),
    "muster": Text("to send mercenaries", "engager des mercenaires"),
    "arrows": Text("to speak for the archers", "parler pour les archers"),
    "loose": Text("to roll for the archers", "lancer les dés des archers"),
    "clash": Text("to fight the round", "livrer le round"),
    "reroll": Text("to reroll or keep dice", "relancer ou garder les dés"),
    "losses": Text("to choose losses", "choisir les pertes"),
    "parley": Text("to say how to go on", "dire comment continuer"),
    "truce": Text("to answer the truce", "répondre à la trêve"),
}

_KINDS: dict[str, tuple[Text, Text]] = {
    "sergeant": (Text("sergeant", "sergent"), Text("sergeants", "sergents")),
    "knight": (Text("knight", "chevalier"), Text("knights", "chevaliers")),
    "archer": (Text("archer", "archer"), Text("archers", "archers")),
    "bombard": (Text("bombard", "bombarde"), Text("bombards", "bombardes")),
    "mercenary": (Text("mercenary", "mercenaire"), Text("mercenaries", "mercenaires")),
    "guard_sergeant": (Text("guard sergeant", "sergent de la garde"), Text("guard sergeants", "sergents de la garde")),
    "guard_knight": (Text("guard knight", "chevalier de la garde"), Text("guard knights", "chevaliers de la garde")),
    "lord": (Text("lord", "seigneur"), Text("lords", "seigneurs")),
}

NOBODY = Text("nobody", "personne")


def kind(name: str, count: int = 2) -> Text:
    """A kind of token as a number of it is spoken of; French has no plural for none."""
    one, many = _KINDS[name]
    return Text(one.en if count == 1 else many.en, one.fr if count < 2 else many.fr)


def count(number: int, name: str) -> Text:
    """`3 archers`."""
    word = kind(name, number)
    return Text(f"{number} {word.en}", f"{number} {word.fr}")


def counts(**numbers: int) -> Text:
    """`2 knights, 1 sergeant`; `no troops` when all are 0."""
    return listed(tuple(count(n, name) for name, n in numbers.items() if n), Text("no troops", "aucune troupe"))


def troops(some: Troops) -> Text:
    """Troops as a list of counts."""
    return counts(sergeant=some.sergeant, knight=some.knight, archer=some.archer, bombard=some.bombard, mercenary=some.mercenary)


def guards(some: Guards) -> Text:
    """Royal guards as a list of counts."""
    return counts(guard_knight=some.knight, guard_sergeant=some.sergeant)


def place(board: Board, id: str) -> str:
    """A place's name, or the id nobody knows."""
    there = board.setting.places.get(id)
    return there.name if there else id


def lord(board: Board, id: str) -> str:
    """A lord's name, or the id nobody knows."""
    card = board.setting.lords.get(id)
    return card.name if card else id


def lords(board: Board, ids: tuple[str, ...]) -> Text:
    """Several lords' names."""
    return listed(tuple(same(lord(board, id)) for id in ids), NOBODY)


def title(board: Board, id: str) -> Text:
    """A title's name, or the id nobody knows."""
    card = board.setting.titles.get(id)
    return Text(card.en, card.fr) if card else same(id)


def family(board: Board, seat: str) -> Text:
    """A family's name; also the bank and the infidels."""
    if seat == BANK:
        return Text("the bank", "la banque")
    if seat == INFIDELS:
        return Text("the infidels", "les infidèles")
    return board.setting.name(seat)


def families(board: Board, seats: tuple[str, ...]) -> Text:
    """Several families' names."""
    return listed(tuple(family(board, s) for s in seats), NOBODY)


def faces(dice: tuple[int, ...]) -> str:
    """Dice as they lie on the table."""
    return " ".join(str(d) for d in dice) or "–"


def ecus(amount: int) -> Text:
    """`1 écu`, `3 écus`."""
    return Text(f"{amount} écu" + ("" if amount == 1 else "s"), f"{amount} écu" + ("s" if amount > 1 else ""))

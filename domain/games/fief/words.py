"""Names and counts for sentences, in both languages."""

from __future__ import annotations

from domain.kit import Text, counted
from domain.rules.text import listed, texts

PHASES = texts("""
placement | Placement | Mise en place
oyez | Oyez oyez | Oyez oyez
cards | Cards | Cartes
income | Income | Revenus
ransom | Ransoms | Rançons
upkeep | Upkeep of mercenaries | Entretien des mercenaires
auction | Auction | Enchères
purchases | Purchases | Achats
moves | Moves | Déplacements
battles | Battles | Batailles
end | End of turn | Fin du tour
""")
GROUNDS = texts("""
open | open field | rase campagne
castle | castle | château
city | city | cité
""")
STAGES = texts("""
rally | to take sides | choisir leur camp
muster | to send mercenaries | engager des mercenaires
arrows | to speak for the archers | parler pour les archers
loose | to roll for the archers | lancer les dés des archers
clash | to fight the round | livrer le round
reroll | to reroll or keep dice | relancer ou garder les dés
losses | to choose losses | choisir les pertes
parley | to say how to go on | dire comment continuer
truce | to answer the truce | répondre à la trêve
""")
SIDES = texts("""
attack | the attack | l'attaque
defence | the defence | la défense
""")
LABELS = texts("""
attack | Attack | Attaque
defence | Defence | Défense
""")
NOBODY = Text("nobody", "personne")

VALUES = texts("""
bank | the bank | la banque
infidels | the infidels | les infidèles
victory | victory | victoire
agreement | by agreement | d'un commun accord
disaster | a disaster or a card | une calamité ou une carte
disbanded | disbanded | licenciées
""")
"""What people call the values of fields that no card has a name for."""
WORDS = {
    **VALUES,
    **GROUNDS,
    **{f"phase={id}": name for id, name in PHASES.items()},
    **{f"stage={id}": name for id, name in STAGES.items()},
    **{f"side={id}": name for id, name in SIDES.items()},
    **{f"{seats}=": NOBODY for seats in ("families", "waiting", "winners", "attack", "bids", "shares", "lords")},
}
"""The same by the fields in which they stand; a list of families that is empty is nobody."""

_KINDS = texts("""
sergeant | sergeant, sergeants | sergent, sergents
knight | knight, knights | chevalier, chevaliers
archer | archer, archers | archer, archers
bombard | bombard, bombards | bombarde, bombardes
mercenary | mercenary, mercenaries | mercenaire, mercenaires
guard_sergeant | guard sergeant, guard sergeants | sergent de la garde, sergents de la garde
guard_knight | guard knight, guard knights | chevalier de la garde, chevaliers de la garde
lord | lord, lords | seigneur, seigneurs
""")


def kind(name: str, count: int = 2) -> Text:
    """A kind of token as a number of it is spoken of; French has no plural for none."""
    en, fr = _KINDS[name].en.split(", "), _KINDS[name].fr.split(", ")
    return Text(en[count != 1], fr[count > 1])


def count(number: int, name: str) -> Text:
    """`3 archers`."""
    return counted(number, kind(name, 1), kind(name))


def counts(**numbers: int) -> Text:
    """`2 knights, 1 sergeant`; `no troops` when all are 0."""
    return listed(tuple(count(n, name) for name, n in numbers.items() if n), Text("no troops", "aucune troupe"))


def faces(dice: tuple[int, ...]) -> str:
    """Dice as they lie on the table."""
    return " ".join(str(d) for d in dice) or "–"


def ecus(amount: int) -> Text:
    """`1 écu`, `3 écus`."""
    return counted(amount, Text("écu", "écu"), Text("écus", "écus"))


def begun(name: Text) -> Text:
    """A name as a sentence begins with it."""
    return Text(name.en.capitalize(), name.fr.capitalize())

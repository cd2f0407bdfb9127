"""What the title is, and how the expansion's unclear sentences are read."""

from __future__ import annotations

from domain.games.fief.check import FAMILIES
from domain.kit import About, SeatSpec, Text, readings
from domain.rules.text import texts

LEAST = 3
"""Families that a session needs."""
COLOURS = texts("""
red | Red | Rouge
blue | Blue | Bleu
green | Green | Vert
yellow | Yellow | Jaune
white | White | Blanc
black | Black | Noir
""")
SEATS = tuple(SeatSpec(id, "player", name) for id, name in COLOURS.items())

READINGS = readings("""
A-FT-1 | TA 1.1
  Two archers roll one die +1, so 1 to 4 hits: the example's “2 to 5” for two archers is a misprint.
  Deux archers lancent un dé +1, donc 1 à 4 dégâts : le « 2 à 5 » de l'exemple pour deux archers est une coquille.
A-FT-2 | TA 1.2
  The bonus counts archers beyond the number needed: beyond one in the open, two at a castle, three at a city.
  Le bonus compte les archers au-delà du minimum : un en rase campagne, deux contre un château, trois contre une cité.
A-FT-3 | TA 1.2
  The minimum binds the attack; archers who defend walls need one.
  Le minimum ne s'impose qu'à l'attaque ; il suffit d'un archer pour défendre des murs.
A-FT-4 | TA 1.2 | souterrain_lifts_archer_minimum
  Walls take no die from the special attack: the minimum is the penalty. A Souterrain lifts the dice penalty alone.
  Les murs n'ôtent pas de dé à l'attaque spéciale : le minimum en tient lieu. Un Souterrain n'annule que le malus de dés.
A-FT-5 | TA 1.2.1
  The aimed shot replaces the defenders' special attack; its ordinary die has no bonus and no reroll. If it kills the last
    attacking lord, the attackers' own volley, loosed at the same moment, still counts.
  Le tir visé remplace l'attaque spéciale des défenseurs ; son dé ordinaire n'a ni bonus ni relance. S'il tue le dernier
    seigneur attaquant, la volée des attaquants, tirée au même moment, compte encore.
A-FT-6 | TA 2 | reroll_same_die
  Rerolls of a round are as many as the side's bombards when its dice fall.
  Les relances d'un round sont au nombre des bombardes du camp quand ses dés tombent.
A-FT-7 | TA 3
  The guard adds one hit to its side's roll each round, however many guards there are; without dice there is no roll.
  La garde ajoute un dégât au jet de son camp à chaque round, quel que soit le nombre de gardes ; sans dé, pas de jet.
A-FT-8 | TA 3
  Only the sovereign's own family's troops in the same place become guards; he chooses how many, up to the limit.
  Seules les troupes de la famille du souverain, au même endroit, deviennent gardes ; il choisit combien.
FT-stock | TA 3
  When a guard is replaced and the stock lacks tokens, the missing ones are not replaced.
  Si la réserve manque de pions quand la garde est remplacée, les pions manquants ne le sont pas.
FT-king | TA 3
  A king loses his crown only by death; a queen also by losing her title.
  Un roi ne perd sa couronne que par la mort ; une reine aussi en perdant son titre.
FT-ride | TA 3
  A chevauchée is for lords and knights; sergeants of the guard, archers and bombards prevent it.
  Une chevauchée ne compte que seigneurs et chevaliers ; sergents de la garde, archers et bombardes l'empêchent.
A-FT-9 | T 4.1 | second_round_at_zero
  If nobody bids more than 0, nobody wins and there is no second round.
  Si personne ne mise plus de 0, personne ne gagne et il n'y a pas de second tour.
A-FT-10 | T 4.1
  In the second round the least bid is one's own first bid.
  Au second tour, la mise minimale est sa propre première mise.
A-FT-11 | T 4.2
  “Réserve” is two places: an employer's camp and the common pool.
  La « réserve » désigne deux lieux : le camp d'un employeur et la réserve générale.
A-FT-12 | T 4.2
  The plague halves what a family sends at one muster, counted together however it is entered, rounded down: of one alone none
    dies.
  La peste réduit de moitié ce qu'une famille engage au même moment, compté ensemble quelle que soit la saisie, arrondi à
    l'inférieur : un pion seul ne meurt pas.
A-FT-15 | T 4.3
  Purchases run: ransoms, upkeep, auction, everything else.
  Ordre des Achats : rançons, entretien, enchère, puis le reste.
A-FT-16 | T 4.2
  Mercenaries cannot step in during a revolt, but their own camp can be attacked by one.
  Les mercenaires n'interviennent pas lors d'une révolte, mais leur camp peut en être la cible.
FT-army | TA 2
  A side of several families is one army: bombards fall with its last other troop, lords after it.
  Un camp de plusieurs familles est une armée : les bombardes tombent avec sa dernière troupe, les seigneurs ensuite.
FT-captain | TA 1.2.1
  A side speaks by its captain: who declared the battle, or who was attacked first; then the next family still fighting.
  Un camp parle par son capitaine : qui a déclaré la bataille, ou qui fut attaqué d'abord ; puis la famille suivante.
FT-walls | TA 1.2
  Whoever attacks somebody inside attacks the fortification: walls protect all who are attacked, unless the attacker controls
    the place or declares that they stand outside. The family that controls it and its ally by marriage are always inside.
  Attaquer quelqu'un à l'intérieur, c'est attaquer la fortification : les murs protègent tous ceux qu'on attaque, sauf si
    l'attaquant contrôle le village ou déclare qu'ils sont dehors. La famille qui le contrôle et son alliée par mariage sont
    toujours à l'intérieur.
FT-once | TA 1.1 | fought_once
  What was fought is not declared again: in a turn, a family attacks the same family, or the infidels, once in a place, and its
    archers make one special attack there, against whomever.
  Une bataille livrée ne se déclare pas à nouveau : en un tour, une famille n'attaque qu'une fois la même famille, ou les
    infidèles, au même endroit, et ses archers n'y font qu'une attaque spéciale, contre qui que ce soit.
FT-choice | TA 1.1
  Where both sides have archers who can shoot, each captain chooses without seeing the other's choice; then both are shown and
    the dice rolled together.
  Quand les deux camps ont des archers qui peuvent tirer, chaque capitaine choisit sans voir le choix de l'autre ; puis les deux
    choix sont montrés et les dés lancés ensemble.
FT-spent | T 4.2
  Mercenaries who have fought this turn wait where they are: they neither defend nor attack, and hold no place.
  Les mercenaires qui ont combattu ce tour restent sur place : ils ne défendent ni n'attaquent, et ne tiennent aucun lieu.
FT-weak | T 4.2
  An army without a die against walls may still send mercenaries at the start of the first round; then the assault ends if it
    has none.
  Une armée sans dé contre des murs peut encore engager des mercenaires au début du premier round ; puis l'assaut cesse s'il ne
    lui en reste aucun.
FT-disbanded | TA 3
  A guard can fall to a disaster or a card, which the table declares; it is never disbanded or left behind.
  La garde peut tomber par une calamité ou une carte, que la table déclare ; elle n'est jamais licenciée ni abandonnée.
FT-queen | TA 3
  How a lady becomes queen, by marriage with the king or otherwise, the text does not say: the table declares it. So too how a
    castle becomes a city, which the base game ties to its titles: a city is built as the table declares, at the catalog's
    price.
  Le texte ne dit pas comment une dame devient reine, par mariage avec le roi ou autrement : la table le déclare. De même, la
    transformation d'un château en cité, que le jeu de base lie à ses titres : elle se fait selon la table, au prix du
    catalogue.
FT-captives | Battles
  Lords left without troops are captured by the winners' first family with a lord there; without one they are killed.
  Les seigneurs sans troupes vont à la première famille gagnante qui a un seigneur sur place ; sinon ils sont tués.
FT-crusade | T 4.2
  A battle of the crusade is fought overseas against a declared number of infidels, each as a sergeant.
  Une bataille de la croisade se livre outre-mer contre un nombre déclaré d'infidèles, chacun valant un sergent.
""")

EDITION = Text("Fief: France 1429 with the tactical expansion", "Fief : France 1429 avec l'extension Tactique")
ABOUT = About(
    title=Text("Fief: France 1429, tactical expansion", "Fief : France 1429, extension Tactique"),
    edition=EDITION,
    rules=Text(
        "Tactical expansion (TA 1 to T 4.4); base game where the expansion leans on it",
        "Extension Tactique (TA 1 à T 4.4) ; jeu de base là où l'extension s'appuie sur lui",
    ),
    editions={"default": EDITION},
    seats=tuple(range(LEAST, FAMILIES + 1)),
    readings=READINGS,
    endings=("victory", "married-victory", "agreement"),
)

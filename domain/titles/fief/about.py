from domain.titles.fief.values import FAMILIES
from domain.titles.kit import About, SeatSpec, Sentences, Text, parse_readings

LEAST = 3
COLOURS = Sentences("""
red = Red
blue = Blue
green = Green
yellow = Yellow
white = White
black = Black
""")
SEATS = tuple(SeatSpec(id, "player", name) for id, name in COLOURS.items())

READINGS = parse_readings("""
A-FT-1 | TA 1.1 = Two archers roll one die +1, so 1 to 4 hits: the example's “2 to 5” for two archers is a misprint.
A-FT-2 | TA 1.2 = The bonus counts archers beyond the number needed: beyond one in the open, two at a castle, three at a city.
A-FT-3 | TA 1.2 = The minimum binds the attack; archers who defend walls need one.
A-FT-4 | TA 1.2 | souterrain_lifts_archer_minimum
  Walls take no die from the special attack: the minimum is the penalty. A Souterrain lifts the dice penalty alone.
A-FT-5 | TA 1.2.1
  The aimed shot replaces the defenders' special attack; its ordinary die has no bonus and no reroll. If it kills the last
    attacking lord, the attackers' own volley, loosed at the same moment, still counts.
A-FT-6 | TA 2 | reroll_same_die = Rerolls of a round are as many as the side's bombards when its dice fall.
A-FT-7 | TA 3 = The guard adds one hit to its side's roll each round, however many guards there are; without dice there is no roll.
A-FT-8 | TA 3 = Only the sovereign's own family's troops in the same place become guards; he chooses how many, up to the limit.
FT-stock | TA 3 = When a guard is replaced and the stock lacks tokens, the missing ones are not replaced.
FT-king | TA 3 = A king loses his crown only by death; a queen also by losing her title.
FT-ride | TA 3 = A chevauchée is for lords and knights; sergeants of the guard, archers and bombards prevent it.
A-FT-9 | T 4.1 | second_round_at_zero = If nobody bids more than 0, nobody wins and there is no second round.
A-FT-10 | T 4.1 = In the second round the least bid is one's own first bid.
A-FT-11 | T 4.2 = “Réserve” is two places: an employer's camp and the common pool.
A-FT-12 | T 4.2
  The plague halves what a family sends at one muster, counted together however it is entered, rounded down: of one alone none
    dies.
A-FT-15 | T 4.3 = Purchases run: ransoms, upkeep, auction, everything else.
A-FT-16 | T 4.2 = Mercenaries cannot step in during a revolt, but their own camp can be attacked by one.
FT-army | TA 2 = A side of several families is one army: bombards fall with its last other troop, lords after it.
FT-captain | TA 1.2.1
  A side speaks by its captain: who declared the battle, or who was attacked first; then the next family still fighting.
FT-walls | TA 1.2
  Whoever attacks somebody inside attacks the fortification: walls protect all who are attacked, unless the attacker controls
    the place or declares that they stand outside. The family that controls it and its ally by marriage are always inside.
FT-once | TA 1.1 | fought_once
  What was fought is not declared again: in a turn, a family attacks the same family, or the infidels, once in a place, and
    its archers make one special attack there, against whomever.
FT-choice | TA 1.1
  Where both sides have archers who can shoot, each captain chooses without seeing the other's choice; then both are shown and
    the dice rolled together.
FT-spent | T 4.2 = Mercenaries who have fought this turn wait where they are: they neither defend nor attack, and hold no place.
FT-weak | T 4.2
  An army without a die against walls may still send mercenaries at the start of the first round; then the assault ends if it
    has none.
FT-disbanded | TA 3 = A guard can fall to a disaster or a card, which the table declares; it is never disbanded or left behind.
FT-queen | TA 3
  How a lady becomes queen, by marriage with the king or otherwise, the text does not say: the table declares it. So too how a
    castle becomes a city, which the base game ties to its titles: a city is built as the table declares, at the catalog's
    price.
FT-captives | Battles
  Lords left without troops are captured by the winners' first family with a lord there; without one they are killed.
FT-crusade | T 4.2 = A battle of the crusade is fought overseas against a declared number of infidels, each as a sergeant.
""")

EDITION = Text("Fief: France 1429 with the tactical expansion")
ABOUT = About(
    title=Text("Fief: France 1429, tactical expansion"),
    edition=EDITION,
    rules=Text("Tactical expansion (TA 1 to T 4.4); base game where the expansion leans on it"),
    editions={"default": EDITION},
    seats=tuple(range(LEAST, FAMILIES + 1)),
    readings=READINGS,
    endings=("victory", "married-victory", "agreement"),
    ending_names=Sentences("""
        victory = Victory of one family
        married-victory = Victory of two families by marriage
        agreement = Ended by agreement
    """),
)

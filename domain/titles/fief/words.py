from domain.kernel.text import listed
from domain.titles.kit import Sentences, Text

PHASES = Sentences("""
placement = Placement
oyez = Oyez oyez
cards = Cards
income [income] = Income
ransom = Ransoms
upkeep = Upkeep of mercenaries
auction = Auction
purchases = Purchases
moves = Moves
battles = Battles
end = End of turn
""")
GROUNDS = Sentences("""
open = open field
castle = castle
city = city
""")
STAGES = Sentences("""
rally = to take sides
muster = to send mercenaries
arrows = to speak for the archers
loose = to roll for the archers
clash = to fight the round
reroll = to reroll or keep dice
losses = to choose losses
parley = to say how to go on
truce = to answer the truce
""")
SIDES = Sentences("""
attack = the attack
defence = the defence
""")
LABELS = Sentences("""
attack [attack] = Attack
defence = Defence
""")
NOBODY = Text("nobody")

VALUES = Sentences("""
bank = the bank
infidels = the infidels
victory = victory
agreement = by agreement
disaster = a disaster or a card
disbanded = disbanded
""")
WORDS = {
    **VALUES,
    **GROUNDS,
    **{f"phase={id}": name for id, name in PHASES.items()},
    **{f"stage={id}": name for id, name in STAGES.items()},
    **{f"side={id}": name for id, name in SIDES.items()},
    **{
        f"{seats}=": NOBODY
        for seats in ("families", "waiting", "winners", "attack", "bids", "shares", "lords")
    },
}

KINDS = Sentences("""
sergeant = sergeants
knight = knights
archer = archers
bombard = bombards
mercenary = mercenaries
guard_sergeant = guard sergeants
guard_knight = guard knights
""")
COUNTED = Sentences("""
sergeant = {n:sergeant|sergeants}
knight = {n:knight|knights}
archer = {n:archer|archers}
bombard = {n:bombard|bombards}
mercenary = {n:mercenary|mercenaries}
guard_sergeant = {n:guard sergeant|guard sergeants}
guard_knight = {n:guard knight|guard knights}
lord = {n:lord|lords}
""")  # fmt: skip


def token_name(name: str) -> Text:
    return KINDS[name]


def count(number: int, name: str) -> Text:
    return COUNTED(name, n=number)


def counts(**numbers: int) -> Text:
    """Tokens in words: `2 knights, 1 sergeant`, or `no troops` if all numbers are 0. Arguments: the
    number of each kind."""
    return listed(tuple(count(n, name) for name, n in numbers.items() if n), Text("no troops"))


def faces(dice: tuple[int, ...]) -> str:
    return " ".join(str(d) for d in dice) or "–"


def ecus(amount: int) -> Text:
    return Text("{amount:écu|écus}", amount=amount)


# -- the names of fields ---------------------------------------------------------------------------


TERMS = Sentences("""
accept = accepts
against = attacked families
agree = agrees
archer = archers
attack = attack
auction [view] = auction
battle = battle of the session
battles [view] = battles
bids = bids
bishopric = bishopric
bombard = bombards
calm = calms it
camp = camp
captor = captor
cause = how they go
chevauchee = ride
combat_points [view] = combat points
dead [view] = dead
defence = defence
ending [view] = ending
engaged [view] = mercenaries engaged
engines = siege engines
face = face
families = families
family = family
felled = felled by the plague
fort = fortification
fought [view] = attacked this turn
ground = ground
guard = guard
guard_box [view] = guards in the box
guard_knight = knights of the guard
guard_sergeant = sergeants of the guard
have_bid [view] = have bid
hits = hits
holder [view] = holder
horde = infidels
house_values [view] = house values
infidels = against the infidels
knight = knights
lord = lord
lords = lords
mercenary = mercenaries
outside = outside the walls
partner = partner
plague [view] = plague
pool [view] = mercenaries to hire
proposal [view] = proposal
purse [view] = purse
quiet = rounds without a loss
recruited = recruited
replaced = replaced by
rerolled [view] = rolled again
revealed [view] = revealed
revolt [view] = revolt
round_dice [view] = dice a round
sent [view] = sent
sergeant = sergeants
shares = shares
shot = shot
souterrain = by the tunnel
spouse = spouse
stock [view] = stock
title [fief] = title
titles [view] = titles
truce [view] = truce
truce_refused [view] = truce refused
victim = victim
waiting = still to answer
winners [fief] = winners
""")

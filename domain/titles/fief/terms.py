"""What the fields of actions and facts are called where an arbiter fills them in, by the names that
the definitions have."""

from domain.kernel.text import texts
from domain.titles.kit.terms import COMMON

TERMS = COMMON | texts("""
accept | accepts
against | attacked families
agree | agrees
archer | archers
attack | attack
auction [view] | auction
battle | battle of the session
battles [view] | battles
bids | bids
bishopric | bishopric
bombard | bombards
calm | calms it
camp | camp
captor | captor
cause | how they go
chevauchee | ride
combat_points [view] | combat points
dead [view] | dead
defence | defence
ending [view] | ending
engaged [view] | mercenaries engaged
engines | siege engines
face | face
families | families
family | family
felled | felled by the plague
fort | fortification
fought [view] | attacked this turn
ground | ground
guard | guard
guard_box [view] | guards in the box
guard_knight | knights of the guard
guard_sergeant | sergeants of the guard
have_bid [view] | have bid
hits | hits
holder [view] | holder
horde | infidels
house_values [view] | house values
infidels | against the infidels
knight | knights
lord | lord
lords | lords
mercenary | mercenaries
outside | outside the walls
partner | partner
plague [view] | plague
pool [view] | mercenaries to hire
proposal [view] | proposal
purse [view] | purse
quiet | rounds without a loss
recruited | recruited
replaced | replaced by
rerolled [view] | rolled again
revealed [view] | revealed
revolt [view] | revolt
round_dice [view] | dice a round
sent [view] | sent
sergeant | sergeants
shares | shares
shot | shot
souterrain | by the tunnel
spouse | spouse
stock [view] | stock
title [fief] | title
titles [view] | titles
truce [view] | truce
truce_refused [view] | truce refused
victim | victim
waiting | still to answer
winners [fief] | winners
""")

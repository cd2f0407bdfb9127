"""What the fields of actions and facts are called where an arbiter fills them in, by the names that the definitions have."""

from __future__ import annotations

from domain.kit.terms import COMMON
from domain.rules.text import texts

TERMS = COMMON | texts("""
accept | accepts
against | attacked families
agree | agrees
archer | archers
attack | attack
battle | battle of the session
bids | bids
bishopric | bishopric
bombard | bombards
calm | calms it
camp | camp
captor | captor
cause | how they go
chevauchee | ride
defence | defence
engines | siege engines
face | face
families | families
family | family
felled | felled by the plague
fort | fortification
ground | ground
guard | guard
guard_knight | knights of the guard
guard_sergeant | sergeants of the guard
hits | hits
horde | infidels
infidels | against the infidels
knight | knights
lord | lord
lords | lords
mercenary | mercenaries
outside | outside the walls
partner | partner
quiet | rounds without a loss
recruited | recruited
replaced | replaced by
sergeant | sergeants
shares | shares
shot | shot
souterrain | by the tunnel
spouse | spouse
title | title
victim | victim
waiting | still to answer
winners | winners
""")

"""What the fields of actions and facts are called where an arbiter fills them in: a line each, with its English and its French. A
field that is not here is called what it is called in the title's definitions."""

from __future__ import annotations

from domain.rules.text import texts

FIELDS = texts("""
about | about which card
accept | accepts
actions | actions
again | draws on
against | attacked families
agree | agrees
amount | amount
archer | archers
armour | armour
attack | attack
attacker | attacker
battle | battle of the session
bids | bids
bishopric | bishopric
blessing | blessing
blocks | blocked building
bombard | bombards
bonus | bonus
building | building
by | by
by_enemy | dealt by the Enemy
by_player | dealt by the player
calm | calms it
camp | camp
captor | captor
card | card
cards | cards
category | category
cause | how they go
cavalry | cavalry
cell | cell
chevauchee | ride
code | ending
column | column of the sheet
cost | cost
count | how many
counter | counter
crew | crew
damage | damage
deal | exchange, by its number
deaths | crew lost
deck_empty | the deck was empty
defence | defence
defender | defender
destroyed | destroyed
dice | dice
die | die
discard | cards discarded
discarded | cards discarded
discount | discount
do | what it does
drowned | drowned
en | English name
ending | ending
enemies_lost | enemies lost
enemy | the Enemy's
engine | siege engine
engines | siege engines
exhaust | cards exhausted
exhausted | exhausted
extra | extra
face | face
faces | faces shown
families | families
family | family
felled | felled by the plague
first | first player
fort | fortification
fr | French name
from_sheet | from the sheet
gain | received
gate | the gates
gold | gold
goods | goods
ground | ground
guard | guard
guard_knight | knights of the guard
guard_sergeant | sergeants of the guard
health | health
hero | hero
hire | hired card
hits | hits
horde | infidels
host | attached to
how | how it ended
id | id
ignored | ignored abilities
infidels | against the infidels
instead_of | discarded for it
iron | iron
keep | cards kept
key | which
keyword | keyword
kind | kind
knight | knights
leader | leader
left | left
less | cheaper by
letter | letter
level | level
line | line
livestock | livestock
lord | lord
lords | lords
loser | loser
losses | losses
lost | lost
markers | markers
mercenary | mercenaries
might | might
monopolies | from Monopolies
morale | morale
moves | moves
name | name
now | stands at
number | number
offering | offering
option | answer
options | possible answers
order | order
origin | from
outcome | what came of it
outside | outside the walls
partner | partner
passing | last turn of the phase
pay | paid
people | people
phase | phase
place | place
places | places
placings | places agreed on
player | the player's
plundered | plundered
points | points
possible | possible
power | fire power
prepare | preparation
provisions | provisions
quiet | rounds without a loss
ranged | range
razed | razed
reason | reason
recruited | recruited
reduction | reduction
replaced | replaced by
rerolls | rerolls
resource | resource
resources | resources
results | results
round | round
row | row
scenario | scenario
scheme | scheme card
scores | scores
seat | seat
section | section
sections | sections
sergeant | sergeants
shape | printed on the card
shares | shares
shot | shot
side | side
silver | silver
site | settlement
slot | slot
solo | Solo: text
souterrain | by the tunnel
space | space
spell | spell
spouse | spouse
squad | squad
stage | stage
stone | stone
strength | strength
support | supports
taken | goes to the player
target | to
technology | technology
territory | territory
tile | tile
title | title
to [to] | to
to_hand | back to the hand
trigger | condition
trios | from trios
troops | troops
turn | turn
turn_up | cards turned face up
turns | quarter turns
unit | unit
units | units
valkyries | Valkyries
value | value
values | values
victim | victim
waiting | still to answer
was | what stood there
weapon | weapon
wedge | wedge
what | what
whose | whose
why | why
winner | winner
winners | winners
withdrawn | withdrawn
wood | wood
worker | worker
zeal | zeal
zone | zone
""")
"""By the name that the definition has."""

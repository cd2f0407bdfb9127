"""What the fields of actions and facts are called where an arbiter fills them in, by the names that
the definitions have."""

from domain.kernel.text import texts
from domain.titles.kit.terms import COMMON

TERMS = COMMON | texts("""
archer [view] | archers
assault [view] | assault
available [view] | available
blessing | blessing
box [view] | box
buildings [view] | buildings
capacity [view] | capacity
city [view] | city
counter [view] | counter
defender [view] | defender
defenders [view] | defenders
deployed [view] | deployed
deployment [view] | deployment
ditches [view] | ditches
drowned | drowned
ending | ending
enemies [view] | enemies
enemies_lost | enemies lost
engine | siege engine
engine_places [view] | places for engines
engines [view] | siege engines
extra | extra
fire [view] | fire
first | first player
fortifications [view] | fortifications
from_sheet | from the sheet
fronts [view] | fronts
gate | the gates
goods | goods
held [view] | held by a ditch
hero | hero
heroes [view] | heroes
house_values [view] | house values
inside [view] | inside the walls
leader | leader
level | level
lost | lost
markers | markers
moats [view] | moats
morale | morale
moves | moves
number | number
ogre [view] | ogre
people | people
period [view] | period
plundered | plundered
pour [view] | pour
power | fire power
powers_used [view] | powers used
preached [view] | preached
razed | razed
reach [view] | reach
resistance [view] | resistance
resources [view] | resources
ring [view] | ring
rites_used [view] | rites used
scenario | scenario
section | section
sections | sections
sheets [view] | sheets
shields [view] | shields
slain [view] | slain
spell | spell
squad | squad
squads [view] | squads
step [view] | step
stock [view] | stock
stone | stone
support | supports
survived [view] | turns survived
technologies [view] | technologies
technology | technology
technology_deck [view] | technologies left
turns [view] | turns
unit | unit
values | values
weapon | weapon
withdrawn | withdrawn
wood | wood
zone | zone
""")

"""What the fields of actions and facts are called where an arbiter fills them in, by the names that the definitions have."""

from __future__ import annotations

from domain.kit.terms import COMMON
from domain.rules.text import texts

TERMS = COMMON | texts("""
blessing | blessing
drowned | drowned
ending | ending
enemies_lost | enemies lost
engine | siege engine
extra | extra
first | first player
from_sheet | from the sheet
gate | the gates
goods | goods
hero | hero
leader | leader
level | level
lost | lost
markers | markers
morale | morale
moves | moves
number | number
people | people
plundered | plundered
power | fire power
razed | razed
scenario | scenario
section | section
sections | sections
spell | spell
squad | squad
stone | stone
support | supports
technology | technology
unit | unit
values | values
weapon | weapon
withdrawn | withdrawn
wood | wood
zone | zone
""")

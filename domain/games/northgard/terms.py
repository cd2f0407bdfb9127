"""What the fields of actions and facts are called where an arbiter fills them in, by the names that the definitions have."""

from __future__ import annotations

from domain.kit.terms import COMMON
from domain.rules.text import texts

TERMS = COMMON | texts("""
attacker | attacker
cell | cell
defender | defender
loser | loser
monopolies | from Monopolies
scores | scores
territory | territory
tile | tile
trios | from trios
turn_up | cards turned face up
turns | quarter turns
""")

"""What the fields of actions and facts are called where an arbiter fills them in, by the names that the definitions have."""

from __future__ import annotations

from domain.kit.terms import COMMON
from domain.rules.text import texts

TERMS = COMMON | texts("""
armour | armour
blocks | blocked building
crew | crew
deal | exchange, by its number
deaths | crew lost
gain | received
hire | hired card
instead_of | discarded for it
less | cheaper by
livestock | livestock
offering | offering
order | order
outcome | what came of it
pay | paid
prepare | preparation
provisions | provisions
scheme | scheme card
silver | silver
site | settlement
space | space
taken | goes to the player
to_hand | back to the hand
trigger | condition
valkyries | Valkyries
worker | worker
""")

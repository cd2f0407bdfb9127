"""What the fields of actions and facts are called where an arbiter fills them in, by the names that the definitions have."""

from __future__ import annotations

from domain.kit.terms import COMMON
from domain.rules.text import texts

TERMS = COMMON | texts("""
about | about which card
again | draws on
by_enemy | dealt by the Enemy
by_player | dealt by the player
cavalry | cavalry
cost | cost
deck_empty | the deck was empty
destroyed | destroyed
discard | cards discarded
discarded | cards discarded
discount | discount
do | what it does
enemy | the Enemy's
exhaust | cards exhausted
exhausted [field] | exhausted
health | health
host | attached to
ignored | ignored abilities
keep | cards kept
keyword | keyword
letter | letter
line | line
might | might
option | answer
options | possible answers
passing | last turn of the phase
player | the player's
possible | possible
ranged | range
reduction | reduction
resources | resources
results | results
row | row
shape | printed on the card
solo | Solo: text
wedge | wedge
why | why
zeal | zeal
""")

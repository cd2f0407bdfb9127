"""Labels of action and fact fields that occur in several titles, for an arbiter's forms."""

from domain.kernel.sentences import Sentences

COMMON = Sentences("""
actions = actions
amount = amount
bonus = bonus
building = building
by = by
card = card
cards = cards
code = ending
count = how many
damage = damage
dice = dice
die = die
en = English name
fr = French name
gold = gold
how = how it ended
id = id
iron = iron
key = which
kind [field] = kind
left = left
losses = losses
name = name
origin = from
phase = phase
place [field] = place
places = places
point = point
points = points
reason = reason
rerolls = rerolls
resource = resource
round [field] = round
seat = seat
side = side
slot = slot
stage = stage
strength = strength
target = to
to [to] = to
to_act [view] = to act
troops = troops
turn = turn
units = units
value = value
what [field] = what
winner = winner
""")
"""By field name. Each title adds the labels of its own fields."""

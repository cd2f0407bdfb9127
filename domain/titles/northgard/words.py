from domain.kernel.text import texts

TERMS = texts("""
areas [view] | areas
attacker | attacker
base [view] | base tile
battle [view] | battle
borders [view] | borders
buildings [view] | buildings
cell | cell
connection [view] | combats beside the explored tile
defender | defender
down [view] | cards face down
face_down [view] | cells face down
food [view] | food
fought [view] | fought this turn
goal [view] | points to win
grid [view] | grid
lore [view] | lore
loser | loser
monopolies | from Monopolies
placed [view] | first units placed
playing [view] | card in play
renewing [view] | may renew
reserve [view] | reserve
resources [view] | resources
scores | scores
sides [view] | players
slots [view] | building slots
steps [view] | steps left
supply [view] | supply
targets | enemy territories
territories [view] | territories
territory | territory
tile | tile
trios | from trios
turn_up | cards turned face up
turns | quarter turns
unseen [view] | tiles not seen
up [view] | cards face up
wood [view] | wood
""")

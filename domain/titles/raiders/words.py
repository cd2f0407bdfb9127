from domain.kernel.text import texts

TERMS = texts("""
armour | armour
automa [view] | opponent
black [view] | black workers
blocked [view] | blocked building
blocks | blocked building
cost [view] | cost
crew | crew
deal | exchange, by its number
deaths | crew lost
difficulty [view] | difficulty
discard [view] | discard pile
end [view] | end of the game
face_down [view] | tiles face down
face_up [view] | tiles face up
gain | received
grey [view] | grey workers
hire | hired card
instead_of | discarded for it
less | cheaper by
livestock | livestock
offering | offering
offerings [view] | offerings
order | order
outcome | what came of it
pay | paid
pile [view] | pile
placed [view] | placed
player [view] | player
prepare | preparation
provisions | provisions
raid [view] | raid
revealed [raiders] | revealed
scheme | scheme card
schemes [view] | schemes
set_aside [view] | set aside
silver | silver
site | settlement
sites [view] | sites
space | space
stack [view] | stack
supply [raiders] | supply
taken | goes to the player
to_hand | back to the hand
trigger | condition
turns_left [view] | turns left
using [view] | in use
valkyries | Valkyries
village [view] | village
white [view] | white workers
worker | worker
""")

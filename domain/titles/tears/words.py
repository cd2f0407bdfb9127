from domain.kernel.text import texts

TERMS = texts("""
about | about which card
again | draws on
attached [view] | attached
begun [view] | begun
by_enemy | dealt by the Enemy
by_player | dealt by the player
cavalry | cavalry
cost | cost
deck [view] | deck
deck_empty | the deck was empty
destroyed | destroyed
difficulty [view] | difficulty
discard | cards discarded
discarded | cards discarded
discount | discount
do | what it does
done [view] | done
ending [view] | ending
enemy | the Enemy's
exhaust | cards exhausted
exhausted [field] | exhausted
faction [view] | faction
hand [view] | hand
health | health
host | attached to
house_values [view] | house values
ignored | ignored abilities
keep | cards kept
keyword | keyword
letter | letter
line | line
lines [view] | lines
marker [view] | marker
might | might
objective [view] | objective
option | answer
options | possible answers
passing | last turn of the phase
player | the player's
possible | possible
question [view] | question
ranged | range
rank [view] | rank
reduced [view] | reduced
reduction | reduction
reserve [view] | reserve
resources | resources
results | results
revealed [view] | revealed
row | row
rule [view] | rule
score [view] | score
shape | printed on the card
solo | Solo: text
table [view] | resource table
taken [view] | taken
text [view] | text
total [view] | total
wedge | wedge
wedges [view] | wedges
why | why
zeal | zeal
""")

"""What the picture says, in words that are shown and in the titles of its places."""

from __future__ import annotations

from domain.kit import Sentences

SAID = Sentences("""
name
  Raiders of the North Sea, round {round}
board
  {now}. {left} raid spaces have plunder. Player: {player} VP, armour / Valkyries {mine}. Opponent: {opponent} VP, {theirs}.
over
  The game is over
round
  Round {round}
last
  {left} turns left: {why}
die
  Die {die}: {value}
points
  {points} VP
vp
  VP
forbidden
  forbidden
building
  {building}: {stands}{barred} ({open_to}). {deals}
worker
  a {worker} worker
empty
  empty
barred
  , forbidden this turn
tiles-left
  {tiles} tiles left
stack
  Stack of offerings
offering
  Offering {id}: {cost} for {points}
track
  Track of {name}: player {player}, opponent {opponent}
side
  {name}: {says}
at-most
  at most {cap} provisions
worker-in-hand
  a {worker} worker in hand
in-hand
  in hand
crew
  Crew: {name}, strength {strength}
site
  {site}: raid with a {colours} worker and a crew of {crew} for {pay}, {dice} dice. Strength → points: {tiers}
no-plunder
  no plunder
space
  {space}: {plunder}
space-with-worker
  {space}: {plunder}; a {worker} worker
scheme
  Scheme
pile
  pile {pile} · used {used}
none-yet
  none revealed yet
no-scheme
  The opponent's scheme cards: none is revealed
spaces
  spaces {order}
or-prepares
  or prepares
forbids
  forbids
house
  * house values
card
  Scheme card {id}: raids {site} with {need} for {points} VP, or prepares {prepare}. It forbids {blocks}
""")

"""What the picture says, in words that are shown and in the titles of its places."""

from __future__ import annotations

from domain.kit import Sentences

SAID = Sentences("""
name
  Raiders of the North Sea, round {round}
  Pillards de la mer du Nord, tour {round}
board
  {now}. {left} raid spaces have plunder. Player: {player} VP, armour / Valkyries {mine}. Opponent: {opponent} VP, {theirs}.
  {now}. {left} emplacements ont du Butin. Joueur : {player} PV, Armement / Valkyries {mine}. Adversaire : {opponent} PV, {theirs}.
over
  The game is over
  La partie est finie
round
  Round {round}
  Tour {round}
last
  {left} turns left: {why}
  encore {left} tour(s) : {why}
die
  Die {die}: {value}
  Dé {die} : {value}
points
  {points} VP
  {points} PV
vp
  VP
  PV
forbidden
  forbidden
  interdit
building
  {building}: {stands}{barred} ({open_to}). {deals}
  {building} : {stands}{barred} ({open_to}). {deals}
worker
  a {worker} worker
  un Ouvrier {worker}
empty
  empty
  libre
barred
  , forbidden this turn
  , interdit ce tour
tiles-left
  {tiles} tiles left
  encore {tiles} tuiles
stack
  Stack of offerings
  Pile d'Offrandes
offering
  Offering {id}: {cost} for {points}
  Offrande {id} : {cost} pour {points}
track
  Track of {name}: player {player}, opponent {opponent}
  Piste {name} : joueur {player}, adversaire {opponent}
side
  {name}: {says}
  {name} : {says}
at-most
  at most {cap} provisions
  au plus {cap} provisions
worker-in-hand
  a {worker} worker in hand
  un Ouvrier {worker} en main
in-hand
  in hand
  en main
crew
  Crew: {name}, strength {strength}
  Équipage : {name}, force {strength}
site
  {site}: raid with a {colours} worker and a crew of {crew} for {pay}, {dice} dice. Strength → points: {tiers}
  {site} : raid avec un Ouvrier {colours} et un Équipage de {crew}, pour {pay}, {dice} dé(s). Force → points : {tiers}
no-plunder
  no plunder
  aucun Butin
space
  {space}: {plunder}
  {space} : {plunder}
space-with-worker
  {space}: {plunder}; a {worker} worker
  {space} : {plunder} ; un Ouvrier {worker}
scheme
  Scheme
  Carte tactique
pile
  pile {pile} · used {used}
  pile {pile} · vues {used}
none-yet
  none revealed yet
  aucune révélée
no-scheme
  The opponent's scheme cards: none is revealed
  Cartes tactiques de l'adversaire : aucune n'est révélée
spaces
  spaces {order}
  ordre {order}
or-prepares
  or prepares
  ou prépare
forbids
  forbids
  interdit
house
  * house values
  * valeurs maison
card
  Scheme card {id}: raids {site} with {need} for {points} VP, or prepares {prepare}. It forbids {blocks}
  Carte tactique {id} : pille {site} avec {need} pour {points} PV, ou prépare {prepare}. Bâtiment interdit : {blocks}
""")

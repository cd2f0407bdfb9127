"""What the fields of actions and facts are called where an arbiter fills them in: a line each, with its English and its French. A
field that is not here is called what it is called in the title's definitions."""

from __future__ import annotations

from domain.rules.text import texts

FIELDS = texts("""
about | about which card | à propos de quelle carte
accept | accepts | accepte
actions | actions | actions
again | draws on | pioche encore
against | attacked families | familles attaquées
agree | agrees | accepte
amount | amount | quantité
archer | archers | archers
armour | armour | armement
attack | attack | attaque
attacker | attacker | attaquant
battle | battle of the session | bataille de la partie
bids | bids | mises
bishopric | bishopric | évêché
blessing | blessing | bénédiction
blocks | blocked building | bâtiment bloqué
bombard | bombards | bombardes
bonus | bonus | bonus
building | building | bâtiment
by | by | par
by_enemy | dealt by the Enemy | infligé par l'Ennemi
by_player | dealt by the player | infligé par le joueur
calm | calms it | l'apaise
camp | camp | camp
captor | captor | ravisseur
card | card | carte
cards | cards | cartes
cause | how they go | comment elles partent
cavalry | cavalry | cavalerie
cell | cell | case
chevauchee | ride | chevauchée
code | ending | fin
cost | cost | coût
count | how many | combien
crew | crew | Équipage
damage | damage | dégâts
deal | exchange, by its number | échange, par son numéro
deaths | crew lost | Équipage perdu
deck_empty | the deck was empty | la pioche était vide
defence | defence | défense
defender | defender | défenseur
destroyed | destroyed | détruit
dice | dice | dés
die | die | dé
discard | cards discarded | cartes défaussées
discarded | cards discarded | cartes défaussées
discount | discount | réduction
do | what it does | ce qu'elle fait
drowned | drowned | noyés
en | English name | nom anglais
ending | ending | fin
enemies_lost | enemies lost | ennemis perdus
enemy | the Enemy's | de l'Ennemi
engine | siege engine | engin de siège
engines | siege engines | engins de siège
exhaust | cards exhausted | cartes épuisées
exhausted | exhausted | épuisées
extra | extra | supplément
face | face | face
families | families | familles
family | family | famille
felled | felled by the plague | fauchés par la peste
first | first player | premier joueur
fort | fortification | fortification
fr | French name | nom français
from_sheet | from the sheet | depuis la feuille
gain | received | reçu
gate | the gates | les portes
gold | gold | or
goods | goods | ressources
ground | ground | terrain
guard | guard | garde
guard_knight | knights of the guard | chevaliers de la garde
guard_sergeant | sergeants of the guard | sergents de la garde
health | health | santé
hero | hero | héros
hire | hired card | carte recrutée
hits | hits | dégâts
horde | infidels | infidèles
host | attached to | attachée à
how | how it ended | comment cela finit
id | id | identifiant
ignored | ignored abilities | capacités ignorées
infidels | against the infidels | contre les infidèles
instead_of | discarded for it | défaussée pour cela
iron | iron | fer
keep | cards kept | cartes gardées
key | which | lequel
keyword | keyword | mot-clé
kind | kind | sorte
knight | knights | chevaliers
leader | leader | meneur
left | left | reste
less | cheaper by | coûte moins de
letter | letter | lettre
level | level | niveau
line | line | ligne
livestock | livestock | bétail
lord | lord | seigneur
lords | lords | seigneurs
loser | loser | perdant
losses | losses | pertes
lost | lost | perdus
markers | markers | marqueurs
mercenary | mercenaries | mercenaires
might | might | Force
monopolies | from Monopolies | des Monopoles
morale | morale | moral
moves | moves | déplacements
name | name | nom
number | number | numéro
offering | offering | Offrande
option | answer | réponse
options | possible answers | réponses possibles
order | order | ordre
origin | from | de
outcome | what came of it | ce qui en est résulté
outside | outside the walls | hors les murs
partner | partner | partenaire
passing | last turn of the phase | dernier tour de la phase
pay | paid | payé
people | people | peuple
phase | phase | phase
place | place | lieu
places | places | lieux
player | the player's | du joueur
plundered | plundered | pillé
points | points | points
possible | possible | possible
power | fire power | Puissance de Feu
prepare | preparation | préparation
provisions | provisions | provisions
quiet | rounds without a loss | manches sans perte
ranged | range | portée
razed | razed | rasé
reason | reason | raison
recruited | recruited | recrutés
reduction | reduction | réduction
replaced | replaced by | remplacés par
rerolls | rerolls | relances
resource | resource | ressource
resources | resources | ressources
results | results | résultats
round | round | manche
row | row | rangée
scenario | scenario | scénario
scheme | scheme card | carte tactique
scores | scores | scores
seat | seat | siège
section | section | section
sections | sections | sections
sergeant | sergeants | sergents
shape | printed on the card | imprimé sur la carte
shares | shares | parts
shot | shot | tir
side | side | côté
silver | silver | argent
site | settlement | lieu à piller
slot | slot | emplacement
solo | Solo: text | texte Solo :
souterrain | by the tunnel | par le souterrain
space | space | emplacement
spell | spell | sort
spouse | spouse | conjoint
squad | squad | escouade
stage | stage | étape
stone | stone | pierre
strength | strength | force
support | supports | soutiens
taken | goes to the player | revient au joueur
target | to | vers
technology | technology | technologie
territory | territory | territoire
tile | tile | tuile
title | title | titre
to | to | à
to_hand | back to the hand | de retour en main
trigger | condition | condition
trios | from trios | des trios
troops | troops | troupes
turn | turn | tour
turn_up | cards turned face up | cartes remises face visible
turns | quarter turns | quarts de tour
unit | unit | unité
units | units | unités
valkyries | Valkyries | Valkyries
value | value | valeur
values | values | valeurs
victim | victim | victime
waiting | still to answer | doivent encore répondre
weapon | weapon | arme
wedge | wedge | Aile
what | what | quoi
why | why | pourquoi
winner | winner | vainqueur
winners | winners | vainqueurs
withdrawn | withdrawn | retirées
wood | wood | bois
worker | worker | Ouvrier
zeal | zeal | zèle
zone | zone | zone
""")
"""By the name that the definition has."""

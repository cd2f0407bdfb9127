"""What the title is, and how the unclear sentences of its rule text are read."""

from __future__ import annotations

from domain.kit import About, Text, readings

READINGS = readings("""
A-NG-1 | Renouveler | monopoly_needs_trio
  A Monopoly gives its point whenever the rival renews, trio or no trio: the action's text outweighs the table.
  Un Monopole rapporte son point dès que l'adversaire renouvelle, trio ou non : l'action prime sur le tableau.
A-NG-2 | Matériel
  Carved Stone, Woodcutters' Lodge and Grain Silo are the Monopolies of lore, wood and food.
  Pierre sculptée, Cabane de bûcherons et Silo à grains sont les Monopoles des connaissances, du bois et de nourriture.
A-NG-3 | Renouveler
  Renew ends face up, whatever else is turned up; turning the others is optional, all or none.
  Renouveler finit face visible quoi qu'il arrive ; retourner les autres est facultatif, toutes ou aucune.
A-NG-4 | Actions
  The seventh card is a second Move card; each Move card offers Move 1 or Move 2.
  La septième carte est une seconde carte Déplacer ; chacune offre Déplacer 1 ou Déplacer 2.
A-NG-5 | Matériel | cap_points_by_tokens
  The nine tokens do not limit the points.
  Les neuf jetons ne limitent pas les points.
A-NG-6 | But du jeu
  Points only come from the rival's Renew; the game ends the moment they reach the goal, in his turn.
  Les points ne viennent que du Renouveler adverse ; la partie finit dès que le but est atteint, pendant son tour.
A-NG-7 | Construire | towers
  Towers cost the attacker one more unit a territory, whoever built them and however many they are.
  Les Tours coûtent à l'attaquant une unité de plus par territoire, quels que soient leur bâtisseur et leur nombre.
A-NG-8 | Combat
  Who loses all units loses the combat, even with the higher score.
  Qui perd toutes ses unités perd le combat, même avec le meilleur score.
A-NG-9 | Combat
  Without a face-up card the combat bonus is 0.
  Sans carte face visible, le bonus de combat est 0.
A-NG-10 | Actions
  A card whose action cannot be carried out cannot be activated; Renew always can.
  Une carte dont l'action est impossible ne peut pas être activée ; Renouveler le peut toujours.
A-NG-11 | Combat | retreat_over_rough
  The loser chooses where to retreat, all units together; a rough border may be crossed.
  Le vaincu choisit où se replier, toutes unités ensemble ; une frontière difficile peut être franchie.
A-NG-12 | Déplacer | fought_may_step
  A combat after the first step of a Move 2 is fought at once; the second step is then for units that did not fight.
  Un combat après le premier pas d'un Déplacer 2 est résolu aussitôt ; le second pas revient aux autres unités.
A-NG-13 | Recruter
  Nobody recruits in a territory that the enemy occupies, not even on the base tile.
  On ne recrute pas dans un territoire occupé par l'ennemi, même sur sa tuile de base.
A-NG-14 | Recruter
  With a short reserve, what remains is recruited; with an empty one, the card cannot be activated.
  Si la réserve est courte, on recrute ce qui reste ; si elle est vide, la carte ne peut pas être activée.
placing | Mise en place
  The first player is drawn before the units are placed, and places first.
  Le premier joueur est tiré avant le placement des unités, et place le premier.
explore-combat | Explorer | explore_combat
  An explored tile brings combat where its open edges make one territory of ground that both players occupy: all units in it
    fight, one combat for each such territory. Across a border nobody fights.
  Une tuile explorée provoque un combat là où ses bords ouverts réunissent en un territoire du terrain occupé par les deux
    joueurs : toutes ses unités combattent, un combat par territoire. Par-delà une frontière, personne ne combat.
camps | Recruter
  A Training Camp serves whoever controls its territory, whoever built it; on a base tile each Camp of the territory counts for
    the one who recruits there, even if nobody controls it yet.
  Un Camp d'entraînement sert à qui contrôle son territoire, quel qu'en soit le bâtisseur ; sur sa tuile de base, chaque Camp du
    territoire compte pour qui y recrute, même si personne ne le contrôle encore.
both-at-goal | But du jeu
  In play only one player can reach the goal. If an arbiter's correction puts both there, the one with more points has won; a
    correction that leaves both with the same number is refused.
  En jeu, un seul joueur peut atteindre le but. Si une correction de l'arbitre y met les deux, celui qui a le plus de points a
    gagné ; une correction qui leur donne le même nombre est refusée.
connected | Explorer
  A face-down tile is connected to a territory that reaches the side they share, over a border or not.
  Une tuile face cachée est connectée à un territoire qui atteint leur côté commun, avec ou sans frontière.
card-in-play | Combat
  The card in play is not among those drawn from, and a Renew drawn in its combat does not turn it up.
  La carte en jeu n'est pas parmi celles où l'on tire, et un Renouveler tiré dans son combat ne la relève pas.
cost | Construire
  A building's cost must lie in territories one controls; resources are printed and not consumed.
  Le coût doit se trouver dans les territoires contrôlés ; les ressources, imprimées, ne sont pas consommées.
control | Construire
  Whoever has units in a territory controls it; buildings stay when units leave and serve whoever controls it.
  Qui a des unités dans un territoire le contrôle ; les bâtiments y restent et servent à qui le contrôle.
""")

ABOUT = About(
    title=Text("Northgard: Training Grounds", "Northgard : Terrain d'Entraînement"),
    edition=Text(
        "Northgard: Uncharted Lands, module Training Grounds (work in progress)",
        "Northgard: Uncharted Lands, module Terrain d'Entraînement (version de travail)",
    ),
    rules=Text("Module Training Grounds, in French", "Module : Terrain d'Entraînement"),
    editions={
        "default": Text(
            "Training Grounds, house set of one-area tiles", "Terrain d'Entraînement, tuiles de la maison à une seule zone"
        ),
        "terrain": Text(
            "Training Grounds, house set of varied terrain", "Terrain d'Entraînement, tuiles de la maison au terrain varié"
        ),
    },
    seats=(2,),
    readings=READINGS,
    endings=("victory-points",),
)

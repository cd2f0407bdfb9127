from domain.titles.kit import About, Sentences, Text, parse_readings

READINGS = parse_readings("""
A-NG-1 | Renouveler | monopoly_needs_trio
  A Monopoly gives its point whenever the rival renews, trio or no trio: the action's text outweighs the table.
A-NG-2 | Matériel = Carved Stone, Woodcutters' Lodge and Grain Silo are the Monopolies of lore, wood and food.
A-NG-3 | Renouveler
  Renew ends face up, whatever else is turned up; turning the others is optional, all or none, where some lie face down.
A-NG-4 | Actions = The seventh card is a second Move card; each Move card offers Move 1 or Move 2.
A-NG-5 | Matériel | cap_points_by_tokens = The nine tokens do not limit the points.
A-NG-6 | But du jeu = Points only come from the rival's Renew; the game ends the moment they reach the goal, in his turn.
A-NG-7 | Construire | towers = Towers cost the attacker one more unit a territory, whoever built them and however many they are.
A-NG-8 | Combat = Who loses all units loses the combat, even with the higher score.
A-NG-9 | Combat = Without a face-up card the combat bonus is 0.
A-NG-10 | Actions = A card whose action cannot be carried out cannot be activated; Renew always can.
A-NG-11 | Combat | retreat_over_rough = The loser chooses where to retreat, all units together; a rough border may be crossed.
A-NG-12 | Déplacer | fought_may_step
  A combat after the first step of a Move 2 is fought at once; the second step is then for units that did not fight.
A-NG-13 | Recruter = Nobody recruits in a territory that the enemy occupies, not even on the base tile.
A-NG-14 | Recruter = With a short reserve, what remains is recruited; with an empty one, the card cannot be activated.
placing | Mise en place = The first player is drawn before the units are placed, and places first.
explore-combat | Explorer | explore_combat
  An explored tile brings combat where its open edges make one territory of ground that both players occupy: all units in it
    fight, one combat for each such territory. Across a border nobody fights. By connection, each
    enemy territory beside the tile is fought for: the explorer says in which order, and which of his territories beside it
    leads all its units there.
colours | Mise en place
  The seats are called blue and red: a colour is declared, not enforced. Whoever takes other units at the table plays on under
    the name of the seat.
camps | Recruter
  A Training Camp serves whoever controls its territory, whoever built it; on a base tile each Camp of the territory counts
    for the one who recruits there, even if nobody controls it yet.
both-at-goal | But du jeu
  In play only one player can reach the goal. If an arbiter's correction puts both there, the one with more points has won; a
    correction that leaves both with the same number is refused.
connected | Explorer = A face-down tile is connected to a territory that reaches the side they share, over a border or not.
card-in-play | Combat = The card in play is not among those drawn from, and a Renew drawn in its combat does not turn it up.
cost | Construire = A building's cost must lie in territories one controls; resources are printed and not consumed.
control | Construire = Whoever has units in a territory controls it; buildings stay when units leave and serve whoever controls it.
""")

ABOUT = About(
    title=Text("Northgard: Training Grounds"),
    edition=Text("Northgard: Uncharted Lands, module Training Grounds (work in progress)"),
    rules=Text("Module Training Grounds, in French"),
    editions=Sentences("""
        default = Training Grounds, house set of one-area tiles
        terrain = Training Grounds, house set of varied terrain
    """),
    seats=(2,),
    readings=READINGS,
    endings=("victory-points",),
    ending_names={
        "victory-points": Text("Most victory points"),
    },
)

"""What kinds of actions and facts are called on the desk: Raiders, 1066. A kind that is not here keeps its own name."""

from __future__ import annotations

from api.site.wording.terms import table

RAIDERS = table("""
place-worker | Place a worker | Placer un Ouvrier
take-worker | Take a worker | Prendre un Ouvrier
use-building | Use a building | Utiliser un bâtiment
hire-crew | Hire crew | Recruter pour l'Équipage
play-townsfolk | Play a townsfolk | Jouer un Citoyen
make-offering | Make an offering | Faire une Offrande
forgo | Forgo | Renoncer
raid | Raid | Piller
reroll | Roll a die again | Relancer un dé
lose-crew | Choose the crew lost | Choisir l'Équipage perdu
reveal | Reveal a scheme card | Révéler une carte tactique
schemes-set-aside | Scheme cards set aside | Cartes tactiques écartées
plunder-laid | Plunder laid out | Butin disposé
offering-revealed | Offering turned up | Offrande révélée
automa-equipped | Opponent equipped | Adversaire équipé
worker-placed | Worker placed | Ouvrier placé
worker-taken | Worker taken | Ouvrier pris
goods-exchanged | Goods exchanged | Ressources échangées
townsfolk-drawn | Townsfolk drawn | Citoyens piochés
building-used | Building used | Bâtiment utilisé
action-forgone | Action forgone | Action non faite
building-copied | Building copied | Bâtiment copié
townsfolk-played | Townsfolk played | Citoyen joué
crew-hired | Crew hired | Membre d'Équipage recruté
crew-left | Crew left | Membre d'Équipage parti
automa-struck | Opponent struck | Adversaire touché
effect-ignored | Effect ignored | Effet ignoré
offering-taken | Offering taken | Offrande prise
offering-drawn | Offering drawn | Offrande piochée
offering-laid-down | Offering laid face down | Offrande posée face cachée
offering-uncovered | Face-down offering turned up | Offrande cachée retournée
offerings-sunk | Offerings put below | Offrandes mises dessous
raid-launched | Raid launched | Raid lancé
dice-rolled | Dice rolled | Dés lancés
die-rerolled | Die rolled again | Dé relancé
raid-fought | Raid fought | Raid livré
plunder-taken | Plunder taken | Butin pris
crew-killed | Crew killed | Membre d'Équipage tué
schemes-reshuffled | Scheme cards reshuffled | Cartes tactiques remélangées
scheme-revealed | Scheme card revealed | Carte tactique révélée
automa-raided | Opponent raided | Raid de l'adversaire
automa-prepared | Opponent prepared | Préparation de l'adversaire
building-blocked | Building blocked | Bâtiment bloqué
surplus-returned | Surplus returned | Surplus rendu
turn-ended | Turn ended | Tour terminé
end-triggered | End triggered | Fin déclenchée
""")

TEARS = table("""
place-leader | Place the leader | Placer le chef
prepare | Finish the preparation | Finir la préparation
play | Play a card | Jouer une carte
use | Use an action | Utiliser une action
shoot | Shoot | Tirer
sacrifice | Sacrifice a card | Sacrifier une carte
pass | Pass | Passer
declare | Declare what the table did | Déclarer ce que la table a fait
take-turn | The Enemy's turn | Tour de l'Ennemi
choose | Answer a question | Répondre à une question
state-might | State the might | Indiquer la Force
resolve | Carry out the Enemy's card | Appliquer la carte de l'Ennemi
fight | Enter a wedge's combats | Saisir les combats d'une Aile
face-objective | Enter an objective's test | Saisir l'épreuve d'un objectif
round-began | Round began | Round commencé
cards-readied | All cards readied | Toutes cartes prêtes
drawn | Cards drawn | Cartes piochées
kept | Cards kept | Cartes gardées
phase-began | Phase began | Phase commencée
marker-moved | Round marker moved | Marqueur de round déplacé
ended | Game ended | Partie terminée
card-entered | Real card entered | Vraie carte saisie
placed | Card placed | Carte placée
leader-placed | Leader placed | Chef placé
reserved | Tactic reserved | Tactique en réserve
attached | Attachment put | Attachement posé
event-played | Event played | Événement joué
solo-used | Solo: text used | Texte Solo : utilisé
paid | Cost paid | Coût payé
action-used | Action used | Action utilisée
sacrificed | Card sacrificed | Carte sacrifiée
passed | Player passed | Joueur a passé
turn-handed-over | Turn handed over | Main passée
enemy-turn-began | Enemy's turn began | Tour de l'Ennemi commencé
enemy-skipped | Enemy skipped | L'Ennemi passe
enemy-turn-ended | Enemy's turn ended | Tour de l'Ennemi terminé
revealed | Enemy card revealed | Carte de l'Ennemi révélée
discarded | Enemy card discarded | Carte de l'Ennemi défaussée
reduced | Next card cheaper | Carte suivante réduite
deck-turned | Enemy deck turned over | Pioche de l'Ennemi retournée
replaced | Card replaced | Carte remplacée
action-ignored | Ability ignored | Capacité ignorée
action-impossible | Action impossible | Action impossible
action-resolved | Action carried out | Action appliquée
shot-fired | Shot fired | Tir effectué
might-stated | Might stated | Force indiquée
leader-moved | Enemy leader moved | Chef de l'Ennemi déplacé
asked | Question asked | Question posée
decided | Decision taken | Décision prise
declared | Declared by the table | Déclaré par la table
card-hurt | Card damaged | Carte blessée
card-healed | Card healed | Carte soignée
card-exhausted | Card exhausted | Carte épuisée
card-readied | Card readied | Carte prête
card-moved | Card moved | Carte déplacée
destroyed | Card destroyed | Carte détruite
wedge-hurt | Wedge damaged | Aile endommagée
wedge-taken | Wedge taken | Aile prise
wedge-fought | Wedge fought | Aile disputée
objective-hurt | Objective damaged | Objectif endommagé
objective-destroyed | Objective destroyed | Objectif détruit
objective-tested | Objective tested | Objectif éprouvé
""")

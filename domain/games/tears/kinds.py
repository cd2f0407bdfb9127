"""What kinds of actions and facts of 1066 are called on the desk, and what the forms of some actions ask for."""

from __future__ import annotations

from domain.rules.text import Text, texts

KIND_NAMES = texts("""
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

HINTS = {
    "play": Text(
        "For whatever no button above offers: another way to pay, another place, what the card's text does.",
        "Pour ce qu'aucun bouton n'offre : payer autrement, un autre emplacement, l'effet du texte.",
    ),
    "use": Text(
        "Do at the table what the card says, then enter what happened, line by line.",
        "Appliquez la carte à la table, puis saisissez ce qui s'est passé, ligne à ligne.",
    ),
    "declare": Text(
        "What happened outside the turns: reactions, cards that close up, damage that combats left.",
        "Ce qui s'est passé hors des tours : réactions, cartes qui se resserrent, dégâts laissés par les combats.",
    ),
    "face-objective": Text(
        "Test the objective by its card at the table, then enter the damage it suffers: 0 if none.",
        "Éprouvez l'objectif à la table d'après sa carte, puis saisissez les dégâts subis : 0 s'il n'y en a pas.",
    ),
    "fight": Text(
        "Fight the might and zeal combats of the wedge at the table, then enter the damage tokens each side places.",
        "Livrez à la table les combats de Force et de Zèle de l'Aile, puis saisissez les dégâts que pose chaque camp.",
    ),
    "resolve": Text(
        "The catalog does not spell this text out: carry it out at the table and enter what happened, line by line.",
        "Le catalogue ne détaille pas ce texte : appliquez-le à la table et saisissez ce qui s'est passé, ligne à ligne.",
    ),
    "state-might": Text(
        "Needed for the Enemy's next step. Filled in from the printed cards: correct it where texts change it.",
        "Nécessaire à la suite de l'Ennemi. Rempli d'après les cartes imprimées : corrigez si des textes le changent.",
    ),
    "take-turn": Text(
        "Turn up the Enemy's next card on the table and copy what is printed on it.",
        "Révélez à la table la prochaine carte de l'Ennemi et recopiez ce qui y est imprimé.",
    ),
}
"""By the type of the action. A form that explains itself has none."""

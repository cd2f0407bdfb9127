"""What kinds of actions and facts of Raiders are called on the desk, and what the forms of some actions ask for."""

from __future__ import annotations

from domain.rules.text import Text, texts

KIND_NAMES = texts("""
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

HINTS = {
    "reveal": Text(
        "Turn up the opponent's next scheme card on the table and copy what is printed on it.",
        "Révélez à la table la prochaine carte tactique de l'adversaire et recopiez ce qui y est imprimé.",
    ),
}
"""By the type of the action. A form that explains itself has none."""

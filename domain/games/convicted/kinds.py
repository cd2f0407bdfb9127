"""What kinds of actions of The Convicted are called on the desk, and what the forms of some actions ask for."""

from __future__ import annotations

from domain.rules.text import Text, texts

KIND_NAMES = texts("""
choose-hero | Choose a hero | Choisir un héros
choose-sections | Choose sections | Choisir des sections
fortify | Fortify | Fortifier
dig | Dig a ditch | Creuser un fossé
flood | Flood a ditch | Inonder un fossé
build | Build | Construire
research | Research | Rechercher
gather | Gather | Collecter
train | Train | Entraîner
repair | Repair | Réparer
enlist | Enlist | Enrôler
end-actions | End the actions | Finir les actions
preach | Preach | Prêcher
reveal-enemies | Reveal the enemies | Révéler les ennemis
deploy | Deploy | Déployer
begin-assault | Begin the assault | Commencer l'assaut
shoot | Shoot | Tirer
enemy-shoot | Enemy shot | Tir ennemi
bombard | Enemy engines | Engins ennemis
pour | Pour | Verser
approach | Approach a ditch | S'approcher d'un fossé
advance | Advance | Avancer
reinforce | Reinforce | Renforcer
form-squad | Form a squad | Former une escouade
foresee | Foresee | Prédire
fight | Squad against defenders | Escouade contre défenseurs
batter | Squad against walls | Escouade contre murs
enter | Enter the city | Entrer dans la Ville
desert | Desertion | Désertion
close-stage | Close a stage | Terminer un stade
cast | Cast a spell | Lancer un sort
bless | Bless | Bénir
roll-dice | Roll dice | Lancer des dés
ravage | Ravage the city | Ravager la Ville
loot | Loot | Dépouiller
end-pillage | End the pillage | Finir le pillage
""")

HINTS = {
    "deploy": Text(
        "Place the enemies that their card gives this side, then enter them; none if it gives none.",
        "Placez les ennemis que leur carte donne à ce côté, puis saisissez-les ; aucun si elle n'en donne pas.",
    ),
    "shoot": Text(
        "The fire power follows from who shoots; read the losses off your table and enter them.",
        "La Puissance de Feu vient des tireurs ; lisez les pertes sur votre table et saisissez-les.",
    ),
    "enemy-shoot": Text(
        "The fire power follows from who shoots; read the defenders' losses off your table and enter them.",
        "La Puissance de Feu vient des tireurs ; lisez les pertes des défenseurs sur votre table et saisissez-les.",
    ),
    "bombard": Text(
        "Roll for the engines at the table, or with “Roll dice”, and enter the damage and losses that come of it.",
        "Lancez pour les engins à la table, ou par « Lancer des dés », et saisissez les dégâts et pertes qui en résultent.",
    ),
    "pour": Text(
        "Enter what the squad loses by your table of cauldrons and boulders.",
        "Saisissez ce que perd l'escouade d'après votre table des chaudrons et rochers.",
    ),
    "advance": Text(
        "Who crosses the ring here and, where there is a moat, who is lost in it.",
        "Qui franchit l'anneau ici et, s'il y a une douve, qui s'y perd.",
    ),
    "approach": Text(
        "Who stops at the ditch until the next stage 5.",
        "Qui s'arrête au fossé jusqu'au prochain stade 5.",
    ),
    "fight": Text(
        "Strength and support follow from the squad; read both sides' losses off your table and enter them.",
        "Force et soutien viennent de l'escouade ; lisez les pertes des deux camps sur votre table et saisissez-les.",
    ),
    "batter": Text(
        "Enter how much resistance the fortification loses by your table.",
        "Saisissez la résistance que perd la fortification d'après votre table.",
    ),
    "enter": Text(
        "Who gets over an undefended section, or through broken gates.",
        "Qui passe par une section sans défenseur, ou par des Portes brisées.",
    ),
    "desert": Text(
        "Who leaves the field by your table of loyalty.",
        "Qui quitte le champ de bataille d'après votre table de loyauté.",
    ),
    "cast": Text(
        "Enter the enemies lost to the spell, if it kills.",
        "Saisissez les ennemis perdus par le sort, s'il tue.",
    ),
    "loot": Text(
        "What the slain leave behind, by your table; once a turn.",
        "Ce que laissent les morts, d'après votre table ; une fois par tour.",
    ),
    "ravage": Text(
        "What the enemies in the city take and destroy, by your table.",
        "Ce que les ennemis dans la Ville prennent et détruisent, d'après votre table.",
    ),
    "roll-dice": Text(
        "For a result that you read off a table of yours: the record keeps what came up.",
        "Pour un résultat à lire sur une de vos tables : le registre garde ce qui est sorti.",
    ),
}
"""By the type of the action. A form that explains itself has none."""

"""What a short form asks for and why: where a title takes something on the table's word, its form says what to look up there."""

from __future__ import annotations

from domain.rules.text import Text

_FIEF: dict[str, Text] = {
    "settle": Text(
        "Where your first lord and his troops begin.",
        "Où commencent votre premier seigneur et ses troupes.",
    ),
    "declare-lord": Text(
        "A lord card that you play: who, and where he or she enters.",
        "Une carte Seigneur que vous jouez : qui, et où il ou elle arrive.",
    ),
    "declare-marriage": Text(
        "A marriage that both families agreed to at the table.",
        "Un mariage que les deux familles ont conclu à la table.",
    ),
    "declare-annulment": Text(
        "A marriage that was annulled at the table.",
        "Un mariage annulé à la table.",
    ),
    "declare-title": Text(
        "A title that one of your lords has received, kings and queens aside.",
        "Un titre que l'un de vos seigneurs a reçu, sauf roi et reine.",
    ),
    "declare-title-lost": Text(
        "A title that one of your living lords has lost.",
        "Un titre que l'un de vos seigneurs vivants a perdu.",
    ),
    "declare-income": Text(
        "Everything you take from the bank: count it at the table and enter the sum.",
        "Tout ce que vous prenez à la banque : comptez-le à la table et saisissez la somme.",
    ),
    "declare-payment": Text(
        "Écus that leave your purse: dowries, mills, titles, bargains.",
        "Les écus qui quittent votre bourse : dots, moulins, titres, marchés.",
    ),
    "declare-losses": Text(
        "Troops lost to a disaster, or disbanded. Losses in battles and revolts are entered there.",
        "Troupes perdues par une calamité, ou dissoutes. Les pertes des batailles et révoltes se saisissent pendant celles-ci.",
    ),
    "declare-death": Text(
        "One of your lords who died outside a battle.",
        "L'un de vos seigneurs, mort hors bataille.",
    ),
    "declare-control": Text(
        "A village where you are, and its holder no longer is.",
        "Un village où vous êtes, et où son maître n'est plus.",
    ),
    "declare-cession": Text(
        "A village you give to a family that is present there.",
        "Un village que vous donnez à une famille qui y est présente.",
    ),
    "declare-plague": Text(
        "The bishopric that the card names; losses are entered by each family.",
        "L'évêché que nomme la carte ; chaque famille saisit ses pertes.",
    ),
    "declare-release": Text(
        "A captive you let go, and the sum that was agreed.",
        "Un prisonnier que vous libérez, et la somme convenue.",
    ),
    "declare-battle": Text(
        "Where one of your lords stands, and against whom.",
        "Là où se tient l'un de vos seigneurs, et contre qui.",
    ),
    "elect-king": Text(
        "The vote is the table's. Enter who was elected, and the troops beside him that become his guard.",
        "Le vote se fait à la table. Saisissez l'élu, et les troupes près de lui qui deviennent sa garde.",
    ),
    "crown-queen": Text(
        "Who became queen, and the troops beside her that become her guard.",
        "Qui est devenue reine, et les troupes près d'elle qui deviennent sa garde.",
    ),
    "play-revolt": Text(
        "The card's village; or, against mercenaries, the family whose camp it is.",
        "Le village de la carte ; ou, contre des mercenaires, la famille dont c'est le camp.",
    ),
    "move": Text(
        "Distances and roads are checked at the table, not here. The royal guard goes along.",
        "Distances et chemins se vérifient à la table, pas ici. La garde royale suit.",
    ),
    "bid": Text(
        "Nobody sees it before all bids are opened.",
        "Personne ne la voit avant que toutes les mises soient ouvertes.",
    ),
    "propose-end": Text(
        "The other families are asked whether they agree.",
        "Les autres familles sont invitées à répondre.",
    ),
}

_TEARS: dict[str, Text] = {
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

_RAIDERS: dict[str, Text] = {
    "reveal": Text(
        "Turn up the opponent's next scheme card on the table and copy what is printed on it.",
        "Révélez à la table la prochaine carte tactique de l'adversaire et recopiez ce qui y est imprimé.",
    ),
}

_CONVICTED: dict[str, Text] = {
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

HINTS: dict[str, dict[str, Text]] = {"convicted": _CONVICTED, "fief-tactics": _FIEF, "raiders-solo": _RAIDERS, "tears-solo": _TEARS}
"""By title, then by the action's type. A form that explains itself has none."""

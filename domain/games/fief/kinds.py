"""What kinds of actions and facts of Fief are called on the desk, and what the forms of some actions ask for."""

from __future__ import annotations

from domain.rules.text import Text, texts

KIND_NAMES = texts("""
settle | Settle | S'installer
end-phase | End the phase | Finir la phase
declare-lord | Declare a new lord | Déclarer un nouveau seigneur
declare-marriage | Declare a marriage | Déclarer un mariage
declare-annulment | Declare an annulment | Déclarer une annulation de mariage
declare-title | Declare a title | Déclarer un titre
declare-title-lost | Declare a title lost | Déclarer un titre perdu
declare-release | Declare a release | Déclarer une libération
declare-income | Declare income | Déclarer un revenu
declare-payment | Declare a payment | Déclarer un paiement
declare-losses | Declare losses | Déclarer des pertes
declare-death | Declare a death | Déclarer une mort
declare-control | Declare control | Déclarer un contrôle
declare-cession | Declare a cession | Déclarer une cession
declare-plague | Declare a plague | Déclarer une peste
elect-king | Elect the king | Élire le roi
crown-queen | Crown the queen | Couronner la reine
play-revolt | Play a Revolt | Jouer une Révolte
answer-revolt | Answer a revolt | Répondre à une révolte
move | Move | Se déplacer
pay-ransom | Pay a ransom | Payer une rançon
keep-mercenaries | Keep mercenaries | Garder des mercenaires
recruit | Recruit | Recruter
build-fort | Build a castle or a city | Construire un château ou une cité
bid | Bid | Miser
declare-battle | Declare a battle | Déclarer une bataille
join-battle | Join a battle | Rejoindre une bataille
commit-mercenaries | Commit mercenaries | Engager des mercenaires
hold-mercenaries | Hold mercenaries back | Retenir des mercenaires
volley | Volley | Volée
aim-at-lord | Aim at a lord | Viser un seigneur
hold-fire | Hold fire | Retenir le tir
fight-round | Fight a round | Livrer une manche
reroll | Roll a die again | Relancer un dé
keep-dice | Keep the dice | Garder les dés
share-losses | Share out the losses | Répartir les pertes
take-losses | Take the losses | Subir les pertes
fight-on | Fight on | Continuer le combat
surrender | Surrender | Se rendre
offer-truce | Offer a truce | Proposer une trêve
answer-truce | Answer a truce | Répondre à une trêve
break-off | Break off | Rompre le combat
propose-end | Propose the end | Proposer la fin
answer-end | Answer the proposed end | Répondre à la fin proposée
turn-began | Turn began | Tour commencé
phase-began | Phase began | Phase commencée
family-done | Family done | Famille prête
end-proposed | End proposed | Fin proposée
end-agreed | End agreed | Fin acceptée
end-refused | End refused | Fin refusée
session-ended | Session ended | Session terminée
lord-entered | Lord entered | Seigneur arrivé
lord-died | Lord died | Seigneur mort
lord-captured | Lord captured | Seigneur capturé
lord-freed | Lord freed | Seigneur libéré
married | Married | Mariage célébré
marriage-ended | Marriage ended | Mariage annulé
title-taken | Title taken | Titre reçu
title-lost | Title lost | Titre perdu
money-received | Écus received | Écus reçus
money-paid | Écus paid | Écus payés
fort-raised | Fortification raised | Fortification élevée
control-taken | Control taken | Contrôle pris
plague-spread | Plague spread | Peste répandue
troops-raised | Troops raised | Troupes levées
troops-lost | Troops lost | Troupes perdues
marched | Marched | Marche
guard-raised | Royal guard raised | Garde royale levée
guard-stood-down | Royal guard stood down | Garde royale dissoute
guard-lost | Royal guards lost | Gardes royaux perdus
mercenaries-dismissed | Mercenaries dismissed | Mercenaires congédiés
bid-sealed | Bid sealed | Mise scellée
bids-revealed | Bids revealed | Mises révélées
run-off-began | Run-off began | Égalité : on mise de nouveau
mercenaries-hired | Mercenaries hired | Mercenaires engagés
mercenaries-not-hired | Mercenaries not hired | Mercenaires non engagés
mercenaries-returned | Mercenaries returned | Mercenaires revenus
camp-raided | Camp raided | Camp attaqué
revolt-began | Revolt began | Révolte commencée
revolt-uncalmed | Revolt not calmed | Révolte non apaisée
revolt-calmed | Revolt calmed | Révolte apaisée
revolt-rolled | Peasants' dice rolled | Dés des paysans lancés
revolt-ended | Revolt ended | Révolte terminée
battle-began | Battle began | Bataille commencée
battle-joined | Battle joined | Bataille rejointe
stage-began | Stage of the battle began | Étape de la bataille commencée
spoke | Family has spoken | Famille s'est prononcée
round-began | Round began | Manche commencée
mercenaries-committed | Mercenaries committed | Mercenaires engagés au combat
shot-chosen | Shot chosen | Tir choisi
shots-shown | Shots shown | Tirs montrés
aim-rolled | Aimed shot rolled | Tir visé lancé
dice-rolled | Dice rolled | Dés lancés
die-rerolled | Die rolled again | Dé relancé
hits-dealt | Hits dealt | Dégâts infligés
shares-set | Shares set | Parts fixées
horde-felled | Infidels felled | Infidèles abattus
truce-offered | Truce offered | Trêve proposée
truce-refused | Truce refused | Trêve refusée
surrendered | Surrendered | Reddition
battle-ended | Battle ended | Bataille terminée
""")

HINTS = {
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
"""By the type of the action. A form that explains itself has none."""

"""What kinds of actions and facts are called on the desk: the two titles of Fief. A kind that is not here keeps its own name."""

from __future__ import annotations

from api.site.wording.terms import table

FIEF = table("""
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

CONVICTED = table("""
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
scenario-opened | Scenario opened | Scénario ouvert
building-raised | Building raised | Bâtiment amélioré
units-posted | Units posted | Unités postées
engine-installed | Engine installed | Engin installé
gained | Resources gained | Ressources gagnées
spent | Resources spent | Ressources dépensées
hero-chosen | Hero chosen | Héros choisi
first-player-drawn | First player drawn | Premier joueur tiré
turn-prepared | Turn prepared | Tour préparé
choice-begun | Choice begun | Choix commencé
sections-taken | Sections taken | Sections prises
actions-begun | Actions begun | Actions commencées
actions-ended | Actions ended | Actions terminées
siege-begun | Siege begun | Siège commencé
marker-spent | Marker spent | Marqueur dépensé
fortification-raised | Fortification raised | Fortification élevée
ditch-dug | Ditch dug | Fossé creusé
moat-flooded | Moat flooded | Douve inondée
repaired | Repaired | Réparé
technology-found | Technology found | Technologie trouvée
power-used | Power used | Pouvoir utilisé
preached | Preached | Prêche
people-revealed | People revealed | Peuple révélé
enemies-deployed | Enemies deployed | Ennemis déployés
side-deployed | Side deployed | Côté déployé
morale-set | Morale set | Moral fixé
stage-opened | Stage opened | Stade ouvert
squads-dissolved | Squads dissolved | Escouades dissoutes
assault-ended | Assault ended | Assaut terminé
spell-cast | Spell cast | Sort lancé
blessing-given | Blessing given | Bénédiction donnée
dice-rolled | Dice rolled | Dés lancés
volley-fired | Volley fired | Volée tirée
enemy-volley-fired | Enemy volley fired | Volée ennemie tirée
bombarded | Bombarded | Bombardement
poured | Poured | Versé
enemies-lost | Enemies lost | Ennemis perdus
squad-lost | Squad losses | Pertes d'une escouade
invaders-lost | Invaders lost | Envahisseurs perdus
defenders-lost | Defenders lost | Défenseurs perdus
engines-lost | Engines lost | Engins perdus
resistance-lost | Resistance lost | Résistance perdue
section-destroyed | Section destroyed | Section détruite
enemy-halted | Enemy halted | Ennemi arrêté
enemy-advanced | Enemy advanced | Ennemi avancé
units-moved | Units moved | Unités déplacées
squad-formed | Squad formed | Escouade formée
squad-fought | Squad fought | Combat d'une escouade
squad-battered | Squad battered | Coups d'une escouade
enemies-entered | Enemies entered | Ennemis entrés
plundered | Plundered | Pillé
building-razed | Building razed | Bâtiment rasé
looted | Looted | Dépouillé
turn-survived | Turn survived | Tour survécu
scenario-ended | Scenario ended | Scénario terminé
sheet-written | Sheet written | Feuille remplie
""")

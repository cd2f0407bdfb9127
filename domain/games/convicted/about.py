"""What the title is: its metadata, its endings, and how unclear sentences of the rule text are read."""

from __future__ import annotations

from domain.kit import About, Text, readings
from domain.rules.text import same

OUTCOMES: dict[str, Text] = {
    "survived": Text(
        "The fortress stands at the scenario's end; the save sheet opens the next.",
        "La forteresse tient à la fin du scénario ; la Feuille de Sauvegarde ouvre le suivant.",
    ),
    "redeemed": Text(
        "The fortress has survived the last turn of the campaign: the exiles are redeemed.",
        "La forteresse a survécu au dernier tour de la campagne : les exilés ont expié leur peine.",
    ),
    "fallen": Text(
        "The city is in the enemy's hands: the campaign is lost.",
        "La ville est aux mains de l'ennemi : la campagne est perdue.",
    ),
}


READINGS = readings("""
A-CV-1 | Introduction / Structure d'un Tour
  The campaign's 20 turns are shared by its 10 scenarios: 2 turns each (catalog data), then the game is saved.
  Les 20 tours de la campagne se partagent entre 10 scénarios : 2 tours chacun (catalogue), puis on sauvegarde.
A-CV-2 | Mise en Place / Période de Préparation
  The turn marker starts on 1 and is not advanced by the first preparation.
  Le marqueur de Tour part de la case 1 et n'avance pas à la première préparation.
A-CV-3 | Mise en Place / Période de Préparation
  The first player drawn at set-up keeps the marker in the first turn.
  Le premier joueur tiré à la mise en place garde le marqueur au premier tour.
A-CV-4 | Fortifications (Tours)
  The place for one siege engine that is printed after the ditch belongs to the wooden tower.
  L'emplacement d'un Engin de Siège imprimé après le fossé appartient à la Tour en Bois.
A-CV-5 | Construction
  An upgrade adds 1 to the current resistance; undamaged, the resistance is the level, and repair goes no further.
  Une amélioration ajoute 1 à la Résistance actuelle ; intacte, celle-ci vaut le niveau, et la réparation s'y arrête.
A-CV-6 | Fortifications (Tours)
  Towers of level 1 and more reach both zones before their two sides; barriers and walls only the assault zone.
  Une Tour de niveau 1 ou plus atteint les deux zones de ses deux côtés ; Barrières et Murs, la seule Zone d'Assaut.
A-CV-7 | Actions
  Repair is done in one's own turn of actions and takes no marker.
  On répare pendant ses propres Actions, sans Marqueur d'Action.
A-CV-9 | Douve
  The toll is 20 % of a side's units that cross moats in one stage 5, rounded once (catalog); the table states the kinds.
  La perte est de 20 % des unités d'un côté passant des douves en un Stade 5, arrondie une fois (catalogue) ; la table dit
    lesquelles.
A-CV-10 | Le Déserteur
  His unit is one that the barracks can train now, and it needs room where it is posted.
  Son Unité doit être disponible à la Caserne, et il faut de la place là où on la poste.
A-CV-11 | Le Sorcier
  His additional spell is of level 1 to 3 even if the mage tower is higher, and uses its marker as any other.
  Son sort supplémentaire est de niveau 1 à 3 même si la Tour de Mage est plus haute, et utilise son marqueur.
A-CV-12 | Fortifications
  Wall and gates of section N each have a resistance; an upgrade raises both.
  Mur et Portes de la section N ont chacun leur Résistance ; une amélioration augmente les deux.
A-CV-13 | Mise en Place
  The four enemy cards name the four peoples; each siege one card is drawn for each side.
  Les quatre cartes d'ennemis sont les quatre peuples ; à chaque siège on en tire une par côté.
A-CV-14 | Douves et Fossés
  A moat is only made from a ditch.
  Une douve ne se fait qu'à partir d'un fossé.
A-CV-15 | Zones du champ de bataille | ditches
  From a side the enemy crosses the ring at its wall's two slots or at the two corners; each has its own ditch or moat. A side
    with one is protected by it, as in the text's example: its units have to cross there; by option they may go round.
  D'un côté, l'ennemi franchit l'anneau aux deux emplacements du Mur ou aux deux coins ; chacun a son fossé ou sa douve. Un seul
    protège son côté, comme dans l'exemple du texte : il faut le franchir. En option, on peut le contourner.
A-CV-16 | Fortifications
  A fortification without resistance is destroyed: the barrier is left, engines fall, units without room fall back.
  Sans Résistance, une fortification est détruite : reste la Barrière, ses engins tombent, les unités de trop se replient.
A-CV-17 | Zone d'Assaut
  Squads get into the city over a section without defenders, or through section N once its gates have no resistance left.
  Une escouade entre par une section sans défenseur, ou par la section N si ses Portes n'ont plus de Résistance.
A-CV-18 | Etape de Pillage
  Enemies in the city plunder it; once a turn the defenders loot the slain. Both as the table states it.
  Les ennemis dans la ville la pillent ; une fois par tour les défenseurs dépouillent les morts. Selon la table.
A-CV-19 | Introduction / Fin de partie
  The fortress falls when enemies are in a city without keep or without defender; after turn 20 it is redeemed.
  La forteresse tombe si l'ennemi est dans une ville sans Donjon ou sans défenseur ; après le tour 20, c'est gagné.
A-CV-20 | Fossé / Structure d'un Tour
  A siege has more than one stage 5: after stage 14 the stages start over until the enemy's morale is gone.
  Le texte parle du Stade 5 suivant d'un même siège : après le Stade 14 on reprend au Stade 1 tant que l'ennemi a du Moral.
A-CV-21 | Fortifications | hoardings
  Hoardings take 1 fire power from each enemy unit shooting (as printed); the designer is quoted with 1 for the group.
  Les Hourds ôtent 1 de Puissance de Feu à chaque unité ennemie (texte) ; l'auteur aurait dit 1 pour tout le groupe.
A-CV-22 | Escouade
  Squads stay until stage 14; without its assault unit another unit of the squad leads.
  Les escouades durent jusqu'au Stade 14 ; sans Unité d'Assaut, une autre de ses unités la dirige.
A-CV-23 | Engins de Siège
  Towers carry siege engines as printed; only cauldrons and boulders stand on walls, in the catalog's numbers.
  Les Tours portent les engins indiqués ; seuls Chaudrons et Rochers se placent sur les Murs, selon le catalogue.
A-CV-24 | L'Hérétique
  The 1 more fire power belongs to the section until the end of the turn: whoever shoots from there has it.
  Le +1 tient à la section jusqu'à la fin du tour : qui tire de là en profite.
A-CV-25 | Marqueurs de sorts et bénédictions
  One spell and one blessing a turn, besides the Sorcerer's, are house values: the text has no limit (catalog data).
  Un sort et une bénédiction par tour, outre celui du Sorcier, sont des valeurs factices : le texte n'en dit rien.
A-CV-26 | Phase de Mêlée
  A squad attacks once in a stage, the defenders or the fortification.
  Une escouade attaque une fois par stade, les défenseurs ou la fortification.
A-CV-27 | Engins de Siège
  Siege engines without fire power do not bombard; what else they do is declared with the results they help in.
  Les engins sans Puissance de Feu ne bombardent pas ; leurs autres effets se déclarent avec les résultats qu'ils aident.
A-CV-28 | L'Oracle / L'Hérétique
  Their powers come first, in stage 11 and in the siege's preparation: before any spell or blessing, too.
  Leurs pouvoirs viennent d'abord, au Stade 11 et à l'Etape de Préparation : avant tout sort ou bénédiction aussi.
""")

ABOUT = About(
    title=same("The Convicted"),
    edition=Text("beta 1, 30 % (2014)", "bêta 1, 30 % (2014)"),
    rules=Text("The Convicted, rule book, beta 1", "The Convicted, livre de règles, bêta 1"),
    editions={
        "default": Text(
            "beta 1, 30 % (2014); house values where the text is silent",
            "bêta 1, 30 % (2014) ; valeurs de la maison là où le texte se tait",
        )
    },
    seats=(1, 2, 3, 4),
    readings=READINGS,
    endings=("survived", "fallen", "redeemed"),
)

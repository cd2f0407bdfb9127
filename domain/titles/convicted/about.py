from domain.kernel.text import same
from domain.titles.kit import About, Sentences, Text, parse_readings

OUTCOMES: dict[str, Text] = Sentences("""
survived = The fortress stands at the scenario's end; the save sheet opens the next.
redeemed = The fortress has survived the last turn of the campaign: the exiles are redeemed.
fallen = The city is in the enemy's hands: the campaign is lost.
""")


READINGS = parse_readings("""
A-CV-1 | Introduction / Structure d'un Tour
  The campaign's 20 turns are shared by its 10 scenarios: 2 turns each (catalog data), then the game is saved.
A-CV-2 | Mise en Place / Période de Préparation = The turn marker starts on 1 and is not advanced by the first preparation.
A-CV-3 | Mise en Place / Période de Préparation = The first player drawn at set-up keeps the marker in the first turn.
A-CV-4 | Fortifications (Tours) = The place for one siege engine that is printed after the ditch belongs to the wooden tower.
A-CV-5 | Construction
  An upgrade adds 1 to the current resistance; undamaged, the resistance is the level, and repair goes no further.
A-CV-6 | Fortifications (Tours)
  Towers of level 1 and more reach both zones before their two sides; barriers and walls only the assault zone.
A-CV-7 | Actions = Repair is done in one's own turn of actions and takes no marker.
A-CV-9 | Douve
  The toll is 20 % of a side's units that cross moats in one stage 5, rounded once (catalog); the table states the kinds.
A-CV-10 | Le Déserteur = His unit is one that the barracks can train now, and it needs room where it is posted.
A-CV-11 | Le Sorcier = His additional spell is of level 1 to 3 even if the mage tower is higher, and uses its marker as any other.
A-CV-12 | Fortifications = Wall and gates of section N each have a resistance; an upgrade raises both.
A-CV-13 | Mise en Place = The four enemy cards name the four peoples; each siege one card is drawn for each side.
A-CV-14 | Douves et Fossés = A moat is only made from a ditch.
A-CV-15 | Zones du champ de bataille | ditches
  From a side the enemy crosses the ring at its wall's two slots or at the two corners; each has its own ditch or moat. A side
    with one is protected by it, as in the text's example: its units have to cross there; by option they may go round.
A-CV-16 | Fortifications
  A fortification without resistance is destroyed: the barrier is left, engines fall, units without room fall back.
A-CV-17 | Zone d'Assaut
  Squads get into the city over a section without defenders, or through section N once its gates have no resistance left.
A-CV-18 | Etape de Pillage = Enemies in the city plunder it; once a turn the defenders loot the slain. Both as the table states it.
A-CV-19 | Introduction / Fin de partie
  The fortress falls when enemies are in a city without keep or without defender; after turn 20 it is redeemed.
A-CV-20 | Fossé / Structure d'un Tour
  A siege has more than one stage 5: after stage 14 the stages start over until the enemy's morale is gone.
A-CV-21 | Fortifications | hoardings
  Hoardings take 1 fire power from each enemy unit shooting (as printed); the designer is quoted with 1 for the group.
A-CV-22 | Escouade = Squads stay until stage 14; without its assault unit another unit of the squad leads.
A-CV-23 | Engins de Siège
  Towers carry siege engines as printed; only cauldrons and boulders stand on walls, in the catalog's numbers.
A-CV-24 | L'Hérétique = The 1 more fire power belongs to the section until the end of the turn: whoever shoots from there has it.
A-CV-25 | Marqueurs de sorts et bénédictions
  One spell and one blessing a turn, besides the Sorcerer's, are house values: the text has no limit (catalog data).
A-CV-26 | Phase de Mêlée = A squad attacks once in a stage, the defenders or the fortification.
A-CV-27 | Engins de Siège
  Siege engines without fire power do not bombard; what else they do is declared with the results they help in.
A-CV-28 | L'Oracle / L'Hérétique
  Their powers come first, in stage 11 and in the siege's preparation: before any spell or blessing, too.
A-CV-29 | Période de Siège = No spell or blessing comes before the enemy cards of the turn are turned over.
""")

ABOUT = About(
    title=same("The Convicted"),
    edition=Text("beta 1, 30 % (2014)"),
    rules=Text("The Convicted, rule book, beta 1"),
    editions={"default": Text("beta 1, 30 % (2014); house values where the text is silent")},
    seats=(1, 2, 3, 4),
    readings=READINGS,
    endings=("survived", "fallen", "redeemed"),
    ending_names=OUTCOMES,
)

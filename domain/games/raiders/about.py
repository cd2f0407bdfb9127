"""What the title says of itself: the rules it follows and how it reads them where they are unclear."""

from __future__ import annotations

from domain.kit import About, Text, readings

READINGS = readings("""
A-RS-1 | Raid 3
  All three conditions, plunder among them, are checked before anything is paid or scored.
  Les trois conditions, le Butin compris, sont vérifiées avant tout paiement et tout point.
A-RS-2 | Raid 1
  The opponent pays provisions only: no gold, and armour is a threshold that is not spent.
  L'adversaire ne paie que des Provisions : pas d'or, et l'Armement est un seuil qui n'est pas dépensé.
A-RS-3 | Raid 4
  Every Valkyrie moves the opponent up its track; armour falls by one for each as long as there is some.
  Chaque Valkyrie fait monter l'adversaire sur sa piste ; l'Armement baisse d'un pour chacune tant qu'il en reste.
A-RS-4 | Préparation
  Armour and provisions are first gained up to their limits; what did not fit is then exchanged one for one.
  Armement et Provisions sont d'abord gagnés jusqu'à leur limite ; le surplus est ensuite échangé un pour un.
A-RS-5 | Préparation | offering_from
  The opponent takes the leftmost face-up offering, and the gap is filled at once, which can trigger the end. By option it takes
    the top tile of the stack, face down: nobody sees it, nor is it scored, before the end.
  L'adversaire prend l'Offrande visible la plus à gauche, aussitôt remplacée, ce qui peut déclencher la fin. En option il prend
    celle du dessus de la pile, face cachée : elle n'est ni vue ni comptée avant la fin.
A-RS-6 | Préparation
  Offering tiles count against neither limit, and no townsfolk touches them.
  Les tuiles Offrande ne comptent dans aucune limite, et aucun Citoyen ne les touche.
A-RS-7 | Bâtiment interdit
  The building is forbidden for placing and taking in the player's next turn only; none is in the first turn. Using it through a
    townsfolk, without a worker of its own, stays possible. A catalog in which no move could be left is refused.
  Le bâtiment est interdit, pour placer comme pour récupérer, au seul prochain tour du joueur ; aucun au premier. L'utiliser par
    un Citoyen, sans y mettre d'Ouvrier, reste possible. Un catalogue qui pourrait bloquer est refusé.
A-RS-8 | Mise en place
  The discarded scheme cards are shuffled when a card must be revealed and none is left; the two set aside stay out.
  Les cartes défaussées sont mélangées s'il faut en révéler une et qu'il n'y en a plus ; les deux écartées le restent.
A-RS-9 | Raid 5
  After the opponent's raid the worker of the space returns to the general supply: the space stays empty.
  Après un pillage de l'adversaire, l'Ouvrier présent retourne à la Réserve Générale : l'emplacement reste vide.
A-RS-10 | Fin de partie
  Whoever triggers the end finishes the turn; then both have one more, the other side first.
  Qui déclenche la fin termine son tour ; puis chacun en joue encore un, l'autre camp d'abord.
A-RS-12 | Raid 2
  The opponent scores what its card says; the board's strength tiers are the player's alone.
  L'adversaire marque ce que dit sa carte ; les paliers de Force du plateau ne concernent que le joueur.
base-forgo | Jeu standard
  A worker may be placed or taken without carrying out the building's action.
  On peut placer ou récupérer un Ouvrier sans faire l'action du bâtiment.
base-crew | Jeu standard
  A crew member is discarded to make room for another only when the crew is full.
  On ne défausse un membre d'Équipage pour faire place à un autre que si l'Équipage est complet.
base-hand | Jeu standard
  A townsfolk is named when it is played or hired. It is counted against its printed copies: crew, and cards discarded by name
    since the deck was last shuffled, which happens when one is to be drawn and none is left. Scheme cards that a table enters,
    too: no more of a kind of place than the deck has, less the outpost and the monastery set aside.
  Un Citoyen est nommé quand il est joué ou recruté. On compte ses exemplaires imprimés : l'Équipage, et les cartes défaussées
    nommément depuis que la pioche a été mélangée, ce qui se fait s'il faut piocher et qu'elle est vide. Les cartes tactiques
    saisies aussi : pas plus d'un type de lieu que dans le paquet, moins les deux cartes écartées.
base-valkyries | Jeu standard
  If a raid meets more Valkyries than the player has crew, all the crew is lost and every Valkyrie counts on the track.
  S'il y a plus de Valkyries que d'Équipage, tout l'Équipage est perdu et chaque Valkyrie compte sur la piste.
base-tie | Jeu standard
  A tie goes to the higher Valkyrie marker, then to the higher armour; if both are even, nobody wins.
  Une égalité revient au marqueur de Valkyries le plus haut, puis à l'Armement ; si tout est égal, personne ne gagne.
""")

ABOUT = About(
    title=Text("Raiders of the North Sea, solo opponent", "Pillards de la mer du Nord, adversaire solo"),
    edition=Text(
        "Garphill Games 2015, solo variant; French edition Pixie Games",
        "Garphill Games 2015, variante solo ; édition française Pixie Games",
    ),
    rules=Text(
        "The solo variant's French rule sheet, and the base game's rule book for the player's own turn",
        "La feuille de règles de la variante solo, et le livret du jeu de base pour le tour du joueur",
    ),
    editions={
        "default": Text(
            "Base game 2015 with the solo variant; scheme deck of the house, but for the card printed in the rules",
            "Jeu de base 2015 avec la variante solo ; cartes tactiques de la maison, sauf celle qu'imprime la règle",
        )
    },
    seats=(1,),
    readings=READINGS,
    endings=("victory", "defeat", "victory-on-tie-break", "defeat-on-tie-break", "draw"),
)

from domain.titles.kit import About, Sentences, Text, parse_readings

READINGS = parse_readings("""
A-RS-1 | Raid 3 = All three conditions, plunder among them, are checked before anything is paid or scored.
A-RS-2 | Raid 1 = The opponent pays provisions only: no gold, and armour is a threshold that is not spent.
A-RS-3 | Raid 4 = Every Valkyrie moves the opponent up its track; armour falls by one for each as long as there is some.
A-RS-4 | Préparation = Armour and provisions are first gained up to their limits; what did not fit is then exchanged one for one.
A-RS-5 | Préparation | offering_from
  The opponent takes the leftmost face-up offering, and the gap is filled at once, which can trigger the end. By option it
    takes the top tile of the stack, face down: nobody sees it, nor is it scored, before the end.
A-RS-6 | Préparation = Offering tiles count against neither limit, and no townsfolk touches them.
A-RS-7 | Bâtiment interdit
  The building is forbidden for placing and taking in the player's next turn only; none is in the first turn. Using it through
    a townsfolk, without a worker of its own, stays possible. A catalog in which no move could be left is refused.
A-RS-8 | Mise en place
  The discarded scheme cards are shuffled when a card must be revealed and none is left; the two set aside stay out.
A-RS-9 | Raid 5 = After the opponent's raid the worker of the space returns to the general supply: the space stays empty.
A-RS-10 | Fin de partie = Whoever triggers the end finishes the turn; then both have one more, the other side first.
A-RS-12 | Raid 2 = The opponent scores what its card says; the board's strength tiers are the player's alone.
base-forgo | Jeu standard = A worker may be placed or taken without carrying out the building's action.
base-crew | Jeu standard = A crew member is discarded to make room for another only when the crew is full.
base-hand | Jeu standard
  A townsfolk is named when it is played or hired. It is counted against its printed copies: crew, and cards discarded by name
    since the deck was last shuffled, which happens when one is to be drawn and none is left. Scheme cards that a table
    enters, too: no more of a kind of place than the deck has, less the outpost and the monastery set aside.
base-valkyries | Jeu standard
  If a raid meets more Valkyries than the player has crew, all the crew is lost and every Valkyrie counts on the track.
base-tie | Jeu standard = A tie goes to the higher Valkyrie marker, then to the higher armour; if both are even, nobody wins.
""")

ABOUT = About(
    title=Text("Raiders of the North Sea, solo opponent"),
    edition=Text("Garphill Games 2015, solo variant; French edition Pixie Games"),
    rules=Text(
        "The solo variant's French rule sheet, and the base game's rule book for the player's own "
        "turn"
    ),
    editions={
        "default": Text(
            "Base game 2015 with the solo variant; scheme deck of the house, but for the card "
            "printed in the rules"
        )
    },
    seats=(1,),
    readings=READINGS,
    endings=("victory", "defeat", "victory-on-tie-break", "defeat-on-tie-break", "draw"),
    ending_names=Sentences("""
        victory = Victory
        defeat = Defeat
        victory-on-tie-break = Victory on the tie-break
        defeat-on-tie-break = Defeat on the tie-break
        draw = Draw
    """),
)

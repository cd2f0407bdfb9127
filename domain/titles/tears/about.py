from domain.titles.kit import About, Sentences, Text, parse_readings
from domain.titles.tears.board import ENDINGS

READINGS = parse_readings("""
A-TM-1 | Décompte | shared_points
  50 points are a Duke and 60 a King, though the table prints both numbers twice; below 0 is a Valet.
A-TM-2 | Tableau de Ressources de l'Ennemi = In round n row n applies: the marker covers the rows of finished rounds.
A-TM-3 | Tours de l'Ennemi = In round 1 the Enemy does nothing, even when the player passes; the marker still goes down.
A-TM-4 | Tableau de Ressources de l'Ennemi | after_last_row = Past row 20 the last row goes on.
A-TM-5 | Déploiement Ennemi
  It is the deck that is empty when the discard pile is turned over: first discarded, first drawn; the Enemy passes that turn,
    and a discount that was waiting is lost.
A-TM-6 | Champ de Bataille Ennemi plein
  A card without room ends the Enemy's search, unless it was searching for a discount event, which asks for a card that is
    paid and played.
A-TM-7 | Champ de Bataille Ennemi plein = The Enemy's leader is never replaced; printed costs are compared, without discounts.
A-TM-8 | Champ de Bataille Ennemi plein | ranged_swap
  A ranged card in play is only replaced by a ranged card of the same cost, if no card is cheaper and the player agrees.
A-TM-9 | Ordre de placement
  A ranged card goes to its leader's wedge; if that is full, to a wedge with ranged cards of the player (his choice of
    several); else by the common order.
A-TM-10 | Ordre de placement = Taken wedges take no more cards.
A-TM-11 | Objectifs = Objective A itself gives no card; each later one lets the player draw one.
A-TM-12 | Passer | hastings_passed
  At Hastings there are no ranged attacks once the player has passed; before, only from wedges whose might combat is lost.
    From when on the first of these holds is a switch of its own; by default from when the second does.
A-TM-13 | Attaques à distance Ennemies | hastings = The exceptions for Hastings hold once both sides are there.
A-TM-14 | Tours de l'Ennemi = After a sacrifice the Enemy skips its whole turn, ranged attack included.
A-TM-15 | Ordre de placement = A discount serves the next card that is played; discounts that follow one another add up.
A-TM-16 | Décompte = What counts are the tokens on the wedges at the end, at most 10 on each; one side takes a wedge, never both.
A-TM-17 | Capacité "Commandant" | commander
  The move is the Enemy's next turn; the weakest wedge is the one with the least might of the Enemy's; any card of a full
    wedge can make way, whatever its kind.
A-TM-18 | Capacités "Solo:" = Every choice that the rules leave open is put to the player and recorded as his decision.
A-TM-19 | Attaques à distance Ennemies
  A ranged attack does as much damage as its Range says; damage stays, and a card falls when it reaches its health.
A-TM-20 | Objectifs | wedge_phase = A side at Hastings damages wedges even before the other one is there.
A-TM-21 | Capacité "Commandant" | taken_wedge
  Cards in a taken wedge stay in play and keep their resources; nobody fights or is placed there. Ranged cards
    there, of either side, go on shooting and being shot at: a shot is no combat of the wedge.
A-TM-23 | Mise en place | draw_variant
  The text speaks of several draw variants of the normal rules without printing them: one is here, to see four cards and keep
    two. Others are not here; the table can play one by declaring its draws.
A-TM-24 | Décompte
  If the combat that takes the second wedge also kills a leader, both are recorded: the wedge decides who won, and an Enemy
    leader killed counts its points.
A-TM-25 | Mise en place
  An action used without exhausting a card has to do something: a turn is not passed by an action without effect.
A-TM-22 | Ordre de placement = An attachment lies under a card of the battlefield and takes no space; it goes when that card goes.
""")

ABOUT = About(
    title=Text("1066, Tears to Many Mothers: solo"),
    edition=Text("Solo rules, French edition"),
    rules=Text("Solo rules of 1066, Tears to Many Mothers, in French (Paul Ibbs, Tristan Hall)"),
    editions={
        "default": Text(
            "Solo rules in French, with two invented decks (every card is marked as a placeholder)"
        )
    },
    seats=(1,),
    readings=READINGS,
    endings=ENDINGS,
    ending_names=Sentences("""
        two-wedges = The player took a second wedge
        enemy-leader-killed = The Enemy's leader was killed
        enemy-two-wedges = The Enemy took a second wedge
        leader-killed = The player's leader was killed
        deck-out = The player's deck was empty
    """),
)

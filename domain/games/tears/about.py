"""What the title says of itself, and how the unclear sentences of the rule text are read here."""

from __future__ import annotations

from domain.games.tears.score import ENDINGS
from domain.kit import About, Text, readings

READINGS = readings("""
A-TM-1 | Décompte | shared_points
  50 points are a Duke and 60 a King, though the table prints both numbers twice; below 0 is a Valet.
  50 points font un Duc et 60 un Roi, bien que le tableau imprime ces nombres deux fois ; moins de 0 : Valet.
A-TM-2 | Tableau de Ressources de l'Ennemi
  In round n row n applies: the marker covers the rows of finished rounds.
  Au round n vaut la ligne n : le marqueur recouvre les lignes des rounds finis.
A-TM-3 | Tours de l'Ennemi
  In round 1 the Enemy does nothing, even when the player passes; the marker still goes down.
  Au round 1 l'Ennemi ne fait rien, même quand le joueur passe ; le marqueur descend quand même.
A-TM-4 | Tableau de Ressources de l'Ennemi | after_last_row
  Past row 20 the last row goes on.
  Après la ligne 20, la dernière ligne continue.
A-TM-5 | Déploiement Ennemi
  It is the deck that is empty when the discard pile is turned over: first discarded, first drawn; the Enemy passes that
    turn, and a discount that was waiting is lost.
  C'est le paquet qui est vide quand on retourne la défausse : première défaussée, première piochée ; l'Ennemi passe ce
    tour, et une remise en attente est perdue.
A-TM-6 | Champ de Bataille Ennemi plein
  A card without room ends the Enemy's search, unless it was searching for a discount event, which asks for a card that is
    paid and played.
  Une carte sans place met fin à la pioche, sauf après un Événement de remise, qui veut une carte payée et jouée.
A-TM-7 | Champ de Bataille Ennemi plein
  The Enemy's leader is never replaced; printed costs are compared, without discounts.
  Le Chef Ennemi n'est jamais remplacé ; on compare les coûts imprimés, sans remise.
A-TM-8 | Champ de Bataille Ennemi plein | ranged_swap
  A ranged card in play is only replaced by a ranged card of the same cost, if no card is cheaper and the player agrees.
  Une carte à distance en jeu n'est remplacée que par une carte à distance de même coût, à défaut de carte moins chère et si
    le joueur le veut.
A-TM-9 | Ordre de placement
  A ranged card goes to its leader's wedge; if that is full, to a wedge with ranged cards of the player (his choice of
    several); else by the common order.
  Une carte à distance va dans l'Aile de son Chef ; si elle est pleine, dans une Aile où le joueur a une carte à distance (à
    son choix) ; sinon selon l'ordre commun.
A-TM-10 | Ordre de placement
  Taken wedges take no more cards.
  Une Aile prise ne reçoit plus de cartes.
A-TM-11 | Objectifs
  Objective A itself gives no card; each later one lets the player draw one.
  L'Objectif A ne donne pas de carte ; chaque suivant permet d'en piocher une.
A-TM-12 | Passer | hastings_passed
  At Hastings there are no ranged attacks once the player has passed; before, only from wedges whose might combat is lost.
    From when on the first of these holds is a switch of its own; by default from when the second does.
  À Hastings, plus d'attaque à distance quand le joueur a passé ; avant, seulement d'une Aile au Combat de Force perdu. Le
    moment où vaut la première de ces règles est une option à part ; par défaut, celui de la seconde.
A-TM-13 | Attaques à distance Ennemies | hastings
  The exceptions for Hastings hold once both sides are there.
  Les exceptions d'Hastings valent quand les deux camps y sont.
A-TM-14 | Tours de l'Ennemi
  After a sacrifice the Enemy skips its whole turn, ranged attack included.
  Après un sacrifice, l'Ennemi passe tout son tour, attaque à distance comprise.
A-TM-15 | Ordre de placement
  A discount serves the next card that is played; discounts that follow one another add up.
  Une remise sert pour la prochaine carte jouée ; des remises successives s'additionnent.
A-TM-16 | Décompte
  What counts are the tokens on the wedges at the end, at most 10 on each; one side takes a wedge, never both.
  Comptent les pions sur les Ailes à la fin, au plus 10 sur chacune ; un seul camp prend une Aile.
A-TM-17 | Capacité "Commandant" | commander
  The move is the Enemy's next turn; the weakest wedge is the one with the least might of the Enemy's; any card of a full
    wedge can make way, whatever its kind.
  Le mouvement est le prochain tour de l'Ennemi ; l'Aile la plus faible est celle où il a le moins de Force ; dans une Aile
    pleine, toute carte peut laisser sa place.
A-TM-18 | Capacités "Solo:"
  Every choice that the rules leave open is put to the player and recorded as his decision.
  Tout choix que les règles laissent ouvert est posé au joueur et enregistré comme sa décision.
A-TM-19 | Attaques à distance Ennemies
  A ranged attack does as much damage as its Range says; damage stays, and a card falls when it reaches its health.
  Une attaque à distance inflige autant de dégâts que sa Portée ; ils restent ; une carte tombe quand ils égalent sa santé.
A-TM-20 | Objectifs | wedge_phase
  A side at Hastings damages wedges even before the other one is there.
  Un camp arrivé à Hastings endommage les Ailes même avant l'autre.
A-TM-21 | Capacité "Commandant" | taken_wedge
  Cards in a taken wedge stay in play and keep their resources; nobody fights or is placed there.
  Les cartes d'une Aile prise restent en jeu avec leurs Ressources ; on n'y combat plus et on n'y place rien.
A-TM-23 | Mise en place | draw_variant
  The text speaks of several draw variants of the normal rules without printing them: one is here, to see four cards and
    keep two. Others are not here; the table can play one by declaring its draws.
  Le texte parle de plusieurs variantes de Pioche des règles normales sans les imprimer : une seule est ici, voir quatre
    cartes et en garder deux. Les autres n'y sont pas ; la table peut en jouer une en déclarant ses pioches.
A-TM-24 | Décompte
  If the combat that takes the second wedge also kills a leader, both are recorded: the wedge decides who won, and an Enemy
    leader killed counts its points.
  Si le combat qui prend la deuxième Aile tue aussi un Chef, les deux sont enregistrés : l'Aile décide du vainqueur, et un
    Chef Ennemi tué rapporte ses points.
A-TM-25 | Mise en place
  An action used without exhausting a card has to do something: a turn is not passed by an action without effect.
  Une action qui n'épuise pas de carte doit avoir un effet : on ne passe pas son tour par une action sans effet.
A-TM-22 | Ordre de placement
  An attachment lies under a card of the battlefield and takes no space; it goes when that card goes.
  Un Attachement est posé sous une carte du champ de bataille sans prendre d'espace ; il part avec elle.
""")

ABOUT = About(
    title=Text("1066, Tears to Many Mothers: solo", "1066, Dans la Fureur et le Sang : solo"),
    edition=Text("Solo rules, French edition", "Règles solo, édition française"),
    rules=Text(
        "Solo rules of 1066, Tears to Many Mothers, in French (Paul Ibbs, Tristan Hall)",
        "Règles solo de 1066, Dans la Fureur et le Sang (Paul Ibbs, Tristan Hall)",
    ),
    editions={
        "default": Text(
            "Solo rules in French, with two invented decks (every card is marked as a placeholder)",
            "Règles solo en français, avec deux paquets inventés (chaque carte est marquée factice)",
        )
    },
    seats=(1,),
    readings=READINGS,
    endings=ENDINGS,
)

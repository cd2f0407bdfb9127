"""What becomes true of a round: cards drawn and kept, phases, the marker, the end of the game."""

from __future__ import annotations

from domain.games.tears.board import Board, Phase, without
from domain.kit import Fact, Sentences, Text, replace

PHASES = Sentences("""
setup
  set-up
  mise en place
preparation
  Preparation
  Préparation
deployment
  Deployment
  Déploiement
wedges
  Wedges
  Ailes
objectives
  Objectives
  Objectifs
""")
ENDED = Sentences("""
two-wedges
  The player takes a second wedge and wins.
  Le joueur prend une deuxième Aile et gagne.
enemy-leader-killed
  The Enemy's leader is killed: the player wins.
  Le Chef Ennemi est tué : le joueur gagne.
enemy-two-wedges
  The Enemy takes a second wedge and wins.
  L'Ennemi prend une deuxième Aile et gagne.
leader-killed
  The player's leader is killed: the Enemy wins.
  Le Chef du joueur est tué : l'Ennemi gagne.
deck-out
  The player has no card left in his deck at the start of a round: the Enemy wins.
  Le joueur n'a plus de carte dans son paquet au début d'un round : l'Ennemi gagne.
""")
"""By the code of the ending."""
SAID = Sentences("""
drawn
  The player draws {what}.
  Le joueur pioche {what}.
cards
  {count} cards
  {count} cartes
kept
  The player keeps {cards} and discards {discarded}.
  Le joueur garde {cards} et défausse {discarded}.
phase
  Phase: {phase}.
  Phase : {phase}.
""")


class RoundBegan(Fact, frozen=True):
    """A round began."""

    round: int
    foretold = True
    called = Text("Round began", "Round commencé")
    says = Text("Round {round} begins.", "Le round {round} commence.")

    def apply(self, board: Board) -> Board:
        return replace(board, round=self.round, phase="preparation")


class CardsReadied(Fact, frozen=True):
    """Every exhausted card of both sides is ready again."""

    called = Text("All cards readied", "Toutes cartes prêtes")
    says = Text("All cards are readied.", "Toutes les cartes sont Prêtes.")

    def apply(self, board: Board) -> Board:
        return replace(board, player=board.player.all_ready(), enemy=board.enemy.all_ready())


class Drawn(Fact, frozen=True):
    """The player drew these cards; from a deck on the table only their number is known."""

    cards: tuple[str, ...]
    count: int
    reveals = True
    called = Text("Cards drawn", "Cartes piochées")

    def apply(self, board: Board) -> Board:
        side = board.player
        return replace(board, player=replace(side, deck=without(side.deck, self.cards), hand=(*side.hand, *self.cards)))

    def say(self, board: Board) -> Text:
        return SAID("drawn", what=board.names(self.cards) if self.cards else SAID("cards", count=self.count))


class Kept(Fact, frozen=True):
    """Of the cards drawn this round the player kept some and discarded the others."""

    cards: tuple[str, ...]
    discarded: tuple[str, ...]
    called = Text("Cards kept", "Cartes gardées")

    def apply(self, board: Board) -> Board:
        return replace(board, player=board.player.discarded(self.discarded), question=None)

    def say(self, board: Board) -> Text:
        return SAID("kept", cards=board.names(self.cards), discarded=board.names(self.discarded))


class PhaseBegan(Fact, frozen=True):
    """A phase began; `left` is what the table has to declare in it."""

    phase: Phase
    left: tuple[str, ...] = ()
    foretold = True
    called = Text("Phase began", "Phase commencée")

    def apply(self, board: Board) -> Board:
        return replace(board, phase=self.phase, left=self.left, turn=None)

    def say(self, board: Board) -> Text:
        return SAID("phase", phase=PHASES(self.phase))


class MarkerMoved(Fact, frozen=True):
    """The round marker went down and covers this row."""

    row: int
    called = Text("Round marker moved", "Marqueur de round déplacé")
    says = Text("The marker goes down and covers row {row}.", "Le marqueur descend et recouvre la ligne {row}.")

    def apply(self, board: Board) -> Board:
        return replace(board, marker=self.row)


class Ended(Fact, frozen=True):
    """The game ended."""

    code: str
    foretold = True
    called = Text("Game ended", "Partie terminée")

    def apply(self, board: Board) -> Board:
        return replace(board, ending=self.code, question=None, turn=None, left=())

    def say(self, board: Board) -> Text:
        return ENDED(self.code)

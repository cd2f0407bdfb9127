"""What becomes true of the turn, of lords, money and places. Stored for ever: fields are only
added, with defaults."""

from typing import Literal

from domain.titles.fief.board import BANK, Auction, Board, Ending, Lord, Phase, Proposal
from domain.titles.fief.facts.changes import felled, with_family, with_lord, with_place
from domain.titles.fief.values import Ground
from domain.titles.kit import Fact, Sentences, Text, replace

SAID = Sentences("""
agreed = The session ends by agreement.
won = The session ends; won by {winners}.
""")  # fmt: skip

# -- the turn --------------------------------------------------------------------------------------


class TurnBegan(Fact, frozen=True):
    """A new turn: plague zones are lifted."""

    foretold = True
    turn: int
    says = Text("Turn {turn} begins.")

    def apply(self, board: Board) -> Board:
        places = {
            id: replace(p, plague=False, fought={}, shot=()) for id, p in board.places.items()
        }
        return replace(board, turn=self.turn, places=places)


class PhaseBegan(Fact, frozen=True):
    """A phase began; these families act in it, in this order (all together in upkeep and
    auction)."""

    foretold = True
    phase: Phase
    families: tuple[str, ...]
    says = Text("Phase {phase}: {families}.")

    def apply(self, board: Board) -> Board:
        auction = Auction() if self.phase == "auction" else None
        return replace(
            board, phase=self.phase, waiting=self.families, auction=auction, recruited={}
        )


class FamilyDone(Fact, frozen=True):
    """A family has done its part of the phase."""

    family: str
    says = Text("{family} has done.")

    def apply(self, board: Board) -> Board:
        return replace(board, waiting=tuple(s for s in board.waiting if s != self.family))


class EndProposed(Fact, frozen=True):
    """A family claims victory, alone or with a married partner, or proposes to end by agreement;
    the others answer."""

    family: str
    kind: Literal["victory", "agreement"]
    partner: str
    waiting: tuple[str, ...]
    says = Text("{waiting} must answer.")

    def apply(self, board: Board) -> Board:
        return replace(board, proposal=Proposal(self.family, self.kind, self.partner, self.waiting))


class EndAgreed(Fact, frozen=True):
    """A family agrees to the proposed end."""

    family: str
    says = Text("{family} agrees.")

    def apply(self, board: Board) -> Board:
        if board.proposal is None:
            return board
        waiting = tuple(s for s in board.proposal.waiting if s != self.family)
        return replace(board, proposal=replace(board.proposal, waiting=waiting))


class EndRefused(Fact, frozen=True):
    """A family refuses the proposed end: the session goes on."""

    family: str
    says = Text("{family} refuses: the session goes on.")

    def apply(self, board: Board) -> Board:
        return replace(board, proposal=None)


class SessionEnded(Fact, frozen=True):
    """The session is over."""

    foretold = True
    code: Literal["victory", "married-victory", "agreement"]
    winners: tuple[str, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, proposal=None, waiting=(), ending=Ending(self.code, self.winners))

    def say(self, board: Board) -> Text:
        return SAID.of("won" if self.winners else "agreed", self, board.setting)


# -- lords, money, places
# ----------------------------------------------------------------------------------------


class LordEntered(Fact, frozen=True):
    """A lord came into play."""

    lord: str
    family: str
    place: str
    says = Text("{lord} of {family} enters play in {place}.")

    def apply(self, board: Board) -> Board:
        return replace(board, lords={**board.lords, self.lord: Lord(self.family, self.place)})


class LordDied(Fact, frozen=True):
    """A lord died: titles and marriage end with him."""

    lord: str
    says = Text("{lord} dies.")

    def apply(self, board: Board) -> Board:
        lord = board.lords[self.lord]
        if lord.spouse:
            board = with_lord(board, lord.spouse, spouse="")
        return felled(
            replace(board, lords={**board.lords, self.lord: Lord(lord.family, "", dead=True)})
        )


class LordCaptured(Fact, frozen=True):
    """A lord became a captive of a family, or of the infidels."""

    foretold = True
    lord: str
    captor: str
    says = Text("{lord} is captured by {captor}.")

    def apply(self, board: Board) -> Board:
        return felled(with_lord(board, self.lord, captor=self.captor, place=""))


class LordFreed(Fact, frozen=True):
    """A captive is free again and stands in a place."""

    lord: str
    place: str
    says = Text("{lord} is free, in {place}.")

    def apply(self, board: Board) -> Board:
        return with_lord(board, self.lord, captor="", place=self.place)


class Married(Fact, frozen=True):
    """Two lords married."""

    lord: str
    spouse: str
    says = Text("{lord} and {spouse} are married.")

    def apply(self, board: Board) -> Board:
        return with_lord(
            with_lord(board, self.lord, spouse=self.spouse), self.spouse, spouse=self.lord
        )


class MarriageEnded(Fact, frozen=True):
    """A marriage was annulled."""

    lord: str
    spouse: str
    says = Text("The marriage of {lord} and {spouse} is annulled.")

    def apply(self, board: Board) -> Board:
        return with_lord(with_lord(board, self.lord, spouse=""), self.spouse, spouse="")


class TitleTaken(Fact, frozen=True):
    """A lord took a title."""

    lord: str
    title: str
    says = Text("{lord} is {title}.")

    def apply(self, board: Board) -> Board:
        return with_lord(board, self.lord, titles=(*board.lords[self.lord].titles, self.title))


class TitleLost(Fact, frozen=True):
    """A living lord lost a title."""

    lord: str
    title: str
    says = Text("{lord} is no longer {title}.")

    def apply(self, board: Board) -> Board:
        return with_lord(
            board,
            self.lord,
            titles=tuple(t for t in board.lords[self.lord].titles if t != self.title),
        )


class MoneyReceived(Fact, frozen=True):
    """A family received écus from the bank."""

    family: str
    amount: int
    called = Text("Écus received")
    says = Text("{family} receives {amount:écu|écus}.")

    def apply(self, board: Board) -> Board:
        board = with_family(
            board, self.family, purse=board.families[self.family].purse + self.amount
        )
        return replace(board, bank=board.bank - self.amount)


class MoneyPaid(Fact, frozen=True):
    """A family paid écus to another, or to the bank."""

    foretold = True
    family: str
    to: str
    amount: int
    called = Text("Écus paid")
    says = Text("{family} pays {amount:écu|écus} to {to}.")

    def apply(self, board: Board) -> Board:
        board = with_family(
            board, self.family, purse=board.families[self.family].purse - self.amount
        )
        if self.to == BANK:
            return replace(board, bank=board.bank + self.amount)
        return with_family(board, self.to, purse=board.families[self.to].purse + self.amount)


class FortRaised(Fact, frozen=True):
    """A castle or a city now stands in a place."""

    place: str
    fort: Ground
    called = Text("Fortification raised")
    says = Text("{place} is now a {fort}.")

    def apply(self, board: Board) -> Board:
        return with_place(board, self.place, fort=self.fort)


class ControlTaken(Fact, frozen=True):
    """A family controls a place."""

    place: str
    family: str
    says = Text("{family} controls {place}.")

    def apply(self, board: Board) -> Board:
        return with_place(board, self.place, holder=self.family)


class PlagueSpread(Fact, frozen=True):
    """These places are a plague zone until the end of the turn."""

    bishopric: int
    places: tuple[str, ...]
    says = Text("The plague is in {places}.")

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            places={
                **board.places,
                **{p: replace(board.place(p), plague=True) for p in self.places},
            },
        )

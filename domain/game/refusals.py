from __future__ import annotations

from domain.kernel.refusals import Refusal
from domain.kernel.text import Text, joined, same
from domain.titles.contract.catalogs.catalog import FileFault
from domain.titles.contract.chance import Ask
from domain.titles.contract.ruleset import Verdict


class UnknownGame(Refusal):
    code = "unknown-game"

    def __init__(self, game: str) -> None:
        super().__init__(Text("There is no game {game}.", game=game))


class CampaignRefused(Refusal):
    code = "campaign-refused"


class UnknownCatalog(Refusal):
    code = "unknown-catalog"

    def __init__(self, name: str) -> None:
        super().__init__(Text("There is no catalog {name}.", name=name))


class CatalogDamaged(Refusal):
    """A catalog that is kept is not what its SHA-256 names, so nothing can be read of it."""

    code = "catalog-damaged"
    members = ("sha256",)

    def __init__(self, sha256: str) -> None:
        super().__init__(
            Text(
                "The catalog {sha256} is damaged in this service's store: the operator has to put a true copy back.",
                sha256=sha256,
            )
        )
        self.sha256 = sha256


class CatalogRefused(Refusal):
    """A catalog that cannot be played with: `faults` are all that is wrong with it."""

    code = "catalog-refused"

    def __init__(self, faults: tuple[FileFault, ...]) -> None:
        n, first = len(faults), faults[0]
        where = same(first.pointer) if first.pointer else Text("the file")
        super().__init__(
            Text(
                "The catalog has {n:fault|faults}; the first, on line {line}: {where}: {what}.",
                n=n,
                line=first.line,
                where=where,
                what=first.text,
            )
        )
        self.faults = faults


class IllegalAction(Refusal):
    code = "illegal-action"
    members = ("verdict",)
    pointer = "/action"

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.text)
        self.verdict = verdict


class ValuesNeeded(Refusal):
    """The table has to roll first: `asks` says what, after `given` answers that were used."""

    code = "values-needed"

    def __init__(self, asks: tuple[Ask, ...], given: int) -> None:
        values = joined(Text("{label} ({how})", label=a.label, how=a.how) for a in asks)
        super().__init__(Text("This needs values from the table: {values}.", values=values))
        self.asks, self.given = asks, given


class ValuesRefused(Refusal):
    code = "values-refused"
    pointer = "/values"


class UndoRefused(Refusal):
    """Nothing to take back or to restore, or more than one seat may take back alone; `at` is the record in the way, if any."""

    code = "undo-refused"

    def __init__(self, text: Text, at: int = 0) -> None:
        super().__init__(text)
        self.at = at


class GameIsClosed(Refusal):
    code = "game-closed"

    def __init__(self, game: str) -> None:
        super().__init__(Text("Game {game} is closed: nothing can be added to its record.", game=game))


class SeedMissing(Refusal):
    code = "seed-missing"

    def __init__(self, *, changed: bool = False) -> None:
        if changed:
            super().__init__(
                Text(
                    "The seed that is kept of this game's sealed dice is not the one it was opened with, and "
                    "nothing is rolled with another: the operator has to put the true one back."
                ),
            )
            return
        super().__init__(
            Text("This game's sealed dice were committed elsewhere and their seed is not here: it can be read, but not rolled on.")
        )


class NoSuchSeat(Refusal):
    """No seat of this id is there for a person to sit in."""

    code = "no-such-seat"
    members = ("seats",)

    def __init__(self, seat: str, seats: tuple[str, ...], *, there: bool) -> None:
        listed = ", ".join(seats)
        what = Text("Nobody sits down at {seat}", seat=seat) if there else None
        none = what or Text("There is no seat {seat} at this table", seat=seat)
        super().__init__(Text("{none}: the seats for players are {listed}.", none=none, listed=listed))
        self.seats = seats


class SeatIsTaken(Refusal):
    """Somebody sits there, since record `at`; they leave first."""

    code = "seat-taken"

    def __init__(self, seat: Text, at: int) -> None:
        super().__init__(Text("The seat of {seat} is taken (record {at}): it has to be left first.", seat=seat, at=at))
        self.at = at


class SeatIsEmpty(Refusal):
    code = "seat-empty"

    def __init__(self, seat: Text) -> None:
        super().__init__(Text("Nobody sits in the seat of {seat}: there is nobody to leave it.", seat=seat))


class UnknownPlayer(Refusal):
    """No player has this id; or one had, and it was erased."""

    code = "unknown-player"
    pointer = "/player"

    def __init__(self, player: str, *, erased: bool = False) -> None:
        if erased:
            super().__init__(
                Text(
                    "What player {player} wrote was erased, and the id is not used again: leave it out for a new one.",
                    player=player,
                ),
            )
        else:
            super().__init__(Text("There is no player {player}.", player=player))
        self.player = player


class GameIsAdjudicated(Refusal):
    """The arbiter has named the outcome, in record `ruling`: nothing is played on, unless that is overturned."""

    code = "game-adjudicated"
    members = ("ruling",)

    def __init__(self, ruling: int) -> None:
        super().__init__(
            Text(
                "The arbiter has named the outcome (record {ruling}): the game goes on only if that ruling is overturned.",
                ruling=ruling,
            ),
        )
        self.ruling = ruling


class ProposalRefused(Refusal):
    """A proposal that cannot be made, or an answer that comes too late or from a seat that was not asked. `at` is its
    record, `state` how it stands."""

    code = "proposal-refused"

    def __init__(self, text: Text, at: int = 0, state: str = "") -> None:
        super().__init__(text)
        self.at, self.state = at, state


class RulingRefused(Refusal):
    code = "ruling-refused"

    def __init__(self, pointer: str, text: Text, at: int = 0) -> None:
        super().__init__(text)
        self.pointer, self.at = pointer, at


class CorrectionRefused(Refusal):
    code = "correction-refused"

    def __init__(self, pointer: str, text: Text) -> None:
        super().__init__(text)
        self.pointer = pointer


class ContributionRefused(Refusal):
    """A part of the sealed dice that cannot be bound or shown; or a roll that has to wait for one."""

    code = "contribution-refused"


class SealRefused(Refusal):
    """A hidden value that cannot be sealed or shown: not now, not twice, or not like this."""

    code = "seal-refused"


class GameIsFull(Refusal):
    code = "game-full"

    def __init__(self, game: str) -> None:
        super().__init__(
            Text("Game {game} holds as much as one game may: it can be ruled on, taken back and closed, no more.", game=game)
        )


class BranchRefused(Refusal):
    code = "branch-refused"

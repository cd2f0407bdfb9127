"""Refusals: what the clerk refuses, and why. Each is a sentence for its reader, and nothing was recorded."""

from __future__ import annotations

from domain.rules.catalogs.catalog import FileFault
from domain.rules.chance import Ask
from domain.rules.ruleset import Verdict
from domain.rules.text import Text, joined, same


class Refusal(Exception):
    """Base: a sentence for the reader, a stable code, and the attributes that help to go on."""

    code = "refused"
    members: tuple[str, ...] = ()

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class UnknownGame(Refusal):
    """No game has this id."""

    code = "unknown-game"

    def __init__(self, game: str) -> None:
        super().__init__(Text("There is no game {game}.", game=game))


class UnknownCampaign(Refusal):
    """No campaign has this id."""

    code = "unknown-campaign"

    def __init__(self, campaign: str) -> None:
        super().__init__(Text("There is no campaign {campaign}.", campaign=campaign))


class CampaignRefused(Refusal):
    """The campaign cannot go on like this."""

    code = "campaign-refused"


class UnknownStudy(Refusal):
    """The game has no study with this id, or none that the reader may know of."""

    code = "unknown-study"

    def __init__(self, study: str) -> None:
        super().__init__(Text("This game has no study {study} that you may read.", study=study))


class StudyRefused(Refusal):
    """Nothing can be written into the study like this."""

    code = "study-refused"


class UnknownTournament(Refusal):
    """No tournament has this id."""

    code = "unknown-tournament"

    def __init__(self, tournament: str) -> None:
        super().__init__(Text("There is no tournament {tournament}.", tournament=tournament))


class NoSuchScenario(Refusal):
    """A scenario that the campaign has not opened."""

    code = "no-such-scenario"
    members = ("number", "opened")

    def __init__(self, number: int, opened: int) -> None:
        there = Text("this campaign has opened scenarios 1 to {opened}", opened=opened)
        if opened < 2:
            there = Text("this campaign has opened scenario 1") if opened else Text("this campaign has opened none so far")
        super().__init__(Text("There is no scenario {number}: {there}.", number=number, there=there))
        self.number, self.opened = number, opened


class UnknownCatalog(Refusal):
    """No catalog goes by this name or SHA-256."""

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


class Stale(Refusal):
    """The write was made against another position than the game's, or that of the campaign or tournament that it is `of`."""

    code = "stale"

    def __init__(self, seq: int, expected: int, of: Text = Text("the game")) -> None:  # noqa: B008  frozen
        super().__init__(
            Text(
                "This was entered against record {expected}, but {of} stands at record {seq}: look again, then repeat it.",
                expected=expected,
                of=of,
                seq=seq,
            ),
        )
        self.seq, self.expected = seq, expected


class KeyReused(Refusal):
    """One idempotency key, two different requests: `seq` is the record that it was used for."""

    code = "key-reused"
    members = ("seq",)

    def __init__(self, key: str, seq: int) -> None:
        super().__init__(
            Text("The key {key} was already used for record {seq} with another request: send a new key.", key=key, seq=seq)
        )
        self.seq = seq


class IllegalAction(Refusal):
    """The rules say no; `verdict` says which rule."""

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
    """Values that the dice or the pool do not have."""

    code = "values-refused"
    pointer = "/values"


class UndoRefused(Refusal):
    """Nothing to take back or to restore, or more than one seat may take back alone; `at` is the record in the way, if any."""

    code = "undo-refused"

    def __init__(self, text: Text, at: int = 0) -> None:
        super().__init__(text)
        self.at = at


class GameIsClosed(Refusal):
    """The game has its last record."""

    code = "game-closed"

    def __init__(self, game: str) -> None:
        super().__init__(Text("Game {game} is closed: nothing can be added to its record.", game=game))


class GameExists(Refusal):
    """The id of an imported game is taken by another one."""

    code = "game-exists"

    def __init__(self, game: str) -> None:
        super().__init__(Text("Game {game} is here already, with other records: nothing was imported.", game=game))


class NoSuchPosition(Refusal):
    """A position that the game does not have: `at` is beyond its head, `seq`, or below 1."""

    code = "no-such-position"
    members = ("at", "seq")

    def __init__(self, at: int, seq: int) -> None:
        super().__init__(Text("There is no position {at}: this game has records 1 to {seq}.", at=at, seq=seq))
        self.at, self.seq = at, seq


class BadRequest(Refusal):
    """Something is asked for that this game or service does not have; `pointer` says in which field."""

    code = "bad-request"

    def __init__(self, pointer: str, text: Text) -> None:
        super().__init__(text)
        self.pointer = pointer


class DamagedFile(Refusal):
    """A file to import that is damaged at a line; `good` records before it form a valid prefix."""

    code = "damaged-file"
    members = ("line", "good")

    def __init__(self, line: int, good: int, text: Text) -> None:
        super().__init__(
            Text(
                "Line {line} is damaged: {text} The {good} records before it are whole; nothing was imported.",
                line=line,
                text=text,
                good=good,
            )
        )
        self.line, self.good = line, good


class SeedMissing(Refusal):
    """The service does not hold the seed of this game's sealed dice."""

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
    """Nobody sits there."""

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


class RedactedFile(Refusal):
    """A file that is not the whole game, but an audience's copy: `line` is its first tombstone."""

    code = "redacted-file"
    members = ("line",)

    def __init__(self, line: int) -> None:
        super().__init__(
            Text(
                "Line {line} is a tombstone: the file is an audience's copy and lacks what that audience "
                "may not know. Only the whole export of an arbiter, an organiser or the operator can be "
                "imported; nothing was.",
                line=line,
            ),
        )
        self.line = line


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
    """A ruling that cannot be given or overturned; `pointer` names the field, `at` the record in the way, if any."""

    code = "ruling-refused"

    def __init__(self, pointer: str, text: Text, at: int = 0) -> None:
        super().__init__(text)
        self.pointer, self.at = pointer, at


class CorrectionRefused(Refusal):
    """Declared facts or a patch that lead to no valid board; `pointer` names the place in them."""

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
    """The game's records have as many bytes as one game may have."""

    code = "game-full"

    def __init__(self, game: str) -> None:
        super().__init__(
            Text("Game {game} holds as much as one game may: it can be ruled on, taken back and closed, no more.", game=game)
        )


class BranchRefused(Refusal):
    """No branch can grow from here."""

    code = "branch-refused"

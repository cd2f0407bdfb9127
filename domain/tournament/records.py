"""The records of a tournament. Like those of a game (`domain/game/record/records.py`) they are
never rewritten, and their types only get more fields. The structs that pairings and results consist
of are in `domain/tournament/values.py`.

Names of entrants are stored outside the record, like those of players: the record contains a random
`player` id and the commitment to the `name`. `text` and `reason` are commitments to words that
somebody wrote.
"""

from functools import partial
from typing import Any, Literal

import msgspec
from msgspec import Raw, Struct

from domain.game.record.records import AnyChance, UndoPolicy
from domain.kernel.registry import REGISTRY, Record
from domain.tournament.values import Amount, Basis, Bye, Pairing, Table, TableResult

EXTERNAL = "external"
"""What stands in the place of a title where the games are not played in Greffe."""

Source = Literal["game", "slips", "typed"]
Effect = Literal["recompute", "repair", "report"]
PartBy = Literal["entrant", "desk"]
Derivation = Literal[1, 2]


class Departure(Struct, frozen=True, gc=False, omit_defaults=True):
    """A departure from the rules that was recorded all the same: its `code`, its `level` (2: noted
    only; 3: confirmed; 4: confirmed twice, with the consequences shown), and the round, table and
    entrants it is about (0 or empty: none). The record that contains it has the actor and the
    reason."""

    code: str
    level: int
    round: int = 0
    table: int = 0
    entrants: tuple[int, ...] = ()


class TournamentRecord(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The base of all records of a tournament: the departures from the rules that the record makes,
    and the commitment to the reason. `clock_reading` must not be set: a replay reports it."""

    departures: tuple[Departure, ...] = ()
    reason: str = ""
    clock_reading: Raw | None = None


class EngineUsed(Struct, frozen=True, gc=False):
    """A pairing engine by its id and version, and the SHA-256 of its source."""

    id: str
    version: int
    source: str


_of_tournaments = partial(REGISTRY.record, "tournament")


@_of_tournaments("0.2.0", "an organiser, its director from then on")
class TournamentOpened(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The first record of a tournament. `text` commits to its title; `rules` has the whole rules as
    canonical JSON. `ruleset` to `seals`, `tags` and `public` state how its games are opened;
    `ruleset` is `external` if they are played elsewhere. `commitment` is that to the seed;
    `derivation` states how other seeds are derived from it (1: with the basis; 2: with the
    entrants' parts). `engines` are those that pair its stages, `edition` that of the tournament
    rules, which pairings and standings follow."""

    text: str = ""
    ruleset: str
    version: int = 0
    catalog: str = ""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    chance: AnyChance = "sealed"
    undo: UndoPolicy = "consent"
    seals: bool = False
    rules: Raw
    commitment: str
    engines: tuple[EngineUsed, ...] = ()
    edition: int = 1
    tags: tuple[str, ...] = ()
    public: bool = False
    derivation: Derivation = 1


@_of_tournaments("0.2.0", "the director")
class EntrantAdded(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A person or a team enters under the next number. `since`: the first round of a late entry;
    `table`: the table that is the entrant's own (0: none). `text` commits to words of the entrant
    for the director, such as an address."""

    number: int
    player: str
    name: str = ""
    club: str = ""
    seed_rank: int = 0
    since: int = 1
    rating: int = 0
    group: str = ""
    team: int = 0
    table: int = 0
    text: str = ""


@_of_tournaments("0.2.0", "the director")
class EntrantAmended(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """All data of an entrant from now on. If `name` or `text` is empty, it is unchanged."""

    number: int
    player: str
    name: str = ""
    club: str = ""
    seed_rank: int = 0
    rating: int = 0
    group: str = ""
    team: int = 0
    table: int = 0
    text: str = ""


@_of_tournaments("0.2.0", "an entrant, the check-in, or the director")
class EntrantWithdrawn(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An entrant plays no more. Their results count on, unless they left a round robin early
    (`Stage.withdrawals`). `by`: entered by the `entrant`'s own link or at the `desk`."""

    number: int
    by: PartBy = "desk"


@_of_tournaments("0.2.0", "an entrant, or the director")
class EntrantReinstated(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An entrant who was withdrawn or expelled plays again. `by`: entered by the `entrant`'s own
    link, which is refused after an expulsion, or at the `desk`."""

    number: int
    by: PartBy = "desk"


@_of_tournaments("0.2.0", "the director")
class EntrantExpelled(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The director excludes an entrant. Their results count on, unless they left a round robin
    early (`Stage.withdrawals`)."""

    number: int


@_of_tournaments("0.2.0", "an entrant, the check-in, or the director")
class PresenceNoted(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Entrants are noted as present or, if `present` is false, as absent before a round."""

    round: int
    entrants: tuple[int, ...]
    present: bool = True


@_of_tournaments("0.2.0", "the check-in, or the director")
class CheckInClosed(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The check-in of a round is closed: only the entrants in `present`, and those who are noted as
    present afterwards, are paired in it."""

    round: int
    present: tuple[int, ...]


@_of_tournaments("0.2.0", "an entrant, the check-in, or the director")
class ByeAsked(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An entrant asks not to play a round, for half a point or none (`zero`); the kind `none` takes
    the request back. `by`: entered by the `entrant`'s own link or at the `desk`."""

    entrant: int
    round: int
    kind: Literal["half", "zero", "none"]
    by: PartBy = "desk"


@_of_tournaments("0.2.0", "the director")
class SeparationSet(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Entrants `a` and `b`, or all of a `club`, are kept apart from round `since` on: always if
    `hard`, else where possible. If `lifted`, no longer."""

    a: int = 0
    b: int = 0
    club: str = ""
    hard: bool = False
    since: int = 1
    lifted: bool = False


@_of_tournaments("0.3.0", "an entrant, the check-in, or the director")
class PartBound(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An entrant commits to a part of the chance that pairings, lots and deals are drawn from,
    before it is known who plays. `by`: entered by the `entrant`'s own link or at the `desk`."""

    entrant: int
    commitment: str
    by: PartBy = "entrant"


@_of_tournaments("0.3.0", "an entrant, the check-in, or the director")
class PartShown(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An entrant reveals their part, in hex, after a check-in is closed. All later draws depend on
    it. `by`: entered by the `entrant`'s own link or at the `desk`."""

    entrant: int
    value: str
    by: PartBy = "entrant"


@_of_tournaments("0.3.0", "the director")
class BeaconNamed(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The next draw waits for round `beacon` of a public beacon's chain, which does not exist
    yet."""

    chain: str
    beacon: int


@_of_tournaments("0.3.0", "the director")
class BeaconShown(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The signature, in hex, that the beacon published for the round that was named. All later
    draws depend on it."""

    beacon: int
    signature: str


@_of_tournaments("0.2.0", "the director")
class RoundPaired(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A round is paired, for the `attempt`-th time, by `engine` with the derived `seed` (hex).
    `stage` is counted from 0. `basis`: the records that the pairing was computed from; `present`:
    the entrants to be paired; `asked`: the requested byes. If the `pairing` was made by `hand`,
    `engine_pairing` is the engine's own (null: it could not pair the round)."""

    stage: int
    round: int
    attempt: int
    basis: Basis
    present: tuple[int, ...]
    asked: tuple[Bye, ...] = ()
    engine: EngineUsed
    seed: str
    by: Literal["engine", "hand"]
    pairing: Pairing
    engine_pairing: Pairing | None = None


@_of_tournaments("0.2.0", "the director")
class RoundPublished(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The pairing of a round is published: everybody may see it from now on."""

    round: int


@_of_tournaments("0.2.0", "the director")
class RoundWithdrawn(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The pairing of a round is withdrawn; `games`: the ids of its games that were closed in the
    same write. `agreed`: all who had begun to play agreed."""

    round: int
    games: tuple[str, ...] = ()
    agreed: bool = False


@_of_tournaments("0.2.0", "the director")
class TableChanged(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The seating of a paired round is changed: `tables` are those that changed, with all their
    entrants, and `byes` all byes of the round."""

    round: int
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()


@_of_tournaments("0.2.0", "the director")
class GameLinked(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A game is opened for a table in the same write. `leaf`: the log leaf of its opening record,
    in base64, which binds the game to the table. `seats`: the game's seats, in which the table's
    entrants sit in their order."""

    round: int
    table: int
    game: str
    seats: tuple[str, ...]
    leaf: str


@_of_tournaments("0.2.0", "an entrant")
class SlipFiled(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An entrant reports the result of their own table."""

    round: int
    entrant: int
    result: TableResult


@_of_tournaments("0.2.0", "an entrant, by the last slip of a table, a scorer, or the director")
class ResultTaken(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The result of a table is taken. By `source` it was typed, reported by the entrants in the
    records `slips`, or read from game `game` at its record `seq`. In the last case `digest` is the
    SHA-256 of the score there, `leaf` the log leaf of that record in base64, and `signed` has the
    seats that signed that record or a later one."""

    round: int
    result: TableResult
    source: Source
    game: str = ""
    seq: int = 0
    digest: str = ""
    leaf: str = ""
    signed: tuple[str, ...] = ()
    slips: tuple[int, ...] = ()


@_of_tournaments("0.2.0", "the director")
class ResultCorrected(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The result in record `record` is replaced by `result`. `effect`: `recompute` changes the
    standings from now on; `repair` also withdraws the next round in the same write; `report`
    changes exports alone. If the round was closed: `standings` is the SHA-256 of the canonical JSON
    of its new standings, and `minutes` for how long from now entrants can protest again (0: without
    end). `source` to `leaf` are as in `ResultTaken`."""

    round: int
    record: int
    result: TableResult
    effect: Effect
    source: Source = "typed"
    game: str = ""
    seq: int = 0
    digest: str = ""
    leaf: str = ""
    standings: str = ""
    minutes: int = 0


@_of_tournaments("0.2.0", "the director")
class TableReopened(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The result in record `record` is removed: the table can be played on, and actions of its game
    taken back."""

    round: int
    table: int
    record: int


@_of_tournaments("0.2.0", "the director")
class PenaltyGiven(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An entrant loses points in the standings from round `round` on."""

    entrant: int
    points: Amount
    round: int


@_of_tournaments("0.2.0", "the director")
class PenaltyLifted(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The penalty of record `penalty` is lifted."""

    penalty: int


@_of_tournaments("0.2.0", "the director")
class RulesAmended(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The rules are replaced: `rules` has all of them, as canonical JSON."""

    rules: Raw
    engines: tuple[EngineUsed, ...] = ()


@_of_tournaments("0.2.0", "the director")
class ClockSet(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The clock of a round is set: `seconds` are left at this record's time. It runs from then on
    or, if `running` is false, is stopped."""

    round: int
    seconds: int
    running: bool


@_of_tournaments("0.2.0", "the director")
class LotsDrawn(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Lots are drawn, for the `attempt`-th time, from the derived `seed` (hex). `lots`: the
    entrants in the drawn order; among equals the first is ranked best. `stage` is counted from
    0."""

    stage: int
    round: int
    attempt: int
    basis: Basis
    seed: str
    lots: tuple[int, ...]


@_of_tournaments("0.2.0", "an entrant, or the director")
class ProtestFiled(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An entrant protests against a table's result; `text` commits to the words."""

    entrant: int
    round: int
    table: int
    text: str = ""


@_of_tournaments("0.2.0", "the director")
class ProtestDecided(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The director upholds or rejects the protest of record `protest`. It changes no result: that
    takes a `ResultCorrected`. `text` commits to the words of the decision."""

    protest: int
    upheld: bool
    text: str = ""


@_of_tournaments("0.2.0", "the director")
class RoundClosed(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A round is closed. `basis`: the records that its standings are computed from; `standings`:
    the SHA-256 of their canonical JSON; `minutes`: for how long from this record's time entrants
    can protest (0: without end)."""

    round: int
    basis: Basis
    standings: str
    minutes: int = 0


class Going(Struct, frozen=True, gc=False, omit_defaults=True):
    """An entrant who goes on into a stage, with the rank in the stage before. `instead`: the
    entrant whom this alternate replaces (0: none)."""

    entrant: int
    rank: int
    instead: int = 0


@_of_tournaments("0.2.0", "the director")
class StageAdvanced(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The director states who goes on into a stage (counted from 0), and who declined."""

    stage: int
    going: tuple[Going, ...]
    declined: tuple[int, ...] = ()


@_of_tournaments("0.2.0", "the director")
class TournamentClosed(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The tournament is closed. `basis`: the records that its final standings are computed from;
    `standings`: the SHA-256 of their canonical JSON; `seed`: in hex, from which all seeds of
    pairings, lots and deals are derived."""

    basis: Basis
    standings: str
    seed: str


TOURNAMENT_TYPES = REGISTRY.types_of("tournament")

TOURNAMENT_TOPICS = REGISTRY.topics_of("tournament")

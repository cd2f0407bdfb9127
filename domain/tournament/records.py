"""The records of a tournament: like those of a game (`domain/game/record/records.py`) they are
written once, never rewritten, and only grow. What pairings and results are made of stands in
`domain/tournament/values.py`.

Names of entrants are kept outside the record, as those of players are: it holds a random `player`
id and the commitment to the `name`. What somebody wrote is committed to as `text` or `reason`.
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
    """Something that departs from the rules, and was done all the same: its `code`, its level (2
    told, 3 confirmed, 4 confirmed twice with what comes of it shown), and the round, table and
    entrants it is about. The record it stands in says who did it, and why."""

    code: str
    level: int
    round: int = 0
    table: int = 0
    entrants: tuple[int, ...] = ()


class TournamentRecord(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What every record of a tournament says beside: the departures that it makes, and the
    commitment to the reason. `clock_reading` stands in none: a replay tells of one that does."""

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
    """The first record: the rules whole, as canonical JSON; what its games are opened with
    (`ruleset` is `external` where they are played elsewhere); the commitment to the seed, and how
    others are derived from it (1: with the basis; 2: with the entrants' parts); the `edition` of
    the tournament rules that pairings and standings follow. `text` commits to the tournament's
    title."""

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
    """Somebody, or a team, enters under the next number; `since` is the first round of a late
    entry, `table` the one that is the entrant's own. `text` commits to what the entrant wrote, such
    as how to be reached."""

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
    """An entrant's data from here on, complete; `name` and `text` are empty if they stay as they
    were."""

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
    """An entrant plays no more; results stand. Entered by their own link, or at the `desk`."""

    number: int
    by: PartBy = "desk"


@_of_tournaments("0.2.0", "an entrant, or the director")
class EntrantReinstated(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An entrant who was withdrawn or expelled plays again. By their own link only entrants who were
    withdrawn come back."""

    number: int
    by: PartBy = "desk"


@_of_tournaments("0.2.0", "the director")
class EntrantExpelled(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The director excludes an entrant; results stand."""

    number: int


@_of_tournaments("0.2.0", "an entrant, the check-in, or the director")
class PresenceNoted(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Entrants were seen, or found absent, before a round."""

    round: int
    entrants: tuple[int, ...]
    present: bool = True


@_of_tournaments("0.2.0", "the check-in, or the director")
class CheckInClosed(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Who is present in a round: nobody else is paired in it."""

    round: int
    present: tuple[int, ...]


@_of_tournaments("0.2.0", "an entrant, the check-in, or the director")
class ByeAsked(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An entrant asks not to play a round, for half a point or none, by their own link or at the
    `desk`; `none` takes the request back."""

    entrant: int
    round: int
    kind: Literal["half", "zero", "none"]
    by: PartBy = "desk"


@_of_tournaments("0.2.0", "the director")
class SeparationSet(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Two entrants, or all of a club, are kept apart from round `since` on, or, `lifted`, no
    more."""

    a: int = 0
    b: int = 0
    club: str = ""
    hard: bool = False
    since: int = 1
    lifted: bool = False


@_of_tournaments("0.3.0", "an entrant, the check-in, or the director")
class PartBound(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An entrant binds a part of what pairings, lots and deals are drawn from, before it is known
    who plays: by their own link, or at the `desk`."""

    entrant: int
    commitment: str
    by: PartBy = "entrant"


@_of_tournaments("0.3.0", "an entrant, the check-in, or the director")
class PartShown(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The part of an entrant, in hex, once a check-in is closed: from here on it counts."""

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
    """What the beacon signed in the round that was named, in hex: from here on it counts."""

    beacon: int
    signature: str


@_of_tournaments("0.2.0", "the director")
class RoundPaired(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A round is paired, for the `attempt`-th time: what it was computed from, who was considered,
    by which engine from which derived seed. For a pairing made by `hand`, `engine_pairing` is the
    engine's own pairing, null if it could not pair the round."""

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
    """Everybody may see a round's pairing."""

    round: int


@_of_tournaments("0.2.0", "the director")
class RoundWithdrawn(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A round's pairing does not hold; its `games` were closed in the same write. `agreed`: all who
    had begun to play agree."""

    round: int
    games: tuple[str, ...] = ()
    agreed: bool = False


@_of_tournaments("0.2.0", "the director")
class TableChanged(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Tables of a paired round were changed: those that changed, whole, and the byes of the
    round."""

    round: int
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()


@_of_tournaments("0.2.0", "the director")
class GameLinked(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A table's game, opened in the same write; `leaf` is that of its opening record, in base64,
    and binds the two. The entrants sit in the game's `seats` in the order of the table."""

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
    """The result of a table: from its game's record at `seq`, whose score has the SHA-256 `digest`;
    from the entrants' slips, by their records; or typed. `leaf` is that of the game's record, in
    base64; `signed` are the seats who signed it or a later one."""

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
    """The result in record `record` is another one: for the standings from here on (`recompute`),
    also for the next round, which is withdrawn in the same write (`repair`), or for exports alone
    (`report`). Where the round was closed: the SHA-256 of the canonical JSON of its `standings` now,
    and for how many `minutes` from this record's time protests are heard again."""

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
    """The result in record `record` is taken back, and its game can be taken back again."""

    round: int
    table: int
    record: int


@_of_tournaments("0.2.0", "the director")
class PenaltyGiven(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An entrant loses points in the standings from a round on."""

    entrant: int
    points: Amount
    round: int


@_of_tournaments("0.2.0", "the director")
class PenaltyLifted(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The penalty of record `penalty` does not hold any more."""

    penalty: int


@_of_tournaments("0.2.0", "the director")
class RulesAmended(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The rules that hold from here on: whole, as canonical JSON."""

    rules: Raw
    engines: tuple[EngineUsed, ...] = ()


@_of_tournaments("0.2.0", "the director")
class ClockSet(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A round's clock is set: so many `seconds` are left as of this record's time, and it runs or
    stands."""

    round: int
    seconds: int
    running: bool


@_of_tournaments("0.2.0", "the director")
class LotsDrawn(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Lots are drawn, for the `attempt`-th time, from a derived seed: the entrants in the drawn
    order, the first placed best."""

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
    """The director decides on the protest of record `protest`; a result that changes is corrected
    by a record of its own."""

    protest: int
    upheld: bool
    text: str = ""


@_of_tournaments("0.2.0", "the director")
class RoundClosed(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A round is over: what its standings were computed from, the SHA-256 of their canonical JSON,
    and for how many `minutes` from this record's time protests are heard."""

    round: int
    basis: Basis
    standings: str
    minutes: int = 0


class Going(Struct, frozen=True, gc=False, omit_defaults=True):
    """Who goes on into a stage, by which rank of the one before; `instead` of whom, for an
    alternate."""

    entrant: int
    rank: int
    instead: int = 0


@_of_tournaments("0.2.0", "the director")
class StageAdvanced(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The next stage begins: who goes on, and who was asked and declined."""

    stage: int
    going: tuple[Going, ...]
    declined: tuple[int, ...] = ()


@_of_tournaments("0.2.0", "the director")
class TournamentClosed(TournamentRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The tournament is over: its final standings, and the seed that all pairings and lots came
    from."""

    basis: Basis
    standings: str
    seed: str


TOURNAMENT_TYPES = REGISTRY.types_of("tournament")

TOURNAMENT_TOPICS = REGISTRY.topics_of("tournament")

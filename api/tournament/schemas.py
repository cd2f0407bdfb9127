"""Answers about tournaments, and what their requests share, as structs."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct

from api.game.links import Href, LinkGiven, Seats, State, Token
from api.game.parameters import Tag
from api.game.schemas import Receipt
from api.tournament.links import Duty
from api.web.answers import StateOfReceipt
from api.web.body import Moment
from api.web.request.parameters import Words
from domain.game.record.records import AnyChance, UndoPolicy
from domain.kernel.amounts import Plain
from domain.kernel.text import LANGS, Lang, Text
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.aggregate.tournament import ClockAt
from domain.tournament.aggregate.wishes import LONGEST
from domain.tournament.papers import Paper
from domain.tournament.records import EXTERNAL, Departure
from domain.tournament.results.offered import CorrectionOffered
from domain.tournament.standings.tree import Term
from domain.tournament.values import Amount, Bye, Key, Rules, Status, TableResult
from projections.boards.positions import Digest
from projections.search.query import MOST

Going = Literal["open", "closed"]


class OfTournament(Struct, frozen=True):
    """The base of answers about a tournament as of its record `seq`."""

    tournament: str
    seq: int


class TournamentLine(Struct, frozen=True):
    """A tournament in a list. `entrants` counts all who ever entered; `round` is the last paired
    round (0: none)."""

    id: str
    title: str
    ruleset: str
    status: Going
    seq: int
    opened_at: datetime
    at: datetime
    entrants: int
    round: int
    rounds: int
    tags: tuple[str, ...]


class TournamentPage(Struct, frozen=True):
    """Tournaments, most recently written first. `next` is the value of `after` for the next page,
    or null; `unreadable` are the ids of tournaments that belong on this page and cannot be read."""

    tournaments: tuple[TournamentLine, ...]
    next: str | None
    unreadable: tuple[str, ...] = ()


class RoundLine(Struct, frozen=True):
    """A round in a list: the number of its tables, the tables without a result, those whose slips
    differ, and those adjourned."""

    round: int
    stage: int
    tables: int
    missing: tuple[int, ...]
    disputed: tuple[int, ...]
    adjourned: tuple[int, ...]
    published: bool
    closed: bool


class PenaltyShown(Struct, frozen=True):
    """A penalty in force, and the record that gave it."""

    record: int
    entrant: int
    points: Amount
    round: int


class ProtestShown(Struct, frozen=True):
    """A protest: its record, the entrant who filed it, the table, and whether it was upheld
    (null: not decided yet). Only the director sees the words of the protest (`text`) and of the
    decision."""

    record: int
    at: datetime
    entrant: int
    round: int
    table: int
    text: str | None
    upheld: bool | None
    decision: str | None


class TournamentAt(Struct, frozen=True):
    """A tournament as its reader may see it. Only the director sees unpublished rounds and the
    corrections `offered`."""

    id: str
    seq: int
    tournament: TournamentLine
    rules: Rules
    commitment: Digest
    rounds: tuple[RoundLine, ...]
    next_round: int | None
    clock: ClockAt | None
    penalties: tuple[PenaltyShown, ...]
    protests: tuple[ProtestShown, ...]
    departures: tuple[DepartureAt, ...]
    offered: tuple[CorrectionOffered, ...]
    seed: str | None


class Act(Struct, frozen=True):
    """A decision made by hand, or against the rules: its record, when, by whom, and the reason;
    `erased`: the words of the reason were erased."""

    record: int
    at: datetime
    actor: str
    text: Text
    reason: str | None
    erased: bool


class DepartureAt(Act, frozen=True):
    """A departure from the rules, with the decision that departs from them."""

    departure: Departure


class TournamentReport(OfTournament, frozen=True):
    """The report of a tournament: departures from its rules and decisions by hand, both oldest
    first, and what cannot be proved."""

    departures: tuple[DepartureAt, ...]
    acts: tuple[Act, ...]
    unprovable: tuple[Text, ...]


class EntrantAt(Struct, frozen=True):
    """An entrant. `team` is the number of players of a team in a challenge (0: as the stage says),
    `table` is the table where the entrant always sits (0: any). `name` is null if it was erased or
    never given. Only the director sees `contact` and `player`."""

    number: int
    name: str | None
    club: str
    group: str
    rating: int
    seed_rank: int
    status: Status
    since: int
    team: int
    table: int
    contact: str | None
    player: str | None


class EntrantPage(OfTournament, frozen=True):
    """All entrants by number."""

    entrants: tuple[EntrantAt, ...]


class SlipShown(Struct, frozen=True):
    """A result that an entrant reported, and the record with it."""

    record: int
    entrant: int
    result: TableResult


class TableShown(Struct, frozen=True):
    """A table: its entrants in the order of the seats, its game and its result. `record` is the
    record with the result; `source` is where the result came from (`game`, `slips` or `typed`);
    `disputed`: the entrants' reports differ."""

    table: int
    entrants: tuple[int, ...]
    names: tuple[str | None, ...]
    game: str | None
    result: TableResult | None
    record: int | None
    source: str | None
    disputed: bool
    slips: tuple[SlipShown, ...]


class RoundAt(OfTournament, frozen=True):
    """A round with its tables and byes; for the director also `pairing`, the whole record of its
    pairing. `by` is `hand` if anything differs from the engine's pairing: the tables in `by_hand`
    (0: the byes)."""

    round: RoundLine
    tables: tuple[TableShown, ...]
    byes: tuple[Bye, ...]
    pairing: Raw | None
    by: Literal["engine", "hand"]
    by_hand: tuple[int, ...]


class RankAt(Struct, frozen=True):
    """The rank of an entrant, whether it is shared, the key that separates it from the row above
    (`parted`), a value for each key and, if requested, the terms from which each value is computed
    (`trees`)."""

    rank: int
    shared: bool
    entrant: int
    name: str | None
    parted: str
    values: tuple[Amount, ...]
    team: Annotated[
        int,
        Meta(
            description="Where teams of several sizes are ranked by themselves, the size of this "
            "one; else 0."
        ),
    ]
    trees: tuple[Term, ...] | None


class StandingsAt(OfTournament, frozen=True):
    """The standings after a round, and their digest, which is recorded when the round is closed."""

    stage: int
    round: int
    keys: tuple[Key, ...]
    ranks: tuple[RankAt, ...]
    sha256: Digest


class ComparedStep(Struct, frozen=True):
    """A step of a game that is in force: its record, the seat that took it (empty for an
    arbiter's), and its sentence."""

    seq: int
    seat: str
    said: Text


class ComparedGame(Struct, frozen=True):
    """An entrant's game of a challenge: the points of its best seat (null: none yet), how often
    something was taken back, how many rolls differ from the shared deal (null: the games do not
    share one), and its steps in order."""

    entrant: int
    name: str | None
    game: str
    points: Plain | None
    taken_back: int
    wrong_rolls: int | None
    steps: tuple[ComparedStep, ...]


class ComparisonAt(OfTournament, frozen=True):
    """The games of two entrants in one round of a challenge. Their first `alike` steps are the
    same, with the same consequences. `same_deal`: both games have the same dice and cards."""

    round: int
    alike: int
    same_deal: bool
    games: tuple[ComparedGame, ComparedGame]


class GameAt(Struct, frozen=True):
    """A game that was opened for a table, with its links to hand out."""

    table: int
    game: str
    links: tuple[LinkGiven, ...]


class TournamentWritten(OfTournament, frozen=True):
    """The answer to a write: the kind of its last record (`type`) and its time, the departures
    from the rules that the write made, the games it opened, and the tournament `now`."""

    type: str
    at: datetime
    departures: tuple[Departure, ...]
    games: tuple[GameAt, ...]
    now: TournamentLine
    receipt: Receipt = UNSET
    receipt_state: StateOfReceipt = UNSET


class FileNote(Struct, frozen=True):
    """A note on a file of entrants or a report file: something that was ignored or understood in
    another way. Line 0 means the whole file."""

    line: int
    text: Text


class EntrantsImported(TournamentWritten, frozen=True, kw_only=True):
    """The answer to adding the entrants of a file, with notes on the file."""

    notes: tuple[FileNote, ...]


class TournamentEntry(Struct, frozen=True):
    """A record as it is stored, with its sentence. If the caller may not read it, only its kind and
    the digest of its bytes. In a stream `sentence` is null, since it needs all records before."""

    seq: int
    type: str
    at: datetime
    digest: Digest
    record: Raw | None
    sentence: Text | None = None


class TournamentEntryPage(OfTournament, frozen=True):
    """Records in order; `next` is the value of `after` for the next page, or null."""

    entries: tuple[TournamentEntry, ...]
    next: int | None


class DutyLink(Struct, frozen=True):
    """A link to a tournament: its duty, and the entrants for whom a table's link may report. `href`
    is its address for browsers, `qr` a picture of the address to print; both are null for a link
    that has expired or was revoked."""

    id: str
    duty: Duty
    entrants: Seats
    state: State
    token: Token | None
    href: Href | None
    qr: Href | None


class DutyLinks(Struct, frozen=True):
    """All links to a tournament."""

    tournament: str
    links: tuple[DutyLink, ...]


class TournamentImported(Struct, frozen=True):
    """The answer to an import."""

    tournament: str
    records: Annotated[int, Meta(description="How many records there are.")]
    already: Annotated[bool, Meta(description="It was here already, with the same records.")]


class ReportImported(OfTournament, frozen=True):
    """The answer to a report file: what was understood from it, line by line, and notes on the
    file."""

    report: tuple[Text, ...]
    notes: tuple[FileNote, ...]


class PlayLink(Struct, frozen=True):
    """A link that hands a table to BG Stats."""

    link: str


TOURNAMENTS: tuple[type[Any], ...] = (
    TournamentPage,
    TournamentAt,
    EntrantPage,
    RoundAt,
    StandingsAt,
    ComparisonAt,
    TournamentWritten,
    EntrantsImported,
    TournamentEntryPage,
    TournamentReport,
    DutyLinks,
    TournamentImported,
    ReportImported,
    PlayLink,
)


# -- bodies and queries

# One of the languages of this service.
if TYPE_CHECKING:
    Language = Lang
else:
    Language = Literal[LANGS]


class Confirm(Struct, frozen=True, forbid_unknown_fields=True):
    """The confirmation of departures from the rules, for which the problem `confirmation-needed`
    asks."""

    times: Annotated[int, Meta(description="How many times it is confirmed.", ge=0, le=2)] = 0
    reason: Words = ""
    shown: Annotated[
        str, Meta(description="The `shown` of the problem, where it asks for two.", max_length=64)
    ] = ""

    @property
    def confirmation(self) -> Confirmation:
        return Confirmation(self.times, self.reason, self.shown)


Confirmed = Annotated[Confirm, Meta(description="Confirms what departs from the rules.")]


UNCONFIRMED = Confirm()


Number = Annotated[int, Meta(description="An entrant's number.", ge=1)]


Round = Annotated[int, Meta(description="A round, numbered from 1 through all stages.", ge=1)]


TheRules = Annotated[
    Rules, Meta(description="The stages with their formats, table sizes, scoring and keys.")
]


class OpenTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """A new tournament: its title, its rules, and what its games are opened with."""

    title: Annotated[str, Meta(description="What it is called.", min_length=1, max_length=LONGEST)]
    rules: TheRules = Rules()
    ruleset: Annotated[
        str, Meta(description="The games' title by its id; `external`: they are played elsewhere.")
    ] = EXTERNAL
    catalog: Annotated[
        str, Meta(description="A catalog of the title by name, or one kept here by its SHA-256.")
    ] = "default"
    options: Annotated[
        dict[str, Any], Meta(description="The title's options, for every game alike.")
    ] = {}
    chance: Annotated[
        AnyChance,
        Meta(
            description="Whether the service draws, each round shares a deal (challenges alone), "
            "or the tables roll."
        ),
    ] = "sealed"
    undo: Annotated[UndoPolicy, Meta(description="What may be taken back in the games.")] = (
        "consent"
    )
    seals: Annotated[
        bool, Meta(description="Whether what is chosen in secret is sealed first.")
    ] = False
    tags: Annotated[
        tuple[Tag, ...],
        Meta(description="Words to find the tournament and its games by.", max_length=32),
    ] = ()
    public: Annotated[bool, Meta(description="Whether anybody may watch its games.")] = False
    client_at: Annotated[Moment | None, Meta(description="The time by the sender's clock.")] = None


class AmendRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The new rules; once a round is paired, they have to be confirmed twice."""

    rules: TheRules
    confirm: Confirmed = UNCONFIRMED


class Confirmable(Struct, frozen=True, forbid_unknown_fields=True):
    """The confirmation of a step."""

    confirm: Confirmed = UNCONFIRMED


class Advance(Struct, frozen=True, forbid_unknown_fields=True):
    """The entrants who were asked to go on and declined. Alternates by rank take their places."""

    declined: Annotated[
        tuple[int, ...], Meta(description="Entrants who do not go on.", max_length=2_000)
    ] = ()
    confirm: Confirmed = UNCONFIRMED


class TournamentListQuery(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[str, Meta(description="The `next` of the page before.")] = ""
    limit: Annotated[int, Meta(description="The most tournaments on a page.", ge=1, le=MOST)] = 50


class Export(Struct, frozen=True, forbid_unknown_fields=True):
    names: Annotated[
        bool,
        Meta(
            description="With the names and the free text that were not erased; for the director."
        ),
    ] = False


class WantedPaper(Struct, frozen=True, forbid_unknown_fields=True):
    paper: Annotated[
        Paper,
        Meta(
            description="The report file of 2026 or 2016, a table as CSV, or the rounds as a "
            "calendar."
        ),
    ] = "trf26"
    round: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        Meta(description="After this round, or its pairings; the last one without it."),
    ] = None
    lang: Annotated[Language, Meta(description="The language of headings.")] = "en"
    separator: Annotated[
        Literal["comma", "semicolon"],
        Meta(description="Of CSV; a semicolon goes with decimal commas."),
    ] = "comma"


MOST_RECORDS = 500


class WantedStandings(Struct, frozen=True, forbid_unknown_fields=True):
    round: Annotated[int | None, Meta(description="After this round; the last one without it.")] = (
        None
    )
    trees: Annotated[bool, Meta(description="With the trees that the values were added from.")] = (
        False
    )


class Pages(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[int, Meta(description="Records after this one.", ge=0)] = 0
    limit: Annotated[
        int, Meta(description="The most records on a page.", ge=1, le=MOST_RECORDS)
    ] = 100

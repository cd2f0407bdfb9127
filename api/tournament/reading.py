"""Answers about a tournament, made from the tournament, for its director and for everybody else.

What entrants wrote, how they are reached, and pairings that are not published are for the director
alone. Two entrants of a challenge are set beside each other move by move.
"""

import hashlib
from collections.abc import Iterable, Iterator

import structlog
from msgspec import Raw, Struct

from api.game.reading.reader import Reader
from api.game.reading.sentences import say_record
from api.tournament import schemas as a
from api.tournament.schemas import ComparedGame, ComparedStep, ComparisonAt, TournamentEntry
from api.web.live.streams import event_of
from domain.game.aggregate.game import Game
from domain.game.procedure.deals import rolls_of, wrong_rolls
from domain.game.procedure.sheets import score_of
from domain.game.record.records import UMPIRE, ActionTaken
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.kernel.text import Text
from domain.titles.codec import decode_action
from domain.tournament import records as r
from domain.tournament.aggregate.departures import LEVELS
from domain.tournament.aggregate.tournament import NotedAt, RoundAt, TableAt, Tournament
from domain.tournament.directing.comparison import Played, compared_games
from domain.tournament.directing.direction import Directing, TournamentAnswer
from domain.tournament.directing.games import deal_of
from domain.tournament.directing.offered import offered
from domain.tournament.directing.visibility import Visibility
from domain.tournament.refusals import TournamentRefused
from domain.tournament.standings.ranking import standings
from domain.tournament.values import Entrant


class TournamentReader:
    """A tournament as somebody may read it; `director`: everything."""

    def __init__(self, desk: Directing, tournament: Tournament, *, director: bool) -> None:
        self._desk, self._clerk, self._director = desk, desk.clerk, director
        self._visible = Visibility(tournament, director=director)
        self.tournament = tournament

    # -- the whole ---------------------------------------------------------------------------------

    def line(self) -> a.TournamentLine:
        t, rounds = self.tournament, self._rounds()
        return a.TournamentLine(
            t.id,
            self._desk.title(t),
            t.opened.ruleset,
            "closed" if t.closed else "open",
            t.seq,
            t.opened.at,
            t.at,
            len(t.entrants),
            rounds[-1].round if rounds else 0,
            t.rules.rounds,
            t.opened.tags,
        )

    def whole(self) -> a.TournamentAt:
        t = self.tournament
        held = [(seq, penalty) for seq, penalty in t.penalties.items() if seq not in t.lifted]
        clock = t.clock
        return a.TournamentAt(
            t.id,
            t.seq,
            self.line(),
            t.rules,
            t.opened.commitment,
            tuple(map(_round_line, self._rounds())),
            t.next_round if t.next_round <= t.rules.rounds and not t.closed else None,
            a.ClockShown(clock.round, clock.seconds, clock.running, clock.at)
            if clock is not None
            else None,
            tuple(a.PenaltyShown(seq, one.entrant, one.points, one.round) for seq, one in held),
            tuple(self._protests()),
            tuple(self._departures()),
            tuple(self._offered()),
            t.closing.seed if t.closing is not None else None,
        )

    def _protests(self) -> Iterator[a.ProtestShown]:
        for one in self.tournament.protests:
            filed, decision = one.filed, one.decision
            yield a.ProtestShown(
                one.seq,
                one.at,
                filed.entrant,
                filed.round,
                filed.table,
                self._words(filed.text),
                decision.upheld if decision is not None else None,
                self._words(decision.text) if decision is not None else None,
            )

    def _departures(self) -> Iterator[a.DepartureAt]:
        for noted in self._visible.noted():
            body = noted.body
            for one in body.departures:
                yield a.DepartureAt(
                    noted.seq,
                    body.at,
                    body.actor,
                    one,
                    LEVELS[one.code][1],
                    self._words(body.reason),
                )

    def _offered(self) -> Iterator[a.CorrectionOffered]:
        for one in offered(self._desk, self.tournament) if self._director else ():
            yield a.CorrectionOffered(
                one.round, one.table, one.record, one.game, one.seq, one.before, one.result
            )

    def _words(self, commitment: str) -> str | None:
        return self._clerk.words(commitment) if self._director else None

    def entrants(self) -> a.EntrantPage:
        t = self.tournament
        return a.EntrantPage(t.id, t.seq, tuple(map(self.entrant, t.entrants)))

    def entrant(self, one: Entrant) -> a.EntrantAt:
        named = self.tournament.named[one.number]
        return a.EntrantAt(
            one.number,
            self._desk.name(self.tournament, one.number),
            one.club,
            one.group,
            one.rating,
            one.seed_rank,
            one.status,
            one.since,
            one.team,
            self._words(named.text),
            named.player if self._director else None,
        )

    # -- rounds ------------------------------------------------------------------------------------

    def round(self, number: int) -> a.RoundAt:
        """A round; raises `TournamentRefused` for one that is not paired, or not published for who
        asks."""
        found, t = self.visible(number), self.tournament
        paired = self._desk.filed(t.id, found.paired - 1)[0].state if self._director else None
        tables = tuple(map(self._table, found.tables))
        return a.RoundAt(
            t.id,
            t.seq,
            _round_line(found),
            tables,
            found.byes,
            Raw(paired) if paired is not None else None,
        )

    def visible(self, number: int) -> RoundAt:
        """A round as the tournament has it; raises `TournamentRefused` for one that who asks may
        not see."""
        return self._visible.round(number)

    def noted(self) -> Iterator[NotedAt]:
        return self._visible.noted()

    def was_shown(self, round: int, seq: int) -> bool:
        """Whether who asks may be told of a round's pairing as it was at a record."""
        return self._director or self._visible.was_published(round, seq)

    def _rounds(self) -> tuple[RoundAt, ...]:
        return tuple(one for one in self.tournament.rounds if self._director or one.published)

    def _table(self, one: TableAt) -> a.TableShown:
        result = one.result
        slips = one.slips.items() if self._director else ()
        return a.TableShown(
            one.number,
            one.entrants,
            tuple(self._desk.name(self.tournament, entrant) for entrant in one.entrants),
            one.game or None,
            result.exported if result is not None else None,
            result.record if result is not None else None,
            result.said.source if result is not None else None,
            one.disputed,
            tuple(a.SlipShown(seq, entrant, slip.result) for entrant, (seq, slip) in slips),
        )

    def standings(self, through: int | None = None, *, trees: bool = False) -> a.StandingsAt:
        """The order after a round; by default after the last one that who asks may see. Raises
        `TournamentRefused`."""
        t, last = self.tournament, max((one.round for one in self._rounds()), default=0)
        at = last if through is None else through
        if not 0 <= at <= last:
            raise TournamentRefused(
                Text("There are standings after rounds 0 to {last}.", last=last),
                "/round",
            )
        found = standings(t.field, t.rules.stage_of(max(1, at)), at)
        ranks = tuple(
            a.RankAt(
                row.rank,
                row.shared,
                row.entrant,
                self._desk.name(t, row.entrant),
                row.parted,
                row.values,
                row.team,
                found.trees[n] if trees else None,
            )
            for n, row in enumerate(found.rows)
        )
        return a.StandingsAt(t.id, t.seq, found.stage, found.round, found.keys, ranks, found.sha256)

    # -- records -----------------------------------------------------------------------------------

    def shows(self, filed: StoredRecord) -> bool:
        return self._visible.shows(filed)

    def entries(self, after: int, limit: int) -> a.TournamentEntryPage:
        t = self.tournament
        after = min(after, t.seq)
        rows = self._clerk.recorder.filed(t.id, gt=after, lte=t.seq, limit=limit)
        last = rows[-1].seq if rows else after
        return a.TournamentEntryPage(
            t.id, t.seq, tuple(map(self.entry, rows)), last if last < t.seq else None
        )

    def entry(self, filed: StoredRecord) -> a.TournamentEntry:
        shown = Raw(filed.state) if self.shows(filed) else None
        return a.TournamentEntry(
            filed.seq, filed.topic, filed.body.at, hashlib.sha256(filed.state).hexdigest(), shown
        )


def _round_line(one: RoundAt) -> a.RoundLine:
    disputed = tuple(table.number for table in one.tables if table.disputed)
    return a.RoundLine(
        one.round,
        one.stage,
        len(one.tables),
        one.missing,
        disputed,
        one.adjourned,
        bool(one.published),
        bool(one.closed),
    )


def written_at(
    desk: Directing, answer: TournamentAnswer, games: tuple[a.GameAt, ...]
) -> a.TournamentWritten:
    filed, body = answer.filed, answer.filed.body
    assert isinstance(body, r.TournamentRecord)
    now = TournamentReader(desk, answer.tournament, director=True).line()
    return a.TournamentWritten(
        filed.game, filed.seq, filed.topic, body.at, body.departures, games, now
    )


def lines(
    desk: Directing, candidates: Iterable[tuple[int, str]]
) -> Iterator[tuple[int, a.TournamentLine]]:
    """Tournaments for a list; one that cannot be read must not keep the others from being
    listed."""
    for number, id in candidates:
        try:
            yield number, TournamentReader(desk, desk.tournament(id), director=True).line()
        except DamagedRecord as e:
            structlog.get_logger("greffe.api").error(
                "a tournament cannot be read", tournament=id, why=str(e)
            )


def comparison(desk: Directing, t: Tournament, at: RoundAt, a: int, b: int) -> ComparisonAt:
    """The games of two entrants in a round that may be compared. Raises `TournamentRefused` where
    one has none."""
    found = compared_games(desk, t, at, a, b)
    deal = deal_of(desk, t, at) if found.same_deal else b""
    one, other = (_game(desk, t, played, deal) for played in (found.one, found.other))
    return ComparisonAt(t.id, t.seq, at.round, found.alike, found.same_deal, (one, other))


def compared_first(tables: tuple[TableAt, ...], own: int = 0) -> tuple[int, ...]:
    """The entrants who have a game in a round, in the order in which they are compared where nobody
    says whom: whoever asks, then those with the best score, then by table."""
    there = [number for one in tables if one.game for number in one.entrants]
    entries = [
        entry for one in tables if one.result is not None for entry in one.result.result.entries
    ]
    best = [
        entry.entrant
        for entry in sorted(entries, key=lambda entry: (-(entry.score or 0), entry.entrant))
    ]
    return tuple(dict.fromkeys(number for number in (own, *best, *there) if number in there))


def _game(desk: Directing, t: Tournament, played: Played, deal: bytes) -> ComparedGame:
    game, linked = played.game, played.table.linked
    seats = linked.seats if linked is not None else ()
    points = max(
        (line.points for line in score_of(game) if line.seat in seats), default=None
    )  # an automa's are nobody's
    wrong = len(wrong_rolls(rolls_of(game), deal)) if deal else None
    reader = Reader(game, UMPIRE)  # the round is over: everything may be seen
    steps = tuple(_step(reader, game, seq) for seq in played.steps)
    return ComparedGame(
        played.entrant,
        desk.name(t, played.entrant),
        game.id,
        points,
        played.taken_back,
        wrong,
        steps,
    )


def _step(reader: Reader, game: Game, seq: int) -> ComparedStep:
    body = game.history.filed(seq).body
    if not isinstance(body, ActionTaken):
        return ComparedStep(seq, "", say_record(game, body))
    before = Game(game.history, game.checks, seq - 1)
    said: Text = reader.deed(before.board, body.seat, decode_action(game.rules, body.action), seq)
    return ComparedStep(seq, body.seat, said)


class TournamentHappened(Struct, frozen=True):
    """The data of an event `record` of a tournament: its entry as `/records` shows it now."""

    tournament: str
    seq: int
    entry: TournamentEntry


def happened_in_tournament(reader: TournamentReader, filed: StoredRecord) -> bytes:
    return event_of(
        filed.seq,
        b"record",
        TournamentHappened(reader.tournament.id, filed.seq, reader.entry(filed)),
    )

"""The games of tables: opening a game with its entrants seated, breaking it off, and reading its
result.

Use cases call `TableGames`. The service implements it with the clerk's games (`ClerkGames`), an
audit with the tournament's records (`RecordedGames`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from msgspec import to_builtins
from msgspec.structs import asdict, replace

from domain.game.aggregate.game import PLAYER, Game, seat_ranks
from domain.game.aggregate.waiting import position_signers
from domain.game.clerk.clerk import Clerk
from domain.game.commands import (
    DealtOpening,
    Opening,
    Order,
    game_id,
    open_record,
    setting_for,
    with_link_ids,
)
from domain.game.names import Names
from domain.game.play.sheets import score_digest, score_of
from domain.game.record.records import FIRST, ActionTaken, ResultHandedIn, ResultReopened, SeatInfo
from domain.game.refusals import UNREADABLE
from domain.game.seats.countersignatures import signed_after_closing
from domain.game.store.repository import leaf_of
from domain.kernel.refusals import BadRequest, Refusal
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.proof.log.entries import NO_PREV, RecordEntry
from domain.proof.spelling import base64_of
from domain.titles.contract.chance import Values
from domain.titles.contract.ruleset import AnyRuleset, Setting
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.directing.direction import TournamentStore, WriteContext
from domain.tournament.records import EXTERNAL, GameLinked
from domain.tournament.refusals import TournamentRefused, need
from domain.tournament.seeds import derived
from domain.tournament.standings import match_results
from domain.tournament.values import Entry, Match, TableResult, score_in


@contextmanager
def reading(table: TableAt) -> Iterator[None]:
    """Raise `TournamentRefused` if, inside the block, a game of this table cannot be read."""
    try:
        yield
    except UNREADABLE as e:
        raise TournamentRefused(
            Text(
                "The game of table {table} ({game}) cannot be read: {why}",
                table=table.number,
                game=table.game,
                why=e.text,
            )
        ) from None


class GameRead(NamedTuple):
    """The result of a table, read from its game: `result`, the seats that signed the game,
    `source` (the fields `game`, `seq`, `digest` and `leaf` of the record that takes the result),
    and the records that are added to the game in the same write (`rows`)."""

    result: TableResult
    signed: tuple[str, ...]
    source: dict[str, Any]
    rows: tuple[StoredRecord, ...] = ()


class BrokenOff(NamedTuple):
    """The games of a round that is withdrawn: the ids of the games that had begun, the ids of the
    games still open (`still_open`), and the records that break the open ones off (`rows`)."""

    begun: tuple[str, ...]
    still_open: tuple[str, ...]
    rows: tuple[StoredRecord, ...] = ()


class TableGames(Protocol):
    def prepare(self, opening: Opening, *, counted: bool) -> dict[str, Any]:
        """Check how a tournament's games are to be opened, and store the catalog. Returns the
        fields of the tournament's opening record about games. `counted`: the rules of the
        tournament count victory points, so more must be better in the game. Raises
        `BadRequest`."""

    def open(
        self,
        t: Tournament,
        round: RoundAt,
        table: TableAt,
        context: WriteContext,
        order: Order,
        values: Values,
        *,
        last: bool,
    ) -> tuple[GameLinked, tuple[StoredRecord, ...]]:
        """Make the records that open the next game of a table: the tournament's record that links
        the game, and the game's opening record. If an earlier game of the match is still open,
        there is also the record that closes it. `last`: the linking record is the last one of its
        write. Raises `Refusal`s."""

    def read(
        self, t: Tournament, round: RoundAt, table: TableAt, context: WriteContext
    ) -> GameRead:
        """The result of the table, read from its games, with the record that marks it as handed in
        to the tournament. Raises `TournamentRefused` if it cannot be read, or there is none."""

    def game_differences(
        self, t: Tournament, round: RoundAt, table: TableAt, result: TableResult
    ) -> tuple[Text, ...]:
        """If the table's games came to another result than the one given, a sentence on each
        entrant's result in them. Else nothing, also if they have no result yet."""

    def with_places(self, t: Tournament, round: RoundAt, result: TableResult) -> TableResult:
        """A typed result with the places filled in that were not typed (0), from everybody's points
        or games won. Raises `TournamentRefused` if somebody has neither a place nor points."""

    def give_back(
        self, t: Tournament, table: TableAt, context: WriteContext
    ) -> tuple[StoredRecord, ...]:
        """The records to be added to the table's game when the tournament takes its result
        back."""

    def break_off(self, round: RoundAt, context: WriteContext) -> BrokenOff:
        """Make the records that close the open games of a round. Stores nothing itself."""


class ClerkGames:
    def __init__(self, store: TournamentStore) -> None:
        self._store, self._clerk = store, store.clerk

    def prepare(self, opening: Opening, *, counted: bool) -> dict[str, Any]:
        rules, catalog, setting = setting_for(opening, self._clerk.key_values)
        need_most_wins(rules, setting, counted=counted)
        self._clerk.key_values.keep("catalog", catalog.sha256, catalog.data)
        return {
            "ruleset": rules.id,
            "version": rules.version,
            "catalog": catalog.sha256,
            "options": to_builtins(setting.options),
        }

    def open(
        self,
        t: Tournament,
        round: RoundAt,
        table: TableAt,
        context: WriteContext,
        order: Order,
        values: Values,
        *,
        last: bool,
    ) -> tuple[GameLinked, tuple[StoredRecord, ...]]:
        begins, ended = self._next_game(t, round, table, context)
        linked, row = opening_rows(self._store, t, round, begins, context, order, values, last=last)
        if begins.entrants != table.entrants:
            linked = replace(linked, seats=linked.seats[::-1])
        return linked, (row, *ended)

    def _next_game(
        self, t: Tournament, round: RoundAt, table: TableAt, context: WriteContext
    ) -> tuple[TableAt, tuple[StoredRecord, ...]]:
        """The table with its entrants in the order of the next game's seats, and the record that
        closes the game before it, if that is still open. Raises `TournamentRefused` if the match is
        decided."""
        if not table.game:
            return table, ()
        match = match_at(t, round)
        with reading(table):
            result = result_of_games(t, match_at(t, round), table, self._clerk.game)
            game = self._clerk.game(table.game)
        need(
            result.time_over,
            Text("The match of table {number} is decided.", number=table.number),
            "/tables",
        )
        seats, sits = [seat.id for seat in game.opened.seats], dict(seats_and_entrants(table))
        first = next(sits[seat] for seat in seats if seat in sits)
        last = result_of(t, table, game)
        behind = [entry.entrant for entry in last.entries if entry.place > 1]
        others = [n for n in table.entrants if n != first]
        begins = (behind or others)[0] if match.begins == "loser" else others[0]
        order = tuple(sorted(table.entrants, key=lambda n: n != begins))
        end = self._clerk.closing_record(game, context.unit.stamp_after(game.at))
        ended = () if game.closed else (context.unit.record_at(game.id, game.seq + 1, end),)
        return replace(table, table=replace(table.table, entrants=order)), ended

    def read(
        self, t: Tournament, round: RoundAt, table: TableAt, context: WriteContext
    ) -> GameRead:
        with reading(table):
            game = self._clerk.game(table.game)
            result = result_of_games(t, match_at(t, round), table, self._clerk.game)
            signed = signed_by(self._clerk, game)
        need(
            not result.time_over,
            Text(
                "The match of table {number} is not decided: open its next game, or type the "
                "result as of time over.",
                number=table.number,
            ),
            "/table",
        )
        source = {
            "game": game.id,
            "seq": game.seq,
            "digest": score_digest(game),
            "leaf": base64_of(leaf_of(self._clerk.load(game.id), game.seq)),
        }
        return GameRead(result, signed, source, handing_in(t, round, table, game, context))

    def game_differences(
        self, t: Tournament, round: RoundAt, table: TableAt, result: TableResult
    ) -> tuple[Text, ...]:
        try:
            with reading(table):
                now = result_of_games(
                    t, match_at(t, round), table, self._clerk.game, open_=result.time_over
                )
        except Refusal:  # it has no outcome, or cannot be read: nothing to compare with
            return ()
        return () if same_result(now, result) else tuple(map(_place_sentence, now.entries))

    def with_places(self, t: Tournament, round: RoundAt, result: TableResult) -> TableResult:
        if match_at(t, round).several and result.entries:
            return result if all(e.place for e in result.entries) else match_results.placed(result)
        unplaced = [entry.entrant for entry in result.entries if not entry.place]
        scores = [entry.score_number for entry in result.entries if entry.score is not None]
        if not unplaced:
            return result
        need(
            len(scores) == len(unplaced) == len(result.entries),
            Text(
                "{entrant} has no place yet: enter one for everybody, or the points of everybody.",
                entrant=Text("Entrant {number}", number=unplaced[0]),
            ),
            f"/entries/{unplaced[0]}",
        )
        best_first = sorted(scores, reverse=not self._lowest_wins(t, round, len(scores)))
        return replace(
            result,
            entries=tuple(
                replace(entry, place=1 + best_first.index(score))
                for entry, score in zip(result.entries, scores, strict=True)
            ),
        )

    def _lowest_wins(self, t: Tournament, round: RoundAt, players: int) -> bool:
        if t.opened.ruleset == EXTERNAL:
            return False
        rules, _, setting = setting_for(opening_of(t, round, players), self._clerk.key_values)
        return rules.lowest_wins(rules.blank(setting))

    def give_back(
        self, t: Tournament, table: TableAt, context: WriteContext
    ) -> tuple[StoredRecord, ...]:
        with reading(table):
            return giving_back(t, self._clerk.game(table.game), context)

    def break_off(self, round: RoundAt, context: WriteContext) -> BrokenOff:
        games = []
        for table in round.tables:
            with reading(table):
                games += [self._clerk.game(linked.game) for linked in table.games]
        begun = tuple(game.id for game in games if ActionTaken.__name__ in game.history.topics)
        still = [game for game in games if not game.closed]
        rows = (
            context.unit.record_at(
                game.id,
                game.seq + 1,
                self._clerk.closing_record(game, context.unit.stamp_after(game.at)),
            )
            for game in still
        )
        return BrokenOff(begun, tuple(game.id for game in still), tuple(rows))


def _place_sentence(entry: Entry) -> Text:
    sentence = Text(
        "In the game, entrant {entrant} has place {place}.",
        entrant=entry.entrant,
        place=entry.place,
    )
    return (
        sentence
        if entry.score is None
        else Text("{said} Victory points: {score}.", said=sentence, score=entry.shown)
    )


# -- opening ---------------------------------------------------------------------------------------


def need_most_wins(rules: AnyRuleset, setting: Setting, *, counted: bool) -> None:
    """Raise `BadRequest` if the tournament's rules count victory points (`counted`) although the
    fewest win the game."""
    if counted and rules.lowest_wins(rules.blank(setting)):
        raise BadRequest(
            "/scoring",
            Text("The lowest total wins these games: let places count here, not victory points."),
        )


def opening_of(
    t: Tournament, round: RoundAt, players: int, values: Values = (), deal: bytes = b""
) -> Opening:
    """How a table's game is to be opened, for so many `players`. `values`: the dice rolled at the
    table for the set-up; `deal`: the chance that all games of the round share (empty: each its
    own)."""
    opened = t.opened
    opening = Opening(
        ruleset=opened.ruleset,
        catalog=opened.catalog,
        options=opened.options,
        players=players,
        chance="table" if opened.chance == "table" else "sealed",
        undo=opened.undo,
        values=values,
        tags=opened.tags,
        public=opened.public,
        seals=opened.seals,
        time_control=t.rules.stages[round.stage].time_control,
    )
    return DealtOpening(**asdict(opening), deal=deal) if opened.chance == "duplicate" else opening


def deal_of(store: TournamentStore, t: Tournament, round: RoundAt) -> bytes:
    """The deal that all games of a round share, 32 bytes; empty if each game has its own chance.
    Raises `SeedMissing`."""
    return dealt_from(store.seed(t), t, round) if t.opened.chance == "duplicate" else b""


def dealt_from(seed: bytes, t: Tournament, round: RoundAt) -> bytes:
    """The 32 bytes from which all games of a round derive the same chance (its deal); they are derived
    from the tournament's seed."""
    attempt = t.attempts["pair", round.stage, round.round]
    parts = round.drawn_with if t.opened.derivation > 1 else None
    return bytes.fromhex(
        derived(
            seed,
            t.id,
            stage=round.stage + 1,
            round=round.round,
            attempt=attempt,
            basis="",
            use="deal",
            parts=parts,
        )
    )


def seats_and_entrants(table: TableAt) -> tuple[tuple[str, int], ...]:
    """The (seat, entrant) of every seat of a table's newest game, in order; nothing if the table
    has no game. In a challenge all seats are the same entrant's."""
    seats = table.linked.seats if table.linked is not None else ()
    return tuple(
        zip(
            seats,
            table.entrants * len(seats) if len(table.entrants) == 1 else table.entrants,
            strict=True,
        )
    )


def opening_rows(
    store: TournamentStore,
    t: Tournament,
    round: RoundAt,
    table: TableAt,
    context: WriteContext,
    order: Order,
    values: Values,
    *,
    last: bool,
) -> tuple[GameLinked, StoredRecord]:
    clerk = store.clerk
    attempt = t.attempts["pair", round.stage, round.round]
    id = game_id(
        order.actor, f"table\n{t.id}\n{round.round}\n{attempt}\n{table.number}\n{order.key}"
    )
    inner = Order(id, 0, order.actor, order.key, order.request)
    needed = seat_count(t, round, table)
    try:
        body = open_record(
            opening_of(t, round, needed, values, deal_of(store, t, round)),
            inner,
            clerk.key_values,
            context.last,
        )
    except BadRequest as e:
        if e.pointer != "/players":
            raise
        raise TournamentRefused(
            Text("Table {number}: {why}", number=table.number, why=e.text), "/tables"
        ) from None
    players = [seat.id for seat in body.seats if seat.role == "player"]
    need(
        len(players) == needed,
        Text(
            "This game has {count} seats, and table {number} has {count2} entrants.",
            count=len(players),
            number=table.number,
            count2=len(table.entrants),
        ),
        "/tables",
    )
    sits = dict(
        zip(
            players,
            table.entrants * needed if len(table.entrants) == 1 else table.entrants,
            strict=True,
        )
    )
    seats = tuple(_seat(store, t, seat, sits.get(seat.id, 0), id, context) for seat in body.seats)
    body = replace(body, seats=seats, owner=t.opened.actor if order.actor != t.opened.actor else "")
    body = with_link_ids(
        replace(body, tournament=t.id, round=round.round, table=table.number), id, clerk.link_of
    )
    first = context.unit.record_at(id, FIRST, body)
    leaf = base64_of(RecordEntry.of(id, FIRST, NO_PREV, first.topic, first.state).leaf)
    stamp = context.last if last else context.stamp
    return GameLinked(
        **stamp, round=round.round, table=table.number, game=id, seats=tuple(players), leaf=leaf
    ), first


def seat_count(t: Tournament, round: RoundAt, table: TableAt) -> int:
    stage, alone = (
        t.rules.stages[round.stage],
        t.entrant(table.entrants[0]) if len(table.entrants) == 1 else None,
    )
    return (
        stage.size(alone)
        if stage.format == "challenge" and alone is not None
        else len(table.entrants)
    )


def _seat(
    store: TournamentStore,
    t: Tournament,
    seat: SeatInfo,
    entrant: int,
    game: str,
    context: WriteContext,
) -> SeatInfo:
    if not entrant:
        return seat
    player, name = t.named[entrant].player, store.name(t, entrant)
    Names(store.clerk.key_values).enter_stream(player, PLAYER, game)
    return replace(seat, player=player, name=context.store_name(player, name or ""))


# -- results ---------------------------------------------------------------------------------------


WHOLE_PARTS = 3
"""The last edition in which victory points of titles with fractional points are counted in whole
parts, such as halves. A tournament keeps the edition that it was opened under."""


def result_of(t: Tournament, table: TableAt, game: Game) -> TableResult:
    """The result of a table from one finished game: winners share the first place, the others
    follow by points. A team alone at its table has the first place and the points of its best seat.
    Raises `TournamentRefused` if the game has no outcome, or its score cannot be relied on."""
    if game.status == "open" or game.outcome is None:
        raise TournamentRefused(
            Text(
                "The game of table {number} ({id}) has no outcome yet.",
                number=table.number,
                id=game.id,
            ),
            "/table",
        )
    need(
        not game.diverged,
        Text(
            "The replay of game {id} differs from its record {diverged}: its score cannot be "
            "relied on.",
            id=game.id,
            diverged=game.diverged,
        ),
        "/table",
    )
    assert table.linked is not None
    points = {line.seat: line.points for line in score_of(game)}
    parts = 1 if t.opened.edition > WHOLE_PARTS else game.setting.units_per_point
    scores = {seat: score_in(number * parts) for seat, number in points.items()}
    places = seat_ranks(game, {seat: points.get(seat, 0) for seat in table.linked.seats})
    if len(table.entrants) == 1:  # a team together: what its best seat has
        there = [seat for seat in table.linked.seats if seat in points]
        best = scores[max(there, key=points.__getitem__)] if there else None
        return TableResult(table.number, (Entry(table.entrants[0], 1, best),))
    return TableResult(
        table.number,
        tuple(
            Entry(entrant, places[seat], scores.get(seat))
            for seat, entrant in seats_and_entrants(table)
        ),
    )


def match_at(t: Tournament, round: RoundAt) -> Match:
    """The settings of the matches of a round, by its stage."""
    return t.rules.stages[round.stage].match


def result_of_games(
    t: Tournament,
    match: Match,
    table: TableAt,
    game: Callable[[str], Game],
    *,
    open_: bool = False,
) -> TableResult:
    """The result of a table from its game or, for a match, from all its games. `game` returns a
    game by id. Raises `TournamentRefused` if a game has no outcome; with `open_`, games without an
    outcome are left out, but not the first."""
    links = table.games if match.several else table.games[-1:]
    results = []
    for linked in links:
        try:
            results.append(result_of(t, replace(table, linked=linked), game(linked.game)))
        except TournamentRefused:
            if not (open_ and results):
                raise
    return match_results.match_of(match, results) if match.several else results[0]


def same_result(now: TableResult, before: TableResult) -> bool:
    """Whether no entrant differs between two results (`differing`)."""
    return differing(now, before) == ()


def differing(now: TableResult, before: TableResult) -> tuple[int, ...]:
    """The entrants, in order of number, whom only one of two results has, or who have another place
    or absence in them, or other points if both have points. All entrants if the numbers of drawn
    games differ."""
    mine, other = ({entry.entrant: entry for entry in result.entries} for result in (now, before))
    return tuple(
        sorted(
            n
            for n in mine.keys() | other.keys()
            if n not in mine
            or n not in other
            or now.drawn != before.drawn
            or _entries_differ(mine[n], other[n])
        )
    )


def _entries_differ(mine: Entry, other: Entry) -> bool:
    scored = mine.score is not None and other.score is not None
    return (mine.place, mine.absent) != (other.place, other.absent) or (
        scored and mine.score != other.score
    )


def handing_in(
    t: Tournament, round: RoundAt, table: TableAt, game: Game, context: WriteContext
) -> tuple[StoredRecord, ...]:
    """The record to be added to a game when the tournament takes its result; nothing if the game is
    closed or was handed in before."""
    if game.closed or game.handed_in:
        return ()
    body = ResultHandedIn(
        at=max(context.last["at"], game.at),
        actor=context.order.actor,
        tournament=t.id,
        round=round.round,
        table=table.number,
        digest=score_digest(game),
    )
    return (StoredRecord.new(game.id, game.seq + 1, body),)


def giving_back(t: Tournament, game: Game, context: WriteContext) -> tuple[StoredRecord, ...]:
    """The record to be added to a game when the tournament takes its result back; nothing if the
    game is closed or was not handed in."""
    if game.closed or not game.handed_in:
        return ()
    body = ResultReopened(
        at=max(context.last["at"], game.at),
        actor=context.order.actor,
        tournament=t.id,
        handed=game.handed_in,
    )
    return (StoredRecord.new(game.id, game.seq + 1, body),)


def signed_by(clerk: Clerk, game: Game) -> tuple[str, ...]:
    """The seats that signed a game's last step in force or a later record, sorted. Includes the
    signatures that are kept beside the record once the game is closed."""
    step = game.step
    since = step.seq if step is not None else FIRST
    later = {
        body.seat for body in signed_after_closing(clerk.key_values, game.id) if body.about >= since
    }
    return tuple(sorted(later.union(position_signers(game))))

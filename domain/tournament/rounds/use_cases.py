"""The use cases of rounds: pairing, publishing, withdrawing, changing tables, opening games, the
clock, closing."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from domain.game.commands import Order
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.titles.contract.chance import Values
from domain.tournament import records as r
from domain.tournament.aggregate import subjects
from domain.tournament.aggregate.conditions import (
    NO_CONFIRMATION,
    Confirmation,
    departure,
    need_confirmed,
    need_open,
)
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.directing.direction import (
    Rows,
    TournamentAnswer,
    TournamentWriter,
    WriteContext,
)
from domain.tournament.directing.games import TableGames, match_at
from domain.tournament.refusals import TournamentRefused, need
from domain.tournament.rounds.conditions import (
    need_changeable,
    need_last_paired,
    need_named_once,
    need_results,
    need_round,
    need_table,
)
from domain.tournament.rounds.seating import (
    by_hand,
    departures_of,
    need_pairable,
    need_seated,
    present_departures,
    question_of,
)
from domain.tournament.seeds import Draws
from domain.tournament.standings.ranking import standings
from domain.tournament.values import Bye, CannotPair, Engine, Pairing, Question, Stage, Table

MOST_AT_ONCE = 200

MATCHING = ("duels", "fide-dutch")
MOST_MATCHED = 800
"""The most entrants these engines pair: matching takes quadratic time, while everybody else
waits."""

Engines = Callable[[Stage, int], Engine]
"""Returns the engine of a stage by an edition of the tournament rules."""


class Rounds:
    def __init__(self, store: TournamentWriter, engines: Engines, games: TableGames) -> None:
        self._store, self._engines, self._games = store, engines, games

    # -- pairing -----------------------------------------------------------------------------------

    def pair(
        self,
        order: Order,
        round: int,
        tables: Sequence[Sequence[int]] | None = None,
        byes: Sequence[int] = (),
        confirmation: Confirmation = NO_CONFIRMATION,
    ) -> TournamentAnswer:
        """Pair a round by its engine or, with `tables` and allocated `byes`, by hand; then the
        engine's own pairing is recorded beside it."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            departures = [*need_pairable(t, round), *self._without_beacon(t, round)]
            stage = t.rules.stage_of(round)
            cut, changed = _advance_again(t, round, context)
            departures += changed
            t = replace(t, seq=t.seq + len(cut), advanced=(*t.advanced, *cut))
            attempt = t.attempts.get(("pair", stage, round), 0) + 1
            basis = t.basis
            seed = self._store.derived(t, "pair", stage, round, attempt, basis)
            question = question_of(t, round, seed)
            engine = self.engine(t, round)
            count, rules = len(question.present), t.rules.stages[stage]
            alone = rules.format in ("challenge", "knock-out")
            need(
                count >= (1 if alone else max(2, rules.least)),
                Text("Nobody is left to play round {round}: close the tournament.", round=round)
                if rules.format == "knock-out"
                else Text(
                    "Only {count} are present in round {round}: that is no table.",
                    count=count,
                    round=round,
                ),
                "/round",
            )
            need(
                count <= MOST_MATCHED or engine.id not in MATCHING,
                Text(
                    "{count} are present in round {round}; the engine {id} pairs "
                    "{most_matched} at most. Make it two tournaments, or stages of smaller fields.",
                    count=count,
                    round=round,
                    id=engine.id,
                    most_matched=MOST_MATCHED,
                ),
                "/round",
            )
            own: Pairing | None = None
            try:
                own = engine.pair(question)
                need_seated(t, question, own)
            except CannotPair as e:
                if tables is None:
                    raise TournamentRefused(e.text, "/round") from None
            pairing, told = own, tuple[r.Departure, ...]()
            if tables is None and own is not None and t.opened.edition > 4:
                told = tuple(departures_of(t, question, own, own))
            if tables is not None:
                made = by_hand(tables, byes, question)
                need_seated(t, question, made)
                pairing = _weighed(engine, question, made)
                departures += [departure("by-hand", round), *departures_of(t, question, made, own)]
            assert pairing is not None
            confirmed = need_confirmed(
                departures,
                context.confirmation,
                (
                    *_cut_sentences(changed),
                    *(self._cost_sentences(pairing) if tables is not None else ()),
                ),
            )
            body = r.RoundPaired(
                **context.confirmed((*confirmed, *told)),
                stage=stage,
                round=round,
                attempt=attempt,
                basis=basis,
                present=question.present,
                asked=question.byes,
                engine=r.EngineUsed(engine.id, engine.version, engine.source),
                seed=seed,
                by="engine" if tables is None else "hand",
                pairing=pairing,
                engine_pairing=own if tables is not None else None,
            )
            return Rows((*cut, body))

        return self._store.write(order, make, confirmation, subjects.PAIRED_FROM)

    def publish(
        self, order: Order, round: int, confirmation: Confirmation = NO_CONFIRMATION
    ) -> TournamentAnswer:
        """Publish a round. Its departures must be confirmed as their levels require, except those
        that were noted or confirmed when it was paired or changed."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            paired = need_round(t, round)
            need(
                not paired.published,
                Text("Round {round} is published already.", round=round),
                "/round",
            )
            departures = [
                departed
                for departed in present_departures(t, paired)
                if departed not in paired.known_departures
            ]
            confirmed = need_confirmed(departures, context.confirmation)
            return Rows((r.RoundPublished(**context.confirmed(confirmed), round=round),))

        about = frozenset({subjects.of_round(round), subjects.SEPARATIONS, subjects.RESULTS})
        return self._store.write(order, make, confirmation, about)

    def withdraw(
        self,
        order: Order,
        round: int,
        confirmation: Confirmation = NO_CONFIRMATION,
        *,
        agreed: bool = False,
    ) -> TournamentAnswer:
        """Withdraw the last paired round and close its games in the same write. If a game has
        begun, all who play must have `agreed`."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            paired = need_last_paired(t, round)
            departures, games, rows = self.prepare_withdrawal(paired, context, agreed=agreed)
            confirmed = need_confirmed(
                departures, context.confirmation, self._withdrawal_sentences(paired, games)
            )
            return Rows(
                (
                    r.RoundWithdrawn(
                        **context.confirmed(confirmed), round=round, games=games, agreed=agreed
                    ),
                ),
                rows,
            )

        return self._store.write(order, make, confirmation)

    def prepare_withdrawal(
        self, round: RoundAt, context: WriteContext, *, agreed: bool
    ) -> tuple[list[r.Departure], tuple[str, ...], tuple[StoredRecord, ...]]:
        """Prepare the withdrawal of a round: its departures, the ids of its open games, and the
        records that close these. Stores nothing. Raises `TournamentRefused` if the round has
        results, or a game has begun and not all have `agreed`."""
        taken = [table.number for table in round.tables if not (table.missing or table.adjourned)]
        need(
            not taken,
            Text(
                "Results of round {round} were taken at {n:table|tables}: {tables}. Re-open "
                "those first.",
                round=round.round,
                n=len(taken),
                tables=", ".join(map(str, taken[:10])),
            ),
            "/round",
        )
        departures = [departure("round-withdrawn", round.round)] if round.published else []
        begun, still, rows = self._games.break_off(round, context)
        if begun and not agreed:
            raise TournamentRefused(
                Text(
                    "A game of round {round} has begun ({id}): it is withdrawn only if all who "
                    "play agree.",
                    round=round.round,
                    id=begun[0],
                ),
                "/agreed",
            )
        if begun:
            departures.append(departure("round-begun", round.round))
        return departures, still, rows

    def change(
        self,
        order: Order,
        round: int,
        tables: Mapping[int, Sequence[int]],
        byes: Sequence[int] | None = None,
        confirmation: Confirmation = NO_CONFIRMATION,
    ) -> TournamentAnswer:
        """Seat other entrants, or the same in another order, at tables of the last paired round.
        `tables`: by number, who sits there now; `byes`: who has an allocated bye now (None: as
        before)."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            paired = need_last_paired(t, round)
            changed = tuple(
                Table(number, tuple(entrants)) for number, entrants in sorted(tables.items())
            )
            for table in changed:
                need_changeable(need_table(paired, table.number, f"/tables/{table.number}"))
            whole = {seated.number: seated.table for seated in paired.tables} | {
                table.number: table for table in changed
            }
            others = tuple(bye for bye in paired.byes if bye.kind != "pairing")
            waiting = (
                tuple(bye for bye in paired.byes if bye.kind == "pairing")
                if byes is None
                else tuple(map(Bye, byes))
            )
            pairing = Pairing(tuple(whole[number] for number in sorted(whole)), (*others, *waiting))
            question = replace(question_of(t, round, ""), present=paired.present, byes=others)
            need_seated(t, question, pairing)
            departures = [departure("table-changed", round)] if paired.published else []
            seated = tuple(TableAt(table) for table in pairing.tables)
            departures += (
                present_departures(t, replace(paired, tables=seated, byes=pairing.byes))
                if t.opened.edition > 4
                else departures_of(t, question, pairing, None)
            )
            confirmed = need_confirmed(
                departures, context.confirmation, self._cost_sentences(pairing)
            )
            return Rows(
                (
                    r.TableChanged(
                        **context.confirmed(confirmed),
                        round=round,
                        tables=changed,
                        byes=pairing.byes,
                    ),
                )
            )

        about = frozenset(
            {subjects.ROUNDS, subjects.SEPARATIONS, subjects.RESULTS, subjects.of_games(round)}
        )
        return self._store.write(order, make, confirmation, about)

    # -- games -------------------------------------------------------------------------------------

    def open_games(
        self, order: Order, round: int, tables: Sequence[int] | None = None, values: Values = ()
    ) -> TournamentAnswer:
        """Open games for tables of a round in one write, with the entrants in the seats. `tables`:
        their numbers (None: the first `MOST_AT_ONCE` that have neither game nor result). For a
        match that has a game, the next game is opened and the one before closed. `values`: the
        dice rolled at the table for the set-ups."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            paired = need_round(t, round)
            need(
                t.opened.ruleset != r.EXTERNAL,
                Text(
                    "This tournament's games are played elsewhere: their results are typed, "
                    "or reported by slip."
                ),
            )
            chosen = [table for table in paired.tables if not table.game and table.result is None]
            if tables is not None:
                need_named_once(tables)
                chosen = [
                    need_table(paired, number, f"/tables/{n}") for n, number in enumerate(tables)
                ]
                for table in chosen:
                    if table.missing and match_at(t, paired).several:
                        continue
                    need_changeable(table)
            need(chosen, Text("Every table of round {round} has its game.", round=round), "/tables")
            records: list[r.TournamentRecord] = []
            rows: list[StoredRecord] = []
            for n, table in enumerate(chosen[:MOST_AT_ONCE]):
                linked, opened = self._games.open(
                    t,
                    paired,
                    table,
                    context,
                    order,
                    values,
                    last=n == min(len(chosen), MOST_AT_ONCE) - 1,
                )
                records.append(linked)
                rows += opened
            return Rows(tuple(records), tuple(rows))

        return self._store.write(
            order, make, about=frozenset({subjects.of_round(round), subjects.of_games(round)})
        )

    # -- the course --------------------------------------------------------------------------------

    def set_clock(
        self, order: Order, round: int, seconds: int, *, running: bool
    ) -> TournamentAnswer:
        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            need_round(t, round)
            if not 0 <= seconds <= 7 * 86_400:
                raise BadRequest("/seconds", Text("A clock has 0 seconds to 7 days."))
            return Rows(
                (r.ClockSet(**context.last, round=round, seconds=seconds, running=running),)
            )

        return self._store.write(
            order, make, about=frozenset({subjects.of_round(round), subjects.CLOCK})
        )

    def close(self, order: Order, round: int, minutes: int | None = None) -> TournamentAnswer:
        """Close the last paired round: record the digest of its standings. Entrants can protest for
        `minutes` from then on (0: without end; default: as the rules say)."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            paired = need_last_paired(t, round)
            need(not paired.closed, Text("Round {round} is closed already.", round=round), "/round")
            need_results(paired)
            departures = tuple(departure("adjourned", round, number) for number in paired.adjourned)
            heard = t.rules.stages[paired.stage].protest_minutes if minutes is None else minutes
            digest = standings(t.field).sha256
            return Rows(
                (
                    r.RoundClosed(
                        **context.last,
                        departures=departures,
                        round=round,
                        basis=t.basis,
                        standings=digest,
                        minutes=heard,
                    ),
                )
            )

        return self._store.write(order, make, about=subjects.RANKED_FROM)

    def draw_lots(
        self, order: Order, confirmation: Confirmation = NO_CONFIRMATION
    ) -> TournamentAnswer:
        """Draw all entrants in an order from a derived seed. Among equals, the entrant drawn first
        is ranked best."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            need(t.entrants, Text("Nobody has entered yet."))
            round = t.rounds[-1].round if t.rounds else 0
            stage = t.rules.stage_of(max(1, round))
            attempt = t.attempts.get(("lots", stage, round), 0) + 1
            again = [departure("lots-again", round)] if t.lots else []
            confirmed = need_confirmed(
                [*again, *self._without_beacon(t, round)], context.confirmation
            )
            basis = t.basis
            seed = self._store.derived(t, "lots", stage, round, attempt, basis)
            lots = Draws(seed).shuffled([entrant.number for entrant in t.entrants])
            body = r.LotsDrawn(
                **context.confirmed(confirmed),
                stage=stage,
                round=round,
                attempt=attempt,
                basis=basis,
                seed=seed,
                lots=lots,
            )
            return Rows((body,))

        return self._store.write(order, make, confirmation)

    def advance(
        self,
        order: Order,
        declined: Sequence[int] = (),
        confirmation: Confirmation = NO_CONFIRMATION,
    ) -> TournamentAnswer:
        """Record who goes on into the next stage: the first by rank, with an alternate for each
        entrant who left or `declined`. If any declined, this must be confirmed. Who goes on is
        computed again when the stage's first round is paired."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            stage = t.rules.stage_of(t.rounds[-1].round) + 1 if t.rounds else 1
            before = sum(earlier.rounds for earlier in t.rules.stages[:stage])
            need(stage < len(t.rules.stages), Text("There is no stage after this one."))
            need(
                t.next_round == before + 1,
                Text(
                    "The stage has rounds until {before}, and {next_round} is the next.",
                    before=before,
                    next_round=t.next_round,
                ),
            )
            for earlier in t.rounds:
                need_results(earlier)
            going = _advancing(t, stage, declined)
            confirmed = need_confirmed(
                [departure("declined", entrants=tuple(declined))]
                if declined and t.opened.edition > 3
                else [],
                context.confirmation,
            )
            body = r.StageAdvanced(
                **context.confirmed(confirmed), stage=stage, going=going, declined=tuple(declined)
            )
            return Rows((body,))

        return self._store.write(order, make, confirmation)

    def engine(self, t: Tournament, round: int) -> Engine:
        return self._engines(t.rules.stages[t.rules.stage_of(round)], t.opened.edition)

    # -- inside ------------------------------------------------------------------------------------

    @staticmethod
    def _without_beacon(t: Tournament, round: int) -> list[r.Departure]:
        return [departure("without-beacon", round)] if t.awaited else []

    @staticmethod
    def _cost_sentences(pairing: Pairing) -> tuple[Text, ...]:
        return tuple(
            Text("{part}: {value}", part=cost_part.part, value=cost_part.value)
            for cost_part in pairing.cost
            if cost_part.value
        )

    @staticmethod
    def _withdrawal_sentences(round: RoundAt, games: Sequence[str]) -> tuple[Text, ...]:
        n = len(games)
        return (
            Text(
                "Round {round} has {count} tables; {n} games are broken off.",
                round=round.round,
                count=len(round.tables),
                n=n,
            ),
        )


def _weighed(engine: Engine, question: Question, made: Pairing) -> Pairing:
    """A pairing made by hand, with the cost and reasons of the engine. Raises `TournamentRefused`
    if the engine cannot compute them."""
    try:
        return engine.weigh(question, made)
    except CannotPair as e:
        raise TournamentRefused(e.text, "/round") from None


def _advance_again(
    t: Tournament, round: int, context: WriteContext
) -> tuple[tuple[r.StageAdvanced, ...], list[r.Departure]]:
    """Compute again who goes on into the stage whose first round is `round`. If a correction, a
    penalty or a withdrawal has changed that since it was recorded, returns a new record and its
    departures. Returns nothing for all other rounds, and in editions 1 to 3."""
    stage = t.rules.stage_of(round)
    if not stage or t.opened.edition < 4 or any(paired.stage == stage for paired in t.rounds):
        return (), []
    said = t.advanced[-1]
    going = _advancing(t, stage, said.declined)
    then, now = ({one.entrant for one in places} for places in (said.going, going))
    departures = [
        departure(code, round, entrants=tuple(sorted(who)))
        for code, who in (("cut-in", now - then), ("cut-out", then - now))
        if who
    ]
    body = r.StageAdvanced(**context.stamp, stage=stage, going=going, declined=said.declined)
    return (
        ((body,), departures or [departure("cut-order", round)])
        if going != said.going
        else ((), [])
    )


def _cut_sentences(changed: Sequence[r.Departure]) -> Iterator[Text]:
    """A sentence for each entrant in departures `cut-in` (they go on now) and `cut-out` (they go on
    no more)."""
    return (
        Text("Entrant {number} goes on now.", number=number)
        if departed.code == "cut-in"
        else Text("Entrant {number} goes on no more.", number=number)
        for departed in changed
        for number in departed.entrants
    )


def _advancing(t: Tournament, stage: int, declined: Sequence[int]) -> tuple[r.Going, ...]:
    """The entrants who go on into a stage: the first by rank of the stage before. Lots decide among
    equal ranks; alternates replace entrants who declined or left. Raises `TournamentRefused` if no
    lot separates equal entrants at the cut (in edition 1 the lower number goes on)."""
    places = t.rules.stages[stage].advance
    status = {entrant.number: entrant.status for entrant in t.entrants}
    ranked = standings(t.field_of(stage - 1) if t.opened.edition > 3 else t.field).rows
    need(
        not any(row.team for row in ranked),
        Text(
            "Teams of different sizes are ranked by themselves: there is no one order from "
            "which the first could go on."
        ),
        "/stage",
    )
    order = [(row.entrant, row.rank) for row in ranked]
    if t.opened.edition > 1:
        lot = {entrant: place for place, entrant in enumerate(t.lots)}
        order.sort(key=lambda place: (place[1], lot.get(place[0], len(lot))))
    out = [
        entrant for entrant, _ in order[:places] if entrant in declined or status[entrant] != "in"
    ]
    able = [
        (entrant, rank)
        for entrant, rank in order
        if entrant not in declined and status[entrant] == "in"
    ]
    if t.opened.edition > 1:
        _need_lots_at_cut(t, able, places)
    first = {entrant for entrant, _ in order[:places]}
    instead = iter(out)
    going = tuple(
        r.Going(entrant, rank, 0 if entrant in first else next(instead, 0))
        for entrant, rank in able[:places]
    )
    need(len(going) >= 2, Text("Fewer than two go on."), "/declined")
    return going


def _need_lots_at_cut(t: Tournament, able: Sequence[tuple[int, int]], places: int) -> None:
    if not 0 < places < len(able) or able[places - 1][1] != able[places][1]:
        return
    rank = able[places][1]
    level = [entrant for entrant, other in able if other == rank]
    need(
        set(level) <= set(t.lots),
        Text(
            "Entrants {level} share rank {rank}, the last that goes on: draw lots, which are "
            "recorded, then say who goes on.",
            level=", ".join(map(str, sorted(level))),
            rank=rank,
        ),
        "/declined",
    )

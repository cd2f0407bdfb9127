"""The use cases of results: taking one from a game, from slips or by typing; correcting and
re-opening; penalties and protests."""

from typing import get_args

from msgspec.structs import replace

from domain.game.commands import Order
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
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
from domain.tournament.directing.visibility import need_published
from domain.tournament.entrants.conditions import need_entrant
from domain.tournament.records import Effect
from domain.tournament.refusals import TournamentRefused, need
from domain.tournament.results.conditions import (
    need_new_slip,
    need_open_table,
    need_other_result,
    need_points,
    need_possible_result,
    need_reason,
)
from domain.tournament.results.correction_effects import rank_sentences, with_result
from domain.tournament.rounds.conditions import need_round, need_table
from domain.tournament.rounds.use_cases import Rounds
from domain.tournament.values import TableResult


class Results:
    def __init__(self, store: TournamentWriter, rounds: Rounds, games: TableGames) -> None:
        self._store, self._rounds, self._games = store, rounds, games

    # -- taking ------------------------------------------------------------------------------------

    def take(
        self,
        order: Order,
        round: int,
        table: int,
        typed: TableResult | None = None,
        confirmation: Confirmation = NO_CONFIRMATION,
        *,
        only_published: bool = False,
    ) -> TournamentAnswer:
        """Take the result of a table: the `typed` one or, without it, the result of its game as it
        is now. Places that were not typed follow from the points. A typed result that differs from
        the finished game must be confirmed twice. A key can type another result over its own within
        a minute, which is recorded as a correction. `only_published`: refuse an unpublished round,
        as for all callers but directors."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            if only_published:
                need_published(t, round)
            paired, seated = need_open_table(t, round, table, context.last if typed else None)
            over = seated.result
            if typed is None:
                body, rows = self._result_from_game(t, paired, seated, context)
                return Rows((body,), rows)
            result = self._games.with_places(t, paired, replace(typed, table=table))
            need_possible_result(t, paired, seated, result)
            need_other_result(result, over.result if over else None)
            against = self._game_differences(t, paired, seated, result)
            departures = [departure("mistyped", round, table)] if over else []
            departures += [departure("typed", round, table)] if seated.game else []
            departures += [departure("against-game", round, table)] if against else []
            stamp = context.confirmed(need_confirmed(departures, context.confirmation, against))
            stamp |= {"round": round, "result": result, "source": "typed"}
            if over is None:
                return Rows((r.ResultTaken(**stamp),))
            return Rows((r.ResultCorrected(**stamp, record=over.record, effect="recompute"),))

        about = frozenset(
            {
                subjects.of_round(round),
                subjects.of_games(round),
                subjects.of_result(round, table),
                subjects.of_slips(round, table),
            }
        )
        return self._store.write(order, make, confirmation, about)

    def _game_differences(
        self, t: Tournament, round: RoundAt, table: TableAt, result: TableResult
    ) -> tuple[Text, ...]:
        """If a typed result differs from that of the table's game, a sentence on each entrant's
        result in the game; else nothing. In edition 1 of the tournament rules always nothing."""
        played = table.game and result.kind != "adjourned" and t.opened.edition > 1
        return self._games.game_differences(t, round, table, result) if played else ()

    def _result_from_game(
        self, t: Tournament, round: RoundAt, table: TableAt, context: WriteContext
    ) -> tuple[r.ResultTaken, tuple[StoredRecord, ...]]:
        need(
            table.game,
            Text("Table {number} has no game here: type its result.", number=table.number),
            "/table",
        )
        result, signed, source, rows = self._games.read(t, round, table, context)
        if match_at(t, round).several:
            need_possible_result(t, round, table, result)
        everybody = table.linked is not None and set(signed) >= set(table.linked.seats)
        departures = (
            (departure("unsigned", round.round, table.number),) if signed and not everybody else ()
        )
        body = r.ResultTaken(
            **context.last,
            departures=departures,
            round=round.round,
            result=result,
            source="game",
            signed=signed,
            **source,
        )
        return body, rows

    def file_slip(
        self, order: Order, round: int, entrant: int, result: TableResult
    ) -> TournamentAnswer:
        """Record the result that an entrant reports for their own table in a published round. Once
        all at the table have reported the same result, it is taken in the same write. As long as
        they differ, none is taken."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            paired = need_published(t, round)
            need_entrant(t, entrant, "/entrant")
            seated = paired.table_of(entrant)
            if seated is None:
                raise TournamentRefused(
                    Text(
                        "Entrant {entrant} has no table in round {round}.",
                        entrant=entrant,
                        round=round,
                    ),
                    "/entrant",
                )
            need(
                result.table == seated.number,
                Text(
                    "Entrant {entrant} does not sit at table {table} of round {round}.",
                    entrant=entrant,
                    table=result.table,
                    round=round,
                ),
                "/table",
            )
            need_open_table(t, round, seated.number)
            slip_result = _sorted(self._games.with_places(t, paired, result))
            need(
                slip_result.kind == "played",
                Text(
                    "A slip reports a game that was played: all else is for the director to enter."
                ),
                "/result/kind",
            )
            need_possible_result(t, paired, seated, slip_result)
            need_new_slip(seated, entrant, slip_result)
            before = {
                number: slip for number, (_, slip) in seated.slips.items() if number != entrant
            }
            agreed = set(before) | {entrant} == set(seated.entrants) and all(
                slip.result == slip_result for slip in before.values()
            )
            if not agreed:
                return Rows(
                    (r.SlipFiled(**context.last, round=round, entrant=entrant, result=slip_result),)
                )
            slip = r.SlipFiled(**context.stamp, round=round, entrant=entrant, result=slip_result)
            seqs = tuple(
                sorted([*(seq for n, (seq, _) in seated.slips.items() if n != entrant), t.seq + 1])
            )
            return Rows(
                (
                    slip,
                    r.ResultTaken(
                        **context.last, round=round, result=slip_result, source="slips", slips=seqs
                    ),
                )
            )

        mine = subjects.of_slip(round, entrant), subjects.of_entrant(entrant)
        about = frozenset(
            {subjects.of_round(round), subjects.of_result(round, result.table), *mine}
        )
        return self._store.write(order, make, about=about)

    # -- correcting --------------------------------------------------------------------------------

    def correct(
        self,
        order: Order,
        round: int,
        table: int,
        effect: Effect,
        result: TableResult | None = None,
        confirmation: Confirmation = NO_CONFIRMATION,
        *,
        agreed: bool = False,
    ) -> TournamentAnswer:
        """Replace a result that was taken: by `result` or, without it, by that of the game as it is
        now. `effect` is described at `ResultCorrected`: `repair` also withdraws the next round in
        the same write, and if one of its games has begun, all must have `agreed`."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            if effect not in get_args(Effect):
                listed = ", ".join(get_args(Effect))
                raise BadRequest("/effect", Text("The effect is one of {listed}.", listed=listed))
            if effect != "report":
                need_open(t)
            paired = need_round(t, round)
            seated = need_table(paired, table)
            if seated.result is None:
                raise TournamentRefused(
                    Text(
                        "Table {table} of round {round} has no result to correct.",
                        table=table,
                        round=round,
                    ),
                    "/table",
                )
            fields, now = (
                {},
                result and self._games.with_places(t, paired, replace(result, table=table)),
            )
            rows: tuple[StoredRecord, ...] = ()
            if now is None:
                if not seated.game:
                    raise BadRequest("/result", Text("Say what the result is."))
                now, _, source, rows = self._games.read(t, paired, seated, context)
                fields = {**source, "source": "game"}
            need_possible_result(t, paired, seated, now)
            before = seated.result.exported if effect == "report" else seated.result.result
            need_other_result(now, before)
            if seated.result.result.kind == "adjourned" and effect == "recompute":
                departures = []  # an adjourned table that was played on: nothing that counted changes
            else:
                departures = [
                    departure("reported" if effect == "report" else "corrected", round, table)
                ]
            against = self._game_differences(t, paired, seated, now) if result is not None else ()
            departures += [departure("against-game", round, table)] if against else []
            body = r.ResultCorrected(
                **context.last,
                round=round,
                record=seated.result.record,
                result=now,
                effect=effect,
                reason=context.reason(),
                **fields,
            )
            if paired.closed and effect != "report" and t.opened.edition > 3:
                body = replace(
                    body,
                    standings=with_result(t, body).standings_after(round).sha256,
                    minutes=t.rules.stages[paired.stage].protest_minutes,
                )
            if effect != "repair":
                confirmed = need_confirmed(
                    departures, context.confirmation, (*against, *rank_sentences(t, body))
                )
                return Rows((replace(body, departures=confirmed),), rows)
            last = t.rounds[-1]
            need(
                last.round == round + 1,
                Text(
                    "Only round {round} can be paired again, and the last that is paired is "
                    "{round2}.",
                    round=round + 1,
                    round2=last.round,
                ),
                "/effect",
            )
            more, games, gone = self._rounds.prepare_withdrawal(last, context, agreed=agreed)
            confirmed = need_confirmed(
                [*departures, *more], context.confirmation, (*against, *rank_sentences(t, body))
            )
            withdrawn = r.RoundWithdrawn(
                **context.stamp, round=last.round, games=games, agreed=agreed
            )
            return Rows((withdrawn, replace(body, departures=confirmed)), (*rows, *gone))

        return self._store.write(order, make, confirmation, subjects.RANKED_FROM)

    def reopen(
        self, order: Order, round: int, table: int, confirmation: Confirmation = NO_CONFIRMATION
    ) -> TournamentAnswer:
        """Remove the result of a table of the last round, so that actions in its game can be taken
        back, or it can be played on. Must be confirmed."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            paired = need_round(t, round)
            seated = need_table(paired, table)
            if seated.result is None:
                raise TournamentRefused(
                    Text("Table {table} of round {round} has no result.", table=table, round=round),
                    "/table",
                )
            need(
                paired is t.rounds[-1],
                Text(
                    "Round {round} was paired on this result: correct it instead.",
                    round=t.rounds[-1].round,
                ),
                "/round",
            )
            confirmed = need_confirmed([departure("reopened", round, table)], context.confirmation)
            rows = self._games.give_back(t, seated, context) if seated.game else ()
            return Rows(
                (
                    r.TableReopened(
                        **context.confirmed(confirmed),
                        round=round,
                        table=table,
                        record=seated.result.record,
                    ),
                ),
                rows,
            )

        return self._store.write(
            order,
            make,
            confirmation,
            frozenset({subjects.ROUNDS, subjects.of_result(round, table)}),
        )

    # -- penalties and protests --------------------------------------------------------------------

    def penalise(self, order: Order, entrant: int, points: str, reason: str) -> TournamentAnswer:
        """Take points from an entrant in the standings from the last paired round on. `points`:
        an amount above 0."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            need_entrant(t, entrant, "/entrant")
            need_points(points)
            need_reason(reason)
            round = t.rounds[-1].round if t.rounds else 1
            return Rows(
                (
                    r.PenaltyGiven(
                        **context.last,
                        entrant=entrant,
                        points=points,
                        round=round,
                        reason=context.reason(),
                    ),
                )
            )

        about = frozenset({subjects.ROUNDS, subjects.PENALTIES, subjects.of_entrant(entrant)})
        return self._store.write(order, make, Confirmation(reason=reason), about)

    def lift(self, order: Order, penalty: int, reason: str) -> TournamentAnswer:
        """Lift the penalty that record `penalty` gave."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            need_open(t)
            need_reason(reason)
            need(
                penalty in t.penalties and penalty not in t.lifted,
                Text("Record {penalty} is no penalty that holds.", penalty=penalty),
                "/penalty",
            )
            return Rows(
                (r.PenaltyLifted(**context.last, penalty=penalty, reason=context.reason()),)
            )

        return self._store.write(
            order, make, Confirmation(reason=reason), frozenset({subjects.PENALTIES})
        )

    def protest(
        self,
        order: Order,
        entrant: int,
        round: int,
        table: int,
        text: str,
        confirmation: Confirmation = NO_CONFIRMATION,
        *,
        own: bool = False,
    ) -> TournamentAnswer:
        """Record an entrant's protest against the result of a table in a published round. Only one
        protest about a table can be pending; one after the time for protests must be confirmed.
        `own`: the request came by the entrant's own link; then it must be their own table."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            paired = need_published(t, round)
            need_entrant(t, entrant, "/entrant")
            seated = need_table(paired, table)
            need(
                not own or entrant in seated.entrants,
                Text(
                    "Entrant {entrant} does not sit at table {table} of round {round}.",
                    entrant=entrant,
                    table=table,
                    round=round,
                ),
                "/table",
            )
            waiting = next(
                (
                    p
                    for p in t.protests
                    if not p.decided and (p.filed.round, p.filed.table) == (round, table)
                ),
                None,
            )
            if waiting is not None:
                raise TournamentRefused(
                    Text(
                        "A protest of table {table} waits for its decision already (record "
                        "{record}): tell the director more by "
                        "word of mouth.",
                        table=table,
                        record=waiting.seq,
                    ),
                    "/table",
                )
            if not text.strip():
                raise BadRequest("/text", Text("Say what the protest is about."))
            late = paired.heard_until is not None and context.last["at"] > paired.heard_until
            confirmed = need_confirmed(
                [departure("protest-late", round, table)] if late else [], context.confirmation
            )
            body = r.ProtestFiled(
                **context.confirmed(confirmed),
                entrant=entrant,
                round=round,
                table=table,
                text=context.store_words(text, "/text"),
            )
            return Rows((body,))

        about = frozenset({subjects.of_seats(round), subjects.of_result(round, table)})
        return self._store.write(order, make, confirmation, about)

    def decide(
        self, order: Order, protest: int, text: str = "", *, upheld: bool
    ) -> TournamentAnswer:
        """Record the decision on the protest of record `protest`. It changes no result: that takes
        a correction."""

        def make(t: Tournament, context: WriteContext) -> Rows:
            waiting = {at.seq for at in t.protests if not at.decided}
            if protest not in waiting:
                raise TournamentRefused(
                    Text(
                        "Record {protest} is no protest that waits for a decision.", protest=protest
                    ),
                    "/protest",
                )
            return Rows(
                (
                    r.ProtestDecided(
                        **context.last,
                        protest=protest,
                        upheld=upheld,
                        text=context.store_words(text, "/text"),
                    ),
                )
            )

        return self._store.write(order, make, about=frozenset({subjects.of_protest(protest)}))


def _sorted(result: TableResult) -> TableResult:
    """The result of a slip with its entries sorted by entrant, so that equal reports compare as
    equal."""
    return replace(result, entries=tuple(sorted(result.entries, key=lambda entry: entry.entrant)))

"""Compares a tournament's results with its games, from records alone: the part of an audit that
needs the rules of the games.

A result that was read from a game must be that of the game at the record it names. A result that
was typed or reported by slips must be the final one of the game, unless it was corrected later. A
typed correction is a decision of the director: if it differs, the audit reports it and does not
call it wrong.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from domain.game.aggregate.game import Game
from domain.game.aggregate.waiting import position_signers
from domain.game.commands import Opening
from domain.game.play.sheets import score_digest
from domain.game.record.records import FIRST, ActionTaken
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text
from domain.kernel.writer import NOTED
from domain.titles.contract.chance import deal_commitment
from domain.tournament import records as r
from domain.tournament.aggregate.kinds import fold_tournament
from domain.tournament.aggregate.tournament import ResultAt, TableAt, Tournament
from domain.tournament.directing.games import (
    dealt_from,
    differing,
    match_at,
    opening_of,
    result_of_games,
)
from domain.tournament.refusals import TournamentRefused
from domain.tournament.values import Entry, Match, TableResult


class GameLink(Struct, frozen=True):
    """A table's game, as the tournament's record `record` links it.

    - `opening`, `version`: how it must be opened, and the least version of the title.
    - `seats`, `players`: its seats in order, and the player id that each must have.
    - `deal`: the (round, attempt) of its pairing; games that share it must share a deal.
    - `commitment`: to that deal (empty: games have their own chance, or the seed is not
      revealed)."""

    record: int
    round: int
    table: int
    game: str
    opening: Opening
    seats: tuple[str, ...]
    players: tuple[str, ...]
    version: int
    deal: tuple[int, int]
    commitment: str = ""


class WithdrawnRound(Struct, frozen=True):
    """A withdrawn round: the seq and body of its record, the ids of its tables' games, and whether
    the record says that one of them had begun."""

    record: int
    body: r.RoundWithdrawn
    games: tuple[str, ...]
    begun: bool


class Ending(Struct, frozen=True):
    """How a game ended: whether anybody ever acted, whether it is closed, and the time of its last
    record."""

    begun: bool
    closed: bool
    at: datetime


def link_of(t: Tournament, seq: int, body: r.GameLinked, seed: bytes) -> GameLink | None:
    """The game that record `seq` links to a table. `t`: the tournament before that record; `seed`:
    its revealed seed (empty: not revealed). None if the table does not exist."""
    paired = t.round(body.round)
    table = paired.table(body.table) if paired is not None else None
    if paired is None or table is None:
        return None
    attempt = t.attempts["pair", paired.stage, paired.round]
    dealt = t.opened.chance == "duplicate"
    deal = dealt_from(seed, t, paired) if seed and dealt else b""
    many = len(body.seats) if len(table.entrants) == 1 else 1
    players = tuple(t.named[number].player for number in table.entrants * many)
    seats = body.seats
    if table.games and match_at(t, paired).several and seats != table.games[0].seats:
        seats, players = seats[::-1], players[::-1]  # another one begins the next game of a match
    opening = opening_of(t, paired, len(body.seats), (), deal)
    commitment = deal_commitment(deal) if deal else ""
    version = t.opened.version
    return GameLink(
        record=seq,
        round=paired.round,
        table=table.number,
        game=body.game,
        opening=opening,
        seats=seats,
        players=players,
        version=version,
        deal=(paired.round, attempt),
        commitment=commitment,
    )


def opening_fault(link: GameLink, game: Game) -> Text | None:
    """A sentence on the first difference between the opening of a game and the one that its
    tournament demands; None if there is none. Set-ups are judged elsewhere."""
    opened, opening = game.opened, link.opening
    for name in (
        "ruleset",
        "catalog",
        "options",
        "undo",
        "tags",
        "public",
        "time_control",
        "name",
    ):
        if (getattr(opened, name) or "") != (getattr(opening, name) or ""):
            return _other_opening(link, name)
    if opened.chance != opening.source:
        return _other_opening(link, "chance")
    if bool(opened.seals) != opening.seals:
        return _other_opening(link, "seals")
    if (
        opened.version < link.version
        or opened.lineage is not None
        or opened.campaign
        or opened.sheet
    ):
        return _other_opening(link, "version")
    seats = [seat for seat in opened.seats if seat.role == "player"]
    if tuple(seat.id for seat in seats) != link.seats:
        return Text(
            "the seats of round {round}, table {table} are not those of its game {game}",
            round=link.round,
            table=link.table,
            game=link.game,
        )
    if tuple(seat.player for seat in seats) != link.players:
        return _other_opening(link, "players")
    if link.commitment and opened.commitment != link.commitment:
        return Text(
            "the game {game} of round {round}, table {table} commits to another deal than the "
            "tournament's seed gives",
            game=link.game,
            round=link.round,
            table=link.table,
        )
    return None


def _other_opening(link: GameLink, name: str) -> Text:
    return Text(
        "the game {game} of round {round}, table {table} was opened otherwise than its tournament "
        "says: {name}",
        game=link.game,
        round=link.round,
        table=link.table,
        name=name,
    )


def signature_fault(
    signed: Sequence[str], game: Game, beside: Iterable[tuple[str, int]]
) -> Text | None:
    """A sentence if `signed`, the seats that a result names as signers of the game at this
    position, has wrong seats or lacks one; else None. `beside`: the seats that signed after the
    game was closed, each with the seq of the record it signed."""
    step = game.step
    since = step.seq if step is not None else FIRST
    inside = set(position_signers(game))
    later = {seat for seat, about in beside if about >= since} if game.closed else set()
    more, missing = sorted(set(signed) - inside - later), sorted(inside - set(signed))
    if more:
        return Text(
            "it counts {seats} among those who signed the game {game}, wrongly",
            seats=", ".join(more),
            game=game.id,
        )
    if missing:
        return Text(
            "it leaves {seats} out of those who signed the game {game}",
            seats=", ".join(missing),
            game=game.id,
        )
    return None


def ending_of(game: Game) -> Ending:
    return Ending(ActionTaken.__name__ in game.history.topics, game.closed, game.at)


def withdrawal_fault(ended: WithdrawnRound, endings: Mapping[str, Ending]) -> Text | None:
    """A sentence if the games of a withdrawn round did not end as its record says; else None.
    `endings`: how games ended, by id; if one of the round's games is not among them, nothing is
    judged (None)."""
    if not set(ended.games) <= set(endings):
        return None
    still = [id for id in ended.games if not endings[id].closed]
    if still:
        return Text("the round was withdrawn, and its game {game} goes on", game=still[0])
    for id in ended.games:
        closed_at, named = endings[id].at, id in ended.body.games
        if not named and closed_at >= ended.body.at:
            return Text("it does not name the game {game}, which was broken off with it", game=id)
        if named and ended.body.clock is None and closed_at < ended.body.at - NOTED:
            return Text("it names the game {game}, which was closed before", game=id)
    if any(endings[id].begun for id in ended.games) != ended.begun:
        begun = next((id for id in ended.games if endings[id].begun), "")
        if begun:
            return Text("it does not say that a game of the round had begun: {game}", game=begun)
        return Text("it says that a game of the round had begun, and none had")
    return None


LAST = 1_000
"""A number greater than every place at a table."""


class Difference(Struct, frozen=True):
    """A tournament record that differs from a game: its seq, and a sentence without full stop.
    `wrong`: the audit counts it as a fault; false if a decision justifies it, or the game was
    changed later."""

    record: int
    text: Text
    wrong: bool


class RecordedResult(Struct, frozen=True):
    """A result or correction of a table with a game: the seq and body of its record, and the table
    as it was before it."""

    record: int
    round: int
    table: TableAt
    match: Match
    body: r.ResultTaken | r.ResultCorrected


class GamesCompared:
    """Compares the results of one tournament with its games. Call `see` with every position of each
    game, in order, then `differences`.

    `rows`: the topics and stored bytes of the tournament's records. Raises `DamagedRecord` if they
    cannot be folded.
    """

    def __init__(self, id: str, rows: Sequence[tuple[str, bytes]]) -> None:
        self._taken: list[RecordedResult] = []
        self._digests: dict[int, tuple[Game, str]] = {}
        """By the seq of a result's record: the game at the record that the result names, and the
        digest of its score there."""
        self._last: dict[str, Game] = {}
        """By game: its last position seen."""
        self.links: dict[str, GameLink] = {}
        """By id of the game."""
        self._ended: list[WithdrawnRound] = []
        self._amiss: list[Difference] = []
        """Faults of games' openings and signatures."""
        self._dealt: dict[tuple[int, int], str] = {}
        self._t = self._fold(id, rows)
        self._read_at: dict[tuple[str, int], list[RecordedResult]] = {}
        """The results and corrections that were read from a game, by the game's id and the seq
        they were read at."""
        for taken in self._taken:
            self._read_at.setdefault((taken.body.game, taken.body.seq), []).append(taken)

    def _fold(self, id: str, rows: Sequence[tuple[str, bytes]]) -> Tournament:
        t: Tournament | None = None
        there = [
            StoredRecord(id, seq, topic, state)
            for seq, (topic, state) in enumerate(rows, start=FIRST)
        ]
        closing = next(
            (record.body for record in there if record.topic == r.TournamentClosed.__name__), None
        )
        seed = bytes.fromhex(closing.seed) if isinstance(closing, r.TournamentClosed) else b""
        for seq, stored in enumerate(there, start=FIRST):
            body = stored.body
            if (
                t is not None
                and isinstance(body, r.GameLinked)
                and (link := link_of(t, seq, body, seed)) is not None
            ):
                self.links[body.game] = link
            if (
                t is not None
                and isinstance(body, r.RoundWithdrawn)
                and (paired := t.round(body.round)) is not None
            ):
                after = there[seq].body if seq < len(there) else None
                results = [
                    *body.departures,
                    *(
                        after.departures
                        if isinstance(after, r.ResultCorrected) and not body.key
                        else ()
                    ),
                ]
                games = tuple(linked.game for table in paired.tables for linked in table.games)
                self._ended.append(
                    WithdrawnRound(
                        seq,
                        body,
                        games,
                        any(departure.code == "round-begun" for departure in results),
                    )
                )
            if t is not None and isinstance(body, r.ResultTaken | r.ResultCorrected):
                paired = t.round(body.round)
                table = paired.table(body.result.table) if paired is not None else None
                if paired is not None and table is not None and table.linked is not None:
                    self._taken.append(
                        RecordedResult(seq, body.round, table, match_at(t, paired), body)
                    )
            t = fold_tournament([stored], t)
        assert t is not None
        return t

    @property
    def results(self) -> tuple[int, int]:
        """How many results in force could be compared with finished games that were seen, and how
        many could not."""
        tables = [
            (match_at(self._t, paired), table)
            for paired in self._t.rounds
            for table in paired.tables
            if table.result is not None and not table.adjourned
        ]
        beside = sum(self._result_at_ends(match, table) is not None for match, table in tables)
        return beside, len(tables) - beside

    def see(self, game: Game, beside: Sequence[tuple[str, int]] = ()) -> None:
        """Take in a position of a game. The last one given counts as the game's end. `beside`: the
        seats that signed after the game was closed, each with the seq of the record it signed."""
        link = self.links.get(game.id)
        if link is not None and game.seq == FIRST:
            self._check_opening(link, game)
        players = tuple(seat.id for seat in game.opened.seats if seat.role == "player")
        if link is not None and link.seats != players:
            return
        self._last[game.id] = game
        for taken in self._read_at.get((game.id, game.seq), ()):
            self._digests[taken.record] = game, score_digest(game)
            text = (
                signature_fault(taken.body.signed, game, beside)
                if isinstance(taken.body, r.ResultTaken)
                else None
            )
            if text is not None:
                self._amiss.append(Difference(taken.record, text, wrong=True))

    def _check_opening(self, link: GameLink, game: Game) -> None:
        text = opening_fault(link, game)
        if text is None and game.opened.chance == "duplicate":
            first = self._dealt.setdefault(link.deal, game.opened.commitment)
            if first != game.opened.commitment:
                text = Text(
                    "the game {game} has another deal than the other games of its round",
                    game=game.id,
                )
        if text is not None:
            self._amiss.append(Difference(link.record, text, wrong=True))

    def differences(self) -> tuple[Difference, ...]:
        in_force: dict[int, ResultAt] = {
            table.result.record: table.result
            for paired in self._t.rounds
            for table in paired.tables
            if table.result is not None
        }
        differences = [
            self._read_fault(taken) if taken.body.game else self._typed_fault(taken, in_force)
            for taken in self._taken
        ]
        endings = {id: ending_of(game) for id, game in self._last.items()}
        texts = ((taken.record, withdrawal_fault(taken, endings)) for taken in self._ended)
        differences += [
            *self._amiss,
            *(Difference(record, text, wrong=True) for record, text in texts if text is not None),
        ]
        moved = [
            self._moved(taken)
            for taken in self._taken
            if taken.body.game and taken.record in in_force
        ]
        return tuple(
            sorted(
                (taken for taken in (*differences, *moved) if taken is not None),
                key=lambda taken: taken.record,
            )
        )

    def _read_fault(self, taken: RecordedResult) -> Difference | None:
        there = self._digests.get(taken.record)
        if there is None:
            return None
        now, digest = self._result_at_ends(taken.match, taken.table, there[0]), there[1]
        named: dict[str, Any] = {
            "round": taken.round,
            "table": taken.table.number,
            "game": taken.body.game,
        }
        if now is None:
            text = Text(
                "the result of round {round}, table {table} was read from its game {game} at "
                "record {seq}, where it has no outcome",
                seq=taken.body.seq,
                **named,
            )
        elif differing(now, taken.body.result):
            text = _difference(taken, now, taken.body.seq)
        elif taken.body.result.kind != "played":
            text = Text(
                "the result of round {round}, table {table} is told as one that was not played "
                "out, and its game {game} was",
                **named,
            )
        elif now != taken.body.result:
            text = Text(
                "the result of round {round}, table {table} leaves out what its game {game} came "
                "to",
                **named,
            )
        elif digest != taken.body.digest:
            text = Text(
                "the result of round {round}, table {table} names another score than its game "
                "{game} has at record {seq}",
                seq=taken.body.seq,
                **named,
            )
        else:
            return None
        return Difference(taken.record, text, wrong=True)

    def _typed_fault(
        self, taken: RecordedResult, in_force: dict[int, ResultAt]
    ) -> Difference | None:
        over = taken.body.result.time_over
        now = self._result_at_ends(taken.match, taken.table, open_=over)
        if (
            now is None
            or taken.body.result.kind == "adjourned"
            or not differing(now, taken.body.result)
        ):
            return None
        confirmed = any(departure.code == "against-game" for departure in taken.body.departures)
        wrong = (
            isinstance(taken.body, r.ResultTaken)
            and taken.body.result.kind == "played"
            and taken.record in in_force
            and not confirmed
        )
        return Difference(
            taken.record, _difference(taken, now, self._last[taken.table.game].seq), wrong=wrong
        )

    def _moved(self, taken: RecordedResult) -> Difference | None:
        """The difference between a result that was right when it was read and the game's end; None
        if there is none. It is not wrong: the game was changed since."""
        now, there = self._result_at_ends(taken.match, taken.table), self._digests.get(taken.record)
        last = self._last.get(taken.body.game)
        if now is None or there is None or last is None or not differing(now, taken.body.result):
            return None
        then = self._result_at_ends(taken.match, taken.table, there[0])
        if then is None or differing(then, taken.body.result):
            return None
        return Difference(taken.record, _difference(taken, now, last.seq), wrong=False)

    def _result_at_ends(
        self, match: Match, table: TableAt, then: Game | None = None, *, open_: bool = False
    ) -> TableResult | None:
        """The result of a table's games at their ends. `then`: an earlier position of one of them,
        which replaces its end. None if a game was not seen or has no outcome. `open_`: the last
        game of a match need not be over."""
        games = self._last if then is None else {**self._last, then.id: then}
        try:
            return result_of_games(self._t, match, table, games.__getitem__, open_=open_)
        except (TournamentRefused, KeyError):
            return None


def _difference(taken: RecordedResult, now: TableResult, seq: int) -> Text:
    """The sentence on a result that differs from the game's, `now`, at its record `seq`. It names
    the best placed entrant who differs, and their places in the tournament and the game."""
    here, other = (
        {entry.entrant: entry for entry in result.entries} for result in (taken.body.result, now)
    )
    entrant = min(
        differing(now, taken.body.result), key=lambda n: here[n].place if n in here else LAST
    )
    mine, theirs = here.get(entrant), other.get(entrant)
    return Text(
        "the result of round {round}, table {table} is not that of its game {game}: entrant "
        "{entrant} has {mine} in the tournament "
        "and {theirs} at record {seq} of the game",
        round=taken.round,
        table=taken.table.number,
        game=taken.table.game,
        entrant=entrant,
        mine=_place_said(mine),
        theirs=_place_said(theirs),
        seq=seq,
    )


def _place_said(entry: Entry | None) -> Text:
    if entry is None or entry.absent:
        return Text("no place")
    if entry.score is None:
        return Text.pgettext("in a sentence", "place {place}", place=entry.place)
    if isinstance(entry.score, str):
        return Text("place {place} with {score} points", place=entry.place, score=entry.score)
    return Text("place {place} with {score:point|points}", place=entry.place, score=entry.score)

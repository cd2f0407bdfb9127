"""A tournament as its reader may see it, created for each request, and the answers about it.

Only the director sees what entrants wrote, their contacts, and unpublished pairings. Two entrants
of a challenge are compared move by move.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial, wraps
from typing import Any

from flask import Response
from msgspec import Raw, Struct
from msgspec.json import encode
from msgspec.structs import replace

from api.game.links import game_standard_links, standard_links
from api.game.sentences import Reader
from api.game.stream_lists import stream_lines
from api.game.subject import game_clerk, games_here
from api.tournament import schemas as a
from api.tournament.links import Duty
from api.tournament.schemas import ComparedGame, ComparedStep, ComparisonAt, TournamentEntry
from api.tournament.subject import directing
from api.web.access.caller import Caller
from api.web.live.streams import event_bytes
from api.web.pages.pages import _, site, tell
from api.web.problems.problem import Problem
from api.web.request.blueprint import WRITTEN, Blueprint, requested_order, written_reply
from api.web.request.parameters import requested_record
from api.web.request.responses import cacheable_reply, etag, not_modified
from api.web.request.service import caller, service
from domain.game.aggregate.game import Game, say_record, seat_name
from domain.game.dice.conditions import rolls_of, wrong_rolls
from domain.game.names import matches_name, name_words
from domain.game.play.sheets import score_of
from domain.game.record.records import UMPIRE, ActionTaken
from domain.game.refusals import UNREADABLE
from domain.kernel.amounts import amount_as_json
from domain.kernel.kinds import ToldRecord
from domain.kernel.refusals import BadRequest
from domain.kernel.stored import StoredRecord
from domain.kernel.text import Text, joined
from domain.titles.codec import decode_action
from domain.titles.contract.catalogs.catalog import FileFault
from domain.tournament import records as r
from domain.tournament.aggregate.conditions import departure_said
from domain.tournament.aggregate.kinds import entrant_named, tell as say
from domain.tournament.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.tournament.directing.direction import TournamentAnswer, TournamentStore
from domain.tournament.directing.games import deal_of, reading, seats_and_entrants
from domain.tournament.directing.visibility import Visibility
from domain.tournament.entrants.use_cases import MOST_ENTRANTS
from domain.tournament.refusals import TournamentRefused
from domain.tournament.report import told, unprovable
from domain.tournament.results.comparison import Played, compared_games, need_comparable
from domain.tournament.results.offered import offered
from domain.tournament.standings.ranking import Row, Standings
from domain.tournament.values import Amount, Entrant
from projections.store.pages import ListPage, page_of

PROBLEMS = (
    "unknown-tournament",
    "tournament-refused",
    "confirmation-needed",
    "invalid-fields",
)
"""Problems that every write to a tournament may answer with."""

STALE = (
    "It is stale if a newer record is about what this rests on: the same table, entrant or round."
)

NUMBER = re.compile(r"[0-9]{1,6}")
NUMBERS = re.compile(r"[\s\d,-]*", re.ASCII)
RANGE = re.compile(r"(?<=\d)\s*[-–—]\s*(?=\d)", re.ASCII)
BETWEEN = re.compile(r"\s+[-–—]\s+|[;\t\n]")
MOST_NAMED = 6  # of those whom a part of a name may mean

_NAMES: dict[str, str] = {}
"""Cached names by commitment."""
MOST_KEPT = 10_000


class EntrantNames(dict[int, str]):
    """Entrants' names by number, each read from the store once. A name that was erased or never
    given is replaced by "No." and the number."""

    def __init__(self, store: TournamentStore, tournament: Tournament) -> None:
        super().__init__()
        self._store, self._tournament = store, tournament

    def __missing__(self, number: int) -> str:
        named = self._tournament.named[number]
        name = _NAMES.get(named.commitment) if named.player not in self.erased else None
        if name is None and (name := self._store.name(self._tournament, number)):
            if len(_NAMES) >= MOST_KEPT:
                _NAMES.clear()
            _NAMES[named.commitment] = name
        self[number] = called = name or _("No. {number}", number=number)
        return called

    @cached_property
    def erased(self) -> frozenset[str]:
        """The ids of players whose data was erased. Their cached names are not used."""
        return frozenset(self._store.clerk.key_values.keys("erased"))

    @cached_property
    def _numbers(self) -> dict[tuple[str, ...], list[int]]:
        numbers = defaultdict(list)
        for entrant in self._tournament.entrants:
            numbers[name_words(self[entrant.number])].append(entrant.number)
        return numbers

    def choice(self, number: int) -> str:
        """The text by which a form's field names an entrant: the name, or the number if others have
        the same name."""
        called = self[number]
        return called if self._numbers[name_words(called)] == [number] else str(number)

    def number(self, text: str, pointer: str) -> int:
        """The number of the entrant whom a text names, by number, name or the beginning of a name.
        Raises `BadRequest` at the JSON pointer if it names none or several. A number need not be an
        entrant's."""
        if NUMBER.fullmatch(text.strip()):
            return int(text)
        words = name_words(text)
        numbers = self._numbers.get(words) or [
            entrant.number
            for entrant in self._tournament.entrants
            if words and matches_name(words, self[entrant.number])
        ]
        if len(numbers) == 1:
            return numbers[0]
        if not numbers:
            raise BadRequest(
                pointer,
                Text("“{name}” is no entrant: choose a name of the list.", name=text.strip()[:80]),
            )
        several = ", ".join(f"{number} · {self[number]}" for number in numbers[:MOST_NAMED])
        raise BadRequest(
            pointer,
            Text(
                "“{name}” may be {several}: write more of the name, or its number.",
                name=text.strip()[:80],
                several=several,
            ),
        )

    def numbers(self, text: str, pointer: str, *, ranges: bool = False) -> tuple[int, ...]:
        """The numbers of the entrants whom a text lists: numbers separated by spaces or commas, and
        names separated by semicolons, dashes, lines or commas. With `ranges`, 3-7 means all who
        play with numbers from 3 to 7. Raises `BadRequest`."""
        parts: list[str] = []
        for listed in BETWEEN.split(RANGE.sub("-", text) if ranges else text):
            if NUMBERS.fullmatch(listed):
                parts += re.split(r"[\s,]+", listed)
            else:
                parts += [listed] if name_words(listed) in self._numbers else listed.split(",")
        named: list[int] = []
        for part in filter(str.strip, parts):
            first, dash, last = part.partition("-") if ranges else (part, "", "")
            if dash and NUMBERS.fullmatch(part):
                named += self._between(first, last, pointer)
            else:
                named.append(self.number(part, pointer))
        if len(named) > MOST_ENTRANTS:
            raise BadRequest(pointer, Text("At most {most} entrants.", most=MOST_ENTRANTS))
        return tuple(named)

    def _between(self, first: str, last: str, pointer: str) -> list[int]:
        """The numbers from `first` to `last` of entrants who have not left. Raises `BadRequest` if
        there are none."""
        if NUMBER.fullmatch(first) and NUMBER.fullmatch(last):
            playing = (each.number for each in self._tournament.entrants if each.status == "in")
            if found := [number for number in playing if int(first) <= number <= int(last)]:
                return found
        raise BadRequest(
            pointer,
            Text(
                "Nobody plays with a number from {first} to {last}: write the lower one first.",
                first=first[:80],
                last=last[:80],
            ),
        )


class TournamentReader:
    """A tournament as its reader may see it; a `director` sees everything. Makes the answers about
    it."""

    def __init__(self, store: TournamentStore, tournament: Tournament, *, director: bool) -> None:
        self.store, self._clerk, self._director = store, store.clerk, director
        self.tournament = tournament
        self.id, self.base = tournament.id, f"/tournaments/{tournament.id}"
        self.called = EntrantNames(store, tournament)
        self.visible = Visibility(tournament, director=director)
        self._points = cache(self._points_before)

    @cached_property
    def title(self) -> str:
        return self.store.title(self.tournament) or self.id

    @cached_property
    def rounds(self) -> tuple[RoundAt, ...]:
        rounds = self.tournament.rounds
        return tuple(round for round in rounds if self._director or round.published)

    @property
    def last_round(self) -> int:
        """The number of the last round that the reader may see (0: none)."""
        return self.rounds[-1].round if self.rounds else 0

    @property
    def over(self) -> bool:
        """Whether all rounds are played and closed."""
        t = self.tournament
        return t.closed or bool(t.rounds and t.rounds[-1].closed and t.next_round > t.rules.rounds)

    @cached_property
    def podium(self) -> tuple[Row, ...]:
        """The rows of ranks 1 to 3 once the tournament is over; empty before."""
        rows = (
            self.tournament.standings_after(self.last_round).rows
            if self.over and self.last_round
            else ()
        )
        return tuple(row for row in rows if row.rank <= 3)

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(self.called[row.entrant] for row in self.podium if row.rank == 1)

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """The numbers of the entrants who have not left."""
        return tuple(
            entrant.number for entrant in self.tournament.entrants if entrant.status == "in"
        )

    def rating_and_points(self, round: int, number: int) -> tuple[int, Amount]:
        """The numbers that a pairing shows beside an entrant's name: the rating (0: none), and the
        points before the round (empty: none yet)."""
        entrant = self.tournament.entrant(number)
        return entrant.rating if entrant is not None else 0, self._points(round).get(number, "")

    def _points_before(self, round: int) -> dict[int, Amount]:
        order = self.tournament.standings_after(round - 1) if round > 1 else None
        if order is None or order.keys[:1] != ("points",):
            return {}
        return {row.entrant: row.values[0] for row in order.rows}

    # -- the whole ---------------------------------------------------------------------------------

    def line(self) -> a.TournamentLine:
        """The tournament as the API shows it in lists."""
        t = self.tournament
        return a.TournamentLine(
            id=t.id,
            title=self.store.title(t),
            ruleset=t.opened.ruleset,
            status="closed" if t.closed else "open",
            seq=t.seq,
            opened_at=t.opened.at,
            at=t.at,
            entrants=len(t.entrants),
            round=self.last_round,
            rounds=t.rules.rounds,
            tags=t.opened.tags,
        )

    def whole(self) -> a.TournamentAt:
        """The answer about the tournament as a whole."""
        t = self.tournament
        held = [(seq, penalty) for seq, penalty in t.penalties.items() if seq not in t.lifted]
        return a.TournamentAt(
            id=t.id,
            seq=t.seq,
            tournament=self.line(),
            rules=t.rules,
            commitment=t.opened.commitment,
            rounds=tuple(map(_round_line, self.rounds)),
            next_round=t.next_round if t.next_round <= t.rules.rounds and not t.closed else None,
            clock=t.clock,
            penalties=tuple(a.PenaltyShown(seq, p.entrant, p.points, p.round) for seq, p in held),
            protests=tuple(self._protests()),
            departures=tuple(self.departures()),
            offered=offered(self.store, t) if self._director else (),
            seed=t.closing.seed if t.closing is not None else None,
        )

    def _protests(self) -> Iterator[a.ProtestShown]:
        for protest in self.tournament.protests:
            filed, decision = protest.filed, protest.decision
            yield a.ProtestShown(
                record=protest.seq,
                at=protest.at,
                entrant=filed.entrant,
                round=filed.round,
                table=filed.table,
                text=self._words(filed.text),
                upheld=decision.upheld if decision is not None else None,
                decision=self._words(decision.text) if decision is not None else None,
            )

    def departures(self, lines: Mapping[int, ToldRecord] | None = None) -> Iterator[a.DepartureAt]:
        """The departures from the rules that the reader may see. With `lines` (a report's records in
        words, by seq) they are told in the words of their records, with the entrants' names."""
        for noted in self.visible.noted():
            line = lines.get(noted.seq) if lines else None
            with_names = replace(noted, did=line.text) if line is not None else noted
            body, reason = noted.body, self._reason(noted.body.reason)
            for departure in noted.departures:
                said = departure_said(
                    with_names, departure, by_hand=line is not None and line.by_hand
                )
                who = [
                    name
                    for name in map(self._named, departure.entrants if lines else ())
                    if not re.search(re.escape(str(name)) + r"(?!\d)", said.en)
                ]
                if who:
                    said = Text("{said} ({who})", "{said} ({who})", said=said, who=joined(who))
                yield a.DepartureAt(noted.seq, body.at, body.actor, said, *reason, departure)

    def _reason(self, commitment: str) -> tuple[str | None, bool]:
        """The words of a reason, and whether they were erased. The words are None if there are
        none, they were erased, or the reader is not the director."""
        why = self._words(commitment) if commitment else None
        return why, self._director and bool(commitment) and why is None

    def report(self) -> a.TournamentReport:
        t, found = self.tournament, []
        rows = self.store.records_of(t.id, until=t.seq)
        lines = (line for line, _after in told(rows, called=self._named))
        shown = {f.seq: line for f, line in zip(rows, lines, strict=True) if self.visible.shows(f)}
        departures = tuple(self.departures(shown))
        departed = {noted.record for noted in departures}
        for line in shown.values():
            if line.by_hand and line.seq not in departed:
                told_of = line.seq, line.body.at, line.body.actor, line.text
                found.append(a.Act(*told_of, *self._reason(line.reason)))
        beyond = tuple(unprovable(t, self._named))
        return a.TournamentReport(t.id, t.seq, departures, tuple(found), beyond)

    def _named(self, number: int) -> Text | str:
        """An entrant's name with the number; without a name, "Entrant" and the number."""
        known = number in self.tournament.named
        name = self.store.name(self.tournament, number) if known else None
        return f"{name} ({number})" if name else entrant_named(number)

    def _words(self, commitment: str) -> str | None:
        return self._clerk.words(commitment) if self._director else None

    def entrants(self) -> a.EntrantPage:
        t = self.tournament
        return a.EntrantPage(t.id, t.seq, tuple(map(self.entrant, t.entrants)))

    def entrant(self, entrant: Entrant) -> a.EntrantAt:
        named = self.tournament.named[entrant.number]
        return a.EntrantAt(
            number=entrant.number,
            name=self.store.name(self.tournament, entrant.number),
            club=entrant.club,
            group=entrant.group,
            rating=entrant.rating,
            seed_rank=entrant.seed_rank,
            status=entrant.status,
            since=entrant.since,
            team=entrant.team,
            table=entrant.table,
            contact=self._words(named.text),
            player=named.player if self._director else None,
        )

    # -- rounds ------------------------------------------------------------------------------------

    def round(self, number: int) -> a.RoundAt:
        """The answer about a round. Raises `TournamentRefused` if the round is not paired or the
        reader may not see it."""
        at, t = self.visible.round(number), self.tournament
        paired = self.store.records_of(t.id, at.paired - 1)[0].state if self._director else None
        tables = tuple(map(self._table, at.tables))
        return a.RoundAt(
            tournament=t.id,
            seq=t.seq,
            round=_round_line(at),
            tables=tables,
            byes=at.byes,
            pairing=Raw(paired) if paired is not None else None,
            by="hand" if at.by_hand else "engine",
            by_hand=tuple(sorted(at.by_hand)),
        )

    def round_and_table(self, round: int, table: int) -> tuple[RoundAt | None, TableAt | None]:
        """A round and one of its tables; None for each that does not exist or that the reader may
        not see."""
        paired = next((paired for paired in self.rounds if paired.round == round), None)
        return paired, paired.table(table) if paired is not None else None

    def was_shown(self, round: int, seq: int) -> bool:
        """Whether the reader may see the pairing that a round had at record `seq`: it was
        published, or the reader is the director."""
        return self._director or self.visible.was_published(round, seq)

    def _table(self, table: TableAt) -> a.TableShown:
        result = table.result
        slips = table.slips.items() if self._director else ()
        return a.TableShown(
            table=table.number,
            entrants=table.entrants,
            names=tuple(self.store.name(self.tournament, entrant) for entrant in table.entrants),
            game=table.game or None,
            result=result.exported if result is not None else None,
            record=result.record if result is not None else None,
            source=result.body.source if result is not None else None,
            disputed=table.disputed,
            slips=tuple(a.SlipShown(seq, entrant, slip.result) for entrant, (seq, slip) in slips),
        )

    @property
    def corrected_since(self) -> bool:
        """Whether a result was corrected after the tournament was closed, so that exports and
        seasons show something else than the last standings."""
        tables = (table for round in self.tournament.rounds for table in round.tables)
        shown = any(table.result is not None and table.result.shown is not None for table in tables)
        return shown and self.tournament.closed

    def standings(self, through: int | None = None, *, trees: bool = False) -> a.StandingsAt:
        """The answer about the standings after a round (default: the last that the reader may see).
        Raises `TournamentRefused`."""
        t, last = self.tournament, self.last_round
        if through is not None and not 0 <= through <= last:
            raise TournamentRefused(
                Text("There are standings after rounds 0 to {last}.", last=last),
                "/round",
            )
        order = self.tournament.standings_after(last if through is None else through)
        return a.StandingsAt(
            tournament=t.id,
            seq=t.seq,
            stage=order.stage,
            round=order.round,
            keys=order.keys,
            ranks=ranks_of(order, partial(self.store.name, t), trees=trees),
            sha256=order.sha256,
        )

    def chosen_to_compare(
        self, number: int, first: int, second: int
    ) -> tuple[RoundAt, tuple[int, ...], int, int]:
        """The round with this number, its entrants who have games, and the two entrants to compare:
        `first` and `second` or, in place of a 0, the caller's own entrant, then those with the best
        scores (0: no games). Raises `TournamentRefused` if the games may not be compared."""
        round = self.visible.round(number)
        need_comparable(self.tournament, number, director=self._director)
        there = _compared_first(round.tables, own_entrant())
        first = first or next(iter(there), 0)
        return round, there, first, second or next((n for n in there if n != first), first)

    def comparison(self, round: RoundAt, first: int, second: int) -> ComparisonAt:
        """The comparison of two entrants' games in a round. Raises `TournamentRefused` if one has
        none."""
        store, t = self.store, self.tournament
        compared = compared_games(store, t, round, first, second)
        deal = deal_of(store, t, round) if compared.same_deal else b""
        games = (
            _compared_game(self, compared.first, deal),
            _compared_game(self, compared.second, deal),
        )
        return ComparisonAt(t.id, t.seq, round.round, compared.alike, compared.same_deal, games)

    # -- records -----------------------------------------------------------------------------------

    def entries(self, after: int, limit: int) -> a.TournamentEntryPage:
        """A page of the tournament's records: at most `limit` after record `after`."""
        t = self.tournament
        after = min(after, t.seq)
        rows = self._clerk.recorder.records_of(t.id, gt=after, lte=t.seq, limit=limit)
        last = rows[-1].seq if rows else after
        before = self.store.tournament_at(t.id, after) if after else None
        lines = [line.text for line, _after in told(rows, before, self._named)]
        entries = tuple(map(self.entry, rows, lines))
        return a.TournamentEntryPage(t.id, t.seq, entries, last if last < t.seq else None)

    def entry(self, stored: StoredRecord, sentence: Text | None = None) -> a.TournamentEntry:
        shows, state = self.visible.shows(stored), stored.state
        return a.TournamentEntry(
            stored.seq,
            stored.topic,
            stored.body.at,
            hashlib.sha256(state).hexdigest(),
            Raw(state) if shows else None,
            sentence if shows else None,
        )


def ranks_of(
    order: Standings, name: Callable[[int], str | None], *, trees: bool
) -> tuple[a.RankAt, ...]:
    """The rows of standings as the API shows them. `name` returns an entrant's name by number.
    `trees`: with the terms of each value."""
    return tuple(
        a.RankAt(
            rank=row.rank,
            shared=row.shared,
            entrant=row.entrant,
            name=name(row.entrant),
            parted=row.parted,
            values=row.values,
            team=row.team,
            trees=tree if trees else None,
        )
        for row, tree in zip(order.rows, order.trees, strict=True)
    )


def changes_by_own_link(reader: TournamentReader, since: int) -> list[str]:
    """A sentence for each entrant whose own link changed whether they play, about round `since` or
    a later one."""
    t, who = reader.tournament, reader.called.__getitem__
    said = sorted((p for p in t.phoned.values() if p.round >= since), key=lambda p: p.seq)
    return [tell(say(t, p.body, who)) for p in said]


# -- games of tables -----------------------------------------------------------------------------


@site.app_template_global()
def why_unreadable(table: TableAt) -> str:
    """Why a table's game cannot be read; empty if it can, or there is none."""
    try:
        with reading(table):
            if table.game:
                score_of(game_clerk().game(table.game))
    except TournamentRefused as e:
        return tell(e.text)
    return ""


def seat_links(table: TableAt) -> list[tuple[str, int, str]]:
    """The seats of a table's game: each seat's name, its entrant, and the path of its link. The
    path is empty if the link was revoked or the game cannot be read."""
    links = service().access.links
    try:
        game, opened = game_clerk().load(table.game).whole, games_here().opened(table.game)
    except UNREADABLE:
        return [(seat, entrant, "") for seat, entrant in seats_and_entrants(table)]
    standard = game_standard_links(links, table.game, opened)
    own = {link.speaks_for: link for link in standard if links.revocation(link) is None}
    return [
        (
            tell(seat_name(game, seat)),
            entrant,
            f"/seat/{links.token(own[seat,])}" if (seat,) in own else "",
        )
        for seat, entrant in seats_and_entrants(table)
    ]


# -- the request -----------------------------------------------------------------------------------


def read_tournament(tournament: str) -> TournamentReader:
    """The tournament as the caller may read it, at the record `?at=` if that is given. Raises
    `UnknownTournament`."""
    store = directing().store
    return TournamentReader(
        store, store.tournament(tournament, requested_record()), director=may_direct(caller())
    )


def may_direct(who: Caller) -> bool:
    """Whether a caller to whom a tournament is open may do everything there: with a key or the
    director's link."""
    return who.duty in (None, "director")


def own_entrant() -> int:
    """The entrant's number of the caller's own link; 0 for other callers."""
    who = caller()
    return int(who.speaks_for[0]) if who.duty == "table" and who.speaks_for else 0


def need_may_report_for(*entrants: int) -> None:
    """Raise `not-your-table` unless the caller may report for these entrants. An entrant's own link
    may report for that entrant only, all other callers for everybody."""
    who = caller()
    for entrant in entrants:
        if who.duty == "table" and str(entrant) not in who.speaks_for:
            text = Text("This link does not speak for entrant {entrant}.", entrant=entrant)
            raise Problem("not-your-table", text)


def cached_answer(tournament: str, answer_of: Callable[[TournamentReader], Struct]) -> Response:
    """Answer a GET request about a tournament with `answer_of`, and with an ETag. Names and words
    can be erased without a record, so the ETag is computed from the whole answer."""
    reader = read_tournament(tournament)
    data = encode(answer_of(reader))
    digest = hashlib.sha256(data).hexdigest()[:16]
    tag = etag(reader.tournament.seq, f"{caller().duty or 'director'}.{digest}")
    return not_modified(tag) or cacheable_reply(data, tag)


def _round_line(round: RoundAt) -> a.RoundLine:
    disputed = tuple(table.number for table in round.tables if table.disputed)
    return a.RoundLine(
        round=round.round,
        stage=round.stage,
        tables=len(round.tables),
        missing=round.missing,
        disputed=disputed,
        adjourned=round.adjourned,
        published=bool(round.published),
        closed=bool(round.closed),
    )


def file_notes(notes: Iterable[FileFault]) -> tuple[a.FileNote, ...]:
    return tuple(a.FileNote(note.line, note.text) for note in notes)


def answer_to_write(
    answer: TournamentAnswer, notes: Iterable[FileFault] | None = None, **headers: str
) -> Response:
    """The API's answer to a write, with the games that it opened and their links. `notes` are those
    on a file of entrants (None: it had no file)."""
    app, stored = service(), answer.record
    body = stored.body_as(r.TournamentRecord)
    links = app.access.links
    rounds = answer.tournament.rounds
    number = {table.game: table.number for round in rounds for table in round.tables}
    games = tuple(
        a.GameAt(number[game], game, standard_links(links, game, games_here().opened(game)))
        for game in answer.games
        if game in number
    )
    now = TournamentReader(directing().store, answer.tournament, director=True).line()
    told = Visibility(answer.tournament, director=may_direct(caller())).shows(stored)
    departures = body.departures if told else ()
    line = (stored.stream, stored.seq, stored.topic, body.at, departures, games, now)
    return written_reply(
        a.TournamentWritten(*line)
        if notes is None
        else a.EntrantsImported(*line, notes=file_notes(notes)),
        stored,
        again=answer.again,
        **headers,
    )


def tournament_write(
    blueprint: Blueprint,
    path: str,
    body: type[Struct] | None,
    sentence: str,
    *duties: Duty,
    refuses: tuple[str, ...] = (),
    **options: Any,
) -> Callable[[Callable[..., TournamentAnswer]], Callable[..., TournamentAnswer]]:
    """A decorator that makes an address of the API for a write to a tournament, open to its
    organiser, its director and holders of links with these duties. The view receives body and
    order, and returns the use case's answer. `sentence` describes the answer (201)."""

    def decorate(view: Callable[..., TournamentAnswer]) -> Callable[..., TournamentAnswer]:
        @wraps(view)
        def write(*bodies: Struct, tournament: str, **named: Any) -> Response:
            return answer_to_write(view(*bodies, requested_order(tournament), **named))

        notes = (
            blueprint.refuses(*refuses),
            blueprint.answers(201, "TournamentWritten", sentence, headers=WRITTEN),
            blueprint.writes(*PROBLEMS, stale=STALE),
            *((blueprint.takes(body, **options),) if body is not None else ()),
            blueprint.duty("director", *duties),
            blueprint.needs("organiser"),
            blueprint.route(f"/tournaments/<tournament>{path}", methods=["POST"]),
        )
        for note in notes:
            write = note(write)
        return view

    return decorate


def tournaments_of(who: Caller, after: str, limit: int) -> ListPage[a.TournamentLine]:
    """A page of the tournaments that were opened with a caller's key; for the operator, of all.
    Raises `invalid-parameters` for a malformed cursor."""
    store = directing().store
    listed = games_here().index.streams("tournament", "" if who.at_least("operator") else who.id)

    def line_of(id: str) -> a.TournamentLine:
        return TournamentReader(store, store.tournament(id), director=True).line()

    return page_of(stream_lines("tournament", listed, after, line_of), limit)


def _compared_first(tables: tuple[TableAt, ...], own: int) -> tuple[int, ...]:
    """The entrants with a game in a round, in the order in which they are preferred for a
    comparison: `own` first, then by best score, then by table."""
    there = [number for table in tables if table.game for number in table.entrants]
    entries = [
        entry
        for table in tables
        if table.result is not None
        for entry in table.result.result.entries
    ]
    best = [
        entry.entrant
        for entry in sorted(entries, key=lambda entry: (-entry.score_number, entry.entrant))
    ]
    return tuple(dict.fromkeys(number for number in (own, *best, *there) if number in there))


def _compared_game(reader: TournamentReader, played: Played, deal: bytes) -> ComparedGame:
    game, linked = played.game, played.table.linked
    seats = linked.seats if linked is not None else ()
    points = max(
        (line.points for line in score_of(game) if line.seat in seats), default=None
    )  # an automa's are nobody's
    wrong = len(wrong_rolls(rolls_of(game), deal)) if deal else None
    umpire = Reader(game, UMPIRE)  # the round is over: everything may be seen
    steps = tuple(_compared_step(umpire, game, seq) for seq in played.steps)
    return ComparedGame(
        entrant=played.entrant,
        name=reader.store.name(reader.tournament, played.entrant),
        game=game.id,
        points=None if points is None else amount_as_json(points),
        taken_back=played.taken_back,
        wrong_rolls=wrong,
        steps=steps,
    )


def _compared_step(reader: Reader, game: Game, seq: int) -> ComparedStep:
    body = game.history.record(seq).body
    if not isinstance(body, ActionTaken):
        return ComparedStep(seq, "", say_record(game, body))
    before = Game(game.history, game.checks, seq - 1)
    deed: Text = reader.action_sentence(
        before.board, body.seat, decode_action(game.rules, body.action), seq
    )
    return ComparedStep(seq, body.seat, deed)


class TournamentHappened(a.OfTournament, frozen=True):
    """The data of an event `record` of a tournament: its entry as `/records` shows it now."""

    entry: TournamentEntry


def tournament_record_event(reader: TournamentReader, stored: StoredRecord) -> bytes:
    """The bytes of the event `record` in a tournament's live stream, for one record."""
    return event_bytes(
        stored.seq,
        b"record",
        TournamentHappened(reader.tournament.id, stored.seq, reader.entry(stored)),
    )

"""`greffe tournament`, of the record: open one, enter entrants, pair, enter results, standings, show, export."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import click
import msgspec

from api.answers.tournaments import RoundAt, StandingsAt, TournamentAt
from api.reading.tournaments import TournamentReader, lines, written_at
from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.directing.aggregate.departures import Confirmation
from domain.directing.directing import Directing, TournamentAnswer
from domain.directing.entrants import entries_of
from domain.directing.errors import ConfirmationNeeded, TournamentRefused
from domain.directing.lifecycle import OpeningOf
from domain.directing.tournaments import Tournaments
from domain.kernel.rows import newest_first
from domain.record.tournament_records import EXTERNAL, TOURNAMENT_TOPICS, Effect
from domain.rules.text import Lang, Text
from domain.tournament.standings.tree import Term
from domain.tournament.values import Entry, Key, Rules, Scoring, Stage, TableResult
from domain.transfer.tournaments import export_tournament
from ops.cli import NotToBeHad
from ops.cli.common import clerk_of, columns, data_option, json_option, lang_option, plain, show_json

ACTOR = "operator"


@click.command("open")
@click.argument("title")
@click.option("--ruleset", default=EXTERNAL, show_default=True, help="The games' title by its id; external: played elsewhere.")
@click.option("--rounds", type=click.IntRange(1, 64), default=5, show_default=True, help="How many rounds.")
@click.option("--table", "size", type=click.IntRange(2, 6), default=2, show_default=True, help="The preferred size of a table.")
@click.option("--rules", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="The rules whole, as a JSON file.")
@data_option
@lang_option
@json_option
def open_(
    title: str, ruleset: str, rounds: int, size: int, rules: Path | None, data: str | None, lang: Lang, as_json: bool
) -> None:
    """Open a tournament called TITLE: rounds of duels, or of tables with points by place, unless a file has other rules."""
    with clerk_of(data) as clerk:
        wish = OpeningOf(title=title, ruleset=ruleset, rules=_rules(rules, rounds, size))
        answer = Tournaments(clerk).whole.open(wish, ACTOR, token_hex(12))
        _told(clerk, answer, lang, as_json)


@click.command("list")
@data_option
@lang_option
@json_option
def list_(data: str | None, lang: Lang, as_json: bool) -> None:
    """List the tournaments, those written to last first."""
    with clerk_of(data) as clerk:
        found = [line for _, line in lines(Directing(clerk), newest_first(clerk.recorder, TOURNAMENT_TOPICS))]
    if as_json:
        show_json(found)
        return
    head = Text("tournament title status entrants round").to(lang).split()
    said = {"open": Text("open", context="open-2"), "closed": Text("closed", context="closed")}
    rows = [(one.id, one.title, said[one.status].to(lang), str(one.entrants), f"{one.round}/{one.rounds}") for one in found]
    for row in columns(head, rows):
        click.echo(plain(row))


@click.command("entrants")
@click.argument("tournament")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@data_option
@lang_option
@json_option
def entrants(tournament: str, file: Path, data: str | None, lang: Lang, as_json: bool) -> None:
    """Enter the entrants of FILE, all or none: CSV, whose first row names the columns, or a report file (TRF) without rounds."""
    with clerk_of(data) as clerk:
        on = Tournaments(clerk)
        _told(clerk, on.entering.add(_order(on, tournament), entries_of(file.read_bytes())), lang, as_json)


@click.command("pair")
@click.argument("tournament")
@click.argument("round", type=int)
@click.option("--publish/--draft", default=True, show_default=True, help="Whether everybody may see it at once.")
@data_option
@lang_option
@json_option
def pair(tournament: str, round: int, publish: bool, data: str | None, lang: Lang, as_json: bool) -> None:
    """Pair ROUND by the engine that its stage asks for, and show the tables."""
    with clerk_of(data) as clerk:
        on = Tournaments(clerk)
        on.rounds.pair(_order(on, tournament), round)
        if publish:
            on.rounds.publish(_order(on, tournament), round)
        found = _reader(on, tournament).round(round)
        if as_json:
            show_json(found)
            return
        for line in _round(found, lang):
            click.echo(plain(line))


@click.command("games")
@click.argument("tournament")
@click.argument("round", type=int)
@data_option
@lang_option
@json_option
def games(tournament: str, round: int, data: str | None, lang: Lang, as_json: bool) -> None:
    """Open the games of ROUND's tables, each with its entrants in their seats."""
    with clerk_of(data) as clerk:
        on = Tournaments(clerk)
        _told(clerk, on.rounds.open_games(_order(on, tournament), round), lang, as_json)


@click.command("result")
@click.argument("tournament")
@click.argument("round", type=int)
@click.argument("table", type=int)
@click.argument("entrants", nargs=-1)
@data_option
@lang_option
@json_option
def result(tournament: str, round: int, table: int, entrants: tuple[str, ...], data: str | None, lang: Lang, as_json: bool) -> None:
    """Enter the result of TABLE in ROUND: ENTRANTS from the first place down, those who share a place joined by = (3 1=2 4).
    Without any, it is taken from the table's game."""
    with clerk_of(data) as clerk:
        on = Tournaments(clerk)
        typed = _placed(table, entrants) if entrants else None
        _told(clerk, on.results.take(_order(on, tournament), round, table, typed), lang, as_json)


@click.command("correct")
@click.argument("tournament")
@click.argument("round", type=int)
@click.argument("table", type=int)
@click.argument("entrants", nargs=-1, required=True)
@click.option("--effect", type=click.Choice(["recompute", "repair", "report"]), default="recompute", show_default=True)
@click.option("--reason", default="", help="Why; without it, what comes of the correction is shown, and nothing is recorded.")
@data_option
@lang_option
@json_option
def correct(
    tournament: str,
    round: int,
    table: int,
    entrants: tuple[str, ...],
    effect: Effect,
    reason: str,
    data: str | None,
    lang: Lang,
    as_json: bool,
) -> None:
    """Put another result in the place of the one that TABLE in ROUND has; ENTRANTS as for `result`."""
    with clerk_of(data) as clerk:
        on = Tournaments(clerk)
        said = Confirmation(1 if reason else 0, reason)
        try:
            what = _placed(table, entrants)
            answer = on.results.correct(_order(on, tournament), round, table, effect, what, said)
        except ConfirmationNeeded as needed:
            for text in needed.consequences:
                click.echo(text.to(lang), err=True)
            raise
        _told(clerk, answer, lang, as_json)


@click.command("standings")
@click.argument("tournament")
@click.option("--round", type=int, help="After this round; the last one if left out.")
@click.option("--why", type=int, metavar="ENTRANT", help="What the values of this entrant were added from.")
@data_option
@lang_option
@json_option
def standings(tournament: str, round: int | None, why: int | None, data: str | None, lang: Lang, as_json: bool) -> None:
    """Show the order after a round, and which key parted two neighbours."""
    with clerk_of(data) as clerk:
        found = _reader(Tournaments(clerk), tournament).standings(round, trees=why is not None or as_json)
    if as_json:
        show_json(found)
        return
    for line in _why(found, why, lang) if why is not None else _standings(found, lang):
        click.echo(plain(line))


@click.command("show")
@click.argument("tournament")
@click.option("--round", type=int, help="This round with its tables.")
@data_option
@lang_option
@json_option
def show(tournament: str, round: int | None, data: str | None, lang: Lang, as_json: bool) -> None:
    """Show a tournament: its rounds, what is missing, and what departed from the rules; or one round."""
    with clerk_of(data) as clerk:
        reader = _reader(Tournaments(clerk), tournament)
        found = reader.round(round) if round is not None else reader.whole()
    if as_json:
        show_json(found)
        return
    for line in _round(found, lang) if isinstance(found, RoundAt) else _whole(found, lang):
        click.echo(plain(line))


@click.command("export")
@click.argument("tournament")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The file; standard output if none is named.")
@click.option("--names/--no-names", default=False, show_default=True, help="Whether names and free text are in it, too.")
@data_option
@lang_option
def export(tournament: str, output: Path | None, names: bool, data: str | None, lang: Lang) -> None:
    """Write a tournament's records as JSON Lines, exact to the stored byte."""
    with clerk_of(data) as clerk:
        desk = Directing(clerk)
        desk.need(tournament)
        written = list(export_tournament(desk.filed(tournament), lambda _: True, clerk.key_values, names=names))
    if output is None:
        sys.stdout.buffer.writelines(written)
        return
    output.write_bytes(b"".join(written))
    said = Text("{n:line|lines}", n=len(written))
    click.echo(Text("{output}: {said}.", output=output, said=said).to(lang), err=True)


@click.command("close")
@click.argument("tournament")
@click.option("--reason", default="", help="Why, if not all rounds were played.")
@data_option
@lang_option
@json_option
def close(tournament: str, reason: str, data: str | None, lang: Lang, as_json: bool) -> None:
    """Close a tournament: its last standings, and the seed that everything was drawn from."""
    with clerk_of(data) as clerk:
        on = Tournaments(clerk)
        _told(clerk, on.whole.close(_order(on, tournament), Confirmation(1 if reason else 0, reason)), lang, as_json)


DESK = (open_, list_, entrants, pair, games, result, correct, standings, show, export, close)
"""What `greffe tournament` takes for running a tournament, in the order of its help."""


# -- asking and telling --------------------------------------------------------------------------------------------------------


def _order(on: Tournaments, tournament: str) -> Order:
    return Order(tournament, on.desk.tournament(tournament).seq, ACTOR, token_hex(12))


def _reader(on: Tournaments, tournament: str) -> TournamentReader:
    return TournamentReader(on.desk, on.desk.tournament(tournament), director=True)


def _rules(file: Path | None, rounds: int, size: int) -> Rules:
    if file is not None:
        try:
            return msgspec.json.decode(file.read_bytes(), type=Rules)
        except msgspec.DecodeError as e:
            raise NotToBeHad(f"{file}: {e}") from None
    if size == 2:
        return Rules((Stage(rounds=rounds),))
    least, most = max(size - 1, 3), min(size + 1, 6)
    keys: tuple[Key, ...] = ("points", "opponents", "wins", "lots")
    stage = Stage(rounds=rounds, least=least, preferred=size, most=most, scoring=Scoring("places"), keys=keys)
    return Rules((stage,))


def _placed(table: int, entrants: tuple[str, ...]) -> TableResult:
    """A result from words such as `3 1=2 4`."""
    entries: list[Entry] = []
    for word in entrants:
        place = len(entries) + 1
        for number in word.split("="):
            if not (number.isascii() and number.isdigit() and len(number) < 6):
                raise TournamentRefused(Text("{number} is no entrant's number.", number=f"{number!r}"), "/entrants")
            entries.append(Entry(int(number), place))
    return TableResult(table, tuple(entries))


def _told(clerk: Clerk, answer: TournamentAnswer, lang: Lang, as_json: bool) -> None:
    """What a write came to."""
    if as_json:
        show_json(written_at(Directing(clerk), answer, ()))
        return
    id, seq, kind = answer.tournament.id, answer.filed.seq, answer.filed.topic
    click.echo(Text("Tournament {id}: record {seq}, {kind}.", id=id, seq=seq, kind=kind).to(lang))
    for game in answer.games:
        click.echo(Text("Game {game} is open.", game=game).to(lang))


def _whole(found: TournamentAt, lang: Lang) -> Iterator[str]:
    line = found.tournament
    closed = Text(", closed").to(lang) if line.status == "closed" else ""
    n = Text("{n:entrant|entrants}", n=line.entrants).to(lang)
    yield Text("{title} ({id}){closed}: {n}", title=line.title, id=line.id, closed=closed, n=n).to(lang)
    for one in found.rounds:
        missing = ", ".join(map(str, one.missing))
        state = Text("all results are there")
        if missing:
            state = Text("results are missing: table {missing}", missing=missing)
        elif one.closed:
            state = Text("closed")
        yield Text("  round {round}: {tables} tables, {state}", round=one.round, tables=one.tables, state=state).to(lang)
    for departure in found.departures:
        level = departure.departure.level
        why = f" “{departure.reason}”" if departure.reason else ""
        yield Text(
            "  record {record}, level {level}: {text}{why}",
            record=departure.record,
            level=level,
            text=departure.text,
            why=why,
        ).to(lang)


def _round(found: RoundAt, lang: Lang) -> Iterator[str]:
    head = (Text("table").to(lang), Text("entrants").to(lang), Text("result").to(lang))
    rows = []
    for one in found.tables:
        who = ", ".join(f"{number} {name or ''}".strip() for number, name in zip(one.entrants, one.names, strict=True))
        entries = sorted(one.result.entries, key=lambda e: e.place) if one.result is not None else []
        rows.append((str(one.table), who, " ".join(f"{e.entrant}:{e.place}" for e in entries)))
    yield from columns(head, rows)
    for bye in found.byes:
        yield Text("{entrant} has a bye ({kind})", entrant=bye.entrant, kind=bye.kind).to(lang)


def _standings(found: StandingsAt, lang: Lang) -> Iterator[str]:
    head = (Text("rank").to(lang), "", Text("name").to(lang), *found.keys, Text("parted by", context="head").to(lang))
    rows = [(str(one.rank), str(one.entrant), one.name or "–", *one.values, one.parted) for one in found.ranks]
    yield from columns(head, rows)


def _why(found: StandingsAt, entrant: int, lang: Lang) -> Iterator[str]:
    """The trees of one entrant."""
    row = next((one for one in found.ranks if one.entrant == entrant), None)
    if row is None:
        raise TournamentRefused(Text("There is no entrant {entrant}.", entrant=entrant))
    yield Text("{name}: rank {rank}", name=row.name or entrant, rank=row.rank).to(lang)
    for term in row.trees or ():
        yield from _tree(term, 1, lang)


def _tree(term: Term, depth: int, lang: Lang) -> Iterator[str]:
    at = Text(", round {round}", round=term.round).to(lang) if term.round else ""
    table = f", table {term.table}" if term.table else ""
    struck = Text(" (not counted)").to(lang) if term.struck else ""
    yield f"{'  ' * depth}{term.value}  {term.what}{at}{table}{struck}"
    for one in term.terms:
        yield from _tree(one, depth + 1, lang)

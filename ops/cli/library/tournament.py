"""`greffe tournament`: check a report file, import it, or simulate a tournament."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import click
from msgspec import Struct

from domain.kernel.text import Lang, Text, joined
from domain.tournament import simulation
from domain.tournament.checking import Checked, RoundChecked, checked
from domain.tournament.checking_tables import checked_events, event_of, spelt_event
from domain.tournament.citations import cited
from domain.tournament.formats.common import Event
from domain.tournament.formats.trf_reading import TrfFile, read
from domain.tournament.formats.trf_report import written
from domain.tournament.lifecycle.report_files import report_of, understood
from domain.tournament.pairing.engines import engine_of
from domain.tournament.standings.ranking import Standings, standings
from domain.tournament.tournaments import Tournaments
from domain.tournament.values import Cost, Scoring, Stage
from ops.cli.common import (
    clerk_of,
    data_option,
    json_option,
    lang_option,
    safe_line,
    show_json,
    table_lines,
)
from ops.settings.errors import CommandFailed

MOST_SHOWN = 20

ACTOR = "greffe-tournament-import"


@click.group("tournament")
def command() -> None:
    """Tournaments: check or import a report file of any program, or simulate a tournament."""


@command.command("check")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--engine",
    default="",
    help="What pairs again: duels, berger or fide-dutch; by default the file's own system.",
)
@lang_option
@json_option
def check(file: Path, engine: str, lang: Lang, as_json: bool) -> None:
    """Check a report file (TRF) or events at tables (JSON Lines): every round, colours, points and
    ranks. Lists each departure from the rules with its paragraph, and what is not checked. Exit
    code 1 if something is wrong."""
    if file.read_bytes()[:1] == b"{":
        return _check_tables(file, lang, as_json=as_json)
    trf = read(file.read_bytes())
    report = checked(trf, engine)
    if as_json:
        show_json({"holds": report.holds, "report": report})
    else:
        for line in _report_lines(trf, report, lang):
            click.echo(safe_line(line))
    if not report.some:
        raise CommandFailed(Text("No round could be checked."))
    if not report.holds:
        raise CommandFailed(Text("The file does not hold."))
    return None


def _check_tables(file: Path, lang: Lang, *, as_json: bool) -> None:
    events = list(checked_events(file.read_bytes()))
    if as_json:
        show_json(events)
    for event in () if as_json else events:
        head = Text("{id}: {n:round|rounds}", id=event.id or Text("Tournament"), n=event.rounds)
        click.echo(head.to(lang))
        for departed in event.departures:
            text = cited(departed)
            if departed.round:
                text = Text("round {round}: {text}", round=departed.round, text=text)
            click.echo(safe_line(f"  {text.to(lang)}"))
        if event.unchecked:
            rounds = ", ".join(map(str, event.unchecked))
            what = Text("who sits with whom in rounds {rounds}", rounds=rounds)
            click.echo(Text("  not checked: {what}", what=what).to(lang))
    if any(event.departures for event in events):
        raise CommandFailed(Text("The file does not hold."))


def _report_lines(trf: TrfFile, report: Checked, lang: Lang) -> Iterator[str]:
    field = trf.field
    head = Text(
        "{title}: {players}, {rounds}",
        title=trf.event.title or Text("Tournament"),
        players=Text("{n:player|players}", n=len(field.entrants)),
        rounds=Text("{n:round|rounds}", n=len(field.rounds)),
    )
    yield head.to(lang)
    for checked_round in report.rounds:
        yield f"  {_round_line(checked_round, lang)}"
    for departed in report.differences:
        text = cited(departed)
        if departed.round:
            text = Text("after round {round}, {told}", round=departed.round, told=text)
        yield f"  {text.to(lang)}"
    for unchecked in report.unchecked:
        yield Text("  not checked: {what}", what=unchecked).to(lang)
    if report.holds:
        yield Text("What was checked holds.").to(lang)


def _round_line(checked_round: RoundChecked, lang: Lang) -> str:
    parts = [
        Text(
            "round {round}: {alike} of {tables} tables as {engine} pairs them",
            round=checked_round.round,
            engine=checked_round.engine,
            alike=checked_round.alike,
            tables=checked_round.tables,
        ),
        *map(cited, checked_round.departures),
    ]
    if checked_round.corrected:
        parts.append(Text("an earlier result was corrected after it was paired"))
    if checked_round.refused:
        parts.append(checked_round.refused)
    return joined(parts, Text("; ")).to(lang)


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--dry-run", is_flag=True, help="Say what is understood, and record nothing.")
@data_option
@lang_option
@json_option
def import_file(file: Path, dry_run: bool, data: str | None, lang: Lang, as_json: bool) -> None:
    """Open a tournament from a TRF file: its entrants, and the rounds played, with every result.
    Prints what was understood and what was left out."""
    content, tournament = file.read_bytes(), ""
    report_file = report_of(content)
    report = understood(report_file)
    if not dry_run:
        with clerk_of(data) as clerk:
            report_files = Tournaments(clerk).report_files
            key = hashlib.sha256(content).hexdigest()[:32]
            tournament = report_files.open(report_file, ACTOR, key).id
    if as_json:
        show_json({"tournament": tournament, "report": report})
        return
    for text in report.lines:
        click.echo(safe_line(text.to(lang)))
    if tournament:
        click.echo(Text("Tournament {id} is open.", id=tournament).to(lang))


class SimulatedTournament(Struct, frozen=True):
    engine: str
    seed: int
    entrants: int
    repeats: int
    costs: tuple[tuple[Cost, ...], ...]
    standings: Standings


@command.command("simulate")
@click.option(
    "--entrants",
    "count",
    type=click.IntRange(1, 1000),
    default=24,
    show_default=True,
    help="How many enter.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 30),
    default=5,
    show_default=True,
    help="How many rounds are played.",
)
@click.option(
    "--table",
    "size",
    type=click.IntRange(2, 6),
    default=4,
    show_default=True,
    help="The preferred size of a table.",
)
@click.option(
    "--engine", default="", help="What pairs: duels, tables, planned, berger, heats or fide-dutch."
)
@click.option(
    "--missing",
    type=click.IntRange(0, 90),
    default=0,
    show_default=True,
    help="Of a hundred, who stay away from a round.",
)
@click.option(
    "--forfeits",
    type=click.IntRange(0, 90),
    default=0,
    show_default=True,
    help="Of a hundred tables, those forfeited.",
)
@click.option(
    "--leaving",
    type=click.IntRange(0, 90),
    default=0,
    show_default=True,
    help="Of a hundred, who leave before a round, or come back.",
)
@click.option(
    "--own-tables",
    type=click.IntRange(0, 90),
    default=0,
    show_default=True,
    help="Of a hundred, who have a table of their own.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="The same seed plays the same tournament.",
)
@click.option("--trf", is_flag=True, help="Write the tournament as TRF26 (tables of two).")
@click.option("--event", is_flag=True, help="Write it as a line of JSON (larger tables).")
@lang_option
@json_option
def simulate(
    count: int,
    rounds: int,
    size: int,
    engine: str,
    missing: int,
    forfeits: int,
    leaving: int,
    own_tables: int,
    seed: int,
    trf: bool,
    event: bool,
    lang: Lang,
    as_json: bool,
) -> None:
    """Simulate a tournament with random results, in memory: print the cost of each pairing, how
    many met again, and the standings."""
    if size == 2:
        stage = Stage(rounds=rounds, engine=engine)
    else:
        least, most = max(size - 1, 3), min(size + 1, 6)
        stage = Stage(
            name="",
            format="swiss",
            rounds=rounds,
            least=least,
            preferred=size,
            most=most,
            scoring=Scoring("places"),
            keys=("points", "opponents", "wins", "lots"),
            engine=engine,
        )
    field, pairings = simulation.played(
        count,
        stage,
        seed,
        missing=missing,
        forfeits=forfeits,
        leaving=leaving,
        own_tables=own_tables,
    )
    if trf:
        comment = f"greffe tournament simulate --seed {seed}"
        click.echo(written(Event(title=f"Simulation {seed}"), field, comments=[comment]), nl=False)
        return
    if event:
        click.echo(spelt_event(event_of(f"simulation-{seed}", field)))
        return
    table = standings(field)
    paired_by = engine or engine_of(stage).id
    result = SimulatedTournament(
        engine=paired_by,
        seed=seed,
        entrants=count,
        repeats=simulation.repeats(field),
        costs=tuple(pairing.cost for pairing in pairings),
        standings=table,
    )
    if as_json:
        show_json(result)
        return
    for line in _simulated_lines(result, lang):
        click.echo(line)


def _simulated_lines(result: SimulatedTournament, lang: Lang) -> Iterator[str]:
    yield Text(
        "{engine}, seed {seed}: {entrants} entrants, {repeats} meetings again",
        engine=result.engine,
        seed=result.seed,
        entrants=result.entrants,
        repeats=result.repeats,
    ).to(lang)
    for round, cost in enumerate(result.costs, 1):
        parts = ", ".join(f"{weight.part} {weight.value}" for weight in cost)
        yield Text("  round {round}: {parts}", round=round, parts=parts).to(lang)
    head = [Text("rank").to(lang), Text("entrant").to(lang), *result.standings.keys]
    rows = [
        [str(row.rank), str(row.entrant), *row.values] for row in result.standings.rows[:MOST_SHOWN]
    ]
    yield from table_lines(head, rows)

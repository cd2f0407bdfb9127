"""`greffe tables`: build tables for analysts, publish a dump of them, and describe their
columns."""

import os
from pathlib import Path

import click

from domain.game.commands import find_rules
from domain.kernel.text import Lang, Text
from ops.cli.common import data_option, json_option, lang_option, settings, show_json
from ops.settings.errors import Trouble
from ops.tables.build import build_tables
from ops.tables.dump import LEAST, NOTICE, TAG, dump_tables
from ops.tables.reading import ReadingOptions
from ops.tables.writers import INSTALL, has_parquet
from projections.tables.dictionary import DICTIONARY, dictionary_lines
from projections.tables.schema import FORMATS, Format, Manifest

_formats = click.option(
    "--format",
    "formats",
    type=click.Choice(FORMATS),
    multiple=True,
    help="Which files; may be given again (all three, Parquet if the extra `tables` is installed).",
)
_processes = click.option(
    "--processes",
    type=click.IntRange(1, 64),
    help="How many processes read games (as many as cores).",
)


def usable_cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.group("tables")
def command() -> None:
    """Tables for analysts, of games, tournaments and seasons, as CSV, JSON Lines and Parquet."""


@command.command("build")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder; `tables` in the data folder.",
)
@click.option(
    "--ruleset",
    "rulesets",
    multiple=True,
    metavar="ID",
    help="Only this title; may be given again.",
)
@click.option(
    "--offered",
    is_flag=True,
    help="Also how much each seat had to choose from: takes as long as all the rest.",
)
@_formats
@_processes
@data_option
@lang_option
@json_option
def build_command(
    output: Path | None,
    rulesets: tuple[str, ...],
    offered: bool,
    formats: tuple[Format, ...],
    processes: int | None,
    data: str | None,
    lang: Lang,
    as_json: bool,
) -> None:
    """Build the tables of all games, tournaments and seasons. They are written beside the old ones
    and replace them when all are complete.

    A running service offers the tables in its data folder to the operator under /api/v1/tables/1.
    Of a game or tournament that is not closed, the tables contain what spectators may read.
    """
    config = settings(data=data)
    for id in rulesets:
        find_rules(id)
    how = ReadingOptions(config, _formats_to_write(formats, lang), offered=offered)
    made = build_tables(
        how, output or config.tables, rulesets=rulesets, processes=processes or usable_cores()
    )
    _print_manifest(made, output or config.tables, lang, as_json=as_json)


@command.command("dump")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder; `dumps` in the data folder.",
)
@click.option(
    "--new-series",
    is_flag=True,
    help="Destroy the key of the pseudonyms first: nobody has the same one as before.",
)
@_formats
@_processes
@data_option
@lang_option
@json_option
def dump_command(
    output: Path | None,
    new_series: bool,
    formats: tuple[Format, ...],
    processes: int | None,
    data: str | None,
    lang: Lang,
    as_json: bool,
) -> None:
    """Build public tables of the games and tournaments that were released: closed, public, tagged
    `open-data`.

    People, games and tournaments have pseudonyms, and times are left out. A title or tournament
    with fewer than five people is left out, too. A season is published if it is closed and public,
    and all its events are published. The service lets anybody read these tables without a key. What
    was published cannot be recalled.
    """
    config = settings(data=data)
    made = dump_tables(
        config,
        output or config.dumps,
        _formats_to_write(formats, lang),
        anew=new_series,
        processes=processes or usable_cores(),
    )
    if made.left_out and not made.files:
        raise Trouble(
            Text(
                "Nothing is published: fewer than {least} people gave games of {titles}: they "
                "would be recognised.",
                least=LEAST,
                titles=", ".join(made.left_out),
            )
        )
    if not made.files:
        raise Trouble(
            Text(
                "Nothing is published: no game or tournament is closed, public and tagged "
                "`{tag}`. Both are said when it is opened (`public`, `tags`); games of one title "
                "need {least} people together, a tournament {least} entrants.",
                tag=TAG,
                least=LEAST,
            )
        )
    _print_manifest(made, output or config.dumps, lang, as_json=as_json)
    if not as_json:
        for ruleset in made.left_out:
            sentence = Text(
                "{ruleset} is left out: fewer than {least} people gave games of it.",
                ruleset=ruleset,
                least=LEAST,
            )
            click.echo(sentence.to(lang), err=True)
        click.echo(NOTICE.to(lang), err=True)


@command.command("dictionary")
@lang_option
@json_option
def dictionary_command(lang: Lang, as_json: bool) -> None:
    """Describe every column: its kind, meaning and unit, the version that added it, an example."""
    if as_json:
        show_json(DICTIONARY)
    else:
        click.echo("\n".join(dictionary_lines(lang)))


def _formats_to_write(formats: tuple[Format, ...], lang: Lang) -> tuple[Format, ...]:
    """The requested formats, each once. If none is requested: all formats, but without Parquet if
    it cannot be written here; then a sentence is printed."""
    if formats:
        return tuple(dict.fromkeys(formats))
    if has_parquet():
        return FORMATS
    left_out = Text(
        "Parquet is left out: it needs pyarrow, which is not installed (run {command}).",
        command=INSTALL,
    )
    click.echo(left_out.to(lang), err=True)
    return tuple(format_ for format_ in FORMATS if format_ != "parquet")


def _print_manifest(made: Manifest, folder: Path, lang: Lang, *, as_json: bool) -> None:
    if as_json:
        show_json(made)
        return
    games, rows = (
        Text("{n:game|games}", n=made.games),
        sum(file.rows for file in made.files if file.format == made.files[0].format),
    )
    counted = Text("{n:row|rows}", n=rows)
    click.echo(
        Text("{folder}: {games}, {found}.", folder=folder, games=games, found=counted).to(lang)
    )
    for game, seq in made.damaged:
        click.echo(
            Text(
                "Record {seq} of {game} is damaged or gone: the tables have what comes before it.",
                seq=seq,
                game=game,
            ).to(lang),
            err=True,
        )

"""`greffe import`: import a game that `greffe export` wrote."""

import sys
from typing import BinaryIO

import click

from domain.game.aggregate.fidelity import fidelity_text
from domain.kernel.text import Lang, Text
from domain.transfer.imports import Imports
from ops.cli.common import clerk_of, data_option, json_option, lang_option, show_json


@click.command("import")
@click.argument("file", type=click.File("rb"))
@data_option
@lang_option
@json_option
def command(file: BinaryIO, data: str | None, lang: Lang, as_json: bool) -> None:
    """Import a game that `greffe export` wrote; `-` is standard input.

    Its records are stored byte for byte, with the names and texts in the file, except those of
    people who were erased here. Every action is judged again, and those that today's rules would
    not allow are listed. Exit code 1 if a position does not match a recorded fingerprint.
    """
    with clerk_of(data) as clerk:
        report = Imports(clerk).import_game(file.read())
    if as_json:
        show_json(report)
    else:
        what = Text("that were here already") if report.already else Text("imported")
        replay = fidelity_text(report.fidelity)
        sentence = Text(
            "Game {game}: {records} records {what}, replay {replay}.",
            game=report.game,
            records=report.records,
            what=what,
            replay=replay,
        )
        click.echo(sentence.to(lang))
        if report.erased:
            n = report.erased
            gone = Text(
                "{n} names and texts were not taken: who wrote them was erased here.",
                n=n,
            )
            click.echo(f"  {gone.to(lang)}")
        for seq, verdict in report.illegal:
            text = verdict.text
            refused = Text("record {seq} would be refused today: {text}", seq=seq, text=text)
            click.echo(f"  {refused.to(lang)} [{verdict.rule}]")
        if report.trouble is not None:
            stopped = Text("Today's rules could not judge all of it: {why}.", why=report.trouble)
            click.echo(f"  {stopped.to(lang)}")
    if report.fidelity.startswith("diverged"):
        sys.exit(1)

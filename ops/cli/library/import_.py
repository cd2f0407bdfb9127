"""`greffe import`: read a game that `greffe export` wrote."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click

from domain.game.fidelity import said
from domain.rules.text import Lang, Text
from domain.transfer.imports import Imports
from ops.cli.common import clerk_of, data_option, json_option, lang_option, show_json


@click.command("import")
@click.argument("file", type=click.File("rb"))
@data_option
@lang_option
@json_option
def command(file: BinaryIO, data: str | None, lang: Lang, as_json: bool) -> None:
    """Read a game that `greffe export` wrote; `-` is standard input.

    Its records are stored byte for byte, with the names and texts that the file has. Every action is judged again, and what today's
    rules would not allow is reported; exit code 1 if a fingerprint does not hold.
    """
    with clerk_of(data) as clerk:
        report = Imports(clerk).import_game(file.read())
    if as_json:
        show_json(report)
    else:
        what = Text("that were here already", "déjà ici") if report.already else Text("imported", "importées")
        replay = said(report.fidelity)
        found = Text(
            f"Game {report.game}: {report.records} records {what.en}, replay {replay.en}.",
            f"Partie {report.game} : {report.records} écritures {what.fr}, relecture {replay.fr}.",
        )
        click.echo(found.to(lang))
        if report.erased:
            n = report.erased
            gone = Text(
                f"{n} names and texts were not taken: who wrote them was erased here.",
                f"{n} noms et textes n'ont pas été repris : leurs auteurs ont été effacés ici.",
            )
            click.echo(f"  {gone.to(lang)}")
        for seq, verdict in report.illegal:
            text = verdict.text
            refused = Text(f"record {seq} would be refused today: {text.en}", f"l'écriture {seq} serait refusée : {text.fr}")
            click.echo(f"  {refused.to(lang)} [{verdict.rule}]")
    if report.fidelity.startswith("diverged"):
        sys.exit(1)

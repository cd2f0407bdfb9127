"""`greffe import`."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click

from ops.cli.common import clerk_of, data_option, json_option, lang_option, show_json


@click.command("import")
@click.argument("file", type=click.File("rb"))
@data_option
@lang_option
@json_option
def command(file: BinaryIO, data: str | None, lang: str, as_json: bool) -> None:
    """Read a game that `greffe export` wrote; `-` is standard input.

    Its records are stored byte for byte. Every action is judged again, and what today's rules would not allow is reported; exit
    code 1 if a fingerprint does not hold.
    """
    with clerk_of(data) as clerk:
        report = clerk.import_game(file.read())
    if as_json:
        show_json(report)
    else:
        what = "that were here already" if report.already else "imported"
        click.echo(f"Game {report.game}: {report.records} records {what}, replay {report.fidelity}.")
        for seq, verdict in report.illegal:
            click.echo(f"  record {seq} would be refused today: {verdict.text.to(lang)} [{verdict.rule}]")  # type: ignore[arg-type]
    if report.fidelity.startswith("diverged"):
        sys.exit(1)

"""`greffe export`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import click

from domain.export import TEXT_TYPE
from ops.cli.common import clerk_of, data_option
from ops.trouble import Trouble

_TEXT = f'"type":"{TEXT_TYPE}"'.encode()


@click.command("export")
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The file; standard output if none is named.")
@data_option
def command(game: str, output: Path | None, data: str | None) -> None:
    """Write a game as JSON Lines of CloudEvents: its catalog and every record, exact to the stored byte."""
    with clerk_of(data) as clerk:
        lines = clerk.export(game)
        if output is None:
            _write(lines, sys.stdout.buffer)
            return
        new = output.with_name(output.name + ".part")
        try:
            with new.open("wb") as f:
                records, words = _write(lines, f)
            new.replace(output)
        except OSError as e:
            raise Trouble(f"{output} cannot be written: {(e.strerror or str(e)).lower()}.") from None
        click.echo(f"{output}: the game's catalog, {records} records and {words} texts.", err=True)


def _write(lines: Iterator[bytes], to: IO[bytes]) -> tuple[int, int]:
    """Write the lines; how many of them are records, and how many texts."""
    count = words = 0
    for line in lines:
        to.write(line)
        count += 1
        words += _TEXT in line.partition(b'"subject"')[0]
    return count - 1 - words, words

"""`greffe export`: write a game as JSON Lines of CloudEvents."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import click

from domain.game.aggregate.game import need_seat
from domain.kernel.text import NO_WORDS, Lang, Text
from domain.titles.contract.ruleset import ARBITER, PUBLIC
from domain.transfer.exports import CATALOG_TYPE, HIDDEN_TYPE, NAME_TYPE, TEXT_TYPE, Exports
from ops.cli.common import clerk_of, data_option, lang_option, open_output, output_options

_KINDS = {
    f'"type":"{kind}"'.encode(): kind for kind in (CATALOG_TYPE, HIDDEN_TYPE, NAME_TYPE, TEXT_TYPE)
}


@click.command("export")
@click.argument("game")
@click.option(
    "--audience",
    default=ARBITER,
    show_default=True,
    help="Whose copy: arbiter is the whole, public or a seat's is not.",
)
@output_options
@data_option
@lang_option
def command(
    game: str, output: Path | None, audience: str, names: bool, data: str | None, lang: Lang
) -> None:
    """Write a game as JSON Lines of CloudEvents: its catalog, then every record with its exact
    stored bytes.

    In a copy for any other audience than the arbiter, each record that this audience may not read
    is replaced by a tombstone, and the copy cannot be imported. Names and free text are personal:
    they are left out unless --names is given. Erased ones are in no copy.
    """
    with clerk_of(data) as clerk:
        if audience not in (PUBLIC, ARBITER):
            need_seat(clerk.game(game), audience)
        lines = Exports(clerk).export(game, audience, names=names)
        with open_output(output) as to:
            counts = _write_and_count(lines, to)
    if output is not None:
        click.echo(
            Text("{output}: {said}.", output=output, said=_summary(counts, names=names)).to(lang),
            err=True,
        )


def _write_and_count(lines: Iterator[bytes], to: IO[bytes]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for line in lines:
        to.write(line)
        head = line.partition(b'"subject"')[0]
        counts[next((kind for mark, kind in _KINDS.items() if mark in head), "")] += 1
    return counts


def _summary(counts: Counter[str], *, names: bool) -> Text:
    hidden = (
        Text(" ({n} of them as tombstones)", n=counts[HIDDEN_TYPE])
        if counts[HIDDEN_TYPE]
        else NO_WORDS
    )
    records = Text("{n:record|records}{hidden}", n=counts[""] + counts[HIDDEN_TYPE], hidden=hidden)
    if not names:
        return Text("the game's catalog, {records}, without names and free text", records=records)
    called, texts = (
        Text("{n:name|names}", n=counts[NAME_TYPE]),
        Text("{n:text|texts}", n=counts[TEXT_TYPE]),
    )
    return Text(
        "the game's catalog, {records}, {called} and {texts}",
        records=records,
        called=called,
        texts=texts,
    )

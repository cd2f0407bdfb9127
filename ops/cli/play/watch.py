"""`greffe watch`: follow a game."""

from __future__ import annotations

from collections.abc import Iterator

import click
import msgspec

from domain.clerk.clerk import Clerk
from domain.errors import NoSuchPosition
from domain.rules.text import Lang
from ops.cli.common import clerk_of, data_option, json_option, lang_option
from ops.cli.play.log import tell
from ops.cli.play.output import Line, tell_game

WAIT = 1.0
"""Seconds after which the record is read again without news from the store."""


@click.command("watch")
@click.argument("game")
@click.option("--after", type=click.IntRange(0), help="Begin after this record; without it, after the newest.")
@click.option("--facts", is_flag=True, help="Tell what came of each action, too.")
@data_option
@lang_option
@json_option
def command(game: str, after: int | None, facts: bool, data: str | None, lang: Lang, as_json: bool) -> None:
    """Follow a game: tell each record as it is written, until the game is closed or Ctrl-C. --json writes one line a record.

    Like the log, it shows hidden information too: it is the arbiter's.
    """
    with clerk_of(data) as clerk:
        newest = clerk.game(game).seq
        if after is not None and after > newest:
            raise NoSuchPosition(after, newest)
        try:
            for line in follow(clerk, game, newest if after is None else after):
                if as_json:
                    click.echo(msgspec.json.encode(line).decode())
                else:
                    tell(line, lang, facts=facts)
        except KeyboardInterrupt:
            return  # that is how one stops watching


def follow(clerk: Clerk, game: str, seq: int) -> Iterator[Line]:
    """Every record after `seq`, those that are there and those to come, to the last there can be."""
    recorder = clerk.recorder
    while True:
        end = recorder.max_notification_id() or 0
        for line in tell_game(clerk, game, seq):
            yield line
            seq = line.seq
        if clerk.file(game).at(seq or 1).closed:
            return
        recorder.await_change(end, WAIT)

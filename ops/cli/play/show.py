"""`greffe show`: show a game's board as text or as a picture, as it stands or as it stood after any record."""

from __future__ import annotations

import click

from domain.drawing.svg import standalone
from domain.game.fidelity import said
from domain.game.game import Game, need_seat
from domain.rules.ruleset import ARBITER, PUBLIC
from domain.rules.text import NO_WORDS, Lang, Text
from domain.rules.types import TALL, Shape
from ops.cli.common import clerk_of, data_option, json_option, lang_option, show_json
from projections.shapes.json import board_shape
from projections.shapes.pictures import SHAPES, picture


@click.command("show")
@click.argument("game")
@click.option("--at", type=int, help="The position after this record; the newest if left out.")
@click.option("--audience", default=PUBLIC, show_default=True, help="Who looks: public, arbiter, or a seat.")
@click.option("--svg", is_flag=True, help="Write the board as an SVG picture: greffe show GAME --svg > board.svg.")
@click.option("--shape", type=click.Choice(SHAPES), help="With --svg: tall as for a phone (without this), or wide as for a screen.")
@click.option("--since", type=int, help="With --svg: mark what differs from the position after this record.")
@data_option
@lang_option
@json_option
def command(
    game: str,
    at: int | None,
    audience: str,
    svg: bool,
    shape: Shape | None,
    since: int | None,
    data: str | None,
    lang: Lang,
    as_json: bool,
) -> None:
    """Show a game's board as text or as a picture, as it stands or as it stood after any record."""
    if svg and as_json:
        raise click.UsageError("--svg and --json are two ways to write a board: leave one out.")
    if since is not None and not svg:
        raise click.UsageError("--since marks a picture: add --svg.")
    if shape is not None and not svg:
        raise click.UsageError("--shape is of a picture: add --svg.")
    with clerk_of(data) as clerk:
        then = clerk.game(game, at)
        if audience not in (PUBLIC, ARBITER):
            need_seat(then, audience)
        if as_json:
            show_json(board_shape(then, audience))
            return
        told = heading(then, clerk.game(game).seq).to(lang)
        if svg:
            other = None if since is None else clerk.game(game, since)
            click.echo(standalone(picture(then, audience, lang, other, shape or TALL), told).encode())
        else:
            click.echo(f"{told}\n")
            click.echo(then.rules.drawing(then.board, audience, lang).rstrip())


def heading(game: Game, newest: int) -> Text:
    """Which game this is, at which record, and how far the board can be believed."""
    title = game.rules.about.title
    outcome = game.outcome
    end = Text(" {text}", text=outcome.text) if outcome else NO_WORDS
    return Text(
        "{title}, game {id}, after record {seq} of {newest} ({fidelity}).{end}",
        title=title,
        id=game.id,
        seq=game.seq,
        newest=newest,
        fidelity=said(game.fidelity),
        end=end,
    )

"""`greffe log`."""

from __future__ import annotations

import click
from rich.console import Console
from rich.markup import escape

from domain.words import Lang, Text
from ops.cli.common import clerk_of, console, data_option, json_option, lang_option, show_json
from ops.cli.telling import Line, tell_game


@click.command("log")
@click.argument("game")
@click.option("--facts", is_flag=True, help="Tell what came of each action, too.")
@data_option
@lang_option
@json_option
def command(game: str, facts: bool, data: str | None, lang: Lang, as_json: bool) -> None:
    """Show a game's trail: every record with its time, who entered it, what it says and what was rolled.

    What was taken back stays and is struck through. The trail shows everything, hidden information too: it is the arbiter's.
    """
    with clerk_of(data) as clerk:
        lines = tell_game(clerk, game)
        if as_json:
            show_json(list(lines))
            return
        out = console()
        for line in lines:
            tell(out, line, lang, facts=facts)


def tell(out: Console, line: Line, lang: Lang, *, facts: bool) -> None:
    """One record on the terminal; without styles, `✗` marks what is struck through."""
    gone = line.in_force is False
    text = escape(line.text.to(lang))
    if gone and line.by:
        text = f"[strike dim]{text}[/] {Text(f'(taken back by {line.by})', f'(annulé par {line.by})').to(lang)}"
    mark = "✗" if gone else " "
    out.print(f"{line.seq:>5} {mark} {line.at:%Y-%m-%d %H:%M:%S}  {escape(line.actor):<13} {text}")
    for roll in line.rolls:
        out.print(f"[cyan]{'':>23}{escape(roll.to(lang))}[/]")
    for fact in line.facts if facts else ():
        out.print(f"[dim]{'':>23}{escape(fact.to(lang))}[/]")

"""`greffe log`: show a game's records."""

from __future__ import annotations

from datetime import datetime

import click

from domain.kernel.rows import openings
from domain.record.records import GameOpened, Lineage
from domain.rules.text import Lang, Text
from ops.cli import harmless
from ops.cli.common import clerk_of, data_option, draw, json_option, lang_option, show_json, styled
from ops.cli.play.output import Line, tell_game


@click.command("log")
@click.argument("game")
@click.option("--facts", is_flag=True, help="Tell what came of each action, too.")
@data_option
@lang_option
@json_option
def command(game: str, facts: bool, data: str | None, lang: Lang, as_json: bool) -> None:
    """Show a game's trail: every record with its time, who entered it, what it says and what was rolled.

    What was taken back stays and is struck through; in brackets stands what became of a record since. The branches that grew from
    the game come last. The trail shows everything, hidden information too: it is the arbiter's.
    """
    with clerk_of(data) as clerk:
        lines = tell_game(clerk, game)
        if as_json:
            show_json(list(lines))
            return
        for line in lines:
            tell(line, lang, facts=facts)
        for branch in openings(clerk.recorder, GameOpened.__name__):
            opened = branch.body
            assert isinstance(opened, GameOpened)
            if opened.lineage is not None and opened.lineage.game == game:
                tell_branch(branch.game, opened.at, opened.lineage, lang)


def tell_branch(id: str, at: datetime, lineage: Lineage, lang: Lang) -> None:
    """A branch that grew from a game; it is no record of it."""
    text = Text("branch {id} grew from record {seq}", id=id, seq=lineage.seq)
    draw(f"{'':>5} ⌥ {at:%Y-%m-%d %H:%M:%S}  {styled(text.to(lang))}")


def tell(line: Line, lang: Lang, *, facts: bool) -> None:
    """One record on the terminal; without styles, `✗` marks what is struck through."""
    gone = line.in_force is False
    text = styled(line.text.to(lang), strikethrough=gone, dim=gone)
    if line.notes:
        notes = ", ".join(note.to(lang) for note in line.notes)
        text = f"{text} {styled(f'({notes})', fg='yellow')}"
    mark = "✗" if gone else " "
    draw(f"{line.seq:>5} {mark} {line.at:%Y-%m-%d %H:%M:%S}  {harmless(line.actor):<13} {text}")
    for roll in line.rolls:
        draw(styled(f"{'':>23}{roll.to(lang)}", fg="cyan"))
    for fact in line.facts if facts else ():
        draw(styled(f"{'':>23}{fact.to(lang)}", dim=True))

"""`greffe replay`: go through a game record by record."""

from __future__ import annotations

import sys

import click

from domain.clerk.clerk import Clerk
from domain.game.fidelity import said
from domain.rules.ruleset import ARBITER
from domain.rules.text import Lang, Text
from ops.cli.common import clerk_of, data_option, lang_option
from ops.cli.play.log import tell
from ops.cli.play.output import tell_game


@click.command("replay")
@click.argument("game")
@click.option("--all", "run", is_flag=True, help="Run through without waiting for Enter.")
@data_option
@lang_option
def command(game: str, run: bool, data: str | None, lang: Lang) -> None:
    """Go through a game record by record: what happened, the board, and how far it can be believed.

    Enter shows the next record, a number goes on to that one, q stops. Every fingerprint on the way is checked against the board;
    exit code 1 if one does not hold.
    """
    with clerk_of(data) as clerk:
        checked, missed = _run(clerk, game, lang, wait=not run and sys.stdin.isatty())
    held = Text("{checked} fingerprints checked: all hold.", checked=checked)
    if missed:
        numbers = ", ".join(str(n) for n in missed)
        held = Text("The fingerprints of records {numbers} do not hold.", numbers=numbers)
    click.echo(held.to(lang))
    if missed:
        sys.exit(1)


def _run(clerk: Clerk, id: str, lang: Lang, *, wait: bool) -> tuple[int, list[int]]:
    """Show record after record; answers how many fingerprints were looked at, and the records whose own does not hold."""
    file = clerk.file(id)
    checked, missed = 0, []
    shown_next = 0
    for line in tell_game(clerk, id):
        game = file.at(line.seq)
        fingerprint = getattr(file.record(line.seq).body, "board", "")
        if fingerprint:
            checked += 1
            if game.rules.fingerprint(game.board) != fingerprint:
                missed.append(line.seq)
        if line.seq < shown_next:
            continue
        tell(line, lang, facts=True)
        click.echo(f"\n{game.rules.drawing(game.board, ARBITER, lang).rstrip()}\n")
        click.echo(f"{line.seq}: {said(game.fidelity).to(lang)}\n")
        if wait and line.seq < file.head.seq:
            shown_next = _next(line.seq, lang)
            if shown_next == 0:
                break
    return checked, missed


def _next(seq: int, lang: Lang) -> int:
    """Which record to show next, as the reader says; 0 to stop."""
    ask = Text("Enter: next, a number: go there, q: stop").to(lang)
    said = click.prompt(ask, default="", show_default=False).strip()
    if said.lower() == "q":
        return 0
    return max(int(said), seq + 1) if said.isdecimal() else seq + 1

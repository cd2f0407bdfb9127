"""`greffe games`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from domain.clerk import Clerk
from domain.game import Game
from domain.record import GameOpened
from domain.words import Lang
from ops.cli.common import clerk_of, columns, data_option, json_option, lang_option, show_json
from projections.finding import sets, words
from projections.shapes import summary_shape

BATCH = 500


@click.command("games")
@click.argument("search", nargs=-1)
@click.option("--ruleset", metavar="ID", help="Only games of this title.")
@click.option("--status", type=click.Choice(["open", "ended", "closed"]), help="Only games that stand so.")
@click.option("--tag", "tags", multiple=True, help="Only games with this tag; may be given again.")
@click.option("--limit", type=click.IntRange(1), help="At most so many, the newest first.")
@data_option
@lang_option
@json_option
def command(
    search: tuple[str, ...],
    ruleset: str | None,
    status: str | None,
    tags: tuple[str, ...],
    limit: int | None,
    data: str | None,
    lang: Lang,
    as_json: bool,
) -> None:
    """List the games, the newest first, read from the record itself; SEARCH words are looked for in ids, titles and tags."""
    wanted = {f"tag:{tag}" for tag in tags} | {f"word:{word}" for word in words(" ".join(search))}
    wanted |= {f"ruleset:{ruleset}"} if ruleset else set()
    wanted |= {f"status:{status}"} if status else set()
    with clerk_of(data) as clerk:
        found = [game for id in reversed(list(ids(clerk))) if wanted.issubset(sets(game := clerk.game(id)))][:limit]
        if as_json:
            show_json([summary_shape(game) for game in found])
        elif found:
            click.echo(
                "\n".join(columns(("game", "opened", "title", "status", "seq", "next", "tags"), [_row(g, lang) for g in found]))
            )
        else:
            click.echo("No game is found.", err=True)


def ids(clerk: Clerk) -> Iterator[str]:
    """The ids of all games in the order they were opened."""
    last = 0
    while batch := clerk.recorder.select_notifications(last, BATCH, topics=[GameOpened.__name__], inclusive_of_start=False):
        yield from (str(n.originator_id) for n in batch)
        last = batch[-1].id


def _row(game: Game, lang: Lang) -> tuple[str, ...]:
    about = game.rules.about.title.to(lang)
    outcome = game.outcome
    going = ", ".join(game.to_act) if game.status == "open" else ""
    following = outcome.text.to(lang) if outcome else going
    tags = ", ".join(game.opened.tags)
    return (game.id, f"{game.opened.at:%Y-%m-%d %H:%M}", about, game.status, str(game.seq), following, tags)

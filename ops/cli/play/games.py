"""`greffe games`: list the games, those written to last first."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Any, Literal

import click
import msgspec

from domain.clerk.clerk import Clerk
from domain.rules.text import Lang, Text
from ops.cli.common import clerk_of, columns, data_option, json_option, lang_option, settings, show_json
from ops.settings.config import Settings
from ops.settings.keys import secret_key
from projections.read.views import Views, ViewsDown
from projections.search.index import Index
from projections.search.query import MOST, Page, Query

PATIENCE = 0.5
"""Seconds in which the views of a running service have to come as far as the log."""

HEAD = ("game", "opened", "title", "status", "seq", "next", "tags", "notes")

Summary = dict[str, Any]


@click.command("games")
@click.argument("search", nargs=-1)
@click.option("--ruleset", metavar="ID", help="Only games of this title.")
@click.option("--status", type=click.Choice(["open", "ended", "closed"]), help="Only games that stand so.")
@click.option("--tag", "tags", multiple=True, help="Only games with this tag; may be given again.")
@click.option("--irregular", is_flag=True, help="Only games with an irregularity that counts.")
@click.option("--open-claim", is_flag=True, help="Only games with a claim that no ruling answers.")
@click.option(
    "--branches", type=click.Choice(["no", "only", "all"]), default="all", show_default=True, help="Whether to list them."
)
@click.option("--limit", type=click.IntRange(1), help="At most so many, those written to last.")
@data_option
@lang_option
@json_option
def command(
    search: tuple[str, ...],
    ruleset: str | None,
    status: str | None,
    tags: tuple[str, ...],
    irregular: bool,
    open_claim: bool,
    branches: Literal["no", "only", "all"],
    limit: int | None,
    data: str | None,
    lang: Lang,
    as_json: bool,
) -> None:
    """List the games, those written to last first; SEARCH words, or their beginnings, are looked for in ids, titles and tags.

    Asks the views of the service that runs over the data folder, and reads the record itself where none does. The notes name the
    records that make a game irregular, its open claims, and what a branch grew from.
    """
    query = Query(
        ruleset=ruleset or "",
        status=status or "",
        tags=tags,
        words=" ".join(search),
        irregular=irregular,
        open_claim=open_claim,
        branches=branches,
        limit=min(limit or MOST, MOST),
    )
    with clerk_of(data) as clerk:
        found = list(islice(_found(clerk, settings(data=data), query), limit))
    if as_json:
        show_json(found)
    elif found:
        click.echo("\n".join(columns(HEAD, [_row(game, lang) for game in found])))
    else:
        click.echo("No game is found.", err=True)


def _found(clerk: Clerk, found: Settings, query: Query) -> Iterator[Summary]:
    """The summaries of the games that a query finds, page by page."""
    views = Views(found.views_url, secret_key(found.secret_key_file))
    index = Index(clerk)
    try:
        while True:
            page = _in_views(clerk, views, query) or index.search(query)
            yield from map(msgspec.json.decode, page.games)
            if not page.after:
                return
            query = msgspec.structs.replace(query, after=page.after)
    finally:
        views.close()


def _in_views(clerk: Clerk, views: Views, query: Query) -> Page | None:
    """The page as a running service's views have it, if they are of this very record and as far as it. Both give the same pages."""
    try:
        if not views.follow(clerk.recorder) or not views.caught_up(clerk.recorder.max_notification_id() or 0, PATIENCE):
            return None
        return views.search(query)
    except ViewsDown:
        return None


def _row(game: Summary, lang: Lang) -> tuple[str, ...]:
    outcome = game["outcome"]
    going = ", ".join(game["to_act"]) if game["status"] == "open" else ""
    following = Text.of(outcome["text"]).to(lang) if outcome else going
    opened = datetime.fromisoformat(game["opened_at"])
    notes = "; ".join(note.to(lang) for note in _notes(game))
    return (
        game["id"],
        f"{opened:%Y-%m-%d %H:%M}",
        Text.of(game["title"]).to(lang),
        game["status"],
        str(game["seq"]),
        following,
        ", ".join(game["tags"]),
        notes,
    )


def _notes(game: Summary) -> Iterator[Text]:
    """The remarks on a game in the list."""
    lineage = game["lineage"]
    if lineage is not None:
        parent, seq = lineage["game"], lineage["seq"]
        yield Text("branch of {parent} from {seq}", parent=parent, seq=seq)
    if game["irregularities"]:
        seqs = ", ".join(map(str, game["irregularities"]))
        yield Text("irregular by {seqs}", seqs=seqs)
    claims = [str(seq) for seq in game["open_claims"]]
    if claims:
        seqs = ", ".join(claims)
        yield (Text("open claim {seqs}", seqs=seqs) if len(claims) == 1 else Text("open claims {seqs}", seqs=seqs))

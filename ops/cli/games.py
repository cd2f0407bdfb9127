"""`greffe games`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Literal

import click
from msgspec import Struct

from domain.clerk import Clerk
from domain.filed import Filed
from domain.game import Game
from domain.games import UnknownRuleset, ruleset
from domain.record import GameOpened, Lineage
from domain.words import Lang, Text
from ops.cli.common import clerk_of, columns, data_option, json_option, lang_option, show_json
from projections.finding import given, is_given, sets, texts_of, words
from projections.shapes import summary_shape

BATCH = 500

HEAD = ("game", "opened", "title", "status", "seq", "next", "tags", "notes")


class Opening(Struct, frozen=True):
    """What an opening record says of a game: when, the sets it is found in by it, and what it grew from."""

    id: str
    at: datetime
    sets: frozenset[str]
    lineage: Lineage | None


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
@click.option("--limit", type=click.IntRange(1), help="At most so many, the newest first.")
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
    """List the games, the newest first, read from the record itself; SEARCH words are looked for in ids, titles and tags.

    The notes name the records that make a game irregular, its open claims, and what a branch grew from.
    """
    wanted = {f"tag:{tag}" for tag in tags} | {f"word:{word}" for word in words(" ".join(search))}
    wanted |= {f"ruleset:{ruleset}"} if ruleset else set()
    wanted |= {f"status:{status}"} if status else set()
    wanted |= ({"irregular"} if irregular else set()) | ({"claim:open"} if open_claim else set())
    wanted |= {"no": {"official"}, "only": {"branch"}, "all": set[str]()}[branches]
    with clerk_of(data) as clerk:
        found = list(islice(_found(clerk, wanted), limit))
        if as_json:
            show_json([summary_shape(game) for game in found])
        elif found:
            click.echo("\n".join(columns(HEAD, [_row(game, lang) for game in found])))
        else:
            click.echo("No game is found.", err=True)


def openings(clerk: Clerk) -> Iterator[Opening]:
    """Every game, in the order they were opened. No game is taken in hand."""
    last = 0
    while batch := clerk.recorder.select_notifications(last, BATCH, topics=[GameOpened.__name__], inclusive_of_start=False):
        for row in batch:
            id = str(row.originator_id)
            opened = Filed(id, row.originator_version, row.topic, row.state).body
            assert isinstance(opened, GameOpened)
            yield Opening(id, opened.at, given(opened) | _words(id, opened), opened.lineage)
        last = batch[-1].id


def _words(id: str, opened: GameOpened) -> set[str]:
    try:
        title = ruleset(opened.ruleset, opened.version).about.title
    except UnknownRuleset:
        title = Text("", "")
    return {f"word:{word}" for text in texts_of(id, opened, title) for word in words(text)}


def _found(clerk: Clerk, wanted: set[str]) -> Iterator[Game]:
    """The games that are in all the sets, newest first. Only those are taken in hand whose opening lets them be."""
    opening = {name for name in wanted if is_given(name) or name.startswith("word:")}
    for one in reversed(list(openings(clerk))):
        if one.sets >= opening:
            game = clerk.game(one.id)
            if opening == wanted or wanted.issubset(sets(game)):
                yield game


def _row(game: Game, lang: Lang) -> tuple[str, ...]:
    about = game.rules.about.title.to(lang)
    outcome = game.outcome
    going = ", ".join(game.to_act) if game.status == "open" else ""
    following = outcome.text.to(lang) if outcome else going
    tags = ", ".join(game.opened.tags)
    notes = "; ".join(note.to(lang) for note in _notes(game))
    return (game.id, f"{game.opened.at:%Y-%m-%d %H:%M}", about, game.status, str(game.seq), following, tags, notes)


def _notes(game: Game) -> Iterator[Text]:
    """What whoever looks through the list should know of a game."""
    lineage = game.opened.lineage
    if lineage is not None:
        yield Text(f"branch of {lineage.game} from {lineage.seq}", f"branche de {lineage.game} depuis {lineage.seq}")
    if game.irregularities:
        seqs = ", ".join(map(str, game.irregularities))
        yield Text(f"irregular by {seqs}", f"irrégulière par {seqs}")
    claims = [str(claim.seq) for claim in game.matters.open_claims]
    if claims:
        seqs = ", ".join(claims)
        yield (
            Text(f"open claim {seqs}", f"réclamation ouverte {seqs}")
            if len(claims) == 1
            else Text(f"open claims {seqs}", f"réclamations ouvertes {seqs}")
        )

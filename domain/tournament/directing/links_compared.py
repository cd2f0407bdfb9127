"""Games of a tournament held against the records that opened them, that name who signed, and that broke them off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from domain.game.aggregate.game import Game
from domain.game.aggregate.waiting import signers
from domain.game.clerk.commands import Opening
from domain.game.record.records import FIRST, ActionTaken
from domain.kernel.text import Text
from domain.kernel.writer import NOTED
from domain.titles.contract.chance import deal_commitment
from domain.tournament import records as r
from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.directing.games import dealt_from, opening_of


class Link(Struct, frozen=True):
    """A table's game: the record that links it, what it has to be opened with, the players of its seats in order, and what its deal
    commits to (none: each has its own chance, or the seed is not shown yet). `deal` is the same of all games that share one."""

    record: int
    round: int
    table: int
    game: str
    opening: Opening
    seats: tuple[str, ...]
    players: tuple[str, ...]
    version: int
    deal: tuple[int, int]
    commitment: str = ""


class Ended(Struct, frozen=True):
    """A round that was withdrawn: the record, the games of its tables, and whether it says that one had begun."""

    record: int
    body: r.RoundWithdrawn
    games: tuple[str, ...]
    begun: bool


class Ending(Struct, frozen=True):
    """How a game ended: whether anybody ever acted in it, whether it is closed, and the time of its last record."""

    begun: bool
    closed: bool
    at: datetime


def link_of(t: Tournament, seq: int, body: r.GameLinked, seed: bytes) -> Link | None:
    """A link as its tournament has it, before its record; none for a table that there is not."""
    at = t.round(body.round)
    table = at.table(body.table) if at is not None else None
    if at is None or table is None:
        return None
    attempt = t.attempts["pair", at.stage, at.round]
    dealt = t.opened.chance == "duplicate"
    deal = dealt_from(seed, t, at) if seed and dealt else b""
    many = len(body.seats) if len(table.entrants) == 1 else 1
    players = tuple(t.named[number].player for number in table.entrants * many)
    opening = opening_of(t, at, len(body.seats), (), deal)
    commitment = deal_commitment(deal) if deal else ""
    version = t.opened.version
    return Link(seq, at.round, table.number, body.game, opening, body.seats, players, version, (at.round, attempt), commitment)


def misopened(link: Link, game: Game) -> Text | None:
    """What a game was opened with other than its tournament says, if anything; its set-up is judged by itself."""
    opened, opening = game.opened, link.opening
    for name in ("ruleset", "catalog", "options", "chance", "undo", "tags", "public", "time_control"):
        if getattr(opened, name) != getattr(opening, name):
            return _otherwise(link, name)
    if bool(opened.seals) != opening.seals:
        return _otherwise(link, "seals")
    if opened.version < link.version or opened.lineage is not None or opened.campaign or opened.sheet:
        return _otherwise(link, "version")
    seats = [seat for seat in opened.seats if seat.role == "player"]
    if tuple(seat.id for seat in seats) != link.seats:
        return Text(
            "the seats of round {round}, table {table} are not those of its game {game}",
            round=link.round,
            table=link.table,
            game=link.game,
        )
    if tuple(seat.player for seat in seats) != link.players:
        return _otherwise(link, "players")
    if link.commitment and opened.commitment != link.commitment:
        return Text(
            "the game {game} of round {round}, table {table} commits to another deal than the tournament's seed gives",
            game=link.game,
            round=link.round,
            table=link.table,
        )
    return None


def _otherwise(link: Link, name: str) -> Text:
    return Text(
        "the game {game} of round {round}, table {table} was opened otherwise than its tournament says: {name}",
        game=link.game,
        round=link.round,
        table=link.table,
        name=name,
    )


def unsigned(told: Sequence[str], game: Game, beside: Iterable[tuple[str, int]]) -> Text | None:
    """What is wrong with the seats that a result says signed the game at this position; those `beside` signed once it was
    closed."""
    step = game.step
    since = step.seq if step is not None else FIRST
    inside = set(signers(game))
    later = {seat for seat, about in beside if about >= since} if game.closed else set()
    more, missing = sorted(set(told) - inside - later), sorted(inside - set(told))
    if more:
        return Text("it counts {seats} among those who signed the game {game}, wrongly", seats=", ".join(more), game=game.id)
    if missing:
        return Text("it leaves {seats} out of those who signed the game {game}", seats=", ".join(missing), game=game.id)
    return None


def ending_of(game: Game) -> Ending:
    """How far a game came."""
    return Ending(ActionTaken.__name__ in game.history.topics, game.closed, game.at)


def not_given_up(ended: Ended, endings: Mapping[str, Ending]) -> Text | None:
    """What is wrong with the games of a withdrawn round, if all of them were seen."""
    if not set(ended.games) <= set(endings):
        return None
    still = [id for id in ended.games if not endings[id].closed]
    if still:
        return Text("the round was withdrawn, and its game {game} goes on", game=still[0])
    for id in ended.games:
        closed_at, named = endings[id].at, id in ended.body.games
        if not named and closed_at >= ended.body.at:
            return Text("it does not name the game {game}, which was broken off with it", game=id)
        if named and ended.body.clock is None and closed_at < ended.body.at - NOTED:
            return Text("it names the game {game}, which was closed before", game=id)
    if any(endings[id].begun for id in ended.games) != ended.begun:
        begun = next((id for id in ended.games if endings[id].begun), "")
        if begun:
            return Text("it does not say that a game of the round had begun: {game}", game=begun)
        return Text("it says that a game of the round had begun, and none had")
    return None

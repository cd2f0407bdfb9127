"""`greffe bundle`: write the bundle of a game, a campaign, a tournament or a season."""

from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path

import click

from api.web.request.receipts import Receipts
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import FIRST
from domain.game.refusals import UnknownGame
from domain.kernel.refusals import NoSuchPosition
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import Lang, Text
from domain.transfer.bundles import bundle_of, linked_streams
from ops.cli.common import (
    clerk_of,
    data_option,
    lang_option,
    open_output,
    output_options,
    settings,
)
from ops.log import folder
from ops.settings.errors import CommandFailed


@click.command("bundle")
@click.argument("game")
@output_options
@click.option(
    "--at", type=int, metavar="SEQ", help="The last record in it; the newest if none is named."
)
@click.option(
    "--games",
    is_flag=True,
    help="Of a tournament: followed by the bundles of its games; of a season: of its events.",
)
@data_option
@lang_option
def command(
    game: str,
    output: Path | None,
    at: int | None,
    names: bool,
    games: bool,
    data: str | None,
    lang: Lang,
) -> None:
    """Write the bundle of a game, a campaign, a tournament or a season: one file that `greffe
    verify` checks without this service.

    It contains every record with its stored bytes, hidden ones included, and a proof for the last
    one. With --games, the bundles of a tournament's games or a season's events follow in the same
    file, and `greffe verify --replay` compares their results with the tournament's results or the
    season's standings. If no server runs, all records are logged first.
    """
    with clerk_of(data) as clerk:
        lines, records = _log_and_bundle(clerk, data, game, at, names=names, games=games)
        with open_output(output) as to:
            to.writelines(lines)
    if output is not None:
        counted = Text("{n:record|records}", n=records)
        text = Text("{output}: {said} and the proof for the last.", output=output, said=counted)
        click.echo(text.to(lang), err=True)


def _newest_seq(clerk: Clerk, id: str) -> int:
    """The seq of the newest record of a stream of any kind. Raises `UnknownGame` if there is no
    such stream."""
    rows = clerk.recorder.select_events(id, desc=True, limit=1)
    if not rows:
        raise UnknownGame(id)
    return rows[0].originator_version


def _log_and_bundle(
    clerk: Clerk,
    data: str | None,
    game: str,
    at: int | None,
    *,
    names: bool,
    games: bool,
) -> tuple[Iterator[bytes], int]:
    """Log and sign all records, or ask a running writer to. Returns the lines of the bundle and the
    number of records in them. `at`: the last record to include (None: the newest). Raises
    `CommandFailed`, and the clerk's refusals."""
    config = settings(data=data)
    last = _newest_seq(clerk, game)
    upto = last if at is None else at
    if not FIRST <= upto <= last:
        raise NoSuchPosition(upto, last)
    linked = linked_streams(clerk, game, upto) if games else []
    if games and not linked:
        raise CommandFailed(Text("{game} has no games or events: leave --games out.", game=game))
    places = [(game, upto), *linked]
    refused = folder.log_and_sign_all(config, clerk)
    with closing(folder.open_ledger(config)) as ledger:
        receipts = Receipts(ledger, 1)
        proofs = [receipts.proof(*place) for place in places]
        refused = refused or ledger.standing().refusal
    if None in proofs:
        raise CommandFailed(refused or Text("No signed head of the log covers it yet: try again."))
    try:
        bundles = [
            bundle_of(clerk, *place, proof, names=names)
            for place, proof in zip(places, proofs, strict=True)
            if proof
        ]
    except DamagedRecord as e:
        raise CommandFailed(
            Text("{stream} cannot be bundled: {why}.", stream=e.stream, why=str(e))
        ) from None
    return chain.from_iterable(bundles), sum(seq for _, seq in places)

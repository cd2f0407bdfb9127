"""`python -m tests.faults`: play on a database cluster while it is broken, and count what was lost. See `README.md`."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import click
from msgspec import json

from tests.faults.campaign import Report, campaign
from tests.faults.nodes import Pair
from tests.faults.patroni import Patroni


@click.command()
@click.option("--seconds", type=click.IntRange(10), default=600, show_default=True, help="How long clients play.")
@click.option("--faults", type=click.IntRange(1), default=20, show_default=True, help="How many times something is broken.")
@click.option("--clients", type=click.IntRange(1), default=64, show_default=True, help="Clients that play at the same time.")
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True, help="Web workers of each of the two machines.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed draws the same faults.")
@click.option("--pair", is_flag=True, help="A primary and a standby in place of three nodes under Patroni: needs no root.")
@click.option("--folder", type=click.Path(path_type=Path), help="A new folder for all data, which stays; none: a temporary one.")
def main(seconds: int, faults: int, clients: int, workers: int, seed: int, pair: bool, folder: Path | None) -> None:
    """Play on a database cluster while it is broken, and count what was lost, doubled or forked. Exit code 1 if anything was."""
    rng = Random(seed)
    place = folder or Path(mkdtemp(prefix="greffe-faults-"))
    place.mkdir(parents=True, exist_ok=True)
    place.chmod(0o755)
    click.echo(f"Everything lies in {place}.")
    with Pair(place) if pair else Patroni(place / "cluster", rng) as cluster:
        found = campaign(cluster, place, seconds=seconds, faults=faults, clients=clients, workers=workers, rng=rng, say=click.echo)
    (place / "report.json").write_bytes(json.format(json.encode(found)))
    tell(found)
    sys.exit(0 if found.holds() else 1)


def tell(found: Report) -> None:
    """Say what came of it, as the tables of `ops/decisions/` have it."""
    click.echo("\n| fault | at | writes were acknowledged again after |\n|---|---|---|")
    for one in found.faults:
        click.echo(f"| {one.name} | {one.at:.0f} s | {one.back:.1f} s |")
    click.echo("\n| | |\n|---|---|")
    for name, value in (
        ("seconds", f"{found.seconds:.0f}"),
        ("actions acknowledged", f"{found.acknowledged:,}"),
        ("of them lost", found.lost),
        ("recorded twice", found.doubled),
        ("requests sent again", f"{found.sent_again:,}"),
        ("records in all", f"{found.records:,}"),
        ("games played to their end", ", ".join(f"{title} {times}" for title, times in sorted(found.games.items()))),
        ("longest time without an acknowledgment", f"{found.longest_pause:.1f} s"),
        ("receipts, of them refused", f"{found.receipts:,}, {found.receipts_refused}"),
        ("heads seen, of them not the log's", f"{found.heads:,}, {found.forks}"),
        ("fsck", "nothing differs" if not found.fsck else "; ".join(found.fsck)),
        ("answers that should not have come", "; ".join(found.surprises) or "none"),
    ):
        click.echo(f"| {name} | {value} |")


if __name__ == "__main__":
    main()

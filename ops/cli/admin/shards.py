"""`greffe shards`: several services behind one address, each with games of its own."""

from __future__ import annotations

import sys
from pathlib import Path
from time import sleep

import click

from domain.ledger.log.policy import NONE, Policy
from ops.cli.common import columns, json_option, settings, show_json
from ops.cli.proof.policy import lines as policy_lines
from ops.settings.errors import CannotServe, Refuses, Trouble
from ops.shards import enrolling, moving, shard_log
from ops.shards.front import need_addresses, write_front
from ops.shards.load import Load, loads, set_share
from ops.shards.members import read_settings
from ops.shards.shard_log import ShardLog
from ops.stores.shards.directory import Directory


@click.group("shards", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Shards: whole services with games of their own, a directory that says whose a game is, and a log that names them all.

    GREFFE_DIRECTORY is the folder of the directory. Nobody needs shards before one database is too small: see ops/HOW-BIG.md.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("add")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--address", required=True, metavar="HOST:PORT,…", help="Its web processes, which the proxy forwards to.")
@click.option("--share", type=click.IntRange(0, 1000), help="Its share of what is opened; 0: nothing (what it has; a new one 1).")
@click.option("--origin", default="", help="Name of the log of shards, where this is the first shard.")
def add(file: Path, address: str, share: int | None, origin: str) -> None:
    """Take a service into the directory: FILE is the one that its units read their settings from, with GREFFE_SHARD in it.

    It was started once, so that it has a log. What it has already is entered. Run it again after its address, its keys or its
    share have changed.
    """
    need_addresses(address)
    shard, new = enrolling.enrol(settings(), file, address, share, origin)
    click.echo(f"The shard {shard.name} keeps the log {shard.origin}{'; the log of shards says so from now on' if new else ''}.")


@command.command("list")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the signed list for those who verify.")
@json_option
def list_(out: Path | None, as_json: bool) -> None:
    """The shards, and what is being moved. `--out` writes the log of shards whole, for `greffe verify --shards`."""
    found = settings()
    if out is not None:
        shard_log.publish(ShardLog(found), out)
        return
    directory = Directory(found.directory_place)
    try:
        shards, moving = directory.shards(), directory.moving()
        homes = {one.name: directory.count(one.name) for one in shards}
    finally:
        directory.close()
    if as_json:
        show_json({"shards": shards, "homes": homes, "moving": moving})
        return
    rows = [(one.name, "closed" if one.closed else str(one.share), str(homes[one.name]), one.address, one.origin) for one in shards]
    for line in columns(("shard", "share", "homes", "address", "log"), rows):
        click.echo(line)
    for home in moving:
        click.echo(f"{home.home} is being moved from {home.shard} to {home.goes_to}: {home.step}.")


@command.command("load")
@click.option("--seconds", type=click.FloatRange(0.1, 3600), default=10.0, show_default=True, help="How long records are counted.")
@json_option
def load(seconds: float, as_json: bool) -> None:
    """What each shard has and does now: its part of what is opened, homes and all that was opened in them, records, records a
    second, disk. What to do about it: `greffe shards share`, `greffe shards move`. Nothing moves by itself."""
    found = loads(settings(), lambda: sleep(seconds))
    if as_json:
        show_json(found)
        return
    rows = [(one.shard, str(one.share), f"{one.new} %", f"{one.homes:,}", f"{one.opened:,}", *_records(one)) for one in found]
    for line in columns(("shard", "share", "new", "homes", "opened", "records", "a second", "disk", "free"), rows):
        click.echo(line)
    for one in found:
        if one.away:
            click.echo(f"{one.shard}: {one.away}", err=True)


def _records(one: Load) -> tuple[str, str, str, str]:
    if one.away:
        return "?", "?", "?", "?"
    return (
        f"{one.records:,}",
        f"{one.a_second:,.1f}",
        f"{one.disk / 1e9:,.2f} GB",
        "" if one.free is None else f"{one.free / 1e9:,.2f} GB",
    )


@command.command("share")
@click.argument("name")
@click.argument("share", type=click.IntRange(0, 1000))
def share(name: str, share: int) -> None:
    """Say how much of what is opened the shard NAME takes, beside the shares of the others; 0: nothing. What it has it keeps.

    It holds once the proxy has its files anew: greffe shards front.
    """
    found = set_share(settings(), name, share)
    click.echo(f"The share of {found.name} is {found.share}. Write the proxy's files: greffe shards front.")


@command.command("move")
@click.argument("id")
@click.argument("shard", required=False)
@click.option("--undo", is_flag=True, help="Undo a move that was cut off before the switch.")
def move(id: str, shard: str | None, undo: bool) -> None:
    """Move a tournament, a campaign or a game, with all that belongs to it, to SHARD; both shards go on serving.

    It can be read all the while, and not be written to for as long as that takes: seconds. Where it was cut off, run it again.
    Afterwards write the proxy's files: greffe shards front.
    """
    if undo == (shard is not None):
        raise CannotServe("Name the shard that it goes to, or say --undo.")
    if shard is None:
        undone = moving.undo(settings(), id)
        click.echo(f"{undone.home} stays at {undone.origin}.")
        return
    moved = moving.move(settings(), id, shard)
    click.echo(f"{moved.home} is kept at {moved.to} now: {moved.added} records were copied, and both logs name the move.")


@command.command("front")
@click.argument("folder", type=click.Path(path_type=Path))
def front(folder: Path) -> None:
    """Write the files by which a proxy finds each shard into FOLDER (ops/deploy/haproxy-shards.cfg reads them); names those that
    have changed, after which it is to be reloaded."""
    directory = Directory(settings().directory_place)
    try:
        for name in write_front(directory, folder):
            click.echo(name)
    finally:
        directory.close()


@command.command("policy")
def policy() -> None:
    """Print the policy file for those who verify: the key of the log of shards. With it and the list of `greffe shards list --out`
    every shard's log is verified."""
    for line in policy_lines(ShardLog(settings()).log_keys(), Policy(quorum=NONE), ""):
        click.echo(line)


@command.command("close")
@click.argument("name")
def close(name: str) -> None:
    """Say in the log of shards that a shard is closed. Its homes have to be moved first; its log stays and holds."""
    enrolling.close(settings(), name)
    click.echo(f"The shard {name} is closed.")


@command.command("verify")
def verify() -> None:
    """Compare the directory, the log of shards and each shard's own log: every shard is named, with all its keys. Exit code 1 if
    something differs."""
    found = settings()
    log, directory = ShardLog(found), Directory(found.directory_place)
    try:
        shards = directory.shards()
    finally:
        directory.close()
    wrong = False
    for shard in shards:
        try:
            origin, keys = shard_log.keys_of(read_settings(Path(shard.settings)))
            said = shard_log.wrong(log, origin, keys)
            if origin != shard.origin:
                said = f"its log is {origin}, and the directory has {shard.origin}"
        except Refuses as e:
            said = e.text.en
        except Trouble as e:
            said = str(e)
        wrong = wrong or bool(said)
        click.echo(f"{shard.name}: {said or 'listed, with all its keys'}")
    if wrong:
        sys.exit(1)

"""`greffe mirror`: copy the log at an address, or bring a copy up to date."""

from pathlib import Path

import click

from domain.kernel.text import Lang, Text
from domain.proof.errors import Refused
from domain.proof.log.policy import MOST_BYTES, Policy, read_policy
from ops.cli.common import lang_option, progress_bar
from ops.log.mirroring import MirrorResult, mirror
from ops.settings.errors import CannotServe, reason


@click.command("mirror")
@click.argument("url")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR")
@click.option(
    "--policy",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Take only heads that this C2SP tlog-policy accepts.",
)
@lang_option
def command(url: str, folder: Path, policy: Path | None, lang: Lang) -> None:
    """Copy the log at an address, or bring a copy up to date. With the copy, `greffe verify --log
    DIR` proves that a bundle lacks no records.

    The new entries are checked against the signed head and must continue the existing copy. If they
    do not, the copy is not changed, both heads are stored as evidence, and the exit code is 1.
    """
    with progress_bar("entries") as progress:
        result = mirror(url, folder, _read_policy(policy), progress)
    click.echo(_summary(result, folder).to(lang))


def _read_policy(policy: Path | None) -> Policy | None:
    if policy is None:
        return None
    try:
        with policy.open("rb") as f:
            return read_policy(f.read(MOST_BYTES + 1))
    except OSError as e:
        raise CannotServe(
            Text("{file} cannot be read: {why}.", file=policy, why=reason(e))
        ) from None
    except Refused as e:
        raise CannotServe(Text("{where}: {why}.", where=policy, why=e.said)) from None


def _summary(result: MirrorResult, folder: Path) -> Text:
    who = Text("its signature was not checked: name whom to believe with --policy")
    if result.keys:
        keys = ", ".join(result.keys)
        who = Text("signed by {keys}, cosigned by {n}", keys=keys, n=result.cosigned)
    return Text(
        "{folder}: {size} entries of {origin}, {new} of them new; {who}.",
        folder=folder,
        size=result.size,
        origin=result.origin,
        new=result.size - result.before,
        who=who,
    )

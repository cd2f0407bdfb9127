"""`greffe policy`: print the policy file for those who verify."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial

import click

from domain.kernel.log import LogKey
from domain.kernel.text import Text
from domain.proof.log.policy import LAST_SIZE, NONE, Policy
from ops.cli.common import data_option, lang_option, settings
from ops.log import folder
from ops.settings.errors import CannotServe
from ops.witness.ask import read_witnesses


@click.command("policy")
@data_option
@partial(lang_option, passed=False)
def command(data: str | None) -> None:
    """Print the policy file for those who verify: the log's keys, its witnesses, and how many of
    them are enough.

    It is a C2SP tlog-policy. Hand it out by another way than the bundles, on paper say: whoever
    believes this policy believes what its keys have signed. Keys that ended count up to the last
    tree size that they signed.
    """
    config = settings(data=data)
    with closing(folder.open_ledger(config)) as ledger:
        keys = ledger.log_keys()
    if not keys:
        raise CannotServe(Text("The log has no key yet: start greffe serve to begin it."))
    witnesses = (
        read_witnesses(config.witnesses) if config.witnesses is not None else Policy(quorum=NONE)
    )
    for line in lines(keys, witnesses, f"{config.public_url}/log" if config.public_url else ""):
        click.echo(line)


def lines(keys: tuple[LogKey, ...], witnesses: Policy, url: str) -> Iterator[str]:
    for key in keys:
        yield " ".join(filter(None, ("log", key.verifier, "" if key.ended else url)))
    for key in keys:
        if key.ended:
            yield f"{LAST_SIZE} {key.label} {key.last}"
    for name, witness in witnesses.witnesses.items():
        yield " ".join(
            filter(None, ("witness", name, witness.encode(), witnesses.urls.get(witness.label, "")))
        )
    for name, group in witnesses.groups.items():
        yield f"group {name} {group.threshold} {' '.join(group.members)}"
    yield f"quorum {witnesses.quorum}"

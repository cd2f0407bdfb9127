"""`greffe policy`: print the policy file that people need to verify."""

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
    """Print the policy file that people need to verify: the log's keys, its witnesses, and how many
    witnesses are required.

    It is a C2SP tlog-policy. Give it out by another way than the bundles, for example on paper: a
    verifier trusts every key in this policy. A key that has ended is valid up to the last tree size
    that it signed.
    """
    config = settings(data=data)
    with closing(folder.open_ledger(config)) as ledger:
        keys = ledger.log_keys()
    if not keys:
        raise CannotServe(Text("The log has no key yet: start greffe serve to begin it."))
    witnesses = (
        read_witnesses(config.witnesses) if config.witnesses is not None else Policy(quorum=NONE)
    )
    for line in policy_lines(
        keys, witnesses, f"{config.public_url}/log" if config.public_url else ""
    ):
        click.echo(line)


def policy_lines(keys: tuple[LogKey, ...], witnesses: Policy, url: str) -> Iterator[str]:
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

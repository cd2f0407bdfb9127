"""`greffe compare`: check whether two files agree about one log, each a checkpoint, a receipt, a
bundle or a copy of the log."""

import sys
from pathlib import Path

import click

from domain.kernel.text import Lang
from domain.proof import __main__ as auditor
from ops.cli.common import json_option, lang_option

policy_option = click.option(
    "--policy",
    type=click.Path(path_type=Path),
    help="Whom to believe: a C2SP tlog-policy, as `greffe policy` prints one.",
)


@click.command("compare")
@click.argument("heads", nargs=2, type=click.Path(path_type=Path), metavar="A B")
@policy_option
@click.option(
    "--log",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A copy of the log, to compare heads of two sizes.",
)
@lang_option
@json_option
def command(
    heads: tuple[Path, Path], policy: Path | None, log: Path | None, lang: Lang, as_json: bool
) -> None:
    """Check whether two files agree about one log, each a checkpoint, a receipt, a bundle or a copy
    of the log.

    Two receipts for one record with different bytes prove that the signer of both has lied,
    whatever the sizes of their heads; so do two different entries at one index, and a record whose
    predecessor is not the logged one.

    Exit codes: 0 they agree, 1 they do not, and the evidence is printed, 3 this cannot be decided,
    2 nothing was compared.
    """
    options = auditor_options(lang, as_json=as_json, policy=policy, log=log)
    sys.exit(auditor.main(["compare", *options, "--", *map(str, heads)]))


def auditor_options(lang: Lang, *, as_json: bool, **files: Path | None) -> list[str]:
    """The command-line options for `python -m domain.proof`, which has English and French only.
    `files`: the file for each option, by the option's name (None: the option is left out)."""
    named = [word for name, file in files.items() if file for word in (f"--{name}", str(file))]
    return ["--lang", "fr" if lang == "fr" else "en", *(["--json"] if as_json else []), *named]

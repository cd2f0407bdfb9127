"""`greffe verify`: audit a bundle, or check a receipt, offline."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import BinaryIO

import click

from domain.ledger import __main__ as auditor
from domain.ledger.bundle.lines import CatalogText
from domain.ledger.bundle.reader import BundleReader
from domain.ledger.errors import Refused, Said
from domain.ledger.log.proofs import HEAD
from domain.ledger.spelling import base64_of
from domain.ledger.verify.report import Report
from domain.rules.text import Lang
from domain.transfer.replay import replay
from ops.cli.common import json_option, lang_option
from ops.cli.replay_output import tell
from ops.settings.errors import CannotServe


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--policy", type=click.Path(path_type=Path), help="Whom to believe: a C2SP tlog-policy, as `greffe policy` prints one."
)
@click.option("--log", type=click.Path(path_type=Path), metavar="DIR", help="A copy of the log, as `greffe mirror` makes one.")
@click.option("--receipt", type=click.Path(path_type=Path), multiple=True, help="A receipt that the bundle has to agree with.")
@click.option("--campaign", type=click.Path(path_type=Path), help="The bundle of the campaign that the game belongs to.")
@click.option("--replay", "replayed", is_flag=True, help="Replay the game with its rules, too.")
@click.option("--pass-unknown", is_flag=True, help="Pass over signatures by keys that the policy does not name.")
@lang_option
@json_option
def command(
    file: Path,
    policy: Path | None,
    log: Path | None,
    receipt: tuple[Path, ...],
    campaign: Path | None,
    replayed: bool,
    pass_unknown: bool,
    lang: Lang,
    as_json: bool,
) -> None:
    """Audit a bundle, or check a receipt, offline: verified (exit code 0), not complete (3), failed at record n because … (1).

    The same as `python -m domain.ledger verify`, which needs nothing but Python and `cryptography`. `--replay` goes further, with
    this program's rules: it folds the recorded facts, compares the fingerprints, and asks whether they follow from the actions.
    """
    words = ["--lang", lang, *(["--json"] if as_json else []), *(["--policy", str(policy)] if policy else [])]
    if _is_receipt(file):
        if log or receipt or campaign or replayed or pass_unknown:
            raise CannotServe(
                "A receipt is checked by itself: --log, --receipt, --campaign, --replay and --pass-unknown go with a bundle."
            )
        sys.exit(auditor.main(["receipt", *words, "--", str(file)]))
    words += ["--log", str(log)] if log else []
    words += [word for one in receipt for word in ("--receipt", str(one))]
    words += ["--campaign", str(campaign)] if campaign else []
    words += ["--pass-unknown"] if pass_unknown else []
    sys.exit(auditor.main(["verify", *words, "--", str(file)], _add_replay if replayed else None))


def _is_receipt(file: Path) -> bool:
    """Whether a file begins as receipts do. A pipe can be looked at once: there a bundle is expected."""
    try:
        if not file.is_file():
            return False
        with file.open("rb") as f:
            return f.read(len(HEAD)) == HEAD.encode()
    except (OSError, ValueError):
        return False  # the auditor has the sentence for it


# -- the second step ------------------------------------------------------------------------------------------------------------


def _add_replay(report: Report, options: Namespace) -> None:
    """Add to the report what a replay with the rules says."""
    if any(one.check in ("bundle", "records") and one.status == "failed" for one in report.findings):
        said = Said("what cannot be read in order is not replayed", "ce qui ne se lit pas dans l'ordre n'est pas rejoué")
        report.add("replay", "open", said)
        return
    proven = next((one.data.get("leaf") for one in report.findings if one.check == "proof"), None)
    leaf = None
    if options.bundle.is_file():  # a pipe is read once
        try:
            with options.bundle.open("rb") as f:
                id, rows, catalog, leaf = _read(f)
        except (OSError, Refused):
            leaf = None
    if leaf is None or proven not in (None, leaf):
        said = Said(
            "the bundle is not there a second time as it was read: give a file, and let it be",
            "le dossier n'est pas là une seconde fois tel qu'il fut lu : donnez un fichier, et laissez-le",
        )
        report.add("replay", "open", said)
        return
    tell(report, replay(id, rows, catalog))


def _read(stream: BinaryIO) -> tuple[str, list[tuple[str, bytes]], bytes | None, str]:
    """Id, rows and catalog of a bundle, and its last leaf in base64. Raises `Refused`."""
    reader = BundleReader(stream)
    reader.every = True
    rows = [(record.topic, record.stored) for record in reader.records()]
    catalogs = [line.text.encode() for line in reader.beside() if isinstance(line, CatalogText)]
    return reader.game, rows, next(iter(catalogs), None), base64_of(reader.leaf(reader.count))

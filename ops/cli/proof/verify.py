"""`greffe verify`: audit a bundle, or check a receipt, offline."""

import sys
from functools import partial
from pathlib import Path
from typing import BinaryIO

import click

from domain.kernel.stored import DamagedRecord
from domain.kernel.text import Lang, Text
from domain.proof import __main__ as auditor
from domain.proof.bundle.reader import BundleReader
from domain.proof.errors import Refused
from domain.proof.log.proofs import HEAD
from domain.proof.verify.report import Report
from domain.season.records import SeasonOpened
from domain.tournament.audit.replay import repeated
from domain.tournament.deals import undealt
from domain.tournament.records import TournamentOpened
from domain.tournament.values import EDITION
from domain.transfer.replay import replay
from ops.cli.common import json_option, lang_option
from ops.cli.proof.added_up import replay_season
from ops.cli.proof.compare import auditor_options, policy_option
from ops.cli.proof.replayed import (
    BundleChanged,
    add_game_findings,
    add_tournament_findings,
    bilingual,
    compare_games,
    not_dealt_sentence,
    read_again,
)
from ops.settings.errors import CannotServe


@click.command("verify")
@click.argument(
    "files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE..."
)
@policy_option
@click.option(
    "--log",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A copy of the log, as `greffe mirror` makes one.",
)
@click.option(
    "--receipt",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A receipt that the bundle has to agree with.",
)
@click.option(
    "--campaign",
    type=click.Path(path_type=Path),
    help="The bundle of the campaign that the game belongs to.",
)
@click.option(
    "--event",
    type=click.Path(path_type=Path),
    help="With --replay: the bundle of the tournament that dealt the game.",
)
@click.option("--replay", "replayed", is_flag=True, help="Replay the game with its rules, too.")
@click.option(
    "--pass-unknown",
    is_flag=True,
    help="Pass over signatures by keys that the policy does not name.",
)
@lang_option
@json_option
def command(
    files: tuple[Path, ...],
    policy: Path | None,
    log: Path | None,
    receipt: tuple[Path, ...],
    campaign: Path | None,
    event: Path | None,
    replayed: bool,
    pass_unknown: bool,
    lang: Lang,
    as_json: bool,
) -> None:
    """Audit bundles, or check a receipt, offline: verified (exit code 0), not complete (3), failed
    at record n because … (1).

    Several files, and all bundles of a folder (`*.jsonl`), are audited into one report, with the
    exit code of the worst.

    The audit is that of `python -m domain.proof verify`, which needs nothing but Python and
    `cryptography`. `--replay` also uses this program's rules: it folds the recorded facts, compares
    the fingerprints, and checks whether the facts follow from the actions. For a tournament it
    computes pairings and standings again, and compares the results with the games that follow in
    the file (`greffe bundle --games`). For a season it computes the standings again from the events
    in its file.
    """
    if len(files) == 1 and _is_receipt(files[0]):
        if log or receipt or campaign or event or replayed or pass_unknown:
            raise CannotServe(
                Text(
                    "A receipt is checked by itself: --log, --receipt, --campaign, --event, "
                    "--replay and --pass-unknown go with a bundle."
                )
            )
        options = auditor_options(lang, as_json=as_json, policy=policy)
        sys.exit(auditor.main(["receipt", *options, "--", str(files[0])]))
    options = auditor_options(lang, as_json=as_json, policy=policy, log=log, campaign=campaign)
    options += [word for file in receipt for word in ("--receipt", str(file))]
    options += ["--pass-unknown"] if pass_unknown else []
    if event and not replayed:
        raise CannotServe(
            Text("--event goes with --replay: only the rules tell what a roll was for.")
        )
    more = partial(add_replay_findings, event=event)
    sys.exit(auditor.main(["verify", *options, "--", *map(str, files)], more if replayed else None))


def _is_receipt(file: Path) -> bool:
    """Whether a file begins like a receipt. False for a pipe, which could be read only once: it is
    audited as a bundle."""
    try:
        if not file.is_file():
            return False
        with file.open("rb") as f:
            return f.read(len(HEAD)) == HEAD.encode()
    except (OSError, ValueError):
        return False  # the auditor has the sentence for it


# -- the second step -------------------------------------------------------------------------------


def add_replay_findings(report: Report, bundle: Path, event: Path | None = None) -> None:
    """Replay a bundle that was audited and add the findings to its report. `event`: the bundle of
    the tournament that dealt the game."""
    if any(
        finding.check in ("bundle", "records") and finding.status == "failed"
        for finding in report.findings
    ):
        sentence = Text("what cannot be read in order is not replayed")
        report.add("replay", "open", bilingual(sentence))
        return
    proven = next(
        (finding.data.get("leaf") for finding in report.findings if finding.check == "proof"), None
    )
    try:
        with _open_again(bundle) as f:
            reread = read_again(BundleReader.of(f), proven)
            if reread.rows[0][0] == TournamentOpened.__name__:
                outcome = repeated(reread.id, reread.rows)
                add_tournament_findings(report, outcome)
                if outcome.edition <= EDITION:
                    compare_games(report, reread)
                return
            if reread.rows[0][0] == SeasonOpened.__name__:
                replay_season(report, reread)
                return
    except (OSError, Refused, BundleChanged):
        sentence = Text(
            "the bundle is not there a second time as it was read: give a file, and let it be"
        )
        report.add("replay", "open", bilingual(sentence))
        return
    add_game_findings(report, replay(reread.id, reread.rows, reread.catalog))
    if event is not None:
        _add_deal_finding(report, reread.id, reread.rows, event)


def _open_again(bundle: Path) -> BinaryIO:
    """The bundle, opened a second time. Raises `BundleChanged` for a pipe, which can be read only
    once."""
    if not bundle.is_file():
        raise BundleChanged
    return bundle.open("rb")


def _add_deal_finding(report: Report, id: str, rows: list[tuple[str, bytes]], event: Path) -> None:
    """Compare the rolls of a game with the deal of its tournament and add the finding to `report`.
    `event` is the tournament's bundle, which is audited separately."""
    try:
        with event.open("rb") as f:
            deal = read_again(BundleReader.of(f))
        wrong = undealt(id, rows, deal.id, deal.rows)
    except (OSError, Refused, DamagedRecord) as e:
        sentence = Text("{file} cannot be read ({why})", file=event.name, why=str(e))
        report.add("deal", "open", bilingual(sentence))
        return
    if wrong is None:
        sentence = Text(
            "it is no game of a deal that this tournament shows: it is another's, or not closed yet"
        )
        report.add("deal", "open", bilingual(sentence))
    elif wrong:
        report.fail("deal", not_dealt_sentence(wrong[0]))
    else:
        sentence = Text(
            "every roll is drawn again from the deal of the tournament {tournament}",
            tournament=deal.id,
        )
        report.add("deal", "ok", bilingual(sentence))

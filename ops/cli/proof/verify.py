"""`greffe verify`: audit a bundle, or check a receipt, offline."""

from __future__ import annotations

import sys
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import BinaryIO

import click

from domain.directing.replay import Repeated, repeated
from domain.ledger import __main__ as auditor
from domain.ledger.bundle.lines import CatalogText
from domain.ledger.bundle.reader import BundleReader
from domain.ledger.errors import Refused, Said
from domain.ledger.log.proofs import HEAD
from domain.ledger.spelling import base64_of
from domain.ledger.verify.report import UNLESS_REPLAYED, Report
from domain.record.stored import DamagedRecord
from domain.record.tournament_records import TournamentOpened
from domain.rules.text import Lang
from domain.transfer.deals import undealt
from domain.transfer.replay import Replayed, replay
from ops.cli.common import json_option, lang_option
from ops.settings.errors import CannotServe


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--policy", type=click.Path(path_type=Path), help="Whom to believe: a C2SP tlog-policy, as `greffe policy` prints one."
)
@click.option("--log", type=click.Path(path_type=Path), metavar="DIR", help="A copy of the log, as `greffe mirror` makes one.")
@click.option("--receipt", type=click.Path(path_type=Path), multiple=True, help="A receipt that the bundle has to agree with.")
@click.option("--campaign", type=click.Path(path_type=Path), help="The bundle of the campaign that the game belongs to.")
@click.option("--event", type=click.Path(path_type=Path), help="With --replay: the bundle of the tournament that dealt the game.")
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
    event: Path | None,
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
        if log or receipt or campaign or event or replayed or pass_unknown:
            raise CannotServe(
                "A receipt is checked by itself: --log, --receipt, --campaign, --event, --replay and --pass-unknown go with a "
                "bundle."
            )
        sys.exit(auditor.main(["receipt", *words, "--", str(file)]))
    words += ["--log", str(log)] if log else []
    words += [word for one in receipt for word in ("--receipt", str(one))]
    words += ["--campaign", str(campaign)] if campaign else []
    words += ["--pass-unknown"] if pass_unknown else []
    if event and not replayed:
        raise CannotServe("--event goes with --replay: only the rules tell what a roll was for.")
    more = partial(_add_replay, event=event)
    sys.exit(auditor.main(["verify", *words, "--", str(file)], more if replayed else None))


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


def _add_replay(report: Report, options: Namespace, event: Path | None = None) -> None:
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
    if rows[0][0] == TournamentOpened.__name__:
        tell_repeated(report, repeated(id, rows))
        return
    tell(report, replay(id, rows, catalog))
    if event is not None:
        _add_deal(report, id, rows, event)


def _add_deal(report: Report, id: str, rows: list[tuple[str, bytes]], event: Path) -> None:
    """Add whether the rolls of a game are those that its tournament dealt. The tournament's bundle is audited by itself."""
    try:
        with event.open("rb") as f:
            tournament, told, _, _ = _read(f)
        wrong = undealt(id, rows, tournament, told)
    except (OSError, Refused, DamagedRecord) as e:
        report.add("deal", "open", Said(f"{event.name} cannot be read ({e})", f"{event.name} ne se lit pas ({e})"))
        return
    if wrong is None:
        said = Said(
            "it is no game of a deal that this tournament shows: it is another's, or not closed yet",
            "ce n'est pas une partie d'une donne que ce tournoi montre : elle est d'un autre, ou il n'est pas clos",
        )
        report.add("deal", "open", said)
    elif wrong:
        report.fail("deal", Said(f"roll {wrong[0]} is not the deal's", f"le jet {wrong[0]} n'est pas celui de la donne"))
    else:
        said = Said(
            f"every roll is drawn again from the deal of the tournament {tournament}",
            f"chaque jet est retiré de la donne du tournoi {tournament}",
        )
        report.add("deal", "ok", said)


def _read(stream: BinaryIO) -> tuple[str, list[tuple[str, bytes]], bytes | None, str]:
    """Id, rows and catalog of a bundle, and its last leaf in base64. Raises `Refused`."""
    reader = BundleReader(stream)
    reader.every = True
    rows = [(record.topic, record.stored) for record in reader.records()]
    catalogs = [line.text.encode() for line in reader.beside() if isinstance(line, CatalogText)]
    return reader.game, rows, next(iter(catalogs), None), base64_of(reader.leaf(reader.count))


# -- what a replay adds ------------------------------------------------------------------------------------------------


SHOWN = 10
"""Records that a line names, and lines about records that the service would not have written."""


def tell_repeated(report: Report, found: Repeated) -> None:
    """The lines about a tournament that was paired and ranked again. An engine that is not here leaves the audit open."""
    for seq, text in found.wrong[:SHOWN]:
        report.fail("replay", Said(text.en, text.fr), seq)
    if found.unknown:
        listed = ", ".join(map(str, found.unknown[:SHOWN]))
        said = Said(
            f"the engine of record {listed} is not in this program as it was: nothing is said of that pairing",
            f"le moteur de l'écriture {listed} n'est pas dans ce programme tel qu'il fut : rien n'est dit de cet appariement",
        )
        report.add("replay", "open", said, found.unknown[0])
    if not found.wrong:
        pairings, lots, ranked = found.pairings, found.lots, found.standings
        said = Said(
            f"done again: {pairings} pairings, {lots} drawings of lots, {ranked} standings, all the same; that typed results are "
            "true, and that the absent were absent, nobody can prove",
            f"refaits : {pairings} appariements, {lots} tirages de lots, {ranked} classements, tous identiques ; que les "
            "résultats saisis sont vrais et que les absents l'étaient, nul ne peut le prouver",
        )
        report.add("replay", "ok", said, data={"pairings": pairings, "lots": lots, "standings": ranked})


def tell(report: Report, found: Replayed) -> None:
    """The lines about a replay. What does not agree with a fingerprint has failed, and what the service would have refused or
    written otherwise; what older rules would not tell leaves the audit open, since they are kept and not judged by."""
    if found.trouble is not None:
        en, fr = f"it cannot be replayed: {found.trouble.en}", f"elle ne peut être rejouée : {found.trouble.fr}"
        report.add("replay", "open", Said(en, fr))
    elif found.diverged:
        said = Said(
            f"replayed with {_rules(found)}, the board is not the one that this record has the fingerprint of",
            f"rejouée avec {_rules(found)}, la position n'est pas celle dont cette écriture porte l'empreinte",
        )
        report.fail("replay", said, found.diverged)
    else:
        _agrees(report, found)
    for one in found.wrong[:SHOWN]:
        report.fail("replay", Said(one.text.en, one.text.fr), one.seq)
    if len(found.wrong) > SHOWN:
        n = len(found.wrong) - SHOWN
        en, fr = ("record", "autre écriture") if n == 1 else ("records", "autres écritures")
        report.add("replay", "note", Said(f"and {n} more such {en}", f"et {n} {fr} de ce genre"))
    if found.otherwise:
        _otherwise(report, found.otherwise)


def _otherwise(report: Report, seqs: tuple[int, ...]) -> None:
    first = ", ".join(map(str, seqs[:SHOWN])) + (" …" if len(seqs) > SHOWN else "")
    where = Said(f"records {first}", f"écritures {first}") if len(seqs) > 1 else Said(f"record {first}", f"écriture {first}")
    said = Said(
        f"these rules would tell other facts in {where.en}: what is recorded counts, but does not follow from them",
        f"ces règles diraient d'autres faits ({where.fr}) : ce qui est enregistré compte, mais n'en découle pas",
    )
    report.add("replay", "open", said, seqs[0], {"records": list(seqs)})


def _agrees(report: Report, found: Replayed) -> None:
    actions, prints = found.actions, found.fingerprints
    en, fr = f"all of {prints} fingerprints agree", f"les {prints} empreintes concordent"
    if prints == 1:
        en, fr = "its one fingerprint agrees", "sa seule empreinte concorde"
    if not prints:
        en, fr = "no record has a fingerprint to compare", "aucune écriture ne porte d'empreinte à comparer"
    if prints and found.fidelity == "unverified":
        en += "; the position at the end has none"
        fr += " ; la position à la fin n'en porte pas"
    if found.grown:
        one = found.grown == 1
        en += f"; {found.grown} {'step came with the branch and is' if one else 'steps came with the branch and are'}"
        en += " for the game it grew from to show"
        fr += f" ; {found.grown} pas {'est venu' if one else 'sont venus'} avec la branche : c'est à la partie d'origine de "
        fr += "le montrer" if one else "les montrer"
    if not found.judged:
        en += "; the rules have a newer version, and which actions were legal under this one is not judged again"
        fr += " ; ces règles ont une version plus récente, et la légalité des actions n'est pas jugée à nouveau sous celle-ci"
    if found.judged and not (found.wrong or found.otherwise or found.grown):
        report.findings = [one for one in report.findings if one.data != UNLESS_REPLAYED]
        en += "; no roll was made that no action asked for"
        fr += " ; aucun jet n'a été fait qu'aucune action ne demandait"
    one = actions == 1
    said = Said(
        f"replayed with {_rules(found)}: {actions} {'action' if one else 'actions'}, {en}",
        f"rejouée avec {_rules(found)} : {actions} {'action' if actions < 2 else 'actions'}, {fr}",
    )
    data = {
        "ruleset": found.ruleset,
        "version": found.version,
        "fidelity": found.fidelity,
        "fingerprints": prints,
        "judged": found.judged,
    }
    report.add("replay", "ok" if found.fidelity == "exact" else "note", said, data=data)


def _rules(found: Replayed) -> str:
    return f"{found.ruleset} version {found.version}"

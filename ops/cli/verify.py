"""`greffe verify`."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import click

from domain.ledger import __main__ as auditor
from domain.ledger.errors import Said
from domain.ledger.proofs import HEAD
from domain.ledger.report import Report
from domain.replaying import Replayed, replay
from domain.words import Lang
from ops.cli.common import json_option, lang_option
from ops.trouble import CannotServe

SHOWN = 10
"""Records that a line names."""


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--policy", type=click.Path(path_type=Path), help="Whom to believe: a C2SP tlog-policy, as `greffe policy` prints one."
)
@click.option("--log", type=click.Path(path_type=Path), metavar="DIR", help="A copy of the log, as `greffe mirror` makes one.")
@click.option("--receipt", type=click.Path(path_type=Path), multiple=True, help="A receipt that the bundle has to agree with.")
@click.option("--replay", "replayed", is_flag=True, help="Replay the game with its rules, too.")
@click.option("--pass-unknown", is_flag=True, help="Pass over signatures by keys that the policy does not name.")
@lang_option
@json_option
def command(
    file: Path,
    policy: Path | None,
    log: Path | None,
    receipt: tuple[Path, ...],
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
        if log or receipt or replayed or pass_unknown:
            raise CannotServe("A receipt is checked by itself: --log, --receipt, --replay and --pass-unknown go with a bundle.")
        sys.exit(auditor.main(["receipt", *words, "--", str(file)]))
    words += ["--log", str(log)] if log else []
    words += [word for one in receipt for word in ("--receipt", str(one))]
    words += ["--pass-unknown"] if pass_unknown else []
    sys.exit(auditor.main(["verify", *words, "--", str(file)], _add_replay if replayed else None))


def _is_receipt(file: Path) -> bool:
    try:
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
    id, rows, catalog = _read(options.bundle)
    if catalog is None:
        said = Said(
            "the bundle has no catalog to replay the game with", "le dossier n'a pas de catalogue avec lequel rejouer la partie"
        )
        report.add("replay", "open", said)
        return
    _tell(report, replay(id, rows, catalog.encode()))


def _read(bundle: Path) -> tuple[str, list[tuple[str, bytes]], str | None]:
    """Id, rows and catalog of a bundle that was read before without a fault."""
    rows: list[tuple[str, bytes]] = []
    catalog: str | None = None
    with bundle.open("rb") as f:
        id: str = json.loads(next(f))["game"]
        for line in f:
            found: dict[str, Any] = json.loads(line)
            if "seq" in found:
                rows.append((found["topic"], found["data"].encode("utf-8", "surrogatepass")))
            catalog = found.get("catalog", catalog)
    return id, rows, catalog


def _tell(report: Report, found: Replayed) -> None:
    """The lines about a replay."""
    if found.trouble is not None:
        en, fr = f"it cannot be replayed: {found.trouble.en}", f"elle ne peut être rejouée : {found.trouble.fr}"
        report.add("replay", "open", Said(en, fr))
        return
    data = {"ruleset": found.ruleset, "version": found.version, "fidelity": found.fidelity, "fingerprints": found.fingerprints}
    rules = Said(f"{found.ruleset} version {found.version}", f"{found.ruleset} version {found.version}")
    if found.diverged:
        said = Said(
            f"replayed with {rules.en}, the board is not the one that this record has the fingerprint of",
            f"rejouée avec {rules.fr}, la position n'est pas celle dont cette écriture porte l'empreinte",
        )
        report.fail("replay", said, found.diverged)
    else:
        said = Said(
            f"replayed with {rules.en}: {found.actions} actions, all of {found.fingerprints} fingerprints agree",
            f"rejouée avec {rules.fr} : {found.actions} actions, les {found.fingerprints} empreintes concordent",
        )
        report.add("replay", "ok" if found.fidelity == "exact" else "note", said, data=data)
    for seq in found.forged[:SHOWN]:
        said = Said("what a roll came to does not stand at its picks", "le résultat d'un jet n'est pas là où il a été tiré")
        report.fail("replay", said, seq)
    for seq in found.unbound[:SHOWN]:
        said = Said(
            "what it shows was not sealed for what was being chosen there, or not all were bound by then",
            "ce qu'elle montre n'était pas scellé pour ce qui se choisissait là, ou tous n'étaient pas encore engagés",
        )
        report.fail("replay", said, seq)
    if found.otherwise:
        n, first = len(found.otherwise), ", ".join(map(str, found.otherwise[:SHOWN]))
        said = Said(
            f"of {n} actions these rules would tell other facts (records {first}{' …' if n > SHOWN else ''}); those recorded count",
            f"pour {n} actions ces règles diraient d'autres faits (écritures {first}{' …' if n > SHOWN else ''}) ; ceux qui sont "
            "enregistrés comptent",
        )
        report.add("replay", "note", said, found.otherwise[0], {"records": list(found.otherwise)})

"""What a replay with the rules adds to the report of an audit (`greffe verify --replay`)."""

from __future__ import annotations

from domain.ledger.errors import Said
from domain.ledger.verify.report import Report
from domain.transfer.replay import Replayed

SHOWN = 10
"""Records that a line names, and lines about records that the service would not have written."""


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
        report.add("replay", "note", Said(f"and {n} more such records", f"et {n} autres écritures de ce genre"))
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
        en += f"; {found.grown} steps came with the branch and are for the game it grew from to show"
        fr += f" ; {found.grown} pas sont venus avec la branche : c'est à la partie d'origine de les montrer"
    if not found.judged:
        en += "; the rules have a newer version, and which actions were legal under this one is not judged again"
        fr += " ; ces règles ont une version plus récente, et la légalité des actions n'est pas jugée à nouveau sous celle-ci"
    if found.judged and not (found.wrong or found.otherwise or found.grown):
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

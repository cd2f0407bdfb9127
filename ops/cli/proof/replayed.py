"""What a replay with the rules adds to the report of `greffe verify`: of a game, a tournament, a
tournament with its games."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from domain.game.record.records import FIRST
from domain.kernel.stored import DamagedRecord
from domain.proof.bundle.lines import CatalogText, SignedBeside
from domain.proof.bundle.reader import BundleReader
from domain.proof.errors import Said
from domain.proof.spelling import base64_of
from domain.proof.verify.report import UNLESS_REPLAYED, Report
from domain.tournament.deals import Rows, undealt
from domain.tournament.directing.games_compared import GamesCompared
from domain.tournament.directing.replay import Departed, Repeated
from domain.tournament.records import Departure
from domain.tournament.values import EDITION
from domain.transfer.replay import Replayed, replay


class Moved(Exception):
    """A bundle is not there a second time as it was read."""


class Read(NamedTuple):
    """A bundle read again: its id, topics and bytes, its catalog, and what reads what follows
    it."""

    id: str
    rows: list[tuple[str, bytes]]
    catalog: bytes | None
    signed: tuple[tuple[str, int], ...]
    """The seats that signed a closed game beside its records, each with the record that it
    signed."""
    reader: BundleReader


def read_again(reader: BundleReader, leaf: str | None = None) -> Read:
    """A bundle from the reader that has begun it; `leaf` is the last one that was proven, in
    base64. Raises `Refused`, and `Moved` for another one."""
    reader.every = True
    rows = [(record.topic, record.stored) for record in reader.records()]
    beside = list(reader.beside())
    catalogs = [line.text.encode() for line in beside if isinstance(line, CatalogText)]
    signed = tuple((line.seat, line.about) for line in beside if isinstance(line, SignedBeside))
    if leaf not in (None, base64_of(reader.leaf(reader.count))):
        raise Moved
    return Read(reader.game, rows, next(iter(catalogs), None), signed, reader)


# -- a tournament with its games
# ------------------------------------------------------------------------------------------


def compare_games(report: Report, event: Read) -> None:
    """Replay the games that follow a tournament, and compare what they came to with its results;
    nothing where none follows. Raises `Refused`, `Moved`."""
    audited = next(
        (one.data for one in report.findings if one.check == "games" and one.status == "ok"), {}
    )
    if not audited.get("games"):
        return
    try:
        compared = GamesCompared(event.id, event.rows)
    except DamagedRecord:
        return  # the tournament itself was found not to follow
    told = Report("games")
    before, dealt = event.reader, 0
    while (reader := before.following()) is not None:
        game = read_again(reader, audited["leaves"].get(reader.game))
        before = reader
        one = Report(game.id)
        tell(
            one, replay(game.id, game.rows, game.catalog, partial(compared.see, beside=game.signed))
        )
        dealt += _dealt(one, game, event.id, event.rows)
        for finding in one.findings:
            if finding.status in ("failed", "open") or finding.check == "clocks":
                at = Said(
                    f"game {game.id}, record {finding.record}",
                    f"partie {game.id}, écriture {finding.record}",
                )
                at = (
                    at
                    if finding.record and finding.check != "clocks"
                    else Said(f"game {game.id}", f"partie {game.id}")
                )
                said = Said(f"{at.en}: {finding.said.en}", f"{at.fr} : {finding.said.fr}")
                told.add("clocks" if finding.check == "clocks" else "replay", finding.status, said)
    found = sorted(
        told.findings, key=lambda one: one.status != "failed"
    )  # what failed is never among those left out alone
    report.findings += found[:SHOWN]
    if len(found) > SHOWN:
        n = len(found) - SHOWN
        report.add(
            "replay",
            found[SHOWN].status,
            Said(f"and {n} more of this kind", f"et {n} autres de ce genre"),
        )
    _tell_compared(report, compared, audited["games"], dealt)


def _dealt(report: Report, game: Read, tournament: str, event: Rows) -> int:
    try:
        wrong = undealt(game.id, game.rows, tournament, event)
    except DamagedRecord:
        return 0  # the replay has said so
    if wrong:
        report.fail(
            "deal",
            Said(
                f"roll {wrong[0]} is not the deal's",
                f"le jet {wrong[0]} n'est pas celui de la donne",
            ),
        )
    return wrong is not None


def _tell_compared(report: Report, compared: GamesCompared, games: int, dealt: int) -> None:
    differences = compared.differences()
    for one in differences:
        said = Said(one.text.en, one.text.fr)
        if one.wrong:
            report.fail("results", said, one.record)
        else:
            report.add("results", "note", said, one.record)
    beside, without = compared.results
    said = Said(
        f"{games} games replayed, and results compared with what they came to (results: "
        f"{beside}); of the others nobody can prove "
        f"that they are true (results: {without})",
        f"{games} parties rejouées, et les résultats comparés à ce qu'elles ont donné (résultats "
        f": {beside}) ; que les autres "
        f"soient vrais, nul ne peut le prouver (résultats : {without})",
    )
    if dealt:
        said = Said(
            f"{said.en}; every roll of a deal is drawn again (games: {dealt})",
            f"{said.fr} ; chaque jet d'une donne est retiré (parties : {dealt})",
        )
    if not any(one.wrong for one in differences):
        report.add(
            "results",
            "ok",
            said,
            data={"games": games, "compared": beside, "without": without, "dealt": dealt},
        )


# -- lines of one bundle
# ------------------------------------------------------------------------------------------------

SHOWN_DEPARTURES = 100
"""Departures that the report tells in words; of others it counts the kinds."""

SHOWN = 10
"""Records that a line names, and lines about records that the service would not have written."""


def tell_repeated(report: Report, found: Repeated) -> None:
    """The lines about a tournament that was directed again. An engine or a title that is not here
    leaves the audit open. What the rules call each departure stands in the place of the audit's
    lines, which know their codes alone."""
    for seq, text in found.wrong[:SHOWN]:
        report.fail("replay", Said(text.en, text.fr), seq)
    if len(found.wrong) > SHOWN:
        n = len(found.wrong) - SHOWN
        report.add(
            "replay", "note", Said(f"and {n} more of this kind", f"et {n} autres de ce genre")
        )
    if found.edition < EDITION:
        said = Said(
            f"it was opened under edition {found.edition} of the tournament rules; new ones are "
            f"under edition {EDITION}",
            f"il s'est ouvert sous l'édition {found.edition} des règles de tournoi ; les "
            f"nouveaux, sous l'édition {EDITION}",
        )
        report.add("replay", "note", said, FIRST, {"edition": found.edition})
    _departures(report, found.departures)
    for seq, text in found.open:
        report.add("replay", "open", Said(text.en, text.fr), seq)
    if found.unknown:
        listed = ", ".join(map(str, found.unknown[:SHOWN]))
        said = Said(
            f"the engine of record {listed} is not in this program as it was: nothing is said of "
            f"that pairing",
            f"le moteur de l'écriture {listed} n'est pas dans ce programme tel qu'il fut : rien "
            f"n'est dit de cet appariement",
        )
        report.add("replay", "open", said, found.unknown[0])
    report.findings = [one for one in report.findings if one.data != UNLESS_REPLAYED]
    if not found.wrong and found.records:
        pairings, lots, ranked = found.pairings, found.lots, found.standings
        said = Said(
            f"done again, and the same (pairings: {pairings}, drawings of lots: {lots}, "
            f"standings: {ranked}), and the service "
            f"would have written each record as it is (records: {found.records})",
            f"refait, à l'identique (appariements : {pairings}, tirages au sort : {lots}, "
            f"classements : {ranked}), et le service "
            f"aurait écrit chaque écriture comme elle est (écritures : {found.records})",
        )
        report.add(
            "replay",
            "ok",
            said,
            data={
                "pairings": pairings,
                "lots": lots,
                "standings": ranked,
                "records": found.records,
            },
        )
        report.add("replay", "note", UNPROVABLE)


UNPROVABLE = Said(
    "what people say, nobody can prove from the records: typed and reported results, who was "
    "there, names, clubs and ratings, who "
    "asked for something, reasons, times within the bounds of their neighbours and witnesses, and "
    "that the director decided fairly "
    "(rules, separations, tables changed, penalties, protests, clocks)",
    "ce que disent les gens, nul ne peut le prouver d'après les écritures : résultats saisis ou "
    "annoncés, présences, noms, clubs "
    "et cotes, auteurs des demandes, motifs, heures entre celles des voisines et des témoins, et "
    "que l'arbitre a "
    "décidé justement (règlement, séparations, tables changées, pénalités, réclamations, pendules)",
)
"""What a tournament's records tell by hearsay alone;
`tests/domain/tournament/directing/test_forged_events.py` lists each field."""


def _departures(report: Report, departures: Sequence[Departed]) -> None:
    if not departures:
        return
    report.findings = [one for one in report.findings if one.check != "departures"]
    for one in departures[:SHOWN_DEPARTURES]:
        place = _place(one.departure)
        code, level = one.departure.code, one.departure.level
        said = Said(
            f"record {one.record}: {one.text.en.rstrip('.')} ({code}, level {level}{place.en})",
            f"écriture {one.record} : {one.text.fr.rstrip('.')} ({code}, niveau {level}{place.fr})",
        )
        report.add("departures", "note", said, one.record, {"code": code, "level": level})
    left = departures[SHOWN_DEPARTURES:]
    if left:
        codes = ", ".join(
            f"{code} ({n})"
            for code, n in sorted(Counter(one.departure.code for one in left).items())
        )
        report.add(
            "departures",
            "note",
            Said(f"and {len(left)} more: {codes}", f"et {len(left)} autres : {codes}"),
        )


def _place(one: Departure) -> Said:
    en, fr = "", ""
    if one.round:
        en, fr = f"; round {one.round}", f" ; ronde {one.round}"
    if one.table:
        en, fr = f"{en}, table {one.table}", f"{fr}, table {one.table}"
    if one.entrants:
        numbers = ", ".join(map(str, one.entrants))
        en, fr = f"{en}; entrants: {numbers}", f"{fr} ; participants : {numbers}"
    return Said(en, fr)


def tell(report: Report, found: Replayed) -> None:
    """The lines about a replay. What does not agree with a fingerprint has failed, and what the
    service would have refused or written otherwise; what older rules would not tell leaves the
    audit open, since they are kept and not judged by."""
    if found.trouble is not None:
        en, fr = (
            f"it cannot be replayed: {found.trouble.en}",
            f"elle ne peut être rejouée : {found.trouble.fr}",
        )
        report.add("replay", "open", Said(en, fr))
    elif found.diverged:
        said = Said(
            f"replayed with {_rules(found)}, the board is not the one that this record has the "
            f"fingerprint of",
            f"rejouée avec {_rules(found)}, la position n'est pas celle dont cette écriture porte "
            f"l'empreinte",
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
    for one in found.clocks[:SHOWN]:
        said = Said(f"record {one.seq}: {one.text.en}", f"écriture {one.seq} : {one.text.fr}")
        report.add("clocks", "note", said, one.seq)
    if len(found.clocks) > SHOWN:
        n = len(found.clocks) - SHOWN
        report.add(
            "clocks", "note", Said(f"and {n} more of this kind", f"et {n} autres de ce genre")
        )


def _otherwise(report: Report, seqs: tuple[int, ...]) -> None:
    first = ", ".join(map(str, seqs[:SHOWN])) + (" …" if len(seqs) > SHOWN else "")
    where = (
        Said(f"records {first}", f"écritures {first}")
        if len(seqs) > 1
        else Said(f"record {first}", f"écriture {first}")
    )
    said = Said(
        f"these rules would tell other facts in {where.en}: what is recorded counts, but does not "
        f"follow from them",
        f"ces règles diraient d'autres faits ({where.fr}) : ce qui est enregistré compte, mais "
        f"n'en découle pas",
    )
    report.add("replay", "open", said, seqs[0], {"records": list(seqs)})


def _agrees(report: Report, found: Replayed) -> None:
    actions, prints = found.actions, found.fingerprints
    en, fr = f"all of {prints} fingerprints agree", f"les {prints} empreintes concordent"
    if prints == 1:
        en, fr = "its one fingerprint agrees", "sa seule empreinte concorde"
    if not prints:
        en, fr = (
            "no record has a fingerprint to compare",
            "aucune écriture ne porte d'empreinte à comparer",
        )
    if prints and found.unchecked:
        en += "; the position at the end has none"
        fr += " ; la position à la fin n'en porte pas"
    if found.grown:
        one = found.grown == 1
        en += (
            f"; {found.grown} "
            f"{'step came with the branch and is' if one else 'steps came with the branch and are'}"
        )
        en += " for the game it grew from to show"
        fr += (
            f" ; {found.grown} pas {'est venu' if one else 'sont venus'} avec la branche : "
            f"c'est à la partie d'origine de "
        )
        fr += "le montrer" if one else "les montrer"
    if not found.judged:
        en += (
            "; the rules have a newer version, and which actions were legal under this one is "
            "not judged again"
        )
        fr += (
            " ; ces règles ont une version plus récente, et la légalité des actions n'est pas "
            "jugée à nouveau sous celle-ci"
        )
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

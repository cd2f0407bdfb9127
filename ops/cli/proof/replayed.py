"""The lines that a replay with the rules adds to the report of `greffe verify`: about a game, a
tournament, a tournament with its games."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import starmap
from typing import NamedTuple

from domain.game.record.records import FIRST
from domain.kernel.kinds import Told, row_of
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import Text
from domain.proof.bundle.lines import CatalogText, SignedBeside
from domain.proof.bundle.reader import BundleReader
from domain.proof.chance.contributions import Hand
from domain.proof.errors import Sentence
from domain.proof.spelling import base64_of, shown
from domain.proof.verify.report import UNLESS_REPLAYED, Finding, Report
from domain.tournament.audit.games_compared import GamesCompared
from domain.tournament.audit.replay import Departed, Repeated
from domain.tournament.deals import Rows, undealt
from domain.tournament.records import Departure
from domain.tournament.values import EDITION
from domain.transfer.replay import Replayed, replay


class Moved(Exception):
    """The bundle that was audited is not there to be read a second time."""


class RereadBundle(NamedTuple):
    """A bundle, read a second time: its id, the topics and bytes of its records, its catalog, and
    the reader of the bundles that follow in the file."""

    id: str
    rows: list[tuple[str, bytes]]
    catalog: bytes | None
    signed: tuple[tuple[str, int], ...]
    """The seats that signed a closed game beside its records, each with the record that it
    signed."""
    reader: BundleReader


def read_again(reader: BundleReader, leaf: str | None = None) -> RereadBundle:
    """Read a bundle with the reader that has begun it. `leaf` is the hash of its last record, in
    base64, as it was proven before. Raises `Refused`, and `Moved` if the hash is another one."""
    reader.every = True
    rows = [(record.topic, record.stored) for record in reader.records()]
    beside = list(reader.beside())
    catalogs = [line.text.encode() for line in beside if isinstance(line, CatalogText)]
    signed = tuple((line.seat, line.about) for line in beside if isinstance(line, SignedBeside))
    if leaf not in (None, base64_of(reader.leaf(reader.count))):
        raise Moved
    return RereadBundle(reader.game, rows, next(iter(catalogs), None), signed, reader)


# -- a tournament with its games -------------------------------------------------------------------


def compare_games(report: Report, event: RereadBundle) -> None:
    """Replay the games that follow a tournament in the file, if any do, and compare how they ended
    with the tournament's results. Raises `Refused`, `Moved`."""
    audited = next(
        (
            finding.data
            for finding in report.findings
            if finding.check == "games" and finding.status == "ok"
        ),
        {},
    )
    if not audited.get("games"):
        return
    try:
        compared = GamesCompared(event.id, event.rows)
    except DamagedRecord:
        return  # the tournament itself was found not to follow
    summary = Report("games")
    before, dealt = event.reader, 0
    while (reader := before.following()) is not None:
        game = read_again(reader, audited["leaves"].get(reader.game))
        before, link = reader, compared.links[game.id]
        game_report = Report(game.id)
        played = replay(game.id, game.rows, game.catalog, partial(compared.see, beside=game.signed))
        _tell_played(game_report, played)
        dealt += _dealt(game_report, game, event.id, event.rows)
        game_report.findings += _acts(played.acts)
        for finding in game_report.findings:
            told = finding.check in ("clocks", "acts", "catalog")
            if told or finding.status in ("failed", "open"):
                at = Sentence(
                    f"round {link.round}, table {link.table} (game {game.id})",
                    f"ronde {link.round}, table {link.table} (partie {game.id})",
                )
                if finding.record and not told:
                    record = finding.record
                    at = Sentence(f"{at.en}, record {record}", f"{at.fr}, écriture {record}")
                sentence = Sentence(f"{at.en}: {finding.said.en}", f"{at.fr} : {finding.said.fr}")
                check, data = (finding.check, finding.data) if told else ("replay", None)
                summary.add(check, finding.status, sentence, data=data)
    # what failed is never among those left out alone
    report.add_some(sorted(summary.findings, key=lambda finding: finding.status != "failed"))
    _tell_compared(report, compared, audited["games"], dealt)


def _dealt(report: Report, game: RereadBundle, tournament: str, event: Rows) -> int:
    try:
        wrong = undealt(game.id, game.rows, tournament, event)
    except DamagedRecord:
        return 0  # the replay has said so
    if wrong:
        report.fail(
            "deal",
            Sentence(
                f"roll {wrong[0]} is not the deal's",
                f"le jet {wrong[0]} n'est pas celui de la donne",
            ),
        )
    return wrong is not None


def _tell_compared(report: Report, compared: GamesCompared, games: int, dealt: int) -> None:
    differences = compared.differences()
    for difference in differences:
        sentence = Sentence(difference.text.en, difference.text.fr)
        if difference.wrong:
            report.fail("results", sentence, difference.record)
        else:
            report.add("results", "note", sentence, difference.record)
    beside, without = compared.results
    sentence = Sentence(
        f"{games} games replayed, and results compared with what they came to (results: "
        f"{beside}); of the others nobody can prove "
        f"that they are true (results: {without})",
        f"{games} parties rejouées, et les résultats comparés à ce qu'elles ont donné (résultats "
        f": {beside}) ; que les autres "
        f"soient vrais, nul ne peut le prouver (résultats : {without})",
    )
    if dealt:
        sentence = Sentence(
            f"{sentence.en}; every roll of a deal is drawn again (games: {dealt})",
            f"{sentence.fr} ; chaque jet d'une donne est retiré (parties : {dealt})",
        )
    if not any(difference.wrong for difference in differences):
        report.add(
            "results",
            "ok",
            sentence,
            data={"games": games, "compared": beside, "without": without, "dealt": dealt},
        )


# -- lines of one bundle ---------------------------------------------------------------------------

SHOWN = 10
"""The most records that a line names."""


def tell_repeated(report: Report, repeated: Repeated) -> None:
    """Add the lines about a tournament that was directed again. An unknown engine or title leaves
    the audit open. Departures are named as the rules name them, in the place of the audit's lines,
    which have their codes alone."""
    report.add_some(
        [
            Finding("replay", "failed", Sentence(text.en, text.fr), seq)
            for seq, text in repeated.wrong
        ]
    )
    if repeated.edition < EDITION:
        sentence = Sentence(
            f"it was opened under edition {repeated.edition} of the tournament rules; new ones are "
            f"under edition {EDITION}",
            f"il s'est ouvert sous l'édition {repeated.edition} des règles de tournoi ; les "
            f"nouveaux, sous l'édition {EDITION}",
        )
        report.add("replay", "note", sentence, FIRST, {"edition": repeated.edition})
    _departures(report, repeated.departures)
    report.add_some(_acts(repeated.acts))
    report.add_some(starmap(_one_hand, repeated.hands.items()))
    for seq, text in repeated.open:
        report.add("replay", "open", Sentence(text.en, text.fr), seq)
    if repeated.unknown:
        listed = ", ".join(map(str, repeated.unknown[:SHOWN]))
        sentence = Sentence(
            f"the engine of record {listed} is not in this program as it was: nothing is said of "
            f"that pairing",
            f"le moteur de l'écriture {listed} n'est pas dans ce programme tel qu'il fut : rien "
            f"n'est dit de cet appariement",
        )
        report.add("replay", "open", sentence, repeated.unknown[0])
    report.findings = [finding for finding in report.findings if finding.data != UNLESS_REPLAYED]
    if not repeated.wrong and repeated.records:
        pairings, lots, ranked = repeated.pairings, repeated.lots, repeated.standings
        sentence = Sentence(
            f"done again, and the same (pairings: {pairings}, drawings of lots: {lots}, "
            f"standings: {ranked}), and the service "
            f"would have written each record as it is (records: {repeated.records})",
            f"refait, à l'identique (appariements : {pairings}, tirages au sort : {lots}, "
            f"classements : {ranked}), et le service "
            f"aurait écrit chaque écriture comme elle est (écritures : {repeated.records})",
        )
        report.add(
            "replay",
            "ok",
            sentence,
            data={
                "pairings": pairings,
                "lots": lots,
                "standings": ranked,
                "records": repeated.records,
            },
        )
        report.add("replay", "note", UNPROVABLE)


UNPROVABLE = Sentence(
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


BROUGHT = Sentence(
    "its catalog does not come with the title: an organiser brought its numbers",
    "son catalogue ne vient pas avec le titre : un organisateur en a apporté les chiffres",
)


NO_LINKS = Sentence(
    "its opening names nobody's link: who entered what for whom, the records do not tell",
    "son ouverture ne nomme le lien de personne : qui a saisi quoi pour qui, les écritures ne le "
    "disent pas",
)


def _departures(report: Report, departures: Sequence[Departed]) -> None:
    if not departures:
        return
    report.findings = [finding for finding in report.findings if finding.check != "departures"]
    told = []
    for departure in departures:
        place = _place(departure.departure)
        code, level = departure.departure.code, departure.departure.level
        said = _dated(departure.act)
        sentence = Sentence(
            f"{said.en} ({code}, level {level}{place.en})",
            f"{said.fr} ({code}, niveau {level}{place.fr})",
        )
        data = {"code": code, "level": level}
        told.append(Finding("departures", "note", sentence, departure.act.seq, data))
    report.add_some(told)


def _acts(acts: Sequence[Told]) -> Iterator[Finding]:
    """The decisions that people took by hand, a line each."""
    for act in acts:
        data = {"at": act.body.at.isoformat(), "type": row_of(act.body).topic}
        yield Finding("acts", "note", _dated(act), act.seq, data)


def _dated(act: Told) -> Sentence:
    """The sentence of an act, with its time and whether a reason was given; the reason's words are
    not in the file."""
    at = f"{act.body.at:%Y-%m-%d %H:%M} UTC"
    why = (" (with a reason)", " (motivé)") if act.reason else ("", "")
    return Sentence(
        f"record {act.seq}, {at}: {act.text.en.rstrip('.')}{why[0]}",
        f"écriture {act.seq}, {at} : {act.text.fr.rstrip('.')}{why[1]}",
    )


def _place(departure: Departure) -> Sentence:
    en, fr = "", ""
    if departure.round:
        en, fr = f"; round {departure.round}", f" ; ronde {departure.round}"
    if departure.table:
        en, fr = f"{en}, table {departure.table}", f"{fr}, table {departure.table}"
    if departure.entrants:
        numbers = ", ".join(map(str, departure.entrants))
        en, fr = f"{en}; entrants: {numbers}", f"{fr} ; participants : {numbers}"
    return Sentence(en, fr)


def tell(report: Report, replayed: Replayed) -> None:
    """Add the lines about a replay, with the decisions that people took by hand."""
    _tell_played(report, replayed)
    report.add_some(_acts(replayed.acts))


def _tell_played(report: Report, replayed: Replayed) -> None:
    """Add the lines about a replay. What does not agree with a fingerprint has failed, and what the
    service would have refused or written otherwise; what older rules would not tell leaves the
    audit open, since they are kept and not judged by."""
    if replayed.trouble is not None:
        en, fr = (
            f"it cannot be replayed: {replayed.trouble.en}",
            f"elle ne peut être rejouée : {replayed.trouble.fr}",
        )
        report.add("replay", "open", Sentence(en, fr))
    elif replayed.diverged:
        sentence = Sentence(
            f"replayed with {_rules(replayed)}, the board is not the one that this record has the "
            f"fingerprint of",
            f"rejouée avec {_rules(replayed)}, la position n'est pas celle dont cette écriture porte "
            f"l'empreinte",
        )
        report.fail("replay", sentence, replayed.diverged)
    else:
        _agrees(report, replayed)
    report.add_some(
        Finding("replay", "failed", Sentence(fault.text.en, fault.text.fr), fault.seq)
        for fault in replayed.wrong
    )
    if replayed.brought:
        report.add("catalog", "note", BROUGHT)
    if replayed.otherwise:
        _otherwise(report, replayed.otherwise)
    report.add_some(_entered(*whose, seqs) for whose, seqs in replayed.hands.items())
    if not replayed.linked:
        report.add("acts", "note", NO_LINKS, FIRST, {"type": "links"})
    report.add_some(
        [
            Finding("clocks", "note", _at_record(fault.seq, fault.text), fault.seq)
            for fault in replayed.clocks
        ]
    )


def _at_record(seq: int, text: Text) -> Sentence:
    return Sentence(f"record {seq}: {text.en}", f"écriture {seq} : {text.fr}")


def _entered(seat: str, hand: Hand, seqs: Sequence[int]) -> Finding:
    where = _these(seqs)
    sentence = Sentence(
        f"{where.en}: entered for {shown(seat)} {hand.said.en}",
        f"{where.fr} : saisi pour {shown(seat)} {hand.said.fr}",
    )
    return Finding("acts", "note", sentence, seqs[0], {"type": "hands", "hand": hand.kind})


def _one_hand(actor: str, spoke: Mapping[int, int]) -> Finding:
    entrants = ", ".join(map(str, sorted({*spoke.values()} - {0})))
    own = _these([seq for seq, entrant in spoke.items() if entrant])
    desk = _these([seq for seq, entrant in spoke.items() if not entrant])
    sentence = Sentence(
        f"{own.en}: one key or link, {shown(actor)}, spoke for the entrants {entrants}"
        + (f", and for the desk in {desk.en}" if 0 in spoke.values() else ""),
        f"{own.fr} : une clé ou un lien, {shown(actor)}, a parlé pour les participants {entrants}"
        + (f", et pour le bureau ({desk.fr})" if 0 in spoke.values() else ""),
    )
    return Finding("acts", "note", sentence, data={"type": "hands", "hand": actor})


def _these(seqs: Sequence[int]) -> Sentence:
    first = ", ".join(map(str, seqs[:SHOWN])) + (" …" if len(seqs) > SHOWN else "")
    if len(seqs) > 1:
        return Sentence(f"records {first}", f"écritures {first}")
    return Sentence(f"record {first}", f"écriture {first}")


def _otherwise(report: Report, seqs: tuple[int, ...]) -> None:
    where = _these(seqs)
    sentence = Sentence(
        f"these rules would tell other facts in {where.en}: what is recorded counts, but does not "
        f"follow from them",
        f"ces règles diraient d'autres faits ({where.fr}) : ce qui est enregistré compte, mais "
        f"n'en découle pas",
    )
    report.add("replay", "open", sentence, seqs[0], {"records": list(seqs)})


def _agrees(report: Report, replayed: Replayed) -> None:
    actions, prints = replayed.actions, replayed.fingerprints
    en, fr = f"all of {prints} fingerprints agree", f"les {prints} empreintes concordent"
    if prints == 1:
        en, fr = "its one fingerprint agrees", "sa seule empreinte concorde"
    if not prints:
        en, fr = (
            "no record has a fingerprint to compare",
            "aucune écriture ne porte d'empreinte à comparer",
        )
    if prints and replayed.unchecked:
        en += "; the position at the end has none"
        fr += " ; la position à la fin n'en porte pas"
    if replayed.grown:
        single = replayed.grown == 1
        en += (
            f"; {replayed.grown} "
            f"{'step came with the branch and is' if single else 'steps came with the branch and are'}"
        )
        en += " for the game it grew from to show"
        fr += (
            f" ; {replayed.grown} pas {'est venu' if single else 'sont venus'} avec la branche : "
            f"c'est à la partie d'origine de "
        )
        fr += "le montrer" if single else "les montrer"
    if not replayed.judged:
        en += (
            "; the rules have a newer version, and which actions were legal under this one is "
            "not judged again"
        )
        fr += (
            " ; ces règles ont une version plus récente, et la légalité des actions n'est pas "
            "jugée à nouveau sous celle-ci"
        )
    if replayed.judged and not (replayed.wrong or replayed.otherwise or replayed.grown):
        report.findings = [
            finding for finding in report.findings if finding.data != UNLESS_REPLAYED
        ]
        en += "; no roll was made that no action asked for"
        fr += " ; aucun jet n'a été fait qu'aucune action ne demandait"
    single = actions == 1
    sentence = Sentence(
        f"replayed with {_rules(replayed)}: {actions} {'action' if single else 'actions'}, {en}",
        f"rejouée avec {_rules(replayed)} : {actions} {'action' if actions < 2 else 'actions'}, {fr}",
    )
    data = {
        "ruleset": replayed.ruleset,
        "version": replayed.version,
        "fidelity": replayed.fidelity,
        "fingerprints": prints,
        "judged": replayed.judged,
    }
    report.add("replay", "ok" if replayed.fidelity == "exact" else "note", sentence, data=data)


def _rules(replayed: Replayed) -> str:
    return f"{replayed.ruleset} version {replayed.version}"

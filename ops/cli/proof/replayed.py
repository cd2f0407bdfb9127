"""The findings that `--replay` adds to the report of `greffe verify`, about a game, a tournament,
or a tournament with its games."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import starmap
from typing import NamedTuple

from domain.game.record.records import FIRST
from domain.kernel.kinds import ToldRecord, row_of
from domain.kernel.stored import DamagedRecord
from domain.kernel.text import NO_WORDS, Text, joined
from domain.proof.bundle.lines import CatalogText, SignedBeside
from domain.proof.bundle.reader import BundleReader
from domain.proof.chance.contributions import EnteringHand
from domain.proof.errors import Sentence
from domain.proof.spelling import base64_of, shown
from domain.proof.verify.report import UNLESS_REPLAYED, Finding, Report, Status
from domain.tournament.audit.games_compared import GamesCompared
from domain.tournament.audit.replay import Departed, Repeated
from domain.tournament.deals import Rows, undealt
from domain.tournament.records import Departure
from domain.tournament.values import EDITION
from domain.transfer.replay import ReplayResult, replay


def bilingual(text: Text) -> Sentence:
    """A text as a `Sentence` of the verifier's reports, in English and French."""
    return Sentence(text.en, text.fr)


class BundleChanged(Exception):
    """The bundle cannot be read a second time, or has changed since it was audited."""


class RereadBundle(NamedTuple):
    """A bundle, read a second time: its id; the topic and stored bytes of each record; its catalog
    (None: it has none); and its reader, from which the bundles that follow in the file are read."""

    id: str
    rows: list[tuple[str, bytes]]
    catalog: bytes | None
    signed: tuple[tuple[str, int], ...]
    """Countersignatures beside the records of a closed game: each seat with the seq of the record
    that it signed."""
    reader: BundleReader


def read_again(reader: BundleReader, leaf: str | None = None) -> RereadBundle:
    """Read a whole bundle with a reader that has read its first line. `leaf`: the leaf hash of its
    last record in base64 from the first reading (None: not known). Raises `Refused`, and
    `BundleChanged` if the hash differs now."""
    reader.every = True
    rows = [(record.topic, record.stored) for record in reader.records()]
    beside = list(reader.lines_beside())
    catalogs = [line.text.encode() for line in beside if isinstance(line, CatalogText)]
    signed = tuple((line.seat, line.about) for line in beside if isinstance(line, SignedBeside))
    if leaf not in (None, base64_of(reader.leaf(reader.count))):
        raise BundleChanged
    return RereadBundle(reader.game, rows, next(iter(catalogs), None), signed, reader)


# -- a tournament with its games -------------------------------------------------------------------


def compare_games(report: Report, event: RereadBundle) -> None:
    """Replay the games that follow a tournament in the file, if any do, compare their outcomes with
    the tournament's results, and add the findings to `report`. Raises `Refused`, and
    `BundleChanged` if the file has changed since it was audited."""
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
        _add_replay_findings(game_report, played)
        dealt += _check_deal(game_report, game, event.id, event.rows)
        game_report.findings += _act_notes(played.acts)
        for finding in game_report.findings:
            told = finding.check in ("clocks", "acts", "catalog")
            if told or finding.status in ("failed", "open"):
                place = Text(
                    "round {round}, table {table} (game {game})",
                    round=link.round,
                    table=link.table,
                    game=game.id,
                )
                if finding.record and not told:
                    place = Text("{place}, record {record}", place=place, record=finding.record)
                sentence = bilingual(Text("{place}: {says}", place=place, says=finding.said))
                check, data = (finding.check, finding.data) if told else ("replay", None)
                summary.add(check, finding.status, sentence, data=data)
    # what failed is never among those left out alone
    report.add_some(sorted(summary.findings, key=lambda finding: finding.status != "failed"))
    _add_comparison_findings(report, compared, audited["games"], dealt)


def _check_deal(report: Report, game: RereadBundle, tournament: str, event: Rows) -> int:
    """Add a failure to `report` if a roll of the game is not that of the tournament's deal. Returns
    1 if the tournament dealt the game, else 0."""
    try:
        wrong = undealt(game.id, game.rows, tournament, event)
    except DamagedRecord:
        return 0  # the replay has said so
    if wrong:
        report.fail("deal", not_dealt_sentence(wrong[0]))
    return wrong is not None


def not_dealt_sentence(roll: int) -> Sentence:
    return bilingual(Text("roll {roll} is not the deal's", roll=roll))


def _add_comparison_findings(
    report: Report, compared: GamesCompared, games: int, dealt: int
) -> None:
    differences = compared.differences()
    for difference in differences:
        status: Status = "failed" if difference.wrong else "note"
        report.add("results", status, bilingual(difference.text), difference.record)
    beside, without = compared.results
    sentence = Text(
        "{games} games replayed, and results compared with what they came to (results: {beside}); "
        "of the others nobody can prove that they are true (results: {without})",
        games=games,
        beside=beside,
        without=without,
    )
    if dealt:
        sentence = Text(
            "{sentence}; every roll of a deal is drawn again (games: {dealt})",
            sentence=sentence,
            dealt=dealt,
        )
    if not any(difference.wrong for difference in differences):
        report.add(
            "results",
            "ok",
            bilingual(sentence),
            data={"games": games, "compared": beside, "without": without, "dealt": dealt},
        )


# -- lines of one bundle ---------------------------------------------------------------------------

SHOWN = 10
"""The most records that one finding lists."""


def add_tournament_findings(report: Report, repeated: Repeated) -> None:
    """Add the findings of a replay of a tournament, in which every pairing and ranking was computed
    again. Something that cannot be repeated here, such as the pairing of an unknown engine, leaves
    the audit open. Departures from the rules are listed with sentences and replace the audit's own
    findings about them, which only have codes."""
    report.add_some(
        [Finding("replay", "failed", bilingual(text), seq) for seq, text in repeated.wrong]
    )
    if repeated.edition < EDITION:
        sentence = Text(
            "it was opened under edition {edition} of the tournament rules; new ones are under "
            "edition {newest}",
            edition=repeated.edition,
            newest=EDITION,
        )
        report.add("replay", "note", bilingual(sentence), FIRST, {"edition": repeated.edition})
    _add_departures(report, repeated.departures)
    report.add_some(_act_notes(repeated.acts))
    report.add_some(starmap(_one_hand_note, repeated.hands.items()))
    for seq, text in repeated.open:
        report.add("replay", "open", bilingual(text), seq)
    if repeated.unknown:
        listed = ", ".join(map(str, repeated.unknown[:SHOWN]))
        sentence = Text(
            "the engine of record {listed} is not in this program as it was: nothing is said of "
            "that pairing",
            listed=listed,
        )
        report.add("replay", "open", bilingual(sentence), repeated.unknown[0])
    report.findings = [finding for finding in report.findings if finding.data != UNLESS_REPLAYED]
    if not repeated.wrong and repeated.records:
        counts = {
            "pairings": repeated.pairings,
            "lots": repeated.lots,
            "standings": repeated.standings,
            "records": repeated.records,
        }
        sentence = Text(
            "done again, and the same (pairings: {pairings}, drawings of lots: {lots}, standings: "
            "{standings}), and the service would have written each record as it is (records: "
            "{records})"
        ).filled(counts)
        report.add("replay", "ok", bilingual(sentence), data=counts)
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
"""What a tournament's records contain without proof;
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


def _add_departures(report: Report, departures: Sequence[Departed]) -> None:
    if not departures:
        return
    report.findings = [finding for finding in report.findings if finding.check != "departures"]
    told = []
    for departure in departures:
        place = _place_text(departure.departure)
        code, level = departure.departure.code, departure.departure.level
        sentence = Text(
            "{act} ({code}, level {level}{place})",
            act=_act_text(departure.act),
            code=code,
            level=level,
            place=place,
        )
        data = {"code": code, "level": level}
        told.append(Finding("departures", "note", bilingual(sentence), departure.act.seq, data))
    report.add_some(told)


def _act_notes(acts: Sequence[ToldRecord]) -> Iterator[Finding]:
    """A note for each decision that a person took by hand."""
    for act in acts:
        data = {"at": act.body.at.isoformat(), "type": row_of(act.body).topic}
        yield Finding("acts", "note", bilingual(_act_text(act)), act.seq, data)


def _act_text(act: ToldRecord) -> Text:
    """The sentence of an act, with its record, its time and whether a reason was given. The words
    of the reason are not in the file."""
    return Text(
        "record {seq}, {time} UTC: {act}{reason}",
        seq=act.seq,
        time=f"{act.body.at:%Y-%m-%d %H:%M}",
        act=act.text.changed(lambda words: words.rstrip(".")),
        reason=Text(" (with a reason)") if act.reason else NO_WORDS,
    )


def _place_text(departure: Departure) -> Text:
    """Where a departure from the rules occurred: round, table and entrants, as the end of a list in
    brackets. Empty if none of them is known."""
    numbers = ", ".join(map(str, departure.entrants))
    return joined(
        (
            Text("; round {round}", round=departure.round) if departure.round else NO_WORDS,
            Text(", table {table}", table=departure.table) if departure.table else NO_WORDS,
            Text("; entrants: {numbers}", numbers=numbers) if numbers else NO_WORDS,
        ),
        "",
    )


def add_game_findings(report: Report, replayed: ReplayResult) -> None:
    """Add the findings of a replay of a game to `report`, then the decisions that people took by
    hand."""
    _add_replay_findings(report, replayed)
    report.add_some(_act_notes(replayed.acts))


def _add_replay_findings(report: Report, replayed: ReplayResult) -> None:
    """Add the findings of a replay of a game to `report`. A position that does not match its
    fingerprint is a failure. So is a record that the service would have refused or written
    differently. Facts that differ from those of the replaying rules leave the audit open: recorded
    facts count, but do not follow from these rules."""
    if replayed.trouble is not None:
        sentence = Text("it cannot be replayed: {why}", why=replayed.trouble)
        report.add("replay", "open", bilingual(sentence))
    elif replayed.diverged:
        sentence = Text(
            "replayed with {rules}, the board is not the one that this record has the fingerprint "
            "of",
            rules=_rules_name(replayed),
        )
        report.fail("replay", bilingual(sentence), replayed.diverged)
    else:
        _add_agreement(report, replayed)
    report.add_some(
        Finding("replay", "failed", bilingual(fault.text), fault.seq) for fault in replayed.wrong
    )
    if replayed.brought:
        report.add("catalog", "note", BROUGHT)
    if replayed.otherwise:
        _add_other_facts(report, replayed.otherwise)
    report.add_some(_entered_for_seat_note(*whose, seqs) for whose, seqs in replayed.hands.items())
    if not replayed.linked:
        report.add("acts", "note", NO_LINKS, FIRST, {"type": "links"})
    report.add_some(
        [
            Finding("clocks", "note", _with_record_number(fault.seq, fault.text), fault.seq)
            for fault in replayed.clocks
        ]
    )


def _with_record_number(seq: int, text: Text) -> Sentence:
    return bilingual(Text("record {seq}: {text}", seq=seq, text=text))


def _entered_for_seat_note(seat: str, hand: EnteringHand, seqs: Sequence[int]) -> Finding:
    sentence = Text(
        "{records}: entered for {seat} {hand}",
        records=_records_text(seqs),
        seat=shown(seat),
        hand=hand.said,
    )
    data = {"type": "hands", "hand": hand.kind}
    return Finding("acts", "note", bilingual(sentence), seqs[0], data)


def _one_hand_note(actor: str, spoke: Mapping[int, int]) -> Finding:
    own = _records_text([seq for seq, entrant in spoke.items() if entrant])
    desk = _records_text([seq for seq, entrant in spoke.items() if not entrant])
    sentence = Text(
        "{records}: one key or link, {actor}, spoke for the entrants {entrants}{desk}",
        records=own,
        actor=shown(actor),
        entrants=", ".join(map(str, sorted({*spoke.values()} - {0}))),
        desk=Text(", and for the desk in {records}", records=desk)
        if 0 in spoke.values()
        else NO_WORDS,
    )
    return Finding("acts", "note", bilingual(sentence), data={"type": "hands", "hand": actor})


def _records_text(seqs: Sequence[int]) -> Text:
    first = ", ".join(map(str, seqs[:SHOWN])) + (" …" if len(seqs) > SHOWN else "")
    return Text("records {seqs}", seqs=first) if len(seqs) > 1 else Text("record {seq}", seq=first)


def _add_other_facts(report: Report, seqs: tuple[int, ...]) -> None:
    sentence = Text(
        "these rules would tell other facts in {records}: what is recorded counts, but does not "
        "follow from them",
        records=_records_text(seqs),
    )
    report.add("replay", "open", bilingual(sentence), seqs[0], {"records": list(seqs)})


def _add_agreement(report: Report, replayed: ReplayResult) -> None:
    prints = replayed.fingerprints
    told = [Text("no record has a fingerprint to compare")]
    if prints:
        told = [Text("all of {n} fingerprints agree", n=prints)]
    if prints == 1:
        told = [Text("its one fingerprint agrees")]
    if prints and replayed.unchecked:
        told.append(Text("the position at the end has none"))
    if replayed.grown:
        told.append(
            Text(
                "{n:step came with the branch and is for the game it grew from to show|steps came "
                "with the branch and are for the game it grew from to show}",
                n=replayed.grown,
            )
        )
    if not replayed.judged:
        told.append(
            Text(
                "the rules have a newer version, and which actions were legal under this one is "
                "not judged again"
            )
        )
    elif not (replayed.wrong or replayed.otherwise or replayed.grown):
        report.findings = [
            finding for finding in report.findings if finding.data != UNLESS_REPLAYED
        ]
        told.append(Text("no roll was made that no action asked for"))
    sentence = Text(
        "replayed with {rules}: {actions}, {told}",
        rules=_rules_name(replayed),
        actions=Text("{n:action|actions}", n=replayed.actions),
        told=joined(told, Text("; ")),
    )
    data = {
        "ruleset": replayed.ruleset,
        "version": replayed.version,
        "fidelity": replayed.fidelity,
        "fingerprints": prints,
        "judged": replayed.judged,
    }
    status: Status = "ok" if replayed.fidelity == "exact" else "note"
    report.add("replay", status, bilingual(sentence), data=data)


def _rules_name(replayed: ReplayResult) -> str:
    return f"{replayed.ruleset} version {replayed.version}"

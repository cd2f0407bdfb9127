"""The sentences of an audit's report, in English and French."""

from collections.abc import Iterable

from domain.proof.bundle.hidden import HiddenValues
from domain.proof.bundle.stream_checks import StreamChecks
from domain.proof.bundle.times import MOST_LISTED, OddTimes
from domain.proof.chance.choices import choice_lines, lines_unless_replayed
from domain.proof.chance.contributions import Contributions, StatedPart
from domain.proof.chance.rolls import Rolls
from domain.proof.errors import Sentence
from domain.proof.log.entries import RecordEntry
from domain.proof.log.mirror import Comparison
from domain.proof.log.policy import TrustedCheckpoint
from domain.proof.spelling import base64_of, shown
from domain.proof.verify.campaign import report_scenarios
from domain.proof.verify.report import UNLESS_REPLAYED, Finding, Report, witness_time_text
from domain.proof.verify.tournament import report_tournament

_NOTHING = Sentence("", "")


def report_head(report: Report, trusted: TrustedCheckpoint, witnesses: int) -> None:
    """Report the log's head, its signers, and the witnesses that cosigned it. Without a quorum the
    audit is not complete. `witnesses` is the number of witnesses in the policy."""
    at, labels = trusted.checkpoint, [key.label for key in trusted.keys]
    sentence = Sentence(
        f"the head of {shown(at.origin)} at size {at.size} is signed by {', '.join(labels)}",
        f"la tête de {shown(at.origin)} à la taille {at.size} est signée par {', '.join(labels)}",
    )
    report.add(
        "signature",
        "ok",
        sentence,
        data={"origin": at.origin, "size": at.size, "root": base64_of(at.root), "keys": labels},
    )
    n, seen = (
        len(trusted.cosigned),
        ", ".join(
            f"{cosignature.key.label} ({witness_time_text(cosignature.time)})"
            for cosignature in trusted.cosigned
        ),
    )
    sentence = Sentence(
        f"cosigned by {n} of {witnesses}: {seen}", f"cosignée par {n} sur {witnesses} : {seen}"
    )
    if trusted.short is not None:
        sentence = Sentence(
            f"the head is {trusted.short.en}",
            f"la tête n'est pas assez cosignée : {trusted.short.fr}",
        )
    elif not n:
        sentence = Sentence(
            "the policy asks for no witness: the head is the log's word alone",
            "la politique ne demande aucun témoin : la tête n'engage que le journal",
        )
    if trusted.unknown:
        names = ", ".join(map(shown, trusted.unknown))
        sentence = Sentence(
            f"{sentence.en}; passed over, as the policy does not name them: {names}",
            f"{sentence.fr} ; ignorés, car la politique ne les nomme pas : {names}",
        )
    times = [
        {"key": cosignature.key.label, "time": cosignature.time} for cosignature in trusted.cosigned
    ]
    report.add(
        "witnesses",
        "open" if trusted.short else "ok" if n else "note",
        sentence,
        data={"cosigned": times},
    )


def report_in_log(report: Report, record: int, index: int, leaf: bytes) -> None:
    sentence = Sentence(
        f"record {record} is entry {index} of the log, and vouches for all before it",
        f"l'écriture {record} est l'entrée {index} du journal, et répond de toutes celles d'avant",
    )
    report.add("proof", "ok", sentence, data={"index": index, "leaf": base64_of(leaf)})


def report_records(report: Report, checks: StreamChecks, records: int) -> None:
    """Report what the records show: how many there are, whether the game is over, its dice, and
    which seats signed."""
    sentence = Sentence(
        f"{records} in order, each with the bytes that were stored",
        f"{records} dans l'ordre, chacune avec les octets stockés",
    )
    report.add("records", "ok", sentence, data={"records": records})
    if checks.lineage is not None:
        game, seq = checks.lineage
        sentence = Sentence(
            f"this is a branch, a what-if that grew from record {seq} of {shown(game)}: it is not "
            f"that game",
            f"c'est une branche, un « et si » parti de l'écriture {seq} de {shown(game)} : ce "
            f"n'est pas cette partie",
        )
        report.add("branch", "note", sentence, data={"game": game, "seq": seq})
    closed_at = checks.ended_at
    if checks.unknown:
        sentence = Sentence(
            f"it begins with {checks.opened_as}, which this version does not know: what its "
            f"records mean was not looked at",
            f"il commence par {checks.opened_as}, que cette version ne connaît pas : le sens de "
            f"ses écritures n'a pas été examiné",
        )
        report.add("kind", "open", sentence)
    elif closed_at:
        report.add(
            "end",
            "ok",
            Sentence(f"closed by record {closed_at}", f"close par l'écriture {closed_at}"),
        )
    else:
        sentence = Sentence(
            f"the game is not closed: what comes after record {records} is not in here",
            f"la partie n'est pas close : ce qui suit l'écriture {records} n'est pas ici",
        )
        report.add("end", "open", sentence)
    report_scenarios(report, checks.scenarios)
    if checks.tournament is not None:
        report_tournament(report, checks.tournament)
    if checks.rolls is not None:
        _report_dice(report, checks.rolls, bool(checks.closed_at))
        _report_parts(report, checks.rolls.contributions, bool(checks.closed_at))
        report.add_some(
            Finding("choice", "note", *line)
            for line in choice_lines(checks.rolls, closed=bool(checks.closed_at))
        )
        report.add_some(
            Finding("choice", "note", *line, UNLESS_REPLAYED)
            for line in lines_unless_replayed(checks.rolls)
        )
    if checks.hidden is not None and checks.hidden.in_use:
        _report_seals(report, checks.hidden, bool(checks.closed_at))
    by_key: dict[bytes, set[str]] = {}
    for _, seat, public, _ in checks.signed:
        by_key.setdefault(public, set()).add(seat)
    for about, seat, public, beside in checks.signed:
        key, others = public.hex(), ", ".join(map(shown, sorted(by_key[public] - {seat})))
        when = (
            Sentence(", once the game was closed", ", la partie close")
            if beside
            else Sentence("", "")
        )
        sentence = Sentence(
            f"{shown(seat)} signed record {about} with the key {key}{when.en}"
            + (f"; one hand signed with it for {others}, too" if others else ""),
            f"{shown(seat)} a signé l'écriture {about} avec la clé {key}{when.fr}"
            + (f" ; une seule main en a signé aussi pour {others}" if others else ""),
        )
        data = {"seat": seat, "key": key, "beside": beside}
        report.add("countersigned", "note" if others else "ok", sentence, about, data)


def report_times(report: Report, odds: Iterable[OddTimes]) -> None:
    for odd in odds:
        named = [
            {"record": apart.record, "seconds": apart.seconds} for apart in odd.found[:MOST_LISTED]
        ]
        data = {"what": odd.what, "count": len(odd.found), "records": named}
        if odd.false:
            sentence = Sentence(
                f"{odd.said.en}; no clock is off by that much",
                f"{odd.said.fr} ; aucune horloge ne se trompe d'autant",
            )
            report.add("times", "failed", sentence, odd.false, data)
        else:
            report.add("times", "note", odd.said, data=data)


def _report_dice(report: Report, rolls: Rolls, closed: bool) -> None:
    n, again = rolls.count, _NOTHING
    if rolls.repeats:
        single = rolls.repeats == 1
        again = Sentence(
            f", {rolls.repeats} of them let stand by {'a ruling' if single else 'rulings'}",
            f", dont {rolls.repeats} {'maintenu' if single else 'maintenus'} par décision",
        )
    data = {"rolls": n, "sources": dict(rolls.sources), "repeats": rolls.repeats}
    if rolls.chance == "table":
        sentence = Sentence(
            f"1 roll was typed in from the table{again.en}: it is attested, not proven"
            if n == 1
            else f"{n} rolls were typed in from the table{again.en}: they are attested, not proven",
            f"{n} jet a été saisi depuis la table{again.fr} : attesté, pas prouvé"
            if n < 2
            else f"{n} jets ont été saisis depuis la table{again.fr} : attestés, pas prouvés",
        )
        report.add("dice", "note", sentence, data=data)
    elif rolls.chance == "duplicate":
        sentence = Sentence(
            f"{n} rolls are said to be those of a deal that other games share: its tournament "
            f"proves them, once it is closed",
            f"{n} jets seraient ceux d'une donne que d'autres parties partagent : son tournoi les "
            f"prouve, une fois clos",
        )
        report.add("dice", "note", sentence, data=data)
    elif closed:
        by, entered = rolls.contributions.by_seats, rolls.contributions.by_operator
        stood_in = rolls.contributions.by_service
        rest = (
            _dice_rest_on_sentence(by, stood_in, entered)
            if rolls.alone < n
            else _dice_rest_on_sentence((), (), ())
        )
        sentence = Sentence(
            f"{_sealed_rolls_phrase(n).en} drawn again from the seed{again.en}; "
            f"{'it rests' if n == 1 else 'they rest'} on {rest.en}",
            f"{_sealed_rolls_phrase(n).fr} {'recalculé' if n < 2 else 'recalculés'} depuis la graine{again.fr} "
            f"; "
            f"{'il repose' if n < 2 else 'ils reposent'} sur {rest.fr}",
        )
        if 0 < rolls.alone < n:
            sentence = Sentence(
                f"{sentence.en}; {rolls.alone} of them, before the contributions, on the service alone",
                f"{sentence.fr} ; {rolls.alone} d'entre eux, avant les contributions, sur le service "
                f"seul",
            )
        whose = {"by_seats": list(by), "by_service": list(stood_in), "by_operator": list(entered)}
        report.add("dice", "ok", sentence, data={**data, **whose})
    else:
        sentence = Sentence(
            f"the seed of {_sealed_rolls_phrase(n).en} is shown when the game is closed",
            f"la graine de {_sealed_rolls_phrase(n).fr} sera montrée à la clôture",
        )
        report.add("dice", "open", sentence, data=data)


def _sealed_rolls_phrase(n: int) -> Sentence:
    return Sentence(
        f"{n} sealed {'roll' if n == 1 else 'rolls'}",
        f"{n} {'jet scellé' if n < 2 else 'jets scellés'}",
    )


def sealed_values_sentence(hidden: HiddenValues, closed: bool) -> Sentence:
    n, left, unsealed = hidden.count, hidden.unopened, hidden.unsealed
    sentence = Sentence(
        f"sealed values: {n}, all opened", f"valeurs scellées : {n}, toutes ouvertes"
    )
    if left:
        k, when = (
            len(left),
            Sentence("never opened", "sans ouverture")
            if closed
            else Sentence("not opened so far", "à ouvrir encore"),
        )
        sentence = Sentence(
            f"sealed values: {n}, {k} {when.en}", f"valeurs scellées : {n}, {k} {when.fr}"
        )
    elif not n:
        sentence = Sentence("no value was sealed", "aucune valeur n'a été scellée")
    if unsealed:
        at = ", ".join(map(str, unsealed))
        sentence = Sentence(
            f"{sentence.en}; entered without a seal, by the arbiter's ruling: {at}",
            f"{sentence.fr} ; sans sceau, par décision de l'arbitre : {at}",
        )
    return sentence


def _report_seals(report: Report, hidden: HiddenValues, closed: bool) -> None:
    left, unsealed = hidden.unopened, hidden.unsealed
    data = {"sealed": hidden.count, "unopened": list(left), "unsealed": list(unsealed)}
    report.add(
        "seals",
        "note" if left or unsealed else "ok",
        sealed_values_sentence(hidden, closed),
        data=data,
    )
    if hidden.pending:
        sentence = Sentence(
            f"record {hidden.pending} was entered without a seal, and the ruling that lets it "
            f"stand is not in here",
            f"l'écriture {hidden.pending} a été saisie sans sceau, et la décision qui la "
            f"maintient n'est pas ici",
        )
        report.add("seals", "open", sentence, hidden.pending)


def _dice_rest_on_sentence(
    by: tuple[str, ...], stood_in: tuple[str, ...], entered: tuple[str, ...]
) -> Sentence:
    sentence = Sentence("the service alone", "le service seul")
    if by:
        sentence = Sentence(f"the service and {', '.join(by)}", f"le service et {', '.join(by)}")
    if stood_in:
        names = ", ".join(stood_in)
        sentence = Sentence(
            f"{sentence.en}, which stood in for {names}",
            f"{sentence.fr} ; le service a suppléé {names}",
        )
    if entered:
        names = ", ".join(entered)
        sentence = Sentence(
            f"{sentence.en}; the operator's key bound the parts of {names}",
            f"{sentence.fr} ; la clé de l'opérateur a engagé les parts de {names}",
        )
    return sentence


def _part_sentence(part: StatedPart, closed: bool) -> Sentence:
    seat = shown(part.seat)
    bound, when = (
        part.bound.said,
        Sentence("never shown", "jamais montrée")
        if closed
        else Sentence("not shown so far", "pas encore montrée"),
    )
    if part.service:
        sentence = Sentence(
            f"{seat}: the service stood in, at a request entered {bound.en}",
            f"{seat} : le service a suppléé, à une demande saisie {bound.fr}",
        )
        return (
            sentence
            if part.shown
            else Sentence(f"{sentence.en}; {when.en}", f"{sentence.fr} ; {when.fr}")
        )
    if part.shown is None:
        return Sentence(
            f"{seat}: bound {bound.en}, {when.en}", f"{seat} : engagée {bound.fr}, {when.fr}"
        )
    if part.shown == part.bound:
        return Sentence(
            f"{seat}: bound and shown {bound.en}", f"{seat} : engagée et montrée {bound.fr}"
        )
    by = part.shown.said
    return Sentence(
        f"{seat}: bound {bound.en}, shown {by.en}: not by the same hand",
        f"{seat} : engagée {bound.fr}, montrée {by.fr} : pas par la même main",
    )


def _part_data(part: StatedPart) -> dict[str, str]:
    shown = {"shown": part.shown.kind, "shown_by": part.shown.actor} if part.shown else {}
    return {
        "seat": part.seat,
        "by": "service" if part.service else "seat",
        "bound": part.bound.kind,
        "bound_by": part.bound.actor,
        **shown,
    }


def _report_parts(report: Report, parts: Contributions, closed: bool) -> None:
    report.add_some(
        [
            Finding("parts", "note", _part_sentence(part, closed), data=_part_data(part))
            for part in parts.stated
        ]
    )
    if parts.stated:
        sentence = Sentence(
            "whose link or key it was is the service's word: only a position that a seat signed "
            "with its own key proves a hand",
            "à qui était le lien ou la clé, le service seul le dit : seule une position signée "
            "par la clé du siège prouve qui agit",
        )
        report.add("parts", "note", sentence)


def report_catalog(report: Report, *, there: bool, sha256: str) -> None:
    """Report whether the bundle has the optional catalog (`there`). If it has, it was compared with
    the opening."""
    sentence = (
        Sentence(
            "the catalog that the game was opened with is in the bundle",
            "le catalogue avec lequel la partie s'est ouverte est dans le dossier",
        )
        if there
        else Sentence(
            "the catalog is not in the bundle (it is optional): to replay, the title's own of "
            "this SHA-256 is used",
            "le catalogue n'est pas dans le dossier (il est facultatif) : pour rejouer, celui du "
            "titre au même SHA-256 sert",
        )
    )
    report.add("catalog", "ok", sentence, data={"there": there, "sha256": sha256})


def report_disclosed(report: Report, n: int) -> None:
    sentence = Sentence(
        f"{n} disclosures open what records commit to",
        f"{n} divulgations ouvrent ce que des écritures engagent",
    )
    if n == 1:
        sentence = Sentence(
            "1 disclosure opens what a record commits to",
            "1 divulgation ouvre ce qu'une écriture engage",
        )
    report.add("disclosed", "ok", sentence, data={"count": n})


def report_mirrored(report: Report, comparison: Comparison, records: int) -> None:
    size = comparison.head.checkpoint.size
    if comparison.difference:
        report.fail("log", comparison.difference.said, comparison.difference.record)
    elif comparison.head.short is not None:
        en, fr = comparison.head.short
        sentence = Sentence(
            f"the copy of the log ends at a head that is not complete: {en}",
            f"la tête de la copie est incomplète : {fr}",
        )
        report.add("log", "open", sentence, data={"size": size})
    elif comparison.older:
        sentence = Sentence(
            f"the copy of the log ends at size {size}, before the head of the proof: fetch it "
            f"again",
            f"la copie du journal finit à la taille {size}, avant la tête de la preuve : "
            f"reprenez-la",
        )
        report.add("log", "open", sentence, data={"size": size})
    else:
        sentence = Sentence(
            f"of this game the log has these {records} records up to size {size}, and no other",
            f"de cette partie le journal a ces {records} écritures jusqu'à la taille {size}, et "
            f"aucune autre",
        )
        report.add("log", "ok", sentence, data={"size": size})


def report_receipt(
    report: Report, entry: RecordEntry, under: TrustedCheckpoint, leaf: bytes | None, game: str
) -> None:
    """Report the comparison with a receipt. `entry` is the receipt's; `leaf` is the leaf of the
    bundle's record with that number, or None if it has none."""
    origin, seq = shown(under.checkpoint.origin), entry.seq
    if entry.game != game:
        report.fail(
            "receipt",
            Sentence(
                f"it is for another game, {entry.game}",
                f"il est pour une autre partie, {entry.game}",
            ),
        )
    elif leaf is None:
        sentence = Sentence(
            f"a receipt signed by {origin} shows it, and the bundle leaves it out",
            f"un reçu signé par {origin} la montre, et le dossier l'omet",
        )
        report.fail("receipt", sentence, seq)
    elif leaf != entry.leaf:
        sentence = Sentence(
            f"a receipt signed by {origin} shows another record of that number",
            f"un reçu signé par {origin} montre une autre écriture de ce numéro",
        )
        report.fail("receipt", sentence, seq)
    elif under.short is not None:
        sentence = Sentence(
            f"the one for record {seq} agrees, and is not complete: {under.short.en}",
            f"celui de l'écriture {seq} concorde, mais est incomplet : {under.short.fr}",
        )
        report.add("receipt", "open", sentence, seq)
    else:
        report.add(
            "receipt",
            "ok",
            Sentence(f"the one for record {seq} agrees", f"celui de l'écriture {seq} concorde"),
            seq,
        )


def report_two_heads(report: Report, first: TrustedCheckpoint, other: TrustedCheckpoint) -> None:
    """Report it if two heads of one size have different roots, with both as evidence: the log
    signed two histories."""
    a, b = first.checkpoint, other.checkpoint
    if (a.origin, a.size) == (b.origin, b.size) and a.root != b.root:
        sentence = Sentence(
            f"the log signed two roots for size {a.size}, the bundle's and the receipt's: these "
            f"heads are the evidence",
            f"le journal a signé deux racines à la taille {a.size}, celle du dossier et celle du "
            f"reçu : ces têtes le prouvent",
        )
        report.fail("heads", sentence)
        report.evidence += [first.note.encode().decode(), other.note.encode().decode()]

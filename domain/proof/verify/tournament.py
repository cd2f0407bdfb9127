"""A tournament in the report: its results in force, departures, corrections, attempts, and its
seed."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from domain.proof.bundle.tournament import Beacon, Draw, Tournament
from domain.proof.errors import Sentence
from domain.proof.spelling import shown
from domain.proof.verify.report import UNLESS_REPLAYED, Finding, Report

MOST_NAMED = 40


def report_tournament(report: Report, tournament: Tournament) -> None:
    """Add to the report what a tournament's records say: results in force, attempts, who could have
    chosen the draws, departures, corrections, protests, and the seed."""
    sentence = Sentence(
        f"{tournament.results} in force, and every basis names those that were in force before it",
        f"{tournament.results} en vigueur, et chaque base nomme ceux qui l'étaient avant elle",
    )
    report.add("results", "ok", sentence, data={"results": tournament.results})
    if tournament.attempts:
        n = tournament.attempts
        sentence = Sentence(
            f"{n} beyond the first: drawn or paired again",
            f"{n} après la première : nouveaux tirages ou appariements",
        )
        report.add("attempts", "note", sentence, data={"attempts": n})
    _report_choices(report, tournament)
    _report_passed_over(report, tournament)
    _report_departures(report, tournament.departures)
    _note_each(
        report,
        "corrections",
        {
            record: Sentence(
                f"record {record} corrects a result", f"l'écriture {record} corrige un résultat"
            )
            for record in tournament.corrections
        },
    )
    _report_protests(report, tournament)
    sentence = Sentence(
        "that pairings, departures, results of slips, who goes on and standings are what the "
        "rules give, only the rules can tell "
        "(--replay)",
        "que les appariements, les écarts, les résultats des bulletins, les qualifiés et les "
        "classements soient ceux des règles, "
        "seules les règles le disent (--replay)",
    )
    report.add("replay", "note", sentence, data=UNLESS_REPLAYED)
    if tournament.closed_at:
        sentence = Sentence(
            "the seed opens its commitment, and every pairing and lot was drawn from it",
            "la graine ouvre son engagement, et chaque appariement et tirage en vient",
        )
        report.add("seed", "ok", sentence)


def _report_departures(report: Report, departures: Sequence[tuple[int, str, int]]) -> None:
    codes: dict[int, list[str]] = {}
    for seq, code, level in departures:
        codes.setdefault(seq, []).append(f"{shown(code)} {level}")
    _note_each(
        report,
        "departures",
        {
            record: Sentence(
                f"record {record} departs from the rules (code and level: {', '.join(named)})",
                f"l'écriture {record} s'écarte des règles (code et niveau : {', '.join(named)})",
            )
            for record, named in codes.items()
        },
    )


def _report_protests(report: Report, tournament: Tournament) -> None:
    if tournament.decided:
        n = tournament.decided
        report.add(
            "protests", "ok", Sentence(f"decided on: {n}", f"tranchées : {n}"), data={"decided": n}
        )
    _note_each(
        report,
        "protests",
        {
            record: Sentence(
                f"the one in record {record} was never decided on (entrant {entrant}, round "
                f"{round}, table {table})",
                f"celle de l'écriture {record} n'a jamais été tranchée (participant {entrant}, "
                f"ronde {round}, table {table})",
            )
            for record, (entrant, round, table) in tournament.protests.items()
        },
    )


def _report_choices(report: Report, tournament: Tournament) -> None:
    """Report who could have chosen each draw: the service alone, or only together with the entrants
    whose parts it uses. Also report who withheld a part."""
    for _, several in groupby(tournament.parts.drawn, lambda draw: draw[3:]):
        draws = list(several)
        all_parts, by_desk, by_service, withheld, beacons, late, shared = draws[0][3:]
        which = _seeds_phrase(draws, deals=tournament.deals)
        parts = [entrant for entrant in all_parts if entrant not in by_service]
        if beacons:
            chosen = _late_parts_sentence(late)
            en = f"{which.en} rests on {_beacons_phrase(beacons).en}: {chosen.en}"
            fr = f"{which.fr} repose sur {_beacons_phrase(beacons).fr} : {chosen.fr}"
            if parts:
                en = f"{en}; {_entrants_phrase(parts).en} added a part to it, too"
                fr = f"{fr} ; {_entrants_phrase(parts).fr} y {_french_has(parts)} aussi ajouté une part"
        elif parts:
            en = f"{which.en} rests on the service and on what {_entrants_phrase(parts).en} added, together"
            fr = (
                f"{which.fr} repose à la fois sur le service et sur ce qu'{_french_has(parts)} ajouté "
                f"{_entrants_phrase(parts).fr}"
            )
        else:
            en = (
                f"{which.en} rests on the service alone: it could have been chosen before the "
                f"opening"
            )
            fr = f"{which.fr} repose sur le service seul : elle a pu être choisie avant l'ouverture"
        if not tournament.parts.counted:
            en = f"{en}, and steered by any record before what is drawn"
            fr = f"{fr}, et orientée par toute écriture avant le tirage"
        if by_desk:
            en = f"{en}; for {_entrants_phrase(by_desk).en} the desk entered it"
            fr = f"{fr} ; pour {_entrants_phrase(by_desk).fr}, le bureau l'a entrée"
        if by_service:
            en = (
                f"{en}; for {_entrants_phrase(by_service).en} the operator's key entered it: that is the service's "
                f"own"
            )
            fr = (
                f"{fr} ; pour {_entrants_phrase(by_service).fr}, la clé de l'opérateur l'a entrée : c'est celle du "
                f"service"
            )
        if shared:
            en = f"{en}; for {_entrants_phrase(shared).en} a key entered it that entered another's, too"
            fr = f"{fr} ; pour {_entrants_phrase(shared).fr}, une clé l'a entrée qui en a entré une autre"
        if (all_parts or beacons) and draws[1:]:
            known = _seeds_phrase(draws[1:], deals=False)
            en = f"{en}; {known.en} could be known from record {draws[0].seq} on: what was changed after it could be tried out"
            fr = f"{fr} ; {known.fr} a pu être connue dès l'écriture {draws[0].seq} : ce qui a changé depuis a pu être essayé"
        data = {"parts": list(all_parts), "withheld": list(withheld), "shared": list(shared)}
        if beacons:
            data["beacons"] = [beacon.round for beacon in beacons]
        report.add("choice", "note", Sentence(en, fr), data=data)
        if withheld:
            sentence = Sentence(
                f"{_entrants_phrase(withheld).en} withheld a part from it: whoever did so, or the service, "
                f"could choose between {draw_count_text(len(withheld), 'two')} draws",
                f"{_entrants_phrase(withheld).fr} : part retenue ; qui l'a retenue, ou le service, a pu "
                f"choisir entre {draw_count_text(len(withheld), 'deux')} tirages",
            )
            report.add("choice", "note", sentence, data={"withheld": list(withheld)})


def _late_parts_sentence(late: Sequence[int]) -> Sentence:
    """The sentence about whether somebody could choose a draw with a beacon. `late` are the
    entrants who committed to their part when the beacon's round could already be looked up."""
    if not late:
        return Sentence("nobody chose it", "personne ne l'a choisie")
    return Sentence(
        f"it could be chosen all the same, by what {_entrants_phrase(late).en} bound once that round existed",
        f"elle a pu être choisie tout de même, par ce qu'{_french_has(late)} engagé {_entrants_phrase(late).fr} "
        f"une fois cette ronde parue",
    )


def draw_count_text(withheld: int, two: str = "2") -> str:
    """The number of draws, as text, between which somebody could choose by withholding so many
    parts. `two` is the word for 2."""
    return two if withheld == 1 else str(2**withheld) if withheld < 20 else f"2^{withheld}"


def _beacons_phrase(beacons: Sequence[Beacon]) -> Sentence:
    """The phrase for the beacon rounds of a draw: it names the newest one."""
    last = beacons[-1]
    name, round, named, shown_in = last.chain.name, last.round, last.record, last.shown
    return Sentence(
        f"round {round} of the public beacon {name}, which record {named} named before it existed, "
        f"by the service's clock, and record {shown_in} shows",
        f"la ronde {round} de la balise publique {name}, que l'écriture {named} a nommée avant "
        f"qu'elle n'existe, selon l'horloge du service, et que montre l'écriture {shown_in}",
    )


def _report_passed_over(report: Report, tournament: Tournament) -> None:
    for record, beacon in tournament.parts.passed_over:
        name, round, named = beacon.chain.name, beacon.round, beacon.record
        sentence = Sentence(
            f"record {record} drew without round {round} of the beacon {name}, for which record "
            f"{named} had let it wait: who decided that could choose between two draws",
            f"l'écriture {record} a tiré sans la ronde {round} de la balise {name}, que "
            f"l'écriture {named} faisait attendre : qui l'a décidé a pu choisir entre deux tirages",
        )
        report.add("choice", "note", sentence, record, data={"passed_over": round})
    for record in tournament.parts.unchecked:
        sentence = Sentence(
            "the beacon's signature was not checked: the package py-arkworks-bls12381 is not "
            "installed",
            "la signature de la balise n'a pas été contrôlée : le paquet py-arkworks-bls12381 "
            "n'est pas installé",
        )
        report.add("beacon", "open", sentence, record)


def _seeds_phrase(drawn: Sequence[Draw], *, deals: bool) -> Sentence:
    rounds = sorted({draw.round for draw in drawn if not draw.lots})
    lots = any(draw.lots for draw in drawn)
    en, fr = ["the seed of"], ["la graine"]
    if rounds:
        en.append(
            f"{'round' if len(rounds) == 1 else 'rounds'} "
            f"{_numbers_in_words(rounds)}{', and of its deal,' if deals else ''}"
        )
        fr.append(
            f"{'de la ronde' if len(rounds) == 1 else 'des rondes'} "
            f"{_numbers_in_words(rounds)}{', et de sa donne,' if deals else ''}"
        )
    if lots:
        en.append("and of lots" if rounds else "lots")
        fr.append("et des tirages" if rounds else "des tirages")
    return Sentence(" ".join(en), " ".join(fr))


def _entrants_phrase(entrants: Sequence[int]) -> Sentence:
    single = len(entrants) == 1
    listed = _numbers_in_words(entrants)
    return Sentence(
        f"entrant{'' if single else 's'} {listed}",
        f"{'le participant' if single else 'les participants'} {listed}",
    )


def _french_has(entrants: Sequence[int]) -> str:
    return "a" if len(entrants) == 1 else "ont"


def _numbers_in_words(numbers: Sequence[int]) -> str:
    listed = ", ".join(map(str, numbers[:MOST_NAMED]))
    return listed if len(numbers) <= MOST_NAMED else f"{listed}, … ({len(numbers)})"


def _note_each(report: Report, check: str, sentences: Mapping[int, Sentence]) -> None:
    """Add a note to the report for each record in `sentences`."""
    findings = [Finding(check, "note", said, record) for record, said in sentences.items()]
    report.add_some(findings)

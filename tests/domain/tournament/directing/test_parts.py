from hashlib import sha256

from msgspec.structs import replace

from domain.kernel.refusals import BadRequest
from domain.kernel.stored import StoredRecord
from domain.proof.chance.dice import contribution_commitment
from domain.proof.verify.report import Report
from domain.titles.contract.chance import deal_commitment
from domain.tournament.aggregate.wishes import Apart, Entry
from domain.tournament.audit.replay import Repeated, repeated
from domain.tournament.deals import undealt
from domain.tournament.refusals import ConfirmationNeeded, TournamentRefused
from domain.tournament.report import told, unprovable
from domain.tournament.seeds import derived
from domain.tournament.values import Rules, Stage
from ops.cli.proof.replayed import add_tournament_findings
from tests.builders import beacon
from tests.builders.refusals import refused_with
from tests.builders.table import DUEL
from tests.builders.world import World, audit
from tests.domain.proof.games import rows_of
from tests.domain.tournament.directing.hall import DUELS, Hall, departures_in


def value(entrant: int) -> str:
    return bytes([entrant]).hex() * 32


def commitment(hall: Hall, entrant: int) -> str:
    return contribution_commitment(hall.id, str(entrant), bytes.fromhex(value(entrant))).hex()


def bind(hall: Hall, *entrants: int, actor: str = "director") -> None:
    for entrant in entrants:
        hall.on.parts.bind(replace(hall.order(), actor=actor), entrant, commitment(hall, entrant))


def show(hall: Hall, *entrants: int) -> None:
    for entrant in entrants:
        hall.on.parts.show(hall.order(), entrant, value(entrant))


def check_in(hall: Hall, round: int = 1) -> None:
    hall.on.entering.close_check_in(
        hall.order(), round, [entrant.number for entrant in hall.now.entrants]
    )


def seed_of(hall: Hall) -> bytes:
    seed = hall.clerk.key_values.fetch("seed", hall.id)
    assert seed is not None
    return seed


def bundle(hall: Hall) -> bytes:
    return World().play(hall.id, rows_of(hall.clerk, hall.id)).bundle(hall.id)


def last_seed(hall: Hall) -> str:
    return hall.on.store.records_of(hall.id)[-1].body.seed


def test_what_changes_once_parts_are_known_is_named_and_withheld_parts_are_counted(
    hall: Hall,
) -> None:
    bind(hall, 1, 2, 3, 4)
    check_in(hall)
    hall.on.entering.separate(hall.order(), Apart(1, 2))
    show(hall, 1, 2)
    assert hall.now.noted == ()
    for wish in (Apart(1, 3), Apart(1, 2, lifted=True)):
        hall.on.entering.separate(hall.order(), wish)
    hall.on.results.penalise(hall.order(), 4, "1", "Late.")
    named = [departure.code for noted in hall.now.noted for departure in noted.departures]
    assert named == ["after-parts"] * 3
    again = repeated(hall.id, rows_of(hall.clerk, hall.id))
    assert not again.wrong and [found.departure.code for found in again.departures] == named
    assert not {found.act.seq for found in again.departures} & {act.seq for act in again.acts}
    records = hall.on.store.records_of(hall.id)
    lines = [line.text.fr for line, _ in told(records, called=lambda number: f"Nr. {number}")]
    assert "Ne sont plus séparés : Nr. 1, Nr. 2." in lines
    hall.pair(1)
    assert any("between 4 draws" in text.en for text in unprovable(hall.now))
    hall.on.results.penalise(hall.order(), 4, "1", "Late.")
    assert len(hall.now.noted) == 3


def test_a_report_of_a_thousand_penalties_tells_the_first_and_counts_the_rest(hall: Hall) -> None:
    hall.on.results.penalise(hall.order(), 4, "1", "Late.")
    *before, last = hall.on.store.records_of(hall.id)
    rows = [StoredRecord(hall.id, last.seq + n, last.topic, last.state) for n in range(1_000)]
    report = Report(hall.id)
    lines = told([*before, *rows])
    add_tournament_findings(report, Repeated(acts=tuple(line for line, _ in lines if line.by_hand)))
    acts = [finding.said for finding in report.findings if finding.check == "acts"]
    assert "Penalty of 1 for entrant 4, from round 1 on (with a reason)" in acts[0].en
    assert len(acts) == 101 and acts[-1].en == "and 900 more: PenaltyGiven (900)"
    assert acts[-1].fr == "et 900 autres : PenaltyGiven (900)"


def test_a_pairing_is_drawn_with_the_parts_that_were_shown(hall: Hall) -> None:
    bind(hall, 3, 1, 2, actor="phone")
    check_in(hall)
    show(hall, 3, 1)
    at = hall.pair(1).rounds[0]
    assert [1, 3] in [finding.data.get("shared") for finding in audit(bundle(hall)).findings], (
        "the second verifier agrees on it"
    )
    assert at.parts == ((1, value(1)), (3, value(3))) and at.withheld == (2,)
    assert last_seed(hall) == derived(seed_of(hall), hall.id, 1, 1, 1, "", "pair", at.parts)
    assert last_seed(hall) != derived(seed_of(hall), hall.id, 1, 1, 1, "", "pair", ())
    hall.on.rounds.draw_lots(hall.order())
    assert last_seed(hall) == derived(seed_of(hall), hall.id, 1, 1, 1, "", "lots", at.parts)


def test_harmless_records_do_not_steer_a_pairing(hall: Hall) -> None:
    """Before derivation 2, each of these records led to another seed."""
    hall.play(1)
    due = derived(seed_of(hall), hall.id, 1, 2, 1, "", "pair", ())
    bases = {hall.now.basis.sha256}
    hall.on.entering.amend(hall.order(), 2, Entry("Blaise", club="Rouen"))
    bases.add(hall.now.basis.sha256)
    hall.on.entering.note(hall.order(), 2, [1])
    bases.add(hall.now.basis.sha256)
    hall.pair(2)
    assert last_seed(hall) == due and len(bases) == 3


def test_the_first_draw_with_parts_settles_them_for_all_later_rounds(hall: Hall) -> None:
    bind(hall, 1, 2)
    check_in(hall)
    first = hall.pair(1).rounds[0]
    assert (first.parts, first.withheld) == ((), (1, 2))
    hall.play(1)
    bind(hall, 4)
    check_in(hall, 2)
    show(hall, 2, 4)
    second = hall.pair(2).rounds[1]
    hall.play(2)
    refused_with(TournamentRefused, "none is added any more", bind, hall, 3)
    check_in(hall, 3)
    refused_with(TournamentRefused, "none is added any more", show, hall, 1)
    third = hall.pair(3).rounds[2]
    assert [entrant for entrant, _ in second.parts] == [2, 4]
    assert (third.parts, third.withheld) == (second.parts, (1,))


def test_parts_are_bound_before_it_is_known_who_plays_and_shown_after(hall: Hall) -> None:
    bind(hall, 1)
    refused_with(TournamentRefused, "between the end of a check-in and the pairing", show, hall, 1)
    refused_with(TournamentRefused, "Entrant 1 has bound a part", bind, hall, 1)
    check_in(hall)
    refused_with(TournamentRefused, "The check-in is closed", bind, hall, 2)
    for entrant, wrong, problem in ((1, value(2), "not the part"), (2, value(2), "no part")):
        hall.refused(problem, hall.on.parts.show, entrant, wrong)
    hall.refused("16 to 1024 bytes", hall.on.parts.show, 1, "5a", error=BadRequest)
    hall.refused("no part", hall.on.parts.show, 1, value(1), "desk")
    hall.pair(1)
    refused_with(TournamentRefused, "between the end of a check-in", show, hall, 1)
    hall.refused("64 hexadecimal digits", hall.on.parts.bind, 2, "5A" * 32, error=BadRequest)


def next_beacon_round(hall: Hall) -> int:
    return beacon.CHAIN.round_after(int(hall.now.at.timestamp()) + 60)


def show_beacon(hall: Hall, round: int) -> None:
    """Show the beacon's round, once it exists."""
    hall.wait_for(beacon.CHAIN.time_of(round))
    hall.on.parts.show_beacon(hall.order(), beacon.signature(round))


def test_a_draw_waits_for_a_round_of_a_beacon_that_was_named_before_it_existed(hall: Hall) -> None:
    round = next_beacon_round(hall)
    bind(hall, 1)
    hall.on.parts.name_beacon(hall.order(), round, beacon.HASH)
    check_in(hall)
    show(hall, 1)
    refused_with(ConfirmationNeeded, "does not wait for the round of the beacon", hall.pair, 1)
    show_beacon(hall, round)
    at = hall.pair(1).rounds[0]
    randomness = sha256(bytes.fromhex(beacon.signature(round))).hexdigest()
    parts = ((1, value(1)), (f"beacon {round}", randomness))
    assert at.drawn_with == parts
    assert last_seed(hall) == derived(seed_of(hall), hall.id, 1, 1, 1, "", "pair", parts)
    assert hall.now.awaited is None
    refused_with(TournamentRefused, "none is added any more", bind, hall, 2)
    assert repeated(hall.id, rows_of(hall.clerk, hall.id)).wrong == ()


def test_what_changes_once_a_named_beacon_exists_is_told_though_no_record_shows_it(
    hall: Hall,
) -> None:
    hall.on.parts.name_beacon(hall.order(), round := next_beacon_round(hall), beacon.HASH)
    bind(hall, 1, actor="phone")
    hall.wait_for(beacon.CHAIN.time_of(round))
    bind(hall, 2, actor="phone")
    hall.add("Latecomer")
    show_beacon(hall, round)
    check_in(hall)
    show(hall, 1, 2)
    hall.pair(1)
    assert [noted.body.__class__.__name__ for noted in hall.now.noted] == [
        *("PartBound", "EntrantAdded", "CheckInClosed")
    ]
    (chosen,) = (f.said for f in audit(bundle(hall), second=False).findings if f.check == "choice")
    assert "it could be chosen all the same, by what entrant 2 bound" in chosen.en
    assert "for entrants 1, 2 a key entered it that entered another's, too" in chosen.en
    assert any("of one hand: entrant 1, entrant 2" in text.en for text in unprovable(hall.now))


def test_what_is_no_round_to_come_or_not_signed_is_refused_in_a_sentence(hall: Hall) -> None:
    round = next_beacon_round(hall)
    for number, problem in ((round - 40, "exists already"), (0, "will never"), (2**70, "never")):
        hall.refused(problem, hall.on.parts.name_beacon, number, beacon.HASH)
    hall.refused("not known here", hall.on.parts.name_beacon, round, "5a" * 32)
    hall.refused("name one first", hall.on.parts.show_beacon, beacon.signature(round))
    hall.on.parts.name_beacon(hall.order(), round, beacon.HASH)
    hall.refused("does not exist yet", hall.on.parts.show_beacon, beacon.signature(round))
    hall.refused(
        "not what the beacon signed", hall.on.parts.show_beacon, beacon.signature(round + 1)
    )
    hall.refused("96 hexadecimal digits", hall.on.parts.show_beacon, "5A", error=BadRequest)
    show_beacon(hall, round)
    hall.refused("named already", hall.on.parts.name_beacon, round + 1, beacon.HASH)


def test_a_beacon_that_never_comes_is_passed_over_with_a_reason_and_for_good(hall: Hall) -> None:
    round = next_beacon_round(hall)
    hall.on.parts.name_beacon(hall.order(), round, beacon.HASH)
    hall.confirmed(lambda how: hall.on.rounds.pair(hall.order(), 1, confirmation=how), times=1)
    assert last_seed(hall) == derived(seed_of(hall), hall.id, 1, 1, 1, "", "pair", ())
    assert departures_in(hall)[-1][1:] == ("without-beacon", 3)
    refused_with(TournamentRefused, "name one first", show_beacon, hall, round)
    hall.play(1)
    hall.on.parts.name_beacon(hall.order(), next_beacon_round(hall), beacon.HASH)
    show_beacon(hall, hall.now.awaited.beacon)
    assert len(hall.pair(2).rounds[1].drawn_with) == 1


def test_a_tournament_from_before_parts_has_no_beacon(clerk) -> None:
    hall = Hall(clerk, DUELS, 2, derivation=1)
    hall.refused("opened before", hall.on.parts.name_beacon, next_beacon_round(hall), beacon.HASH)


def test_a_deal_rests_on_the_parts_and_the_beacon_of_its_pairing(clerk) -> None:
    stage = Stage(format="challenge", rounds=2, least=1, preferred=1, most=1, seats=2)
    hall = Hall(clerk, Rules((stage,)), 2, ruleset=DUEL, chance="duplicate")
    bind(hall, 1, 2)
    hall.on.parts.name_beacon(hall.order(), round := next_beacon_round(hall), beacon.HASH)
    check_in(hall)
    show(hall, 2)
    show_beacon(hall, round)
    at = hall.pair(1).rounds[0]
    (game, _) = hall.on.rounds.open_games(hall.order(), 1).games
    deal = bytes.fromhex(derived(seed_of(hall), hall.id, 1, 1, 1, "", "deal", at.drawn_with))
    assert clerk.game(game).opened.commitment == deal_commitment(deal)
    hall.on.rounds.withdraw(hall.order(), 1)
    rows = rows_of(clerk, hall.id)
    assert undealt(game, rows_of(clerk, game), hall.id, rows) is None, (
        "before the closing nobody can tell"
    )
    hall.confirmed(lambda how: hall.on.whole.close(hall.order(), how))
    assert undealt(game, rows_of(clerk, game), hall.id, rows_of(clerk, hall.id)) == ()

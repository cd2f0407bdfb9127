"""The use cases of tournaments: entrants, rounds, results, corrections, and what each refuses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.directing.aggregate.departures import Confirmation
from domain.directing.aggregate.fold import fold_tournament
from domain.directing.entrants import Apart, Entry
from domain.directing.errors import ConfirmationNeeded, TournamentRefused
from domain.directing.lifecycle import OpeningOf
from domain.errors import BadRequest, KeyReused, Refusal, Stale, UnknownTournament
from domain.record.tournament_records import RoundPaired, TournamentClosed, TournamentRecord
from domain.tournament import values as v
from domain.tournament.seeds import commitment, derived
from tests.builders.stores import new_clerk
from tests.domain.directing.hall import DUELS, TABLES, Hall, won


@pytest.fixture
def clerk(tmp_path: Path) -> Iterator[Clerk]:
    clerk = new_clerk(tmp_path / "greffe.sqlite")
    yield clerk
    clerk.close()


@pytest.fixture
def hall(clerk: Clerk) -> Hall:
    return Hall(clerk, DUELS, 5)


def codes(hall: Hall) -> list[tuple[int, str, int]]:
    """The departures that stand in the records."""
    found = []
    for one in hall.on.desk.filed(hall.id):
        assert isinstance(one.body, TournamentRecord)
        found += [(one.seq, d.code, d.level) for d in one.body.departures]
    return found


# -- opening -------------------------------------------------------------------------------------------------------------------


def test_a_tournament_opens_with_its_rules_whole_and_a_committed_seed(clerk: Clerk) -> None:
    hall = Hall(clerk, TABLES)
    now, seed = hall.now, clerk.key_values.fetch("seed", hall.id)
    assert (now.rules, now.seq, hall.on.desk.title(now)) == (TABLES, 1, "Open day")
    assert bytes(now.opened.rules) == v.canonical(TABLES)
    assert seed is not None
    assert now.opened.commitment == commitment(seed, hall.id)
    assert b"Open day" not in hall.on.desk.filed(hall.id)[0].state


def test_the_same_request_opens_one_tournament(clerk: Clerk) -> None:
    whole = Hall(clerk).on.whole
    first = whole.open(OpeningOf(title="Twice"), "director", "k", "digest")
    again = whole.open(OpeningOf(title="Twice"), "director", "k", "digest")
    assert (first.filed, first.again, again.again) == (again.filed, False, True)
    with pytest.raises(KeyReused):
        whole.open(OpeningOf(title="Other"), "director", "k", "another")


@pytest.mark.parametrize(
    ("stage", "pointer"),
    [
        (v.Stage(rounds=0), "/rules/stages/0/rounds"),
        (v.Stage(least=4, preferred=3, most=5), "/rules/stages/0/preferred"),
        (v.Stage(advance=4), "/rules/stages/0/advance"),
        (v.Stage(keys=("points", "points")), "/rules/stages/0/keys"),
        (v.Stage(factor="0.5"), "/rules/stages/0/factor"),
        (v.Stage(protest_minutes=10**12), "/rules/stages/0/protest_minutes"),
        (v.Stage(name="x" * 81), "/rules/stages/0/name"),
        (v.Stage(name="a\u202eb"), "/rules/stages/0/name"),
        (v.Stage(meetings=10**9), "/rules/stages/0/meetings"),
        (v.Stage(scoring=v.Scoring(best=10**9)), "/rules/stages/0/scoring/best"),
        (v.Stage(weights=v.Weights(duel=("ratings",))), "/rules/stages/0/weights/duel"),
        (v.Stage(weights=v.Weights(table=("met", "met"))), "/rules/stages/0/weights/table"),
        (v.Stage(scoring=v.Scoring(draw="1/0")), "/rules/stages/0/scoring/draw"),
        (v.Stage(scoring=v.Scoring(points="places", places=("3", "2/4"))), "/rules/stages/0/scoring/places/1"),
    ],
)
def test_rules_that_cannot_be_played_by_are_refused_with_their_place(clerk: Clerk, stage: v.Stage, pointer: str) -> None:
    whole = Hall(clerk).on.whole
    with pytest.raises(BadRequest) as refused:
        whole.open(OpeningOf(title="Bad", rules=v.Rules((stage,))), "director", "bad")
    assert refused.value.pointer == pointer


# -- entrants ------------------------------------------------------------------------------------------------------------------


def test_entrants_are_numbered_and_their_names_lie_outside(hall: Hall) -> None:
    hall.on.entering.add(hall.order(), [Entry("Zoé Martin", club="Nantes", contact="zoe@example.org")])
    now = hall.now
    assert [one.number for one in now.entrants] == [1, 2, 3, 4, 5, 6]
    assert hall.on.desk.name(now, 6) == "Zoé Martin"
    assert hall.clerk.words(now.named[6].text) == "zoe@example.org"
    stored = b"".join(one.state for one in hall.on.desk.filed(hall.id))
    assert "Zoé".encode() not in stored
    assert b"example.org" not in stored
    assert b"Nantes" in stored


def test_the_same_name_of_one_club_enters_once(hall: Hall) -> None:
    for names in (("Player 3",), ("New", "NEW")):
        with pytest.raises(TournamentRefused, match="entered already"):
            hall.add(*names)
    hall.add("Player 3", club="another")
    assert len(hall.now.entrants) == 6


def test_nothing_of_a_refused_entry_is_kept(hall: Hall) -> None:
    before = list(hall.clerk.key_values.keys("name")), hall.now.seq
    with pytest.raises(TournamentRefused):
        hall.add("Somebody", "Player 1")
    assert (list(hall.clerk.key_values.keys("name")), hall.now.seq) == before


def test_a_late_entry_is_told_and_plays_from_the_next_round(hall: Hall) -> None:
    hall.pair(1)
    hall.add("Late")
    assert hall.now.entrants[5].since == 2
    assert codes(hall) == [(hall.now.seq, "late-entry", 2)]
    hall.play(1)
    assert 6 in hall.pair(2).rounds[1].present


def test_who_leaves_is_not_paired_and_can_come_back(hall: Hall) -> None:
    hall.on.entering.withdraw(hall.order(), 2, "ill")
    assert 2 not in hall.pair(1).rounds[0].present
    hall.play(1)
    hall.on.entering.reinstate(hall.order(), 2)
    assert 2 in hall.pair(2).rounds[1].present
    with pytest.raises(TournamentRefused, match="nobody left"):
        hall.on.entering.reinstate(hall.order(), 2)


def test_who_is_expelled_needs_a_reason(hall: Hall) -> None:
    with pytest.raises(ConfirmationNeeded) as asked:
        hall.on.entering.expel(hall.order(), 2)
    assert [(code, level) for code, level, _ in asked.value.departures] == [("expelled", 3)]
    with pytest.raises(ConfirmationNeeded):
        hall.on.entering.expel(hall.order(), 2, Confirmation(1, " "))
    hall.on.entering.expel(hall.order(), 2, Confirmation(1, "Cheated."))
    assert hall.now.entrants[1].status == "expelled"


def test_only_who_is_checked_in_is_paired(hall: Hall) -> None:
    hall.on.entering.note(hall.order(), 1, (1, 2, 3))
    hall.on.entering.close_check_in(hall.order(), 1)
    at = hall.pair(1).rounds[0]
    assert at.present == (1, 2, 3)
    assert sum(len(table.entrants) for table in at.tables) + len(at.byes) == 3


def test_a_bye_that_was_asked_for_is_given(hall: Hall) -> None:
    hall.on.entering.ask_bye(hall.order(), 4, 1, "half")
    at = hall.pair(1).rounds[0]
    assert at.byes == (v.Bye(4, "half"),)
    with pytest.raises(TournamentRefused, match="still to be paired"):
        hall.on.entering.ask_bye(hall.order(), 5, 1, "zero")


# -- rounds --------------------------------------------------------------------------------------------------------------------


def test_a_pairing_names_what_it_was_computed_from(hall: Hall) -> None:
    hall.pair(1)
    hall.play(1)
    before = hall.now
    hall.pair(2)
    body = hall.on.desk.filed(hall.id)[-1].body
    assert isinstance(body, RoundPaired)
    assert body.basis == before.basis
    assert [ref.table for ref in body.basis.results] == [1, 2]
    seed = hall.clerk.key_values.fetch("seed", hall.id)
    assert seed is not None
    assert body.seed == derived(seed, hall.id, 1, 2, 1, before.basis.sha256)


def test_a_round_waits_for_results(hall: Hall) -> None:
    hall.pair(1)
    hall.type(1, 1, *hall.now.rounds[0].tables[0].entrants)
    with pytest.raises(TournamentRefused, match="Results of round 1 are missing: of table 2"):
        hall.pair(2)


def test_a_field_too_large_for_a_matching_is_refused_before_it_is_paired(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.directing.rounds.MOST_MATCHED", 4)
    before = hall.now.seq
    with pytest.raises(TournamentRefused, match="5 are present in round 1; the engine duels pairs 4 at most"):
        hall.pair(1)
    assert hall.now.seq == before


def test_an_adjourned_table_is_told_and_completed_later(hall: Hall) -> None:
    hall.pair(1)
    hall.type(1, 1, *hall.now.rounds[0].tables[0].entrants)
    hall.type(1, 2, kind="adjourned")
    hall.pair(2)
    assert codes(hall) == [(hall.now.seq, "adjourned", 2)]
    two = hall.now.rounds[0].tables[1]
    hall.on.results.correct(hall.order(), 1, 2, "recompute", won(two, two.entrants[0]))
    assert codes(hall)[1:] == []
    assert len(hall.now.field.rounds[0].results) == 2


def test_attempts_are_counted(hall: Hall) -> None:
    first = hall.pair(1).rounds[0]
    hall.on.rounds.withdraw(hall.order(), 1)
    hall.pair(1)
    assert hall.now.attempts == {("pair", 0, 1): 2}
    assert codes(hall) == [(hall.now.seq, "attempt", 2)]
    assert first.paired == 7


def test_a_published_round_is_withdrawn_with_a_reason_and_never_with_results(hall: Hall) -> None:
    hall.pair(1)
    hall.on.rounds.publish(hall.order(), 1)
    with pytest.raises(ConfirmationNeeded, match="withdrawn"):
        hall.on.rounds.withdraw(hall.order(), 1)
    hall.type(1, 1, *hall.now.rounds[0].tables[0].entrants)
    with pytest.raises(TournamentRefused, match="were taken"):
        hall.on.rounds.withdraw(hall.order(), 1, Confirmation(1, "wrong"))


@pytest.mark.parametrize(
    ("tables", "byes", "said"),
    [
        ([[1, 2], [3, 4]], [], "Entrant 5 is present and has neither"),
        ([[1, 2], [2, 3]], [4, 5], "Entrant 2 sits twice"),
        ([[1, 2], [3, 4]], [5, 1], "Entrant 1 sits twice"),
        ([[1, 2], [3, 9]], [4, 5], "Entrant 9 does not play"),
        ([[1, 2], [3, 4], []], [5], "no entrants"),
    ],
)
def test_a_pairing_by_hand_seats_everybody_once(hall: Hall, tables: list[list[int]], byes: list[int], said: str) -> None:
    with pytest.raises(TournamentRefused, match=said):
        hall.pair(1, tables, byes)
    assert not hall.now.rounds


def test_a_pairing_by_hand_has_the_engines_own_beside_it_and_says_what_it_breaks(hall: Hall) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    hall.play(1)
    with pytest.raises(ConfirmationNeeded, match="meet again"):
        hall.pair(2, [[1, 2], [3, 5]], [4])
    with pytest.raises(TournamentRefused, match="Entrant 5 had a bye"):
        hall.pair(2, [[1, 3], [2, 4]], [5])
    hall.pair(2, [[1, 2], [3, 5]], [4], confirmation=Confirmation(1, "They asked for it."))
    body = hall.on.desk.filed(hall.id)[-1].body
    assert isinstance(body, RoundPaired)
    assert body.by == "hand"
    assert body.engine_pairing is not None
    assert [one[1] for one in codes(hall)] == ["by-hand", "by-hand", "rematch"]
    assert hall.clerk.words(body.reason) == "They asked for it."


def test_a_hard_separation_is_broken_only_by_who_was_shown_what_comes_of_it(hall: Hall) -> None:
    hall.on.entering.separate(hall.order(), Apart(1, 2, hard=True))
    wanted = [[1, 2], [3, 4]]
    with pytest.raises(ConfirmationNeeded) as asked:
        hall.pair(1, wanted, [5], confirmation=Confirmation(1, "why"))
    assert asked.value.times == 2
    with pytest.raises(ConfirmationNeeded):
        hall.pair(1, wanted, [5], confirmation=Confirmation(2, "why", "somebody else was shown something else"))
    hall.pair(1, wanted, [5], confirmation=Confirmation(2, "why", asked.value.shown))
    assert ("separation-broken", 4) in [(code, level) for _, code, level in codes(hall)]


@pytest.mark.parametrize("club", ["x" * 81, "Nantes\u202e"])
def test_a_club_to_be_kept_apart_is_called_what_a_club_can_be(hall: Hall, club: str) -> None:
    with pytest.raises(BadRequest) as refused:
        hall.on.entering.separate(hall.order(), Apart(club=club))
    assert refused.value.pointer == "/club"


def test_tables_change_before_they_are_played(hall: Hall) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    hall.on.rounds.change(hall.order(), 1, {1: (2, 3), 2: (1, 4)})
    assert [table.entrants for table in hall.now.rounds[0].tables] == [(2, 3), (1, 4)]
    with pytest.raises(TournamentRefused, match="sits twice"):
        hall.on.rounds.change(hall.order(), 1, {1: (2, 4)})
    hall.type(1, 1, 2, 3)
    with pytest.raises(TournamentRefused, match="Table 1 has a game or a result"):
        hall.on.rounds.change(hall.order(), 1, {1: (3, 2)})


# -- results -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (v.TableResult(1, (v.Entry(1, 1), v.Entry(3, 2))), "Entrant 3 does not sit there"),
        (v.TableResult(1, (v.Entry(1, 1), v.Entry(1, 2))), "named twice"),
        (v.TableResult(1, (v.Entry(1, 1),)), "Entrant 2 has no place"),
        (v.TableResult(1, (v.Entry(1, 2), v.Entry(2, 2))), "The places 2, 2 are none"),
        (v.TableResult(1, (v.Entry(1, 1), v.Entry(2, 3))), "The places 1, 3 are none"),
        (v.TableResult(1, (v.Entry(1, 1, absent=True), v.Entry(2, 2)), "forfeit"), "behind all"),
        (v.TableResult(1, (v.Entry(1, 1), v.Entry(2, 2)), "forfeit"), "somebody is absent"),
        (v.TableResult(1, (v.Entry(1, 1), v.Entry(2, 1, absent=True)), "double-forfeit"), "everybody is absent"),
        (v.TableResult(1, (v.Entry(1, 1), v.Entry(2, 2, absent=True))), "at least two"),
        (v.TableResult(1, (v.Entry(1, 1), v.Entry(2, 2)), "adjourned"), "no entries yet"),
        (v.TableResult(1, (v.Entry(1, 1, 10**9), v.Entry(2, 2))), "out of range"),
    ],
)
def test_a_result_fits_its_table(hall: Hall, result: v.TableResult, said: str) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    seq = hall.now.seq
    with pytest.raises(TournamentRefused, match=said) as refused:
        hall.on.results.take(hall.order(), 1, 1, result)
    assert refused.value.pointer.startswith("/result")
    assert "(round 1, table 1)" in refused.value.text.en
    assert hall.now.seq == seq


def test_unknown_tables_and_second_results_are_refused(hall: Hall) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    for round, table, said in ((1, 3, "no table 3"), (2, 1, "Round 2 is not paired")):
        with pytest.raises(TournamentRefused, match=said):
            hall.type(round, table, 1, 2)
    hall.type(1, 1, 1, 2)
    with pytest.raises(TournamentRefused, match="has its result"):
        hall.type(1, 1, 2, 1)


def test_slips_that_agree_are_a_result_and_others_wait_for_the_director(hall: Hall) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    one, two = hall.now.rounds[0].tables
    with pytest.raises(TournamentRefused, match="not published yet"):
        hall.on.results.file_slip(hall.order(), 1, 1, won(one, 1))
    hall.on.rounds.publish(hall.order(), 1)
    with pytest.raises(TournamentRefused, match="does not sit at table 2"):
        hall.on.results.file_slip(hall.order(), 1, 1, won(two, 3))
    hall.on.results.file_slip(hall.order(), 1, 1, won(one, 1))
    answer = hall.on.results.file_slip(hall.order(), 1, 2, won(one, 1))
    assert (answer.filed.topic, answer.tournament.rounds[0].missing) == ("ResultTaken", (2,))
    hall.on.results.file_slip(hall.order(), 1, 3, won(two, 3))
    hall.on.results.file_slip(hall.order(), 1, 4, won(two, 4))
    assert hall.now.rounds[0].tables[1].disputed
    hall.on.results.file_slip(hall.order(), 1, 3, won(two, 4))
    assert not hall.now.rounds[0].missing
    with pytest.raises(TournamentRefused, match="has no table"):
        hall.on.results.file_slip(hall.order(), 1, 5, won(one, 1))


def test_a_correction_recomputes_from_then_on_and_leaves_what_was_believed(hall: Hall) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    hall.play(1)
    hall.pair(2)
    paired = hall.now.rounds[1].tables
    one = hall.now.rounds[0].tables[0]

    def correct(said: Confirmation) -> object:
        return hall.on.results.correct(hall.order(), 1, 1, "recompute", won(one, 2), said)

    answer = hall.confirmed(correct, times=1)
    assert answer.tournament.rounds[1].tables == paired
    assert answer.tournament.field.rounds[0].results[0] == won(one, 2)
    taken = hall.on.desk.tournament_at(hall.id, answer.filed.seq - 1)
    assert taken.field.rounds[0].results[0] == won(one, 1)
    assert answer.tournament.basis.results[0].record == answer.filed.seq


def test_a_report_changes_exports_alone(hall: Hall) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    hall.play(1)
    one = hall.now.rounds[0].tables[0]
    before = hall.now.field
    hall.on.results.correct(hall.order(), 1, 1, "report", won(one, 2))
    result = hall.now.rounds[0].tables[0].result
    assert result is not None
    assert (hall.now.field, result.exported) == (before, won(one, 2))


def test_a_repair_withdraws_the_next_round_in_the_same_write(hall: Hall) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    hall.play(1)
    hall.pair(2)
    hall.on.rounds.publish(hall.order(), 2)
    one = hall.now.rounds[0].tables[0]
    seq = hall.now.seq
    answer = hall.confirmed(lambda said: hall.on.results.correct(hall.order(), 1, 1, "repair", won(one, 2), said), times=1)
    assert (answer.filed.seq, len(answer.tournament.rounds)) == (seq + 2, 1)
    hall.pair(2)
    hall.play(2)
    with pytest.raises(TournamentRefused, match="were taken"):
        hall.on.results.correct(hall.order(), 1, 1, "repair", won(one, 1), Confirmation(2, "again"))


def test_a_table_is_reopened_only_in_the_last_round(hall: Hall) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    hall.play(1)
    hall.confirmed(lambda said: hall.on.results.reopen(hall.order(), 1, 1, said), times=1)
    assert hall.now.rounds[0].missing == (1,)
    hall.play(1)
    hall.pair(2)
    with pytest.raises(TournamentRefused, match="correct it instead"):
        hall.on.results.reopen(hall.order(), 1, 1, Confirmation(2, "why"))


def test_penalties_are_given_and_lifted(hall: Hall) -> None:
    hall.pair(1)
    seq = hall.on.results.penalise(hall.order(), 1, "1/2", "Late.").filed.seq
    assert hall.now.field.penalties == (v.Penalty(1, "1/2", 1),)
    hall.on.results.lift(hall.order(), seq, "It was the train.")
    assert hall.now.field.penalties == ()
    for points in ("0", "-1", "0.5", "x"):
        with pytest.raises(BadRequest):
            hall.on.results.penalise(hall.order(), 1, points, "why")
    with pytest.raises(BadRequest, match="why"):
        hall.on.results.penalise(hall.order(), 1, "1", " ")


def test_protests_have_their_time(hall: Hall) -> None:
    hall.pair(1)
    hall.play(1)
    hall.on.rounds.close(hall.order(), 1, minutes=10)
    hall.on.rounds.publish(hall.order(), 1)
    seq = hall.on.results.protest(hall.order(), 1, 1, 1, "The clock stood still.").filed.seq
    hall.on.results.decide(hall.order(), seq, "It did not.", upheld=False)
    hall.clerk.clock.go_on(3600)  # type: ignore[attr-defined]
    with pytest.raises(ConfirmationNeeded, match="time for protests"):
        hall.on.results.protest(hall.order(), 1, 1, 1, "Later.")


# -- the end -------------------------------------------------------------------------------------------------------------------


def test_rules_change_after_the_start_only_when_confirmed_twice(hall: Hall) -> None:
    hall.on.whole.amend(hall.order(), v.Rules((v.Stage(rounds=4),)))
    hall.pair(1)
    hall.play(1)
    other = v.Rules((v.Stage(rounds=2, keys=("wins", "lots")),))
    answer = hall.confirmed(lambda said: hall.on.whole.amend(hall.order(), other, said))
    assert (answer.tournament.rules, codes(hall)) == (other, [(answer.filed.seq, "rules-amended", 4)])
    hall.pair(2)
    hall.play(2)
    with pytest.raises(TournamentRefused, match="Rounds 1 to 2"):
        hall.on.whole.amend(hall.order(), v.Rules((v.Stage(rounds=1),)), Confirmation(2, "why"))


def test_a_closed_tournament_shows_its_seed_and_takes_reports_alone(hall: Hall) -> None:
    for round in (1, 2, 3):
        hall.pair(round)
        hall.play(round)
        hall.on.rounds.close(hall.order(), round)
    body = hall.on.whole.close(hall.order()).filed.body
    assert isinstance(body, TournamentClosed)
    assert commitment(bytes.fromhex(body.seed), hall.id) == hall.now.opened.commitment
    one = hall.now.rounds[0].tables[0]
    for refused in (
        lambda: hall.add("Late"),
        lambda: hall.pair(4),
        lambda: hall.on.results.correct(hall.order(), 1, 1, "recompute", won(one, one.entrants[1]), Confirmation(2, "why")),
        lambda: hall.on.results.penalise(hall.order(), 1, "1", "why"),
        lambda: hall.on.whole.close(hall.order()),
    ):
        with pytest.raises(TournamentRefused, match="closed"):
            refused()
    hall.on.results.correct(hall.order(), 1, 1, "report", won(one, one.entrants[1]))


def test_a_tournament_closed_early_says_so(hall: Hall) -> None:
    hall.pair(1)
    hall.play(1)
    hall.confirmed(lambda said: hall.on.whole.close(hall.order(), said), times=1)
    assert [one[1] for one in codes(hall)] == ["closed-early"]


# -- writes --------------------------------------------------------------------------------------------------------------------


def test_a_request_sent_again_records_nothing_twice(hall: Hall) -> None:
    order = hall.order("once")
    first = hall.on.entering.add(order, [Entry("One"), Entry("Two")])
    again = hall.on.entering.add(order, [Entry("One"), Entry("Two")])
    assert (again.again, again.filed, again.tournament) == (True, first.filed, first.tournament)
    assert len(hall.now.entrants) == 7


def test_a_write_against_an_older_record_is_refused(hall: Hall) -> None:
    stale = Order(hall.id, hall.now.seq - 1, "director", "stale")
    with pytest.raises(Stale, match="the tournament stands at record"):
        hall.on.rounds.pair(stale, 1)
    with pytest.raises(UnknownTournament):
        hall.on.desk.tournament("nothing")


def test_a_tournament_is_the_same_folded_at_once_or_step_by_step(hall: Hall) -> None:
    hall.pair(1)
    hall.play(1)
    filed = hall.on.desk.filed(hall.id)
    step = None
    for one in filed:
        step = fold_tournament([one], step)
    assert step == fold_tournament(filed) == hall.now


def test_every_refusal_has_two_languages(hall: Hall) -> None:
    with pytest.raises(Refusal) as refused:
        hall.on.entering.withdraw(hall.order(), 77)
    assert refused.value.text.fr != refused.value.text.en

import pytest

from domain.game.clerk.clerk import Clerk
from domain.game.record.records import UMPIRE
from domain.game.refusals import ProposalRefused, UndoRefused
from domain.game.undo.conditions import LONGEST, proposals_of
from domain.kernel.refusals import BadRequest
from tests.builders.refusals import refused_with
from tests.builders.table import DUEL, FIEF, Table, duel, last_step, others, plain_end
from tests.domain.campaign.campaigning import opened, scenario
from tests.records.laws import sound_facts

# -- asking and answering --------------------------------------------------------------------------


def asked_for(clerk: Clerk, **opening: int) -> tuple[Table, int, str, tuple[str, ...]]:
    table = Table(clerk, FIEF, undo="consent", players=3).play(9)
    seat = last_step(table.game)[0]
    return table, table.ask(seat, reason="a slip", **opening), seat, others(table.game, seat)


def test_what_the_arbiter_corrected_only_the_arbiter_lets_go(clerk: Clerk) -> None:
    table = duel(clerk, seed=2)
    table.until(plain_end)
    seat = last_step(table.game)[0]
    ruling = table.rule("correct", facts=sound_facts(DUEL))
    assert refused_with(UndoRefused, "correction by the arbiter", table.undo, seat).at == ruling
    request = table.ask(seat)
    assert table.body(request).affected == (UMPIRE,)
    assert table.answer(request, UMPIRE).board == table.at(ruling - 1).board
    assert table.redo(UMPIRE).board == table.at(ruling).board


@pytest.mark.parametrize("seconds", [0, -5, LONGEST + 1])
def test_how_long_a_proposal_stays_open_has_bounds(clerk: Clerk, seconds: int) -> None:
    table = duel(clerk, "consent").play(2)
    refused = refused_with(BadRequest, "", table.ask, last_step(table.game)[0], seconds=seconds)
    assert refused.pointer == "/seconds"


# -- lapsing ---------------------------------------------------------------------------------------


def test_a_proposal_lapses_when_its_time_runs_out(clerk: Clerk) -> None:
    table, request, seat, (first, two) = asked_for(clerk, seconds=600)
    table.answer(request, first)
    table.clerk.clock.go_on(500)  # type: ignore[attr-defined]
    assert (table.proposal(request).state, table.proposal(request).settled_by) == ("open", 0)
    table.clerk.clock.go_on(100)  # type: ignore[attr-defined]
    proposal = table.proposal(request)
    assert (proposal.state, proposal.settled_by, proposal.waits_for) == ("lapsed", 0, ())
    assert refused_with(ProposalRefused, "lapsed", table.answer, request, two).state == "lapsed"
    assert proposals_of(table.game)[0].state == "open", "the record itself is from before"
    noted = table.clerk.note(table.order(), "too late").state
    assert proposals_of(noted)[0].state == "lapsed", "and this one from after"
    table.ask(seat)


def test_a_proposal_stays_open_for_a_day_unless_it_says_otherwise(clerk: Clerk) -> None:
    table, request, _, _ = asked_for(clerk)
    body = table.body(request)
    assert (body.until - body.at).total_seconds() == 86_400


def test_nothing_is_granted_once_the_next_scenario_rests_on_the_game(clerk: Clerk) -> None:
    """A game that has ended may be taken back by consent, but not once the campaign's next scenario
    is opened."""
    campaign, game = scenario(clerk, opened(clerk), played=1)
    table = Table(clerk, game=game.id)
    seat = last_step(game)[0]
    from_seq = game.in_force()[-3]
    request = table.ask(seat, from_seq)
    scenario(clerk, campaign)
    proposal = table.proposal(request)
    assert (proposal.state, proposal.settled_by) == ("lapsed", table.game.handed_on)
    for answer in (*others(game, seat), UMPIRE):
        refused_with(ProposalRefused, "lapsed", table.answer, request, answer)
    for refused in (lambda: table.ask(seat, from_seq), lambda: table.undo(UMPIRE)):
        refused_with(UndoRefused, "next scenario", refused)

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.errors import BadRequest, GameIsClosed, KeyReused, ProposalRefused, Stale, UndoRefused
from domain.procedure.consent import DAY, LONGEST
from domain.record.records import UMPIRE, ActionsRetracted, RetractionAnswered
from tests.builders.table import DUEL, FACTS, FIEF, Table, duel, last, others, plain_end
from tests.domain.campaign.campaigning import finish, opened, scenario
from tests.domain.procedure.test_undo import another, rolled

# -- asking and answering ------------------------------------------------------------------------------------------------


def asked_for(clerk: Clerk, **opening: int) -> tuple[Table, int, str, tuple[str, ...]]:
    """A table of three families under consent, where the last one to act has asked."""
    table = Table(clerk, FIEF, undo="consent", players=3)
    table.play(9)
    seat = last(table.game)[0]
    return table, table.ask(seat, reason="a slip", **opening), seat, others(table.game, seat)


def test_all_who_are_asked_have_to_agree_and_the_last_agreement_takes_back(clerk: Clerk) -> None:
    table, asked, seat, (one, two) = asked_for(clerk)
    before, from_seq = table.game.board, table.body(asked).from_seq
    table.answer(asked, one)
    proposal = table.proposal(asked)
    assert (proposal.state, proposal.waits_for) == ("open", (two,))
    assert table.game.board == before
    with pytest.raises(ProposalRefused, match="has answered this proposal already"):
        table.answer(asked, one)
    game = table.answer(asked, two)
    agreed, retracted = table.body(game.seq - 1), table.body(game.seq)
    assert isinstance(agreed, RetractionAnswered) and isinstance(retracted, ActionsRetracted)
    assert (agreed.seat, agreed.answer, agreed.asked) == (two, "agree", asked)
    assert (retracted.seat, retracted.asked, retracted.agreed, retracted.actions) == (seat, asked, (one, two), (from_seq,))
    assert table.clerk.words(retracted.reason) == "a slip"
    assert game.board == table.at(from_seq - 1).board
    proposal = table.proposal(asked)
    assert (proposal.state, proposal.settled, [r.seat for r in proposal.replies]) == ("granted", game.seq, [one, two])
    assert (table.at(asked).proceedings.proposals[0].state, table.at(asked + 1).proceedings.proposals[0].waits_for) == (
        "open",
        (two,),
    )


def test_one_refusal_settles_it(clerk: Clerk) -> None:
    table, asked, _, (one, two) = asked_for(clerk)
    before = table.game.board
    table.answer(asked, one)
    game = table.answer(asked, two, agree=False)
    proposal = table.proposal(asked)
    assert (proposal.state, proposal.settled, proposal.waits_for) == ("refused", game.seq, ())
    assert game.board == before
    with pytest.raises(ProposalRefused, match="was refused") as refused:
        table.answer(asked, UMPIRE)
    assert (refused.value.state, refused.value.at) == ("refused", asked)


def test_who_asked_can_withdraw_but_not_agree(clerk: Clerk) -> None:
    table, asked, seat, _ = asked_for(clerk)
    with pytest.raises(ProposalRefused, match="can only withdraw"):
        table.answer(asked, seat)
    table.answer(asked, seat, agree=False)
    assert table.proposal(asked).state == "withdrawn"
    again = table.ask(seat)
    assert again == asked + 2, "withdrawn, it can be asked again"


@pytest.mark.parametrize("agree", [True, False])
def test_the_arbiter_answers_for_all(clerk: Clerk, agree: bool) -> None:
    table, asked, _, (one, _) = asked_for(clerk)
    table.answer(asked, one)
    table.answer(asked, UMPIRE, agree)
    proposal = table.proposal(asked)
    assert proposal.state == ("granted" if agree else "refused")
    if agree:
        assert table.body(table.game.seq).agreed == (one, UMPIRE)


def test_a_seat_that_was_not_asked_cannot_answer(clerk: Clerk) -> None:
    """Under `free` only those are asked whose actions would go."""
    table = Table(clerk, FIEF, players=4, seed=5)
    seat, from_seq = another(table.until(another)) or ("", 0)
    asked = table.ask(seat, from_seq)
    waits = table.proposal(asked).waits_for
    outsider = next(s for s in others(table.game, seat) if s not in waits)
    for agree in (True, False):
        with pytest.raises(ProposalRefused, match="was not asked") as refused:
            table.answer(asked, outsider, agree)
        assert table.game.setting.name(waits[0]).en in str(refused.value)
    with pytest.raises(BadRequest, match="no seat pink"):
        table.answer(asked, "pink")


def test_what_the_arbiter_corrected_only_the_arbiter_lets_go(clerk: Clerk) -> None:
    table = duel(clerk, seed=2)
    table.until(plain_end)
    seat = last(table.game)[0]
    ruling = table.rule("correct", facts=FACTS[DUEL])
    with pytest.raises(UndoRefused, match="correction by the arbiter") as refused:
        table.undo(seat)
    assert refused.value.at == ruling
    asked = table.ask(seat)
    assert table.body(asked).affected == (UMPIRE,)
    assert table.answer(asked, UMPIRE).board == table.at(ruling - 1).board
    assert table.redo(UMPIRE).board == table.at(ruling).board


def test_one_proposal_at_a_time(clerk: Clerk) -> None:
    table, asked, seat, (one, _) = asked_for(clerk)
    for again in (seat, one):
        with pytest.raises(ProposalRefused, match="already asks") as refused:
            table.ask(again)
        assert (refused.value.at, refused.value.state) == (asked, "open")
    table.answer(asked, one, agree=False)
    table.ask(one)


@pytest.mark.parametrize("wrong", [1, 2, 99])
def test_an_answer_to_no_proposal(clerk: Clerk, wrong: int) -> None:
    table, _, _, (one, _) = asked_for(clerk)
    with pytest.raises(ProposalRefused, match=f"Record {wrong} asks for nothing"):
        table.answer(wrong, one)


@pytest.mark.parametrize("seconds", [0, -5, LONGEST + 1])
def test_how_long_a_proposal_stays_open_has_bounds(clerk: Clerk, seconds: int) -> None:
    table = duel(clerk, "consent")
    table.play(2)
    with pytest.raises(BadRequest) as refused:
        table.ask(last(table.game)[0], seconds=seconds)
    assert refused.value.pointer == "/seconds"


# -- lapsing -------------------------------------------------------------------------------------------------------------


def test_a_proposal_lapses_when_its_time_runs_out(clerk: Clerk) -> None:
    table, asked, seat, (one, two) = asked_for(clerk, seconds=600)
    table.answer(asked, one)
    table.clerk.clock.go_on(500)  # type: ignore[attr-defined]
    assert table.proposal(asked).state == "open"
    table.clerk.clock.go_on(100)  # type: ignore[attr-defined]
    proposal = table.proposal(asked)
    assert (proposal.state, proposal.settled, proposal.waits_for) == ("lapsed", 0, ())
    with pytest.raises(ProposalRefused, match="lapsed") as refused:
        table.answer(asked, two)
    assert refused.value.state == "lapsed"
    assert table.game.proceedings.proposals[0].state == "open", "the record itself is from before"
    noted = table.clerk.note(table.order(), "too late").game
    assert noted.proceedings.proposals[0].state == "lapsed", "and this one from after"
    table.ask(seat)


def test_a_proposal_stays_open_for_a_day_unless_it_says_otherwise(clerk: Clerk) -> None:
    table, asked, _, _ = asked_for(clerk)
    body = table.body(asked)
    assert (body.until - body.at).total_seconds() == DAY


@pytest.mark.parametrize("what", ["an action", "an undo", "a redo", "an annulment", "a correction", "an outcome", "the end"])
def test_a_proposal_lapses_when_play_moves_on_or_is_over(clerk: Clerk, what: str) -> None:
    table = duel(clerk)
    table.play(7)
    table.until(lambda g: rolled(g) and len(g.in_force()) > 3)
    seat = last(table.game)[0]
    if what == "a redo":
        table.undo(UMPIRE, table.game.in_force()[-2])
        table.undo(UMPIRE)
        seat, from_seq = last(table.game)[0], table.game.in_force()[-1]
        (seat,) = others(table.game, seat)  # not the one whose action it is
    else:
        from_seq = table.game.in_force()[-1]
    asked = table.ask(seat, from_seq)
    (other,) = others(table.game, seat)
    {
        "an action": table.step,
        "an undo": lambda: table.undo(UMPIRE),
        "a redo": lambda: table.redo(UMPIRE),
        "an annulment": lambda: table.rule("annul", from_seq=from_seq, rolls="reroll"),
        "a correction": lambda: table.rule("correct", facts=FACTS[DUEL]),
        "an outcome": lambda: table.rule("adjudicate", winners=(seat,)),
        "the end": lambda: table.clerk.close_game(table.order()),
    }[what]()
    settled = table.game.seq
    proposal = table.proposal(asked)
    assert (proposal.state, proposal.settled) == ("lapsed", settled)
    assert [table.at(seq).proceedings.proposals[0].state for seq in (settled, asked)] == ["lapsed", "open"], "as it stood then"
    if what == "the end":
        with pytest.raises(GameIsClosed):
            table.answer(asked, other)
        return
    for answer in (other, UMPIRE):
        with pytest.raises(ProposalRefused, match="lapsed"):
            table.answer(asked, answer)
    assert table.game.seq == settled


@pytest.mark.parametrize("what", ["a note", "a claim", "a penalty", "an overturned penalty"])
def test_what_is_said_beside_the_play_leaves_a_proposal_open(clerk: Clerk, what: str) -> None:
    table = duel(clerk, "consent")
    table.play(5)
    penalty = table.rule("penalty", seat="blue", points=-1)
    seat = last(table.game)[0]
    asked = table.ask(seat)
    {
        "a note": lambda: table.clerk.note(table.order(), "hm"),
        "a claim": lambda: table.claim(seat, 1),
        "a penalty": lambda: table.rule("penalty", seat="red", points=-1),
        "an overturned penalty": lambda: table.overturn(penalty),
    }[what]()
    assert table.proposal(asked).state == "open"
    (other,) = others(table.game, seat)
    table.answer(asked, other)
    assert table.proposal(asked).state == "granted"


def test_nothing_is_granted_once_the_next_scenario_rests_on_the_game(clerk: Clerk) -> None:
    """A game that has ended can still be taken back by consent, but not under the campaign's next one."""
    campaign, game = scenario(clerk, opened(clerk))
    game = finish(clerk, game)
    table = Table(clerk, game=game.id)
    seat = last(game)[0]
    from_seq = game.in_force()[-3]
    asked = table.ask(seat, from_seq)
    scenario(clerk, campaign)
    proposal = table.proposal(asked)
    assert (proposal.state, proposal.settled) == ("lapsed", table.game.handed_on)
    for answer in (*others(game, seat), UMPIRE):
        with pytest.raises(ProposalRefused, match="lapsed"):
            table.answer(asked, answer)
    for refused in (lambda: table.ask(seat, from_seq), lambda: table.undo(UMPIRE)):
        with pytest.raises(UndoRefused, match="next scenario"):
            refused()


def test_once_the_outcome_is_named_only_the_arbiter_takes_back(clerk: Clerk) -> None:
    table = duel(clerk)
    table.until(lambda g: plain_end(g) and len(g.in_force()) > 2)
    seat = last(table.game)[0]
    table.undo(seat)
    named = table.rule("adjudicate", winners=("blue",))
    for refused in (lambda: table.redo(seat), lambda: table.undo(seat), lambda: table.ask(seat)):
        with pytest.raises(UndoRefused, match="named the outcome") as found:
            refused()
        assert found.value.at == named
    board = table.redo(UMPIRE).board
    table.overturn(named)
    table.undo(seat)
    assert table.redo(seat).board == board


# -- retries and races -----------------------------------------------------------------------------------------------------


def test_every_request_can_be_sent_again(clerk: Clerk, make_clerk: Callable[[], Clerk]) -> None:
    """Also the one whose answer were two records, also at another process, also much later."""
    table, _, seat, (one, two) = asked_for(clerk)
    asked = table.game.seq
    first, second = table.order("first"), Order(table.id, asked + 1, "tester", "second", "digest of second")
    table.consent.answer(first, asked, one, agree=True)
    granted = table.consent.answer(second, asked, two, agree=True)
    assert granted.filed.seq == asked + 3
    table.play(3)
    head = table.game.seq
    for other in (clerk, make_clerk()):
        consent = table.consent.__class__(other)
        again = consent.answer(second, asked, two, agree=True)
        assert again.again and again.filed == granted.filed and again.game.seq == granted.game.seq
        assert consent.answer(first, asked, one, agree=True).filed.seq == asked + 1
        assert other.game(table.id).seq == head
    with pytest.raises(KeyReused):
        table.consent.ask(Order(table.id, head, "tester", "second", "another digest"), seat)


def test_two_answer_at_once_and_one_learns_where_the_game_stands(clerk: Clerk, make_clerk: Callable[[], Clerk]) -> None:
    table, asked, _, (one, two) = asked_for(clerk)
    other = table.consent.__class__(make_clerk())
    seq = table.game.seq
    table.consent.answer(table.order(), asked, one, agree=True)
    with pytest.raises(Stale) as stale:
        other.answer(Order(table.id, seq, "another", "k", "d"), asked, two, agree=True)
    assert stale.value.seq == seq + 1
    assert other.answer(Order(table.id, seq + 1, "another", "k2", "d"), asked, two, agree=True).filed.topic == "ActionsRetracted"
    with pytest.raises(Stale):
        table.consent.answer(Order(table.id, seq + 1, "tester", "late", "d"), asked, two, agree=False)

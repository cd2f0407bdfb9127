from collections.abc import Callable

import pytest

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import UMPIRE, RetractionAsked, UndoPolicy
from domain.game.refusals import ProposalRefused, UndoRefused
from domain.game.undo.conditions import may_undo_alone
from tests.builders.refusals import refused_with
from tests.builders.table import (
    CONVICTED,
    DUEL,
    FIEF,
    RAIDERS,
    Table,
    duel,
    last_step,
    others,
    plain_end,
)

# -- who may, and who has to agree -----------------------------------------------------------------


def own(game: Game) -> tuple[str, int] | None:
    return (
        (last_step(game)[0], _tip(game))
        if plain_end(game) and last_step(game)[0] not in _automas(game)
        else None
    )


def rolled(game: Game) -> tuple[str, int] | None:
    seat, roll, _ = last_step(game)
    return (seat, _tip(game)) if roll and seat not in _automas(game) else None


def revealed(game: Game) -> tuple[str, int] | None:
    seat, _, shown = last_step(game)
    return (seat, _tip(game)) if shown and seat not in _automas(game) else None


def another(game: Game) -> tuple[str, int] | None:
    two = [game.step_at(seq) for seq in game.in_force()[-2:]]
    people = _players(game)
    if (
        len(two) == 2
        and two[0].seat != two[1].seat
        and {s.seat for s in two} <= people
        and not any(s.stops_undo for s in two)
    ):
        return two[0].seat, two[0].seq
    return None


def automa(game: Game) -> tuple[str, int] | None:
    """If an automa took the last action: a player, who could ask to take it back, and the action's
    seq. Else None."""
    step = game.step
    return (
        (min(_players(game)), step.seq)
        if step is not None and step.seat in _automas(game)
        else None
    )


def plain_automa(game: Game) -> tuple[str, int] | None:
    return automa(game) if plain_end(game) else None


def _tip(game: Game) -> int:
    return game.step.seq


def _players(game: Game) -> set[str]:
    return {seat.id for seat in game.setting.seat_specs if seat.role == "player"}


def _automas(game: Game) -> set[str]:
    return set(game.setting.seats) - _players(game)


ALONE, ARBITER, ALL, THEIRS = "alone", "the arbiter", "all other players", "those whose action goes"

Situation = Callable[[Game], tuple[str, int] | None]

WHO: dict[tuple[str, Situation], tuple[str, str, str]] = {
    #                    free     consent  arbiter
    (DUEL, own): (ALONE, ALL, ARBITER),
    (DUEL, rolled): (ALL, ALL, ARBITER),
    (FIEF, own): (ALONE, ALL, ARBITER),
    (FIEF, revealed): (ALL, ALL, ARBITER),
    (FIEF, another): (THEIRS, ALL, ARBITER),
    (CONVICTED, own): (ALONE, ALL, ARBITER),
    (CONVICTED, plain_automa): (ALL, ALL, ARBITER),
    (RAIDERS, own): (ALONE, ALONE, ARBITER),
    (RAIDERS, rolled): (ARBITER, ARBITER, ARBITER),
    (RAIDERS, revealed): (ARBITER, ARBITER, ARBITER),
    (RAIDERS, automa): (ARBITER, ARBITER, ARBITER),
}
"""Who decides on an undo, by title and situation, under each policy."""


@pytest.mark.parametrize(
    ("case", "policy"), [(case, policy) for case in WHO for policy in (0, 1, 2)]
)
def test_who_decides_follows_from_the_policy_and_the_barrier(
    clerk: Clerk, case: tuple[str, Situation], policy: int
) -> None:
    title, situation = case
    named: UndoPolicy = ("free", "consent", "arbiter")[policy]  # type: ignore[assignment]
    table = Table(clerk, title, undo=named, seed=5)
    game = table.until(situation)
    seat, from_seq = situation(game) or ("", 0)
    who = WHO[case][policy]
    if situation is own:
        assert may_undo_alone(game, seat) == (who == ALONE)
    before, theirs = (
        game.board,
        {game.step_at(seq).seat for seq in game.in_force() if seq >= from_seq} - {seat},
    )
    answer = {
        ARBITER: (UMPIRE,),
        ALL: others(game, seat),
        THEIRS: tuple(s for s in others(game, seat) if s in theirs),
    }.get(who)
    if answer is None:
        refused_with(ProposalRefused, "without asking", table.ask, seat, from_seq)
        assert table.undo(seat, from_seq).board == table.at(from_seq - 1).board
        assert table.redo(seat).board == before
        return
    refused_with(UndoRefused, "", table.undo, seat, from_seq)
    request = table.ask(seat, from_seq)
    body = table.body(request)
    assert isinstance(body, RetractionAsked)
    assert (body.seat, body.from_seq, body.affected) == (seat, from_seq, answer)
    assert table.proposal(request).waits_for == answer
    assert table.game.board == before, "asking changes nothing"
    for mover in answer:
        assert table.game.board == before
        after = table.answer(request, mover)
    assert after.board == table.at(from_seq - 1).board
    assert table.proposal(request).state == "granted"


def test_undo_alone_may_reach_over_several_actions_and_names_what_stands_in_its_way(
    clerk: Clerk,
) -> None:
    table = Table(clerk, RAIDERS)
    table.until(automa)
    game = table.until(lambda g: plain_end(g, 2))
    line = game.in_force()
    barrier = next(
        seq
        for seq in reversed(line)
        if game.step_at(seq).stops_undo or game.step_at(seq).seat != "player"
    )
    assert refused_with(UndoRefused, "", table.undo, "player", line[0]).at == barrier
    first = line[line.index(barrier) + 1]
    assert table.undo("player", first).board == table.at(first - 1).board
    assert table.body(table.game.seq).actions == tuple(line[line.index(first) :])


@pytest.mark.parametrize("wrong", [0, -1, 1, 99])
def test_only_an_action_in_force_can_be_named(clerk: Clerk, wrong: int) -> None:
    table = duel(clerk).play(4)
    table.clerk.note(table.order(), "well played")
    for refused in (lambda: table.undo(UMPIRE, wrong), lambda: table.ask("blue", wrong)):
        refused_with(UndoRefused, "is no action in force", refused)

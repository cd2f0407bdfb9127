from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from domain.game.aggregate.game import Game, fingerprint
from domain.game.aggregate.sanity import board_fault
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import ActionTaken, RulingGiven, Stands
from domain.game.refusals import CorrectionRefused, RollsNeeded, RulingRefused
from domain.game.rulings.conditions import Grounds, Wish
from domain.kernel.refusals import BadRequest, Refusal
from domain.titles import registry
from domain.titles.codec import decode_action
from domain.titles.contract.ruleset import Action
from tests.builders.refusals import refused_with
from tests.builders.table import DUEL, GROUNDS, RAIDERS, SHEET, Table, last_step, midway
from tests.records.laws import sound_facts

TITLES = pytest.mark.parametrize("title", [title for title in registry.ids() if title != SHEET])
"""All titles but the score sheet: it refuses only what it has no place for, so that nothing could
stand."""
STAND = Grounds("", "illegal-action", "Let it be.")


def forbidden(
    table: Table, resolvable: bool = True, rolling: bool | None = None
) -> tuple[str, Action]:
    """A seat, and an action taken earlier in the game by any seat that is illegal for this one now.
    `resolvable`: whether the rules can derive its facts; `rolling`: whether it would roll (None:
    either). Raises `LookupError` if there is none."""
    game = table.game
    for seq in reversed(range(2, game.seq + 1)):
        body = game.history.record(seq).body
        if not isinstance(body, ActionTaken):
            continue
        action = decode_action(game.rules, body.action)
        for seat in game.setting.seats:
            if not game.rules.judge(game.board, seat, action).legal and _fits(
                table, seat, action, resolvable, rolling
            ):
                return seat, action
    raise LookupError("no action of the game is forbidden now in this way")


def _fits(table: Table, seat: str, action: Action, resolvable: bool, rolling: bool | None) -> bool:
    try:
        came = table.rulings.try_let_stand(table.game, seat, action)
    except RollsNeeded:
        return resolvable and rolling is True
    except CorrectionRefused:
        return not resolvable
    return resolvable and rolling is not True and came.board != table.game.board


def game_with_forbidden(clerk: Clerk, title: str, **fields: Any) -> tuple[Table, str, Action]:
    for seed in range(1, 30):
        table = midway(clerk, title, 24, f"{title}-{seed}", seed=seed)
        for _ in range(12):
            try:
                return table, *forbidden(table, **fields)
            except LookupError:
                table.play(1)
            if not table.game.to_act:
                break
    pytest.skip(f"{title} forbids nothing of this kind in random games")


def let_stand(
    table: Table, seat: str, action: Action, grounds: Grounds = STAND, **more: Any
) -> Game:
    table.last = table.rulings.let_stand(table.order(), seat, action, grounds, **more)
    return table.last.state


@TITLES
def test_an_illegal_action_stands_with_its_verdict_and_what_the_rules_make_of_it(
    clerk: Clerk, make_clerk: Callable[[], Clerk], title: str
) -> None:
    table, seat, action = game_with_forbidden(clerk, title)
    before = table.game
    verdict = before.rules.judge(before.board, seat, action)
    tried = table.rulings.try_let_stand(before, seat, action)
    assert table.game.seq == before.seq, "trying records nothing"
    game = let_stand(table, seat, action)
    taken, ruling = table.body(game.seq - 1), table.body(game.seq)
    assert isinstance(taken, ActionTaken) and isinstance(ruling, RulingGiven)
    assert (taken.seat, taken.verdict, decode_action(game.rules, taken.action)) == (
        seat,
        verdict,
        action,
    )
    assert (ruling.remedy, ruling.rule, ruling.code, ruling.about) == (
        Stands(),
        verdict.rule,
        "illegal-action",
        game.seq - 1,
    )
    assert clerk.words(ruling.text) == "Let it be."
    assert game.board == tried.board != before.board
    assert ruling.board == fingerprint(game.rules, game.board)
    assert game.in_force()[-1] == game.seq - 1
    assert board_fault(game.rules, game.board, before.board) is None
    assert game.irregularities == (game.seq - 1,)
    there = make_clerk().game(table.id)
    assert (there.board, there.irregularities, there.fidelity) == (
        game.board,
        game.irregularities,
        game.fidelity,
    )
    table.until(lambda game: game.seq > ruling.about + 6 or not game.to_act)
    assert table.game.irregularities == (ruling.about,), "every board that rests on it says so"


@TITLES
def test_what_the_rules_cannot_say_is_declared(clerk: Clerk, title: str) -> None:
    table, seat, action = game_with_forbidden(clerk, title, resolvable=False)
    before = table.game
    refused = refused_with(
        CorrectionRefused,
        "Declare as facts what came of this action",
        let_stand,
        table,
        seat,
        action,
    )
    assert refused.pointer == "/facts"
    assert refused.text.fr.startswith("Déclarez en faits")
    assert table.game.seq == before.seq
    tried = table.rulings.try_let_stand(before, seat, action, facts=sound_facts(title))
    game = let_stand(table, seat, action, facts=sound_facts(title))
    assert game.board == tried.board != before.board
    assert (
        game.board
        == table.rulings.preview(before, Wish("correct", facts=sound_facts(title)), GROUNDS).board
    )
    assert not table.body(game.seq - 1).verdict.legal
    assert game.irregularities == (game.seq - 1,)


def test_declared_facts_have_to_be_true_on_the_board(clerk: Clerk) -> None:
    (table, seat, action), says = (
        game_with_forbidden(clerk, DUEL),
        "Declared facts say what came of",
    )
    for facts in (
        ({"type": "magic"},),
        ({"type": "units-recruited", "seat": "blue", "territory": "Z9", "units": 1},),
    ):
        refused = refused_with(CorrectionRefused, "", let_stand, table, seat, action, facts=facts)
        assert refused.pointer == "/facts"
    both = refused_with(
        BadRequest, says, let_stand, table, seat, action, facts=sound_facts(DUEL), values=[(1,)]
    )
    tried = (table.game, seat, action, [(1,)], sound_facts(DUEL))
    assert refused_with(BadRequest, says, table.rulings.try_let_stand, *tried).text == both.text
    assert (both.pointer, table.game.irregularities) == ("/values", ())


def test_a_legal_action_needs_no_ruling(clerk: Clerk) -> None:
    table = Table(clerk)
    seat = table.game.to_act[0]
    action = table.game.rules.sample(table.game.board, seat, Random(1))
    for refused in (
        lambda: let_stand(table, seat, action),
        lambda: table.rulings.try_let_stand(table.game, seat, action),
    ):
        assert refused_with(RulingRefused, "This action is legal", refused).pointer == "/action"
    refused_with(BadRequest, "no seat pink", let_stand, table, "pink", action)


@pytest.mark.parametrize(
    ("grounds", "pointer"),
    [
        (Grounds("", "because"), "/code"),
        (Grounds("", "other"), "/text"),
        (Grounds("", "time", claim=99), "/claim"),
        (Grounds("", "time", about=99), "/about"),
    ],
)
def test_letting_stand_rests_on_grounds_as_well(
    clerk: Clerk, grounds: Grounds, pointer: str
) -> None:
    table, seat, action = game_with_forbidden(clerk, DUEL)
    refused = refused_with((BadRequest, RulingRefused), "", let_stand, table, seat, action, grounds)
    assert refused.pointer == pointer  # type: ignore[union-attr]


def test_no_ruling_names_a_rule_with_characters_that_nobody_sees(clerk: Clerk) -> None:
    table, seat, action = game_with_forbidden(clerk, DUEL)
    ruling = table.rule("stands", Grounds("p. 5", "time", "", 0, 1))
    hidden = Grounds("p. 5\u202e", "time", "", 0, 1)
    for refused in (
        lambda: table.rule("stands", hidden),
        lambda: table.rulings.preview(table.game, Wish("stands"), hidden),
        lambda: table.overturn(ruling, hidden),
        lambda: let_stand(table, seat, action, hidden),
    ):
        assert refused_with(BadRequest, "", refused).pointer == "/rule"


# -- dice ------------------------------------------------------------------------------------------


def test_sealed_dice_are_rolled_for_it_and_never_looked_at_before(clerk: Clerk) -> None:
    table, seat, action = game_with_forbidden(clerk, RAIDERS, rolling=True)
    before = table.game
    refused_with(RollsNeeded, "", table.rulings.try_let_stand, before, seat, action)
    game = let_stand(table, seat, action)
    rolls = table.body(game.seq - 1).rolls
    assert [roll.number for roll in rolls] == list(
        range(before.rolls + 1, before.rolls + 1 + len(rolls))
    )
    assert all(roll.source == "sealed" for roll in rolls) and game.rolls == rolls[-1].number
    supposed = table.rulings.try_let_stand(before, seat, action, [roll.values for roll in rolls])
    assert supposed.board == game.board


# -- taking it back, retries, races ----------------------------------------------------------------


@TITLES
def test_whatever_is_let_stand_the_game_has_an_answer(clerk: Clerk, title: str) -> None:
    """The arbiter lets any action of any seat stand: either that is recorded, or a sentence gives
    the reason why not. Afterwards play goes on."""
    table = midway(clerk, title, 30, seed=4)
    rng, stood, refused = Random(3), 0, 0
    actions = [
        decode_action(table.game.rules, b.action)
        for _, b in table.bodies()
        if isinstance(b, ActionTaken)
    ]
    for _ in range(40):
        seat = rng.choice(table.game.setting.seats)
        try:
            game = let_stand(table, seat, rng.choice(actions))
        except Refusal as refusal:
            assert refusal.text.en and refusal.text.fr
            refused += 1
            continue
        stood += 1
        assert last_step(game)[0] == seat
        if game.to_act:
            table.step()
    assert stood and refused

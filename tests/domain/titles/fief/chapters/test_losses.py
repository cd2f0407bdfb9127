import pytest

from domain.titles.fief import RULES, actions as a
from domain.titles.fief.board import Board, Troops
from tests.builders.fief import Table, act, battle, plain, refused, troops_at


def struck(dice: list[int], **defence: int) -> Board:
    """A battle after a round in which Red rolled `dice` and Blue nothing; Blue takes its losses."""
    board = battle(plain({"sergeant": 9}, defence))
    blue = [0] * int(RULES.view(board, "public")["battle"]["defence"]["round_dice"])  # type: ignore[index]
    return act(board, "red", a.FightRound(), dice, blue)


def test_ft_33_bombards_fall_with_the_last_other_troop() -> None:
    board = struck([2, 0], sergeant=2, bombard=1)
    assert board.battle is not None, "Blue may still reroll"
    board = act(board, "blue", a.KeepDice())
    assert (troops_at(board, "blue"), board.families["blue"].stock.bombard) == (Troops(), 3)


def test_ft_34_bombards_absorb_nothing() -> None:
    """This holds also where the owner chooses between two kinds of troops and has a bombard. No action can
    name a bombard as a loss."""
    table = plain({"sergeant": 9}, {"sergeant": 1, "archer": 1, "bombard": 1})
    board = act(battle(table), "blue", a.HoldFire(1))
    board = act(act(board, "red", a.FightRound(), [1, 0], [0]), "blue", a.KeepDice())
    assert refused(board, "blue", a.TakeLosses()) == ("wrong-losses", "TA 1.1")
    assert "bombard" not in a.TakeLosses.__struct_fields__
    assert troops_at(act(board, "blue", a.TakeLosses(archer=1)), "blue") == Troops(
        sergeant=1, bombard=1
    )


def test_the_owner_chooses_between_a_knight_and_three_sergeants() -> None:
    board = struck([3, 0], sergeant=4, knight=2)
    assert RULES.to_act(board) == ("blue",)
    assert {c.action for c in RULES.legal(board, "blue").choices} == {
        a.TakeLosses(sergeant=3),
        a.TakeLosses(knight=1),
    }
    assert refused(board, "red", a.TakeLosses(knight=1)) == ("no-losses", "TA 1.1")


@pytest.mark.parametrize(
    ("losses", "code"),
    [
        (a.TakeLosses(archer=3), "not-there"),
        (a.TakeLosses(guard_knight=1), "not-there"),
        (a.TakeLosses(sergeant=2, lords=("thierry",)), "lords-last"),
    ],
)
def test_who_cannot_fall(losses: a.TakeLosses, code: str) -> None:
    assert refused(struck([3, 0], sergeant=4, knight=2), "blue", losses) == (code, "TA 1.1")


# -- allies ----------------------------------------------------------------------------------------


def allies(dice: list[int], **green: int) -> Board:
    table = (
        plain({"sergeant": 9}, {"sergeant": 2, "knight": 1})
        .lord("green", "blaye")
        .troops("green", "blaye", **green)
    )
    board = act(battle(table), "green", a.JoinBattle("defence"))
    blue = [0] * int(RULES.view(board, "public")["battle"]["defence"]["round_dice"])  # type: ignore[index]
    return act(board, "red", a.FightRound(), dice, blue)


def share(**hits: int) -> a.ShareLosses:
    return a.ShareLosses(tuple(a.Share(family, n) for family, n in hits.items()))


def test_a_captain_shares_all_hits_and_only_what_can_be_absorbed() -> None:
    board = allies([3, 1], sergeant=1, knight=1)
    for seat, action, why in (
        ("blue", share(green=3), ("wrong-total", "TA 1.1")),
        ("blue", share(green=2, blue=2), ("wrong-share", "TA 1.1")),
        ("blue", share(red=4), ("wrong-families", "TA 1.1")),
        ("green", share(green=4), ("no-sharing", "TA 1.1")),
    ):
        assert refused(board, seat, action) == why
    assert act(board, "blue", share(green=4)).battle is not None


# -- more ways than can be listed ------------------------------------------------------------------


def offered(board: Board, seat: str) -> tuple[int, tuple[str, ...]]:
    legal = RULES.legal(board, seat)
    assert all(RULES.judge(board, seat, template.example).legal for template in legal.templates)
    return len(legal.choices), tuple(template.type for template in legal.templates)


def test_where_there_are_more_losses_than_are_listed_a_template_takes_the_others() -> None:
    table = (
        Table().held("blue", "blaye").lord("red", "blaye", "othon").troops("red", "blaye", knight=4)
    )
    table.lord("blue", "blaye", "thierry", "king").guard("thierry", 1, 2).troops(
        "blue", "blaye", sergeant=6, archer=3, knight=2
    )
    board = act(battle(table.camp("blue", 3)), "blue", a.CommitMercenaries(3))
    board = act(act(board, "blue", a.HoldFire(1)), "red", a.FightRound(), [3, 3, 3], [0, 0, 0])
    assert offered(board, "blue") == (24, ("take-losses",))
    (template,) = RULES.legal(board, "blue").templates
    assert {name: field.most for name, field in template.fields.items()} == {
        "sergeant": 6, "knight": 2, "archer": 3, "mercenary": 3, "guard_sergeant": 2, "guard_knight": 1,
    }  # fmt: skip
    unlisted = a.TakeLosses(sergeant=1, knight=2, archer=1, mercenary=1)
    assert unlisted not in [choice.action for choice in RULES.legal(board, "blue").choices]
    assert RULES.judge(board, "blue", unlisted).legal


def test_hits_that_allies_can_share_in_many_ways_have_a_template() -> None:
    table = (
        Table(5)
        .held("blue", "blaye")
        .lord("red", "blaye", "othon")
        .troops("red", "blaye", sergeant=12)
    )
    for family in ("blue", "green", "yellow"):
        table.troops(family, "blaye", sergeant=8)
    board = battle(table)
    for family in ("green", "yellow"):
        board = act(board, family, a.JoinBattle("defence"))
    board = act(board, "red", a.FightRound(), [3, 3, 3], [0, 0, 0])
    assert offered(board, "blue") == (24, ("share-losses",))
    (template,) = RULES.legal(board, "blue").templates
    within = template.fields["shares"].within
    assert within["family"].choices == ("blue", "green", "yellow") and within["hits"].most == 9

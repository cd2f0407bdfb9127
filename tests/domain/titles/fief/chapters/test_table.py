import pytest

from domain.titles.fief import RULES, actions as a, facts as f
from domain.titles.fief.board import Troops
from domain.titles.kit import Action
from tests.builders.fief import Table, act, opened, refused, troops_at

# -- opening, placement, the turn ------------------------------------------------------------------


def test_families_settle_in_order_with_the_starting_kit() -> None:
    board = act(opened(), "red", a.Settle("blaye", "othon"))
    assert troops_at(board, "red") == Troops(sergeant=3, knight=1)
    assert (board.place("blaye").holder, board.place("blaye").fort) == ("red", "castle")
    assert board.families["red"].purse == 5
    for seat, action, why in (
        ("red", a.Settle("sigy", "henri"), ("not-your-turn", "Phases")),
        ("blue", a.Settle("blaye", "henri"), ("taken", "Placement")),
        ("blue", a.Settle("sigy", "othon"), ("lord-used", "Lords")),
        ("blue", a.Settle("sigy", "nobody"), ("no-lord", "Lords")),
        ("blue", a.Settle("outremer", "henri"), ("no-village", "Map")),
    ):
        assert refused(board, seat, action) == why
    board = act(
        act(board, "blue", a.Settle("sigy", "henri")), "green", a.Settle("bourg", "blanche")
    )
    assert (board.turn, board.phase, RULES.to_act(board)) == (1, "oyez", ("red",))


def test_the_plague_lasts_until_the_end_of_the_turn() -> None:
    board = act(Table().phase("cards", "red").board, "red", a.DeclarePlague(1))
    bishopric = {v.id for v in board.setting.values.villages if v.bishopric == 1}
    assert {id for id, place in board.places.items() if place.plague} == bishopric
    assert refused(board, "red", a.DeclarePlague(9)) == ("no-bishopric", "2.3.3")
    table = Table()
    table.board = board
    board = act(table.phase("end", "red").board, "red", a.EndPhase())
    assert not any(place.plague for place in board.places.values())


# -- what the record can check ---------------------------------------------------------------------


def scene() -> Table:
    """Red has Blaye with Othon and some troops, and Charles of Blue as a captive. Blue has Bourg
    with Blanche."""
    table = (
        Table()
        .held("red", "blaye")
        .lord("red", "blaye", "othon")
        .troops("red", "blaye", sergeant=3, bombard=1, archer=1)
    )
    table.held("blue", "bourg").lord("blue", "bourg", "blanche").lord(
        "blue", "bourg", "charles"
    ).purse("blue", 4)
    return table.apply(f.LordCaptured("charles", "red"))


REFUSED = [
    ("oyez", a.DeclareMarriage("blanche", "othon"), "not-your-lord"),
    ("oyez", a.DeclareMarriage("othon", "charles"), "same-sex"),
    ("oyez", a.DeclareMarriage("othon", "henri"), "no-spouse"),
    ("oyez", a.DeclareAnnulment("othon"), "unmarried"),
    ("oyez", a.DeclareTitle("othon", "king"), "crown"),
    ("oyez", a.DeclareTitle("othon", "emperor"), "no-title"),
    ("oyez", a.DeclareTitleLost("othon", "county-2"), "no-title"),
    ("oyez", a.DeclareLord("henri", "blaye"), "wrong-phase"),
    ("cards", a.DeclareLord("charles", "blaye"), "lord-used"),
    ("cards", a.DeclareLord("henri", "nowhere"), "no-village"),
    ("cards", a.DeclareLosses("blaye", sergeant=4), "not-there"),
    ("cards", a.DeclareLosses("blaye", bombard=2), "not-there"),
    ("cards", a.DeclareLosses("blaye"), "nothing"),
    ("cards", a.DeclareDeath("blanche"), "not-your-lord"),
    ("income", a.DeclarePayment("blue", 6), "purse"),
    ("income", a.DeclarePayment("red", 1), "no-payee"),
    ("income", a.DeclarePayment("nobody", 1), "no-payee"),
    ("moves", a.DeclareControl("blaye"), "held"),
    ("moves", a.DeclareControl("bourg"), "not-present"),
    ("moves", a.DeclareControl("outremer"), "no-village"),
    ("moves", a.DeclareCession("blaye", "blue"), "not-present"),
    ("moves", a.DeclareCession("bourg", "red"), "not-held"),
    ("moves", a.DeclareRelease("blanche", "bourg"), "not-your-captive"),
    ("moves", a.DeclareRelease("charles", "bourg", 5), "purse"),
    ("moves", a.DeclareRelease("charles", "sigy"), "no-shelter"),
    ("auction", a.DeclareIncome(3), "wrong-phase"),
]


@pytest.mark.parametrize(
    ("phase", "action", "code"),
    REFUSED,
    ids=lambda x: x if isinstance(x, str) else type(x).__name__,
)
def test_what_the_record_can_see_is_wrong(phase: str, action: Action, code: str) -> None:
    assert refused(scene().phase(phase, "red").board, "red", action)[0] == code  # type: ignore[arg-type]


def test_bombards_do_not_outlive_declared_losses() -> None:
    board = act(scene().phase("cards", "red").board, "red", a.DeclareLosses("blaye", sergeant=3))
    assert troops_at(board, "red") == Troops(archer=1, bombard=1)
    assert troops_at(act(board, "red", a.DeclareLosses("blaye", archer=1)), "red") == Troops()


def test_a_marriage_allies_two_families_until_it_ends() -> None:
    board = act(scene().phase("oyez", "red").board, "red", a.DeclareMarriage("othon", "blanche"))
    assert (board.lords["othon"].spouse, board.lords["blanche"].spouse) == ("blanche", "othon")
    table = Table()
    table.board = board
    table.lord("red", "blaye", "henri").lord("green", "sigy", "isabelle")
    assert refused(table.board, "red", a.DeclareMarriage("henri", "isabelle")) == (
        "married",
        "Marriages",
    )
    assert not act(table.board, "red", a.DeclareAnnulment("othon")).lords["blanche"].spouse
    widowed = act(table.board, "red", a.DeclareDeath("othon"))
    assert not widowed.lords["blanche"].spouse
    assert (
        act(widowed, "red", a.DeclareMarriage("henri", "isabelle")).lords["henri"].spouse
        == "isabelle"
    )


def test_titles_end_with_the_lord_and_are_free_again() -> None:
    board = act(scene().phase("oyez", "red").board, "red", a.DeclareTitle("othon", "pope"))
    assert refused(board, "red", a.DeclareTitle("othon", "pope")) == ("title-taken", "Titles")
    board = act(board, "red", a.DeclareDeath("othon"))
    assert not board.holder_of("pope")
    assert refused(board, "red", a.DeclareTitle("othon", "pope")) == ("not-your-lord", "Lords")


def reign(points: int, **options: bool) -> Table:
    """Red has titles worth `points`; Blue has one title and is not married."""
    titles = ("county-2", "county-4", "county-5", "pope")[:points]
    table = (
        Table(**options)
        .lord("red", "blaye", "othon", *titles)
        .lord("blue", "bourg", "blanche", "duchy-1")
    )
    return table.phase("end", "red")


def wed(points: int, **options: bool) -> Table:
    return reign(points, **options).apply(f.Married("othon", "blanche"))


def test_three_points_win_alone_once_the_table_agrees() -> None:
    board = act(reign(3).board, "red", a.ProposeEnd("victory"))
    assert RULES.to_act(board) == ("blue", "green")
    board = act(board, "green", a.AnswerEnd(True))
    assert RULES.outcome(board) is None
    board = act(board, "blue", a.AnswerEnd(True))
    outcome = RULES.outcome(board)
    assert outcome is not None and (outcome.code, outcome.winners) == ("victory", ("red",))
    assert (RULES.to_act(board), refused(board, "red", a.EndPhase())) == ((), ("over", "Victory"))


@pytest.mark.parametrize(
    ("table", "action", "code"),
    [
        (wed(2), a.ProposeEnd("victory", "blue"), "too-few-points"),
        (wed(3), a.ProposeEnd("victory"), "married"),
        (reign(3), a.ProposeEnd("victory", "blue"), "not-married"),
        (wed(3), a.ProposeEnd("victory", "green"), "not-married"),
        (wed(3), a.ProposeEnd("agreement", "blue"), "no-partner"),
        (reign(3).phase("moves", "red"), a.ProposeEnd("victory"), "wrong-phase"),
    ],
)
def test_claims_that_do_not_hold(table: Table, action: a.ProposeEnd, code: str) -> None:
    assert refused(table.board, "red", action)[0] == code


def test_an_agreement_has_no_winner() -> None:
    board = act(reign(0).board, "red", a.ProposeEnd("agreement"))
    assert refused(board, "red", a.EndPhase()) == ("answer-first", "Victory")
    for seat in ("blue", "green"):
        board = act(board, seat, a.AnswerEnd(True))
    outcome = RULES.outcome(board)
    assert outcome is not None and (outcome.code, outcome.winners) == ("agreement", ())

from collections.abc import Mapping
from types import ModuleType
from typing import Annotated, Any, ClassVar, NamedTuple

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.titles.contract.chance import SealedChance
from domain.titles.contract.ruleset import ARBITER, PUBLIC, open_setting
from domain.titles.contract.types import Field
from domain.titles.kit import (
    Board,
    Called,
    ChangesNothing,
    Count,
    Move,
    Refusals,
    Setting,
    Text,
    Title,
    entry,
    fields as bounds,
    filled_sentence,
    none_listed,
    rehearsal,
)
from domain.titles.kit.telling import is_complete
from tests.builders.refusals import refused_with
from tests.domain.titles.kit import bidding, parts
from tests.domain.titles.kit.bidding import RULES, Bid, BidMade, Deal, Dealt, Side, Table


class Renamed(Table, frozen=True):
    def word(self, field: str, value: object) -> Text:
        return Text("ace", "as") if field == "cards" else Text("Rest", "Reste")


@pytest.fixture
def fresh() -> Table:
    return RULES.blank(open_setting(RULES, RULES.catalogs()["default"], {}, None))


@pytest.fixture
def dealt(fresh: Table) -> Table:
    return RULES.resolve(fresh, "p1", Deal(), SealedChance(b"deal"))[1]


def change(monkeypatch: pytest.MonkeyPatch, move: Move) -> None:
    moves: dict[Any, Move] = {**RULES.moves, move.action: move}
    monkeypatch.setattr(type(RULES), "moves", moves)
    in_phase = {
        phase: tuple(moves[element.action] for element in some)
        for phase, some in RULES.moves_by_phase.items()
    }
    monkeypatch.setattr(type(RULES), "moves_by_phase", in_phase)


# -- moves -----------------------------------------------------------------------------------------


def test_actions_facts_and_their_names_are_collected() -> None:
    assert (RULES.action_types, RULES.fact_types) == ((Deal, Bid), (Dealt, BidMade))
    names = {"deal": "Donner", "bid": "Miser", "dealt": "Cartes données", "bid-made": "Bid made"}
    assert {tag: name.fr for tag, name in RULES.kind_names.items()} == names
    assert (RULES.passing_types, RULES.hints["bid"].fr) == ((Deal,), "Personne ne la voit.")


def test_few_candidates_are_buttons(fresh: Table) -> None:
    legal = RULES.legal(fresh, "p1")
    assert [(element.action, element.label) for element in legal.choices] == [
        (Deal(), Text("deals", "donne"))
    ]
    assert legal.templates == ()
    assert RULES.legal(fresh, "p2").choices == ()


def test_a_move_can_name_the_rule_that_says_when_it_is_possible(
    dealt: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(monkeypatch, RULES.moves[Deal]._replace(rule="2.4"))
    assert (RULES.judge(dealt, "p1", Deal()).code, RULES.judge(dealt, "p1", Deal()).rule) == (
        "not-now",
        "2.4",
    )


def test_many_candidates_are_a_form_with_a_legal_example_that_says_so(dealt: Table) -> None:
    legal = RULES.legal(dealt, "p2")
    assert legal.choices == ()
    (form,) = legal.templates
    assert (form.type, form.label.en) == ("bid", "Bid: one of 153, for example this one")
    assert list(form.fields) == ["coins"]
    assert (form.fields["coins"].least, form.fields["coins"].most) == (0, 50)
    assert RULES.judge(dealt, "p2", form.example).legal


def test_a_move_with_forms_of_its_own_has_them_beside_buttons_for_all_candidates(
    dealt: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealed = entry(
        Text("Bid sealed", "Miser sous pli"),
        Bid(0, "c1"),
        coins=Field(Text("coins", "pièces"), least=0),
    )
    change(monkeypatch, RULES.moves[Bid]._replace(forms=lambda board, seat: (sealed,)))
    legal = RULES.legal(dealt, "p1")
    assert (len(legal.choices), legal.templates) == (153, (sealed,))
    assert (sealed.type, list(sealed.fields)) == ("bid", ["coins"])


def test_candidates_parted_by_a_field_are_a_form_for_each_value_and_alone_a_button(
    dealt: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks = {"on": Text("card", "carte"), "coins": Text("coins", "pièces")}
    parted = RULES.moves[Bid]._replace(
        grouped_by="on", asks=asks, button=Text("Bid on {on}", "Miser sur {on}")
    )
    change(monkeypatch, parted)
    hand = dealt.sides["p1"].hand
    forms = RULES.legal(dealt, "p1").templates
    assert [
        (element.label.en, element.fields["on"].choices, element.example) for element in forms
    ] == [(f"Bid on {card}", (card,), Bid(0, card)) for card in hand]
    assert forms[0].fields["coins"].choices == tuple(range(51))
    change(monkeypatch, parted._replace(offers=lambda board, seat: [Bid(1, card) for card in hand]))
    legal = RULES.legal(dealt, "p1")
    assert [(element.action, element.label.fr) for element in legal.choices] == [
        (Bid(1, card), f"Miser sur {card}") for card in hand
    ]
    assert RULES.say_action(dealt, "p1", Bid(1, hand[0])).en == f"bids 1 coin on {hand[0]}", (
        "which is no button"
    )
    sentence = Field(Text("coins", "pièces"), within={})
    change(monkeypatch, RULES.moves[Bid]._replace(asks={**asks, "coins": sentence}))
    legal = RULES.legal(dealt, "p1")
    assert (legal.choices, [element.fields["coins"] for element in legal.templates]) == (
        (),
        [sentence] * 3,
    ), "a button could not say it all"


def test_candidates_of_a_move_that_is_sure_of_them_are_not_judged_one_by_one(
    dealt: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(
        monkeypatch,
        RULES.moves[Bid]._replace(always_legal=True, offers=lambda board, seat: (Bid(99, "c1"),)),
    )
    assert [element.action for element in RULES.legal(dealt, "p1").choices] == [Bid(99, "c1")]
    change(monkeypatch, RULES.moves[Bid]._replace(offers=none_listed))
    assert RULES.legal(dealt, "p1").choices == ()


def test_a_fact_that_is_only_told_leaves_the_board_as_it_is(fresh: Table) -> None:
    class Knocked(ChangesNothing, frozen=True):
        seat: str
        says = Text("{seat} knocks.", "{seat} frappe.")

    assert Knocked("p1").apply(fresh) is fresh
    assert RULES.say_fact(fresh, Knocked("p1")).fr == "Joueur 1 frappe."


def test_buttons_can_have_words_of_their_own(fresh: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        type(RULES), "button", lambda self, board, seat, action: Text("Deal!", "Donnez !")
    )
    assert RULES.legal(fresh, "p1").choices[0].label.fr == "Donnez !"
    assert RULES.say_action(fresh, "p1", Deal()).fr == "donne"


def test_a_rehearsal_looks_ahead_with_the_first_value_of_chance(fresh: Table) -> None:
    course = rehearsal(fresh)
    bidding.deal(course, "p1", Deal())
    assert course.facts == (Dealt("p1", ("c0", "c1", "c2")), Dealt("p2", ("c3", "c4", "c5")))
    assert course.chance.dice("die", Text("Die", "Dé"), 2, (1, 2, 3)) == (1, 1)
    assert fresh.left == bidding.CARDS


def test_a_title_that_declares_a_move_twice_or_for_no_phase_is_refused() -> None:
    chapter = ModuleType("chapter")
    chapter.MOVES = (
        bidding.MOVES[0],
        bidding.MOVES[0],
        bidding.MOVES[1]._replace(phases=("noon",)),
    )  # type: ignore[attr-defined]
    refused_with(
        TypeError,
        r"declared twice .*deal.*, phases that are not there .*noon",
        type,
        "Wrong",
        (Title,),
        {"__module__": bidding.__name__, "chapters": (chapter,), "phases": RULES.phases},
    )


@pytest.mark.parametrize(
    "label", [Text("", ""), Text("bids {coins}", "mise"), Text("bids {gold}", "mise {gold}")]
)
def test_a_sentence_that_is_missing_or_names_what_is_not_there_is_found_at_once(
    label: Text,
) -> None:
    chapter = ModuleType("chapter")
    chapter.MOVES = (bidding.MOVES[0], bidding.MOVES[1]._replace(label=label))  # type: ignore[attr-defined]
    refused_with(
        TypeError,
        r"no sentence in both languages about the fields that there are: .*Bid",
        type,
        "Mute",
        (Title,),
        {"__module__": bidding.__name__, "chapters": (chapter,), "phases": RULES.phases},
    )


def test_refusals_have_a_rule_and_a_code_each_their_own_or_those_of_the_table() -> None:
    no = Refusals(
        "2",
        "none = None.\nfew | 2.1 = Few.\nlost | 2.2 | none = Lost.\ngone [time] | | none\n  Gone, {n}.\n",
    )
    assert [(no(slug).code, no(slug).rule) for slug in ("none", "few", "lost", "gone")] == [
        ("none", "2"), ("few", "2.1"), ("none", "2.2"), ("none", "2"),
    ]  # fmt: skip
    assert (no.under("3")("gone").rule, no.under("3")("few").rule, no.rule) == ("3", "2.1", "2")
    assert no("gone", n=3).text == Text("Gone, {n}.", context="time", n=3)


# -- facts -----------------------------------------------------------------------------------------


def test_a_fact_is_told_with_names_and_numbers_in_both_languages(fresh: Table) -> None:
    def say(coins: int) -> Text:
        return RULES.say_fact(fresh, BidMade("p1", coins))

    assert say(1) == Text("Player 1 bids 1 coin.", "Joueur 1 mise 1 pièce.")
    assert say(0) == Text("Player 1 bids 0 coins.", "Joueur 1 mise 0 pièce.")
    assert say(3) == Text("Player 1 bids 3 coins.", "Joueur 1 mise 3 pièces.")
    assert filled_sentence(Dealt.says, Dealt("p2", ()), fresh.setting).en == "Player 2 gets –."
    assert (
        filled_sentence(Dealt.says, Dealt("p2", ("c1", "c2")), fresh.setting).en
        == "Player 2 gets c1, c2."
    )
    assert (
        filled_sentence(Dealt.says, Dealt("p2", ("c1",)), Renamed(fresh.setting, {}, {})).en
        == "Rest gets ace."
    )
    assert Dealt.says.places == {"seat", "cards"}


def test_a_sentence_has_places_for_what_a_method_of_the_fact_says(fresh: Table) -> None:
    sentence = Text("{whose}: {cards}.", "{whose} : {cards}.")
    assert filled_sentence(sentence, Dealt("p2", ("c1",)), fresh) == Text(
        "Player 2's hand: c1.", "la main de Joueur 2 : c1."
    )
    assert is_complete(sentence, Dealt)
    assert is_complete(Text("{foretold}", "{foretold}"), Dealt)
    assert not is_complete(Text("{theirs}", "{theirs}"), Dealt)


def test_a_sentence_is_kept_where_it_follows_from_the_fields_and_the_setting(
    fresh: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    fact, whose, dealt = BidMade("p1", 3), Text("{whose}.", "{whose}."), Dealt("p1", ("c1",))
    later = replace(fresh, bids={"p1": 3})
    assert (
        filled_sentence(fact.says, fact, fresh)
        is filled_sentence(fact.says, BidMade("p1", 3), later)
        is filled_sentence(fact.says, fact, fresh.setting)
    )
    assert filled_sentence(fact.says, BidMade("p1", 4), fresh).en == "Player 1 bids 4 coins."
    assert filled_sentence(Text("{seat}?", "{seat} ?"), fact, fresh).en == "Player 1?", (
        "it is another message"
    )
    assert filled_sentence(whose, dealt, fresh) is not filled_sentence(whose, dealt, fresh), (
        "what a method says can follow from the board"
    )
    assert (
        filled_sentence(dealt.says, dealt, Renamed(fresh.setting, {}, {})).en == "Rest gets ace."
    ), "and so can names"
    assert filled_sentence(dealt.says, dealt, fresh).en == "Player 1 gets c1."
    assert filled_sentence(dealt.says, Dealt("p1", ["c2"]), fresh).en == "Player 1 gets c2."  # type: ignore[arg-type]
    monkeypatch.setattr("domain.titles.kit.telling.MOST_CACHED", 5)
    for coins in range(20):
        assert filled_sentence(fact.says, BidMade("p2", coins), fresh).fr.startswith(
            f"Joueur 2 mise {coins} pièce"
        )
        assert len(fresh.setting.sentence_cache) <= 5


def test_a_fact_says_alone_what_its_fields_say(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = type(RULES)()
    assert rules.is_told_without_board(BidMade("p1", 3)) and rules.is_told_without_board(
        Dealt("p1", ("c1",))
    )
    monkeypatch.setattr(Dealt, "says", Text("{whose}.", "{whose}."))
    monkeypatch.setattr(BidMade, "sentence", lambda fact: Text("Bid."))
    rules = type(RULES)()
    assert not rules.is_told_without_board(Dealt("p1", ("c1",))), "a method takes the board"
    assert not rules.is_told_without_board(BidMade("p1", 3))
    monkeypatch.undo()
    monkeypatch.setattr(type(RULES), "board_type", Renamed)
    assert not type(RULES)().is_told_without_board(BidMade("p1", 3)), (
        "its boards have names of their own"
    )


class Coins(Struct, frozen=True):
    silver: int

    @property
    def in_words(self) -> Text:
        return Text(f"{self.silver} silver", f"{self.silver} en argent")


class Named(Setting):
    words: ClassVar[Mapping[str, Text]] = {"seats=": Text("nobody", "personne")}


def test_a_value_can_say_itself_and_a_field_what_none_of_it_is_called(fresh: Table) -> None:
    class Paid(NamedTuple):
        seats: tuple[str, ...]
        coins: Coins

    setting = Named(
        fresh.setting.catalog, fresh.setting.values, fresh.setting.options, fresh.setting.seat_specs
    )
    sentence = Text("{seats} paid {coins}.", "{seats} : {coins}.")
    assert filled_sentence(sentence, Paid(("p1", "p2"), Coins(3)), setting) == Text(
        "Player 1, Player 2 paid 3 silver.", "Joueur 1, Joueur 2 : 3 en argent."
    )
    assert filled_sentence(sentence, Paid((), Coins(3)), setting).fr == "personne : 3 en argent."
    assert filled_sentence(sentence, Paid((), Coins(3)), fresh).en == "– paid 3 silver."


# -- fields ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "sentence"),
    [
        ({"p1": Side()}, "the side of “p2” is missing"),
        ({"p1": Side(), "p2": Side(), "p3": Side()}, "“p3” is not a seat of this game"),
        ({"p1": Side(-1), "p2": Side()}, "coins of p1: -1 is less than 0"),
        ({"p1": Side(101), "p2": Side()}, "coins of p1: 101 is more than 100"),
        ({"p1": Side(hand=("c1", "c1")), "p2": Side()}, "“c1” is there 2 times"),
        ({"p1": Side(hand=("zz",)), "p2": Side()}, "“zz” is not a card"),
        ({"p1": Side(hand=("c1", "c2", "c3", "c4")), "p2": Side()}, "p1, cards: 4 is more than 3"),
    ],
)
def test_what_breaks_a_bound_is_said(fresh: Table, sides: dict[str, Side], sentence: str) -> None:
    assert sentence in [text.en for text in RULES.amiss(replace(fresh, sides=sides))]


def test_what_a_place_can_be_follows_from_its_bounds(dealt: Table) -> None:
    allowed = RULES.enterable_values(dealt)
    assert (allowed["/sides/p1/coins"].least, allowed["/sides/p1/coins"].most) == (0, 100)
    assert allowed["/sides/p2/hand/0"].choices == bidding.CARDS
    assert allowed["/dealer"].choices == ("p1", "p2")
    assert "/sides/p1" not in allowed


def test_a_secret_is_absent_from_every_view_but_its_owners_and_the_arbiters(dealt: Table) -> None:
    board = replace(dealt, bids={"p1": 7}, plan="wait")
    views: dict[str, Any] = {who: RULES.view(board, who) for who in ("p1", "p2", PUBLIC, ARBITER)}
    hand = {
        who: [seat for seat, side in view["sides"].items() if "hand" in side]
        for who, view in views.items()
    }
    assert hand == {"p1": ["p1"], "p2": ["p2"], PUBLIC: [], ARBITER: ["p1", "p2"]}
    assert {who: view["bids"] for who, view in views.items()} == {
        "p1": {"p1": 7},
        "p2": {},
        PUBLIC: {},
        ARBITER: {"p1": 7},
    }
    assert {who for who, view in views.items() if "plan" in view} == {"p1", ARBITER}
    assert RULES.hides(board)


def test_what_is_hidden_is_for_its_seat_until_it_is_revealed(dealt: Table) -> None:
    bid, made = Bid(7, "c1"), BidMade("p1", 7)
    for item in (bid, made):
        assert [RULES.visible(dealt, who, "p1", item) for who in ("p1", "p2", PUBLIC, ARBITER)] == [
            True,
            False,
            False,
            True,
        ]
        assert RULES.visible(replace(dealt, bids={"p1": 7, "p2": 1}), PUBLIC, "p1", item)
    assert not RULES.visible(
        replace(dealt, bids={"p1": 7, "p2": 1}), PUBLIC, "", Dealt("p1", ("c1",))
    )


def test_a_part_of_the_board_stands_before_the_names_of_what_it_holds(fresh: Table) -> None:
    declared = parts.Box(fresh.setting, parts.Held(-1, "black"), {"mill": parts.Held(-2)})
    assert [element.en for element in bounds.bound_faults(declared)] == [
        "player, gold: -1 is less than 0",
        "mill, gold: -2 is less than 0",
    ]
    assert bounds.census(declared) == {"gold": -3, "worker black": 1}, (
        "where nobody stands nobody is counted"
    )


class Pot(Board, frozen=True):
    """A board with a number that has its own name, besides the unit it counts."""

    setting: Setting
    pot: Annotated[int, Count(Text("points", "points")), Called(Text("this turn", "ce tour"))] = 0


def test_a_field_is_called_what_it_says_before_what_it_counts() -> None:
    assert bounds.names_of_fields(Pot) == {"pot": Text("This turn", "Ce tour")}

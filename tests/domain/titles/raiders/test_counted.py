import pytest
from msgspec.structs import replace

from domain.titles import registry
from domain.titles.raiders import RULES, facts as f
from domain.titles.raiders.actions import HireCrew, PlayTownsfolk, Raid, Reveal
from domain.titles.raiders.board import AUTOMA, PLAYER, Board
from tests.builders.raiders import act, after, at_building, facts, refused, scheme, table

TABLE = {"schemes": "table"}
SITES = {
    "harbour": "harbour-left",
    "outpost": "outpost-right",
    "monastery": "monastery-left",
    "fortress": "fortress-left",
}
MOST = {"harbour": 9, "outpost": 3, "monastery": 3, "fortress": 6}
"""Of the 23 cards, one of each raid space; one outpost and one monastery are set aside."""


def seen(kind: str, count: int) -> Board:
    board = table("reveal", options=TABLE, player={"worker": "black"})
    board = replace(board, pile=board.pile[:-2], set_aside=board.pile[-2:])
    spaces = len(board.setting.values.sites[SITES[kind]].spaces)
    card = scheme(site=SITES[kind], order=tuple(range(1, spaces + 1)))
    for id in board.pile[:count]:
        board = RULES.evolve(board, f.SchemeRevealed(id, replace(card, points=int(id[1:]))))
    return board


@pytest.mark.parametrize("kind", MOST)
def test_a_kind_of_scheme_card_comes_up_as_often_as_the_deck_has_it(kind: str) -> None:
    order = (1, 2, 3) if kind == "harbour" else (1, 2)
    another = Reveal(scheme(site=SITES[kind], order=order, points=50))
    assert RULES.judge(seen(kind, MOST[kind] - 1), AUTOMA, another).legal
    verdict = refused(seen(kind, MOST[kind]), another, AUTOMA)
    assert (verdict.code, verdict.rule) == ("no-such-card-left", "Mise en place")


def test_what_is_offered_for_a_real_card_leaves_out_kinds_that_are_gone() -> None:
    board = seen("outpost", 3)
    (template,) = RULES.legal(board, AUTOMA).templates
    sites = template.fields["card"].within["site"].choices  # type: ignore[index]
    assert not {"outpost-centre", "outpost-right"}.intersection(sites)
    assert RULES.judge(board, AUTOMA, template.example).legal


def test_under_version_1_scheme_cards_of_a_kind_were_not_counted() -> None:
    board = seen("outpost", 3)
    board.setting.version = 1
    assert registry.ruleset("raiders-solo", 1).judge(board, AUTOMA, Reveal(scheme(points=50))).legal


# -- townsfolk -------------------------------------------------------------------------------------


def test_copies_that_were_played_are_gone_until_the_deck_is_shuffled() -> None:
    board = at_building(
        "town-hall", player={"cards": 4, "silver": 8}, automa={"provisions": 8}, actions=3
    )
    copies = board.setting.values.townsfolk["champion"].copies
    for _ in range(copies):
        board = act(board, PlayTownsfolk("champion"))
    assert board.discards == ("champion",) * copies
    board = replace(board, stage="use", using="town-hall", colour="black", actions=1)
    assert refused(board, PlayTownsfolk("champion")).code == "no-copy-left"
    some = after(board, (f.TownsfolkDrawn(board.townsfolk_left),))
    assert refused(some, PlayTownsfolk("champion")).code == "no-copy-left", (
        "the last card of the deck needs no shuffle"
    )
    shuffled = after(board, (f.TownsfolkDrawn(board.townsfolk_left + 1),))
    assert (
        shuffled.discards == () and RULES.judge(shuffled, PLAYER, PlayTownsfolk("champion")).legal
    )


def test_crew_that_was_lost_is_discarded_and_counted() -> None:
    crew = ("archer", "archer")
    board = table(
        player={"worker": "black", "crew": crew, "provisions": 8, "cards": 3, "silver": 8}
    )
    board = replace(
        board,
        spaces={
            **board.spaces,
            "harbour-left-1": replace(board.spaces["harbour-left-1"], valkyries=2),
        },
    )
    lost = act(board, Raid("harbour-left", 1))
    assert lost.player.crew == () and lost.discards == crew
    gone = replace(
        lost,
        stage="use",
        using="barracks",
        colour="black",
        actions=1,
        discards=("archer",) * lost.setting.values.townsfolk["archer"].copies,
    )
    assert refused(gone, HireCrew("archer")).code == "no-copy-left"


def test_boards_of_version_1_count_no_discards() -> None:
    board = at_building("town-hall", player={"cards": 4}, automa={"provisions": 8})
    board.setting.version = 1
    assert after(board, facts(board, PLAYER, PlayTownsfolk("champion"))).discards == ()


# -- crew ------------------------------------------------------------------------------------------


def test_crew_is_discarded_for_another_only_when_it_is_full() -> None:
    some = at_building("barracks", player={"cards": 2, "silver": 8, "crew": ("archer",)})
    assert refused(some, HireCrew("champion", "archer")).code == "crew-not-full"
    full = at_building(
        "barracks", player={"cards": 2, "silver": 8, "crew": ("archer",) * 2 + ("berserker",) * 3}
    )
    hired = act(full, HireCrew("champion", "archer"))
    assert len(hired.player.crew) == 5 and hired.discards == ("archer",)


# -- corrections -----------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["S01", "S20"])
def test_a_correction_cannot_set_a_harbour_or_fortress_aside(card: str) -> None:
    board = table()
    remaining = next(iter(board.set_aside))
    pile = tuple(remaining if id == card else id for id in board.pile)
    declared = replace(board, pile=pile, set_aside=(card, *board.set_aside[1:]))
    assert RULES.amiss(board) == ()
    assert any("set aside" in item.en for item in RULES.amiss(declared))


def test_a_correction_cannot_set_other_than_two_cards_aside() -> None:
    board = table()
    declared = replace(board, pile=(*board.pile, board.set_aside[0]), set_aside=board.set_aside[1:])
    assert RULES.amiss(declared)


def test_a_correction_cannot_enter_more_cards_of_a_kind_than_there_are() -> None:
    assert RULES.amiss(seen("outpost", 3)) == ()
    assert any("outpost" in item.en for item in RULES.amiss(seen("outpost", 4)))


@pytest.mark.parametrize("trigger", ["offerings", "fortresses", "valkyries"])
def test_a_correction_cannot_end_the_game_without_its_reason(trigger: str) -> None:
    board = table(
        trigger=trigger, trigger_by=PLAYER, turns_left=2, stage="reveal", player={"worker": "black"}
    )
    assert board.tiles_left, "there is a stack left, a fortress to plunder, and a Valkyrie"
    assert any("is not so" in item.en for item in RULES.amiss(board))


def test_the_end_by_an_empty_stack_is_a_sound_correction() -> None:
    tiles = tuple(RULES.catalogs()["default"].values["offerings"])[3:]
    board = table(
        stack=(),
        trigger="offerings",
        trigger_by=PLAYER,
        turns_left=2,
        stage="reveal",
        player={"worker": "black", "offerings": tiles},
    )
    assert RULES.amiss(board) == ()

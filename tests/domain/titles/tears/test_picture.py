from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from domain.kernel.text import Lang
from domain.titles.tears import RULES
from tests.domain.titles import pictured
from tests.domain.titles.pictured import SVG, groups, title, words
from tests.records.play import HERE, replay

GAME, FULL, REAL = (
    HERE / "tears-solo" / f"{name}.jsonl"
    for name in ("07-random-two-wedges", "06-full-battlefield", "04-real-cards-deck-out")
)


def boards(path: Path = GAME) -> list[Any]:
    return list(replay(path).boards)


def drawn(board: Any, lang: Lang = "en", **changes: Any) -> str:
    return pictured.drawn(RULES, board, lang, **changes)


def test_every_card_in_play_lies_on_its_space() -> None:
    for board in boards(FULL)[::5]:
        hooks = groups(drawn(board))
        for seat, side in (("", board.player), ("enemy-", board.enemy)):
            for space in range(9):
                stands, here = side.spaces[space], hooks[f"{seat}{space % 3 + 1}-{space // 3 + 1}"]
                cards = [
                    group.get("data-card")
                    for group in here.iter(SVG + "g")
                    if group.get("data-card")
                ]
                assert cards == ([stands.card, *stands.attached] if stands else [])


def test_a_card_says_its_state() -> None:
    board = next(
        b for b in boards() if any(s and s.exhausted and s.damage for s in b.player.spaces)
    )
    hurt = next(s for s in board.player.spaces if s and s.exhausted and s.damage)
    en, fr = groups(drawn(board))[hurt.card], groups(drawn(board, "fr"))[hurt.card]
    assert f"exhausted, {hurt.damage} damage" in title(en)
    counted = "dégât" if hurt.damage == 1 else "dégâts"
    assert f"Épuisée, {hurt.damage} {counted}" in title(fr)
    assert str(hurt.damage) in words(en)


def test_exhausted_cards_are_turned() -> None:
    for board in boards()[::10]:
        turned = [
            g
            for g in ET.fromstring(drawn(board)).iter(SVG + "g")
            if "rotate" in (g.get("transform") or "")
        ]
        spent = [
            s
            for side in (board.player, board.enemy)
            for s in (*side.spaces, *side.reserve)
            if s and s.exhausted
        ]
        assert len(turned) == len(spent)


def test_wedges_show_damage_might_and_who_took_them() -> None:
    board = boards()[-1]
    en, fr = groups(drawn(board)), groups(drawn(board, "fr"))
    for number, wedge in enumerate(board.wedges, 1):
        assert f"{wedge.by_player} of 10 damage by the player" in title(en[f"wedge-{number}"])
        assert (
            f"taken by the {'Enemy' if wedge.taken == 'enemy' else 'player'}"
            in title(en[f"wedge-{number}"])
        ) == bool(wedge.taken)
        assert ("prise" in words(fr[f"wedge-{number}"])) == bool(wedge.taken)
    assert {w.taken for w in board.wedges} == {"player", "enemy"}


def test_might_adds_up_what_is_printed_and_is_left_out_where_nothing_is() -> None:
    assert words(groups(drawn(boards()[60]))["wedge-2"])[1:] == ["0", "5", "6", "0", "3", "7"]
    entered = boards(REAL)[20]
    assert "archers" in groups(drawn(entered)), "a card of the real deck"
    assert words(groups(drawn(entered))["wedge-1"])[1:] == ["0", *("0", "0", "0")], (
        "nothing is known of the Enemy's archers"
    )


def test_a_question_points_at_what_it_is_about() -> None:
    board = next(b for b in boards() if b.question and b.question.kind == "target")
    hooks = groups(drawn(board))
    for id in board.question.options:
        edge = next(shape for shape in hooks[id] if "edge" in (shape.get("class") or ""))
        assert "s-accent" in (edge.get("class") or "")
    others = {s.card for s in board.enemy.spaces if s} - {
        board.question.about,
        *board.question.options,
    }
    assert others
    for id in others:
        assert "s-accent" not in (hooks[id][1].get("class") or "")


@pytest.mark.parametrize("many", [1, 2, 9])
def test_attachments_look_out_from_under_their_host(many: int) -> None:
    board = boards()[60]
    plain = pictured.view(RULES, board)
    under = [f"under-{n}" for n in range(many)]
    host = next(stands for line in plain["enemy"]["lines"] for stands in line if stands)
    host["attached"] = under
    hooks = groups(drawn(board, enemy=plain["enemy"]))
    lefts = [float(hooks_left(hooks[host["card"]], id)) for id in under]
    assert all(0 < left < 107 - 31 for left in lefts)
    assert lefts == sorted(lefts, reverse=True)
    assert len(set(lefts)) == many


def hooks_left(host: ET.Element, id: str) -> str:
    chip = next(
        g
        for g in host.iter(SVG + "g")
        if any(inner.get("data-card") == id for inner in g) and g is not host
    )
    return (chip.get("transform") or "").removeprefix("translate(").split()[0]


@pytest.mark.parametrize("many", [0, 1, 5, 6, 11, 40])
def test_a_hand_of_any_size_is_drawn_within_the_same_bounds(many: int) -> None:
    board = boards()[60]
    hand = [card.id for card in board.setting.values.factions["norman"].deck][:many]
    picture = drawn(board, player=pictured.view(RULES, board)["player"] | {"hand": hand})
    assert ET.fromstring(picture).get("viewBox") == ET.fromstring(drawn(board)).get("viewBox")
    assert set(hand) <= groups(picture).keys()


def test_names_that_a_table_has_entered_cannot_break_the_picture() -> None:
    board = boards(REAL)[20]
    plain = pictured.view(RULES, board)
    bad = '</text><script>alert("1")</script>&'
    stands = {
        "card": bad,
        "name": {"en": bad, "fr": bad},
        "exhausted": True,
        "damage": 2,
        "attached": [bad],
    }
    enemy = plain["enemy"] | {
        "lines": [[stands, None, None], *plain["enemy"]["lines"][1:]],
        "reserve": [stands] * 9,
    }
    root = ET.fromstring(drawn(board, enemy=enemy, turn={"revealed": bad}))
    assert not list(root.iter(SVG + "script"))
    assert any(group.get("data-card") == bad for group in root.iter(SVG + "g"))


def test_the_resource_table_shows_the_marker_and_the_row_that_counts() -> None:
    board = next(b for b in boards() if b.marker == 6)
    en = groups(drawn(board))["resources"]
    assert title(en).startswith("Resource table: the marker covers 6 rows; table 1 + cards")
    golden = [shape for shape in en if "f-gold" in (shape.get("class") or "")]
    assert len(golden) == 1
    none = drawn(board, resources={"table": None, "cards": 3, "total": None})
    assert "no card is drawn" in title(groups(none)["resources"])

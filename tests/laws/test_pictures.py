import os
import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest

from domain.kernel.text import LANGS, Lang
from domain.titles import registry
from domain.titles.contract.ruleset import ARBITER, PUBLIC, Board
from domain.titles.contract.types import NOTHING, TALL, Changed, Shape
from domain.titles.drawing.palette import STYLESHEET
from domain.titles.drawing.svg import HIGH, WIDTHS, differing_ids, with_changes_marked
from domain.titles.drawing.targets import ids_named
from tests.amount import slow_but, spread
from tests.records.laws import file_of, laws, read
from tests.records.play import Replay, files, game_name, home, replay, two_a_title

PATHS = slow_but(two_a_title(), files())
SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "g", "rect", "circle", "path", "text"}
HOOKS = ("place", "card", "piece", "seat")


def view(rules: registry.AnyRuleset, board: Board, audience: str) -> dict[str, Any]:
    """A view with its keys sorted, as pages get it."""
    plain: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(rules.view(board, audience), order="sorted")
    )
    return plain


def drawn(
    game: Replay,
    board: Board,
    audience: str = PUBLIC,
    lang: Lang = "en",
    shape: Shape = TALL,
    changed: Changed = NOTHING,
) -> str:
    return game.rules.picture(
        board.setting, view(game.rules, board, audience), lang, changed, shape
    )


def hooks(picture: str) -> set[tuple[str, str, str]]:
    groups = [
        (group.get("class", "").split(" ")[0], group)
        for group in ET.fromstring(picture).iter(SVG + "g")
    ]
    return {
        (kind, group.get(f"data-{kind}", ""), group.get("data-seat", ""))
        for kind, group in groups
        if kind in HOOKS
    }


DRAWN = [
    pytest.param(title, name, shape, id=f"{title}-{name}-{shape}")
    for title in registry.ids()
    if file_of(title).is_file()
    for first, name in enumerate(read(title).pictures)
    for shape in registry.ruleset(title).shapes[: None if first == 0 else 1]
]


@pytest.mark.parametrize(("title", "name", "shape"), DRAWN)
def test_a_sample_looks_as_it_did(title: str, name: str, shape: Shape) -> None:
    """The picture equals the one on file, which has each element on a line of its own.
    `GREFFE_REWRITE=1` writes it anew, for a person to look at. The other laws say what pictures
    must be like."""
    sample = laws(title).pictures[name]
    game = replay(home(title) / f"{sample.game}.jsonl")
    board = game.boards[sample.after]
    lines = drawn(game, board, lang=sample.lang, shape=shape).replace("><", ">\n<") + "\n"
    golden = home(title) / f"{name}{'' if shape == TALL else f'.{shape}'}.svg"
    if os.environ.get("GREFFE_REWRITE"):
        golden.write_text(lines, "utf-8")
    assert golden.read_text("utf-8") == lines


@pytest.mark.parametrize("title", registry.ids())
def test_what_may_be_done_can_be_found_in_the_picture(title: str) -> None:
    rules, no_place, named_somewhere = registry.ruleset(title), laws(title).no_place, set()
    for game in map(replay, files(title)):
        for board in spread(game.boards, 31, 31):
            there = {id for _, id, _ in hooks(drawn(game, board))}
            for seat in rules.to_act(board):
                legal = rules.legal(board, seat)
                for action in (
                    *(choice.action for choice in legal.choices),
                    *(template.example for template in legal.templates),
                ):
                    plain = msgspec.to_builtins(action)
                    if ids_named(plain, there):
                        named_somewhere.add(plain["type"])
                    else:
                        assert plain["type"] in no_place, f"{plain} names nothing of the picture"
    kinds = {str(kind.__struct_config__.tag) for kind in rules.action_types}
    assert named_somewhere or kinds <= no_place, "in no recorded game does an action name a place"


# -- laws of every picture of a recorded game -------------------------------------------------------


class Pictures:
    """Some positions of a recorded game. Each picture is drawn once for all laws."""

    def __init__(self, path: Path) -> None:
        self.game = replay(path)
        self.boards, self.shapes = spread(self.game.boards, 44, 18), self.game.rules.shapes
        self.at = cache(self._at)

    def _at(self, n: int, shape: Shape = TALL, lang: Lang = "en") -> str:
        return drawn(self.game, self.boards[n], lang=lang, shape=shape)

    def each(self, lang: Lang = "en") -> Iterator[ET.Element]:
        """The pictures in every shape, parsed as XML."""
        for n, shape in product(range(len(self.boards)), self.shapes):
            yield ET.fromstring(self.at(n, shape, lang))


def it_is_well_formed_and_of_one_size(pictures: Pictures) -> None:
    for shape in pictures.shapes:
        drawings = [pictures.at(n, shape) for n in range(len(pictures.boards))]
        assert max(map(len, drawings)) < 90_000
        (_, wide, high), *others = {
            (root.get("viewBox"), float(root.get("width", "0")), float(root.get("height", "0")))
            for root in map(ET.fromstring, drawings)
        }
        assert not others
        assert WIDTHS[shape] <= wide <= WIDTHS[shape] * (1.125 if shape == TALL else 1)
        assert shape == TALL or high <= HIGH


def the_same_can_be_tapped_in_every_shape(pictures: Pictures) -> None:
    """The same places can be tapped in every shape and language of the picture, since a page has
    one list of actions for all of them."""
    for n in range(len(pictures.boards)):
        tall, *others = (hooks(pictures.at(n, shape)) for shape in pictures.shapes)
        assert tall
        assert others in ([], [tall]), tall ^ others[0]
        assert hooks(pictures.at(n, lang="fr")) == tall


def it_says_what_it_shows(pictures: Pictures) -> None:
    """A picture has a role, a name and a description in its language. Everything that can be tapped
    has a title and an edge."""
    for lang in LANGS:
        for root in pictures.each(lang):
            assert (root.tag, root.get("role"), root.get("lang")) == (SVG + "svg", "img", lang)
            assert [child.tag for child in root[:2]] == [SVG + "title", SVG + "desc"]
            assert root[0].text and root[1].text
            for group in root.iter(SVG + "g"):
                hook = (group.get("class") or "").split(" ")[0]
                if hook in HOOKS:
                    assert group.get(f"data-{hook}"), hook
                    assert group[0].tag == SVG + "title" and group[0].text
                    assert any("edge" in (part.get("class") or "").split() for part in group), (
                        group[0].text
                    )


def a_strict_security_policy_has_nothing_to_refuse(pictures: Pictures) -> None:
    """A picture has only plain shapes: no script, no style of its own, no event handler, no
    reference to a file, and no id that another picture may have."""
    known = {*re.findall(r"\.([a-z][\w-]*)", STYLESHEET)}
    named = {"place", "seat", "card", "piece", "edge", "board"}
    for root in pictures.each():
        for element in root.iter():
            assert element.tag.removeprefix(SVG) in ELEMENTS
            for name, value in element.attrib.items():
                assert name not in ("id", "style", "href", "src") and not name.startswith("on"), (
                    name
                )
                assert "url(" not in value and "javascript:" not in value
            for cls in (element.get("class") or "").split():
                if cls.startswith(("f-", "s-")):
                    assert cls in known, f"{cls} is not a colour of the sheet"
                if element.tag != SVG + "g" and element.tag != SVG + "svg":
                    assert cls in known | named, f"{cls} means nothing to the sheet"


def the_same_view_gives_the_same_picture_to_whoever_looks(pictures: Pictures) -> None:
    for n, board in enumerate(pictures.boards):
        public = view(pictures.game.rules, board, PUBLIC)
        for audience, shape in product((PUBLIC, ARBITER, *board.setting.seats), pictures.shapes):
            picture = drawn(pictures.game, board, audience, shape=shape)
            if view(pictures.game.rules, board, audience) == public:
                assert picture == pictures.at(n, shape)


def what_changed_is_marked_and_nothing_else(pictures: Pictures) -> None:
    """Marks are only on the places and seats that differ, and these are in the picture."""
    for (n, before), shape in product(enumerate(pictures.boards[:-1]), pictures.shapes):
        after = pictures.boards[n + 1]
        then, now = pictures.at(n, shape), pictures.at(n + 1, shape)
        changed = differing_ids(then, now)
        redrawn = drawn(pictures.game, after, shape=shape, changed=changed)
        assert redrawn == with_changes_marked(now, changed, "en"), (
            "a mark is put into a picture as it is drawn with it"
        )
        assert {
            group.get("data-place") or group.get("data-seat")
            for group in ET.fromstring(redrawn).iter(SVG + "g")
            if "changed" in (group.get("class") or "").split()
        } <= changed
        plain = redrawn.replace(" changed", "").replace(" (changed)", "")
        assert plain == now.replace(" (changed)", "")
        assert changed or before == after or then != redrawn


LAWS = (
    it_is_well_formed_and_of_one_size,
    the_same_can_be_tapped_in_every_shape,
    it_says_what_it_shows,
    a_strict_security_policy_has_nothing_to_refuse,
    the_same_view_gives_the_same_picture_to_whoever_looks,
    what_changed_is_marked_and_nothing_else,
)

pictures_of = lru_cache(1)(Pictures)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("path", PATHS, ids=game_name)
def test_every_picture_obeys_the_law(law: Callable[[Pictures], None], path: Path) -> None:
    law(pictures_of(path))

from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest

from domain.kernel.text import LANGS, Lang
from domain.titles.contract.ruleset import PUBLIC, open_setting
from domain.titles.contract.setting import Setting
from domain.titles.contract.types import NOTHING, TALL, WIDE, Changed, Shape
from domain.titles.drawing.svg import HIGH, WIDTHS, svg
from projections.boards.pictures import pictures_of_view, shapes_of
from tests.domain.titles.kit.bidding import RULES, Bidding

SVG = "{http://www.w3.org/2000/svg}"


class OneShape(Bidding):
    def picture(
        self, setting: Setting, view: dict[str, Any], lang: Lang, changed: Changed = NOTHING
    ) -> str:  # type: ignore[override]
        return svg("of before", str(view), 360, 100, lang=lang)


class BothShapes(OneShape):
    shapes = TALL, WIDE

    def picture(
        self,
        setting: Setting,
        view: dict[str, Any],
        lang: Lang,
        changed: Changed = NOTHING,
        shape: Shape = TALL,
    ) -> str:
        return svg(shape, str(view), WIDTHS[shape], 100, lang=lang)


def opened(rules: Bidding) -> Any:
    return SimpleNamespace(
        rules=rules, setting=open_setting(rules, rules.catalogs()["default"], {}, None)
    )


def test_a_title_that_knows_one_shape_is_shown_with_that_everywhere() -> None:
    rules = OneShape()
    assert (Bidding.shapes, rules.shapes, BothShapes.shapes) == (
        (TALL, WIDE),
        (TALL,),
        (TALL, WIDE),
    )
    for shapes in ((TALL, WIDE), (WIDE,), (TALL,)):
        assert list(pictures_of_view(opened(rules), {"phase": "x"}, {}, "en", shapes)) == [TALL]
        assert shapes_of(rules, shapes) == (TALL,)


@pytest.mark.parametrize("wanted", [(TALL,), (WIDE,), (TALL, WIDE)])
def test_a_title_is_asked_for_those_shapes_that_are_shown(wanted: tuple[Shape, ...]) -> None:
    drawn = pictures_of_view(opened(BothShapes()), {"phase": "x"}, {"a": -1}, "en", wanted)
    assert tuple(drawn) == wanted
    assert all(
        f"<title>{shape}</title>" in picture and "penalties" in picture
        for shape, picture in drawn.items()
    )


@pytest.mark.parametrize("lang", LANGS)
def test_a_plain_picture_says_the_same_in_both_shapes(lang: Lang) -> None:
    setting = opened(RULES).setting
    view = msgspec.to_builtins(RULES.view(RULES.blank(setting), PUBLIC))
    tall, wide = (
        ET.fromstring(RULES.picture(setting, view, lang, shape=shape)) for shape in (TALL, WIDE)
    )
    assert tall.findtext(SVG + "desc") == wide.findtext(SVG + "desc")
    assert [group.attrib for group in tall.iter(SVG + "g") if "class" in group.attrib] == [
        group.attrib for group in wide.iter(SVG + "g") if "class" in group.attrib
    ]
    assert (tall.get("width"), wide.get("width")) == ("360", "900")
    assert float(wide.get("height", "0")) <= min(HIGH, float(tall.get("height", "0")))
    assert min(float(text.get("font-size", "0")) for text in wide.iter(SVG + "text")) >= 11

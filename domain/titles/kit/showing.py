"""The headline of the board, and the numbers for analysts, of titles that do not define their
own."""

from collections.abc import Mapping

from domain.kernel.text import Text, joined
from domain.titles.contract.series import Gauge, ViewData
from domain.titles.contract.setting import Setting
from domain.titles.drawing.plain import part_label


def headline(setting: Setting, waiting: tuple[str, ...], doing: Text) -> Text:
    if not waiting:
        return Text("The game is over.")
    names = [setting.name(seat) for seat in waiting]
    return Text("{names} {doing}.", names=joined(names), doing=doing)


def gauges(fields: tuple[str, ...], view: ViewData, names: Mapping[str, Text]) -> tuple[Gauge, ...]:
    return tuple(
        Gauge(field, part_label(field, names), dict(view[field]))
        for field in fields
        if view.get(field)
    )

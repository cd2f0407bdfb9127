"""A view as lines of text and as numbers for analysts, for titles that have nothing of their own to
show."""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from domain.kernel.text import Lang, Text, joined
from domain.titles.contract.series import Gauge, Seen
from domain.titles.contract.setting import Setting
from domain.titles.drawing.plain import ASIDE, called
from domain.titles.kit.telling import named

WIDTH = 98


def headline(setting: Setting, waiting: tuple[str, ...], doing: Text) -> Text:
    if not waiting:
        return Text("The game is over.")
    names = [setting.name(seat) for seat in waiting]
    return Text("{names} {doing}.", names=joined(names), doing=doing)


def drawn(
    setting: Setting, view: Mapping[str, Any], says: Text, names: Mapping[str, Text], lang: Lang
) -> str:
    """A view as lines: the headline, then each field with what stands in it."""
    lines = [says.to(lang), ""]
    for field, value in view.items():
        if field not in ASIDE:
            lines += _lines(setting, called(field, names).to(lang), field, value, lang, 0)
    return "\n".join(lines) + "\n"


def _lines(
    setting: Setting, head: str, field: str, value: Any, lang: Lang, depth: int
) -> list[str]:
    indent, colon = "  " * depth, Text(":").to(lang)
    if isinstance(value, dict) and any(isinstance(item, dict) for item in value.values()):
        lines = [f"{indent}{head}{colon}"]
        for key, item in value.items():
            lines += _lines(
                setting, setting.word(field, key).to(lang), field, item, lang, depth + 1
            )
        return lines
    return wrap(
        f"{indent}{head}{colon} {named(setting, field, value, lang)}",
        WIDTH,
        subsequent_indent=indent + "  ",
    )


def gauges(fields: tuple[str, ...], view: Seen, names: Mapping[str, Text]) -> tuple[Gauge, ...]:
    return tuple(
        Gauge(field, called(field, names), dict(view[field])) for field in fields if view.get(field)
    )

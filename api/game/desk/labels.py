"""Labels of the desk: for fields and kinds of actions and facts, and for the ids and rules that a form offers."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from api.game.desk.preview import Called
from api.web.pages.pages import say
from domain.game.aggregate.game import Game
from domain.game.record.records import RulingGiven, RulingOverturned
from domain.kernel.text import Lang
from domain.titles.contract.chance import Value
from domain.titles.contract.ruleset import AnyRuleset

_HOOK = re.compile(r'data-(?:place|card|piece|seat)="([^"]*)"')


def comparing() -> Called:
    """What both sides of a preview are compared by, beside the points."""
    return Called(say("desk.to-act"), say("desk.nobody"), say("desk.outcome"), say("desk.no-outcome"), say("clocks.one"))


def kind_name(rules: AnyRuleset, tag: str, lang: Lang) -> str:
    """The name of a kind of action or fact."""
    known = rules.kind_names.get(tag)
    return known.printed(lang) if known else tag.replace("-", " ").capitalize()


def named_kinds(rules: AnyRuleset, tags: Iterable[str], lang: Lang) -> list[tuple[str, str]]:
    """Kinds of actions or facts with what they are called, in the order of their names."""
    return sorted(((tag, kind_name(rules, tag, lang)) for tag in tags), key=lambda pair: pair[1].casefold())


def faces(game: Game, values: Iterable[Value], lang: Lang) -> str:
    """What a roll showed, in words."""
    return ", ".join(game.setting.word("", value).printed(lang) for value in values)


def known_ids(game: Game, drawn: str, lang: Lang) -> list[tuple[str, str]]:
    """The ids that a field may name, with what they are called: seats, what stands in the picture, what the catalog lists."""
    setting = game.setting
    ids = dict.fromkeys([*setting.seats, *map(html.unescape, _HOOK.findall(drawn)), *setting.called])
    return [(id, name if (name := setting.word("", id).printed(lang)) != id else "") for id in ids if id]


def known_rules(game: Game) -> list[str]:
    """Rules that rulings may rest on: those of the title's readings, those that records of this game name."""
    history = game.history
    named = [reading.rule for reading in game.rules.about.readings]
    for seq in history.illegal:
        verdict = getattr(history.filed(seq).body, "verdict", None)
        named += [verdict.rule] if verdict else []
    bodies = (history.matter(seq) for seq in history.proceedings)
    named += [body.rule for body in bodies if isinstance(body, RulingGiven | RulingOverturned)]
    return [rule for rule in dict.fromkeys(named) if rule]

"""A title for arbiters: the readings chosen where its rule text is unclear, and where each sentence of the text has gone."""

from __future__ import annotations

from flask import Response

from api.request.current import unknown_title
from api.site.kit.pages import lang, needs, page, site
from api.site.organise.opening_form import options_of
from domain.rules.titles import registry
from domain.rules.titles.concordance import concordance


@site.get("/titles/<id>")
@needs("arbiter")
def show_title_page(id: str) -> Response:
    """What a title follows, how it reads it, its endings, and its concordance; raises `unknown-ruleset`."""
    try:
        rules = registry.ruleset(id)
    except registry.UnknownRuleset:
        raise unknown_title(id) from None
    called = {name: option.label for name, option in options_of(rules, lang()).fields.items()}
    return page("watch/title.html", rules=rules, found=concordance(rules), options=called)

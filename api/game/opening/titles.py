"""A title for arbiters: the readings chosen where its rule text is unclear, and where each sentence
of the text has gone."""

from flask import Response

from api.game.request import unknown_title
from api.web.pages.pages import needs, page, site
from api.web.schemas import struct_fields
from domain.titles import registry
from domain.titles.concordance import concordance
from domain.titles.contract.setting import asked


@site.get("/titles/<id>")
@needs("arbiter")
def show_title_page(id: str) -> Response:
    try:
        rules = registry.ruleset(id)
    except registry.UnknownRuleset:
        raise unknown_title(id) from None
    called = {field.name: asked(field) for field in struct_fields(rules.options_type)}
    return page("titles/title.html", rules=rules, found=concordance(rules), options=called)

"""A title's page: its readings, and where each sentence of its rule text has gone."""

from __future__ import annotations

import pytest

from api.resources.library.rulesets import title
from domain.rules.titles import registry
from domain.rules.titles.concordance import concordance
from tests.api.site.organise.test_organise import person
from tests.builders.api.client import KEY, Caller
from tests.builders.api.forms import Person


@pytest.fixture
def organiser(caller: Caller) -> Person:
    """A browser that is signed in with the operator's key."""
    return person(caller, KEY)


@pytest.mark.parametrize("id", registry.ids())
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_page_shows_every_reading_and_every_sentence(id: str, lang: str, organiser: Person) -> None:
    rules = registry.ruleset(id)
    page = organiser.go(f"/titles/{id}?lang={lang}").text
    for reading in rules.about.readings:
        assert f'id="reading-{reading.id}"' in page
    found = concordance(rules)
    rows = sum(len(heading.sentences) for heading in found.headings) if found else 0
    table = page.partition('id="concordance"')[2]
    assert table.count('<tr role="row">') == (rows + 1 if found else 0)


def test_the_api_answers_with_the_concordance_too(caller: Caller) -> None:
    for id in registry.ids():
        listed = caller.get(f"/api/v1/rulesets/{id}").json
        assert bool(listed["concordance"]) == (concordance(registry.ruleset(id)) is not None)
        assert title(id)


def test_there_is_no_page_of_a_title_that_does_not_exist(organiser: Person) -> None:
    assert organiser.go("/titles/chess").status_code == 404

"""A combat on phones, in a real Chromium: how it stands while it is fought, and what an action leads to before it is sent."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from domain.game.game import Game
from tests.browser.conftest import Site, Visits, faults, wide
from tests.browser.play.playing import fixed, play_on

SMALL = {"width": 360, "height": 780}


COMBATS = [("northgard-training", 8), ("fief-tactics", 5), ("raiders-solo", 2), ("tears-solo", 1), ("convicted", 3)]


@pytest.mark.parametrize(("title", "seed"), COMBATS)
def test_a_combat_is_told_on_a_small_phone(title: str, seed: int, site: Site, visit: Visits, shoot: Callable[..., None]) -> None:
    game = fixed(site, title, seed)

    def fought(now: Game) -> bool:
        at = now.board.battle is not None if title == "fief-tactics" else now.rules.combat(now.board)
        return bool(at) and any(fact.settles for fact in now.history.facts(now.seq))

    now = play_on(site, game.id, fought, seed)
    page = visit(f"/games/{game.id}/play", link=game.links["arbiter"], size=SMALL, touch=True, lang="fr")
    panel = page.locator("#board .settled")
    expect(panel.locator("h2")).to_contain_text("Où en est le combat")
    expect(panel.locator(".stands")).to_have_text([text.printed("fr") for text in now.rules.combat(now.board)])
    assert panel.locator(".came li").count() == sum(fact.settles for fact in now.history.facts(now.seq))
    assert not wide(page)
    assert faults(page) == []
    shoot(page, title)
    if offered := page.locator("#offers .offer .leads").all_inner_texts():
        assert all(told.startswith("→ ") for told in offered)


def test_a_form_says_what_its_action_leads_to_as_soon_as_it_is_opened(site: Site, visit: Visits) -> None:
    game = fixed(site, "fief-tactics", 5, players=3)

    def recruits(now: Game) -> bool:
        return now.board.phase == "purchases" and any(
            one.type == "recruit" for one in now.rules.legal(now.board, now.to_act[0]).templates
        )

    now = play_on(site, game.id, recruits, 5)
    seat = now.to_act[0]
    page = visit(f"/games/{game.id}/play?seat={seat}", link=game.links["arbiter"], size=SMALL, touch=True, lang="fr")
    form = page.locator("details.short", has_text="Recruter")
    form.locator("summary").tap()
    name = now.setting.name(seat).fr
    expect(form.locator("p.leads")).to_have_text(re.compile(rf"^→ {name} paie \d+ écus? \("))

"""Updates of a seat's page, checked without its script: whatever is entered in several browsers,
the page made of the parts that a browser was sent equals the page loaded anew."""

from random import Random
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from api.game.play import since
from api.game.play.pages import SEEN
from domain.game.clerk.clerk import Clerk
from domain.titles import registry
from tests.amount import slow_but
from tests.builders.api.callers import Club
from tests.builders.api.parts import KEYS, Browser, parts_of
from tests.builders.api.seated import game_now, sits

_TAPS = 14


class Seat(Browser):
    def __init__(self, club: Club, link: str, lang: str) -> None:
        super().__init__(sits(club, link, lang), f"/games/{club.game}/play")

    def enter(self, deed: str, **fields: Any) -> TestResponse:
        client, seen = self.person.client, SEEN.format(self.path.split("/")[2])
        looked = client.get_cookie(seen, path=self.path)
        answer = super().enter(deed, **fields)
        if looked is not None:  # what was new in this answer is new to who asks again
            client.set_cookie(seen, looked.value, path=self.path)
        return answer

    def load_anew(self, path: str = "") -> dict[str, str]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(since, "LINES", WeakKeyDictionary())  # nothing of it is remembered
            return super().load_anew(path)


@pytest.mark.parametrize("title", slow_but(["score-sheet", "convicted"], registry.ids()))
def test_parts_are_together_the_page_loaded_anew(title: str, app: Flask, clerk: Clerk) -> None:
    club, rng = Club(app, clerk, ruleset=title), Random(title)
    seats = [name for name in club.links if name not in ("arbiter", "spectator")]
    links = dict(zip((*seats[:2], "arbiter"), ("en", "fr", "fr"), strict=False))
    browsers = {link: Seat(club, link, lang) for link, lang in links.items()}
    for _ in range(_TAPS):
        game = game_now(club)
        seat = rng.choice(game.to_act or game.setting.seats)
        browser = browsers[rng.choice([link for link in browsers if link in (seat, "arbiter")])]
        deed = rng.choice(("act", "act", "act", "undo", "claim", "sit", "leave"))
        entered = {"how": "either", "about": game.seq, "text": "Look.", "name": "Anna"}
        if deed == "act" and game.to_act:
            action = game.rules.sample(game.board, seat, rng)
            entered["action"] = msgspec.json.encode(action).decode()
        to = browser.enter(deed, seat=seat, seq=game.seq, **entered).headers.get("Greffe-Next")
        if to:
            assert browser.held == browser.load_anew(to)
        for other in rng.sample(list(browsers.values()), 2):
            other.catch_up()
            assert other.held == other.load_anew()
    en, fr = list(browsers.values())[:2]
    for etag in (en.etag, f'"{en.etag}', "*", '"'):  # of another page, or of none
        whole = fr.ask(fr.path, If_None_Match=etag)
        assert parts_of(KEYS.sub("", whole.text), set(fr.held)) == fr.load_anew()
    fr.catch_up()
    assert fr.ask(fr.path, If_None_Match=fr.etag).status_code == 304

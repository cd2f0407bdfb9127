"""The parts that the page of a seat is kept up to date with, in a script's place: whatever is
entered in several browsers, the parts that each was sent are together the page loaded anew."""

import re
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
from tests.builders.api.client import new_key
from tests.builders.api.seated import head, sits

_KEYS = re.compile(r'value="page-[^"]*"|(?<=data-etag=")[^"]*')
_BEGINS = re.compile(r'<(\w+)\b[^>]*? id="(\w+)"[^>]*>')
_TAPS = 14


def parted(page: str, names: set[str]) -> dict[str, str]:
    """The parts of an answer by their ids; its title and `#play` itself; under no name, what is
    around them."""
    shown = re.search("<title>.*</title>", page)
    parts, rest, at = {"title": shown[0] if shown else ""}, "", 0
    for begin in _BEGINS.finditer(page):
        if begin[2] == "play":
            parts["play"] = re.sub(r" data-(policy|say-[\w-]+)=\"[^\"]*\"|\s", "", begin[0])
            rest, at = rest + page[at : begin.start()], begin.end()
        elif begin[2] in names and begin.start() >= at:
            depth, end = 1, begin.end()
            while depth:
                tag = re.compile(rf"<(/?){begin[1]}\b").search(page, end)
                assert tag is not None
                depth, end = depth + (-1 if tag[1] else 1), tag.end()
            parts[begin[2]] = page[begin.start() : end]
            rest, at = rest + page[at : begin.start()], end
    return parts | {"": (rest + page[at:]).replace(parts["title"], "")}


class Browser:
    def __init__(self, club: Club, link: str, lang: str) -> None:
        self.person, self.path = sits(club, link, lang), f"/games/{club.game}/play"
        self.person.go(self.path)
        self.etag = ""
        self.held = self.take(self.ask(self.path))

    def ask(self, path: str, data: Any = None, **holds: str) -> TestResponse:
        headers = {
            **self.person.headers,
            "Greffe-Part": "wide",
            **{name.replace("_", "-"): value for name, value in holds.items()},
        }
        method = "GET" if data is None else "POST"
        return self.person.client.open(path, method=method, data=data, headers=headers)

    def take(self, answer: TestResponse) -> dict[str, str]:
        """The parts of an answer, which the page has from now on."""
        assert answer.status_code == 200, answer.text
        self.etag = answer.headers["ETag"]
        names = set(re.findall(r"\.(\w+)-", self.etag))
        return parted(_KEYS.sub("", answer.text), names)

    def catch_up(self) -> None:
        answer = self.ask(self.path, If_None_Match=self.etag)
        if answer.status_code != 304:
            self.held |= self.take(answer) | {"": self.held[""]}

    def enter(self, deed: str, **fields: Any) -> TestResponse:
        """Send a form, and take what is answered."""
        data = {"key": new_key(), **self.person.token, **fields}
        client, seen = self.person.client, SEEN.format(self.path.split("/")[2])
        looked = client.get_cookie(seen, path=self.path)
        answer = self.ask(f"{self.path}/{deed}", data, Greffe_Holds=self.etag)
        self.held |= self.take(answer) | {"": self.held[""]}
        if looked is not None:  # what was new in this answer is new to who asks again
            client.set_cookie(seen, looked.value, path=self.path)
        return answer

    def anew(self, path: str = "") -> dict[str, str]:
        """The page loaded anew; at an address with a query, with links as at the plain one."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(since, "LINES", WeakKeyDictionary())  # nothing of it is remembered
            made = parted(_KEYS.sub("", self.ask(path or self.path).text), set(self.held))
        return made | ({"": self.held[""]} if path else {})


@pytest.mark.parametrize("title", slow_but(["score-sheet", "convicted"], registry.ids()))
def test_parts_are_together_the_page_loaded_anew(title: str, app: Flask, clerk: Clerk) -> None:
    club, rng = Club(app, clerk, ruleset=title), Random(title)
    seats = [name for name in club.links if name not in ("arbiter", "spectator")]
    links = dict(zip((*seats[:2], "arbiter"), ("en", "fr", "fr"), strict=False))
    browsers = {link: Browser(club, link, lang) for link, lang in links.items()}
    for _ in range(_TAPS):
        game = head(club)
        seat = rng.choice(game.to_act or game.setting.seats)
        browser = browsers[rng.choice([link for link in browsers if link in (seat, "arbiter")])]
        deed = rng.choice(("act", "act", "act", "undo", "claim", "sit", "leave"))
        entered = {"how": "either", "about": game.seq, "text": "Look.", "name": "Anna"}
        if deed == "act" and game.to_act:
            action = game.rules.sample(game.board, seat, rng)
            entered["action"] = msgspec.json.encode(action).decode()
        to = browser.enter(deed, seat=seat, seq=game.seq, **entered).headers.get("Greffe-Next")
        if to:
            assert browser.held == browser.anew(to)
        for other in rng.sample(list(browsers.values()), 2):
            other.catch_up()
            assert other.held == other.anew()
    en, fr = list(browsers.values())[:2]
    for etag in (en.etag, f'"{en.etag}', "*", '"'):  # of another page, or of none
        whole = fr.ask(fr.path, If_None_Match=etag)
        assert parted(_KEYS.sub("", whole.text), set(fr.held)) == fr.anew()
    fr.catch_up()
    assert fr.ask(fr.path, If_None_Match=fr.etag).status_code == 304

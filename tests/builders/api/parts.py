"""Browsers without the page's script, for pages that are updated in parts
(`api/web/pages/parts.py`): the page is put together from the parts that the browser was sent."""

import re
from typing import Any

from werkzeug.test import TestResponse

from tests.builders.api.client import new_key
from tests.builders.api.forms import Person

KEYS = re.compile(r'value="page-[^"]*"|(?<=data-etag=")[^"]*')
_BEGINS = re.compile(r'<(\w+)\b[^>]*? (?:id|data-renew)="(\w+)"[^>]*>')


def parts_of(page: str, names: set[str]) -> dict[str, str]:
    """The HTML of the parts of a page that have one of these `names` as their id or in
    `data-renew`, by that name. `title` is the page's title, `play` the opening tag of `#play`, and
    "" everything around the parts."""
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
    """A person at a page that is updated in parts."""

    def __init__(self, person: Person, path: str) -> None:
        self.person, self.path = person, path
        self.person.go(self.path)
        self.etag = ""
        self.held = self.take(self.ask(self.path))

    def ask(self, path: str, data: Any = None, **headers: str) -> TestResponse:
        """Request a page's parts, or send a form. `headers`: further ones, with `_` for `-`."""
        named = {
            **self.person.headers,
            "Greffe-Part": "wide",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        method = "GET" if data is None else "POST"
        return self.person.client.open(path, method=method, data=data, headers=named)

    def take(self, answer: TestResponse) -> dict[str, str]:
        """Remember the answer's ETag. Returns the parts in the answer."""
        assert answer.status_code == 200, answer.text
        self.etag = answer.headers["ETag"]
        names = set(re.findall(r"\.(\w+)-", self.etag))
        return parts_of(KEYS.sub("", answer.text), names)

    def catch_up(self) -> None:
        answer = self.ask(self.path, If_None_Match=self.etag)
        if answer.status_code != 304:
            self.held |= self.take(answer) | {"": self.held[""]}

    def enter(self, deed: str, **fields: Any) -> TestResponse:
        """Send a form to the address `deed` below the page's, and replace the parts that the answer
        brings."""
        data = {"key": new_key(), **self.person.token, **fields}
        answer = self.ask(f"{self.path}/{deed}", data, Greffe_Holds=self.etag)
        self.held |= self.take(answer) | {"": self.held[""]}
        return answer

    def load_anew(self, path: str = "") -> dict[str, str]:
        """Load the page, or the one at `path`, without changing this browser. Returns its parts.
        With a `path`, the part "" (all around the others) is this browser's, since it may
        differ."""
        made = parts_of(KEYS.sub("", self.ask(path or self.path).text), set(self.held))
        return made | ({"": self.held[""]} if path else {})

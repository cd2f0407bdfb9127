"""Thousands of broken forms and addresses, sent to an app that has one of each thing. Everybody who
has a key or a link opens their pages and sends their queries and forms with fields that are
missing, doubled, of another type or of another form. No answer may be 500.

`python -m tests.api.form_fuzz 100000 seed` sends that many requests and prints how often each
status was answered; `test_form_fuzz.py` sends a few."""

from __future__ import annotations

import inspect
import re
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from urllib.parse import urlencode, urlsplit

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from api.web.request.service import EXTENSION
from tests.api.test_crawl import Crawl, PopulatedService, built, ours
from tests.builders.api.event_pages import sends
from tests.builders.api.forms import Form, Person, Reader

Fields = list[tuple[str, str]]

VALUES = (
    *("", " ", "x", "0", "1", "2", "-1", "1/2", "1/0", "1.5", "1e9", "NaN", "9" * 30, "\u0661"),
    *("\u00b2", "\u22121", "true", "on", "null", "[]", "{}", '{"type":"x"}', "[" * 200, '"', "<b>"),
    *("\x00", "\r\n", "\ud800", "\U000e0041", "\u202e", "%ff", "{x}", "a b", "1 2", "1 1", "1,2"),
    *("1-2", "1:2", "a=1", "/", "../..", "#", "a@b", "https://", "2026-01-01", "2026-02-30"),
    *("0001-01-01T00:00", "9999-12-31T23:59+14:00", "fr", "blue", "a" * 65, "a" * 5_000, "1" * 64),
    *("number", "choice", "reckoned", "sum", "\n" * 300, "sealed", "table", "1\t2\t3", "1;2"),
)
"""Values for any field: invalid or far too large numbers, broken JSON, words of other fields,
invisible characters."""

LEAVE = "/leave"
"""Not requested, since it would end the session that later requests use."""

_ASKED = re.compile(r"""(?:args|form|values|line|row)\.get(?:list)?\(f?"([a-z_.]+)""")
_STANDS = re.compile(r"<(?:[^:<>]+:)?([^<>]+)>")


class Fuzz:
    """Sends broken requests in the name of every person. `statuses` counts the answers by status
    code. `faults` has one request for each address and error that was answered with 500."""

    def __init__(self, app: Flask, house: PopulatedService, rng: Random) -> None:
        app.extensions[EXTENSION].streams.stop()  # so a stream tells what is there and ends
        self.statuses, self.faults = Counter[int](), dict[str, str]()
        self._rng, self._map = rng, app.url_map.bind("localhost")
        self._asked = {
            rule.endpoint: _asked(app.view_functions[rule.endpoint].__module__)
            for rule in app.url_map.iter_rules()
        }
        self._names = sorted({name for names in self._asked.values() for name in names})
        self._rules = sorted(
            (method, rule.rule, rule.endpoint)
            for rule in app.url_map.iter_rules()
            for method in (rule.methods or set()) & {"GET", "POST"}
            if method == "GET" or rule.endpoint.startswith("site.")
            if rule.rule != LEAVE
        )
        self._client = app.test_client(use_cookies=False)
        self._cookies: dict[Person, str] = {}
        self._places: dict[str, list[str]] = {}
        self._pages: list[tuple[Person, str]] = []
        self._organiser = house.organiser
        for person in (*house.people().values(), _registered(house)):
            start = person.answer.request.path if hasattr(person, "answer") else "/"
            self._cookies[person] = person.go("/").request.headers.get("Cookie", "")
            pages = sorted(Crawl(app, person, once=True).follow("/", start).pages)
            self._pages += [(person, page) for page in pages]
            for page in pages:
                for name, value in self._map.match(urlsplit(page).path, "GET")[1].items():
                    self._places.setdefault(name, []).append(str(value))

    def run(self, requests: int) -> None:
        while self.statuses.total() < requests:
            person, page = self._rng.choice(self._pages)
            if self._rng.random() < 0.4:
                self._ask_anywhere(self._rng.choice((person, self._organiser)))
            else:
                self._use(person, page)

    def _ask_anywhere(self, person: Person) -> None:
        rng = self._rng
        method, rule, endpoint = rng.choice(self._rules)
        address = _STANDS.sub(lambda place: self._word(place[1]), rule)
        names = self._asked[endpoint] or self._names
        fields = [(rng.choice(names), rng.choice(VALUES)) for _ in range(rng.randrange(6))]
        self._ask(
            person, method, address, [*fields, *self._stamp()] if method == "POST" else fields
        )

    def _use(self, person: Person, page: str) -> None:
        """Open a page twice, with a random query and without one, and send up to three of its
        forms."""
        names = self._asked[str(self._map.match(urlsplit(page).path, "GET")[0])] or self._names
        self._ask(person, "GET", page, [(self._rng.choice(names), self._rng.choice(VALUES))])
        answer = self._ask(person, "GET", page, [])
        if answer.status_code == 200 and answer.mimetype == "text/html":
            forms = [form for form in Reader(answer.text).forms if _is_sent(form)]
            for form in self._rng.sample(forms, min(3, len(forms))):
                self._send(person, form, page)

    def _send(self, person: Person, form: Form, page: str) -> None:
        sent = [
            (name, value)
            for name, control in form.fields.items()
            for value in (control.ticked if control.several else [control.value])
            if value is not None
        ]
        if form.buttons:
            sent.append(self._rng.choice(form.buttons)[:2])
        self._ask(person, form.method.upper(), form.action or page, self._changed(sent))

    def _changed(self, sent: Fields) -> Fields:
        """A copy of the fields with one to three random changes: a field is left out, doubled,
        given a value of another type or of another field, or added though the form has no such
        field."""
        rng, fields = self._rng, list(sent)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            name, value = rng.choice(fields) if fields else (rng.choice(self._names), "")
            if (name, value) in fields and rng.random() < 0.7:
                fields.remove((name, value))
            if rng.random() < 0.2:
                name = rng.choice(self._names)
            if rng.random() < 0.8:
                fields.append((name, rng.choice((*VALUES, *(value for _, value in fields)))))
        return fields

    def _stamp(self) -> Fields:
        return [("key", f"fuzzed-{self._rng.random()}"), ("seq", self._rng.choice("0123"))]

    def _word(self, place: str) -> str:
        there = self._places.get(place, ["x"])
        return self._rng.choice(there if self._rng.random() < 0.9 else ("1", "x", "0", "9" * 30))

    def _ask(self, person: Person, method: str, address: str, fields: Fields) -> TestResponse:
        encoded = _encoded([*fields, *(person.token.items() if method == "POST" else ())])
        data = {"data": encoded, "content_type": "application/x-www-form-urlencoded"}
        if method == "GET" and fields:
            address = f"{address}{'&' if '?' in address else '?'}{encoded}"
        headers = {**person.headers, "Cookie": self._cookies[person]}  # which none of this ends
        answer = self._client.open(
            address, method=method, headers=headers, **(data if method == "POST" else {})
        )
        self.statuses[answer.status_code] += 1
        if answer.status_code == 500:
            self.faults.setdefault(self._rule(address, method), f"{method} {address} {encoded}")
        return answer

    def _rule(self, address: str, method: str) -> str:
        try:
            rule = self._map.match(urlsplit(address).path, method, return_rule=True)[0].rule
        except HTTPException:
            rule = "nowhere"
        return f"{method} {rule}"


def _is_sent(form: Form) -> bool:
    return form.method != "dialog" and ours(form.action) and form.action != LEAVE


def _encoded(fields: Sequence[tuple[str, str]]) -> str:
    return urlencode([(name, value.encode("utf-8", "surrogatepass")) for name, value in fields])


def _asked(module: str) -> list[str]:
    """The names of form fields and query parameters that a module's source reads."""
    return sorted(set(_ASKED.findall(inspect.getsource(sys.modules[module]))))


def _registered(house: PopulatedService) -> Person:
    """Somebody who has registered for a tournament that everybody may watch."""
    event, who = house.running, Person(house.app.test_client())
    event.submit("/event", "/event", "Save", public="on", registering="on")
    who.go(f"/events/{event.id}/register")
    who.go(sends(who, who.form("/register"), name="Ada").headers["Location"])
    return who


def fuzzed(requests: int, seed: int) -> Fuzz:
    with built() as (app, house):
        fuzz = Fuzz(app, house, Random(seed))
        fuzz.run(requests)
        return fuzz


if __name__ == "__main__":
    done = fuzzed(int(sys.argv[1]), int(sys.argv[2]))
    print(dict(done.statuses), *done.faults.values(), sep="\n")
    sys.exit(bool(done.faults))

"""Several desks of one round, checked without the page's script: whatever is typed at them, the
page made of the parts that each was sent equals the page loaded anew, and no desk overwrites a
result that it did not show."""

import re
from random import Random

import pytest
from flask import Flask

from api.tournament import frame
from api.web.pages import parts
from tests.builders.api.event_pages import EventPages
from tests.builders.api.forms import signed_in
from tests.builders.api.parts import Browser

ENTRANTS, DEEDS = 36, 40
SIGNS = {"1": "1 – 0", "=": "½ – ½", "2": "0 – 1"}
SHOWN = re.compile(r'id="t-(\d+)" data-table.*?</tr>', re.DOTALL)


class Desk(Browser):
    def row(self, table: int) -> str:
        page = "".join(text for name, text in self.held.items() if name.startswith("rows"))
        return next(row[0] for row in SHOWN.finditer(page) if row[1] == str(table))

    def caught_up(self) -> bool:
        self.catch_up()
        parts._CACHE.clear()
        return self.same(self.load_anew())

    def same(self, anew: dict[str, str]) -> bool:
        """Whether the parts this desk has equal those of the page loaded anew."""
        return all(anew[name] == text for name, text in self.held.items() if name)


def test_parts_of_desks_are_together_the_page_loaded_anew(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, rng = EventPages(app, ENTRANTS), Random(ENTRANTS)
    event.pair(1)
    path, taken = f"{event.base}/rounds/1", dict[int, str]()
    people = (signed_in(app), signed_in(app, "fr"), event.link("Scorer", lang="fr"))
    desks = [Desk(person, path) for person in people]
    for n in range(DEEDS):
        if n % 5 == 4:  # somebody is called otherwise, who may be told of in rows of others
            number = rng.randint(1, ENTRANTS)
            named = {"amended.name": f"Nemo {n}"}
            event.submit(f"/entrants/{number}", f"/entrants/{number}", **named)
        desk, table = rng.choice(desks), rng.randint(1, ENTRANTS // 2)
        row, typed = desk.row(table), rng.choice("12=")
        mark = re.search(r'name="row" value="(.{8})"', row)
        answer = desk.enter("quick", table=table, places=typed, row=mark[1] if mark else "")
        refused = int(answer.headers.get("Greffe-Status", 200)) >= 400
        other_than = taken.setdefault(table, typed) != typed
        own = f"<strong>{SIGNS[taken[table]]}</strong>" in row and 'class="no-print over"' in row
        assert other_than >= refused and (refused or not other_than or own)
        taken[table] = taken[table] if refused else typed
        assert refused == ('class="notice bad"' in answer.text)
        for other in rng.sample(desks, 2):
            assert any(other.caught_up() for _ in range(2))  # a row's minute can end in between
    for module in (parts, frame):
        monkeypatch.setattr(module, "version", lambda: "of another version")
    assert desks[0].same(desks[0].take(desks[0].ask(path, If_None_Match=desks[0].etag)))

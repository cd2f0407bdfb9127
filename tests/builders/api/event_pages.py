"""A tournament used through its pages, by forms as browsers without scripts send them: by its
director and by the holders of its links."""

import re
from typing import Any, Self

from flask import Flask
from werkzeug.test import TestResponse

from domain.tournament.aggregate.tournament import Tournament
from domain.tournament.tournaments import Tournaments
from tests.builders.api.client import KEY
from tests.builders.api.forms import Form, Person, excerpt, signed_in


class EventPages:
    def __init__(
        self,
        app: Flask,
        entrants: int = 4,
        ruleset: str = "",
        title: str = "Spring open",
        without: str = "",
        chance: str = "",
        catalog: str = "",
        key: str = KEY,
        **rules: str,
    ) -> None:
        self.app = app
        self.director = signed_in(app, key=key)
        self.director.go("/organise/tournaments/open" + (f"?ruleset={ruleset}" if ruleset else ""))
        form = self.director.form("/organise/tournaments")
        for name, value in rules.items():
            form.set(f"rules.stages.0.{name.replace('__', '.')}", value)
        if chance:
            form.set("chance", chance)
        if catalog:
            form.set("catalog", catalog)
        if without:  # an option of the title that is not to hold
            form.check(f"options.{without}", on=False)
        answer = self.director.send(form, "Open the tournament", follow=False, title=title)
        assert answer.status_code == 303, self.director.page
        self.base = answer.headers["Location"]
        self.id = self.base.rpartition("/")[2]
        if entrants:
            self.enter(*(f"Player {n}" for n in range(1, entrants + 1)))

    def begun(self, *, games: bool = False) -> Self:
        """Publish the first round, and with `games` open its games. Returns the event itself."""
        self.pair(1)
        if games:
            self.submit("/rounds/1", "/rounds/1/games")
        return self

    @property
    def now(self) -> Tournament:
        return self.app.extensions["greffe"].of(Tournaments).store.tournament(self.id)

    def go(self, path: str = "") -> TestResponse:
        return self.director.go(self.base + path)

    def enter(self, *names: str) -> None:
        self.submit("/entrants", "/entrants/import", pasted="\n".join(names))

    def send(self, form: Form, button: str = "", **changes: str | None) -> TestResponse:
        answer = self.director.send(form, button, follow=False, **changes)
        assert answer.status_code == 303, self.trouble()
        return answer

    def fill_in(self, page: str, *form: str, **changes: Any) -> TestResponse:
        return self.director.fill_in(self.base + page, *form, **changes)

    def submit(self, page: str, *form: str, **changes: Any) -> TestResponse:
        return submits(self.director, self.base + page, *form, **changes)

    def trouble(self) -> str:
        return self.director.text("trouble") or self.director.page

    def confirm(self, reason: str = "It was wrong.", times: int = 1) -> TestResponse:
        answer = self.director.answer
        for _ in range(times):
            assert self.director.read.texts.get("confirm") is not None, self.trouble()
            answer = self.director.send(
                self.director.form("", "confirm"), follow=False, reason=reason
            )
        assert answer.status_code == 303, self.trouble()
        return answer

    def pair(self, round: int, *, played: bool = False) -> None:
        self.submit(f"/rounds/{round}", "/pair", f"Pair round {round}")
        self.submit(f"/rounds/{round}", "/publish")
        if played:
            self.play(round)

    def tables(self, round: int) -> dict[int, list[int]]:
        page = self.go(f"/paper/pairings?round={round}").text
        rows = re.findall(r'<th scope="row" class="number">(\d+)</th><td>(.*?)</td>', page)
        return {
            int(table): [int(n) for n in re.findall(r'<span class="number">(\d+)</span>', row)]
            for table, row in rows
        }

    def type_result(self, round: int, table: int, places: str, scores: str = "") -> TestResponse:
        self.go(f"/rounds/{round}")
        return self.send(self.row(table), places=places, scores=scores)

    def row(self, table: int, who: Person | None = None) -> Form:
        """The form of a table's row, on the current page of `who` (the director if None)."""
        forms = [form for form in (who or self.director).forms if form.action.endswith("/quick")]
        return next(form for form in forms if form.fields["table"].value == str(table))

    def play(self, round: int) -> None:
        for table, entrants in self.tables(round).items():
            self.type_result(round, table, " ".join(str(n) for n in range(1, len(entrants) + 1)))

    def close(self, round: int) -> None:
        self.submit(f"/rounds/{round}", f"/rounds/{round}/close")

    def link(self, duty: str, entrant: int = 0, lang: str = "en") -> Person:
        page = self.go("/links")
        number = (entrant - 1) // 24 + 1
        page = self.go(f"/links?page={number}") if entrant else page
        whose = f"Player {entrant}" if entrant else duty
        address = excerpt(
            rf'value="[^"]*(/seat/[^"]+)" aria-label="[^"]*{re.escape(whose)}"', page.text
        )
        person = Person(self.app.test_client(), lang=lang)
        person.go(address)
        return person

    def standings(self, who: Person | None = None) -> list[tuple[int, int]]:
        page = (who or self.director).go(f"{self.base}/standings").text
        rows = re.findall(r'<tr id="e-(\d+)"><td>(\d+)', page)
        return [(int(rank), int(entrant)) for entrant, rank in rows]


def submits(who: Person, path: str, *form: str, **changes: Any) -> TestResponse:
    """Fill in and send a form as `Person.fill_in` does. Fails unless it is accepted (303)."""
    answer = who.fill_in(path, *form, follow=False, **changes)
    assert answer.status_code == 303, who.text("trouble") or who.page
    return answer


def sends(who: Person, form: Form, button: str = "", **changes: Any) -> TestResponse:
    answer = who.send(form, button, follow=False, **changes)
    assert answer.status_code == 303, who.text("trouble") or who.page
    return answer

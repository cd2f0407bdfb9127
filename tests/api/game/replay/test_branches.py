import re
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from tests.builders.api.disputes import Dispute
from tests.builders.api.forms import Form, Person, excerpt

pytestmark = pytest.mark.usefixtures("fixed_chance")


class Analyst(Person):
    def __init__(self, table: Dispute, name: str = "red", lang: str = "en") -> None:
        super().__init__(table.app.test_client(), table.links[name]["token"], lang)
        self.path = f"/games/{table.game}/branches"

    def branches_page(self, query: str = "", status: int = 200) -> str:
        answer = self.go(f"{self.path}{query}")
        assert answer.status_code == status, answer.text
        return answer.text

    @property
    def growing(self) -> Form:
        return next(
            form for form in self.forms if form.method == "post" and form.action == self.path
        )

    def grow(self, **fields: str) -> str:
        self.send(self.growing, **fields)
        return excerpt(r"\?grown=(\w+)", self.answer.request.url)


def branches(table: Dispute) -> list[Any]:
    return list(table.read("", "/branches")["branches"])


@pytest.mark.parametrize("name", ["red", "arbiter"])
def test_who_grows_a_branch_sees_its_links_and_comes_in_by_them(
    name: str, duel: Dispute, clerk: Clerk
) -> None:
    person = Analyst(duel, name)
    person.branches_page("?at=5")
    branch = person.grow(purpose="dispute", chance="table", undo="none")
    opened = clerk.game(branch).opened
    assert (opened.lineage.game, opened.lineage.seq, opened.lineage.purpose) == (
        duel.game,
        5,
        "dispute",
    )
    assert (opened.chance, opened.undo, opened.actor) == ("table", "none", duel.links[name]["id"])
    links = re.findall(
        r'<a class="button" href="http://localhost(/seat/[^"]+)">Open as ([^<]+)</a>', person.page
    )
    assert [whose for _, whose in links] == ["Blue", "Red", "Arbiter", "Spectator"]
    for href, whose in links:
        assert person.go(href).status_code == 200
        assert person.answer.request.path.startswith(f"/games/{branch}"), whose
    page = person.branches_page()
    assert f'<a href="/games/{branch}">' in page, "this browser has a link to it now"
    assert "Its links" in page


def test_nobody_else_sees_the_links(duel: Dispute) -> None:
    grower = Analyst(duel)
    grower.branches_page("?at=5")
    branch = grower.grow()
    for name in ("blue", "arbiter", "spectator"):
        page = Analyst(duel, name).branches_page(f"?grown={branch}")
        assert "/seat/" not in page and "Only whoever opened the branch sees its links" in page
        assert f'href="/games/{branch}"' not in page and "Beside the line played" in page
    for id in ("nosuchgame12", duel.game):  # a game is no branch of itself
        assert "/seat/" not in grower.branches_page(f"?grown={id}")


def test_a_form_sent_twice_grows_one_branch(duel: Dispute) -> None:
    person = Analyst(duel)
    person.branches_page("?at=5")
    form = person.growing
    first = person.send(form, follow=False).headers["Location"]
    assert person.send(form, follow=False).headers["Location"] == first
    assert len(branches(duel)) == 1
    assert person.send(form, at="6").status_code == 422
    assert "already used" in person.text("trouble") and person.growing.fields["at"].value == "6"
    person.send(person.growing)
    assert [branch["seq"] for branch in branches(duel)] == [6, 5]


def test_what_cannot_grow_is_told_and_nothing_is_opened(duel: Dispute) -> None:
    person = Analyst(duel)
    for name, value, status in (
        ("at", "0", 404),
        ("at", "99", 404),
        ("at", "five", 422),
        ("purpose", "fun", 422),
        ("chance", "loaded", 422),
        ("undo", "always", 422),
        ("key", "", 400),
    ):
        person.branches_page()
        answer = person.send(person.growing, **{name: value})
        assert (answer.status_code, branches(duel), bool(person.text("trouble"))) == (
            status,
            [],
            True,
        ), (name, value)
        assert name != "at" or person.growing.fields["at"].value == value, (
            "what was entered is kept"
        )


def test_a_branch_stands_beside_the_line_with_what_differs_marked(duel: Dispute) -> None:
    person = Analyst(duel)
    person.branches_page("?at=3")
    branch = person.grow()
    page = person.branches_page(f"?with={branch}")
    assert f"The line played, record {duel.seq}" in page and f"Branch {branch}, record 1" in page
    assert page.count('class="place changed"') + page.count('class="seat changed"') > 1
    assert 'changed"' not in person.branches_page(f"?with={branch}&ours=3&theirs=1"), (
        "at its root it is the line"
    )
    other = Dispute(duel.app, duel.clerk).game
    for query, status in ((f"{branch}&ours=99", 404), ("nosuchgame12", 403), (other, 403)):
        person.branches_page(f"?with={query}", status)


def test_an_address_that_names_no_record_shows_the_newest(duel: Dispute) -> None:
    person = Analyst(duel)
    for at in ("0", "99", "x", "9" * 40):
        person.branches_page(f"?at={at}")
        assert person.growing.fields["at"].value == str(duel.seq)

import re

import pytest
from flask import Flask

from api import create_app
from domain.game.clerk.clerk import Clerk
from ops.stores.log.cosignatures import Cosignatures
from projections.read.views import Views
from tests.api.proof.test_audit import NOON, brought
from tests.builders.api.client import KEY
from tests.builders.api.disputes import Dispute
from tests.builders.api.forms import Form, Person
from tests.builders.api.judging import Judge
from tests.builders.logs import Log
from tests.builders.stores import VIEWS_KEY
from tests.builders.world import CLUB


def proofs(judge: Judge) -> list[str]:
    return [
        re.sub(r"<[^>]+>", "", piece).strip()
        for piece in re.findall(r'<span class="proof \w+">(.*?)</span>', judge.at())
    ]


# -- a link that holds no more
# --------------------------------------------------------------------------------------------------

FORMS = ("/rule?remedy=penalty", "/undo", "/close", "")


def test_a_link_that_ends_in_the_middle_of_a_form_says_so_and_records_nothing(
    app: Flask, clerk: Clerk
) -> None:
    table = Dispute(app, clerk)
    table.played.play(4)
    link = table.issue("arbiter")
    person = Person(app.test_client(), link["token"], "fr")
    base = f"/games/{table.game}/desk"
    forms = list[Form]()
    for path in FORMS:
        assert person.go(f"{base}{path}").status_code == 200
        forms += [
            form for form in person.forms if form.method == "post" and form.action.startswith(base)
        ]
    assert {form.action.removeprefix(base) for form in forms} >= {
        "/rule",
        "/undo",
        "/close",
        "/note",
    }
    table.revoke(link)
    before = table.records()
    for form in forms:
        assert (
            person.post(form.action, form.sent(text="Too late.", do="record")).status_code == 401
        ), form.action
        assert "Ce lien a été révoqué" in person.page and "Ce que vous pouvez faire" in person.page
    for path in ("/desk", "/desk/rule", "/audit", "/irregularities"):
        assert person.go(f"/games/{table.game}{path}").status_code == 401, path
    assert table.records() == before


@pytest.mark.parametrize("name", ["red", "spectator"])
def test_no_form_of_the_desk_takes_anything_from_others(
    name: str, app: Flask, clerk: Clerk
) -> None:
    table = Dispute(app, clerk)
    table.played.play(4)
    judge, base = Judge(table), f"/games/{table.game}/desk"
    sent = dict[str, dict[str, str]]()
    for path in FORMS:
        judge.at(path)
        sent |= {
            form.action: form.sent(text="Mine.")
            for form in judge.forms
            if form.action.startswith(base)
        }
    other, before = Judge(table, name), table.records()
    for action, fields in sent.items():
        assert other.post(action, fields).status_code == 403, action
    for path in ("/rule", "/undo", "/redo", "/close", "/overturn/2"):
        assert other.go(f"{base}{path}").status_code == 403, path
    assert table.records() == before


# -- what else may be away
# --------------------------------------------------------------------------------------------------


def test_without_redis_or_a_log_the_desk_rules_on_and_says_what_is_not_proven(clerk: Clerk) -> None:
    table = Dispute(create_app(clerk, Views("redis://127.0.0.1:1/0", VIEWS_KEY), KEY), clerk)
    table.played.play(3)
    claim = table.done("red", "/claims", {"seat": "red", "about": 3, "text": "No."})["seq"]
    judge = Judge(table)
    assert "This service keeps no signed log." in judge.page
    assert (proofs(judge), f"{judge.base}/bundle" in judge.page) == ([], False)
    judge.write({"type": "penalty", "seat": "red", "points": -1}, claim=claim)
    assert judge.record().status_code == 200
    assert table.read("arbiter")["open_claims"] == []
    judge.go(f"{judge.base}/audit")
    assert "nothing here is proven" in judge.page
    assert judge.go(f"{judge.base}/irregularities").status_code == 200


def test_each_record_says_how_far_it_is_proven(
    app: Flask, clerk: Clerk, witnessed: tuple[Log, Cosignatures]
) -> None:
    book, heads = witnessed
    table = Dispute(app, clerk)
    judge = Judge(table)
    assert proofs(judge) == ["not in the log yet"]
    book.writer.intake.take()
    assert proofs(judge) == ["in the log, not signed yet"]
    book.bring_up()
    assert proofs(judge) == ["✓ signed"]
    brought(book, heads, CLUB, NOON)
    table.played.play(1)
    assert proofs(judge) == ["not in the log yet", "✓ cosigned by 1 of 2"]
    receipt = re.findall(r'class="proof cosigned"><a href="([^"]+)"', judge.page)[0]
    assert judge.client.get(receipt).text.startswith("c2sp.org/tlog-proof@v1")

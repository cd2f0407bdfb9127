import json
import re
from typing import Any

import pytest
from flask import Flask

from api.game.play.offers import action_offers
from api.game.play.seals import split_offers
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import ActionTaken
from domain.game.seals.conditions import sealed_choice
from tests.builders.api.callers import Club
from tests.builders.api.forms import Person
from tests.builders.api.seated import game_now, play_on, sits
from tests.domain.game.seals.sealers import Device, spelt

SLOT = "bid after 1"


@pytest.fixture
def club(app: Flask, clerk: Clerk, sealed_bids: None) -> Club:
    """An organiser with a game of `tests/api/bids.py` with seals."""
    return Club(app, clerk, ruleset="sealed-bids", seals=True)


def bound(club: Club, person: Person, seat: str, amount: int) -> Device:
    device = Device(club.game, seat)
    seal = device.seal(SLOT, {"type": "bid", "amount": amount})
    person.send(person.form("/play/seal"), seal=seal)
    assert seal not in person.text("seals")
    assert f'data-seal="{seal}"' in person.page
    return device


def test_a_choice_to_be_sealed_is_a_template_without_a_form(club: Club) -> None:
    person = sits(club, "a")
    page, _, pattern = person.page.partition("<template")
    pattern = pattern.partition("</template>")[0]
    assert "amount" not in page and "a.amount" in pattern
    assert "method" not in pattern and "action=" not in pattern
    assert [form.action.rpartition("/")[2] for form in person.forms if "/play/" in form.action][
        :1
    ] == ["seal"]
    assert not [form for form in person.forms if form.action.endswith("/act")]
    assert "takes JavaScript" in page
    (example,) = re.findall(r'data-example="([^"]+)"', pattern)
    assert json.loads(example.replace("&#34;", '"')) == {"type": "bid", "amount": 5}
    assert [
        json.loads(shown.replace("&#34;", '"'))["amount"]
        for shown in re.findall(r'data-choice="([^"]+)"', pattern)
    ] == [0]


def test_seals_are_sent_and_then_the_choices_that_they_hide(club: Club) -> None:
    ann, bob = sits(club, "a"), sits(club, "b")
    hers = bound(club, ann, "a", 3)
    assert "Sealed; waiting for Bob." in ann.text("seals")
    assert "Waiting for Bob." in ann.text("now")
    bob.go(f"/games/{club.game}/play")
    his = bound(club, bob, "b", 4)
    assert "what you sealed is shown now" in bob.text("seals")
    ann.go(f"/games/{club.game}/play")
    for person, device, amount in ((ann, hers, 3), (bob, his, 4)):
        person.go(f"/games/{club.game}/play")
        action = {"type": "bid", "amount": amount}
        person.send(
            person.form("/play/show"), action=spelt(action).decode(), salt=device.salts[SLOT]
        )
        assert "Saved." in person.text("said")
    assert game_now(club).board.shown
    assert bob.text("seals") == ""


def test_a_value_that_does_not_open_its_seal_is_refused_on_the_page(club: Club) -> None:
    ann, bob = sits(club, "a"), sits(club, "b")
    device = bound(club, ann, "a", 3)
    assert ann.send(bob.form("/play/seal"), seal="0" * 64).status_code == 403, "it is another's"
    assert bob.fill_in(f"/games/{club.game}/play", "/play/seal", seal="AB").status_code == 422
    bound(club, bob, "b", 4)
    for action, status in (
        ('{"type":"bid","amount":5}', 409),
        ("", 400),
        ("[]", 400),
        ('{"type":"no"}', 422),
        ('{"type":"bid","amount":"x"}', 422),
    ):
        form = ann.form_at(f"/games/{club.game}/play", "/play/show")
        assert ann.send(form, action=action, salt=device.salts[SLOT]).status_code == status, action
        assert ("does not open what Ann sealed" in ann.text("said")) == (status == 409)
    assert game_now(club).seq == 3


def test_a_bid_that_was_taken_back_waits_for_a_tap(club: Club) -> None:
    ann, bob = sits(club, "a"), sits(club, "b")
    device = bound(club, ann, "a", 3)
    bob.go(f"/games/{club.game}/play")
    bound(club, bob, "b", 4)
    ann.fill_in(
        f"/games/{club.game}/play",
        "/play/show",
        action='{"type":"bid","amount":3}',
        salt=device.salts[SLOT],
    )
    assert "All are bound. To be shown by Bob." in ann.text("seals")
    ann.send(ann.form("/play/undo"))
    assert 'data-again="yes"' in ann.page
    ann.send(ann.form("/play/show"), action='{"type":"bid","amount":3}', salt=device.salts[SLOT])
    assert game_now(club).board.bids == {"a": 3}


def test_whoever_comes_too_late_is_told_so(club: Club) -> None:
    bob = sits(club, "b")
    bound(club, bob, "b", 4)
    stands = {"type": "let-stand", "seat": "a", "action": {"type": "bid", "amount": 1}}
    ruling = {"remedy": stands, "rule": "1", "code": "wrong-entry"}
    assert club.table("arbiter").write("/rulings", ruling).status_code == 201
    bob.fill_in(
        f"/games/{club.game}/play",
        "/play/show",
        action='{"type":"bid","amount":4}',
        salt=Device(club.game, "b").salts.get(SLOT, "0" * 64),
    )
    assert "does not open" in bob.text("said"), "another browser has the salt"
    device = Device(club.game, "b")
    device.seal(SLOT, {"type": "bid", "amount": 4})
    bob.send(bob.form("/play/show"), action='{"type":"bid","amount":4}', salt=device.salts[SLOT])
    assert game_now(club).board.shown
    club.table("arbiter").written("/undo", {"seat": "arbiter", "from_seq": 3})
    ann = sits(club, "a", "fr")
    assert "plus personne ne peut s’engager" in ann.text("seals")
    assert "<template" not in ann.page


def test_pages_of_games_without_seals_do_not_mention_seals(
    app: Flask, clerk: Clerk, club: Club
) -> None:
    plain = Club(app, clerk, ruleset="sealed-bids")
    person = sits(plain, "a")
    assert person.text("seals") == ""
    assert [form for form in person.forms if form.action.endswith("/act")]
    person.press("Passes")
    assert game_now(plain).board.bids == {"a": 0}


def test_what_families_bid_is_chosen_by_fields_that_the_script_reads(
    app: Flask, clerk: Clerk
) -> None:
    """The page's script takes the example of a secret short form and fills its fields from the
    controls. So the form needs one flat control for each field."""
    club = Club(app, clerk, ruleset="fief-tactics", seals=True)
    play_on(club, lambda game: sealed_choice(game) is not None)
    game: Any = game_now(club)
    open, hidden = split_offers(game, action_offers(game, game.to_act[0], "", "en", "none"))
    assert (open.count, hidden.singles) == (0, ())
    (form,) = hidden.forms
    assert {control.sort for control in form.controls} <= {"fixed", "number", "chips", "pick"}
    assert [f"a.{name}" for name in json.loads(form.example) if name != "type"] == [
        control.name for control in form.controls
    ]


def test_whoever_seals_or_shows_for_another_seat_confirms_it(club: Club) -> None:
    arbiter = sits(club, "arbiter")
    device = {seat: Device(club.game, seat) for seat in "ab"}
    for seat, amount in (("a", 3), ("b", 4)):
        assert (
            "I seal and show in the place of"
            in arbiter.go(f"/games/{club.game}/play?seat={seat}").text
        )
        seal = device[seat].seal(SLOT, {"type": "bid", "amount": amount})
        seq = game_now(club).seq
        arbiter.send(arbiter.form("/play/seal"), seal=seal)
        assert game_now(club).seq == seq, "nothing is recorded before it is confirmed"
        arbiter.fill_in(
            f"/games/{club.game}/play?seat={seat}", "/play/seal", seal=seal, on_behalf="1"
        )
        assert game_now(club).seq == seq + 1
        assert game_now(club).history.record(seq + 1).body.by == "arbiter"  # type: ignore[attr-defined]
    shown = {
        "action": spelt({"type": "bid", "amount": 3}).decode(),
        "salt": device["a"].salts[SLOT],
    }
    page = arbiter.go(f"/games/{club.game}/play?seat=a").text
    assert 'data-again="yes"' in page, "it does not show itself"
    arbiter.send(arbiter.form("/play/show"), **shown)
    assert not isinstance(game_now(club).history.record(game_now(club).seq).body, ActionTaken)
    arbiter.fill_in(f"/games/{club.game}/play?seat=a", "/play/show", **shown, on_behalf="1")
    assert isinstance(game_now(club).history.record(game_now(club).seq).body, ActionTaken)

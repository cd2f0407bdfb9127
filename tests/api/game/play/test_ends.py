import html
import re
from random import Random

import msgspec
import pytest
from flask import Flask

from api.game.play.offers import only_ending_action
from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from domain.game.record.records import ActionTaken
from domain.game.seals.conditions import sealed_choice
from domain.titles import registry
from domain.titles.contract.ruleset import PUBLIC, kebab
from domain.titles.simulation import opening, steps
from projections.boards.pictures import picture
from tests.builders.api.disputes import Dispute
from tests.builders.api.forms import Person
from tests.builders.api.seated import sits
from tests.domain.game.seals.sealers import Device

pytestmark = pytest.mark.usefixtures("fixed_chance")


def attack(game: Game) -> dict[str, object] | None:
    for seat in game.to_act:
        for choice in game.rules.legal(game.board, seat).choices:
            if game.rules.consequence_text(game.board, seat, choice.action):
                return dict(msgspec.to_builtins(choice.action))
    return None


def shown_consequences(person: Person) -> list[str]:
    return [
        html.unescape(lead) for lead in re.findall(r'class="leads">→ ([^<]+)</span>', person.page)
    ]


@pytest.mark.parametrize(("undo", "alone"), [("free", True), ("arbiter", False)])
def test_an_action_says_what_it_costs_what_it_ends_and_that_it_cannot_be_taken_back(
    undo: str, alone: bool, app: Flask, clerk: Clerk
) -> None:
    """Examples are Fief and Raiders. That an action cannot be taken back is said only where the
    seat could otherwise take it back alone."""
    fief = Dispute(app, clerk, ruleset="fief-tactics", seed=5, undo=undo)
    fief.played.until(lambda game: game.board.phase == "income" and len(game.board.waiting) == 1)
    assert shown_consequences(sits(fief, fief.now.to_act[0])) == [
        "Phase Auction: Red, Blue, Green, Yellow."
    ]
    raid = Dispute(app, clerk, ruleset="raiders-solo", seed=2, undo=undo)
    raid.played.until(lambda game: game.board.stage == "reveal")
    (text,) = shown_consequences(sits(raid, "player"))
    assert text.startswith("chance decides: the next scheme card (1 of ")
    assert text.endswith(" · you cannot take it back alone") == alone


def test_an_attack_says_whom_it_meets_and_its_end_who_won_by_what(app: Flask, clerk: Clerk) -> None:
    """Before the attack is sent, its button and its form (while being filled in) name the defender;
    afterwards a panel above the board says who won, and by what."""
    table = Dispute(app, clerk, seed=2)
    now = table.played.until(lambda game: attack(game) is not None)
    action, (seat,) = attack(now), now.to_act
    person = sits(table, seat)
    rival = "Red" if seat == "blue" else "Blue"
    (sentence, *_) = [lead for lead in shown_consequences(person) if lead.startswith("attacks ")]
    meets = rf"attacks {rival}: \d+ against \d+, before bonus cards"
    assert re.fullmatch(
        rf"{meets} · chance decides: [^·]+ · you cannot take it back alone", sentence
    )
    form = {
        "seat": seat,
        "seq": str(now.seq),
        "key": "look",
        "action": msgspec.json.encode(action).decode(),
        **person.token,
    }
    answer = person.client.post(f"/games/{table.game}/play/foresee", data=form)
    assert answer.json == {"says": sentence, "bad": False}
    absurd = {**form, "action": msgspec.json.encode({**action, "units": 99}).decode()}
    assert person.client.post(f"/games/{table.game}/play/foresee", data=absurd).json["bad"] is True
    assert clerk.game(table.game).seq == now.seq, "asking records nothing"

    table.played.until(
        lambda game: any(
            fact.reports_combat for seq in game.in_force() for fact in game.history.facts(seq)
        )
    )
    panel = sits(table, seat).page.partition('class="settled"')[2].partition("</div>")[0]
    assert re.search(r"\(loses \d\).*: (Blue|Red) wins|all units fell", panel)


@pytest.mark.parametrize(
    ("title", "seed"),
    [
        ("northgard-training", 2),
        ("fief-tactics", 5),
        ("raiders-solo", 2),
        ("tears-solo", 1),
        ("convicted", 1),
    ],
)
def test_a_combat_stands_above_the_board_while_it_is_fought_and_when_it_has_ended(
    title: str, seed: int, app: Flask, clerk: Clerk
) -> None:
    table = Dispute(app, clerk, ruleset=title, seed=seed)

    def page(game: Game) -> str:
        text = html.unescape(
            sits(table, next(seat for seat in game.setting.seats if seat != "enemy")).page
        )
        return text.partition('class="settled"')[2].partition("</div>")[0]

    now = table.played.until(lambda game: game.rules.combat_sentences(game.board))
    panel = page(now)
    assert "How the combat stands" in panel
    assert [text.en for text in now.rules.combat_sentences(now.board)] == re.findall(
        r'<p class="stands">(.+?)</p>', panel
    )

    def ended(game: Game) -> bool:
        return not game.rules.combat_sentences(game.board) and any(
            fact.reports_combat for fact in game.history.facts(game.seq)
        )

    now = table.played.until(ended)
    panel, before = page(now), Game(now.history, now.checks, now.seq - 1)
    assert "How the combat ended" in panel and f"?at={now.seq}" in panel
    assert [text.en for text in now.rules.combat_sentences(before.board)[:1]] == re.findall(
        r'<p class="stands">(.+?)</p>', panel
    ), "who fought whom"
    assert len(re.findall("<li>", panel)) == sum(
        fact.reports_combat for fact in now.history.facts(now.seq)
    )


@pytest.mark.parametrize(
    ("title", "seed"), [("convicted", 3), ("fief-tactics", 5), ("raiders-solo", 6)]
)
def test_stages_without_a_choice_pass_in_one_tap_and_are_told_as_such(
    title: str, seed: int, app: Flask, clerk: Clerk
) -> None:
    """Each stage gets a record of its own, up to the next stage with a choice. If the form is sent
    twice, the stages are passed once."""
    table = Dispute(app, clerk, ruleset=title, seed=seed)

    def idle(game: Game) -> bool:
        seat = next(iter(game.to_act), "")
        return bool(seat) and only_ending_action(game, seat) is not None

    now = table.played.until(idle)
    person = sits(table, now.to_act[0])
    form = person.form("/play/pass")
    assert "There is nothing to do in this stage." in person.text("offers")
    person.send(form)
    after = clerk.game(table.game)
    taken = [after.history.record(seq).body for seq in range(now.seq + 1, after.seq + 1)]
    kinds = {
        msgspec.json.decode(body.action)["type"] for body in taken if isinstance(body, ActionTaken)
    }
    assert set() < kinds <= {kebab(kind.__name__) for kind in after.rules.passing_types}
    assert not any(only_ending_action(after, seat) for seat in after.to_act)
    if after.seq > now.seq + 1:
        assert f"records {now.seq + 1} to {after.seq} end those stages" in person.text("said")
    for key in (form.fields["key"].value, "another"):
        person.send(form, key=key)
        assert clerk.game(table.game).seq == after.seq, (
            "where there is something to choose, nothing is passed"
        )


@pytest.mark.parametrize(
    ("phase", "free", "instead"),
    [
        ("moves", True, "move"),
        ("battles", True, "declare-battle"),
        ("ransom", True, "pay-ransom"),
        ("income", False, ""),
    ],
)
def test_a_phase_of_fief_is_passed_where_nothing_that_it_is_for_can_be_done(
    phase: str, free: bool, instead: str
) -> None:
    """Actions that a family may declare in any phase do not keep it in a phase. Declaring its
    revenues does: that is the purpose of the phase Income."""
    rules = registry.ruleset("fief-tactics")
    kinds_found = set()
    for seed in range(6):
        board, _, chance = opening(rules, seed)
        for step in steps(rules, board, chance, Random(seed)):
            if (
                step.before.phase != phase
                or step.before.battle
                or step.before.revolt
                or step.before.proposal
            ):
                continue
            legal, aside = rules.legal(step.before, step.seat), rules.aside_types(step.before)
            kinds = {template.type for template in legal.templates if template.type not in aside}
            kinds_found.add(not kinds)
            if instead and kinds:
                assert instead in kinds
    assert kinds_found == ({True, False} if free else {False})


def test_the_board_says_of_a_bid_that_it_is_sealed(app: Flask, clerk: Clerk) -> None:
    table = Dispute(app, clerk, ruleset="fief-tactics", players=3, seals=True, seed=4)
    now = clerk.game(table.game)
    seal_form = sealed_choice(now)
    if (seal_form := sealed_choice(now)) is None:
        seal_form = sealed_choice(
            now := table.played.until(lambda game: sealed_choice(game) is not None)
        )
    seat = seal_form.missing[0]
    assert ">sealed<" not in picture(now, PUBLIC, "en")
    seal = Device(table.game, seat).seal(seal_form.slot, {"type": "bid", "amount": 1})
    clerk.seal(Order(table.game, now.seq, "x", "seal"), seat, seal_form.slot, seal)
    after = clerk.game(table.game)
    assert picture(after, PUBLIC, "en").count(">sealed<") == 1
    assert ">scellée<" in picture(after, PUBLIC, "fr")

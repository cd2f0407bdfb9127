import re
from typing import Any

import pytest
from flask import Flask

from api.game.desk.preview import FILTERS, PAGE
from domain.game.aggregate.game import records_by_hand
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import GAME
from domain.game.undo.conditions import proposals_of
from domain.kernel.registry import REGISTRY
from tests.builders.api.disputes import Dispute, forbidden_action
from tests.builders.api.judging import Judge
from tests.domain.game.undo.test_undo import rolled


def listed(page: str) -> list[int]:
    return [int(seq) for seq in re.findall(r'<li[^>]*? id="r(\d+)"', page)]


# -- what waits ------------------------------------------------------------------------------------


def test_a_link_of_an_arbiter_leads_to_the_desk_where_nothing_waits(
    table: Dispute, judge: Judge
) -> None:
    assert judge.answer.request.path == f"/games/{table.game}/desk"
    assert "No open claim, and nobody asks to take something back." in judge.page
    assert listed(judge.page) == list(range(table.seq, 0, -1)), "the newest first"


def test_a_claim_waits_with_its_words_and_leads_to_its_ruling(table: Dispute, judge: Judge) -> None:
    claim = table.done(
        "red", "/claims", {"seat": "red", "about": 4, "text": "He had no units there."}
    )["seq"]
    page = judge.desk_page()
    assert f"Claim of record {claim}, by Red" in judge.text(f"claim-{claim}")
    assert "He had no units there." in judge.text(f"claim-{claim}")
    assert f'href="{judge.base}/desk/rule?claim={claim}&amp;remedy=annul"' in page
    table.rule({"type": "stands"}, claim=claim)
    assert f"claim-{claim}" not in judge.desk_page()


@pytest.mark.parametrize(
    ("seat", "answer", "state"),
    [
        ("arbiter", "agree", "granted"),
        ("blue", "agree", "granted"),
        ("arbiter", "refuse", "refused"),
    ],
)
def test_a_proposal_is_answered_for_all_or_for_a_seat(
    seat: str, answer: str, state: str, app: Flask, clerk: Clerk
) -> None:
    table = Dispute(app, clerk, seed=2, undo="consent")
    table.played.until(
        lambda game: game.seq > 6 and game.step is not None and game.step.seat == "red"
    )
    seq = table.done("red", "/undo", {"seat": "red", "ask": True, "reason": "I misread it."})["seq"]
    judge = Judge(table)
    assert "I misread it." in judge.text(
        f"proposal-{seq}"
    ) and "Still to answer: Blue." in judge.text(f"proposal-{seq}")
    assert 'class="place changed"' in judge.page or 'class="seat changed"' in judge.page, (
        "what it comes to"
    )
    form = judge.form(f"/desk/answer/{seq}")
    assert form.fields["seat"].options == ["arbiter", "blue"]
    data = {**form.sent(seat=seat), "answer": answer}
    for _ in range(2):
        assert judge.post(form.action, data, follow=False).status_code == 303
    assert proposals_of(table.now)[0].state == state
    assert [reply.seat for reply in proposals_of(table.now)[0].replies] == [seat], "once"
    judge.desk_page()
    answered = judge.post(form.action, {**data, "key": "another"})
    assert answered.status_code in (409, 412) and judge.text("trouble")


# -- the trail -------------------------------------------------------------------------------------


def test_the_trail_is_cut_down_to_what_is_looked_for(table: Dispute, judge: Judge) -> None:
    gone = table.now.in_force()[-1]
    table.done("arbiter", "/undo", {"seat": "arbiter", "from_seq": gone})
    claim = table.done("red", "/claims", {"seat": "red", "about": 4, "text": "No."})["seq"]
    ruling = table.rule({"type": "penalty", "seat": "red", "points": -1}, claim=claim)["seq"]
    note = table.done("arbiter", "/notes", {"text": "Tea."})["seq"]
    assert listed(judge.desk_page("?show=gone")) == [gone]
    assert f'taken back by record <a href="{judge.base}?at={gone + 1}">{gone + 1}</a>' in judge.page
    assert [listed(judge.desk_page(f"?show={name}")) for name in ("undo", "claims")] == [
        [gone + 1],
        [claim],
    ]
    assert (
        listed(judge.desk_page("?show=rulings"))
        == [ruling]
        == listed(judge.desk_page("?show=irregular"))
    )
    assert f'answers claim <a href="{judge.base}?at={claim}">{claim}</a>' in judge.desk_page(
        "?show=rulings"
    )
    assert "Tour de jeu · an action against the rules" in judge.page
    assert (
        listed(judge.desk_page("?show=notes")) == [note]
        and "“Tea.”" not in judge.page
        and "<q>Tea.</q>" in judge.page
    )
    assert listed(judge.desk_page("?show=nonsense")) == list(range(table.seq, 0, -1))
    for name, seqs in FILTERS.items():
        assert listed(judge.desk_page(f"?show={name}")) == list(seqs(table.now))[::-1][:PAGE]


def test_dice_say_their_number_values_and_source(table: Dispute, judge: Judge) -> None:
    table.played.until(rolled)
    page = judge.desk_page("?show=dice")
    for seq in listed(page):
        for roll in table.read("spectator", f"/records/{seq}")["entry"]["rolls"]:
            values = ", ".join(table.now.setting.word("", value).en for value in roll["values"])
            assert f"roll {roll['number']}: {values} (sealed)" in page


def test_who_entered_what_is_said_by_role_and_seats(table: Dispute, judge: Judge) -> None:
    scribe = Dispute.issue(table, "seat", "blue", "red")
    table.links["scribe"] = scribe
    table.done("scribe", "/notes", {"text": "x"})
    table.done("", "/notes", {"text": "y"})
    page = judge.desk_page("?show=notes")
    assert f'<span title="{scribe["id"]}">player (Blue, Red)</span>' in page
    assert ">organiser</span>" in page


def test_each_record_offers_what_can_be_done_about_it(table: Dispute, judge: Judge) -> None:
    claim = table.done("red", "/claims", {"seat": "red", "about": 4, "text": "No."})["seq"]
    ruling = table.rule({"type": "penalty", "seat": "red", "points": -1})["seq"]
    page, action = judge.desk_page(), table.now.in_force()[-1]
    assert [
        there
        for there in (
            f"/desk/rule?claim={claim}",
            f"/desk/overturn/{ruling}",
            f"/desk/undo?from={action}",
            f"/desk/rule?about={action}",
        )
        if f'href="{judge.base}{there}"' not in page
    ] == []
    table.done("arbiter", "/close", {})
    assert "/desk/undo" not in judge.desk_page() and "/desk/rule" not in judge.page


# -- taking back, restoring, overturning, closing --------------------------------------------------


def test_the_arbiter_takes_back_to_any_record_and_restores(table: Dispute, judge: Judge) -> None:
    action, board = table.now.in_force()[2], table.now.board
    judge.desk_page(f"/undo?from={action}")
    assert "No longer counts" in judge.page and 'class="place changed"' in judge.page
    before = table.records()
    form = next(
        form for form in judge.forms if form.method == "post" and form.action.endswith("/desk/undo")
    )
    for _ in range(2):
        answer = judge.send(form, "Record it", text="By mistake.", follow=False)
        assert answer.headers["Location"] == f"{judge.base}/desk?done={len(before) + 1}#done"
    assert (table.seq, min(table.taken_back()), table.now.board != board) == (
        len(before) + 1,
        action,
        True,
    )
    assert table.read("red", f"/records/{table.seq}")["entry"]["words"] == "By mistake."
    judge.desk_page("/redo")
    assert "Counts again" in judge.page
    judge.press("Record it")
    assert (table.now.board, table.taken_back()) == (board, {})
    judge.desk_page("/redo", 409)
    assert "Nothing can be restored" in judge.text("trouble")


@pytest.mark.parametrize(
    ("query", "status"),
    [("?from=1", 409), ("?from=999", 409), ("?from=x", 422), ("?from=" + "9" * 40, 422)],
)
def test_what_cannot_be_taken_back_is_told(query: str, status: int, judge: Judge) -> None:
    judge.desk_page(f"/undo{query}", status)
    assert judge.text("trouble") and "Record it" not in judge.page


def test_a_ruling_is_overturned_and_its_claim_is_open_again(table: Dispute, judge: Judge) -> None:
    claim = table.done("red", "/claims", {"seat": "red", "about": 4, "text": "No."})["seq"]
    points = table.read("red", "/score")["score"]
    ruling = table.rule({"type": "penalty", "seat": "red", "points": -3}, claim=claim)["seq"]
    judge.desk_page(f"/overturn/{ruling}")
    assert f"The claim of record {claim} will be open again." in judge.page
    assert judge.form(f"/overturn/{ruling}").fields["rule"].value == "Tour de jeu"
    assert judge.press("Record it", rule=" ", code="").status_code == 422
    assert "Name the rule" in judge.text("trouble") and "Choose why" in judge.text("trouble")
    judge.press("Record it", rule="Fin de partie", code="ruling-error", text="I erred.")
    over: Any = table.now.history.record(table.seq).body
    assert (over.ruling, over.rule, over.code) == (ruling, "Fin de partie", "ruling-error")
    assert (table.read("red")["open_claims"], table.read("red", "/score")["score"]) == (
        [claim],
        points,
    )
    judge.desk_page(f"/overturn/{ruling}", 409)
    assert "overturned already" in judge.text("trouble")
    judge.desk_page("/overturn/3", 409)
    assert "is no ruling" in judge.text("trouble")


def test_a_game_is_closed_after_a_second_look(table: Dispute, judge: Judge) -> None:
    judge.desk_page("/close")
    assert "not even a ruling" in judge.page and not table.now.closed
    judge.press("Close it for good", text="The hall shuts.")
    assert table.now.closed and "Rule, take back, close" not in judge.page
    for path in ("/close", "/undo", "/redo"):
        judge.desk_page(path, 409)
        assert "is closed" in judge.text("trouble")


# -- notes, people, files --------------------------------------------------------------------------


def test_a_note_is_written_once_and_refused_in_place(table: Dispute, judge: Judge) -> None:
    judge.desk_page()
    form = judge.form("/desk/note")
    for changes in (
        {"text": "  "},
        {"text": "x", "about": "999"},
        {"text": "x", "about": "soon"},
        {"text": "x" * 2001},
    ):
        before = table.records()
        assert judge.send(form, **changes).status_code == 422
        assert (table.records(), bool(judge.text("trouble"))) == (before, True)
    assert judge.form("/desk/note").fields["text"].value == "x" * 2001
    for _ in range(2):
        judge.send(form, text="Table 4.", about="3")
    body: Any = table.now.history.record(table.seq).body
    assert (table.seq, body.about, body.seat) == (len(before) + 1, 3, "arbiter")
    assert "The arbiter remarks on record 3." in judge.page


def test_people_sit_down_and_leave(table: Dispute, judge: Judge) -> None:
    judge.desk_page()
    judge.send(judge.form("/desk/seats/red"), "Sit down", name="Ann  O'Hara")
    assert "Ann O&#39;Hara" in judge.page
    taken = judge.form("/desk/seats/red")
    judge.send(judge.form("/desk/seats/blue"), "Sit down", name="x" * 81)
    assert "at most 80 characters" in judge.text("trouble")
    assert judge.form("/desk/seats/blue").fields["name"].value == "x" * 81
    judge.send(taken, "Empty the seat of Ann O'Hara")
    assert [seat["player"] for seat in table.read("red", "/seats")["seats"]] == [None, None]
    table.done("red", "/seats/red/take", {"name": "Bea"})
    assert "Bea" in judge.desk_page()


# -- what is hidden --------------------------------------------------------------------------------


def test_the_desk_shows_what_the_public_sees_until_it_is_asked_for_more(hidden: Dispute) -> None:
    seq = hidden.now.in_force()[-1]
    sentences = {
        who: hidden.read("arbiter", f"/records/{seq}?audience={who}")["entry"]["sentence"]["en"]
        for who in ("public", "arbiter")
    }
    assert sentences["public"] != sentences["arbiter"]
    known = len(hidden.read("", "/looks")["looks"])
    judge = Judge(hidden)
    assert sentences["public"] in judge.page and sentences["arbiter"] not in judge.page
    assert len(hidden.read("", "/looks")["looks"]) == known
    assert sentences["arbiter"] in judge.desk_page("?audience=arbiter")
    assert hidden.read("", "/looks")["looks"][-1]["what"] == "GET /games/{game}/desk"
    assert "The organiser reads the list." in judge.page


def test_the_organiser_reads_the_access_log_on_the_desk(hidden: Dispute) -> None:
    hidden.read("arbiter", "/board?audience=arbiter")
    organiser = Judge(hidden)
    organiser.client = hidden.app.test_client()
    organiser.headers["Authorization"] = hidden.organiser.headers["Authorization"]
    page = organiser.desk_page()
    assert "<code>GET /api/v1/games/{game}/board</code>" in page
    assert f'<span class="id">{hidden.links["arbiter"]["id"]}</span>' in page


# -- the report ------------------------------------------------------------------------------------


def test_the_report_has_what_the_api_reports(table: Dispute, judge: Judge) -> None:
    seat, action = forbidden_action(table)
    table.rule({"type": "let-stand", "seat": seat, "action": action})
    claim = table.done("red", "/claims", {"seat": "red", "about": 4, "text": "No."})["seq"]
    penalty = table.rule({"type": "penalty", "seat": "red", "points": -1}, text="For talking.")[
        "seq"
    ]
    for who, path, body in (
        (
            "arbiter",
            f"/rulings/{penalty}/overturn",
            {"rule": "X", "code": "other", "text": "I erred."},
        ),
        ("arbiter", "/undo", {"seat": "arbiter"}),
        ("arbiter", "/redo", {"seat": "arbiter"}),
        ("arbiter", "/notes", {"text": "They shook hands."}),
        ("", "/listing", {"public": True}),
        ("arbiter", "/close", {"reason": "The hall closes."}),
    ):
        table.done(who, path, body)
    judge.go(f"{judge.base}/irregularities")
    api = table.read("arbiter", "/irregularities")
    for irregularity in api["irregularities"]:
        assert (
            f'<a href="{judge.base}?at={irregularity["seq"]}">{irregularity["seq"]}</a>'
            in judge.page
        )
        assert irregularity["sentence"]["en"] in judge.page
    last = api["acts"][-1]
    assert (last["seq"], last["reason"]) == (table.now.seq, "The hall closes.")
    by_hand = {
        event.topic
        for event in REGISTRY
        if event.kind == GAME
        and re.search("the arbiter(?! for it)|^an organiser$|reopened", event.writes)
    }
    assert by_hand - {act.body.__class__.__name__ for act in records_by_hand(table.now)} == {
        "RetractionAnswered",
        "ResultReopened",
    }, "which a table of another policy has, and one of a tournament"
    told = {line["seq"] for line in (*api["acts"], *api["irregularities"])}
    assert {act.seq for act in records_by_hand(table.now)} <= told
    assert [
        sentence
        for sentence in (*(act["sentence"] for act in api["acts"]), *api["unprovable"])
        if sentence["en"] not in judge.page
    ] == []
    assert judge.page.count("⚑ <strong>yes</strong>") == sum(
        irregularity["counts"] for irregularity in api["irregularities"]
    )
    assert (
        f"Overturned by record {penalty + 1}." in judge.page and "<q>For talking.</q>" in judge.page
    )
    assert "<strong>open</strong>" in judge.page and f'at={claim}">' in judge.page
    assert f"Out of force ({len(api['retracted_actions'])})" in judge.page
    spectator = Judge(table, "spectator")
    assert spectator.go(f"{judge.base}/irregularities").status_code == 200
    assert "Back to the desk" not in spectator.page

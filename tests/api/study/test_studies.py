import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from api import create_app
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.people import People
from domain.game.store.repository import leaf_of
from domain.proof.spelling import base64_of
from domain.study import studies
from domain.study.records import STUDY_TOPICS
from tests.amount import count
from tests.builders.api.callers import Club
from tests.builders.api.client import KEY, Caller, new_key, problem
from tests.builders.api.forms import Form, Person
from tests.builders.stores import new_clerk


def sent(who: Caller, path: str, body: Any, seen: int = 0, status: int = 201, key: str = "") -> Any:
    headers = {"Idempotency_Key": key or new_key(), **({"If_Match": f'"{seen}"'} if seen else {})}
    reply = who.post(path, body, **headers)
    assert reply.status_code == status, reply.json
    return reply.json


def opened(club: Club, who: Caller, **fields: Any) -> tuple[str, Any]:
    study = sent(who, f"/api/v1/games/{club.game}/studies", {"title": "Where it turned", **fields})
    return f"/api/v1/games/{club.game}/studies/{study['study']}", study


def test_the_records_of_a_study_enter_the_log_and_hold_no_words(club: Club, clerk: Clerk) -> None:
    blue = club.holder("blue")
    at, study = opened(club, blue)
    before = clerk.game(club.game).seq
    sent(blue, f"{at}/chapters", {"seq": 1, "text": "Unspeakable."}, 1)
    sent(blue, f"{at}/chapters", {"seq": 1, "number": 1, "text": "Said better."}, 2)
    rows = list(clerk.recorder.select_events(study["study"]))
    assert {row.topic for row in rows} <= STUDY_TOPICS
    assert not any(b"Unspeakable" in row.state or b"Where it turned" in row.state for row in rows)
    values = [data for _, data in clerk.key_values.items("text")]
    assert not any(b"Unspeakable" in data for data in values)
    assert any(b"Said better" in data for data in values) and clerk.game(club.game).seq == before


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        ({"seq": 99, "text": "x"}, 404, "no-such-position"),
        ({"seq": 1, "compare": 99, "text": "x"}, 404, "no-such-position"),
        ({"seq": 1}, 422, "invalid-fields"),
        ({"seq": 1, "marks": [{"at": "nowhere"}]}, 422, "invalid-fields"),
        ({"seq": 1, "marks": [{"at": "red", "to": "red"}]}, 422, "invalid-fields"),
        ({"seq": 1, "marks": [{"at": "red", "colour": "pink"}]}, 422, "invalid-fields"),
        ({"seq": 1, "number": 7, "text": "x"}, 409, "study-refused"),
        ({"seq": 1, "text": "x" * 2001}, 422, "invalid-fields"),
    ],
)
def test_bad_input_is_one_problem_and_nothing_is_recorded(
    club: Club, body: Any, status: int, sentence: str
) -> None:
    blue = club.holder("blue")
    at, _ = opened(club, blue)
    assert sent(blue, f"{at}/chapters", body, 1, status=status)["type"] == f"/problems/{sentence}"
    assert blue.get(at).json["seq"] == 1


def test_a_study_of_what_one_may_not_see_is_refused_as_none_there_is(club: Club) -> None:
    blue, red = club.holder("blue"), club.holder("red")
    at, _ = opened(club, blue, audience="blue")
    sent(blue, f"{at}/share", {"shared": True}, 1)
    mine, none = red.get(at), red.get(at[:-1] + ("a" if at[-1] != "a" else "b"))
    assert problem(mine) == problem(none) == (404, "unknown-study")
    refused = sent(
        red,
        f"/api/v1/games/{club.game}/studies",
        {"title": "Theirs", "audience": "blue"},
        status=403,
    )
    assert refused["type"] == "/problems/not-your-audience"
    assert blue.get("/api/v1/games/000000000000/studies").status_code == 403


def test_strangers_read_what_was_shared_with_the_public_and_write_nothing(
    app: Flask, clerk: Clerk
) -> None:
    club = Club(app, clerk, public=True)
    at, _ = opened(club, club.holder("blue"))
    own, _ = opened(club, club.holder("blue"), audience="blue")
    sent(club.holder("blue"), f"{own}/share", {"shared": True}, 1)
    stranger = Caller(app, key=None)
    assert stranger.get(at).status_code == stranger.get(own).status_code == 404
    sent(club.holder("blue"), f"{at}/share", {"shared": True}, 1)
    assert (stranger.get(at).json["shared"], stranger.get(own).status_code) == (True, 404)
    (study,) = stranger.get(f"/api/v1/games/{club.game}/studies").json["studies"]
    assert study["study"] == at.split("/")[-1]
    for path, body, seen, refused in (
        (f"{at}/share", {"shared": False}, 2, (409, "study-refused")),
        (f"/api/v1/games/{club.game}/studies", {"title": "x"}, 0, (403, "not-covered")),
    ):
        answer = sent(stranger, path, body, seen, status=refused[0])
        assert answer["type"] == f"/problems/{refused[1]}"


BAD: tuple[dict[str, str], ...] = (
    {"marks": "red>"},
    {"marks": "nowhere"},
    {"marks": "red, blue, red>blue"},
    {"record": "99"},
    {"record": "second"},
    {"text": "x" * 2001},
    {"text": "", "marks": ""},
)


def test_by_forms_a_study_is_what_was_written_last_and_what_is_refused_stays_in_its_form(
    club: Club, app: Flask, clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "MOST_MARKS", 2)
    monkeypatch.setattr(studies, "MOST_CHAPTERS", 3)
    rng, blue, game = (
        Random(6),
        Person(app.test_client(), club.links["blue"]["token"]),
        f"/games/{club.game}",
    )
    for n in range(3):
        club.table("blue").written("/notes", {"text": f"Note {n}"})
    for title in ("", "x" * 121, "Where it turned"):
        blue.fill_in(f"{game}/studies", "/studies", title=title)
    here = blue.answer.request.path
    chapters, last, shared = list[dict[str, str]](), 0, False
    by_api = club.holder("blue")
    study = by_api.get(f"/api/v1{here}").json

    def form(deed: str, number: str = "") -> Form:
        return next(
            each
            for each in blue.forms
            if each.action == f"{here}/{deed}"
            and number == (each.fields["number"].value if "number" in each.fields else "")
        )

    for step in range(count(25, 80)):
        do = rng.choice(("add", "add", "write", "write", "up", "remove", "share"))
        entered = {
            "record": str(rng.randint(1, 4)),
            "text": f"Remark {step}",
            "marks": rng.choice(("", "red", "red>blue:yellow", "blue:red, red")),
        }
        bad = rng.choice(BAD) if do in ("add", "write") and rng.random() < 0.3 else {}
        if do == "add" and len(chapters) == 3:
            bad = bad or {"text": "One too many."}
        chosen = rng.choice(chapters) if chapters else {"number": ""}
        if do == "add":
            blue.go(f"{game}?study={here.rpartition('/')[2]}&at={entered['record']}")
            blue.send(form("write"), **(entered | bad))
            last += not bad
            chapters += [] if bad else [{"number": str(last), **entered}]
        else:
            blue.go(here)
            if do == "share":
                blue.send(form("share"))
                shared = not shared
            elif do == "up" and chosen in chapters[1:]:
                at = chapters.index(chosen)
                chapters[at - 1 : at + 1] = [chosen, chapters[at - 1]]
                if step % 2:
                    blue.send(form("up", chosen["number"]))
                else:
                    numbers = [int(each["number"]) for each in chapters]
                    sent(by_api, f"/api/v1{here}/order", {"numbers": numbers}, study["seq"])
            elif do == "remove" and chapters:
                chapters.remove(chosen)
                if step % 2:
                    blue.send(form("remove", chosen["number"]))
                else:
                    number = {"number": int(chosen["number"])}
                    sent(by_api, f"/api/v1{here}/chapters/remove", number, study["seq"])
            elif do == "write" and chapters:
                blue.send(form("write", chosen["number"]), **(entered | bad))
                chosen |= {} if bad else entered
        if bad and (do == "add" or chapters):
            assert blue.answer.status_code in (404, 409, 422) and "Nothing was saved" in blue.page
            kept = form("write", chosen["number"] if do == "write" else "")
            assert {name: kept.fields[name].value for name in entered} == entered | bad
        else:
            assert blue.answer.status_code == 200
        study = by_api.get(f"/api/v1{here}").json
        leaves = [
            base64_of(leaf_of(clerk.load(club.game), each["seq"])) for each in study["chapters"]
        ]
        assert [each["leaf"] for each in study["chapters"]] == leaves
        assert club.holder("red").get(f"/api/v1{here}").status_code == (200 if shared else 404)
        assert study["shared"] == shared
        assert [(each["seq"], each["text"]) for each in study["chapters"]] == [
            (int(each["record"]), each["text"]) for each in chapters
        ]
        fields = ("number", "record", "text", "marks")
        blue.go(here)
        there = [each.fields for each in blue.forms if each.action.endswith("/write")]
        assert [[each[name].value for name in fields] for each in there] == [
            [each[name] for name in fields] for each in chapters
        ]


def exported(club: Club, **query: str) -> bytes:
    query_text = "&".join(f"{name}={value}" for name, value in {"names": "true", **query}.items())
    return club.organiser.get(f"{club.path}/export?{query_text}").data


def imported(app: Flask, data: bytes) -> Any:
    who = Caller(app)
    return who.client.post(
        "/api/v1/games/import", data=data, headers=who.headers, content_type="application/x-ndjson"
    )


def written(club: Club) -> tuple[str, Any]:
    at, study = opened(club, club.holder("blue"))
    sent(
        club.holder("blue"),
        f"{at}/chapters",
        {"seq": 1, "text": "Worth keeping.", "marks": [{"at": "red"}]},
        1,
    )
    return at, study


def test_a_study_goes_with_its_game_into_a_file_and_comes_back(
    club: Club, clerk: Clerk, tmp_path: Path
) -> None:
    at, study = written(club)
    data = exported(club)
    assert b"Worth keeping." in data and b"Worth keeping." not in exported(club, names="false")
    assert study["study"].encode() not in exported(club, audience="public"), "it is not shared"
    elsewhere = new_clerk(tmp_path / "elsewhere.sqlite")
    app = create_app(elsewhere, None, KEY)
    operator = Caller(app)
    assert imported(app, data).status_code == 201 and imported(app, data).status_code == 200
    assert club.organiser.get(at).json == operator.get(at).json
    rows = [
        [row.state for row in store.recorder.select_events(study["study"])]
        for store in (clerk, elsewhere)
    ]
    assert rows[0] == rows[1]


CHAPTER = b'"sequence":%d,"data":{"type":"ChapterWritten"'


@pytest.mark.parametrize(("old", "new"), [(b'"leaf":"', b'"leaf":"A'), (CHAPTER % 2, CHAPTER % 3)])
def test_a_study_that_is_not_on_this_game_is_refused_with_its_line(
    club: Club, tmp_path: Path, old: bytes, new: bytes
) -> None:
    written(club)
    data = exported(club)
    assert old in data
    app = create_app(new_clerk(tmp_path / "elsewhere.sqlite"), None, KEY)
    assert imported(app, data.replace(old, new)).json["type"] == "/problems/damaged-file"
    assert Caller(app).get(club.path).status_code == 404


def test_a_player_who_is_forgotten_takes_the_remarks_of_the_own_seat_along(
    club: Club, clerk: Clerk
) -> None:
    blue = club.holder("blue")
    player = sent(blue, f"{club.path}/seats/blue/take", {"name": "Somebody"}, 1)["player"]
    at, _ = written(club)
    alone = {club.links["blue"]["id"]: "blue"}
    assert People(clerk).erase(player, lambda game: alone if game == club.game else {}).texts == 2
    chapter = blue.get(at).json
    assert (chapter["title"], chapter["chapters"][0]["text"]) == (None, None)


def test_a_study_is_no_tournament_in_the_list_of_them(club: Club) -> None:
    """The list of tournaments stays the same when a study is opened."""
    opened(club, club.holder("blue"))
    listed = club.organiser.get("/api/v1/tournaments")
    assert (listed.status_code, listed.json["tournaments"]) == (200, [])


def test_a_study_with_a_record_gone_is_damaged_and_not_folded_around_it(
    club: Club, tmp_path: Path
) -> None:
    blue = club.holder("blue")
    at, study = opened(club, blue)
    sent(blue, f"{at}/chapters", {"seq": 1, "text": "First."}, 1)
    sent(blue, f"{at}/chapters", {"seq": 1, "text": "Second."}, 2)
    with sqlite3.connect(tmp_path / "greffe.sqlite") as db:
        db.execute(
            "DELETE FROM records WHERE originator_id = ? AND originator_version = 2",
            (study["study"],),
        )
    answer = blue.get(at)
    assert (problem(answer), answer.json["seq"]) == ((500, "record-damaged"), 2)

"""A disputed game on the command line: its trail as an arbiter reads it, and the list of games with its marks.

The transcripts lie beside this file, to be read; GREFFE_REWRITE=1 writes them anew.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from api import create_app
from domain.clerk.clerk import Clerk
from domain.game.game import Game
from domain.record.records import GameOpened
from ops.settings.config import Settings
from tests.builders.api.client import KEY
from tests.builders.api.disputes import Dispute, fix_chance
from tests.builders.stores import new_clerk
from tests.builders.table import DUEL, FACTS, last, others, sound_patch

Greffe = Callable[..., Result]
BESIDE = Path(__file__).parent


def disputed(clerk: Clerk) -> tuple[Dispute, str]:
    """A game in which everything happened that people at a table settle among themselves; and a branch of it."""
    table = Dispute(create_app(clerk, None, KEY), clerk, undo="consent", seed=2)
    table.played.play(5)
    legal = table.read("", "/legal")["seats"][0]
    (other,) = others(table.now, legal["seat"])
    claim = table.done(other, "/claims", {"seat": other, "about": 4, "text": "That was my territory."})["seq"]
    facts = [dict(FACTS[DUEL][0])]
    remedy = {"type": "let-stand", "seat": other, "action": legal["choices"][0]["action"], "facts": facts}
    table.rule(remedy, code="agreement", text="Both agree.", claim=claim)
    asker = last(table.now)[0]
    (asked,) = others(table.now, asker)
    for agree in (False, True):
        seq = table.done(asker, "/undo", {"seat": asker, "ask": True, "reason": "A slip."})["seq"]
        table.done(asked, f"/undo/{seq}/answer", {"seat": asked, "agree": agree})
    patch = list(sound_patch(DUEL, table.read("arbiter", "/board/document")["board"]))
    table.rule({"type": "correct", "patch": patch}, code="wrong-entry")
    table.rule({"type": "correct", "facts": facts}, code="wrong-entry")
    table.done("arbiter", f"/rulings/{table.seq}/overturn", {"rule": "Tour de jeu", "code": "ruling-error"})
    seq = table.done(asker, "/undo", {"seat": asker, "ask": True})["seq"]
    table.done(asker, f"/undo/{seq}/answer", {"seat": asker, "agree": False})
    table.done(asker, "/undo", {"seat": asker, "ask": True})
    table.played.step()
    table.done("arbiter", "/undo", {"seat": "arbiter"})
    table.done("arbiter", "/redo", {"seat": "arbiter"})
    table.rule({"type": "annul", "from_seq": table.now.in_force()[-1], "rolls": "stands"}, code="dice")
    table.rule({"type": "penalty", "seat": "red", "points": -2}, code="time")
    branch = table.grow("red", {"at": table.seq}).json["id"]
    table.done("red", "/claims", {"seat": "red", "about": table.seq, "text": "It was not ten minutes."})
    clerk.key_values.erase("text", clerk.file(table.game).record(table.seq).body.text)  # type: ignore[attr-defined]
    return table, branch


@pytest.fixture
def dispute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Dispute, str]]:
    """It lies in the data folder that commands find in the environment; the same in every run."""
    monkeypatch.setenv("GREFFE_DATA", str(tmp_path))
    with monkeypatch.context() as patch, closing(new_clerk(Settings.load({}, data=str(tmp_path)).record)) as clerk:
        create_app(clerk, None, KEY)  # what is loaded for the first time may draw chance, too
        fix_chance(patch)
        yield disputed(clerk)


def transcript(name: str, text: str) -> None:
    """Compare a transcript with the one that was written down."""
    file = BESIDE / name
    if os.environ.get("GREFFE_REWRITE"):
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")


def test_the_trail_tells_everything_that_was_settled(dispute: tuple[Dispute, str], greffe: Greffe) -> None:
    table, branch = dispute
    ids = {table.game: "the-game", branch: "the-branch", **{link["id"]: f"link-of-{name}" for name, link in table.links.items()}}

    def trail(lang: str) -> str:
        shown = greffe("log", table.game, "--facts", "--lang", lang)
        text = shown.stdout + "\n" + greffe("log", branch, "--lang", lang).stdout
        for id, name in ids.items():
            text = text.replace(id, f"{name:12}"[: max(12, len(name))])
        return re.sub(r"\d\d:\d\d:\d\d", "hh:mm:ss", text)  # how often the clock is read is nobody's promise

    english, french = trail("en"), trail("fr")
    transcript("dispute.txt", english)
    said = list(zip(english.splitlines(), french.splitlines(), strict=True))
    alike = [en.strip() for en, fr in said if en == fr and en]
    assert all(line.startswith("replace /") for line in alike), "but for a patch, every line is said in French, too"


def test_what_became_of_a_record_is_data_too(dispute: tuple[Dispute, str], greffe: Greffe) -> None:
    table, _ = dispute
    lines: dict[int, Any] = {line["seq"]: line for line in json.loads(greffe("log", table.game, "--json").stdout)}
    assert [line["en"] for line in lines[7]["notes"]] == ["decided in 9"]
    assert [line["fr"] for line in lines[8]["notes"]] == [
        "illégale selon Tour de jeu : C'est à Rouge d'agir",
        "annulée par 14",
    ]
    assert (lines[8]["in_force"], lines[8]["by"]) == (False, 14)
    assert lines[table.seq]["text"]["en"].endswith("(these words were erased)")


def test_the_list_of_games_marks_what_is_irregular_claimed_and_branched(dispute: tuple[Dispute, str], greffe: Greffe) -> None:
    table, branch = dispute
    head, second, first = greffe("games").stdout.splitlines()
    assert head.split()[-1] == "notes"
    assert first.startswith(branch) and first.endswith(f"branch of {table.game} from 25; irregular by 1")
    assert second.startswith(table.game) and second.endswith("irregular by 15, 25; open claim 26")
    french = greffe("games", "--lang", "fr").stdout
    assert f"branche de {table.game} depuis 25; irrégulière par 1" in french
    assert "irrégulière par 15, 25; réclamation ouverte 26" in french

    def found(*options: str) -> list[str]:
        return [game["id"] for game in json.loads(greffe("games", "--json", *options).stdout)]

    assert found("--irregular") == [table.game, branch]
    assert found("--open-claim") == [table.game]
    assert found("--branches", "only") == [branch]
    assert found("--branches", "no", "--irregular") == [table.game]
    assert found("--branches", "only", "--open-claim") == []


def test_only_games_that_may_be_meant_are_taken_in_hand(
    dispute: tuple[Dispute, str], greffe: Greffe, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, branch = dispute
    taken: list[str] = []
    really = Clerk.game

    def counted(clerk: Clerk, game: str) -> Game:
        taken.append(game)
        return really(clerk, game)

    monkeypatch.setattr(Clerk, "game", counted)
    assert "No game" in greffe("games", "--ruleset", "fief-tactics").stderr
    assert "No game" in greffe("games", "elsewhere").stderr
    assert taken == []
    greffe("games", "--limit", "1")
    assert set(taken) == {table.game, branch}, "one more than is shown"
    taken.clear()
    greffe("games", "--branches", "only", "--limit", "1")
    assert taken == [branch]
    assert table.clerk.file(branch).record(1).topic == GameOpened.__name__

"""`greffe audit`: what it shows is what the service answers, in lines of text with the page's sentences."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from click.testing import Result

from api.site.wording import WORDS
from domain.rules.text import LANGS, Lang
from ops.cli.common import plain
from ops.serving.demo import GAME
from tests.builders.servers import eventually
from tests.builders.table import plain_end
from tests.ops.cli.test_commands import one_sentence
from tests.ops.signing import Opened, Signing

Greffe = Callable[..., Result]


@pytest.fixture(scope="module")
def disputed(club: Signing) -> Opened:
    """A closed game with rolls, with actions that were taken back, a ruling, people's words and a device's clock."""
    opened = club.open(undo="consent")
    table = opened.table
    table.until(lambda game: game.rolls > 2 and plain_end(game))
    asker, about = table.game.step.seat, table.game.seq  # type: ignore[union-attr]
    (other,) = {"red", "blue"} - {asker}
    table.answer(table.ask(asker, reason="The wrong\ncard."), other)
    table.rule("penalty", seat="red", points=-2)
    note = {"text": "\u200bI saw | it.", "about": about}
    wrote = [opened.write("red", "/notes", note)]
    offer = opened.read("/legal", "arbiter")["seats"][0]
    action = (offer["choices"] + [{"action": one["example"]} for one in offer["templates"]])[0]["action"]
    entered = {"seat": offer["seat"], "action": action, "client_at": "2026-01-01T10:20:30Z"}
    wrote += [opened.write("arbiter", "/actions", entered), opened.write("arbiter", "/close?receipt=wait", {})]
    assert [answer.status for answer in wrote] == [201] * 3, wrote
    return opened


def audited(greffe: Greffe, club: Signing, opened: Opened, *words: str) -> str:
    """What the command shows of a game that holds."""
    shown = greffe("audit", opened.id, "--data", club.data, *words)
    assert (shown.exit_code, shown.stderr) == (0, ""), shown.output
    return shown.stdout


def test_it_is_what_the_service_answers(club: Signing, disputed: Opened, greffe: Greffe) -> None:
    for audience in ("arbiter", "blue", "public"):
        found = json.loads(audited(greffe, club, disputed, "--json", "--audience", audience))
        answered = disputed.read(f"/audit?audience={audience}")
        assert found["head"].pop("build") and answered["head"].pop("build")  # other ones where a file was saved since
        assert found == answered
    assert found["head"]["resting"]["verified"] is True
    brief = json.loads(audited(greffe, club, disputed, "--json", "--no-lines"))
    assert (brief["lines"], brief["next"]) == ([], 0)


def parts(line: Any, lang: Lang) -> Iterator[str]:
    """What has to stand in the line of a record."""
    yield line["at"][:19].replace("T", " ")
    yield from [line["by"]["id"]] if line["by"]["id"] != line["by"]["role"] else []
    yield WORDS[f"role.{line['by']['role']}"].to(lang) if line["by"]["role"] else WORDS["audit.unknown-hand"].printed(lang)
    yield from (text[lang] for text in (line["what"], line["proof"]["text"], *(die["provenance"] for die in line["dice"])))
    yield from filter(None, (line["after"]["fingerprint"], (line["why"] or {}).get("rule")))
    yield from (WORDS[f"audit.{one['how']}"].to(lang).format(seq=one["seq"]) for one in line["refers"])
    if line["out_of_force"]:
        yield f"↶ {WORDS['audit.taken-back'].printed(lang).format(by=line['out_of_force'])}"
    if line["irregular"]:
        yield f"⚑ {WORDS['audit.amiss'].printed(lang)}"


@pytest.mark.parametrize("lang", LANGS)
def test_every_record_has_one_line(lang: Lang, club: Signing, disputed: Opened, greffe: Greffe) -> None:
    told = audited(greffe, club, disputed, "--lang", lang).splitlines()
    rows = told[told.index(WORDS["audit.lines"].printed(lang)) + 2 : told.index(WORDS["audit.limits"].printed(lang))]
    lines = disputed.read("/audit")["lines"]
    assert [int(row[:7]) for row in rows] == [line["seq"] for line in lines]
    for row, line in zip(rows, lines, strict=True):
        for part in parts(line, lang):
            assert part in row, (part, row)
        assert ("✗" in row[:10]) == bool(line["out_of_force"])
    text = "\n".join(rows)
    assert {"en": "(device 10:20:30)", "fr": "(appareil 10:20:30)"}[lang] in text
    assert {"en": "[“The wrong card.”]", "fr": "[« The wrong card. »]"}[lang] in text, "words stay in their line"
    assert r"\u200bI saw | it." in text, "and what cannot be seen is spelt"
    assert {"en": "player Red, ", "fr": "joueur Rouge, "}[lang] in text
    assert {"en": "arbiter for ", "fr": "arbitre pour "}[lang] in text


@pytest.mark.parametrize("lang", LANGS)
def test_above_the_lines_stands_on_what_it_rests(lang: Lang, club: Signing, disputed: Opened, greffe: Greffe) -> None:
    told = audited(greffe, club, disputed, "--no-lines", "--lang", lang)
    assert told.replace("\n", "").isprintable(), "a space is a space"
    head = disputed.read("/audit")["head"]
    assert WORDS["audit.lines"].printed(lang) not in told.splitlines()
    for text in (head["extent"], head["resting"]["text"], head["dice"]["note"], head["faults"][0]["text"], *head["limits"]):
        assert text[lang] in told
    for word in (head["package"], head["catalog"], head["log"]["origin"], head["resting"]["commitment"]):
        assert word in told
    guesses = WORDS["audit.placeholders"].printed(lang).format(count=head["placeholders"])
    assert plain(guesses) in told
    assert {"en": "Blue: 1 (0.5)", "fr": "Bleu : 1 (0,5)"}[lang] in told or {"en": "Red: 1 (0.5)", "fr": "Rouge : 1 (0,5)"}[
        lang
    ] in told


def test_a_line_is_broken_for_a_terminal_alone(
    club: Signing, disputed: Opened, greffe: Greffe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ops.cli.proof.audit.screen", lambda: 60)
    told = audited(greffe, club, disputed).splitlines()
    assert max(map(len, told)) <= 64, "nothing but the digests is longer than the screen"
    assert len(told) > 3 * disputed.table.game.seq


# -- what cannot be shown, and what does not hold --------------------------------------------------------------------


def test_what_cannot_be_had_is_one_sentence(data: Path, greffe: Greffe, tmp_path: Path) -> None:
    assert "There is no game nowhere" in one_sentence(greffe("audit", "nowhere"))
    assert "Il n'y a pas de siège green" in one_sentence(greffe("audit", GAME, "--audience", "green", "--lang", "fr"))
    assert "There is no record in" in one_sentence(greffe("audit", GAME, "--data", str(tmp_path / "nowhere")))
    without = greffe("audit", GAME)
    assert (without.exit_code, without.stderr) == (0, "")
    assert "This service keeps no log: nothing here is proven." in without.stdout
    for damage in (b"no database at all, but long enough to be taken for one" * 9, b""):
        (data / "ledger.sqlite").write_bytes(damage)
        assert f"The log {data / 'ledger.sqlite'} cannot be read: " in one_sentence(greffe("audit", GAME), 1)


def test_hands_are_known_where_the_secret_of_the_links_is(club: Signing, disputed: Opened, greffe: Greffe, tmp_path: Path) -> None:
    assert "player Red" in audited(greffe, club, disputed)
    copy = tmp_path / "copy"
    shutil.copytree(club.data, copy, ignore=shutil.ignore_patterns("*.sock"))
    (copy / "links.key").chmod(0o644)
    shown = greffe("audit", disputed.id, "--data", str(copy))
    assert shown.exit_code == 0
    assert "player Red" not in shown.stdout and "unknown here, " in shown.stdout


def test_a_record_that_does_not_hold_ends_with_1(club: Signing, disputed: Opened, greffe: Greffe, tmp_path: Path) -> None:
    rolled = next(line["seq"] for line in disputed.read("/audit")["lines"] if line["dice"] and line["seq"] > 1)
    store = tmp_path / "greffe.sqlite"
    with sqlite3.connect(Path(club.data, "greffe.sqlite")) as here, sqlite3.connect(store) as there:
        here.backup(there)
        where = "WHERE originator_id = ? AND originator_version = ?"
        state = json.loads(there.execute(f"SELECT state FROM records {where}", (disputed.id, rolled)).fetchone()[0])
        roll = state["rolls"][0]
        roll["picks"][0] = (roll["picks"][0] + 1) % int(roll["spec"].replace("of", "d").split("d")[1])
        changed = json.dumps(state, separators=(",", ":")).encode()
        there.execute(f"UPDATE records SET state = ? {where}", (changed, disputed.id, rolled))
    here.close()
    there.close()
    copy(Path(club.data, "secret.key"), tmp_path / "secret.key")
    shown = greffe("audit", disputed.id, "--data", str(tmp_path))
    assert shown.exit_code == 1, shown.output
    assert f"Record {rolled} does not hold: " in shown.stdout


def test_the_log_of_a_running_server_is_read(club: Signing, greffe: Greffe) -> None:
    fresh = club.open()
    fresh.table.play(1)
    assert eventually(lambda: "under the checkpoint of size" in audited(greffe, club, fresh).splitlines()[-7])


def test_what_became_of_sealed_values_is_told(club: Signing, greffe: Greffe) -> None:
    sealed = club.open("fief-tactics", players=3, seals=True)
    text = sealed.read("/audit")["head"]["seals"]["text"]["fr"]
    assert f"  Valeurs scellées : {text}\n" in audited(greffe, club, sealed, "--no-lines", "--lang", "fr")

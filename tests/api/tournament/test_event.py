"""A whole event at tables of Fief through its pages: results from games, from phones and typed, a
wrong one that is found after the last round; and its bundle with all its games, verified by
somebody who has never seen the service."""

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from flask import Flask

from domain.game.aggregate.game import places_of
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from domain.game.play.sheets import score_of
from domain.proof.log.notes import read_verifier_key
from domain.tournament.tournaments import Tournaments
from tests.amount import slow
from tests.builders.api.event_pages import EventPages, sends
from tests.builders.api.forms import excerpt
from tests.builders.logs import Log
from tests.builders.players import answered
from tests.builders.policies import policy_text

ROOT = Path(__file__).parents[3]
SHORTEST = ('{"type":"answer-end","agree":true}', '{"type":"end-phase"}')
"""What is done first where it can be: so a session of Fief ends within forty actions."""


@slow("six games of Fief and two processes; test_challenge.py has a small event")
def test_an_event_at_tables_of_fief_and_its_bundle(
    app: Flask, clerk: Clerk, book: Log, tmp_path: Path
) -> None:
    event, rng = (
        EventPages(
            app, 8, "fief-tactics", "Fief, 8 families", "victory_shows_in_titles", rounds="3"
        ),
        Random(1429),
    )
    right: dict[int, int] = {}
    for round in (1, 2, 3):
        event.pair(round)
        event.submit(f"/rounds/{round}", "/games")
        tables = (
            app.extensions["greffe"]
            .of(Tournaments)
            .desk.tournament(event.id)
            .rounds[round - 1]
            .tables
        )
        for table in tables:
            finish(clerk, table.game, rng)
        event.submit(f"/rounds/{round}/tables/1", "/result", "Take it from the game")
        places = placed(clerk, tables[1].game, tables[1].entrants)
        if round == 1:
            report(event, places)
        elif round == 3:
            event.quick(3, 2, " ".join(str(places[n]) for n in tables[1].entrants))
        else:
            right = places
            type_wrong(event, [places[n] for n in tables[1].entrants])
        event.close(round)
    correct(event, right)
    event.go()
    event.director.press("Close it for good")
    page = event.go().text
    assert "The tournament is closed." in page and "The seed:" in page
    book.bring_up()
    bundle = event.director.go(re.findall(r'href="([^"]*/bundle[^"]*)"', page)[0]).data
    assert bundle.count(b'{"format":') == 1 + 6
    elsewhere = Elsewhere(tmp_path, book)
    code, sentence = elsewhere.verify(bundle)
    assert code == 0 and "bound to its table (games: 6)" in sentence, sentence
    code, sentence = elsewhere.verify(bundle, "--replay")
    assert (
        code == 0
        and "6 games replayed, and results compared with what they came to (results: 6)" in sentence
    ), sentence
    assert re.search(
        r"the result of round 2, table 2 is not that of its game \w+: entrant \d+ has place \d",
        sentence,
    )
    assert elsewhere.verify(bundle.replace(b'\\"place\\":1', b'\\"place\\":3', 1))[0] == 1


def finish(clerk: Clerk, game: str, rng: Random) -> None:
    while (now := clerk.game(game)).to_act:
        seat = now.to_act[0]
        legal = now.rules.legal(now.board, seat)
        offered = {
            msgspec.json.encode(choice.action).decode(): choice.action for choice in legal.choices
        }
        chosen: Any = next((offered[name] for name in SHORTEST if name in offered), None)
        claims = [
            template.example for template in legal.templates if template.type == "propose-end"
        ]
        if claims and rng.random() < 0.5:
            chosen = msgspec.structs.replace(claims[0], kind="victory")  # type: ignore[type-var]
        chosen = chosen or now.rules.sample(now.board, seat, rng)
        order = Order(now.id, now.seq, f"phone-{seat}", f"quick-{now.seq}")
        answered(
            lambda values, order=order, seat=seat, chosen=chosen: clerk.act(
                order, seat, chosen, values
            ),
            rng,
        )


def placed(clerk: Clerk, id: str, entrants: tuple[int, ...]) -> dict[int, int]:
    game = clerk.game(id)
    players = [spec.id for spec in game.setting.seat_specs if spec.role == "player"]
    points = {line.seat: line.points for line in score_of(game)}
    places = places_of(game, {seat: points.get(seat, 0) for seat in players})
    return {entrant: places[seat] for seat, entrant in zip(players, entrants, strict=True)}


def report(event: EventPages, places: dict[int, int]) -> None:
    for n in places:
        phone = event.link("", n)
        confirm = [form for form in phone.forms if "confirms" in form.fields]
        if confirm:
            sends(phone, confirm[0], "Yes, that is right")
        else:
            sends(
                phone,
                phone.form("/me/slip", "slip"),
                "Report",
                **{f"place-{entrant}": str(at) for entrant, at in places.items()},
            )
    assert "Result:" in phone.go(f"{event.base}/me").text


def type_wrong(event: EventPages, places: list[int]) -> None:
    """The scorer types the winner's place for somebody else, and confirms it twice although the
    game says otherwise."""
    scorer = event.link("Scorer")
    first, last = places.index(min(places)), places.index(max(places))
    places[first], places[last] = places[last], places[first]
    scorer.go(f"{event.base}/rounds/2")
    scorer.send(scorer.form("/quick"), follow=False, table="2", places=" ".join(map(str, places)))
    for _ in range(2):
        assert "In the game, entrant" in scorer.page
        scorer.send(
            scorer.form("", "confirm"), follow=False, reason="That is how the table read it."
        )
    assert scorer.answer.status_code == 303, scorer.page


def correct(event: EventPages, right: dict[int, int]) -> None:
    """After the last round somebody sees it; the director corrects it, and everybody can see what
    was believed."""
    assert "typed" in event.go("/rounds/2/tables/2").text
    form = event.director.form("/correct")
    assert any(form.fields[f"place-{n}"].value != str(place) for n, place in right.items())
    turned = {f"place-{n}": str(place) for n, place in right.items()}
    event.director.send(form, "See what would follow", effect="recompute", **turned)
    assert "A result that was taken is corrected." in event.director.page
    assert re.search(r"Player \d+ goes from rank \d+ to rank \d+\.", event.director.page)
    event.confirm("The slip was read from the wrong side.")
    record = excerpt(r"/corrections/(\d+)", event.go("/corrections").text)
    for who in (event.director, event.link("", next(iter(right)))):
        page = who.go(f"{event.base}/corrections/{record}").text
        assert (
            "Correction of round 2, table 2" in page and "Pairings that would have differed" in page
        )
        assert re.search(r"from rank \d+ to rank \d+", page)
    assert "The slip was read" not in page, "the reason is the director's"


class Elsewhere:
    """A machine that has never seen the service: a folder with a bundle and a policy, and the
    verifier; no settings, no data."""

    def __init__(self, folder: Path, book: Log) -> None:
        self.folder = folder
        keys = [read_verifier_key(key.verifier) for key in book.log_keys()]
        (folder / "policy").write_text(policy_text(keys))

    def verify(self, bundle: bytes, *words: str) -> tuple[int, str]:
        """What `greffe verify` says of a bundle: with `--replay` the whole program, without it the
        auditor alone."""
        (self.folder / "event.bundle").write_bytes(bundle)
        program = ["-m", "ops.cli", "verify"] if words else ["-m", "domain.proof", "verify"]
        done = subprocess.run(
            [sys.executable, *program, "--policy", "policy", *words, "event.bundle"],
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": str(self.folder)},
            capture_output=True,
            timeout=300,
            check=False,
        )
        assert b"Traceback" not in done.stdout + done.stderr, done.stderr
        return done.returncode, done.stdout.decode()

"""A whole event through its pages: 24 entrants, five rounds of Fief, a wrong result that is found after the third; and its bundle
with all its games, verified by somebody who has never seen the service."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from flask import Flask

from domain.clerk.clerk import Clerk
from domain.clerk.commands import Order
from domain.game.game import Game, places_of
from domain.ledger.__main__ import main
from domain.ledger.log.notes import read_verifier_key
from domain.ledger.log.policy_file import policy_text, read_policy
from domain.procedure.sheets import score_of
from tests.amount import slow
from tests.api.site.play.test_titles import think
from tests.builders.api.event_pages import EventPages, sends
from tests.builders.api.forms import Person
from tests.builders.logs import Log
from tests.builders.players import answered
from tests.ledger.sweep import unnoticed

ROOT = Path(__file__).parents[4]
SHORTEST = ('{"type":"answer-end","agree":true}', '{"type":"end-phase"}')
"""What is done first where it can be: so a session of Fief ends within forty actions."""

CLUBS = ("Rouen", "Caen", "Paris", "Lyon")


@slow("a whole event of 24; test_challenge.py has a small one")
def test_an_event_of_24_at_tables_of_fief_and_its_bundle(app: Flask, clerk: Clerk, book: Log, tmp_path: Path) -> None:
    hall = Hall(app, clerk)
    for round in range(1, 6):
        hall.play(round)
        if round == 3:
            hall.find_the_wrong_result()
    event = hall.event
    event.go()
    event.director.press("Close it for good")
    assert event.director.answer.status_code == 200
    page = event.go().text
    assert "The tournament is closed." in page
    assert "The seed:" in page
    first = event.standings()[0][1]
    why = event.go(f"/standings/{first}").text
    assert "is at rank 1" in why
    assert "Round 1, table" in why
    book.bring_up()
    bundle = event.director.go(re.findall(r'href="([^"]*/bundle[^"]*)"', event.go().text)[0]).data
    assert bundle.count(b'{"format":') == 1 + len(hall.games) == 31
    Elsewhere(tmp_path, book).judges(bundle, Random(14))


class Hall:
    """The people of the event at their browsers, none of which runs a script: a director, a scorer, a check-in, 24 phones."""

    def __init__(self, app: Flask, clerk: Clerk) -> None:
        self.app, self.clerk, self.rng = app, clerk, Random(1429)
        event = self.event = EventPages(app, 0, "fief-tactics", "Fief, 24 families", "victory_shows_in_titles", most="5")
        rows = [f"Player {n};{CLUBS[n % 4]};{1500 + 10 * n}" for n in range(1, 25)]
        event.go("/entrants")
        event.sent(event.director.form("/entrants/import"), pasted="\n".join(["name;club;rating", *rows]))
        event.go("/entrants")
        event.sent(event.director.form("/separations"), **{"apart.club": "Rouen"})
        self.scorer, self.check_in = event.link("Scorer"), event.link("Check-in")
        self.phones: dict[int, Person] = {}
        for n in range(1, 25):
            self.phones[n] = event.link("", n)
        self.games: list[str] = []
        self.wrong = (0, 0)
        self.right: dict[int, int] = {}

    def play(self, round: int) -> None:
        """A round: who is there, paired, published, games opened and played, results from all three sources, closed."""
        event = self.event
        there = [n for n in range(1, 25) if not (round == 5 and n == 24)]
        for n in there[:4]:
            phone = self.phones[n]
            phone.go(f"{event.base}/me")
            sends(phone, phone.form("/me/here"), "I am here")
        self.check_in.go(f"{event.base}/check-in")
        form = self.check_in.form("/check-in/presence")
        sends(self.check_in, form, "They are here", numbers=" ".join(map(str, there[4:])))
        self.check_in.go(f"{event.base}/check-in")
        sends(self.check_in, self.check_in.form("/check-in/close"))
        event.pair(round)
        event.go(f"/rounds/{round}")
        event.sent(event.director.form("/games"))
        event.go(f"/rounds/{round}")
        event.sent(event.director.form("/clock"), "Start the clock", minutes="180")
        tables = event.tables(round)
        assert sorted(n for entrants in tables.values() for n in entrants) == there
        for number, entrants in tables.items():
            game = self.fief(entrants, by_pages=number <= 1)
            self.games.append(game)
            if number <= 2:
                self.scorer.go(f"{event.base}/rounds/{round}/tables/{number}")
                sends(self.scorer, self.scorer.form("/result"), "Take it from the game")
            elif number <= 4:
                self.from_phones(round, game, entrants)
            else:
                self.typed(round, number, game, entrants)
        event.close(round)

    def fief(self, entrants: list[int], *, by_pages: bool) -> str:
        """A game, opened from the players' phones, each in the own seat, until one family claims victory and all others agree, on
        the pages of their seats; what comes before that is entered there, too, or by players who are quicker than pages."""
        seats: dict[str, Person] = {}
        game = ""
        for n in entrants:
            phone = self.phones[n]
            phone.go(f"{self.event.base}/me")
            link = re.search(r'class="button go" href="(/seat/[^"]+)"', phone.page)
            assert link is not None, phone.page
            player = Person(self.app.test_client(), link[1].removeprefix("/seat/"))
            game = player.answer.request.path.split("/")[2]
            seat = re.search(r'data-seat="([a-z]+)"', player.page)
            assert seat is not None
            seats[seat[1]] = player
        while (now := self.clerk.game(game)).to_act:
            seat = now.to_act[0]
            if not by_pages and not self.ending(now, seat):
                self.quickly(now, seat)
                continue
            player = seats[seat]
            player.go(f"/games/{game}/play")
            self.act(player, now, seat)
            assert self.clerk.game(game).seq > now.seq, player.text("said")
        assert self.clerk.game(game).outcome is not None
        return game

    @staticmethod
    def ending(now: Game, seat: str) -> bool:
        """Whether it is for this seat to claim victory, or to say whether another has won."""
        legal = now.rules.legal(now.board, seat)
        agrees = any(msgspec.json.encode(one.action).decode() == SHORTEST[0] for one in legal.choices)
        return agrees or any(one.type == "propose-end" for one in legal.templates)

    def quickly(self, now: Game, seat: str) -> None:
        """The same, without a page."""
        legal = now.rules.legal(now.board, seat)
        said = {msgspec.json.encode(one.action).decode(): one.action for one in legal.choices}
        wanted = [said[name] for name in SHORTEST if name in said]
        claims = [one.example for one in legal.templates if one.type == "propose-end"]
        action = (claims if claims and self.rng.random() < 0.5 else wanted)[:1] or [None]
        chosen: Any = action[0] or now.rules.sample(now.board, seat, self.rng)
        if claims and chosen is claims[0]:
            chosen = msgspec.structs.replace(chosen, kind="victory")
        order = Order(now.id, now.seq, f"phone-{seat}", f"quick-{now.seq}")
        answered(lambda values: self.clerk.act(order, seat, chosen, values), self.rng)

    def act(self, player: Person, now: Any, seat: str) -> None:
        """The shortest way to the end: agree, claim victory where it may be claimed, end the phase; else whatever can be done."""
        forms = [form for form in player.forms if form.action.endswith("/play/act")]
        claims = [form for form in forms if "form" in form.fields and '"propose-end"' in (form.fields["action"].value or "")]
        if claims and self.rng.random() < 0.5:
            claims[0].set("a.kind", "victory")
            player.post(claims[0].action, claims[0].sent(), follow=False)
            return
        for said in SHORTEST:
            for form in forms:
                if any(value == said for _, value, _ in form.buttons):
                    player.post(form.action, form.sent(action=said), follow=False)
                    return
        _, form, button = think(player, now, seat, self.rng)
        player.post(form.action, form.sent(**button), follow=False)

    def placed(self, game: str, entrants: list[int]) -> dict[int, int]:
        """The places that a game came to."""
        found = self.clerk.game(game)
        players = [one.id for one in found.setting.seat_specs if one.role == "player"]
        sits = dict(zip(players, entrants, strict=True))
        points = {line.seat: line.points for line in score_of(found)}
        places = places_of(found, {seat: points.get(seat, 0) for seat in players})
        return {sits[seat]: place for seat, place in places.items()}

    def from_phones(self, round: int, game: str, entrants: list[int]) -> None:
        """One player enters the places, the others confirm."""
        places = self.placed(game, entrants)
        for n in entrants:
            phone = self.phones[n]
            phone.go(f"{self.event.base}/me")
            confirm = [form for form in phone.forms if "confirms" in form.fields]
            if confirm:
                sends(phone, confirm[0], "Yes, that is right")
            else:
                sends(phone, phone.form("/me/slip", "slip"), "Report", **{f"place-{one}": str(at) for one, at in places.items()})
        assert "Result:" in phone.go(f"{self.event.base}/me").text

    def typed(self, round: int, number: int, game: str, entrants: list[int]) -> None:
        """The scorer types the places; in the second round, at table 5, the winner's for somebody else, and confirms it twice
        although the game says otherwise."""
        places = [self.placed(game, entrants)[n] for n in entrants]
        if (round, number) == (2, 5):
            self.wrong, self.right = (round, number), dict(zip(entrants, places, strict=True))
            first, last = places.index(min(places)), places.index(max(places))
            places[first], places[last] = places[last], places[first]
        self.scorer.go(f"{self.event.base}/rounds/{round}")
        self.scorer.send(self.scorer.form("/quick"), follow=False, table=str(number), places=" ".join(map(str, places)))
        if self.wrong == (round, number):
            for _ in range(2):
                assert "In the game, entrant" in self.scorer.page
                self.scorer.send(self.scorer.form("", "confirm"), follow=False, reason="That is how the table read it.")
        assert self.scorer.answer.status_code == 303, self.scorer.text("trouble") or self.scorer.page

    def find_the_wrong_result(self) -> None:
        """After the third round somebody sees it; the director corrects it, and everybody can see what was believed."""
        event, (round, number) = self.event, self.wrong
        assert round
        entrants = event.tables(round)[number]
        page = event.go(f"/rounds/{round}/tables/{number}").text
        assert "typed" in page
        form = event.director.form("/correct")
        assert any(form.fields[f"place-{n}"].value != str(place) for n, place in self.right.items())
        turned = {f"place-{n}": str(place) for n, place in self.right.items()}
        event.director.send(form, "See what would follow", effect="recompute", **turned)
        assert "A result that was taken is another one now." in event.director.page
        assert re.search(r"Player \d+ goes from rank \d+ to rank \d+\.", event.director.page)
        event.confirm("The slip was read from the wrong side.")
        record = re.search(r"/corrections/(\d+)", event.go("/corrections").text)
        assert record is not None
        for who in (event.director, self.phones[entrants[0]]):
            page = who.go(f"{event.base}/corrections/{record[1]}").text
            assert f"Correction of round {round}, table {number}" in page
            assert "Standings after round 2" in page
            assert "Standings after round 3" in page
            assert re.search(r"from rank \d+ to rank \d+", page)
            assert "Pairings that would have differed" in page
        assert "The slip was read" not in page, "the reason is the director's"


class Elsewhere:
    """A machine that has never seen the service: a folder with a bundle and a policy, and the verifier; no settings, no data."""

    def __init__(self, folder: Path, book: Log) -> None:
        self.folder = folder
        keys = [read_verifier_key(key.verifier) for key in book.log_keys()]
        (folder / "policy").write_text(policy_text(keys))

    def verify(self, bundle: bytes, *words: str) -> tuple[int, str]:
        """What `greffe verify` says of a bundle: with `--replay` the whole program, without it the auditor alone."""
        (self.folder / "event.bundle").write_bytes(bundle)
        program = ["-m", "ops.cli", "verify"] if words else ["-m", "domain.ledger", "verify"]
        told = subprocess.run(
            [sys.executable, *program, "--policy", "policy", *words, "event.bundle"],
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": str(self.folder)},
            capture_output=True,
            timeout=300,
            check=False,
        )
        assert b"Traceback" not in told.stdout + told.stderr, told.stderr
        return told.returncode, told.stdout.decode()

    def judges(self, bundle: bytes, rng: Random) -> None:
        """The bundle is verified, with everything that follows from it done again and every game replayed; the wrong result that
        was corrected is named; every single change is found: of each byte in its line, and of a sample by the whole audit."""
        code, said = self.verify(bundle)
        assert code == 0, said
        assert "bound to its table (games: 30)" in said
        code, said = self.verify(bundle, "--replay")
        assert code == 0, said
        assert "30 games replayed, and results compared with what they came to (results: 30)" in said
        assert re.search(r"the result of round 2, table 5 is not that of its game \w+: entrant \d+ has place \d", said)
        bits = (8 * at + rng.randrange(8) for at in range(len(bundle)))
        assert list(unnoticed(bundle, read_policy((self.folder / "policy").read_bytes()), bits)) == []
        policy, file = str(self.folder / "policy"), self.folder / "changed.bundle"
        for what, changed in self.changes(bundle, rng):
            assert changed != bundle, what
            file.write_bytes(changed)
            assert main(["verify", "--policy", policy, str(file)]) == 1, what

    @staticmethod
    def changes(bundle: bytes, rng: Random) -> list[tuple[str, bytes]]:
        """Single changes: bytes anywhere, and in records a place, a seat, an attempt, a seed, a departure, a digest."""
        found = []
        for at in sorted(rng.sample(range(len(bundle)), 20)):
            other = rng.choice([one for one in b"0123456789abcdef" if one != bundle[at]])
            found.append((f"byte {at}", bundle[:at] + bytes([other]) + bundle[at + 1 :]))
        words = {
            "a result": rb'\\"place\\":1',
            "who was there": rb'\\"present\\":\[1,',
            "an attempt": rb'\\"attempt\\":1',
            "a seed": rb'\\"seed\\":\\"[0-9a-f]',
            "standings": rb'\\"standings\\":\\"[0-9a-f]',
            "a departure": rb'\\"code\\":\\"corrected',
            "a seat": rb'\\"entrants\\":\[\d+,\d+',
            "a basis": rb'\\"seq\\":\d',
        }
        for what, pattern in words.items():
            there = list(re.finditer(pattern.replace(b"\\\\", b"\\\\?"), bundle))
            assert there, what
            for one in rng.sample(there, min(3, len(there))):
                last = one.end() - 1
                other = b"7" if bundle[last : last + 1] != b"7" else b"8"
                found.append((f"{what} at {one.start()}", bundle[:last] + other + bundle[last + 1 :]))
        return found

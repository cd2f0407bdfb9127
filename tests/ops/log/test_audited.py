"""The audit from end to end: a service with two witnesses has closed games of every title, and a
user who has only Python, `cryptography` and `domain/proof` verifies their bundles."""

import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random

import cryptography

from domain.game.aggregate.game import Game
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from domain.game.dice.use_cases import Contributions
from domain.proof.chance.dice import contribution_commitment
from domain.titles.registry import ids
from ops.settings.config import ROOT
from tests.amount import slow
from tests.builders.policies import policy_text
from tests.builders.servers import Server, eventually
from tests.domain.proof.agreeing import agree_on_files
from tests.ops.signing import Signing
from tests.ops.witness.witnesses import LogFolder, WitnessProcess, policy_file


def order(game: Game) -> Order:
    return Order(game.id, game.seq, "auditor", f"k{game.seq}")


def played(clerk: Clerk, title: str) -> Game:
    """A closed game: every player adds a part to the dice, random actions follow, and some are taken
    back."""
    game = clerk.open_game(Opening(ruleset=title), "auditor", f"audited-{title}").state
    parts, seats = (
        Contributions(clerk),
        [spec.id for spec in game.setting.seat_specs if spec.role == "player"],
    )
    values = {seat: f"the part that {seat} adds".encode() for seat in seats}
    for seat in seats:
        game = parts.commit(
            order(game), seat, contribution_commitment(game.id, seat, values[seat]).hex()
        ).state
    for seat in seats:
        game = parts.reveal(order(game), seat, values[seat].hex()).state
    rng = Random(7)
    while game.seq < 60 and (acting := game.to_act):
        action = game.rules.sample(game.board, acting[0], rng)
        game = clerk.act(order(game), acting[0], action).state
        if (
            rng.random() < 0.1
            and game.step is not None
            and not game.step.stops_undo
            and game.step.seat in seats
        ):
            game = clerk.undo(order(game), game.step.seat).state
    return clerk.close_game(order(game)).state


class Auditor:
    """A user who has only Python, `cryptography` and `domain/proof`, and cannot import Flask,
    eventsourcing or msgspec."""

    def __init__(self, home: Path) -> None:
        self.home = home
        (home / "domain").mkdir(parents=True)
        (home / "domain" / "__init__.py").touch()
        shutil.copytree(
            ROOT / "domain" / "proof",
            home / "domain" / "proof",
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        for package in Path(cryptography.__file__).parents[1].iterdir():
            if package.name.split(".")[0] in (
                "cryptography",
                "_cffi_backend",
                "cffi",
                "typing_extensions",
            ):
                (home / package.name).symlink_to(package)

    def verify(self, bundle: bytes, policy: str) -> tuple[int, str]:
        (self.home / "policy").write_text(policy)
        (self.home / "game.jsonl").write_bytes(bundle)
        words = ["verify", "game.jsonl", "--policy", "policy"]
        run = subprocess.run(
            [sys.executable, "-S", "-E", "-m", "domain.proof", *words],
            cwd=self.home,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert "Traceback" not in run.stderr, run.stderr
        files = [str(self.home / word) if "." in word else word for word in words[:-1]]
        agree_on_files([*files, str(self.home / "policy")], run.returncode)
        return run.returncode, run.stdout + run.stderr


@slow(
    "servers and witnesses; the tour of the README verifies a bundle, tests/domain/proof every title's"
)
def test_closed_games_of_every_title_are_verified_by_somebody_who_trusts_nobody(
    tmp_path: Path,
) -> None:
    """Each bundle that the service gives holds for a policy that wants both witnesses."""
    house = LogFolder(tmp_path / "data")
    house.write()
    with (
        WitnessProcess(tmp_path / "club", house.key) as club,
        WitnessProcess(tmp_path / "rival", house.key, name="rival.example/w") as rival,
    ):
        file = tmp_path / "witnesses"
        policy_file(file, ("club", club.key, club.address), ("rival", rival.key, rival.address))
        policy = policy_text([house.key], [("club", club.key), ("rival", rival.key)], 2)
        with Server(tmp_path / "data", GREFFE_WITNESSES=str(file)) as server:
            with Signing(server) as own:
                games = [played(own.clerk, title) for title in ids()]
            auditor = Auditor(tmp_path / "account")

            def verified(game: Game) -> bool:
                status, _, data = server.fetch(f"/api/v1/games/{game.id}/bundle")
                code, said = auditor.verify(data, policy) if status == 200 else (1, "")
                return code == 0 and all(word in said for word in ("verified", "club", "rival"))

            for game in games:
                assert eventually(partial(verified, game)), game.opened.ruleset

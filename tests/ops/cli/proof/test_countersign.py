"""`greffe countersign`: players sign a game of a real server with their own keys and check
everything themselves."""

import json
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from domain.game.seats.countersignatures import signatures
from tests.builders.servers import PATIENCE, eventually
from tests.ops.cli.test_commands import Greffe, one_sentence
from tests.ops.signing import Opened, Signing, written


@pytest.fixture(scope="module")
def game(club: Signing) -> Opened:
    opened = club.open()
    opened.table.play(6)
    return opened


@pytest.fixture
def key(tmp_path: Path) -> str:
    file = tmp_path / "player.pem"
    subprocess.run(
        ["openssl", "genpkey", "-algorithm", "ed25519", "-out", file],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    file.chmod(0o600)
    return str(file)


def copy_of(game: Opened, seat: str, folder: Path) -> str:
    file = folder / f"{seat}.jsonl"
    file.write_bytes(game.export(seat))
    return str(file)


def test_a_game_is_signed_by_both_like_a_score_sheet(
    club: Signing, greffe: Greffe, key: str, tmp_path: Path
) -> None:
    game = club.open()
    game.table.play(12)
    about, browsers = (
        game.table.game.seq,
        written(tmp_path / "saved.pem", Ed25519PrivateKey.generate()),
    )
    keys = {"blue": key, "red": browsers}
    for seat, file in keys.items():
        signed = greffe("countersign", copy_of(game, seat, tmp_path), "--seat", seat, "--key", file)
        assert signed.exit_code == 0, signed.output
        sentence = game.read(f"/records/{about}", "blue")["entry"]["sentence"]["en"]
        points = {line["seat"]: line["total"] for line in game.read(f"/score?at={about}")["score"]}
        for shown in (
            f"Record {about} of ",
            sentence,
            f"Blue {points['blue']}, Red {points['red']}",
            f"fingerprint {game.table.at(about).rules.fingerprint(game.table.at(about).board)}",
            game.read(f"/countersignatures?at={about}")["to_sign"][list(keys).index(seat)][
                "message"
            ],
            f"Checked: the leaf follows from {about} records, read to the byte",
        ):
            assert shown in signed.stderr, shown
        assert game.write(seat, "/countersignatures", json.loads(signed.stdout)).status == 201
    assert game.write("arbiter", "/close?receipt=wait", {}).status == 201
    closed = game.table.game.seq
    for seat, file in keys.items():
        beside = greffe("countersign", copy_of(game, seat, tmp_path), "--seat", seat, "--key", file)
        assert game.write(seat, "/countersignatures", json.loads(beside.stdout)).status == 200
    rows = [
        (signature.seat, signature.about, signature.seq)
        for signature in signatures(club.clerk.game(game.id), club.clerk.key_values)
    ]
    assert rows == [
        ("blue", about, about + 1),
        ("red", about, about + 2),
        ("blue", closed, 0),
        ("red", closed, 0),
    ]
    assert game.table.game.seq == closed, "nothing follows the record that closes a game"
    check_signatures(club, greffe, game, [(about, False), (closed, True)], tmp_path)


def check_signatures(
    club: Signing, greffe: Greffe, game: Opened, signed: list[tuple[int, bool]], folder: Path
) -> None:
    """Fail unless the bundle has both players' signatures of each record in `signed`, given with
    whether they lie beside the records. Copied to another seat, record or key they must be
    invalid."""
    about = signed[0][0]
    bundle, policy = folder / "game.jsonl", folder / "greffe.policy"
    assert eventually(
        lambda: greffe("bundle", game.id, "-o", str(bundle), "--data", club.data).exit_code == 0
    )
    policy.write_text(greffe("policy", "--data", club.data).stdout)
    outcome = greffe("verify", str(bundle), "--policy", str(policy), "--json")
    assert outcome.exit_code == 0, outcome.output
    lines = [
        line for line in json.loads(outcome.stdout)["checks"] if line["check"] == "countersigned"
    ]
    expected = [
        ("ok", seat, record, beside) for record, beside in signed for seat in ("blue", "red")
    ]
    assert [
        (line["status"], line["seat"], line["record"], line["beside"]) for line in lines
    ] == expected

    blue, red = game.read("/countersignatures")["signatures"][:2]
    data = bundle.read_text("ascii")
    for first, other in ((blue, red), (red, blue)):
        bundle.write_text(data.replace(first["signature"], other["signature"]), "ascii")
        assert greffe("verify", str(bundle), "--policy", str(policy)).exit_code == 1
    for copied in (
        {"seat": "red"},
        {"about": about - 1},
        {"public": red["public"]},
        {"signature": red["signature"]},
    ):
        body = {name: blue[name] for name in ("seat", "about", "public", "signature")} | copied
        refused = game.write("arbiter", "/countersignatures", body)
        assert (refused.status, refused.data["pointer"]) == (422, "/signature"), copied


def test_what_is_hidden_from_a_seat_is_said(
    club: Signing, greffe: Greffe, key: str, tmp_path: Path
) -> None:
    game = club.open("fief-tactics", players=3)
    game.table.until(lambda now: now.board.auction is not None and len(now.board.waiting) == 3)
    first, second, *_ = game.table.game.to_act
    game.table.step(first)
    about = game.table.game.seq
    for seat, hidden in ((first, 0), (second, 1)):
        signed = greffe(
            "countersign",
            copy_of(game, seat, tmp_path),
            "--at",
            str(about),
            "--key",
            key,
            "--seat",
            seat,
        )
        assert signed.exit_code == 0, signed.output
        assert (f"their SHA-256 alone ({hidden})" in signed.stderr) == bool(hidden)
        assert ("was worked out here" in signed.stderr) != bool(hidden)
        assert game.write(seat, "/countersignatures", json.loads(signed.stdout)).status == 201


def test_records_that_are_not_the_games_are_not_taken(
    game: Opened, greffe: Greffe, key: str, tmp_path: Path
) -> None:
    file = Path(copy_of(game, "blue", tmp_path))
    words, data = ("countersign", str(file), "--seat", "blue", "--key", key), file.read_bytes()
    file.write_bytes(data.replace(b'"seat":"red"', b'"seat":"blue"', 1))
    other = json.loads(greffe(*words).stdout)
    assert game.write("blue", "/countersignatures", other).status == 422, (
        "it is not what the service has"
    )
    for damaged in (
        data[: data.index(b"\n", 5) + 1],
        b"\n".join(data.split(b"\n")[1:]),
        b"\n".join([*data.split(b"\n")[:2], *data.split(b"\n")[3:]]),
        data[:-9],
        data.replace(b"greffe.ActionTaken", b"greffe.hidden", 1),
        b"",
    ):
        file.write_bytes(damaged)
        assert "The records, as they were given, cannot be read: " in one_sentence(
            greffe(*words), 1
        )


def test_what_is_not_signed_is_one_sentence(
    game: Opened, greffe: Greffe, key: str, tmp_path: Path
) -> None:
    file, own = copy_of(game, "blue", tmp_path), Ed25519PrivateKey.generate()

    def says(code: int, key: str, *words: str, seat: str = "blue") -> str:
        return one_sentence(greffe("countersign", file, "--seat", seat, "--key", key, *words), code)

    assert "There is no record 999: this game has records 1 to 7." in says(1, key, "--at", "999")
    assert "No player has the seat green: there are blue, red." in says(1, key, seat="green")
    saved = tmp_path / "saved.pem"
    for mode in (0o644, 0o640, 0o604, 0o602):
        assert f"can be read by others (mode {mode:04o}): run chmod 600 on it." in says(
            2, written(saved, own, mode=mode)
        )
    for other in ((own, b"secret"), (X25519PrivateKey.generate(),)):
        assert "holds no Ed25519 private key in PEM without a password" in says(
            2, written(saved, *other)
        )
    saved.write_bytes(b"-----BEGIN PRIVATE KEY-----\n\xff")
    saved.chmod(0o600)
    assert "ne contient pas de clé privée Ed25519" in says(2, str(saved), "--lang", "fr")
    assert "cannot be read: no such file or directory" in says(2, str(tmp_path / "none.pem"))

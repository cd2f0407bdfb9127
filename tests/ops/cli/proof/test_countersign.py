"""`greffe countersign`: players sign a game of the real server, from anywhere, with keys of their own, and believe nobody."""

from __future__ import annotations

import json
import socket
import subprocess
from binascii import a2b_base64
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import Result
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from api.answers.audit import SignatureAt
from api.resources.proof.countersignatures import Countersignatures, Sign
from domain.ledger.bundle.countersigns import check_countersign
from domain.store.log import leaf_of
from domain.table.countersignatures import signatures
from ops.countersign.link import SeatLink
from tests.builders.servers import eventually
from tests.ops.cli.test_commands import one_sentence
from tests.ops.signing import Opened, Signing, written

Greffe = Callable[..., Result]


@pytest.fixture(scope="module")
def game(club: Signing) -> Opened:
    """A game that goes on."""
    opened = club.open()
    opened.table.play(6)
    return opened


@pytest.fixture
def key(tmp_path: Path, greffe: Greffe) -> str:
    """The file of a player's key."""
    file = tmp_path / "player.pem"
    made = greffe("countersign", "--new-key", str(file))
    assert (made.exit_code, len(a2b_base64(made.stdout))) == (0, 32), "its public half alone is on standard output"
    assert file.stat().st_mode & 0o777 == 0o600
    return str(file)


# -- signing -------------------------------------------------------------------------------------------------------------


def test_a_game_is_signed_by_both_like_a_score_sheet(club: Signing, greffe: Greffe, key: str, tmp_path: Path) -> None:
    game = club.open()
    game.table.play(12)
    about = game.table.game.seq
    other = str(tmp_path / "openssl.pem")
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", other], check=True, capture_output=True)

    signed = greffe("countersign", "--key", key, input=f"{game.links['blue']}\ny\n")
    assert signed.exit_code == 0, signed.output
    at = f"{club.server.address}/api/v1/games/{game.id}/records/{about + 1}"
    assert signed.stdout == f"Record {about} is signed, in record {about + 1}: {at}\n"
    sentence = game.read(f"/records/{about}", "blue")["entry"]["sentence"]["en"]
    points = {line["seat"]: line["total"] for line in game.read(f"/score?at={about}")["score"]}
    for shown in (
        f"Record {about} of {about}: {sentence}",
        f"Blue {points['blue']}, Red {points['red']}",
        f"fingerprint {game.table.at(about).rules.fingerprint(game.table.at(about).board)}",
        f"leaf {game.read(f'/countersignatures?at={about}')['to_sign'][0]['message'].split()[6]}",
        f"Checked: the leaf follows from {about} records, read to the byte.",
        "were worked out here from them.",
    ):
        assert shown in signed.stderr, shown
    told = greffe(
        "countersign", game.id, str(about), "--seat", "red", "--key", other, "--yes", "--json", "--link", game.links["red"]
    )
    assert told.exit_code == 0, told.output
    assert "✍ Blue has signed it, key " in told.stderr
    done = json.loads(told.stdout)
    assert (done["seq"], done["about"], done["hidden"], done["worked_out"]) == (about + 2, about, 0, True)
    check_countersign(
        a2b_base64(done["public"]), a2b_base64(done["signature"]), game.id, about, leaf_of(club.clerk.file(game.id), about), "red"
    )

    assert game.write("arbiter", "/close?receipt=wait", {}).status == 201
    closed = game.table.game.seq
    for seat, file in (("blue", key), ("red", other)):
        beside = greffe("countersign", "--key", file, "--yes", "--lang", "fr", "--link", game.links[seat])
        assert beside.exit_code == 0, beside.output
        assert beside.stdout.startswith(f"L'écriture {closed} est signée ; la partie est close, la signature est donc à côté : ")
    found = [(one.seat, one.about, one.seq) for one in signatures(club.clerk.game(game.id), club.clerk.key_values)]
    assert found == [("blue", about, about + 1), ("red", about, about + 2), ("blue", closed, 0), ("red", closed, 0)]
    assert game.table.game.seq == closed, "nothing follows the record that closes a game"
    verified(club, greffe, game, [(about, False), (closed, True)], tmp_path)


def verified(club: Signing, greffe: Greffe, game: Opened, signed: list[tuple[int, bool]], folder: Path) -> None:
    """The bundle shows all signatures to whoever trusts nobody, and the audit to the arbiter; copied, they are nobody's."""
    about = signed[0][0]
    bundle, policy = folder / "game.jsonl", folder / "greffe.policy"
    assert eventually(lambda: greffe("bundle", game.id, "-o", str(bundle), "--data", club.data).exit_code == 0)
    policy.write_text(greffe("policy", "--data", club.data).stdout)
    told = greffe("verify", str(bundle), "--policy", str(policy), "--json")
    assert told.exit_code == 0, told.output
    lines = [line for line in json.loads(told.stdout)["checks"] if line["check"] == "countersigned"]
    expected = [("ok", seat, record, beside) for record, beside in signed for seat in ("blue", "red")]
    assert [(line["status"], line["seat"], line["record"], line["beside"]) for line in lines] == expected

    blue, red = game.read("/countersignatures")["signatures"][:2]
    data = bundle.read_text("ascii")
    for one, other in ((blue, red), (red, blue)):
        bundle.write_text(data.replace(one["signature"], other["signature"]), "ascii")
        assert greffe("verify", str(bundle), "--policy", str(policy)).exit_code == 1
    for copied in ({"seat": "red"}, {"about": about - 1}, {"public": red["public"]}, {"signature": red["signature"]}):
        body = {name: blue[name] for name in ("seat", "about", "public", "signature")} | copied
        refused = game.write("arbiter", "/countersignatures", body)
        assert (refused.status, refused.data["pointer"]) == (422, "/signature"), copied


def test_a_browsers_key_signs_and_the_link_comes_from_the_environment(
    game: Opened, greffe: Greffe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GREFFE_LINK", game.links["red"])
    file = written(tmp_path / "saved.pem", Ed25519PrivateKey.generate())
    first = greffe("countersign", game.id, "1", "--key", file, "--yes")
    assert (first.exit_code, "The game is opened" in first.stderr) == (0, True), first.output
    newest = greffe("countersign", "--key", file, "--yes", "--json")
    about = json.loads(newest.stdout)["about"]
    assert game.read(f"/records/{about}")["entry"]["type"] != "PositionSigned", "who comes to sign means the game"


def test_the_operator_signs_on_the_machine_itself(club: Signing, game: Opened, greffe: Greffe, key: str) -> None:
    words = ("countersign", game.id, "2", "--seat", "blue", "--key", key, "--data", club.data, "--yes")
    signed = greffe(*words)
    seq = game.table.game.seq
    assert signed.stdout == f"Record 2 is signed, in record {seq}: greffe show {game.id} --at {seq}\n"
    assert "already, " in one_sentence(greffe(*words), 1)
    assert "There is no game nowhere" in one_sentence(greffe("countersign", "nowhere", *words[2:]), 1)
    assert "No player has the seat green: there are blue, red." in one_sentence(greffe(*words[:4], "green", *words[5:]), 1)
    assert "name the game and --seat" in one_sentence(greffe("countersign", *words[5:]))


def test_what_is_hidden_from_a_seat_is_said(club: Signing, greffe: Greffe, key: str) -> None:
    game = club.open("fief-tactics", players=3)
    game.table.until(lambda now: now.board.auction is not None and len(now.board.waiting) == 3)
    first, second, *_ = game.table.game.to_act
    game.table.step(first)
    about = game.table.game.seq
    for seat, hidden in ((first, 0), (second, 1)):
        signed = greffe("countersign", game.id, str(about), "--key", key, "--yes", "--json", "--link", game.links[seat])
        assert signed.exit_code == 0, signed.output
        done = json.loads(signed.stdout)
        assert (done["hidden"], done["worked_out"]) == (hidden, not hidden)
        assert (f"{hidden} of them are hidden from this seat" in signed.stderr) == bool(hidden)
        assert ("in the service's words" in signed.stderr) == bool(hidden)
    assert "something that stays hidden" in signed.stderr


def test_who_is_faster_does_not_keep_a_seat_from_signing(
    game: Opened, greffe: Greffe, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, faster = SeatLink.kept, iter(range(1))

    def meanwhile(self: SeatLink, id: str, about: int) -> Countersignatures:
        found = kept(self, id, about)
        for _ in faster:
            game.table.clerk.note(game.table.order(), "I was faster.")
        return found

    monkeypatch.setattr(SeatLink, "kept", meanwhile)
    seq = game.table.game.seq
    signed = greffe("countersign", game.id, "3", "--key", key, "--yes", "--json", "--link", game.links["blue"])
    assert json.loads(signed.stdout)["seq"] == seq + 2, signed.output
    done = json.loads(signed.stdout)
    again = Sign("blue", 3, done["public"], done["signature"])
    assert SeatLink(game.links["blue"], "en").sign(game.id, seq, again) == seq + 2, "sent twice, it is recorded once"


# -- a service that is not believed --------------------------------------------------------------------------------------


def test_records_that_do_not_come_to_what_is_to_be_signed_are_not(
    game: Opened, greffe: Greffe, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("countersign", game.id, "4", "--key", key, "--yes", "--link", game.links["blue"])
    export, before = SeatLink.export, game.table.game.seq

    def lies(change: Callable[[bytes], bytes]) -> str:
        monkeypatch.setattr(SeatLink, "export", lambda *asked: change(export(*asked)))
        return one_sentence(greffe(*words), 1)

    said = lies(lambda data: data.replace(b'"seat":"red"', b'"seat":"blue"', 1))
    assert "Nothing was signed: the records, as the service gives them, do not come to what it has signed for record 4" in said
    for change in (
        lambda data: data[: data.index(b"\n", 5) + 1],
        lambda data: data.replace(game.id.encode(), b"0" * 12),
        lambda data: b"\n".join(data.split(b"\n")[1:]),
        lambda data: b"\n".join([*data.split(b"\n")[:2], *data.split(b"\n")[3:]]),
        lambda data: data[:-9],
        lambda data: data.replace(b"greffe.ActionTaken", b"greffe.hidden", 1),
        lambda data: b"",
    ):
        assert f"The records of {game.id}, as they were given, cannot be read: " in lies(change)
    assert game.table.game.seq == before


def test_a_signature_of_another_that_does_not_hold_is_shown_as_such(
    game: Opened, greffe: Greffe, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = SeatLink.kept
    forged = SignatureAt(9, datetime.now(UTC), "somebody", "red", 5, "A" * 43 + "=", "A" * 86 + "==")
    monkeypatch.setattr(SeatLink, "kept", lambda *given: replace(kept(*given), signatures=(forged,)))
    shown = greffe("countersign", game.id, "5", "--key", key, "--link", game.links["blue"], input="n\n")
    assert "✗ The signature shown for Red does not hold." in shown.stderr
    assert shown.stderr.endswith("Nothing was signed: answer y, or say --yes.\n")
    assert shown.exit_code == 1


# -- what is not signed ------------------------------------------------------------------------------------------------


def test_what_is_not_signed_is_one_sentence(club: Signing, game: Opened, greffe: Greffe, key: str) -> None:
    own, before = game.links["blue"], game.table.game.seq
    revoked, id = game.issue("seat", "blue")
    game.revoke(id)
    scribe, _ = game.issue("seat", "blue", "red")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        nobody = f"http://127.0.0.1:{listener.getsockname()[1]}/seat/a.b"
    other = club.open().id
    for link, words, says in (
        (own, (other,), f"This link is not for the game {other}: it is for {game.id}."),
        (own, (game.id, "999"), f"There is no record 999: this game has records 1 to {before}."),
        (own, (game.id, "1", "--seat", "red"), "This link speaks for blue, not for red."),
        (scribe, (), "This link speaks for blue, red: name one with --seat."),
        (game.links["spectator"], (), "This link speaks for no seat"),
        (game.links["spectator"], (game.id, "--seat", "red"), "This link may not look as red."),
        (revoked, (), "The organiser has withdrawn the link."),
        (own[:-4] + "AAAA", (), "The link's signature is not this service's"),
        (nobody, (), f"{nobody.removesuffix('/seat/a.b')} cannot be reached: "),
    ):
        said = one_sentence(greffe("countersign", *words, "--key", key, "--yes", "--link", link), 1)
        assert says in said, said
    assert "Ce lien parle pour blue, non pour red." in one_sentence(
        greffe("countersign", "--seat", "red", "--key", key, "--lang", "fr", "--link", own), 1
    )
    assert game.table.game.seq == before

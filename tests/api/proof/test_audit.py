from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask import Flask

from domain.game.clerk.clerk import Clerk
from domain.game.record.records import PositionSigned
from domain.kernel.stored import StoredRecord
from domain.proof.log.checkpoints import cosign
from domain.proof.log.notes import SignerKey, read_note
from domain.proof.spelling import base64_of
from domain.titles import registry
from ops.stores.log.cosignatures import Cosignatures
from tests.api.proof.test_bundles import signature
from tests.builders.api.client import Table, problem
from tests.builders.api.disputes import Dispute
from tests.builders.logs import Log
from tests.builders.servers import PATIENCE
from tests.builders.world import CLUB, RIVAL

NOON = 1_767_268_920  # 2026-01-01 12:02 UTC


def audit(table: Table, query: str = "") -> Any:
    answer = table.get(f"/audit{query}")
    assert answer.status_code == 200, answer.json
    return answer.json


def line(trail: Any, seq: int) -> Any:
    (line_found,) = [row for row in trail["lines"] if row["seq"] == seq]
    return line_found


# -- the lines -------------------------------------------------------------------------------------


def test_every_record_has_its_line(app: Flask, clerk: Clerk) -> None:
    club = Dispute(app, clerk, undo="consent").played_for(2)
    seq = club.seq
    asked_seq = club.done(
        "blue", "/undo", {"seat": "blue", "ask": True, "reason": "We were wrong."}
    )["seq"]
    answered = club.done("red", f"/undo/{asked_seq}/answer", {"seat": "red", "agree": True})["seq"]
    claim = club.done("red", "/claims", {"seat": "red", "about": 2, "text": "No."})["seq"]
    club.played.play(1)
    ruling = club.rule(
        {"type": "annul", "from_seq": club.seq}, claim=claim, text="It was too late."
    )["seq"]
    overturned = club.done(
        "arbiter", f"/rulings/{ruling}/overturn", {"rule": "Fin", "code": "ruling-error"}
    )["seq"]
    trail = audit(club.table("arbiter"))
    assert [row["seq"] for row in trail["lines"]] == list(range(1, club.seq + 1))
    assert (trail["audience"], trail["seq"], trail["next"]) == ("arbiter", club.seq, None)
    gone = line(trail, seq)
    assert (gone["in_force"], gone["out_of_force"]) == (False, answered)
    assert line(trail, asked_seq)["refers"] == [{"how": "asks", "seq": seq}]
    assert line(trail, asked_seq)["why"]["words"] == "We were wrong."
    assert {"how": "retracts", "seq": seq} in line(trail, answered)["refers"]
    assert {"how": "answers", "seq": asked_seq} in line(trail, answered)["refers"]
    assert line(trail, claim)["refers"] == [{"how": "about", "seq": 2}]
    ruled = line(trail, ruling)
    assert {refer["how"] for refer in ruled["refers"]} == {"decides", "annuls", "about"}
    assert ruled["why"] == {
        "rule": "Tour de jeu",
        "code": "illegal-action",
        "reason": {"en": "an action against the rules", "fr": "une action contraire aux règles"},
        "words": "It was too late.",
    }
    assert line(trail, overturned)["refers"] == [{"how": "overturns", "seq": ruling}]
    assert {"organiser", "seat", "arbiter"} <= {row["by"]["role"] for row in trail["lines"]}
    assert line(trail, asked_seq)["by"]["seats"] == ["blue"]
    assert all(row["after"]["fidelity"] == "exact" for row in trail["lines"][:2])
    assert (
        line(trail, answered)["after"]["fingerprint"]
        == line(trail, seq - 1)["after"]["fingerprint"]
    ), "the same position again"


# -- dice ------------------------------------------------------------------------------------------


def rolled(table: Table, most: int = 60) -> Any:
    for _ in range(most):
        table.move()
        roll_line = line(audit(table, f"?after={table.seq - 1}"), table.seq)
        if roll_line["dice"]:
            return roll_line
    raise AssertionError("nothing was rolled")


def test_sealed_rolls_are_verified_once_the_seed_is_shown(table: Table) -> None:
    roll_line = rolled(table)
    number = roll_line["dice"][0]["roll"]["number"]
    assert roll_line["dice"][0]["provenance"] == {
        "en": f"sealed roll {number}",
        "fr": f"jet scellé {number}",
    }
    resting = audit(table)["head"]["resting"]
    assert (resting["chance"], resting["verified"]) == ("sealed", None)
    assert "the service alone" in resting["text"]["en"]
    table.written("/close", {})
    closed = audit(table)
    assert line(closed, roll_line["seq"])["dice"][0]["provenance"]["fr"] == f"jet vérifié {number}"
    head = closed["head"]
    assert (head["resting"]["verified"], head["complete"], head["extent"]["en"]) == (
        True,
        True,
        f"Complete: record {table.seq} closed the game.",
    )


def test_table_dice_are_attested_by_who_typed_them_in_and_who_signed(
    app: Flask, clerk: Clerk
) -> None:
    club = Dispute(
        app, clerk, ruleset="northgard-training", chance="table", values=[["T04", "T01"], ["blue"]]
    )
    assert (
        line(audit(club.table("arbiter")), 1)["dice"][0]["provenance"]["en"]
        == "roll 1, attested by the organiser"
    )
    key = Ed25519PrivateKey.generate()
    red = club.table("red")
    red.written("/countersignatures", signature(red, key, "red", 1))
    trail = audit(club.table("arbiter"))
    assert line(trail, 1)["dice"][0]["provenance"] == {
        "en": "roll 1, attested by the organiser and Red",
        "fr": "jet 1, attesté par l'organisateur et Rouge",
    }
    assert trail["head"]["resting"]["verified"] is None
    (signed,) = trail["head"]["countersignatures"]
    assert (signed["seat"], signed["about"], signed["seq"]) == ("red", 1, 2)
    assert line(trail, 2)["refers"] == [{"how": "signs", "seq": 1}]


def test_a_signature_of_a_record_that_is_not_there_is_told_and_no_fault(
    app: Flask, clerk: Clerk, table: Table
) -> None:
    """Such a signature could come with the import of a forged file."""
    forged = PositionSigned(
        at=clerk.clock(),
        seat="blue",
        about=99,
        public=base64_of(bytes(32)),
        signature=base64_of(bytes(64)),
    )
    clerk.events.put([StoredRecord.new(table.id, 2, forged)])
    resting = audit(table)["head"]["resting"]
    assert (resting["verified"], resting["text"]["en"]) == (
        False,
        "Record 2 does not hold: there is no record 99 before it.",
    )


# -- how each record is proven ---------------------------------------------------------------------


def store_cosignature(book: Log, cosignatures: Cosignatures, by: SignerKey, time: int) -> None:
    head = book.head()
    text = read_note(head.note).text
    assert cosignatures.keep(head.size, text, [cosign(text, by, time)])


def test_a_record_is_waiting_then_logged_then_signed_then_cosigned(
    table: Table, witnessed: tuple[Log, Cosignatures]
) -> None:
    book, heads = witnessed

    def state(seq: int = 1) -> Any:
        return line(audit(table), seq)["proof"]

    waiting = state()
    assert (waiting["state"], waiting["text"]["en"], waiting["of"]) == (
        "waiting",
        "not in the log yet",
        2,
    )
    book.writer.intake.add_rows()
    assert state()["text"] == {
        "en": "in the log at index 0, not signed yet",
        "fr": "au journal à l'index 0, pas encore signée",
    }
    book.log_and_sign_all()
    signed = state()
    assert {"state": "signed", "index": 0, "size": 1, "cosigned": []}.items() <= signed.items()
    assert signed["text"]["en"] == "in the log at index 0, under the checkpoint of size 1"
    store_cosignature(book, heads, CLUB, NOON)
    once = state()
    assert {
        "text": {
            "en": "cosigned 2026-01-01 12:02 UTC by 1 of 2",
            "fr": "cosignée le 2026-01-01 12:02 UTC par 1 sur 2",
        },
        "cosigned": [{"witness": "club", "at": "2026-01-01T12:02:00Z"}],
    }.items() <= once.items()
    table.move()
    book.log_and_sign_all()
    assert state(2)["state"] == "signed"
    store_cosignature(book, heads, RIVAL, NOON + 120)
    assert state(2)["cosigned"] == [{"witness": "rival", "at": "2026-01-01T12:04:00Z"}]
    assert state(1)["text"]["en"] == "cosigned 2026-01-01 12:04 UTC by 2 of 2", (
        "a later head covers what came before"
    )
    log = audit(table)["head"]["log"]
    assert (log["origin"], log["signed"], log["witnesses"], log["trouble"]) == (
        "greffe.example/log",
        2,
        ["club", "rival"],
        None,
    )


# -- what it says on top, and to whom --------------------------------------------------------------


def test_the_head_names_what_the_game_rests_on(table: Table) -> None:
    head, summary = audit(table)["head"], table.get("").json
    assert (head["ruleset"], head["version"], head["catalog"]) == (
        "northgard-training",
        2,
        summary["catalog"],
    )
    assert (head["placeholders"], len(head["package"])) == (summary["placeholders"], 64)
    assert head["build"] and (head["complete"], head["status"]) == (False, "open")
    assert head["extent"]["fr"].startswith("Un début : la partie n'est pas close")
    assert [text["en"] for text in head["limits"]][
        2
    ] == "that the service looked ahead at its sealed dice"
    assert all(text["fr"] for text in head["limits"])


def test_the_rules_digest_is_what_sha256sum_says() -> None:
    import subprocess

    from domain.titles import digest
    from ops.settings.config import ROOT

    sentence = " ".join(
        (digest.__doc__ or "")
        .partition("    find ")[2]
        .partition("\n\n")[0]
        .replace("\\\n", " ")
        .split()
    )
    command = f"find {sentence}"
    assert "domain/titles/fief" in command
    for id in registry.ids():
        rules = registry.ruleset(id)
        folder = "/".join(type(rules).__module__.split(".")[:-1])
        sentence = subprocess.run(
            command.replace("domain/titles/fief", folder),
            shell=True,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        ).stdout
        assert sentence.split()[0] == digest.package_sha256(rules)


def test_the_rules_digest_has_all_that_decides_and_no_picture() -> None:
    from domain.titles.digest import shows_only

    for path in (
        "domain/titles/fief/chapters/declare.py",
        "domain/titles/kit/moves.py",
        "domain/titles/fief/catalog.json",
        "nim/__init__.py",
    ):
        assert not shows_only(path)
    for path in (
        "domain/titles/fief/picture/matter.py",
        "nim/picture/board.py",
        "nim/locale/fr.py",
    ):
        assert shows_only(path)


def test_a_look_at_hidden_things_is_logged(bids: Dispute) -> None:
    assert line(audit(bids.table("spectator")), 2)["what"]["en"] == (
        "Ann does something that stays hidden."
    )
    assert line(audit(bids.table("arbiter")), 2)["what"]["en"] == "Ann bids 7."
    (look,) = bids.organiser.get(f"{bids.path}/looks").json["looks"]
    assert (look["what"], look["role"], look["audience"]) == (
        "GET /api/v1/games/{game}/audit",
        "arbiter",
        "arbiter",
    )
    assert audit(bids.table("arbiter"), "?audience=public") == audit(bids.table("spectator"))


def test_who_may_not_look_as_somebody_is_told_so(bids: Dispute) -> None:
    assert problem(bids.table("b").get("/audit?audience=arbiter")) == (403, "not-your-audience")
    for query in ("?after=-1", "?limit=0", "?limit=2001", "?audience=nobody", "?lines=3"):
        assert bids.table("arbiter").get(f"/audit{query}").status_code == 400, query


def test_on_whom_the_dice_rest(app: Flask, clerk: Clerk) -> None:
    from domain.proof.chance.dice import contribution_commitment

    club = Dispute(app, clerk)
    value = b"b" * 16
    club.done(
        "blue",
        "/contributions",
        {"seat": "blue", "commitment": contribution_commitment(club.game, "blue", value).hex()},
    )
    club.done("arbiter", "/contributions/stand-in", {"seat": "red"})
    club.done("blue", "/contributions/reveal", {"seat": "blue", "value": value.hex()})
    resting = audit(club.table("arbiter"))["head"]["resting"]
    assert (resting["by_seats"], resting["by_service"]) == (["blue"], ["red"])
    assert resting["text"]["en"].startswith(
        "The sealed dice rest on the service and Blue together. The first "
    )
    assert [
        words
        for words in (
            "The part of Blue was bound and shown with its own link.",
            "For Red the service stood in, at a request entered with a link of the arbiter's.",
        )
        if words not in resting["text"]["en"]
    ] == []
    french = "Pour Rouge, le service a suppléé, à une demande saisie avec un lien de l'arbitre."
    assert french in resting["text"]["fr"]
    assert [(part["seat"], part["by"], part["bound"]["role"]) for part in resting["parts"]] == [
        ("blue", "seat", "seat"),
        ("red", "service", "arbiter"),
    ]
    assert "les contributions, reposent sur le service seul" in resting["text"]["fr"]
    club.played.play(4)
    club.done("arbiter", "/close", {})
    assert audit(club.table("arbiter"))["head"]["resting"]["verified"] is True

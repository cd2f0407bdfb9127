from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from functools import partial
from pathlib import Path
from time import time
from typing import Any

import pytest
from flask import Flask

from api import create_app
from api.web.request import receipts as receipts_module
from domain.game.clerk.clerk import Clerk
from domain.kernel.text import Text
from domain.proof.log.checkpoints import cosign
from domain.proof.log.notes import read_note
from domain.proof.log.policy import read_policy
from domain.proof.log.proofs import read_proof
from ops.stores.log import writing
from ops.stores.log.cosignatures import Cosignatures
from ops.stores.log.reading import Ledger
from tests.api.proof.log_client import receipt_of
from tests.builders.api.client import KEY, Caller, Table, problem
from tests.builders.api.forms import Person
from tests.builders.logs import Log
from tests.builders.policies import policy_text
from tests.builders.world import CLUB, RIVAL


class Witnessed(Log):
    """A log whose policy requires the cosignature of one of two witnesses. `cosign` adds one to the
    newest head; with `at_once`, every request for a head does so."""

    def __init__(self, place: Path, clerk: Clerk) -> None:
        super().__init__(place, clerk)
        self._witnesses = read_policy(
            policy_text([], [("club", CLUB.verifier), ("rival", RIVAL.verifier)], 1).encode()
        )
        self.kept = Cosignatures(self.place)
        self.at_once = False

    def ask_for_checkpoint(self) -> None:
        super().ask_for_checkpoint()
        if self.at_once:
            self.cosign()

    def cosign(self) -> None:
        head = self.head()
        note = read_note(head.note)
        self.kept.keep(head.size, note.text, [cosign(note.text, CLUB, 1_767_225_600)])

    def close(self) -> None:
        self.kept.close()
        super().close()


@pytest.fixture
def witnessed(clerk: Clerk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Witnessed]:
    monkeypatch.setattr(receipts_module, "PATIENCE", 0.05)
    (tmp_path / "cosigned").mkdir()
    with closing(Witnessed(tmp_path / "cosigned", clerk)) as cosigned:
        yield cosigned


@pytest.fixture
def app(clerk: Clerk, witnessed: Witnessed) -> Flask:
    """A service whose log has witnesses."""
    return create_app(clerk, None, KEY, book=witnessed)


def test_nothing_uncosigned_is_published_as_the_logs_head(
    caller: Caller, table: Table, witnessed: Witnessed
) -> None:
    witnessed.log_and_sign_all()
    answer = caller.get("/log/checkpoint")
    assert (problem(answer), answer.headers["Retry-After"]) == ((503, "not-cosigned-yet"), "1")
    witnessed.cosign()
    cosigned = caller.get("/log/checkpoint").get_data()
    assert CLUB.verifier.name.encode() in cosigned
    table.move()
    receipt_of(table, 2)
    assert caller.get("/log/checkpoint").get_data() == cosigned, (
        "what is published has its witnesses"
    )
    assert caller.get("/log/tile/entries/000.p/2").status_code == 200
    witnessed.cosign()
    assert caller.get("/log/checkpoint").get_data() != cosigned


def test_a_head_with_the_quorum_is_found_again_however_many_came_after_it(
    table: Table, witnessed: Witnessed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "KEPT", 30)
    witnessed.log_and_sign_all()
    witnessed.cosign()
    cosigned = witnessed.cosigned()
    for n in range(40):
        table.write("/notes", {"text": f"{n}"})
        witnessed.log_and_sign_all()
    assert len(witnessed.checkpoints()) == 31, "the newest, and the one that is cosigned"
    assert cosigned is not None
    with closing(Ledger(witnessed.place, witnessed.witnesses())) as anew:
        assert anew.cosigned() == cosigned, "after a restart"
    witnessed.cosign()
    for _ in range(40):
        table.write("/notes", {"text": "and more"})
        witnessed.log_and_sign_all()
    assert len(witnessed.checkpoints()) == 31, "an older one is let go"


def test_a_receipt_waits_for_the_quorum_and_says_when_it_is_not_complete(
    caller: Caller, table: Table, witnessed: Witnessed
) -> None:
    def written() -> Any:
        return table.written("/notes?receipt=wait", {"text": "x"})

    late = written()
    alone = witnessed.policy()
    both = read_policy(
        policy_text(
            alone.logs.values(), [("club", CLUB.verifier), ("rival", RIVAL.verifier)], 1
        ).encode()
    )
    assert late["receipt_state"] == "not-complete"
    assert alone.accept(read_proof(late["receipt"].encode()).checkpoint).checkpoint.size == 2, (
        "what there is comes all the same"
    )
    for state in ("not-complete", "complete"):
        answer = caller.get(table.path("/records/2/receipt"))
        assert answer.headers["Receipt-State"] == state
        witnessed.cosign()
    assert both.accept(read_proof(answer.get_data()).checkpoint).checkpoint.size == 2
    witnessed.at_once = True
    in_time = written()
    assert in_time["receipt_state"] == "complete"
    assert both.accept(read_proof(in_time["receipt"].encode()).checkpoint).checkpoint.size == 3
    witnessed.at_once = False
    table.write("/notes", {"text": "x"})
    assert (
        CLUB.verifier.name not in caller.get(table.path("/bundle")).text.rpartition('{"proof"')[2]
    ), "they did not come in time"
    assert (
        CLUB.verifier.name in caller.get(table.path("/bundle?at=1")).text.rpartition('{"proof"')[2]
    )


def test_a_witness_that_refuses_or_is_silent_is_named_to_all_and_what_it_said_to_the_operator(
    clerk: Clerk,
    caller: Caller,
    anybody: Caller,
    organiser: Person,
    table: Table,
    witnessed: Witnessed,
) -> None:
    witnessed.log_and_sign_all()
    assert anybody.get("/readyz").json["witnesses"] == [
        {"name": name, "state": "ok", "says": None, "since": None} for name in ("club", "rival")
    ]
    page = organiser.go("/organise")
    assert 'data-renew="witnesses"' in page.text and "notice bad" not in page.text
    before = page.headers["ETag"]
    sentence = Text("it refuses with 422: game g1 <was>", "il refuse, avec 422 : game g1 <was>")
    for ago, away, status in ((30, True, "ok"), (90, True, "degraded"), (0, False, "degraded")):
        since = int(clerk.clock().timestamp()) - ago  # by the clock of the service
        witnessed.kept.set_notice(CLUB.verifier.label, None)
        witnessed.kept._clock = partial(float, since)
        witnessed.kept.set_notice(CLUB.verifier.label, sentence, away=away)
        witnessed.kept._clock = time
        witnessed.kept.set_notice(CLUB.verifier.label, sentence, away=away)
        state = "away" if away else "refusing"
        for path in ("/readyz", "/healthz"):
            club, rival = (json := anybody.get(path).json)["witnesses"]
            assert (json["status"], club["name"], club["state"], club["says"]) == (
                status,
                "club",
                state,
                None,
            )
            assert datetime.fromisoformat(club["since"]).timestamp() == since, (
                "since it was first noted"
            )
            assert (rival["name"], rival["state"]) == ("rival", "ok")
        assert caller.get("/readyz").json["witnesses"][0]["says"] == {
            "en": sentence.en,
            "fr": sentence.fr,
        }
        metrics = caller.get("/metrics").text
        assert [
            words
            for words in (
                f'\ngreffe_witness_{state}{{witness="club"}} 1.0\n',
                f'\ngreffe_witness_{state}{{witness="rival"}} 0.0\n',
                "\ngreffe_ledger_cosigned_entries 0.0\n",
            )
            if words not in metrics
        ] == []
        page = organiser.go("/organise", Greffe_Part="1", If_None_Match=before)
        assert (
            f"The witness club {'is away' if away else 'refuses to cosign the log'}: it refuses"
            in page.text
        ), "it is told"
        assert "&lt;was&gt;" in page.text
    witnessed.kept.set_notice(CLUB.verifier.label, None)
    assert anybody.get("/readyz").json["status"] == "ok"
    assert "notice bad" not in organiser.go("/organise").text

"""Proofs of a tournament's results and standings that people download."""

import json
from hashlib import sha256

from flask import Flask

from domain.game.commands import Order
from domain.proof.bundle.carried import read_carried
from domain.tournament.aggregate.conditions import Confirmation
from domain.tournament.tournaments import Tournaments
from tests.builders.api.event_pages import EventPages
from tests.builders.logs import Log
from tests.domain.tournament.directing.hall import won


def test_a_result_standings_and_certificates_are_taken_away_and_hold_without_the_service(
    event: EventPages, app: Flask, book: Log
) -> None:
    event.pair(1, played=True)
    event.close(1)
    on = app.extensions["greffe"].of(Tournaments)
    t = on.store.tournament(event.id)
    result, closed = t.rounds[0].tables[0].result.record, t.rounds[0].closed
    other = won(t.rounds[0].tables[0], t.rounds[0].tables[0].entrants[1])
    order, sure = Order(event.id, t.seq, t.opened.actor, "correct"), Confirmation(1, "A slip.")
    corrected = on.results.correct(order, 1, 1, "recompute", other, sure).record.seq
    for seq, topic in (
        (result, "ResultTaken"),
        (closed, "RoundClosed"),
        (corrected, "ResultCorrected"),
    ):
        page = event.go(f"/proofs/{seq}").text
        assert '<svg class="qr"' in page or "<svg" in page
        carried = read_carried(event.go(f"/proofs/{seq}.txt").data)
        entry, proof = carried.entry(), carried.proof
        assert (entry.game, entry.seq, entry.topic) == (event.id, seq, topic)
        proof.check(entry.leaf, book.policy().open(proof.checkpoint).checkpoint)
        alone = event.go(f"/proofs/{seq}.html")
        assert alone.headers["Content-Disposition"].startswith("attachment")
        for part in (carried.encode().decode(), book.log_keys()[0].verifier):
            assert part in alone.text
    sheet = json.loads(carried.sheet)
    assert json.loads(carried.record)["standings"] == sha256(carried.sheet).hexdigest()
    first = sheet[3][0]["entrant"]
    certificate = event.go(f"/proofs/{corrected}?entrant={first}").text
    assert f">Player {first}</h2>" in certificate and "Rank 1 of 4 in Spring open" in certificate
    for page in ("/standings", "/paper/standings", "/rounds/1/tables/1"):
        assert f'href="{event.base}/proofs/{corrected}' in event.go(page).text


def test_there_is_no_proof_of_what_nobody_may_take_or_of_no_record(event: EventPages) -> None:
    event.pair(1)
    for seq in ("0", "1", "2", "999", f"{10**30}", "3.pdf"):
        assert event.director.go(f"{event.base}/proofs/{seq}").status_code == 404

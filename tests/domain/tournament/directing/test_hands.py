"""The report says, as far as the records show it, whose key or link entered something for somebody
else."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from domain.tournament.audit.replay import Repeated, repeated
from tests.builders.table import Table
from tests.domain.proof.forger import Forger
from tests.domain.proof.games import rows_of
from tests.domain.tournament.directing.eventful import Eventful
from tests.domain.tournament.directing.hall import DUELS, Hall
from tests.domain.tournament.directing.played_events import Forged, disputed

LINKS = {"blue": "of-blue", "red": "of-red"}


def linked(clerk: Clerk, folder: Path) -> Forged:
    """A disputed event in which each seat, the arbiter and the desk used their own links."""
    forged = Forged(disputed(clerk), folder)
    for id in forged.ids[1:]:
        rows = []
        for topic, state in forged.rows[id]:
            body = json.loads(state)
            for seat in body.get("seats", ()):
                seat["link"] = LINKS[seat["id"]]
            body |= {"arbiter": "of-arbiter"} if topic == "GameOpened" else {}
            body["actor"] = LINKS.get(body.get("seat", ""), "director")
            rows.append((topic, json.dumps(body, separators=(",", ":")).encode()))
        forged.write(id, rows)
    return forged


def acts(forged: Forged) -> set[str]:
    return {f.said.en.partition("): ")[2] for f in forged.report().findings if f.check == "acts"}


def test_what_another_hand_enters_in_a_game_is_told(clerk: Clerk, tmp_path: Path) -> None:
    forged = linked(clerk, tmp_path)
    whole, honest = dict(forged.rows), acts(forged)
    assert not any("entered for" in said for said in honest)
    for topic, actor, seat, says in (
        ("ActionTaken", "of-red", "blue", 'with the link of "red"'),
        ("ActionTaken", "of-arbiter", "blue", "with the arbiter's link"),
        ("ActionTaken", "director", "blue", "with the organiser's key"),
        ("ActionTaken", "operator", "blue", "with the operator's key"),
        ("ClaimFiled", "other", "blue", 'with another key or link ("other")'),
        ("RulingGiven", "of-blue", "arbiter", 'with the link of "blue"'),
        ("RulingOverturned", "of-red", "arbiter", 'with the link of "red"'),
    ):
        there = [json.loads(state) for kind, state in forged.rows[forged.ids[1]] if kind == topic]
        nth = next(n for n, body in enumerate(there) if body.get("seat", "arbiter") == seat)
        seq = forged.change(topic, lambda body, by=actor: body.update(actor=by), nth=nth, of=1)  # type: ignore[misc]
        assert acts(forged) - honest == {f'record {seq}: entered for "{seat}" {says}'}
        forged.rows = {id: list(rows) for id, rows in whole.items()}
    forged.change("GameOpened", lambda body: [seat.pop("link") for seat in body["seats"]], of=1)
    assert any("names nobody's link" in said for said in acts(forged))


def test_somebody_else_in_a_seat_is_told(clerk: Clerk) -> None:
    hall = Hall(clerk, DUELS, 2, ruleset="northgard-training").begun(games=True)
    game = Forger.over(clerk, hall.now.rounds[0].tables[0].game)
    player = game.body(1)["seats"][0]["player"]
    game.add("SeatLeft", seat="blue", player=player).add("SeatTaken", seat="blue", player=player)
    assert not game.replayed().acts
    game.add("SeatLeft", seat="blue", player=player).add("SeatTaken", seat="blue", player="p-1")
    assert [act.seq for act in game.replayed().acts] == [game.last]


@pytest.fixture
def event(clerk: Clerk) -> Eventful:
    """A tournament in which entrants bind parts, report results and protest."""
    event = Eventful(clerk, 3)
    for _ in range(3):
        event.bind_part()
    event.close_check_in()
    event.pair_next()
    event.file_slips()
    event.file_slips()
    return event


def entered(event: Eventful, actor: Callable[[str, int, dict[str, Any]], str]) -> Repeated:
    """Replay the event with the actor of each record replaced by `actor` of topic, seq and body."""
    rows = []
    for seq, (topic, state) in enumerate(rows_of(event.clerk, event.id), 1):
        body = json.loads(state)
        body["actor"] = actor(topic, seq, body)
        rows.append((topic, json.dumps(body, separators=(",", ":")).encode()))
    again = repeated(event.id, rows)
    assert again.wrong == ()
    return again


OWN = ("PartBound", "PartShown", "SlipFiled")


def own_link(topic: str, seq: int, body: dict[str, Any]) -> str:
    return f"of-{body['entrant']}" if topic in OWN else "owner" if seq == 1 else "of-director"


def test_one_hand_for_several_entrants_or_for_one_and_the_desk_is_told(event: Eventful) -> None:
    assert entered(event, own_link).hands == {}
    slips = [
        (seq, json.loads(state)["entrant"])
        for seq, (topic, state) in enumerate(rows_of(event.clerk, event.id), 1)
        if topic == "SlipFiled"
    ]
    at, entrant = slips[0]
    other = next(number for _, number in slips if number != entrant)
    for by, spoke_for in (("of-director", {entrant, 0}), (f"of-{other}", {entrant, other})):
        ((actor, spoke),) = entered(
            event,
            lambda topic, seq, body, by=by: by if seq == at else own_link(topic, seq, body),  # type: ignore[misc]
        ).hands.items()
        assert (actor, {*spoke.values()}, spoke[at]) == (by, spoke_for, entrant)


def test_a_reason_in_clear_instead_of_a_commitment_is_found_wrong(
    clerk: Clerk, event: Eventful
) -> None:
    """A reason may be erased later, but the record must commit to one that could be shown."""
    event.penalise()
    rows = rows_of(clerk, event.id)
    topic, state = rows[-1]
    assert topic == "PenaltyGiven"
    forged = json.dumps({**json.loads(state), "reason": "He knows why."}).encode()
    assert [seq for seq, _ in repeated(event.id, [*rows[:-1], (topic, forged)]).wrong] == [
        len(rows)
    ]
    game = Forger.over(clerk, Table(clerk).id).add("NoteAdded", text="He knows why.", seat="blue")
    assert [fault.seq for fault in game.replayed().wrong] == [game.last]

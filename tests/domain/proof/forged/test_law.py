"""At tables disputed in every way, random records that the clerk refuses are stored nevertheless,
and the replay refuses them. (That it accepts what the clerk writes is tested in
`tests/domain/proof/verify/test_disputed.py` and `tests/domain/game/clerk/table_watch.py`.)"""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from domain.game.clerk.clerk import Clerk
from domain.game.record.records import UMPIRE
from domain.game.rulings.conditions import Grounds
from domain.game.seats.use_cases import Seats
from domain.kernel.refusals import Refusal
from domain.titles.codec import decode_action
from tests.amount import count
from tests.builders.table import DUEL, FIEF, GROUNDS, RAIDERS, Table
from tests.domain.proof.forger import Forger

Attempt = tuple[Callable[[], object], str, dict[str, Any]]
"""A call of the clerk, and the topic and fields of the record that it would write."""

LATE = "2126-01-01T00:00:00Z"


def attempt(table: Table, rng: Random) -> Attempt:
    game, order = table.game, table.order()
    seats = [spec.id for spec in game.setting.seat_specs if spec.role == "player"]
    seat, seq = rng.choice([*seats, UMPIRE, "nobody"]), rng.randint(1, game.seq + 1)
    forced = game.in_force()
    at = rng.choice(forced[-4:]) if forced and rng.random() < 0.8 else seq
    gone = [later for later in forced if later >= at]
    because = {"rule": GROUNDS.rule, "code": GROUNDS.code}
    match rng.randrange(13):
        case 0 | 1:
            return (
                lambda: table.clerk.undo(order, seat, at),
                "ActionsRetracted",
                {"seat": seat, "from_seq": at, "actions": gone},
            )
        case 2:
            backs = [n for n, body in table.bodies() if type(body).__name__ == "ActionsRetracted"]
            return (
                lambda: table.clerk.redo(order, seat),
                "ActionsRestored",
                {"seat": seat, "retraction": (backs or [seq])[-1]},
            )
        case 3:
            fields = {
                "seat": seat,
                "from_seq": at,
                "affected": [seat_id for seat_id in seats if seat_id != seat],
                "until": LATE,
            }
            return lambda: table.consent.ask(order, seat, at), "RetractionAsked", fields
        case 4:
            asks = [n for n, body in table.bodies() if type(body).__name__ == "RetractionAsked"]
            to, agree = (rng.choice(asks) if asks else seq), rng.random() < 0.7
            return (
                lambda: table.consent.answer(order, to, seat, agree=agree),
                "RetractionAnswered",
                {"asked": to, "seat": seat, "answer": "agree" if agree else "refuse"},
            )
        case 5:
            rolls = rng.choice(["stands", "reroll"])
            remedy = {"type": "annul", "from_seq": at, "rolls": rolls}
            return (
                lambda: table.rule("annul", from_seq=at, rolls=rolls),
                "RulingGiven",
                {"remedy": remedy, **because},
            )
        case 6:
            rulings = [n for n, body in table.bodies() if type(body).__name__ == "RulingGiven"]
            over = rng.choice(rulings) if rulings and rng.random() < 0.8 else seq
            return lambda: table.overturn(over), "RulingOverturned", {"ruling": over, **because}
        case 7:
            claim = {"seat": seat, "about": seq, "text": "0" * 64}
            return lambda: table.rulings.claim(order, seat, seq, "no"), "ClaimFiled", claim
        case 8:
            points = rng.choice([0, -1, 20_000])
            penalty = {"remedy": {"type": "penalty", "seat": seat, "points": points}, **because}
            return lambda: table.rule("penalty", seat=seat, points=points), "RulingGiven", penalty
        case 9:
            grounds, remedy = Grounds("1", "other", claim=seq), {"type": "stands"}
            stands = {"remedy": remedy, "rule": "1", "code": "other", "claim": seq}
            return lambda: table.rule("stands", grounds=grounds), "RulingGiven", stands
        case 10:
            return (
                lambda: Seats(table.clerk).leave(order, seat),
                "SeatLeft",
                {"seat": seat, "player": "p-000000000000"},
            )
        case 11:
            public, tags = rng.random() < 0.5, tuple(rng.choice([(), ("spring",), ("\u202e",)]))
            return (
                lambda: table.clerk.change_listing(order, public=public, tags=tags),
                "ListingChanged",
                {"public": public, "tags": tags},
            )
        case _:
            actions = [n for n, body in table.bodies() if type(body).__name__ == "ActionTaken"]
            if not actions:
                return table.step, "NoteAdded", {"text": "", "about": seq}
            body = table.body(rng.choice(actions))
            actor = rng.choice([body.seat, *seats])
            action = decode_action(game.rules, body.action)
            taken = {"seat": actor, "action": json.loads(bytes(body.action)), "facts": []}
            return lambda: table.clerk.act(order, actor, action), "ActionTaken", taken


def count_refused(table: Table, rng: Random, times: int) -> int:
    refusals = 0
    for _ in range(times):
        try:
            if rng.random() < 0.25 and table.game.to_act:
                table.step()
                continue
            ask, topic, fields = attempt(table, rng)
            ask()
        except Refusal as e:
            forged = Forger.over(table.clerk, table.id).add(topic, **fields)
            report = forged.report(rules=True)
            at = [f.record for f in report.findings if f.status == "failed"]
            assert forged.last in at, f"the clerk refuses {topic} {fields}: {e}\n" + "\n".join(
                report.text("en")
            )
            refusals += 1
    return refusals


@pytest.mark.parametrize("undo", ["free", "consent", "arbiter", "none"])
@pytest.mark.parametrize("title", [DUEL, RAIDERS, FIEF])
def test_whatever_the_clerk_refuses_at_random(clerk: Clerk, title: str, undo: str) -> None:
    table = Table(clerk, title, name=f"{title}-{undo}", undo=undo)
    times = count(30, 80)
    assert count_refused(table, Random(f"{title} {undo}"), times) > times // 5

"""Forged dice: roll numbers that are used up in vain, and new rolls where the old ones had to be
repeated.

Whoever has the seed knows the result of every number for every spec. He must not be able to skip to
another number or to roll twice. Each way is tried here by somebody with all keys."""

import json
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from domain.game.aggregate.game import begin_game, setting_of
from domain.game.clerk.clerk import Clerk
from domain.game.dice.use_cases import Contributions
from domain.game.play.branches import Branches, BranchRequest
from domain.game.record import records as r
from domain.game.record.headers import ROLLING, RollsOutOfPlace, record_header
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.proof.chance.dice import contribution_commitment
from domain.titles.codec import decode_action
from domain.titles.contract.catalogs.catalog import Catalog
from domain.transfer.exports import export_lines
from domain.transfer.imports import Imports
from domain.transfer.refusals import DamagedFile
from tests.builders.refusals import refused_with
from tests.builders.stores import new_clerk
from tests.builders.table import DUEL, RAIDERS, Table, last_step
from tests.domain.proof.forger import Forger

MISPLACED = "nothing is rolled in it"


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Forger:
    """A game in which both seats have shown their parts, on which its dice depend. Four actions
    were taken since."""
    with closing(new_clerk(tmp_path_factory.mktemp("store") / "greffe.sqlite")) as clerk:
        table, dice = Table(clerk, DUEL), Contributions(clerk)
        for seat in table.game.player_seats:
            dice.commit(
                table.order(),
                seat,
                contribution_commitment(table.id, seat, seat.encode() * 8).hex(),
            )
        for seat in table.game.player_seats:
            dice.reveal(table.order(), seat, (seat.encode() * 8).hex())
        table.until(lambda game: game.seq > 8)
        return Forger.over(clerk, table.id)


def rolls_to_burn(forged: Forger, spec: str, pick: int) -> int:
    first = len(forged.rolls) + 1
    return next(n for n in count() if forged.picks(first + n, spec)[0] == pick)


def test_a_tile_is_not_chosen_by_a_note_with_rolls(dealt: Forger) -> None:
    """An attack that was once possible: after both seats had shown their parts, a note with some
    rolls changed the next tile into the desired one."""
    honest = dealt.copy()
    game = honest.game
    explores = [
        (seat, choice.action)
        for seat in game.rules.to_act(game.board)
        for choice in game.rules.legal(game.board, seat).choices
        if type(choice.action).__name__ == "Explore"
    ]
    seat, action = explores[0]
    honest.act(seat, action)
    tile = honest.body(honest.last)["rolls"][0]
    other = (tile["picks"][0] + 1) % int(tile["spec"].split("of")[1])
    forged = dealt.copy()
    forged.add(
        "NoteAdded",
        text="0" * 64,
        rolls=forged.burn_rolls(rolls_to_burn(forged, tile["spec"], other), tile["spec"]),
    )
    forged.act(seat, action)
    assert forged.body(forged.last)["rolls"][0]["picks"] == [other], "he has the tile he wished for"
    forged.close()
    forged.fails(MISPLACED, record=forged.last - 2)
    forged.fails(MISPLACED, record=forged.last - 2, rules=True)
    honest.close().holds(rules=True)


OTHERS = [kind.__name__ for kind in r.RECORD_TYPES if kind.__name__ not in ROLLING]


@pytest.mark.parametrize("topic", OTHERS)
def test_no_other_kind_of_record_rolls(dealt: Forger, topic: str) -> None:
    """The audit, the replay and the fold of the game all refuse such a record for its rolls,
    whatever other faults it has."""
    forged = dealt.copy()
    forged.add(topic, rolls=[forged.roll("1d6")])
    forged.fails(f"it is a {topic} with rolls", record=forged.last)
    forged.fails(f"it is a {topic} with rolls", record=forged.last, rules=True)
    refused_with(
        RollsOutOfPlace,
        f"record {forged.last} is a {topic} with rolls",
        dealt.game.history.extend,
        [(*forged.rows[-1], record_header(forged.rows[-1][1]))],
    )


def test_a_branch_does_not_roll_when_it_opens(clerk: Clerk) -> None:
    """The first rolls of a branch must be made in it. If its opening had rolls, the service could
    choose them."""
    table = Table(clerk, RAIDERS).play(4)
    branch = Branches(clerk).grow(BranchRequest(game=table.id, seq=4), "tester", "branch").state
    forged = Forger.over(clerk, branch.id)
    forged.copy().close().holds(rules=True)
    forged.change(1, rolls=[forged.roll("1d6", number=1)])
    forged.fails("a branch opens with rolls", record=1)
    forged.fails("a branch opens with rolls", record=1, rules=True)
    opening: Any = StoredRecord(forged.id, 1, *forged.rows[0])
    refused_with(
        RollsOutOfPlace,
        "opens a branch with rolls",
        begin_game,
        opening,
        *setting_of(opening.body, Catalog(forged.catalog or b"")),
    )


def test_no_store_takes_such_a_game_in(clerk: Clerk, tmp_path: Path) -> None:
    """An import refuses a game in which a note rolls, and names the line. If such a note is in a
    store, the service shows the positions before it and refuses the rest as damaged."""
    table = Table(clerk, DUEL).play(2)
    table.clerk.note(table.order(), "burns")
    lines = list(export_lines(table.game, clerk.key_values, names=True))
    at = next(n for n, line in enumerate(lines) if b"greffe.NoteAdded" in line)
    event = json.loads(lines[at])
    event["data"]["rolls"] = [
        {
            "number": table.game.rolls + 1,
            "kind": "x",
            "spec": "1d6",
            "picks": [0],
            "values": [1],
            "source": "sealed",
        }
    ]
    lines[at] = json.dumps(event).encode() + b"\n"
    with closing(new_clerk(tmp_path / "other.sqlite")) as other:
        refused = refused_with(DamagedFile, "", Imports(other).import_game, b"".join(lines))
        assert refused.line == at + 1
        assert MISPLACED in refused.text.en
        assert "rien ne s'y lance" in refused.text.fr
    table.clerk.events.put(
        [
            StoredRecord(
                table.id,
                table.game.seq + 1,
                "NoteAdded",
                json.dumps({**event["data"], "key": ""}).encode(),
            )
        ]
    )
    clerk.game_repository.forget(table.id)
    whole = clerk.load(table.id)
    assert whole.at(2).board == table.at(2).board, "what stands before it is shown"
    with pytest.raises(DamagedRecord, match=MISPLACED):
        assert whole.head


# -- dice that stand: the duty ---------------------------------------------------------------------


def test_dice_that_stand_are_not_rolled_anew(clerk: Clerk) -> None:
    """Raiders, with dice. The audit needs no rules to find this, since all dice of one kind have
    the same faces."""
    table = Table(clerk, RAIDERS)
    at = table.until(
        lambda game: (
            any("d" in roll.spec for roll in table.body(game.seq).rolls)
            if last_step(game)[1]
            else False
        )
    ).in_force()[-1]
    table.rule("annul", from_seq=at, rolls="stands")
    body = table.body(at)
    action = decode_action(table.game.rules, body.action)
    forged = Forger.over(clerk, table.id)
    forged.copy().act(body.seat, action).close().holds(rules=True)
    forged.act(body.seat, action, anew=True)
    n = forged.body(forged.last)["rolls"][0]["number"]
    assert "of" not in forged.body(forged.last)["rolls"][0]
    sentence = f"roll {n} had to repeat roll {body.rolls[0].number}"
    forged.fails(sentence, record=forged.last)
    forged.close().fails(sentence, record=forged.last - 1, rules=True)


def test_a_draw_that_stands_is_not_made_anew(clerk: Clerk) -> None:
    """Only the rules know what a card was drawn from. The audit without rules reports that it
    cannot decide; the replay refuses."""
    table = Table(clerk, RAIDERS)
    at = table.until(
        lambda game: last_step(game)[1] and "of" in table.body(game.seq).rolls[0].spec
    ).in_force()[-1]
    table.rule("annul", from_seq=at, rolls="stands")
    body = table.body(at)
    forged = Forger.over(clerk, table.id)
    forged.act(body.seat, decode_action(table.game.rules, body.action), anew=True)
    mine = forged.body(forged.last)["rolls"][0]
    assert mine["values"] != list(body.rolls[0].values), "he has another card"
    at, old = forged.last, body.rolls[0].number
    ens = [f.said.en for f in forged.close().holds().findings if f.check == "choice"]
    assert any(
        sentence.startswith(f"roll {mine['number']} (record {at}) was made while roll {old} stood")
        for sentence in ens
    )
    forged.fails(f"roll {mine['number']} had to repeat roll {old}", record=at, rules=True)

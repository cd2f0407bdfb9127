"""The replay refuses all that the clerk refuses.

For each refusal of the clerk, somebody who has every key stores the refused record nevertheless.
Refusals that no stored record can meet are listed with the reason. `test_worked_out.py` has records
that differ from what the clerk computes."""

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from domain.campaign import refusals as campaign_refusals
from domain.game import refusals as game_refusals
from domain.game.clerk.clerk import Clerk
from domain.kernel import refusals as kernel_refusals
from domain.kernel.refusals import Refusal
from domain.study import refusals as study_refusals
from domain.transfer import refusals as transfer_refusals
from tests.builders.table import DUEL, FIEF, RAIDERS, Table, last_step
from tests.domain.campaign.campaigning import opened, scenario
from tests.domain.proof.forger import Forger, asked, forger_over, retract, seats_of

Forgery = Callable[[Table], Forger]
"""Forges a game. The last record must be refused, unless `wrong` marks another."""

CASES: list[tuple[str, type[Refusal], str, dict[str, str], Forgery]] = []


def forged(
    error: type[Refusal],
    says: str,
    *,
    undo: str = "free",
    chance: str = "sealed",
    title: str = DUEL,
) -> Any:
    """Add a function to the forgeries. From a table opened with these options it forges a game
    whose last record the clerk would refuse with `error` and the words `says`."""

    def keep(forge: Forgery) -> Forgery:
        CASES.append(
            (forge.__name__, error, says, {"undo": undo, "chance": chance, "ruleset": title}, forge)
        )
        return forge

    return keep


ROOMS = {
    room.__name__
    for room in (
        kernel_refusals,
        game_refusals,
        campaign_refusals,
        study_refusals,
        transfer_refusals,
    )
}

INEXPRESSIBLE: dict[type[Refusal], str] = {
    game_refusals.UnknownGame: "a record belongs to a game",
    campaign_refusals.UnknownCampaign: "a campaign's records are not replayed",
    campaign_refusals.NoSuchScenario: "only reading asks for one",
    campaign_refusals.ScenarioUnreadable: "a record that is none is refused before",
    study_refusals.UnknownStudy: "a study's records are not replayed",
    study_refusals.StudyRefused: "the same",
    game_refusals.UnknownCatalog: "a game without its catalog is not replayed",
    game_refusals.CatalogDamaged: "a game without its catalog is not replayed",
    game_refusals.GameIsFull: "how much a game may hold is the service's to say, and no rule of "
    "the record",
    game_refusals.CatalogRefused: "a game without a catalog that can be used is not replayed",
    kernel_refusals.Stale: "no record says against which record it was made",
    transfer_refusals.GameExists: "an id stands for one game in a bundle",
    kernel_refusals.NoSuchPosition: "only reading asks for one",
    transfer_refusals.DamagedFile: "of files to import",
    game_refusals.SeedMissing: "a roll without a seed is none that the seed draws: the audit "
    "refuses it without the rules",
    transfer_refusals.RedactedFile: "of files to import",
    game_refusals.UnknownPlayer: "who a player is no record says",
    game_refusals.BranchRefused: "of the game that a branch leaves, which its bundle does not have",
}


# -- playing ---------------------------------------------------------------------------------------


@forged(game_refusals.IllegalAction, "the service would have refused it")
def an_action_out_of_turn(table: Table) -> Forger:
    table.play(1)
    table.until(lambda game: len(game.to_act) == 1)
    _, other = seats_of(table)
    action = json.loads(table.clerk.load(table.id).record(2).state)["action"]
    return forger_over(table).add("ActionTaken", seat=other, action=action, facts=[])


@forged(kernel_refusals.KeyReused, "was already used for record 2")
def a_key_that_was_used(table: Table) -> Forger:
    table.play(1)
    body = table.body(2)
    return forger_over(table).add("NoteAdded", text="0" * 64, actor=body.actor, key=body.key)


@forged(
    game_refusals.RollsNeeded,
    "the rules ask for dice that it does not have",
    chance="table",
    title=RAIDERS,
)
def an_action_without_the_dice_that_it_needs(table: Table) -> Forger:
    table.until(lambda game: last_step(game)[1])
    return forger_over(table).change(table.game.seq, rolls=None)


@forged(
    game_refusals.RollsRefused,
    "what a roll came to does not stand at its picks",
    chance="table",
    title=RAIDERS,
)
def a_value_that_no_die_has(table: Table) -> Forger:
    table.until(lambda game: last_step(game)[1])

    def roll_77(body: dict[str, Any]) -> None:
        body["rolls"][0]["values"][0] = 77

    return forger_over(table).change(table.game.seq, roll_77)


@forged(game_refusals.GameIsClosed, "it comes after the game was closed")
def a_note_after_the_end(table: Table) -> Forger:
    return forger_over(table).close().add("NoteAdded", text="0" * 64)


@forged(game_refusals.GameIsAdjudicated, "The arbiter has named the outcome")
def an_action_in_a_game_that_was_decided(table: Table) -> Forger:
    table.play(2)
    table.rule("adjudicate", winners=("blue",))
    game = table.game
    seat = game.rules.to_act(game.board)[0]
    return forger_over(table).act(seat, game.rules.sample(game.board, seat, table.rng))


# -- taking back -----------------------------------------------------------------------------------


@forged(game_refusals.UndoRefused, "stands by the ruling of record", title=FIEF)
def an_undo_that_leaves_dice_behind(table: Table) -> Forger:
    """A seat takes back its own action from before a ruling that lets dice stand."""
    for _ in count():
        at = table.until(lambda game: last_step(game)[1]).in_force()[-1]
        table.rule("annul", from_seq=at, rolls="stands")
        step = table.game.step
        if step is not None and not step.stops_undo and step.seat != "arbiter":
            return retract(forger_over(table), step.seat, step.seq)
        table.again(at)
        table.step()
    raise AssertionError


@forged(game_refusals.ProposalRefused, "asks for nothing to be taken back")
def an_answer_to_nothing(table: Table) -> Forger:
    forger, _, other = asked(table)
    return forger.add("RetractionAnswered", asked=2, seat=other, answer="agree")


# -- the desk --------------------------------------------------------------------------------------


RULING = {"remedy": {"type": "stands"}, "rule": "1", "code": "illegal-action"}


@forged(game_refusals.CorrectionRefused, "The corrected board would not be valid")
def a_correction_that_makes_pieces(table: Table) -> Forger:
    table.play(4)
    more = {"op": "replace", "path": "/sides/blue/reserve", "value": 90}
    remedy = {"type": "correct", "facts": [], "patch": [more]}
    return forger_over(table).add("RulingGiven", **RULING | {"remedy": remedy})


# -- seats -----------------------------------------------------------------------------------------


@forged(game_refusals.SeatIsTaken, "is taken (record 2)")
def somebody_in_a_seat_that_is_taken(table: Table) -> Forger:
    forger = forger_over(table).add("SeatTaken", seat="blue", player="p-000000000000")
    return forger.add("SeatTaken", seat="blue", player="p-111111111111")


# -- dice and seals --------------------------------------------------------------------------------


@forged(game_refusals.ContributionRefused, "This game's dice are the table's", chance="table")
def a_part_for_dice_of_the_table(table: Table) -> Forger:
    return forger_over(table).add("ContributionCommitted", seat="blue", commitment="0" * 64)


# -- what a game that has only begun has no room for ------------------------------------------------

PENALTY = RULING | {"remedy": {"type": "penalty", "seat": "blue", "points": -1}}
PLAYER = "p-000000000000"
ADDED: list[tuple[str, type[Refusal], str, str, dict[str, Any]]] = [
    (
        "a_ruling_that_lets_nothing_stand",
        game_refusals.RulingRefused,
        "Say what stands",
        "RulingGiven",
        RULING,
    ),
    (
        "a_ruling_on_a_whim",
        kernel_refusals.BadRequest,
        "There is no reason whim",
        "RulingGiven",
        PENALTY | {"code": "whim"},
    ),
    (
        "a_ruling_by_no_rule",
        kernel_refusals.BadRequest,
        "Name the rule",
        "RulingGiven",
        PENALTY | {"rule": " "},
    ),
    (
        "a_note_on_a_record_to_come",
        kernel_refusals.BadRequest,
        "There is no record 99 to remark on",
        "NoteAdded",
        {"text": "0" * 64, "about": 99},
    ),
    (
        "somebody_in_a_seat_that_is_none",
        game_refusals.NoSuchSeat,
        "There is no seat green",
        "SeatTaken",
        {"seat": "green", "player": PLAYER},
    ),
    (
        "nobody_leaves",
        game_refusals.SeatIsEmpty,
        "there is nobody to leave it",
        "SeatLeft",
        {"seat": "blue", "player": PLAYER},
    ),
    (
        "a_part_of_the_service_that_a_seat_shows",
        game_refusals.ContributionRefused,
        "has bound no part of its own",
        "ContributionRevealed",
        {"seat": "blue", "value": "00" * 16},
    ),
    (
        "a_seal_in_a_game_without",
        game_refusals.SealRefused,
        "played without seals",
        "ValueSealed",
        {"seat": "blue", "slot": "x", "seal": "0" * 64},
    ),
]


CASES += [
    (
        name,
        error,
        says,
        {"undo": "free", "chance": "sealed", "ruleset": DUEL},
        lambda table, topic=topic, fields=fields: forger_over(table).add(topic, **fields),
    )
    for name, error, says, topic, fields in ADDED
]


# -- the law ---------------------------------------------------------------------------------------


@forged(game_refusals.CampaignRefused, "is still being played")
def a_sheet_handed_on_too_early(table: Table) -> Forger:
    campaign, game = scenario(table.clerk, opened(table.clerk))
    forger = Forger.over(table.clerk, game.id)
    return forger.add("SheetHandedOn", campaign=campaign.id, scenario=2, game="x", sheet="0" * 64)


@pytest.mark.parametrize(
    ("name", "error", "says", "opening", "forge"), CASES, ids=[case[0] for case in CASES]
)
def test_whatever_the_clerk_refuses_the_replay_refuses(
    clerk: Clerk,
    name: str,
    error: type[Refusal],
    says: str,
    opening: dict[str, Any],
    forge: Forgery,
) -> None:
    forger = forge(Table(clerk, name=name, **opening))
    forger.fails(says, record=forger.last, rules=True)
    before = forger.copy().cut(forger.last - 1).report(rules=True)
    assert before.verdict != "failed" or error is game_refusals.GameIsClosed, "\n".join(
        before.text("en")
    )


def test_every_refusal_is_forged_or_cannot_be() -> None:
    def tree(kind: type[Refusal]) -> set[type[Refusal]]:
        return {kind}.union(*map(tree, kind.__subclasses__()))

    all = {kind for kind in tree(Refusal) - {Refusal} if kind.__module__ in ROOMS}
    tried = {case[1] for case in CASES}
    assert tried | INEXPRESSIBLE.keys() == all
    assert not tried & INEXPRESSIBLE.keys()

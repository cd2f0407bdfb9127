"""P3, forged: the law that whatever the clerk refuses, the replay refuses.

Each refusal of the clerk that a stored record can run into is tried as a record that was stored all the same, by somebody who holds
every key; those that none can are named with the reason. What the clerk works out, and a record says otherwise, comes after."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from domain import errors
from domain.clerk.clerk import Clerk
from domain.errors import Refusal
from domain.ledger.chance.dice import contribution_commitment
from domain.procedure.contributions import players
from domain.rules.titles import registry
from tests.builders.table import DUEL, FACTS, FIEF, RAIDERS, Table, last
from tests.domain.campaign.campaigning import opened, scenario
from tests.ledger.forger import Forger

Forgery = Callable[[Table], Forger]
"""Forges a game; the last record is the one that is refused, unless another is marked by `wrong`."""

CASES: list[tuple[str, type[Refusal], str, dict[str, str], Forgery]] = []


def forged(error: type[Refusal], says: str, *, undo: str = "free", chance: str = "sealed", title: str = DUEL) -> Any:
    """Marks a forgery: the refusal that the clerk has for it, its words, and the table that it begins from."""

    def keep(forge: Forgery) -> Forgery:
        CASES.append((forge.__name__, error, says, {"undo": undo, "chance": chance, "ruleset": title}, forge))
        return forge

    return keep


INEXPRESSIBLE: dict[type[Refusal], str] = {
    errors.UnknownGame: "a record belongs to a game",
    errors.UnknownCampaign: "a campaign's records are not replayed",
    errors.NoSuchScenario: "only reading asks for one",
    errors.UnknownTournament: "a tournament's records are not replayed",
    errors.UnknownStudy: "a study's records are not replayed",
    errors.StudyRefused: "the same",
    errors.UnknownCatalog: "a game without its catalog is not replayed",
    errors.CatalogRefused: "a game without a catalog that can be used is not replayed",
    errors.Stale: "no record says against which record it was made",
    errors.GameExists: "an id stands for one game in a bundle",
    errors.NoSuchPosition: "only reading asks for one",
    errors.DamagedFile: "of files to import",
    errors.SeedMissing: "a roll without a seed is none that the seed draws: the audit refuses it without the rules",
    errors.RedactedFile: "of files to import",
    errors.UnknownPlayer: "who a player is no record says",
    errors.BranchRefused: "of the game that a branch leaves, which its bundle does not have",
}
"""What no stored record can run into, and why."""


def over(table: Table) -> Forger:
    return Forger.over(table.clerk, table.id)


def seats_of(table: Table) -> tuple[str, str]:
    first = table.game.rules.to_act(table.game.board)[0]
    return first, next(seat for seat in table.game.setting.seats if seat != first)


# -- playing -------------------------------------------------------------------------------------------------------------------


@forged(errors.IllegalAction, "the service would have refused it")
def an_action_out_of_turn(table: Table) -> Forger:
    table.play(1)
    table.until(lambda game: len(game.to_act) == 1)
    _, other = seats_of(table)
    action = json.loads(table.clerk.file(table.id).record(2).state)["action"]
    return over(table).add("ActionTaken", seat=other, action=action, facts=[])


@forged(errors.BadRequest, "There is no seat green")
def an_action_of_a_seat_that_is_none(table: Table) -> Forger:
    table.play(2)
    action = json.loads(table.clerk.file(table.id).record(2).state)["action"]
    return over(table).add("ActionTaken", seat="green", action=action, facts=[])


@forged(errors.KeyReused, "was already used for record 2")
def a_key_that_was_used(table: Table) -> Forger:
    table.play(1)
    body = table.body(2)
    return over(table).add("NoteAdded", text="0" * 64, actor=body.actor, key=body.key)


@forged(errors.ValuesNeeded, "the rules ask for dice that it does not have", chance="table", title=RAIDERS)
def an_action_without_the_dice_that_it_needs(table: Table) -> Forger:
    table.until(lambda game: last(game)[1])
    return over(table).change(table.game.seq, rolls=None)


@forged(errors.ValuesRefused, "what a roll came to does not stand at its picks", chance="table", title=RAIDERS)
def a_value_that_no_die_has(table: Table) -> Forger:
    table.until(lambda game: last(game)[1])

    def seven(body: dict[str, Any]) -> None:
        body["rolls"][0]["values"][0] = 77

    return over(table).change(table.game.seq, seven)


@forged(errors.GameIsClosed, "it comes after the game was closed")
def a_note_after_the_end(table: Table) -> Forger:
    return over(table).close().add("NoteAdded", text="0" * 64)


@forged(errors.GameIsAdjudicated, "The arbiter has named the outcome")
def an_action_in_a_game_that_was_decided(table: Table) -> Forger:
    table.play(2)
    table.rule("adjudicate", winners=("blue",))
    game = table.game
    seat = game.rules.to_act(game.board)[0]
    action = game.rules.sample(game.board, seat, table.rng)
    return over(table).act(seat, action)


# -- taking back ---------------------------------------------------------------------------------------------------------------


def _taken(forger: Forger, seat: str, from_seq: int, **more: Any) -> Forger:
    """Everything in force from a record on, taken back by a seat."""
    gone = [seq for seq in forger.game.in_force() if seq >= from_seq]
    return forger.add("ActionsRetracted", seat=seat, from_seq=from_seq, actions=gone, **more)


@forged(errors.UndoRefused, "rolled or revealed something")
def an_undo_across_a_roll_by_one_seat(table: Table) -> Forger:
    table.until(lambda game: last(game)[1])
    at = table.game.in_force()[-1]
    return _taken(over(table), table.body(at).seat, at)


@forged(errors.UndoRefused, "is an action of")
def an_undo_of_another_seats_action(table: Table) -> Forger:
    table.play(1)
    other = next(seat for seat in table.game.setting.seats if seat != table.body(2).seat)
    return _taken(over(table), other, 2)


@forged(errors.UndoRefused, "the game was opened without undo", undo="none")
def an_undo_where_the_policy_is_none(table: Table) -> Forger:
    table.play(1)
    return _taken(over(table), table.body(2).seat, 2)


@forged(errors.UndoRefused, "In this game the arbiter takes back", undo="arbiter")
def an_undo_where_the_arbiter_takes_back(table: Table) -> Forger:
    table.play(1)
    return _taken(over(table), table.body(2).seat, 2)


@forged(errors.UndoRefused, "nothing is taken back without consent", undo="consent")
def an_undo_without_the_consent_that_is_asked(table: Table) -> Forger:
    table.play(1)
    return _taken(over(table), table.body(2).seat, 2)


@forged(errors.UndoRefused, "only that seat or the arbiter can restore")
def a_redo_by_another_seat(table: Table) -> Forger:
    table.play(1)
    seat = table.body(2).seat
    other = next(one for one in table.game.setting.seats if one != seat)
    table.undo(seat)
    return over(table).add("ActionsRestored", seat=other, retraction=table.game.seq)


@forged(errors.UndoRefused, "stands by the ruling of record", title=FIEF)
def an_undo_that_leaves_dice_behind(table: Table) -> Forger:
    """What was played before a ruling that lets dice stand is taken back by the one seat that played it."""
    for _ in count():
        at = table.until(lambda game: last(game)[1]).in_force()[-1]
        table.rule("annul", from_seq=at, rolls="stands")
        step = table.game.step
        if step is not None and not step.sealed and step.seat != "arbiter":
            return _taken(over(table), step.seat, step.seq)
        table.again(at)
        table.step()
    raise AssertionError


@forged(errors.ProposalRefused, "Nobody has to agree to this")
def a_proposal_that_nobody_has_to_agree_to(table: Table) -> Forger:
    table.play(1)
    return over(table).add("RetractionAsked", seat=table.body(2).seat, from_seq=2, affected=["red"], until="2126-01-01T00:00:00Z")


def _asked(table: Table) -> tuple[Forger, str, str]:
    """A game in which a roll is to be taken back by consent: what was stored, who asked, and who was asked."""
    table.until(lambda game: last(game)[1])
    at = table.game.in_force()[-1]
    seat = table.body(at).seat
    table.consent.ask(table.order(), seat, at)
    return over(table), seat, table.body(table.game.seq).affected[0]


@forged(errors.ProposalRefused, "can only withdraw it")
def a_seat_that_agrees_with_itself(table: Table) -> Forger:
    forger, seat, _ = _asked(table)
    return forger.add("RetractionAnswered", asked=forger.last, seat=seat, answer="agree")


@forged(errors.ProposalRefused, "asks for nothing to be taken back")
def an_answer_to_nothing(table: Table) -> Forger:
    forger, _, other = _asked(table)
    return forger.add("RetractionAnswered", asked=2, seat=other, answer="agree")


# -- the desk ------------------------------------------------------------------------------------------------------------------


def _ruling(forger: Forger, remedy: dict[str, Any], **more: Any) -> Forger:
    return forger.add("RulingGiven", **{"remedy": remedy, "rule": "1", "code": "illegal-action", **more})


@forged(errors.RulingRefused, "Say what stands")
def a_ruling_that_lets_nothing_stand(table: Table) -> Forger:
    return _ruling(over(table), {"type": "stands"})


@forged(errors.RulingRefused, "A penalty is a number of points")
def a_penalty_of_nothing(table: Table) -> Forger:
    return _ruling(over(table), {"type": "penalty", "seat": "blue", "points": 0})


@forged(errors.BadRequest, "There is no reason whim")
def a_ruling_on_a_whim(table: Table) -> Forger:
    return _ruling(over(table), {"type": "penalty", "seat": "blue", "points": -1}, code="whim")


@forged(errors.BadRequest, "Name the rule")
def a_ruling_by_no_rule(table: Table) -> Forger:
    return _ruling(over(table), {"type": "penalty", "seat": "blue", "points": -1}, rule=" ")


@forged(errors.RulingRefused, "is no claim")
def a_ruling_on_a_claim_that_is_none(table: Table) -> Forger:
    return _ruling(over(table), {"type": "stands"}, claim=1)


@forged(errors.CorrectionRefused, "The corrected board would not be valid")
def a_correction_that_makes_pieces(table: Table) -> Forger:
    table.play(4)
    more = {"op": "replace", "path": "/sides/blue/reserve", "value": 90}
    return _ruling(over(table), {"type": "correct", "facts": [], "patch": [more]})


@forged(errors.BadRequest, "There is no seat green")
def a_claim_of_a_seat_that_is_none(table: Table) -> Forger:
    return over(table).add("ClaimFiled", seat="green", about=1, text="0" * 64)


@forged(errors.BadRequest, "There is no record 99 to remark on")
def a_note_on_a_record_to_come(table: Table) -> Forger:
    return over(table).add("NoteAdded", text="0" * 64, about=99)


# -- seats ---------------------------------------------------------------------------------------------------------------------


@forged(errors.NoSuchSeat, "There is no seat green")
def somebody_in_a_seat_that_is_none(table: Table) -> Forger:
    return over(table).add("SeatTaken", seat="green", player="p-000000000000")


@forged(errors.SeatIsTaken, "is taken (record 2)")
def somebody_in_a_seat_that_is_taken(table: Table) -> Forger:
    forger = over(table).add("SeatTaken", seat="blue", player="p-000000000000")
    return forger.add("SeatTaken", seat="blue", player="p-111111111111")


@forged(errors.SeatIsEmpty, "there is nobody to leave it")
def nobody_leaves(table: Table) -> Forger:
    return over(table).add("SeatLeft", seat="blue", player="p-000000000000")


# -- dice and seals ------------------------------------------------------------------------------------------------------------


@forged(errors.ContributionRefused, "has bound no part of its own")
def a_part_of_the_service_that_a_seat_shows(table: Table) -> Forger:
    return over(table).add("ContributionRevealed", seat="blue", value="00" * 16)


@forged(errors.ContributionRefused, "This game's dice are the table's", chance="table")
def a_part_for_dice_of_the_table(table: Table) -> Forger:
    return over(table).add("ContributionCommitted", seat="blue", commitment="0" * 64)


@forged(errors.SealRefused, "played without seals")
def a_seal_in_a_game_without(table: Table) -> Forger:
    return over(table).add("ValueSealed", seat="blue", slot="x", seal="0" * 64)


# -- the law ---------------------------------------------------------------------------------------------------------------------


@forged(errors.CampaignRefused, "is still being played")
def a_sheet_handed_on_too_early(table: Table) -> Forger:
    campaign, game = scenario(table.clerk, opened(table.clerk))
    forger = Forger.over(table.clerk, game.id)
    return forger.add("SheetHandedOn", campaign=campaign.id, scenario=2, game="x", sheet="0" * 64)


@pytest.mark.parametrize(("name", "error", "says", "opening", "forge"), CASES, ids=[case[0] for case in CASES])
def test_whatever_the_clerk_refuses_the_replay_refuses(
    clerk: Clerk, name: str, error: type[Refusal], says: str, opening: dict[str, Any], forge: Forgery
) -> None:
    forger = forge(Table(clerk, name=name, **opening))
    forger.fails(says, record=forger.last, rules=True)
    before = forger.copy().cut(forger.last - 1).report(rules=True)
    assert before.verdict != "failed" or error is errors.GameIsClosed, "\n".join(before.text("en"))


def test_every_refusal_is_forged_or_cannot_be() -> None:
    def tree(kind: type[Refusal]) -> set[type[Refusal]]:
        return {kind}.union(*map(tree, kind.__subclasses__()))

    all = {kind for kind in tree(Refusal) - {Refusal} if kind.__module__ == errors.__name__}
    tried = {case[1] for case in CASES}
    assert tried | INEXPRESSIBLE.keys() == all
    assert not tried & INEXPRESSIBLE.keys()


# -- what the clerk works out --------------------------------------------------------------------------------------------------


def test_a_false_outcome(clerk: Clerk) -> None:
    """The one that was found: the game is closed on a winner that it does not have, or on none where it has one."""
    table = Table(clerk)
    table.play(6)
    made = {"code": "points", "winners": ["red"], "text": {"en": "Red wins.", "fr": "Rouge gagne."}}
    forger = over(table).close(outcome=made)
    assert forger.report().verdict == "verified", "only the rules can tell"
    forger.fails("it closes the game with another outcome than it has: “Red wins”", record=forger.last, rules=True)
    table.rule("adjudicate", winners=("blue",))
    forger = over(table).close(outcome=made)
    forger.fails("it closes the game with another outcome", record=forger.last, rules=True)
    over(table).close(outcome=None).fails("and not “The arbiter awards the game to", rules=True)
    over(table).close().holds(rules=True)


def consented(table: Table) -> Forger:
    """A roll that was taken back with everybody's consent."""
    forger, _, other = _asked(table)
    table.consent.answer(table.order(), forger.last, other, agree=True)
    return over(table)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"agreed": ["blue", "red"]}, "its agreed is blue, red"),
        ({"agreed": []}, "its agreed is –"),
        ({"asked": 2}, "not all who were to agree to what record 2 asked for have agreed"),
        ({"seat": "arbiter"}, "its seat is arbiter"),
        ({"reason": "0" * 64}, "its reason is 0000"),
    ],
)
def test_a_consent_that_was_not_given_like_this(clerk: Clerk, change: dict[str, Any], says: str) -> None:
    forger = consented(Table(clerk))
    forger.copy().close().holds(rules=True)
    forger.change(forger.last, **change).fails(says, record=forger.last, rules=True)


def test_a_proposal_whose_affected_seats_are_others(clerk: Clerk) -> None:
    forger, seat, _ = _asked(Table(clerk))
    forger.change(forger.last, affected=[seat]).fails("its affected is", record=forger.last, rules=True)


def test_consent_without_the_last_answer_or_without_what_it_grants(clerk: Clerk) -> None:
    forger = consented(Table(clerk))
    at = forger.last
    skipped = forger.copy()
    del skipped.rows[at - 2]
    skipped.fails("not all who were to agree", record=at - 1, rules=True)
    kept = forger.copy().cut(at - 1)
    assert kept.report(rules=True).verdict == "not complete", "the bundle may end between the two"
    kept.add("NoteAdded", text="0" * 64).fails("what was asked for is not taken back", record=at, rules=True)


def test_actions_that_are_not_those_taken_back(clerk: Clerk) -> None:
    table = Table(clerk)
    table.play(3)
    table.undo("arbiter")
    forger = over(table)
    forger.change(forger.last, actions=[2, 3]).fails("does not name the actions that it takes back", record=forger.last)


def test_an_action_with_dice_that_it_did_not_ask_for(clerk: Clerk) -> None:
    """Without the rules it cannot be told that nothing asked for them, and the report says so; the replay refuses."""
    table = Table(clerk, RAIDERS)
    table.play(4)
    forger = over(table)
    honest = forger.copy().close().holds(rules=True)
    assert not any("only the rules can tell" in one.said.en for one in honest.findings), "they have told"
    assert any("no roll was made that no action asked for" in one.said.en for one in honest.findings)
    game = forger.game
    seat = game.rules.to_act(game.board)[0]
    action = next(choice.action for choice in game.rules.legal(game.board, seat).choices)
    forger.act(seat, action)
    rolled = forger.body(forger.last).get("rolls", [])
    forger.cut(forger.last - 1)
    burnt = forger.burnt(3)
    forger.act(seat, action, burn=3)
    mine = forger.body(forger.last).get("rolls", [])
    forger.change(forger.last, rolls=burnt + mine)
    assert [roll["spec"] for roll in mine] == [roll["spec"] for roll in rolled]
    at = forger.last
    said = [f.said.en for f in forger.copy().close().holds().findings if f.check == "choice"]
    assert any("only the rules can tell" in one for one in said)
    forger.close().fails("it decides nothing, and used its number up", record=at, rules=True)


def test_an_opening_with_dice_that_the_set_up_did_not_ask_for(clerk: Clerk) -> None:
    table = Table(clerk, DUEL)
    forger = over(table)
    n = len(forger.rolls)
    forger.change(1, lambda body: body["rolls"].extend(forger.burnt(2)))
    forger.fails(f"the rules do not ask for roll {n + 1} there: it decides nothing", record=1, rules=True)


def test_facts_that_nobody_declared_and_a_verdict_that_nobody_gave(clerk: Clerk) -> None:
    table = Table(clerk)
    table.play(3)
    forger = over(table)
    forger.copy().change(3, lambda body: body["facts"].append(FACTS[DUEL][0])).fails(
        "its facts are not those that these rules come to", record=3, rules=True
    )
    no = {"legal": False, "rule": "1", "code": "x", "text": {"en": "no", "fr": "non"}}
    forger.insert(4, "RulingGiven", remedy={"type": "stands"}, rule="1", code="illegal-action", about=3)
    forger.change(3, verdict=no).fails("This action is legal", record=3, rules=True)


@pytest.mark.parametrize("who", ["before the seats", "after the last seat"])
def test_the_service_shows_its_parts_when_the_last_seat_does(clerk: Clerk, who: str) -> None:
    """Held back, or shown early, it could be told to somebody who then holds back his own."""
    table = Table(clerk, FIEF)
    own, *others = players(table.game)
    forger = over(table)
    values = {seat: seat.encode().ljust(16, b".") for seat in (own, *others)}
    for seat, value in values.items():
        by = {} if seat in (own, others[0]) else {"by": "service"}
        forger.add("ContributionCommitted", seat=seat, commitment=contribution_commitment(table.id, seat, value).hex(), **by)
    service = others[1:]
    order = [*service, own, others[0]] if who == "before the seats" else [own, others[0], *service]
    for seat in order:
        forger.add("ContributionRevealed", seat=seat, value=values[seat].hex(), **({"by": "service"} if seat in service else {}))
    assert forger.copy().close().report().verdict == "verified"
    says = "the service shows a part that it made up" if who == "before the seats" else "before the service has shown those"
    forger.close().fails(says, rules=True)


def test_an_older_version_is_not_judged_again_and_says_so(clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rules are kept for what came of actions; what needs no judging is refused under every version."""
    table = Table(clerk)
    table.play(3)
    forger = over(table)
    undone = _taken(forger.copy(), next(seat for seat in table.game.setting.seats if seat != table.body(4).seat), 4)
    monkeypatch.setitem(registry._TITLES, (DUEL, registry.latest(DUEL) + 1), registry._TITLES[DUEL, registry.latest(DUEL)])
    report = forger.copy().close().holds(rules=True)
    assert any("is not judged again" in f.said.en for f in report.findings if f.check == "replay")
    undone.fails("is an action of", record=undone.last, rules=True)


def test_an_older_version_may_have_sealed_fewer_actions(clerk: Clerk) -> None:
    """Fief has more actions that are chosen in secret since its second version: games that were opened before are in order."""
    forger = over(Table(clerk, FIEF, seals=True))
    assert len(forger.body(1)["seals"]) > 1
    older = forger.copy().change(1, version=1, seals=["bid"])
    older.change(1, board=older.print(1)).close().holds(rules=True)
    forger.change(1, seals=["bid"]).fails("it seals other actions than are chosen in secret", record=1, rules=True)

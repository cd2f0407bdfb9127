import pytest

from domain.game.clerk.clerk import Clerk
from domain.proof.chance.dice import contribution_commitment
from domain.titles import registry
from tests.builders.table import DUEL, FIEF, RAIDERS, Table
from tests.domain.proof.forger import Forger, asked, forger_over, retract
from tests.records.laws import sound_facts


def test_a_false_outcome(clerk: Clerk) -> None:
    """The game is closed with a winner that it does not have, also where an arbiter has named the
    winner. This attack was once possible."""
    table = Table(clerk).play(6)
    made = {"code": "points", "winners": ["red"], "text": {"en": "Red wins.", "fr": "Rouge gagne."}}
    forger = forger_over(table).close(outcome=made)
    assert forger.report().verdict == "verified", "only the rules can tell"
    forger.fails(
        "it closes the game with another outcome than it has: “Red wins”",
        record=forger.last,
        rules=True,
    )
    table.rule("adjudicate", winners=("blue",))
    forger = forger_over(table).close(outcome=made)
    forger.fails("it closes the game with another outcome", record=forger.last, rules=True)
    forger_over(table).close(outcome=None).fails(
        "and not “The arbiter awards the game to", rules=True
    )
    forger_over(table).close().holds(rules=True)


def consented(table: Table) -> Forger:
    forger, _, other = asked(table)
    table.consent.answer(table.order(), forger.last, other, agree=True)
    return forger_over(table)


def test_consent_without_the_last_answer_or_without_what_it_grants(clerk: Clerk) -> None:
    forger = consented(Table(clerk))
    at = forger.last
    skipped = forger.copy()
    del skipped.rows[at - 2]
    skipped.fails("not all who were to agree", record=at - 1, rules=True)
    cut = forger.copy().cut(at - 1)
    assert cut.report(rules=True).verdict == "not complete", "the bundle may end between the two"
    cut.add("NoteAdded", text="0" * 64).fails(
        "what was asked for is not taken back", record=at, rules=True
    )


def test_an_action_with_dice_that_it_did_not_ask_for(clerk: Clerk) -> None:
    """Only the rules can tell that no action asked for the dice: the report without them says so,
    and the replay refuses."""
    forger = forger_over(Table(clerk, RAIDERS).play(4))
    honest = forger.copy().close().holds(rules=True)
    assert not any("only the rules can tell" in finding.said.en for finding in honest.findings), (
        "they have told"
    )
    assert any(
        "no roll was made that no action asked for" in finding.said.en
        for finding in honest.findings
    )
    game = forger.game
    seat = game.rules.to_act(game.board)[0]
    action = next(choice.action for choice in game.rules.legal(game.board, seat).choices)
    forger.act(seat, action)
    rolled = forger.body(forger.last).get("rolls", [])
    forger.cut(forger.last - 1)
    burnt = forger.burn_rolls(3)
    forger.act(seat, action, burn=3)
    mine = forger.body(forger.last).get("rolls", [])
    forger.change(forger.last, rolls=burnt + mine)
    assert [roll["spec"] for roll in mine] == [roll["spec"] for roll in rolled]
    at = forger.last
    ens = [f.said.en for f in forger.copy().close().holds().findings if f.check == "choice"]
    assert any("only the rules can tell" in sentence for sentence in ens)
    forger.close().fails("it decides nothing, and used its number up", record=at, rules=True)


def test_an_opening_with_dice_that_the_set_up_did_not_ask_for(clerk: Clerk) -> None:
    forger = forger_over(Table(clerk, DUEL))
    n = len(forger.rolls)
    forger.change(1, lambda body: body["rolls"].extend(forger.burn_rolls(2)))
    forger.fails(
        f"the rules do not ask for roll {n + 1} there: it decides nothing", record=1, rules=True
    )


def test_facts_that_nobody_declared_and_a_verdict_that_nobody_gave(clerk: Clerk) -> None:
    forger = forger_over(Table(clerk).play(3))
    forger.copy().change(3, lambda body: body["facts"].append(sound_facts(DUEL)[0])).fails(
        "its facts are not those that these rules come to", record=3, rules=True
    )
    no = {"legal": False, "rule": "1", "code": "x", "text": {"en": "no", "fr": "non"}}
    forger.insert(
        4, "RulingGiven", remedy={"type": "stands"}, rule="1", code="illegal-action", about=3
    )
    forger.change(3, verdict=no).fails("This action is legal", record=3, rules=True)


@pytest.mark.parametrize("who", ["before the seats", "after the last seat"])
def test_the_service_shows_its_parts_when_the_last_seat_does(clerk: Clerk, who: str) -> None:
    """If the service shows its parts too late or too early, somebody could learn them and withhold
    a part of his own."""
    table = Table(clerk, FIEF)
    own, *others = table.game.player_seats
    forger = forger_over(table)
    values = {seat: seat.encode().ljust(16, b".") for seat in (own, *others)}
    for seat, value in values.items():
        by = {} if seat in (own, others[0]) else {"by": "service"}
        forger.add(
            "ContributionCommitted",
            seat=seat,
            commitment=contribution_commitment(table.id, seat, value).hex(),
            **by,
        )
    service = others[1:]
    order = [*service, own, others[0]] if who == "before the seats" else [own, others[0], *service]
    for seat in order:
        forger.add(
            "ContributionRevealed",
            seat=seat,
            value=values[seat].hex(),
            **({"by": "service"} if seat in service else {}),
        )
    assert forger.copy().close().report().verdict == "verified"
    says = (
        "the service shows a part that it made up"
        if who == "before the seats"
        else "before the service has shown those"
    )
    forger.close().fails(says, rules=True)


def test_an_older_version_is_not_judged_again_and_says_so(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Older versions of the rules only keep the code that derives facts, so the replay does not
    judge their actions. A forgery that is found without judging is refused under every version."""
    table = Table(clerk).play(3)
    forger = forger_over(table)
    undone = retract(
        forger.copy(),
        next(seat for seat in table.game.setting.seats if seat != table.body(4).seat),
        4,
    )
    monkeypatch.setitem(
        registry._TITLES,
        (DUEL, registry.latest(DUEL) + 1),
        registry._TITLES[DUEL, registry.latest(DUEL)],
    )
    report = forger.copy().close().holds(rules=True)
    assert any("is not judged again" in f.said.en for f in report.findings if f.check == "replay")
    undone.fails("is an action of", record=undone.last, rules=True)


def test_an_older_version_may_have_sealed_fewer_actions(clerk: Clerk) -> None:
    """Since its second version Fief has more actions that are chosen in secret. Games opened before
    stay valid."""
    forger = forger_over(Table(clerk, FIEF, seals=True))
    assert len(forger.body(1)["seals"]) > 1
    older = forger.copy().change(1, version=1, seals=["bid"])
    older.change(1, board=older.fingerprint(1)).close().holds(rules=True)
    forger.change(1, seals=["bid"]).fails(
        "it seals other actions than are chosen in secret", record=1, rules=True
    )

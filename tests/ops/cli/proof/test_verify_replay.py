"""`greffe verify --replay`: games of every kind are replayed with the rules that they name."""

from collections.abc import Callable

import pytest
from click.testing import Result

from domain.game.clerk.clerk import Clerk
from domain.game.commands import Order
from domain.titles import registry
from tests.builders.table import DUEL, RAIDERS, Table
from tests.domain.campaign.campaigning import finish, opened, scenario
from tests.domain.game.rulings.test_let_stand import game_with_forbidden, let_stand
from tests.ops.cli.proof.replaying import Auditor, game_of, holds, lines
from tests.records.laws import sound_facts


@pytest.mark.parametrize("title", registry.ids())
@pytest.mark.parametrize("chance", ["sealed", "table"])
def test_a_game_of_each_title_with_either_dice(
    auditor: Auditor, clerk: Clerk, title: str, chance: str
) -> None:
    table = Table(clerk, title, chance=chance).play(22)
    if not table.game.to_act:
        pytest.skip(f"{title} is over before two boards are fingerprinted")
    sentence = holds(auditor.replay(clerk, table.id), "not complete")
    newest = registry.latest(title)
    assert (
        sentence == f"replayed with {title} version {newest}: 22 actions, all of "
        f"{sentence.split('all of ')[1].split()[0]} fingerprints agree; "
        "the position at the end has none; no roll was made that no action asked for"
    )
    table.clerk.close_game(table.order())
    report = auditor.replay(clerk, table.id)
    assert "at the end has none" not in holds(report)
    (data,) = [check for check in report["checks"] if check["check"] == "replay"]
    assert (data["ruleset"], data["version"], data["fidelity"]) == (title, newest, "exact")
    assert data["fingerprints"] >= 2


def test_every_prefix(auditor: Auditor, clerk: Clerk) -> None:
    table = Table(clerk, DUEL).play(4)
    for upto in range(1, table.game.seq + 1):
        sentence = holds(auditor.replay(clerk, table.id, upto), "not complete")
        assert (
            f"{upto - 1} action{'' if upto == 2 else 's'}, its one fingerprint agrees" in sentence
        )


@pytest.mark.parametrize("resolvable", [True, False])
def test_an_action_that_was_let_stand(auditor: Auditor, clerk: Clerk, resolvable: bool) -> None:
    table, seat, action = game_with_forbidden(clerk, RAIDERS, resolvable=resolvable)
    let_stand(table, seat, action, facts=() if resolvable else sound_facts(RAIDERS))
    if table.game.to_act:
        table.step()
    clerk.close_game(table.order())
    holds(auditor.replay(clerk, table.id))


def test_a_branch_says_what_is_not_its_own_to_show(auditor: Auditor, clerk: Clerk) -> None:
    table = Table(clerk, RAIDERS).play(6)
    branch = Table(clerk, game=table.grow(5).id).play(3)
    clerk.close_game(branch.order())
    report = auditor.replay(clerk, branch.id)
    assert "3 actions" in holds(report)
    assert "4 steps came with the branch and are for the game it grew from to show" in holds(report)
    assert [check["game"] for check in report["checks"] if check["check"] == "branch"] == [table.id]


def test_the_scenarios_of_a_campaign_and_the_campaign_itself(
    auditor: Auditor, clerk: Clerk
) -> None:
    campaign, game = scenario(clerk, opened(clerk), played=1)
    campaign, second = scenario(clerk, campaign)
    assert holds(auditor.replay(clerk, game.id), "not complete")
    second = finish(clerk, second, 2)
    clerk.close_game(Order(second.id, second.seq, "tester", "close"))
    assert holds(auditor.replay(clerk, second.id))
    ((status, sentence),) = lines(auditor.replay(clerk, campaign.id))
    assert (status, sentence.split(": ")[1]) == ("open", "it is no game but a campaign")


def test_the_replay_in_french(
    auditor: Auditor, clerk: Clerk, greffe: Callable[..., Result]
) -> None:
    id, rows, catalog = game_of(clerk)
    auditor.replay_rows(id, rows, catalog)
    stdout = greffe(
        "verify",
        str(auditor.bundle),
        "--policy",
        str(auditor.bundle.parent / "policy"),
        "--replay",
        "--lang",
        "fr",
    ).stdout
    assert "relecture     rejouée avec northgard-training version 2 : 8 actions, les " in stdout
    assert (
        stdout.splitlines()[stdout.splitlines().index("Ce qu'aucune preuve ne peut montrer :") - 1]
        == "vérifié"
    )

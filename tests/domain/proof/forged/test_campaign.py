from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from domain.campaign.campaigns import Campaigns
from domain.game.clerk.clerk import Clerk
from domain.proof.spelling import base64_of
from domain.proof.verify.report import Report
from tests.builders.stores import new_clerk
from tests.builders.world import Record, World, audit, verified
from tests.domain.campaign.campaigning import opened, order, scenario
from tests.domain.proof.auditor import Files
from tests.domain.proof.forger import Forger
from tests.domain.proof.games import rows_of, stored
from tests.domain.proof.refusing import failed, incomplete

Rows = dict[str, list[Record]]
Change = Callable[[dict[str, Any]], object]


class Series:
    """A campaign of two games. `rows` are the records of each stream by its id."""

    def __init__(self, rows: Rows, campaign: str, first: str, second: str) -> None:
        self.rows, self.campaign, self.first, self.second = rows, campaign, first, second

    def forged(self, of: str, seq: int, change: Change) -> Series:
        """A copy in which record `seq` of stream `of` is changed."""
        rows = {id: list(row) for id, row in self.rows.items()}
        topic, data = rows[of][seq - 1]
        body = json.loads(data)
        change(body)
        rows[of][seq - 1] = (
            topic,
            json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode(),
        )
        return Series(rows, self.campaign, self.first, self.second)

    def bundles(self) -> Callable[..., bytes]:
        world = World()
        for id, rows in self.rows.items():
            world.play(id, rows)
        return world.bundle

    def report(self, game: str, upto: int | None = None, of_game: int | None = None) -> Report:
        bundle = self.bundles()
        return audit(bundle(game, of_game), campaign=bundle(self.campaign, upto))


@pytest.fixture(scope="module")
def series(tmp_path_factory: pytest.TempPathFactory) -> Series:
    with closing(new_clerk(tmp_path_factory.mktemp("store") / "greffe.sqlite")) as clerk:
        campaign, first = scenario(clerk, opened(clerk), played=1)
        campaign, second = scenario(clerk, campaign)
        for id in (first.id, second.id):
            clerk.close_game(order(id, clerk.game(id).seq, f"close-{id}"))
        Campaigns(clerk).close(order(campaign.id, campaign.seq, "close"))
        ids = (campaign.id, first.id, second.id)
        return Series({id: rows_of(clerk, id) for id in ids}, *ids)


def seq_handed_on(series: Series) -> int:
    return 1 + next(
        n for n, (topic, _) in enumerate(series.rows[series.first]) if topic == "SheetHandedOn"
    )


def without(*names: str) -> Change:
    return lambda body: [body.pop(name, None) for name in names]


def test_games_agree_with_their_campaign(series: Series) -> None:
    for number, id in enumerate((series.first, series.second), start=1):
        report = verified(series.report(id))
        (line,) = [f for f in report.findings if f.check == "campaign"]
        assert line.status == "ok"
        assert line.said.en.startswith(f"it is scenario {number} of ")
        assert line.said.fr.startswith(f"c'est le scénario {number} de ")


def test_a_campaigns_bundle_names_what_it_is_bound_to(series: Series) -> None:
    report = verified(audit(series.bundles()(series.campaign)))
    first, second = [f for f in report.findings if f.check == "scenarios"]
    assert f"bound to leaf {first.data['leaf']} of its opening" in first.said.en
    assert f"it goes on from record {seq_handed_on(series) - 1} of" in second.said.en
    assert second.said.en.endswith(f"bound to leaf {second.data['from_leaf']}")
    before = series.forged(series.campaign, 2, without("leaf")).forged(
        series.campaign, 3, without("leaf", "from_leaf")
    )
    saids = [
        f.said for f in audit(before.bundles()(series.campaign)).findings if f.check == "scenarios"
    ]
    assert all(
        "says nothing of its records" in sentence.en and sentence.fr != sentence.en
        for sentence in saids
    )
    assert saids[1].en.endswith("to whose leaf nothing binds it")


def test_older_campaign_records_are_compared_with_their_games_by_id_alone(series: Series) -> None:
    before = series.forged(series.campaign, 2, without("leaf")).forged(
        series.campaign, 3, without("leaf", "from_leaf")
    )
    before = before.forged(series.second, 1, without("sheet"))
    for id in (series.first, series.second):
        report = verified(before.report(id))
        assert "by its id alone" in next(
            f.said.en for f in report.findings if f.check == "campaign"
        )


FORGED: dict[str, tuple[str, Callable[[Series], int], Change, str, Callable[[Series], int]]] = {
    "another opening": (
        "first",
        lambda s: 1,
        lambda b: b.update(build="x"),
        "another opening of this game",
        lambda s: 1,
    ),
    "another campaign": (
        "first",
        lambda s: 1,
        lambda b: b.update(campaign="c"),
        'the campaign "c", not for',
        lambda s: 1,
    ),
    "no campaign": (
        "first",
        lambda s: 1,
        without("campaign"),
        'the campaign "", which is none',
        lambda s: 1,
    ),
    "another scenario": (
        "first",
        lambda s: 1,
        lambda b: b.update(scenario=2),
        "scenario 2 is not this game",
        lambda s: 1,
    ),
    "scenario 0": (
        "first",
        lambda s: 1,
        without("scenario"),
        "scenario 0 is not this game",
        lambda s: 1,
    ),
    "one after the last": (
        "first",
        lambda s: 1,
        lambda b: b.update(scenario=3),
        "scenario 3 is not this game",
        lambda s: 1,
    ),
    "another sheet": (
        "second",
        lambda s: 1,
        lambda b: b.update(sheet="00" * 32),
        "another opening of this game",
        lambda s: 1,
    ),
    "the record gone on from": (
        "first",
        lambda s: seq_handed_on(s) - 1,
        lambda b: b.update(key="x"),
        "goes on from another record of that number",
        lambda s: seq_handed_on(s) - 1,
    ),
    "another sheet handed on": (
        "first",
        seq_handed_on,
        lambda b: b.update(sheet="00" * 32),
        "it hands on another sheet",
        seq_handed_on,
    ),
    "handed on to another game": (
        "first",
        seq_handed_on,
        lambda b: b.update(game="g"),
        "to another game",
        seq_handed_on,
    ),
    "handed on to another campaign": (
        "first",
        seq_handed_on,
        lambda b: b.update(campaign="c"),
        "which does not follow",
        seq_handed_on,
    ),
    "handed on to another scenario": (
        "first",
        seq_handed_on,
        lambda b: b.update(scenario=7),
        "which does not follow",
        seq_handed_on,
    ),
}


@pytest.mark.parametrize("how", FORGED)
def test_a_game_that_its_campaign_contradicts(series: Series, how: str) -> None:
    of, at, change, says, record = FORGED[how]
    id = getattr(series, of)
    failed(series.forged(id, at(series), change).report(id), says, record=record(series))


def test_a_scenario_beyond_those_of_the_campaign(series: Series) -> None:
    forged = series.forged(series.campaign, 1, lambda body: body.update(scenarios=1))
    failed(
        audit(forged.bundles()(series.campaign)), "scenario 2, and the campaign has fewer", record=3
    )


@pytest.mark.parametrize("field", ["ruleset", "catalog", "chance", "undo", "seals", "options"])
def test_a_game_that_was_opened_otherwise_than_its_campaign(series: Series, field: str) -> None:
    other = {"seals": True, "options": {"towers": "none"}}.get(field, "other")
    forged = series.forged(series.campaign, 1, lambda body: body.update({field: other}))
    says = "towers" if field == "options" else field
    for id in (series.first, series.second):
        failed(forged.report(id), "opened otherwise than its campaign says", says, record=1)


def test_a_game_that_does_not_begin_with_the_sheet_that_it_names(clerk: Clerk) -> None:
    campaign, _ = scenario(clerk, opened(clerk, ruleset="convicted"), played=1)
    _, second = scenario(clerk, campaign)
    forged = Forger.over(clerk, second.id)
    assert forged.replayed().wrong == ()
    forged.change(1, sheet="00" * 32)
    forged.fails("does not begin with the sheet", record=1, rules=True)


def test_another_sheet_under_the_leaf_that_is_named(series: Series) -> None:
    """The sheet in a game's opening is forged, and so is the leaf by which the campaign names that
    opening. The game is refused, since the campaign's record names another sheet."""
    forged = series.forged(series.second, 1, lambda body: body.update(sheet="00" * 32))
    world = World().play(series.second, forged.rows[series.second][:1])
    leaf = base64_of(world.record(series.second, *forged.rows[series.second][1]).prev)
    forged = forged.forged(series.campaign, 3, lambda body: body.update(leaf=leaf))
    failed(forged.report(series.second), "the game began with another sheet", record=1)


def test_a_sheet_that_was_not_handed_on(series: Series) -> None:
    at = seq_handed_on(series)
    then = json.loads(series.rows[series.first][at - 1][1])["at"]
    forged = Series({**series.rows}, series.campaign, series.first, series.second)
    forged.rows[series.first] = [
        *series.rows[series.first][: at - 1],
        stored("NoteAdded", text="", at=then),
    ]
    failed(forged.report(series.first), "does not hand the sheet on", record=at)


def test_bundles_that_end_too_early_leave_it_open(series: Series) -> None:
    incomplete(series.report(series.first, of_game=seq_handed_on(series) - 2), "not closed")
    incomplete(series.report(series.second, upto=2), "the campaign's bundle ends before scenario 2")
    incomplete(
        series.report(series.first, upto=2),
        "ends before scenario 2, which this game's sheet was handed on to",
    )
    assert [
        f.said.en for f in series.report(series.first, of_game=3).findings if f.check == "campaign"
    ] == [
        f"the game's bundle ends before record {seq_handed_on(series) - 1}, which the next scenario goes "
        f"on from"
    ]


def test_what_is_no_campaign_or_does_not_hold(series: Series) -> None:
    bundle = series.bundles()
    failed(audit(bundle(series.first), campaign=bundle(series.second)), "and these are not that")
    failed(
        audit(bundle(series.campaign), campaign=bundle(series.campaign)), "and these are not that"
    )
    failed(
        audit(bundle(series.first), campaign=bundle(series.campaign)[:-1]),
        "the campaign's bundle does not hold: ",
    )


def test_the_command_line_takes_the_campaigns_bundle(series: Series, files: Files) -> None:
    bundle = series.bundles()
    game, campaign = (
        files.write("game", bundle(series.second)),
        files.write("campaign", bundle(series.campaign)),
    )
    code, out, _ = files.run("verify", game, "--campaign", campaign)
    assert (code, "it is scenario 2 of" in out) == (0, True), out
    code, _, err = files.run("verify", game, "--campaign", str(files.folder / "none"))
    assert (code, "cannot be read" in err) == (2, True)

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.campaign.campaigns import Campaigns
from domain.campaign.kinds import CAMPAIGN_KINDS
from domain.campaign.records import CampaignClosed
from domain.campaign.refusals import ScenarioUnreadable
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening
from domain.game.record.records import UMPIRE, SheetHandedOn
from domain.game.refusals import CampaignRefused, UndoRefused
from domain.game.rulings.conditions import Wish
from domain.game.rulings.use_cases import Rulings
from domain.kernel.refusals import BadRequest, KeyReused, Stale
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.kernel.writer import Unit
from domain.titles.northgard import RULES
from tests.builders.refusals import refused_with
from tests.builders.table import GROUNDS
from tests.domain.campaign.campaigning import (
    TITLE,
    entry,
    finish,
    opened,
    order,
    scenario,
    undoable,
)


@pytest.fixture
def campaigns(clerk: Clerk) -> Campaigns:
    return Campaigns(clerk)


def test_every_scenario_of_a_campaign_opened_with_seals_is_sealed(
    clerk: Clerk, campaigns: Campaigns
) -> None:
    campaign = campaigns.open(
        Opening(ruleset="fief-tactics", seals=True), "organiser", "k"
    ).campaign
    _, game = scenario(clerk, campaign)
    assert game.opened.seals == ("bid", "volley", "aim-at-lord", "hold-fire")
    refused_with(
        BadRequest,
        "without seals",
        campaigns.open,
        Opening(ruleset=TITLE, seals=True),
        "organiser",
        "other",
    )


def test_after_its_last_scenario_a_campaign_goes_on_no_further(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(RULES), "scenario_count", lambda *_: 2)
    campaign = opened(clerk)
    for number in (1, 2):
        assert not campaign.complete
        campaign, _ = scenario(clerk, campaign, played=number)
    assert campaign.complete
    refused_with(CampaignRefused, "All 2 scenarios", scenario, clerk, campaign)
    assert Campaigns(clerk).close(order(campaign.id, campaign.seq)).campaign.closed


def test_a_sheet_that_the_title_does_not_go_on_from_is_a_refusal_of_the_campaign(
    clerk: Clerk, campaigns: Campaigns
) -> None:
    """The title refuses to open a scenario from the sheet. The campaign passes the reason on
    without naming a field of the options: the service filled them in, nobody typed them."""
    campaign, game = scenario(clerk, opened(clerk, ruleset="convicted"))
    clerk.close_game(entry(game))
    refused_with(
        CampaignRefused, "cannot go on with it", campaigns.next, order(campaign.id, campaign.seq)
    )
    refused_with(CampaignRefused, "cannot go on with it", campaigns.next_scenario, campaign)
    assert campaigns.campaign(campaign.id).seq == campaign.seq


def test_a_campaign_with_a_record_gone_is_damaged_and_not_folded_around_it(
    clerk: Clerk, campaigns: Campaigns, tmp_path: Path
) -> None:
    """One of a campaign's three records is deleted. The error names that record, and the campaign
    is not shown without it."""
    campaign, game = scenario(clerk, opened(clerk))
    clerk.close_game(entry(game))
    campaign, _ = scenario(clerk, campaign)
    for seq in (2, 1):
        with closing(sqlite3.connect(tmp_path / "greffe.sqlite")) as db, db:
            db.execute(
                "DELETE FROM records WHERE originator_id = ? AND originator_version = ?",
                (campaign.id, seq),
            )
        damaged = refused_with(DamagedRecord, "", campaigns.campaign, campaign.id)
        assert (damaged.stream, damaged.seq) == (campaign.id, seq)


def test_the_catalog_of_a_campaign_is_kept_with_it(clerk: Clerk) -> None:
    """The catalog is stored when the campaign is opened, so that later scenarios use it even if the
    title then comes with another."""
    campaign = opened(clerk)
    assert (
        clerk.key_values.fetch("catalog", campaign.opened.catalog)
        == RULES.catalogs()["default"].data
    )


def test_only_the_last_sheet_opens_the_next_scenario(clerk: Clerk, campaigns: Campaigns) -> None:
    campaign = opened(clerk)
    refused_with(
        CampaignRefused,
        "opens without a sheet",
        campaigns.next,
        order(campaign.id, 1),
        sheet_of=("anything", 1),
    )
    campaign, first = scenario(clerk, campaign, played=1)
    refused_with(
        CampaignRefused,
        f"at record {first.seq}",
        campaigns.next,
        order(campaign.id, 2),
        sheet_of=(first.id, first.seq - 1),
    )
    second = campaigns.next(order(campaign.id, 2), sheet_of=(first.id, first.seq)).game
    assert second is not None
    finish(clerk, second, 2)
    refused_with(
        CampaignRefused,
        "not the campaign's last sheet",
        campaigns.next,
        order(campaign.id, 3),
        sheet_of=(first.id, first.seq),
    )


def test_a_game_that_was_broken_off_leaves_a_sheet_without_an_outcome(
    clerk: Clerk, campaigns: Campaigns
) -> None:
    campaign, first = scenario(clerk, opened(clerk))
    clerk.close_game(entry(first))
    campaign, second = scenario(clerk, campaign)
    assert campaigns.sheet(campaign.id, 1).sheet["outcome"] is None
    assert (campaign.scenarios[1].from_game, campaign.scenarios[1].from_seq) == (first.id, 2)
    assert second.status == "open"


# -- nothing is taken back that another game rests on ----------------------------------------------


def test_a_finished_scenario_cannot_be_changed_once_the_next_has_opened(clerk: Clerk) -> None:
    """The last action of a finished game can be taken back until another game begins with its
    sheet."""
    campaign, game = undoable(clerk)
    seat = game.step.seat
    game = clerk.undo(entry(game, "undo"), seat).state
    game = clerk.redo(entry(game, "redo"), seat).state
    _, second = scenario(clerk, campaign)
    first = clerk.game(game.id)
    handed = clerk.load(game.id).record(first.seq).body
    assert first.seq == game.seq + 1 == first.handed_on and isinstance(handed, SheetHandedOn)
    assert (handed.campaign, handed.scenario, handed.game) == (campaign.id, 2, second.id)
    for write in (clerk.undo, clerk.redo):
        refused_with(UndoRefused, "", write, entry(first, "late"), seat)
    named = refused_with(UndoRefused, f"record {first.seq}", clerk.undo, entry(first, "late"), seat)
    assert named.at == first.seq and clerk.game(game.id).seq == first.seq


def test_a_game_closed_already_gets_no_record_more(clerk: Clerk, campaigns: Campaigns) -> None:
    campaign, game = scenario(clerk, opened(clerk))
    closed = clerk.close_game(entry(finish(clerk, game))).state
    campaign, _ = scenario(clerk, campaign)
    assert clerk.game(game.id).seq == closed.seq == campaign.scenarios[1].from_seq
    assert campaigns.sheet(campaign.id, 1).stands


def test_a_game_that_handed_its_sheet_on_can_still_be_remarked_on_and_closed(
    clerk: Clerk, campaigns: Campaigns
) -> None:
    campaign, game = scenario(clerk, opened(clerk), played=1)
    campaign, _ = scenario(clerk, campaign)
    noted = clerk.note(entry(clerk.game(game.id), "note"), "A close one.").state
    assert clerk.close_game(entry(noted, "close")).state.closed
    assert campaigns.sheet(campaign.id, 1).stands


def test_after_a_ruling_on_a_sheet_handed_on_no_later_scenario_is_sound(
    clerk: Clerk, campaigns: Campaigns
) -> None:
    """A ruling annuls the last action of the first of three scenarios, when undo can no longer
    reach it. Then the sheet of the first does not stand, and the second and third are not sound."""
    campaign, game = undoable(clerk)
    campaign, _ = scenario(clerk, campaign, played=2)
    campaign, _ = scenario(clerk, campaign)
    assert [(s.stands, s.sound) for s in campaigns.scenarios(campaign.id)] == [(True, True)] * 3
    refused_with(
        UndoRefused,
        "nothing can be taken back",
        clerk.undo,
        entry(clerk.game(game.id), "undo"),
        UMPIRE,
    )
    annulled = Wish("annul", from_seq=game.step.seq, rolls="reroll")
    Rulings(clerk).rule(entry(clerk.game(game.id), "ruling"), annulled, GROUNDS)
    assert [(s.stands, s.sound) for s in campaigns.scenarios(campaign.id)] == [
        (False, True),
        (True, False),
        (True, False),
    ]
    assert not campaigns.sheet(campaign.id, 1).stands
    assert campaigns.sheet(campaign.id, 1, at=game.seq).stands


def test_a_title_whose_sheet_gets_a_new_line_unsettles_no_campaign(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, _ = scenario(clerk, opened(clerk), played=1)
    campaign, _ = scenario(clerk, campaign)
    sheet = type(RULES).sheet
    monkeypatch.setattr(
        type(RULES), "sheet", lambda rules, board: {**sheet(rules, board), "weather": "fair"}
    )
    assert all(s.stands and s.sound for s in Campaigns(clerk).scenarios(campaign.id))


def test_a_game_whose_replay_differs_hands_nothing_on(
    clerk: Clerk, campaigns: Campaigns, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, game = scenario(clerk, opened(clerk), played=1)
    clerk.game_repository.forget(game.id)
    monkeypatch.setattr(type(RULES), "fingerprint", lambda *_: "of another board")
    refused_with(
        ScenarioUnreadable, "cannot be relied on", campaigns.next, order(campaign.id, campaign.seq)
    )


# -- races and retries -----------------------------------------------------------------------------


def meanwhile(clerk: Clerk, deed: Callable[[], object]) -> None:
    """Have `deed` happen just before the next write of `clerk` is stored, after the clerk has
    read."""
    put = clerk.events.put

    def late(rows: object, **more: object) -> object:
        clerk.events.put = put
        deed()
        return put(rows, **more)  # type: ignore[arg-type]

    clerk.events.put = late


def test_an_action_taken_back_at_the_last_moment_keeps_the_next_scenario_from_opening(
    make_clerk: Callable[[], Clerk],
) -> None:
    clerk, other = make_clerk(), make_clerk()
    campaign, game = undoable(clerk)
    seat = game.step.seat
    meanwhile(clerk, lambda: other.undo(entry(game, "undo"), seat))
    refused_with(
        CampaignRefused,
        "still being played",
        Campaigns(clerk).next,
        order(campaign.id, campaign.seq),
    )
    assert Campaigns(other).campaign(campaign.id).seq == campaign.seq


def test_the_next_scenario_opened_at_the_last_moment_keeps_an_action_from_being_taken_back(
    make_clerk: Callable[[], Clerk],
) -> None:
    clerk, other = make_clerk(), make_clerk()
    campaign, game = undoable(clerk)
    meanwhile(clerk, lambda: scenario(other, campaign))
    refused_with(Stale, "", clerk.undo, entry(game, "undo"), game.step.seat)
    assert all(s.stands for s in Campaigns(clerk).scenarios(campaign.id))


def test_a_note_at_the_last_moment_does_not_keep_it_from_opening(
    make_clerk: Callable[[], Clerk],
) -> None:
    clerk, other = make_clerk(), make_clerk()
    campaign, game = scenario(clerk, opened(clerk), played=1)
    meanwhile(clerk, lambda: other.note(entry(game, "note"), "One more word."))
    campaign, _ = scenario(clerk, campaign)
    assert campaign.scenarios[1].from_seq == game.seq + 1
    assert clerk.game(game.id).handed_on == game.seq + 2


@pytest.mark.parametrize("write", ["next", "close"])
def test_of_two_organisers_who_go_on_at_once_one_is_told(
    write: str, make_clerk: Callable[[], Clerk]
) -> None:
    clerk, other = make_clerk(), make_clerk()
    id = opened(clerk).id
    meanwhile(clerk, lambda: Campaigns(other).next(order(id, 1, "faster")))
    refused_with(
        Stale,
        "the campaign stands at record 2",
        getattr(Campaigns(clerk), write),
        order(id, 1, "slower"),
    )
    assert len(Campaigns(clerk).campaign(id).scenarios) == 1


# -- what does not fit -----------------------------------------------------------------------------


def test_records_of_something_else_are_no_campaign(clerk: Clerk) -> None:
    campaign, game = scenario(clerk, opened(clerk))
    rows, moves = clerk.recorder.records_of(campaign.id), clerk.load(game.id).records()
    assert CAMPAIGN_KINDS.fold([]) is None and CAMPAIGN_KINDS.fold(rows) == campaign
    late = StoredRecord(campaign.id, 3, rows[1].topic, rows[1].state)
    for strange in (moves[:1], rows[1:], [*rows, *moves], [rows[0], late]):
        refused_with(DamagedRecord, "", CAMPAIGN_KINDS.fold, strange)


def test_a_close_from_before_digests_were_salted_is_answered_as_ever(
    clerk: Clerk, campaigns: Campaigns
) -> None:
    id = opened(clerk).id
    order_ = replace(order(id, 1, "close"), request="digest of the body")
    unit = Unit(clerk.writer, order_, None)
    body = CampaignClosed(**unit.stamp, reason=unit.keep_text("He was ill."))
    clerk.events.put([StoredRecord.new(id, 2, body)])
    assert campaigns.campaign(id).closed and campaigns.close(order_, "He was ill.").again
    refused_with(KeyReused, "", campaigns.close, replace(order_, request="another"), "He was ill.")

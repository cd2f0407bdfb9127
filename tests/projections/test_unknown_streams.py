from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.campaign.campaigns import Campaigns
from domain.campaign.refusals import UnknownCampaign
from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening
from domain.game.refusals import UnknownGame
from domain.kernel.log import Prover
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.kernel.writer import Order
from domain.proof.log.proofs import receipt_entry
from domain.tournament.aggregate.wishes import TournamentOpening
from domain.tournament.refusals import UnknownTournament
from domain.tournament.tournaments import Tournaments
from domain.transfer.bundles import bundle_of
from domain.transfer.exports import ExportLine, record_line
from projections.follower.follower import Follower
from projections.search.index import Index
from projections.search.query import Query
from tests.builders.logs import Log
from tests.builders.refusals import refused_with
from tests.builders.world import audit
from tests.domain.kernel.diary import Diaries
from tests.projections.naive import dump

RUMOUR = [
    StoredRecord("rumour", 1, "RumourHeard", b'{"type":"RumourHeard"}'),
    StoredRecord("rumour", 2, "RumourDenied", b"no JSON"),
]


@pytest.fixture
def strange(clerk: Clerk) -> list[StoredRecord]:
    """The records of a diary, a registered kind of stream, and of a rumour, an unknown kind."""
    diaries = Diaries(clerk)
    opened = diaries.open("diary", "ann", "k", "open")
    page = diaries.write(Order("diary", 1, "ann", "page", "request"), ("ann", "bob"), "It rained.")
    clerk.events.put(RUMOUR)
    return [opened.record, page.record, *RUMOUR]


def test_no_list_and_no_view_has_what_is_of_another_kind(
    clerk: Clerk, strange: list[StoredRecord], follower: Follower, there: Any
) -> None:
    campaign = Campaigns(clerk).open(Opening(ruleset="northgard-training"), "club", "k").campaign.id
    tournament = (
        Tournaments(clerk).whole.open(TournamentOpening(title="Cup"), "club", "k").tournament.id
    )
    index = Index(clerk)
    assert [id for _, id in index.streams("campaign")] == [campaign]
    assert [id for _, id in index.streams("tournament")] == [tournament]
    assert index.search(Query(limit=100)).total == 30
    follower.catch_up()
    keys = dump(there)
    assert sum(name.startswith("game:") for name in keys) == 30
    for id in ("diary", "rumour"):
        assert not any(id in key for key in keys)
        for read, unknown in (
            (clerk.game, UnknownGame),
            (Campaigns(clerk).campaign, UnknownCampaign),
            (Tournaments(clerk).store.tournament, UnknownTournament),
        ):
            refused_with(unknown, "", read, id)


def test_a_record_of_an_unknown_kind_in_a_game_is_that_games(
    clerk: Clerk, follower: Follower, there: Any
) -> None:
    game = clerk.open_game(Opening(ruleset="northgard-training"), "club", "late").state
    row = StoredRecord(game.id, 2, "RumourHeard", b'{"type":"RumourHeard"}')
    clerk.events.put([row])
    assert clerk.recorder.kind_of(row) == "game"
    assert refused_with(DamagedRecord, "", clerk.game, game.id).newer
    follower.catch_up()
    assert f"game:{game.id}" in dump(there), "it says that the game cannot be shown"


def test_the_log_has_them_with_receipts_that_hold_and_files_have_their_bytes(
    clerk: Clerk, strange: list[StoredRecord], tmp_path: Path
) -> None:
    with closing(Log(tmp_path, clerk)) as log:
        log.log_and_sign_all()
        for stored in strange:
            entry = receipt_entry(Prover(log).receipt(stored.stream, stored.seq))
            assert (entry.game, entry.seq, entry.topic) == (stored.stream, stored.seq, stored.topic)
            assert entry.data == sha256(stored.state).digest()
        proof = Prover(log).proof("diary", 2)
        assert proof is not None
        report = audit(b"".join(bundle_of(clerk, "diary", 2, proof, names=True)), log.policy())
        assert (report.verdict, report.failure) == ("not complete", None)
        assert "begins with DiaryOpened, which this version does not know" in report.said.en
    for stored in strange[:2]:
        assert bytes(msgspec.json.decode(record_line(stored), type=ExportLine).data) == stored.state
    assert clerk.recorder.records_of("rumour") == RUMOUR

from pathlib import Path

import pytest

from domain.tournament.records import TOURNAMENT_TOPICS
from tests.domain.tournament.directing.played_events import verified

OLDER = sorted((Path(__file__).parent / "older").glob("*.jsonl"))


@pytest.mark.parametrize("file", OLDER, ids=lambda file: file.stem)
def test_an_event_of_an_older_version_is_verified(file: Path) -> None:
    report = verified(file)
    assert report.verdict == "verified", "\n".join(report.text("en"))


def test_the_older_events_have_every_kind_of_record() -> None:
    data = "".join(file.read_text("ascii") for file in OLDER)
    assert all(f'"topic":"{topic}"' in data for topic in TOURNAMENT_TOPICS)

import pytest
from msgspec.structs import replace

from domain.tournament.formats.common import Event, FormatRefused
from domain.tournament.formats.entrants_reading import entrants
from domain.tournament.formats.trf_report import written
from domain.tournament.values import Stage
from tests.domain.tournament.fields import entered, played


def test_a_report_file_starts_a_tournament_with_names_ratings_and_starting_ranks() -> None:
    field = entered(3, Stage(rounds=5))
    people = (("Zu", 1900), ("Évariste", 2100), ("Ada", 0))
    named = replace(field, entrants=tuple(replace(e, name=n, rating=x) for e, (n, x) in zip(field.entrants, people, strict=True)))
    for year in (2026, 2016):
        data = written(Event("Open"), named, year=year).encode()
        found = [(one.name, one.rating, one.seed_rank) for one in entrants(data)]
        assert found == [("Évariste", 2100, 1), ("Zu", 1900, 2), ("Ada", 0, 3)]
    assert [one.name for one in entrants("name;rating\nZu;1900\nAda;\n".encode("utf-8-sig"))] == ["Zu", "Ada"]


def test_a_report_file_with_rounds_or_teams_or_a_fault_enters_nobody() -> None:
    begun = written(Event("Open"), played(4, Stage(rounds=2), 1))
    with pytest.raises(FormatRefused, match="has 2 rounds played"):
        entrants(begun.encode())
    bare = written(Event("Open"), entered(4, Stage(rounds=2)))
    with pytest.raises(FormatRefused, match="has teams"):
        entrants(f"{bare}{'013 Lions':<36}   1    2\n".encode())
    with pytest.raises(FormatRefused, match="Player 1 is there already"):
        entrants(f"{bare}{bare}".encode())

"""Seasons in the tables for analysts, and in public dumps."""

from typing import Any

from domain.season.records import SeasonRules
from ops.tables.dump import TAG, dump_tables
from projections.tables.schema import FORMATS
from projections.tables.season_tables import SEASON_TABLES, SEASONS
from tests.domain.season.series import Series
from tests.ops.tables.test_tables import TablesFolder

SIX = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")


def season(house: TablesFolder, name: str, *, shown: bool = True, **opening: Any) -> Series:
    """Play and close a season of two events, of which each person's better one counts. Returns the
    season. In the second event Ann and the others have new ids; Ann's two ids are merged."""
    series = Series(house.clerk, SeasonRules(best=1, public=shown), name)
    series.play_and_count(*SIX, **opening)
    second = series.play_and_count(*SIX, anew=True, **opening)
    series.merge((second.now.named[1].player, series.known["Ann"]))
    series.on.close(series.order())
    return series


def test_a_season_is_a_row_and_each_person_in_it_is_one(house: TablesFolder) -> None:
    series = season(house, "s", shown=False)
    house.build()
    read = series.read
    (row,) = house.rows("seasons", SEASONS)
    assert (row["season"], row["events"], row["people"]) == (series.id, 2, 11)
    assert row["closed"] and row["stands"] and row["rules"]["best"] == 1 and not row["public"]
    assert row["tournaments"] == [[at.event, at.seq] for at in series.now.events]
    ranks = house.rows("season_standings", SEASONS)
    assert [(one["player"], one["rank"], [*one["values"].values()]) for one in ranks] == [
        (read.people[each.entrant - 1], each.rank, [*each.values]) for each in read.standings.rows
    ]
    (ann,) = (one for one in ranks if one["player"] == series.known["Ann"])
    assert (ann["played"], ann["counted"]) == (2, 1)
    assert (ann["points_numerator"], ann["points_denominator"]) == (25 + 18 + 15, 3)
    assert {one["played"] for one in ranks if one != ann} == {1}


def test_a_dump_has_closed_public_seasons_whose_events_were_all_released(
    house: TablesFolder,
) -> None:
    given: dict[str, Any] = {"public": True, "tags": (TAG,)}
    shown = season(house, "shown", **given)
    season(house, "hidden", shown=False, **given)
    season(house, "not for data", public=True)
    for name, names, opening in (("mixed", SIX, {}), ("few", SIX[:4], given), ("open", (), None)):
        series = season(house, name, **given)
        series.on.close(series.order(), closed=False)
        if opening is not None:
            series.play_and_count(*names, **opening)
            series.on.close(series.order())
    folder = house.folder.with_name("dumps")
    assert SEASONS not in dump_tables(house.settings, folder, FORMATS).left_out
    rows = {name: house.rows(name, SEASONS, folder) for name in SEASON_TABLES}
    (row,) = rows["seasons"]
    assert row["opened"] is row["tournaments"] is None
    assert {one["season"] for one in rows["season_standings"]} == {row["season"]}
    assert [one["rank"] for one in rows["season_standings"]] == [
        each.rank for each in shown.read.standings.rows
    ]
    text = "".join(path.read_text("utf-8") for path in (folder / SEASONS).glob("*.[cj]s*"))
    assert not [id for id in (shown.id, *shown.read.people) if id in text]

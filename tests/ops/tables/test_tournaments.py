from collections import defaultdict
from contextlib import closing
from fractions import Fraction
from typing import Any

from api.tournament.links import event_links
from api.web.access.links import Links
from domain.game.commands import Order
from domain.proof.log.entries import read_entry
from domain.proof.spelling import base64_of
from domain.tournament.directing.direction import TournamentStore
from domain.tournament.records import EXTERNAL
from domain.tournament.standings.ranking import standings
from domain.tournament.values import Key, Rules, Scoring, Stage
from ops.log.folder import open_ledger
from ops.settings.keys import read_or_make_key
from ops.tables.dump import TAG, dump_tables
from projections.tables.schema import FORMATS
from projections.tables.tournament_tables import TOURNAMENT_TABLES
from tests.domain.campaign.campaigning import finish
from tests.domain.tournament.directing.hall import DUELS, TABLES, Hall, won
from tests.ops.tables.test_tables import NORTH, TablesFolder

KEYS: tuple[Key, ...] = ("points", "buchholz-median", "sonneborn-berger", "direct", "lots")
WITH_FRACTIONS = Rules((Stage(rounds=2, scoring=Scoring(win="5/2", draw="5/4"), keys=KEYS),))


def close(hall: Hall) -> None:
    hall.confirmed(lambda sentence: hall.on.whole.close(hall.order(), sentence))


def test_every_record_is_an_event_that_leads_to_its_place_in_the_log(house: TablesFolder) -> None:
    hall = house.tournament()
    links = Links(house.clerk.key_values, read_or_make_key(house.settings.link_key_file))
    director = event_links(links, hall.id, 5)[0]
    table = hall.now.rounds[1].tables[0]
    corrected = Order(hall.id, hall.now.seq, director.id, "corrected")
    hall.confirmed(
        lambda sentence: hall.on.results.correct(
            corrected, 2, 1, "recompute", won(table.table, table.entrants[1]), sentence
        ),
        times=1,
    )
    house.build()
    rows = house.rows("events", EXTERNAL)
    records = hall.on.store.records_of(hall.id)
    assert [(row["seq"], row["type"]) for row in rows] == [
        (record.seq, record.topic) for record in records
    ]
    with closing(open_ledger(house.settings)) as ledger:
        for row in rows:
            entry = read_entry(ledger.entries(row["log_index"], row["log_index"] + 1)[0])
            assert (entry.game, entry.seq, base64_of(entry.leaf)) == (
                hall.id,
                row["seq"],
                row["leaf"],
            )  # type: ignore[union-attr]
    last = rows[-1]
    assert {row["entered_by"] for row in rows[:-1]} == {"organiser"}
    assert (last["entered_by"], last["round"], last["table"]) == ("director", 2, 1)
    (taken,) = (row for row in rows if row["seq"] == last["about"])
    assert (taken["type"], taken["round"], taken["table"]) == ("ResultTaken", 2, 1)
    assert last["departures"]


def test_standings_are_those_of_each_closing_with_terms_that_add_up_to_them(
    house: TablesFolder,
) -> None:
    hall = house.tournament(WITH_FRACTIONS)
    hall.on.whole.close(hall.order())
    house.build()
    rows = house.rows("standings", EXTERNAL)
    records = hall.on.store.records_of(hall.id)
    closings = [
        record.seq for record in records if record.topic in ("RoundClosed", "TournamentClosed")
    ]
    assert sorted({row["seq"] for row in rows}) == closings
    assert {row["seq"] for row in rows if row["final"]} == {closings[-1]}
    assert all(row["stands"] and row["reproduced"] for row in rows)
    for seq in closings:
        ranking = standings(hall.on.store.tournament_at(hall.id, seq - 1).field)
        mine = [row for row in rows if row["seq"] == seq]
        assert [(row["entrant"], row["rank"], row["shared"], row["round"]) for row in mine] == [
            (row.entrant, row.rank, row.shared, ranking.round) for row in ranking.rows
        ]
        for row, stored in zip(mine, ranking.rows, strict=True):
            assert tuple(row["values"]) == ranking.keys
            assert tuple(row["values"].values()) == stored.values
            assert Fraction(row["points_numerator"], row["points_denominator"]) == Fraction(
                row["values"]["points"]
            )
            assert row["player"] == hall.now.named[row["entrant"]].player
    _add_up(house, rows)


def _add_up(house: TablesFolder, rows: list[dict[str, Any]]) -> None:
    trees: dict[tuple[int, int, str], list[dict[str, Any]]] = defaultdict(list)
    for term in house.rows("tiebreak_terms", EXTERNAL):
        trees[term["seq"], term["entrant"], term["key"]].append(term)
    assert len(trees) == sum(len(row["values"]) for row in rows)
    played = 0
    for row in rows:
        for key, value in row["values"].items():
            terms = trees[row["seq"], row["entrant"], key]
            assert [term["n"] for term in terms] == list(range(1, len(terms) + 1))
            if not value:
                assert terms[0]["numerator"] is None and terms[0]["denominator"] is None, (
                    "direct encounter says nothing"
                )
                continue
            numbers = {
                term["n"]: Fraction(term["numerator"], term["denominator"]) for term in terms
            }
            assert (terms[0]["part_of"], numbers[1]) == (None, Fraction(value))
            for term in terms:
                parts = [
                    numbers[inner["n"]]
                    for inner in terms
                    if inner["part_of"] == term["n"] and not inner["struck"]
                ]
                if term["how"] == "sum":
                    assert numbers[term["n"]] == sum(parts, Fraction(0))
                elif term["how"] == "product":
                    assert numbers[term["n"]] == parts[0] * parts[1]
                played += (
                    term["how"] == "record"
                    and term["table"] is not None
                    and term["opponent"] is not None
                )
    assert played


def test_standings_of_what_was_corrected_or_withdrawn_stay_and_do_not_stand(
    house: TablesFolder,
) -> None:
    hall = house.tournament(entrants=4)
    first, second = (
        record.seq for record in hall.on.store.records_of(hall.id) if record.topic == "RoundClosed"
    )
    table_ = hall.now.rounds[1].tables[0]
    result = won(table_.table, table_.entrants[1])
    hall.on.results.correct(hall.order(), 2, 1, "report", result)
    house.build()
    assert _standing(house) == {first: True, second: True}
    hall.confirmed(
        lambda sentence: hall.on.results.correct(hall.order(), 2, 1, "recompute", result, sentence),
        times=1,
    )
    house.build()
    assert _standing(house) == {first: True, second: False}
    for table in (1, 2):
        hall.confirmed(
            lambda sentence, table=table: hall.on.results.reopen(hall.order(), 2, table, sentence),
            times=1,
        )
    hall.confirmed(lambda sentence: hall.on.rounds.withdraw(hall.order(), 2, sentence), times=1)
    hall.pair(2)
    hall.on.rounds.publish(hall.order(), 2)
    hall.play(2)
    third = hall.on.rounds.close(hall.order(), 2).record.seq
    house.build()
    assert _standing(house) == {first: True, second: False, third: True}


def _standing(house: TablesFolder) -> dict[int, bool]:
    return {row["seq"]: row["stands"] for row in house.rows("standings", EXTERNAL)}


def test_games_of_a_tournament_name_it_with_their_round_and_table(house: TablesFolder) -> None:
    hall = Hall(house.clerk, DUELS, 4, ruleset=NORTH).begun()
    hall.on.rounds.publish(hall.order(), 1)
    hall.on.rounds.open_games(hall.order(), 1)
    for table in hall.now.rounds[0].tables:
        finish(house.clerk, house.clerk.game(table.game))
        hall.on.results.take(hall.order(), 1, table.number)
    hall.on.rounds.close(hall.order(), 1)
    house.tournament(name="elsewhere")
    house.build(rulesets=(NORTH,))
    games = {
        row["game"]: (row["tournament"], row["round"], row["table"]) for row in house.rows("games")
    }
    assert {at for at in games.values() if at[0]} == {(hall.id, 1, 1), (hall.id, 1, 2)}
    linked = [row for row in house.rows("events") if row["game"]]
    assert {row["type"] for row in linked} == {"GameLinked", "ResultTaken"}
    assert all(games[row["game"]] == (hall.id, row["round"], row["table"]) for row in linked)
    sat = {row["player"] for row in house.rows("seats") if games[row["game"]][0] and row["player"]}
    assert {row["player"] for row in house.rows("standings")} == sat
    assert not (house.folder / EXTERNAL).exists(), "only the titles that are asked for are made"


def test_a_pairing_that_is_not_published_is_in_no_table_until_the_tournament_is_closed(
    house: TablesFolder,
) -> None:
    hall = Hall(house.clerk, Rules((Stage(rounds=1),)), 5).begun()
    hall.play(1)
    hall.on.rounds.close(hall.order(), 1)
    house.build()
    assert house.rows("standings", EXTERNAL) == house.rows("tiebreak_terms", EXTERNAL) == []
    rows = [
        row
        for row in house.rows("events", EXTERNAL)
        if row["type"] in ("RoundPaired", "ResultTaken", "RoundClosed")
    ]
    assert len(rows) == 4
    assert all(
        row[name] is None
        for row in rows
        for name in ("round", "table", "game", "about", "departures")
    )
    hall.on.whole.close(hall.order())
    house.build()
    assert {
        row["round"] for row in house.rows("events", EXTERNAL) if row["type"] == "RoundPaired"
    } == {1}
    assert len(house.rows("standings", EXTERNAL)) == 10


def test_a_damaged_record_ends_its_tournament_and_no_other(house: TablesFolder) -> None:
    first, second = house.tournament(), house.tournament(TABLES, 8, 1, name="second")
    closing = next(
        record.seq
        for record in first.on.store.records_of(first.id)
        if record.topic == "RoundClosed"
    )
    length = second.now.seq
    house.damage(first.id, closing + 1)
    assert house.build().damaged == ((first.id, closing + 1),)
    events = house.rows("events", EXTERNAL)
    assert max(row["seq"] for row in events if row["tournament"] == first.id) == closing
    assert {
        row["seq"] for row in house.rows("standings", EXTERNAL) if row["tournament"] == first.id
    } == {closing}
    assert len([row for row in events if row["tournament"] == second.id]) == length


def test_games_of_too_few_people_are_in_no_dump_beside_a_tournament_of_many(
    house: TablesFolder,
) -> None:
    house.closed_game("of two", public=True, tags=(TAG,))
    close(house.tournament(entrants=6, ruleset=NORTH, public=True, tags=(TAG,)))
    folder = house.folder.with_name("dumps")
    manifest = dump_tables(house.settings, folder, FORMATS)
    assert (manifest.left_out, manifest.games) == ((NORTH,), 0)
    assert (
        {file.table for file in manifest.files}
        == set(TOURNAMENT_TABLES)
        == {path.stem for path in (folder / NORTH).iterdir()}
    )


def test_a_dump_has_closed_released_tournaments_of_five_or_more_entrants_and_no_name(
    house: TablesFolder,
) -> None:
    offered_halls = house.tournament(name="given", public=True, tags=(TAG,))
    few = house.tournament(entrants=4, name="few", public=True, tags=(TAG,))
    private = house.tournament(name="private", tags=(TAG,))
    for hall in (offered_halls, few, private):
        close(hall)
    still = house.tournament(name="open", public=True, tags=(TAG,))
    folder = house.folder.with_name("dumps")
    manifest = dump_tables(house.settings, folder, FORMATS)
    assert {file.ruleset for file in manifest.files} == {EXTERNAL}
    rows = {name: house.rows(name, EXTERNAL, folder) for name in TOURNAMENT_TABLES}
    (tournament,) = {row["tournament"] for name in rows for row in rows[name]}
    assert len({row["player"] for row in rows["standings"]}) == 5
    assert [row["rank"] for row in rows["standings"] if row["final"]] == [
        row.rank for row in standings(offered_halls.now.field).rows
    ]
    text = "".join(
        path.read_text("utf-8")
        for path in folder.rglob("*")
        if path.suffix in (".csv", ".jsonl", ".json")
    )
    store: TournamentStore = offered_halls.on.store
    for hall in (offered_halls, few, private, still):
        assert hall.id not in text
        for number in range(1, len(hall.now.entrants) + 1):
            assert hall.now.named[number].player not in text
            assert str(store.name(hall.now, number)) not in text
    assert all(row["at"] is row["leaf"] is row["log_index"] is None for row in rows["events"])
    dump_tables(house.settings, folder, FORMATS, anew=True)
    assert {row["tournament"] for row in house.rows("standings", EXTERNAL, folder)} != {tournament}

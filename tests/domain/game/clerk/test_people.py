import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Barrier, Thread
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from domain.game.aggregate.game import Game, all_stays, current_stays
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.people import People, Traces
from domain.game.commands import Opening, Order
from domain.game.record.records import SeatLeft
from domain.game.refusals import NoSuchSeat, SeatIsEmpty, SeatIsTaken, UnknownPlayer
from domain.game.rulings.use_cases import Rulings
from domain.game.seats.use_cases import Seats
from domain.kernel.refusals import BadRequest
from tests.builders.players import act
from tests.builders.refusals import refused_with
from tests.builders.servers import PATIENCE, joined

ANN, BOB = "Annabella Quux", "Bobadil Xyzzy"


class TwoGames:
    def __init__(self, clerk: Clerk) -> None:
        self.clerk = clerk
        self.seating = Seats(clerk)
        self.first = self._played("one", "", "")
        self.ann, self.bob = (s.player for s in People(clerk).at_table(clerk.game(self.first, 4)))
        self.second = self._played("two", self.bob, self.ann)

    def order(self, game: Game) -> Order:
        return Order(game.id, game.seq, "link", f"k{game.seq}", "d" * 32)

    def _played(self, key: str, blue: str, red: str) -> str:
        clerk, order, rng = self.clerk, self.order, Random(7)
        game = clerk.open_game(Opening(ruleset="northgard-training"), "organiser", key).state
        names = (BOB, ANN) if blue else (ANN, BOB)
        game = clerk.note(order(game), f"{key} nobody sits here yet", seat="blue").state
        game = self.seating.take(order(game), "blue", names[0], blue).state
        game = self.seating.take(order(game), "red", names[1], red).state
        for n in range(6):
            seat = game.to_act[0]
            game = act(clerk, game, rng, seat)
            who = names[0] if seat == "blue" else names[1]
            for sitter, called in zip(("blue", "red"), names, strict=True):
                game = clerk.note(order(game), f"{key} {n} remark of {called}", seat=sitter).state
            if game.step and not game.step.stops_undo:
                game = clerk.undo(order(game), seat, reason=f"{key} {n} mistake of {who}").state
        game = Rulings(clerk).claim(order(game), "blue", 3, f"{key} claim of {names[0]}").state
        game = clerk.note(order(game), f"{key} remark of the table").state
        game = self.seating.leave(order(game), "blue").state
        return clerk.note(order(game), f"{key} the seat is empty", seat="blue").state.id

    def texts(self) -> list[str]:
        return sorted(
            text
            for c in self.clerk.key_values.keys("text")
            if (text := self.clerk.words(c)) is not None
        )

    def records(self) -> list[tuple[str, int, bytes]]:
        rows = self.clerk.recorder.select_notifications(None, 1_000)
        return [(str(row.originator_id), row.originator_version, row.state) for row in rows]

    def fingerprints(self) -> list[tuple[str, str]]:
        games = [self.clerk.load(id) for id in (self.first, self.second)]
        return [
            (file.at(n).rules.fingerprint(file.at(n).board), file.fidelity(n))
            for file in games
            for n in range(1, 15)
        ]


@pytest.fixture
def two_games(clerk: Clerk) -> TwoGames:
    return TwoGames(clerk)


def test_a_player_is_forgotten_in_all_games_and_nobody_else_is(two_games: TwoGames) -> None:
    people, before = People(two_games.clerk), two_games.texts()
    own = [text for text in before if ANN in text]
    assert len(own) >= 13 and any("claim" in t for t in own)
    erase = people.erase(two_games.ann)
    assert erase == Traces(
        two_games.ann, 2, len(own), tuple(sorted((two_games.first, two_games.second)))
    )
    assert two_games.texts() == [text for text in before if ANN not in text]
    assert [s.name for s in people.at_table(two_games.clerk.game(two_games.second))] == [None]
    assert people.find("annabella") == ()
    assert [person.player for person in people.find("bobadil")] == [two_games.bob]


def test_what_a_seats_own_link_wrote_for_no_seat_is_its_sitters(clerk: Clerk) -> None:
    seating, people = Seats(clerk), People(clerk)
    game = clerk.open_game(Opening(ruleset="northgard-training"), "organiser", "k").state

    def note(game: Game, actor: str, text: str) -> Game:
        return clerk.note(Order(game.id, game.seq, actor, f"k{game.seq}"), text).state

    game = note(game, "link-of-blue", "before she came")
    game = seating.take(Order(game.id, game.seq, "link-of-blue", "sit"), "blue", ANN).state
    for actor in ("link-of-blue", "link-of-red", "scribe", "organiser"):
        game = note(game, actor, f"by {actor}")
    (ann,) = (sitter.player for sitter in people.at_table(game))
    assert people.count_traces(ann).texts == 0, "no records tell whose link it is"
    alone = {game.id: {"link-of-blue": "blue", "link-of-red": "red"}}
    assert people.erase(ann, lambda of: alone[of]).texts == 1
    left = sorted(filter(None, map(clerk.words, clerk.key_values.keys("text"))))
    assert left == ["before she came", "by link-of-red", "by organiser", "by scribe"]


def test_erasing_a_player_changes_no_record_and_no_board(
    two_games: TwoGames, make_clerk: Callable[[], Clerk]
) -> None:
    records, boards = two_games.records(), two_games.fingerprints()
    People(two_games.clerk).erase(two_games.ann)
    assert two_games.records() == records
    two_games.clerk = make_clerk()  # nothing remembered, everything folded anew
    assert two_games.fingerprints() == boards
    assert {fidelity for _, fidelity in boards} <= {"exact", "unverified"}


def left_in(folder: Path) -> set[int]:
    data = b"".join(path.read_bytes() for path in folder.iterdir())
    return {
        int(number) for number in re.findall(rb"<(\d{5})", data) + re.findall(rb"(\d{5})>", data)
    }


@pytest.mark.sqlite
def test_no_copy_stays_behind_in_a_file_that_has_been_written_to_a_lot(
    clerk: Clerk, tmp_path: Path
) -> None:
    """When SQLite splits a page, copies of rows stay in its gaps, where zeroing of deleted rows
    does not reach them."""
    rng, key_values = Random(1), clerk.key_values
    keys = [f"{rng.getrandbits(256):064x}" for _ in range(1_200)]
    with key_values._connections.writing() as db:  # type: ignore[attr-defined]  # in one transaction: the disk is slow
        db.execute("BEGIN")
        for n, key in enumerate(keys):
            data = f"<{n:05d}{'x' * rng.choice([5, 30, 200, 900, 2_500])}{n:05d}>".encode()
            db.execute("INSERT INTO drawer VALUES ('text', ?, ?)", (key, data))
            if n % 5 == 4:
                db.execute("DELETE FROM drawer WHERE key = ?", (keys[rng.randrange(n)],))
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    live = {int(data[1:6]) for _, data in key_values.items("text")}
    assert left_in(tmp_path) > live, "or this shows nothing"
    key_values.scrub()
    assert left_in(tmp_path) == live


def test_traces_say_what_would_be_erased_and_erase_nothing(two_games: TwoGames) -> None:
    people, before = People(two_games.clerk), two_games.texts()
    traces = people.count_traces(two_games.ann)
    assert two_games.texts() == before
    assert people.erase(two_games.ann) == traces
    again = people.erase(two_games.ann)
    assert (again.names, again.texts, again.games) == (0, 0, traces.games), "it can be done again"


def test_an_unknown_player_has_nothing_to_erase(clerk: Clerk) -> None:
    for ask in (People(clerk).erase, People(clerk).count_traces, People(clerk).person):
        refused_with(UnknownPlayer, "", ask, "p-nobody")


def test_an_erased_id_names_nobody_again(two_games: TwoGames) -> None:
    """A new name under the old id would show whom the old records are about."""
    People(two_games.clerk).erase(two_games.ann)
    game = two_games.clerk.game(two_games.second)
    for name in ("", ANN):
        refused_with(
            UnknownPlayer,
            "is not used again",
            two_games.seating.take,
            two_games.order(game),
            "blue",
            name,
            two_games.ann,
        )
    assert list(two_games.clerk.key_values.keys("name", two_games.ann)) == []


def test_erasing_while_somebody_sits_down_leaves_no_name(make_clerk: Callable[[], Clerk]) -> None:
    here, there = make_clerk(), make_clerk()
    two_games = TwoGames(here)
    start = Barrier(2)

    def sit() -> None:
        games = [
            there.open_game(Opening(ruleset="northgard-training"), "o", f"g{n}").state
            for n in range(8)
        ]
        start.wait(PATIENCE)
        for game in games:
            try:
                Seats(there).take(Order(game.id, 1, "l", "k"), "blue", ANN, two_games.ann)
            except UnknownPlayer:
                return

    sitting = Thread(target=sit)
    sitting.start()
    start.wait(PATIENCE)
    People(here).erase(two_games.ann)
    joined(sitting)
    assert list(here.key_values.keys("name", two_games.ann)) == []


def test_what_is_erased_while_it_is_kept_is_no_damaged_value(
    make_clerk: Callable[[], Clerk],
) -> None:
    here, there = make_clerk(), make_clerk()
    store: Any = here.key_values
    execute = store._execute

    def execute_and_lose(statement: str, values: Any) -> None:
        execute(statement, values)
        there.key_values.erase("name", "p/1")

    store._execute = execute_and_lose
    assert here.key_values.keep("name", "p/1", b"Ann") == b"Ann"
    assert there.key_values.fetch("name", "p/1") is None


def test_a_game_that_no_rules_here_can_fold_is_erased_from_too(
    two_games: TwoGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    from domain.titles import registry

    monkeypatch.setattr(registry, "_TITLES", {})
    registry.ruleset.cache_clear()
    try:
        assert People(two_games.clerk).erase(two_games.ann).texts
    finally:
        registry.ruleset.cache_clear()


@pytest.mark.sqlite
def test_what_cannot_be_scrubbed_now_is_said(
    two_games: TwoGames, make_clerk: Callable[[], Clerk]
) -> None:
    other = make_clerk()
    connections = two_games.clerk.key_values._connections  # type: ignore[attr-defined]
    connections.writing().db.execute("PRAGMA busy_timeout=1")
    with other.key_values._connections.reader() as db:  # type: ignore[attr-defined]
        db.execute("BEGIN")
        db.execute("SELECT * FROM drawer").fetchone()
        refused_with(
            OperationalError,
            "what was erased still stands",
            People(two_games.clerk).erase,
            two_games.ann,
        )
        db.execute("COMMIT")
    assert People(two_games.clerk).erase(two_games.ann).texts == 0, "done again, it is finished"


# -- seats -----------------------------------------------------------------------------------------


def opened(clerk: Clerk, key: str = "open", ruleset: str = "northgard-training") -> Game:
    return clerk.open_game(Opening(ruleset=ruleset), "organiser", key).state


def order(game: Game, key: str = "", request: str = "") -> Order:
    return Order(game.id, game.seq, "link-1", key or f"key-{game.seq}", request)


@pytest.fixture
def game(clerk: Clerk) -> Game:
    return opened(clerk)


@pytest.fixture
def seating(clerk: Clerk) -> Seats:
    return Seats(clerk)


@pytest.fixture
def people(clerk: Clerk) -> People:
    return People(clerk)


def test_a_taken_seat_is_refused_until_it_is_left(
    seating: Seats, people: People, game: Game
) -> None:
    ann = seating.take(order(game), "blue", "Ann")
    refused = refused_with(
        SeatIsTaken,
        r"The seat of Blue is taken \(record 2\)",
        seating.take,
        order(ann.state),
        "blue",
        "Bob",
    )
    assert refused.at == 2
    left = seating.leave(order(ann.state), "blue")
    assert isinstance(left.record.body, SeatLeft)
    assert left.record.body.player == ann.record.body.player  # type: ignore[attr-defined]
    assert people.at_table(left.state) == ()
    bob = seating.take(order(left.state), "blue", "Bob")
    assert people.at_table(bob.state)[0].name == "Bob"
    stays = all_stays(bob.state.history)
    assert [(s.since, s.until) for s in stays] == [(2, 3), (4, 0)]
    assert len({s.player for s in stays}) == 2
    assert current_stays(ann.state) == {"blue": all_stays(ann.state.history, 2)[0]}, (
        "read at an older position, the seat is Ann's"
    )


def test_an_id_given_again_is_the_same_person(
    clerk: Clerk, seating: Seats, people: People, game: Game
) -> None:
    ann = seating.take(order(game), "blue", "Ann").record.body.player  # type: ignore[attr-defined]
    other = opened(clerk, "other")
    assert seating.take(order(other), "red", player=ann).record.body.player == ann  # type: ignore[attr-defined]
    assert people.at_table(clerk.game(other.id))[0].name == "Ann", "the name given last"
    third = opened(clerk, "third")
    seating.take(order(third), "red", "Anna", player=ann)
    assert people.person(ann).names == ("Ann", "Anna")
    assert set(people.person(ann).games) == {game.id, other.id, third.id}
    states = [clerk.load(id).record(2).body.name for id in (game.id, other.id)]  # type: ignore[attr-defined]
    assert states[0] != states[1], "each record has a commitment of its own"


@pytest.mark.parametrize("name", ["", "Bob"])
def test_an_unknown_player_is_refused(seating: Seats, game: Game, name: str) -> None:
    refused_with(
        UnknownPlayer,
        "There is no player p-nobody",
        seating.take,
        order(game),
        "blue",
        name,
        player="p-nobody",
    )


@pytest.mark.parametrize("name", ["a\nb", "a\x00", "\u202egnirts", "x" * 81])
def test_a_name_that_cannot_stand_on_a_score_sheet_is_refused(
    clerk: Clerk, seating: Seats, game: Game, name: str
) -> None:
    assert refused_with(BadRequest, "", seating.take, order(game), "blue", name).pointer == "/name"
    assert clerk.game(game.id).seq == 1


def test_names_in_any_script_are_kept_unchanged(seating: Seats, people: People, game: Game) -> None:
    for name in ("Zoë O'Brien-Łukasz", "李小龍", "می‌خواهم", "Ан\u0434рей"):
        taken = seating.take(order(game), "blue", name).state
        assert people.at_table(taken)[0].name == name
        game = seating.leave(order(taken), "blue").state


def test_only_players_sit_down(clerk: Clerk, seating: Seats) -> None:
    game = opened(clerk, ruleset="raiders-solo")
    automa = next(s.id for s in game.setting.seat_specs if s.role != "player")
    refused_with(
        NoSuchSeat,
        f"Nobody sits down at {automa}: the seats for players are",
        seating.take,
        order(game),
        automa,
        "Ann",
    )
    for write in (
        lambda: seating.take(order(game), "yellow"),
        lambda: seating.leave(order(game), "yellow"),
    ):
        refused_with(NoSuchSeat, "There is no seat yellow at this table", write)
    refused_with(SeatIsEmpty, "", seating.leave, order(game), game.setting.seats[0])


def test_players_are_found_by_name(clerk: Clerk, seating: Seats, people: People) -> None:
    for n, name in enumerate(("Zoë Łukasz", "Zacharie Émile", "Bob Zoller")):
        seating.take(order(opened(clerk, f"g{n}")), "blue", name)
    search = lambda text: [person.names[0] for person in people.find(text)]  # noqa: E731
    assert search("zo") == ["Bob Zoller", "Zoë Łukasz"]
    assert search("EMILE zach") == ["Zacharie Émile"]
    assert search("zoe ł") == ["Zoë Łukasz"]
    assert search("oller") == search("") == search("…") == []

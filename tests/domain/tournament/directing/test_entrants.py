from domain.tournament.aggregate.wishes import Entry
from domain.tournament.entrants.conditions import MOST_NOTED
from domain.tournament.refusals import TournamentRefused
from domain.tournament.results.conditions import MOST_SLIPS
from tests.builders.refusals import refused_with
from tests.domain.tournament.directing.hall import Hall, won


def test_entrants_are_numbered_and_their_names_lie_outside(hall: Hall) -> None:
    hall.on.entering.add(
        hall.order(), [Entry("Zoé Martin", club="Nantes", contact="zoe@example.org")]
    )
    now = hall.now
    assert [entrant.number for entrant in now.entrants] == [1, 2, 3, 4, 5, 6]
    assert hall.on.store.name(now, 6) == "Zoé Martin"
    assert hall.clerk.words(now.named[6].text) == "zoe@example.org"
    stored = b"".join(record.state for record in hall.on.store.records_of(hall.id))
    assert "Zoé".encode() not in stored and b"example.org" not in stored and b"Nantes" in stored


def test_the_same_name_of_one_club_enters_once(hall: Hall) -> None:
    for names in (("Player 3",), ("New", "NEW")):
        refused_with(TournamentRefused, "entered already", hall.add, *names)
    hall.add("Player 3", club="another")
    assert len(hall.now.entrants) == 6


def test_what_a_link_says_again_is_not_recorded_again_and_never_without_end(hall: Hall) -> None:
    on, seq = hall.on.entering, hall.now.seq
    on.note(hall.order(), 1, [1], own=True)
    refused_with(TournamentRefused, "noted already", on.note, hall.order(), 1, [1], own=True)
    on.note(hall.order(), 1, [1, 2])
    assert hall.on.store.records_of(hall.id)[-1].body.entrants == (2,), (
        "of whom it was not noted yet"
    )  # type: ignore[attr-defined]
    for n in range(MOST_NOTED - 1):
        on.note(hall.order(), 1, [1], present=bool(n % 2), own=True)
    refused_with(
        TournamentRefused,
        "go to the check-in",
        on.note,
        hall.order(),
        1,
        [1],
        present=MOST_NOTED % 2 == 0,
        own=True,
    )
    assert hall.now.seq == seq + 1 + MOST_NOTED
    on.note(hall.order(), 1, [1], present=MOST_NOTED % 2 == 0)


def test_slips_are_not_filed_again_nor_without_end(hall: Hall) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    hall.on.rounds.publish(hall.order(), 1)
    table = hall.now.rounds[0].tables[0]
    for n in range(MOST_SLIPS):
        hall.on.results.file_slip(hall.order(), 1, 1, won(table, 1 + n % 2))
        hall.refused(
            "reported this already", hall.on.results.file_slip, 1, 1, won(table, 1 + n % 2)
        )
    hall.refused("the director enters the result", hall.on.results.file_slip, 1, 1, won(table, 1))
    hall.on.results.file_slip(hall.order(), 1, 2, won(table, 2))
    assert hall.now.rounds[0].tables[0].result is not None, "the other can still agree"


def test_a_link_protests_against_its_own_table_and_one_protest_waits_at_a_time(hall: Hall) -> None:
    hall.pair(1, [[1, 2], [3, 4]], [5])
    hall.play(1)
    hall.on.rounds.publish(hall.order(), 1)
    on = hall.on.results
    refused_with(
        TournamentRefused,
        "does not sit at table 2",
        on.protest,
        hall.order(),
        1,
        1,
        2,
        "They cheat.",
        own=True,
    )
    seq = on.protest(hall.order(), 1, 1, 1, "He moved twice.", own=True).record.seq
    for entrant in (1, 2):
        refused_with(
            TournamentRefused,
            f"waits for its decision already \\(record {seq}\\)",
            on.protest,
            hall.order(),
            entrant,
            1,
            1,
            "Again.",
            own=True,
        )
    on.protest(hall.order(), 1, 1, 2, "The director heard it.")
    on.decide(hall.order(), seq, upheld=False)
    on.protest(hall.order(), 2, 1, 1, "Something else.", own=True)

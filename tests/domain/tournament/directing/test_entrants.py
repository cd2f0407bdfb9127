import pytest

from domain.tournament.aggregate.departures import Confirmation
from domain.tournament.directing.entrants import Entry
from domain.tournament.refusals import ConfirmationNeeded, TournamentRefused
from tests.domain.tournament.directing.hall import Hall, codes


def test_entrants_are_numbered_and_their_names_lie_outside(hall: Hall) -> None:
    hall.on.entering.add(hall.order(), [Entry("Zoé Martin", club="Nantes", contact="zoe@example.org")])
    now = hall.now
    assert [one.number for one in now.entrants] == [1, 2, 3, 4, 5, 6]
    assert hall.on.desk.name(now, 6) == "Zoé Martin"
    assert hall.clerk.words(now.named[6].text) == "zoe@example.org"
    stored = b"".join(one.state for one in hall.on.desk.filed(hall.id))
    assert "Zoé".encode() not in stored
    assert b"example.org" not in stored
    assert b"Nantes" in stored


def test_the_same_name_of_one_club_enters_once(hall: Hall) -> None:
    for names in (("Player 3",), ("New", "NEW")):
        with pytest.raises(TournamentRefused, match="entered already"):
            hall.add(*names)
    hall.add("Player 3", club="another")
    assert len(hall.now.entrants) == 6


def test_nothing_of_a_refused_entry_is_kept(hall: Hall) -> None:
    before = list(hall.clerk.key_values.keys("name")), hall.now.seq
    with pytest.raises(TournamentRefused):
        hall.add("Somebody", "Player 1")
    assert (list(hall.clerk.key_values.keys("name")), hall.now.seq) == before


def test_a_late_entry_is_told_and_plays_from_the_next_round(hall: Hall) -> None:
    hall.pair(1)
    hall.add("Late")
    assert hall.now.entrants[5].since == 2
    assert codes(hall) == [(hall.now.seq, "late-entry", 2)]
    hall.play(1)
    assert 6 in hall.pair(2).rounds[1].present


def test_who_is_expelled_needs_a_reason(hall: Hall) -> None:
    with pytest.raises(ConfirmationNeeded) as asked:
        hall.on.entering.expel(hall.order(), 2)
    assert [(code, level) for code, level, _ in asked.value.departures] == [("expelled", 3)]
    with pytest.raises(ConfirmationNeeded):
        hall.on.entering.expel(hall.order(), 2, Confirmation(1, " "))
    hall.on.entering.expel(hall.order(), 2, Confirmation(1, "Cheated."))
    assert hall.now.entrants[1].status == "expelled"

"""What entrants do by their own links, as far as the rules leave it to them."""

import pytest
from msgspec.structs import replace

from domain.game.clerk.clerk import Clerk
from domain.tournament.audit.replay import repeated
from domain.tournament.entrants.conditions import MOST_NOTED
from domain.tournament.report import told
from domain.tournament.values import Phones, Rules, Stage
from tests.domain.proof.games import rows_of
from tests.domain.tournament.directing.hall import Hall

ALL = Phones(drop_out=True, come_back=True, byes=1, until=2)


@pytest.fixture
def phones(clerk: Clerk) -> Hall:
    return Hall(clerk, Rules((Stage(rounds=3),), ALL), 5)


def test_nothing_is_left_to_phones_unless_the_rules_say_so(hall: Hall) -> None:
    on = hall.on.entering
    for do, args in ((on.withdraw, (1,)), (on.ask_bye, (1, 1, "half"))):
        hall.refused("not left this to the phones", do, *args, own=True)
    on.withdraw(hall.order(), 1)
    hall.refused("not left this to the phones", on.reinstate, 1, own=True)


def test_who_drops_out_is_seated_in_a_draft_still_and_plays_a_published_round(phones: Hall) -> None:
    on = phones.on
    on.entering.withdraw(phones.order(), 5, own=True)
    phones.pair(1, [(1, 2), (3, 4)])
    order = phones.order()
    on.entering.ask_bye(order, 2, 2, "half", own=True)
    on.entering.withdraw(replace(order, key="late"), 1, own=True)
    on.rounds.publish(phones.order(), 1)
    left = [d for noted in phones.now.noted for d in noted.departures]
    assert [(d.code, d.table, d.entrants) for d in left if d.code != "by-hand"] == [
        ("withdrawn-playing", 1, (1,)),
        ("left-seated", 1, (1,)),
    ]
    on.entering.withdraw(phones.order(), 3, own=True)
    assert phones.now.rounds[0].table_of(3), "it holds from the next round on"
    on.entering.reinstate(phones.order(), 3, own=True)
    phones.play(1)
    assert phones.pair(2).rounds[1].present == (3, 4)
    assert [bye.entrant for bye in phones.now.rounds[1].byes] == [2]
    said = [line.text.en for line, _ in told(on.desk.filed(phones.id)) if line.by_hand]
    assert "Entrant 3 comes back by their own link." in said
    assert repeated(phones.id, rows_of(phones.clerk, phones.id)).wrong == ()


def test_byes_by_phone_are_as_many_and_as_late_as_the_rules_say(phones: Hall) -> None:
    on = phones.on.entering
    phones.refused("not left this to the phones", on.ask_bye, 1, 1, "zero", own=True)
    phones.refused("last round that a bye is given for is 2", on.ask_bye, 1, 3, "half", own=True)
    on.ask_bye(phones.order(), 1, 2, "half", own=True)
    phones.refused("already", on.ask_bye, 1, 2, "half", own=True)
    phones.refused("each may ask for: 1", on.ask_bye, 1, 1, "half", own=True)
    on.ask_bye(phones.order(), 1, 2, "none", own=True)
    phones.refused("did not ask", on.ask_bye, 1, 2, "none", own=True)
    on.close_check_in(phones.order(), 1, [1, 2, 3])
    phones.refused("is over: go to the desk", on.ask_bye, 1, 1, "half", own=True)
    phones.pair(1)
    phones.refused("not one that is still to be paired", on.ask_bye, 1, 1, "half", own=True)
    assert repeated(phones.id, rows_of(phones.clerk, phones.id)).wrong == ()


def test_no_phone_says_it_without_end_and_nobody_expelled_comes_back(phones: Hall) -> None:
    on = phones.on.entering
    for n in range(MOST_NOTED):
        (on.reinstate if n % 2 else on.withdraw)(phones.order(), 1, own=True)
    phones.refused("go to the check-in", on.withdraw, 1, own=True)
    phones.confirmed(lambda how: on.expel(phones.order(), 2, how), times=1)
    phones.refused("not left this to the phones", on.reinstate, 2, own=True)
    assert repeated(phones.id, rows_of(phones.clerk, phones.id)).wrong == ()

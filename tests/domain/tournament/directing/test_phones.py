"""Actions of entrants by their own links, as far as the tournament's rules allow them."""

import pytest

from domain.game.clerk.clerk import Clerk
from domain.tournament.audit.replay import repeated
from domain.tournament.entrants.conditions import MOST_NOTED
from domain.tournament.values import Phones, Rules, Stage
from tests.domain.proof.games import rows_of
from tests.domain.tournament.directing.hall import Hall


@pytest.fixture
def phones(clerk: Clerk) -> Hall:
    return Hall(clerk, Rules((Stage(rounds=3),), Phones(True, True, 1, 2)), 5)


def test_publishing_a_draft_notes_who_withdrew_and_who_withdraws_later_still_plays(
    phones: Hall,
) -> None:
    on = phones.on
    on.entering.withdraw(phones.order(), 5, own=True)
    phones.pair(1, [(1, 2), (3, 4)])
    on.entering.withdraw(phones.order(), 1, own=True)
    on.rounds.publish(phones.order(), 1)
    told = [(d.code, d.entrants) for noted in phones.now.noted for d in noted.departures]
    assert told[-2:] == [("withdrawn-playing", (1,)), ("left-seated", (1,))]
    late = phones.order()
    phones.play(1)
    on.entering.withdraw(late, 3, own=True)
    assert phones.now.rounds[0].table_of(3), "it holds from the next round on, also sent late"
    on.entering.reinstate(phones.order(), 3, own=True)
    on.entering.ask_bye(phones.order(), 2, 2, "half", own=True)
    assert phones.pair(2).rounds[1].present == (3, 4)
    assert repeated(phones.id, rows_of(phones.clerk, phones.id)).wrong == ()


def test_a_phone_asks_for_no_bye_in_a_knock_out(clerk: Clerk) -> None:
    stages = (Stage(rounds=1), Stage(format="knock-out", rounds=1, advance=2))
    hall = Hall(clerk, Rules(stages, Phones(byes=1)), 4)
    hall.refused("out of the knock-out", hall.on.entering.ask_bye, 1, 2, "half", own=True)


def test_phones_do_no_more_and_no_later_than_the_rules_say(phones: Hall) -> None:
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
    for n in range(MOST_NOTED):
        (on.reinstate if n % 2 else on.withdraw)(phones.order(), 4, own=True)
    phones.refused("go to the check-in", on.withdraw, 4, own=True)
    phones.confirmed(lambda how: on.expel(phones.order(), 2, how), times=1)
    phones.refused("not left this to the phones", on.reinstate, 2, own=True)
    assert repeated(phones.id, rows_of(phones.clerk, phones.id)).wrong == ()

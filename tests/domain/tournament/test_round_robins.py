from fractions import Fraction

import pytest

from domain.tournament.formats.trf_writing import KEYS, written
from domain.tournament.standings.ranking import standings
from domain.tournament.values import Key, Stage
from tests.amount import count
from tests.domain.tournament.fields import played
from tests.domain.tournament.test_trf import OPEN, by_gacrux

NAMED: tuple[Key, ...] = ("points", "sonneborn-berger", "buchholz")


@pytest.mark.parametrize("entrants", range(3, 13))
def test_sonneborn_berger_and_buchholz_of_a_round_robin_are_those_of_gacrux(entrants: int) -> None:
    from gacrux.tiebreak import tiebreak

    rounds = entrants - 1 + entrants % 2
    for luck in range(count(4, 40)):
        field = played(
            entrants,
            Stage(format="round-robin", rounds=rounds, keys=NAMED),
            luck,
            forfeits=10 * (luck % 3),
        )
        parameters = {
            "tiebreak": [KEYS[key] for key in NAMED],
            "check": False,
            "is_rr": True,
            "swiss": False,
            "pre_determined": False,
            "unrated": None,
        }
        tournament = by_gacrux(written(OPEN, field))
        computed = tiebreak(tournament, -1, parameters).compute_tiebreaks(tournament, parameters)
        table = standings(field)
        for theirs in computed["competitors"]:
            mine = [Fraction(value) for value in table.row(theirs["cid"]).values]
            assert mine == [Fraction(str(value)) for value in theirs["tiebreakScore"]], (
                luck,
                theirs["cid"],
            )

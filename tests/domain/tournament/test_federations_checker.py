"""Our checker compared with the federation's own (gacrux), on correct and mutated tournaments from
its generator. This is a sample; in 1,000 of them with 4,760 rounds both agreed."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from domain.tournament.checking import checked, checked_as_stated
from domain.tournament.formats.trf_reading import read
from tests.amount import slow
from tests.domain.tournament.test_trf import by_gacrux, paired_alike

BACK = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
WORTH = {"1": 1.0, "+": 1.0, "U": 1.0, "=": 0.5, "0": 0.0, "-": 0.0}


def generated(luck: int, folder: Path) -> str:
    from gacrux.tournamentgenerator import tournamentgenerator

    rng, file = Random(luck), folder / f"{luck}.trf"
    players = rng.randrange(8, 33)
    arguments = {
        "-o": [str(file)],
        "-g": [str(luck), "1"],
        "-p": [str(players)],
        "-n": [str(min(rng.randrange(4, 8), players - 3))],
        "-S": ["0.01", "0.05", "0.05"],
    }
    with pytest.MonkeyPatch.context() as patch:
        line = [word for flag, values in arguments.items() for word in (flag, *values)]
        patch.setattr(sys, "argv", ["generator", *line])
        generator = tournamentgenerator()
        generator.read_command_line()
        generator.process_tournaments()
    return file.read_text("utf-8")


class EditableReport:
    """A report file of which the cells of one round can be changed. The points are changed
    accordingly."""

    def __init__(self, text: str, rng: Random) -> None:
        self._lines = text.split("\n")
        self._at = {
            int(line[4:8]): n for n, line in enumerate(self._lines) if line.startswith("001")
        }
        rounds = max((len(self._lines[n].rstrip()) - 82) // 10 for n in self._at.values())
        self.round = rng.randrange(1, rounds + 1)
        self.games = [(n, int(self.cell(n)[:4])) for n in self._at if self.cell(n)[5] == "w"]

    @property
    def text(self) -> str:
        return "\n".join(self._lines)

    def cell(self, number: int) -> str:
        at = 81 + 10 * self.round
        return self._lines[self._at[number]].ljust(at + 8)[at : at + 8]

    def put(self, number: int, cell: str) -> None:
        more = WORTH[cell[7]] - WORTH[self.cell(number)[7]]
        at, n = 81 + 10 * self.round, self._at[number]
        line = self._lines[n].ljust(at + 8)
        line = f"{line[:at]}{cell}{line[at + 8 :]}"
        self._lines[n] = f"{line[:80]}{float(line[80:84]) + more:4.1f}{line[84:]}"

    def swap_colours(self, a: int, b: int) -> None:
        for number, colour in ((a, "b"), (b, "w")):
            cell = self.cell(number)
            self.put(number, f"{cell[:5]}{colour}{cell[6:]}")

    def exchange(self, a: int, b: int, c: int, d: int) -> None:
        """Exchange the opponents of two games, `a` against `b` and `c` against `d`: White of each
        now plays Black of the other, and White's results stay."""
        signs = self.cell(a)[7], self.cell(c)[7]
        for (white, black), sign in zip(((a, d), (c, b)), signs, strict=True):
            self.put(white, f"{black:>4} w {sign}")
            self.put(black, f"{white:>4} b {BACK[sign]}")


def mutated(text: str, luck: int) -> str:
    rng = Random(luck)
    lines = EditableReport(text, rng)
    if luck % 2:
        lines.swap_colours(*rng.choice(lines.games))
    else:
        (a, b), (c, d) = rng.sample(lines.games, 2)
        lines.exchange(a, b, c, d)
    return lines.text


def judged_by_gacrux(text: str) -> Iterator[bool]:
    """For each round, whether the federation's checker pairs it in the same way."""
    from gacrux.pairingdutch import pairing_dutch

    for round in range(1, len(read(text.encode()).field.rounds) + 1):
        tournament = by_gacrux(text)
        parameters = {"experimental": [], "verbose": 0, "rank": False}
        parameters["top_color"] = tournament.get("topColor", "w")
        yield paired_alike(pairing_dutch(tournament, round, parameters))


@pytest.mark.parametrize(
    "lucks", [range(4), pytest.param(range(4, 12), marks=slow("many; the quick case is a sample"))]
)
def test_every_round_is_judged_as_the_federations_checker_does(
    lucks: range, tmp_path: Path
) -> None:
    wrong = 0
    for luck in lucks:
        text = generated(luck, tmp_path)
        for case in (text, mutated(text, luck)):
            report = checked(read(case.encode()))
            for checked_round, right in zip(report.rounds, judged_by_gacrux(case), strict=True):
                assert (
                    checked_round.alike == checked_round.tables and not checked_round.colours
                ) == right, (luck, checked_round)
                departures = list(checked_round.departures)
                assert bool(departures) != right, (luck, checked_round)
                assert all(departed.rule.startswith("C.04.3") for departed in departures), (
                    checked_round
                )
                wrong += not right
    assert wrong >= len(lucks)


def test_ranks_by_ratings_are_compared_with_those_of_the_federations_program(
    tmp_path: Path,
) -> None:
    text = generated(3, tmp_path).replace("212 PTS\n", "212 PTS,ARO,TPR\n")
    file_stated = checked_as_stated(read(text.encode()))
    assert file_stated.ranks and all(rank.rule == "C.07" for rank in file_stated.ranks)
    lines, computed = text.split("\n"), {rank.entrant: rank.computed for rank in file_stated.ranks}
    for n, line in enumerate(lines):
        if line.startswith("001") and int(line[4:8]) in computed:
            lines[n] = f"{line[:85]}{computed[int(line[4:8])]:>4}{line[89:]}"
    file = read("\n".join(lines).encode())
    assert not checked_as_stated(file).ranks and not any(
        "ARO" in checked_round.en for checked_round in checked(file).unchecked
    )

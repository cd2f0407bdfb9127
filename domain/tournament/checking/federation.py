"""The Dutch system's answer to a report file, as gacrux reads that very file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.kernel.text import Text
from domain.tournament.formats.trf_reading import TrfFile
from domain.tournament.formats.trf_report import pairing_records
from domain.tournament.pairing.dutch import package_version
from domain.tournament.pairing.fixed import as_planned
from domain.tournament.values import Bye, CannotPair, Pairing


def dutch_round(file: TrfFile, round: int, present: Iterable[int], asked: tuple[Bye, ...]) -> Pairing:
    """A round of a file as the Dutch system has it for those present, after the rounds before it. Raises `CannotPair` without the
    package, where it cannot read the file, and where it finds no pairing."""
    if not package_version():
        raise CannotPair(Text("The Dutch system needs the package gacrux: `ops/setup.sh extras` installs it."))
    from gacrux.gacruxexeptions import GacruxError, GacruxNoLegalPairing
    from gacrux.pairingdutch import pairing_dutch
    from gacrux.trf2json import trf2json

    here = set(present)
    reader: Any = trf2json()
    try:
        reader.parse_file(_report(file), 0)
        if reader.get_status() != 0:
            raise CannotPair(Text("The Dutch system could not read the file."))
        tournament = reader.get_tournament(1)
        for competitor in tournament["competitors"]:
            competitor["present"] = competitor["cid"] in here
        parameters = {"experimental": [], "verbose": 0, "top_color": tournament.get("topColor", "w"), "rank": False}
        brackets = pairing_dutch(tournament, round, parameters).compute_pairing(False, 0)
    except GacruxNoLegalPairing:
        raise CannotPair(Text("The Dutch system finds no pairing of this round without a rematch.")) from None
    except (GacruxError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise CannotPair(Text("The Dutch system could not read the file.")) from None
    pairs = [(pair["w"], pair["b"]) for bracket in brackets for pair in bracket["pairs"]]
    twos = [(first, second) for first, second in pairs if second]
    return as_planned(twos, (*asked, *(Bye(first) for first, second in pairs if not second)))


def _report(file: TrfFile) -> str:
    """The file's text, with points, acceleration and pairs kept apart also in the records that the package reads."""
    there = {line[:3] for line in file.text.split("\n")}
    return "\n".join((file.text, *(line for line in pairing_records(file.field) if line[:3] not in there), ""))

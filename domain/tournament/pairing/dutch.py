"""Engine `fide-dutch`: FIDE's Dutch system, as Otto Milvang's gacrux computes it (www.gacrux.no;
the extra `pairing`).

The package gets the tournament as TRF26, with entrants numbered by seed; the colour of the first
board is drawn from the question's seed. The cost of a pairing is the number of its tables that
differ from the system's.
"""

from importlib import metadata
from typing import Any

from msgspec.structs import replace

from domain.kernel.text import Text
from domain.tournament.formats.common import Event
from domain.tournament.formats.starting_ranks import renumbered
from domain.tournament.formats.trf_writing import written
from domain.tournament.pairing.fixed import as_planned
from domain.tournament.pairing.position import Position
from domain.tournament.seeds import Draws
from domain.tournament.values import Bye, CannotPair, Pairing, Question

PACKAGE = "gacrux"


def package_version() -> str:
    """The version of the package gacrux that is installed ("": none). It is part of the engine's
    `source`."""
    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return ""


def pair(question: Question) -> Pairing:
    """Pair a round by the Dutch system. Raises `CannotPair` without the package gacrux, and if the
    system finds no pairing."""
    if not package_version():
        raise CannotPair(
            Text("The Dutch system needs the package gacrux: `ops/setup.sh extras` installs it."),
        )
    position = Position(question)
    order = sorted(question.field.entrants, key=lambda entrant: entrant.order(position.edition))
    number = {entrant.number: at for at, entrant in enumerate(order, 1)}
    back = {at: entrant for entrant, at in number.items()}
    before = replace(question.field, rounds=position.earlier, penalties=(), lots=(), qualified=())
    report = written(Event(), renumbered(before, number), first="WB"[Draws(question.seed).below(2)])
    away = [number[entrant.number] for entrant in order if entrant.number not in question.present]
    absent = "".join(f"XXZ {rank}\n" for rank in away)
    twos, waiting = [], list[Bye]()
    for first, second in _pairs_of(report + absent, question.round):
        if second:
            twos.append((back[first], back[second]))
        else:
            waiting.append(Bye(back[first]))
    return as_planned(twos, (*question.byes, *waiting))


def _pairs_of(report: str, round: int) -> list[tuple[int, int]]:
    """The pairs that the package makes of a round of a TRF text: (first player, second player) by
    number, 0 for no opponent."""
    from gacrux.gacruxexeptions import GacruxInputError, GacruxNoLegalPairing
    from gacrux.pairingdutch import pairing_dutch
    from gacrux.trf2json import trf2json

    reader: Any = trf2json()
    try:
        reader.parse_file(report, 0)
    except GacruxInputError:
        raise CannotPair(Text("The Dutch system has no points such as these rules give.")) from None
    if reader.get_status() != 0:
        raise CannotPair(Text("The Dutch system could not read the position."))
    tournament = reader.get_tournament(1)
    parameters = {
        "experimental": [],
        "verbose": 0,
        "top_color": tournament.get("topColor", "w"),
        "rank": False,
    }
    try:
        brackets = pairing_dutch(tournament, round, parameters).compute_pairing(False, 0)
    except GacruxNoLegalPairing:
        raise CannotPair(
            Text("The Dutch system finds no pairing of this round without a rematch."),
        ) from None
    pairs = [pair for bracket in brackets for pair in bracket["pairs"]]
    return [
        (pair["w"], pair["b"])
        for pair in sorted(pairs, key=lambda pair: pair.get("board", 0) or len(pairs) + 1)
    ]

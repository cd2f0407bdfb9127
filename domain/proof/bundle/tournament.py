"""The records of a tournament, checked as far as that is possible without pairing again: every
basis must name the results in force, an entrant may sit once in a round, attempts are counted, and
once the tournament is closed, every derived seed must come from its seed.

The records of a game from which a result came are proven by the game's own bundle. `greffe verify
--replay` computes what the engine would have paired.
"""

import hmac
import json
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

from domain.proof.bundle.times import moment_of
from domain.proof.chance.beacon import CHAINS, SIGNATURE_SIZE, Chain, is_signed, seed_words
from domain.proof.chance.contributions import OPERATOR
from domain.proof.chance.dice import LEAST_CONTRIBUTION, MOST_CONTRIBUTION, contribution_commitment
from domain.proof.errors import Misspelt, Unproven
from domain.proof.spelling import shown
from domain.proof.stored import Stored, hex_in, list_in, number_in, object_in, objects_in, text_in


class Beacon(NamedTuple):
    """A round of a public beacon: its chain, its number, the tournament's record that named it
    before it existed, and the record that shows its signature (0: none yet)."""

    chain: Chain
    round: int
    record: int
    shown: int = 0


class Draw(NamedTuple):
    """A draw in record `seq`: of a round's pairing or, if `lots`, of lots (`round` 0: for no
    round). Apart from `beacons`, the rest are numbers of entrants:

    - `parts`: those whose parts the draw uses. `by_desk`: those of them whose part the desk or the
      director's key entered. `by_service`: those whose part the operator's key entered, so that the
      service knew it.
    - `withheld`: those who committed to a part and did not show it.
    - `late`: those whose part was committed to when the last of the `beacons` could already be
      looked up.
    - `shared`: those whose part was entered with a key that entered another entrant's, too."""

    seq: int
    round: int
    lots: bool
    parts: tuple[int, ...]
    by_desk: tuple[int, ...]
    by_service: tuple[int, ...]
    withheld: tuple[int, ...]
    beacons: tuple[Beacon, ...] = ()
    late: tuple[int, ...] = ()
    shared: tuple[int, ...] = ()


class EntrantsParts:
    """The parts that entrants add to a tournament's seed. An entrant commits to a part before a
    check-in is closed and shows it after that, before the round is paired. Every pairing, lot and
    deal from there on is drawn with all parts that were shown.

    After the first draw with parts none can be added: the service then knows all the others, so an
    entrant who added one could choose the outcome. A part that was committed to and not shown is
    withheld, and the report names its entrant.

    Draws can also use rounds of a public beacon. A round is named before it exists, and only one
    for each draw, so that nobody can name rounds until a draw pleases. A round that is not shown
    before its draw is passed over.
    """

    def __init__(self, tournament: str, director: str = "", *, counted: bool) -> None:
        """`director` is the key that opened the tournament. `counted`: seeds are derived with
        parts. If not, nobody may add one."""
        self._tournament, self._director, self.counted = tournament, director, counted
        self._bound: dict[int, tuple[bytes, str]] = {}
        self._shown: dict[int, bytes] = {}
        self._by_service: set[int] = set()
        self._by_desk: set[int] = set()
        self._by_key: dict[str, set[int]] = {}
        self._late: dict[int, int] = {}
        """Entrants who committed to a part when a named beacon round could be looked up already,
        each with the record that named the round."""
        self._showing = False
        """Whether a check-in is closed, so that parts are shown and no more bound."""
        self._settled = False
        """Whether something was drawn with parts, so that none can be added."""
        self._named: Beacon | None = None
        """The round of a beacon that was named for the next draw."""
        self._randomness = b""
        self.beacons: tuple[Beacon, ...] = ()
        """The rounds of beacons that were shown."""
        self.passed_over: list[tuple[int, Beacon]] = []
        """Records that drew without a round that was named for them."""
        self.unchecked: list[int] = []
        """Records with signatures that were not checked, for want of a library."""
        self.drawn: list[Draw] = []

    def bind_part(self, stored: Stored, entrants: int) -> None:
        entrant, by, commitment = (
            number_in(stored, "entrant"),
            _maker_of_part(stored),
            hex_in(stored, "commitment", 32),
        )
        if not self.counted:
            raise Unproven(
                "nothing is drawn from parts in this tournament",
                "rien n'est tiré de parts dans ce tournoi",
            )
        if not 0 < entrant <= entrants or entrant in self._bound:
            raise Unproven(
                f"entrant {entrant} is none, or binds a second part",
                f"le participant {entrant} n'existe pas, ou engage une deuxième part",
            )
        if self._showing or self._settled:
            raise Unproven(
                "it binds a part after a check-in was closed, while others are shown or once they "
                "were drawn with",
                "elle engage une part après la clôture d'un pointage, quand d'autres se montrent "
                "ou ont servi à tirer",
            )
        self._bound[entrant] = commitment, by
        self._note_who_entered(entrant, stored)
        named, second = self._named, moment_of(text_in(stored, "at")) // 1_000_000
        if named is not None and not named.chain.is_to_come(named.round, second):
            self._late[entrant] = named.record

    def _note_who_entered(self, entrant: int, stored: Stored) -> None:
        actor = text_in(stored, "actor")
        if actor == OPERATOR:
            self._by_service.add(entrant)
        if _maker_of_part(stored) == "desk" or actor == self._director not in ("", OPERATOR):
            self._by_desk.add(entrant)
        elif actor not in ("", OPERATOR):
            self._by_key.setdefault(actor, set()).add(entrant)

    def show_part(self, stored: Stored) -> None:
        entrant, by, value = (
            number_in(stored, "entrant"),
            _maker_of_part(stored),
            hex_in(stored, "value"),
        )
        commitment, bound_by = self._bound.get(entrant, (b"", ""))
        if by != bound_by or entrant in self._shown:
            raise Unproven(
                f"the part of entrant {entrant} was not bound like this, or is shown twice",
                f"la part du participant {entrant} n'a pas été engagée ainsi, ou est montrée deux "
                f"fois",
            )
        if not self._showing or self._settled:
            raise Unproven(
                "it shows a part before a check-in is closed, or after the draw",
                "elle montre une part avant la clôture d'un pointage, ou après le tirage",
            )
        if not LEAST_CONTRIBUTION <= len(value) <= MOST_CONTRIBUTION or not hmac.compare_digest(
            contribution_commitment(self._tournament, str(entrant), value), commitment
        ):
            raise Unproven(
                f"what entrant {entrant} shows is not the part that was bound",
                f"ce que montre le participant {entrant} n'est pas la part engagée",
            )
        self._shown[entrant] = value
        self._note_who_entered(entrant, stored)

    def name_beacon(self, seq: int, stored: Stored) -> None:
        chain, round = CHAINS.get(hex_in(stored, "chain", 32).hex()), number_in(stored, "beacon")
        if not self.counted or self._named is not None:
            raise Unproven(
                "nothing is drawn with a beacon here, or a round of one was named for the next "
                "draw before",
                "rien ne se tire d'une balise ici, ou une ronde était déjà nommée pour le tirage "
                "suivant",
            )
        if chain is None:
            raise Misspelt("its beacon is not known", "sa balise est inconnue")
        if not chain.is_to_come(round, moment_of(text_in(stored, "at")) // 1_000_000):
            raise Unproven(
                f"round {round} of the beacon {chain.name} existed when it was named",
                f"la ronde {round} de la balise {chain.name} existait quand elle a été nommée",
            )
        self._named = Beacon(chain, round, seq)

    def show_beacon(self, seq: int, stored: Stored) -> None:
        round, signature = number_in(stored, "beacon"), hex_in(stored, "signature", SIGNATURE_SIZE)
        named = self._named
        if named is None or named.shown or named.round != round:
            raise Unproven(
                f"round {round} of a beacon was not waited for",
                f"la ronde {round} d'une balise n'était pas attendue",
            )
        if named.chain.is_to_come(round, moment_of(text_in(stored, "at")) // 1_000_000):
            raise Unproven(
                f"round {round} of the beacon {named.chain.name} did not exist when it was shown",
                f"la ronde {round} de la balise {named.chain.name} n'existait pas quand elle a été "
                f"montrée",
            )
        signed = is_signed(named.chain, round, signature)
        if signed is None:
            self.unchecked.append(seq)
        elif not signed:
            raise Unproven(
                f"this is not what the beacon {named.chain.name} signed in round {round}",
                f"ce n'est pas ce que la balise {named.chain.name} a signé à la ronde {round}",
            )
        self._named = named._replace(shown=seq)
        self.beacons = (*self.beacons, self._named)
        self._randomness += "{} {}\n".format(*seed_words(round, signature)).encode()

    def close_check_in(self) -> None:
        """Apply a `CheckInClosed`: parts may be shown, and no entrant may commit to one until the
        round is paired."""
        self._showing = True

    def add_draw(self, seq: int, round: int, *, lots: bool) -> bytes:
        """Apply a pairing or a drawing of lots, and add it to `drawn`. Returns the end of the
        message that its seed is derived from: the parts, then the beacons."""
        parts, last = tuple(sorted(self._shown)), self.beacons[-1] if self.beacons else None
        shared = {n for entered in self._by_key.values() if len(entered) > 1 for n in entered}
        self.drawn.append(
            Draw(
                seq,
                round,
                lots,
                parts,
                by_desk=tuple(part for part in parts if part in self._by_desk),
                by_service=tuple(part for part in parts if part in self._by_service),
                withheld=tuple(sorted(self._bound.keys() - self._shown.keys())),
                beacons=self.beacons,
                late=tuple(n for n in parts if last and self._late.get(n) == last.record),
                shared=tuple(n for n in parts if n in shared),
            )
        )
        self._settled = bool(self._shown or self.beacons)
        if self._named is not None and not self._named.shown:
            self.passed_over.append((seq, self._named))
        self._named = None
        if not lots:
            self._showing = False
        spelt = "".join(f"{entrant} {self._shown[entrant].hex()}\n" for entrant in parts)
        return spelt.encode() + self._randomness


def _maker_of_part(stored: Stored) -> str:
    by = text_in(stored, "by") or "entrant"
    if by not in ("entrant", "desk"):
        raise Misspelt(
            f"a part is the entrant's or the desk's, not of {shown(by)}",
            f"une part est du participant ou du bureau, pas de {shown(by)}",
        )
    return by


MOST_ENTRANTS = 10_000

AFTER = ("ResultCorrected", "ProtestFiled", "ProtestDecided")
"""The topics that can follow the closing; a correction only with the effect `report`."""

OF_GAMES = ("GameLinked", "ResultTaken", "ResultCorrected", "TableReopened")

OF_A_ROUND = (
    "RoundPublished",
    "RoundWithdrawn",
    "RoundClosed",
    "TableChanged",
    "TableReopened",
    "GameLinked",
    "ClockSet",
    "SlipFiled",
    "ResultTaken",
    "ResultCorrected",
)
"""The topics of records about a round, which has to be paired."""

EFFECTS = ("recompute", "repair", "report")

TO_TYPE_OVER = 60_000_000
"""Microseconds within which somebody can type over their own entry."""

_WITH_BASIS = ("RoundPaired", "LotsDrawn", "RoundClosed", "TournamentClosed")


class ResultAt(NamedTuple):
    """A result in force: the tournament's record that states it; the game, the game's record and
    the digest it was read from (empty and 0 if none); who typed it in (empty if nobody did); and
    the time of the tournament's record, in microseconds since 1970."""

    record: int
    game: str
    seq: int
    digest: str
    typed_by: str
    at: int


Seated = tuple[dict[int, list[int]], list[int]]
"""The entrants of each table by its number, and those who have a bye."""


class DerivedSeed(NamedTuple):
    seq: int
    seed: bytes
    message: bytes


class Tournament:
    """The records of one tournament, checked in order. The report lists its `departures`,
    `corrections` and `attempts`."""

    def __init__(self, id: str) -> None:
        self._id = id
        self._commitment = b""
        self.entrants = 0
        self._results: dict[tuple[int, int], ResultAt] = {}
        self._rounds: dict[int, dict[int, list[int]]] = {}
        self._edition = 0
        self._seated: dict[int, Seated] = {}
        self._answered: dict[int, Seated] = {}
        """The tables and byes of each round as its engine answered; `_seated` has them as they are.
        Since edition 5."""
        self._by_hand: set[int] = set()
        """Rounds of which a record says that they are paired by hand."""
        self._attempts: dict[tuple[str, int, int], int] = {}
        self._derived: list[DerivedSeed] = []
        self.parts = EntrantsParts(id, counted=False)
        self.deals = False
        self.departures: list[tuple[int, str, int]] = []
        """Record, code and level."""
        self.corrections: list[int] = []
        self.closed_at = 0
        self.protests: dict[int, tuple[int, int, int]] = {}
        """The protests that are not decided, by their records: entrant, round and table."""
        self.decided = 0
        self.of_games: list[tuple[int, str, Stored]] = []
        """Record, topic and fields of the records about games: links, results, re-openings. They are
        checked when the games' bundles are read (`domain/proof/verify/event.py`)."""

    @property
    def results(self) -> int:
        return len(self._results)

    @property
    def attempts(self) -> int:
        """The number of pairings and drawings of lots beyond the first of each round."""
        return sum(n - 1 for n in self._attempts.values())

    def take(self, seq: int, topic: str, stored: Stored) -> None:
        effect = text_in(stored, "effect") if topic == "ResultCorrected" else ""
        if self.closed_at and (topic not in AFTER or effect not in ("", "report")):
            raise Unproven(
                f"it comes after the tournament was closed by record {self.closed_at}",
                f"elle vient après la clôture du tournoi par l'écriture {self.closed_at}",
            )
        for departure in objects_in(stored, "departures"):
            level = number_in(departure, "level")
            if not 2 <= level <= 4:
                raise Misspelt(
                    f"no departure has the level {level}", f"aucun écart n'a le niveau {level}"
                )
            self.departures.append((seq, text_in(departure, "code"), level))
        if topic in OF_A_ROUND:
            self._tables_of_round(number_in(stored, "round"))
        if topic in OF_GAMES:
            self.of_games.append((seq, topic, stored))
        basis = self._checked_basis(seq, stored) if topic in _WITH_BASIS else b""
        if topic in _USES:
            if topic == "RoundPaired":
                self._pair_round(stored)
            self._add_derived_seed(_USES[topic], seq, stored, basis)
        take = _TAKES.get(topic)
        if take is not None:
            take(self, seq, stored)
        if self._edition > 4 and topic in ("RoundPaired", "TableChanged", "RoundPublished"):
            self._need_by_hand_recorded(topic, stored)

    # -- entrants and tables -----------------------------------------------------------------------

    def _open_tournament(self, _seq: int, stored: Stored) -> None:
        self._commitment = hex_in(stored, "commitment", 32)
        self._edition = number_in(stored, "edition")
        director = text_in(stored, "actor")
        self.parts = EntrantsParts(self._id, director, counted=_derivation(stored) == 2)
        self.deals = stored.get("chance") == "duplicate"

    def _add_entrant(self, _seq: int, stored: Stored) -> None:
        number = number_in(stored, "number")
        if number != self.entrants + 1 or number > MOST_ENTRANTS:
            raise Unproven(
                f"it adds entrant {number} where entrant {self.entrants + 1} belongs",
                f"elle ajoute le participant {number} à la place du participant "
                f"{self.entrants + 1}",
            )
        self.entrants = number

    def _pair_round(self, stored: Stored) -> None:
        round = number_in(stored, "round")
        if round < 1 or round in self._rounds:
            raise Unproven(
                f"it pairs round {round} again", f"elle apparie de nouveau la ronde {round}"
            )
        pairing = object_in(stored, "pairing")
        tables = _tables(pairing)
        self._check_seating(
            tables, [number_in(bye, "entrant") for bye in objects_in(pairing, "byes")]
        )
        self._rounds[round] = tables

    def _change_tables(self, _seq: int, stored: Stored) -> None:
        tables = {**self._tables_of_round(number_in(stored, "round")), **_tables(stored)}
        self._check_seating(
            tables, [number_in(bye, "entrant") for bye in objects_in(stored, "byes")]
        )
        self._rounds[number_in(stored, "round")] = tables

    def _need_by_hand_recorded(self, topic: str, stored: Stored) -> None:
        """Take the seating and the engine's answer from a record of a round. Raises `Unproven` if
        the round then differs from its engine's answer, and no record since its pairing has the
        departure `by-hand`."""
        round = number_in(stored, "round")
        if topic == "RoundPaired":
            by_engine = text_in(stored, "by") == "engine"
            self._by_hand.discard(round)
            self._seated[round] = _seated(object_in(stored, "pairing"))
            own = object_in(stored, "pairing" if by_engine else "engine_pairing")
            self._answered[round] = _seated(own)
        if topic == "TableChanged":
            self._seated[round] = self._rounds[round], _seated(stored)[1]
        if "by-hand" in _departure_codes(stored):
            self._by_hand.add(round)
        if round not in self._by_hand and self._seated[round] != self._answered[round]:
            raise Unproven(
                f"round {round} is not as its engine answered, and no record says so",
                f"la ronde {round} n'est pas ce que répond son moteur, et aucune écriture ne le dit",
            )

    def _check_seating(self, tables: dict[int, list[int]], byes: list[int]) -> None:
        seated = [entrant for entrants in tables.values() for entrant in entrants] + byes
        if len(set(seated)) < len(seated) or not all(
            0 < entrant <= self.entrants for entrant in seated
        ):
            raise Unproven(
                "an entrant sits twice, or is none",
                "un participant est assis deux fois, ou n'en est pas un",
            )

    def _tables_of_round(self, round: int) -> dict[int, list[int]]:
        """The entrants at each table of a round, by table. Raises `Unproven` if the round is not
        paired."""
        tables = self._rounds.get(round)
        if tables is None:
            raise Unproven(f"round {round} is not paired", f"la ronde {round} n'est pas appariée")
        return tables

    def _check_game_link(self, _seq: int, stored: Stored) -> None:
        round, table = number_in(stored, "round"), number_in(stored, "table")
        if table not in self._tables_of_round(round):
            raise Unproven(
                f"round {round} has no table {table}", f"la ronde {round} n'a pas de table {table}"
            )

    def _withdraw_round(self, _seq: int, stored: Stored) -> None:
        round = number_in(stored, "round")
        del self._rounds[round]
        self._results = {
            place: result for place, result in self._results.items() if place[0] != round
        }

    # -- results -----------------------------------------------------------------------------------

    def _add_result(self, seq: int, stored: Stored) -> None:
        place = number_in(stored, "round"), self._table_of_result(stored)
        if place in self._results:
            raise Unproven("its table has a result already", "sa table a déjà un résultat")
        self._results[place] = _result_at(seq, stored)

    def _table_of_result(self, stored: Stored) -> int:
        result = object_in(stored, "result")
        table = number_in(result, "table")
        there = self._tables_of_round(number_in(stored, "round")).get(table)
        named = [number_in(entry, "entrant") for entry in objects_in(result, "entries")]
        adjourned = text_in(result, "kind") == "adjourned"
        if there is None or (sorted(named) != sorted(there) if not adjourned else bool(named)):
            raise Unproven(
                f"the result is not one of table {table}",
                f"le résultat n'est pas celui de la table {table}",
            )
        return table

    def _need_in_force(self, place: tuple[int, int], stored: Stored) -> None:
        result_at = self._results.get(place)
        if result_at is None or result_at.record != number_in(stored, "record"):
            raise Unproven(
                "the result that it is about is not in force",
                "le résultat dont elle parle n'est pas en vigueur",
            )

    def _reopen_table(self, _seq: int, stored: Stored) -> None:
        place = number_in(stored, "round"), number_in(stored, "table")
        self._need_in_force(place, stored)
        del self._results[place]

    def _correct_result(self, seq: int, stored: Stored) -> None:
        place = number_in(stored, "round"), self._table_of_result(stored)
        self._need_in_force(place, stored)
        effect = text_in(stored, "effect")
        if effect not in EFFECTS:
            raise Misspelt(
                "it does not say what its correction changes",
                "elle ne dit pas ce que change sa correction",
            )
        self.corrections.append(seq)
        found, before = _result_at(seq, stored), self._results[place]
        own = found.typed_by == before.typed_by and 0 <= found.at - before.at <= TO_TYPE_OVER
        if "mistyped" in _departure_codes(stored) and not (
            own and found.typed_by and effect == "recompute"
        ):
            raise Unproven(
                "it types over what was not its author's own entry of the minute before",
                "elle remplace ce qui n'est pas une saisie de son auteur de la minute précédente",
            )
        if effect != "report":
            self._results[place] = found

    def _add_protest(self, seq: int, stored: Stored) -> None:
        entrant, round = number_in(stored, "entrant"), number_in(stored, "round")
        self.protests[seq] = entrant, round, number_in(stored, "table")

    def _decide_protest(self, _seq: int, stored: Stored) -> None:
        self.decided += self.protests.pop(number_in(stored, "protest"), None) is not None

    def _close_tournament(self, seq: int, stored: Stored) -> None:
        self._check_derived_seeds(hex_in(stored, "seed", 32))
        self.closed_at = seq

    # -- chance ------------------------------------------------------------------------------------

    def _checked_basis(self, seq: int, stored: Stored) -> bytes:
        """The digest of the basis of record `seq`: the seq of the record before it, and the results
        in force. Raises `Unproven` if the record states another basis."""
        stated = object_in(stored, "basis")
        basis = {
            "results": [
                _result_in_basis(place, result_at)
                for place, result_at in sorted(self._results.items())
            ],
            "seq": seq - 1,
        }
        if _canonical(stated) != _canonical(basis):
            raise Unproven(
                "its basis is not what was in force before it",
                "sa base n'est pas ce qui était en vigueur avant elle",
            )
        return sha256(_canonical(basis)).digest()

    def _add_derived_seed(self, use: str, seq: int, stored: Stored, basis: bytes) -> None:
        stage, round, attempt = (number_in(stored, name) for name in ("stage", "round", "attempt"))
        if stage < 0 or round < 0:
            raise Misspelt(
                "there is no such stage or round", "il n'y a pas de telle phase ou ronde"
            )
        made = self._attempts.get((use, stage, round), 0)
        if attempt != made + 1:
            raise Unproven(
                f"it is attempt {attempt}, where attempt {made + 1} belongs",
                f"c'est la tentative {attempt}, à la place de la tentative {made + 1}",
            )
        self._attempts[use, stage, round] = attempt
        parts = self.parts.add_draw(seq, round, lots=use == "lots")
        version, rest = (2, parts) if self.parts.counted else (1, basis)
        message = (
            f"greffe/{use}@{version}\n{self._id}\n{stage + 1}/{round}/{attempt}\n".encode() + rest
        )
        self._derived.append(DerivedSeed(seq, hex_in(stored, "seed", 32), message))

    def _check_derived_seeds(self, seed: bytes) -> None:
        if (
            sha256(f"greffe/tournament-seed@v1\n{self._id}\n".encode() + seed).digest()
            != self._commitment
        ):
            raise Unproven(
                "the seed is not the one that the opening commits to",
                "la graine n'est pas celle qu'engage l'ouverture",
            )
        for derived in self._derived:
            if hmac.digest(seed, derived.message, "sha256") != derived.seed:
                raise Unproven(
                    "its seed was not derived from the tournament's",
                    "sa graine n'est pas tirée de celle du tournoi",
                    derived.seq,
                )


_USES = {"RoundPaired": "pair", "LotsDrawn": "lots"}
"""The topics that draw from the seed, each with the name of its use."""

_TAKES: dict[str, Callable[[Tournament, int, Stored], None]] = {
    "TournamentOpened": Tournament._open_tournament,
    "EntrantAdded": Tournament._add_entrant,
    "CheckInClosed": lambda event, seq, stored: event.parts.close_check_in(),
    "PartBound": lambda event, seq, stored: event.parts.bind_part(stored, event.entrants),
    "PartShown": lambda event, seq, stored: event.parts.show_part(stored),
    "BeaconNamed": lambda event, seq, stored: event.parts.name_beacon(seq, stored),
    "BeaconShown": lambda event, seq, stored: event.parts.show_beacon(seq, stored),
    "TableChanged": Tournament._change_tables,
    "RoundWithdrawn": Tournament._withdraw_round,
    "GameLinked": Tournament._check_game_link,
    "ResultTaken": Tournament._add_result,
    "ResultCorrected": Tournament._correct_result,
    "TableReopened": Tournament._reopen_table,
    "ProtestFiled": Tournament._add_protest,
    "ProtestDecided": Tournament._decide_protest,
    "TournamentClosed": Tournament._close_tournament,
}


def _derivation(stored: Stored) -> int:
    """The way in which a tournament's seeds are derived: 1 with the basis, 2 with the entrants'
    parts, too."""
    derivation = number_in(stored, "derivation") or 1
    if derivation not in (1, 2):
        raise Misspelt(
            f"no seed is derived by {derivation}", f"aucune graine n'est dérivée par {derivation}"
        )
    return derivation


def _canonical(value: object) -> bytes:
    """A value as JSON with sorted names and no spaces. It distinguishes 1, 1.0 and true."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def _seated(pairing: Stored) -> Seated:
    """The tables and the byes of a pairing."""
    byes = objects_in(pairing, "byes")
    return _tables(pairing), sorted(number_in(bye, "entrant") for bye in byes)


def _tables(stored: Stored) -> dict[int, list[int]]:
    tables = objects_in(stored, "tables")
    by_number = {
        number_in(table, "number"): _entrant_numbers(table, "entrants") for table in tables
    }
    if len(by_number) != len(tables):
        raise Unproven("two tables have one number", "deux tables ont un même numéro")
    return by_number


def _entrant_numbers(stored: Stored, name: str) -> list[int]:
    numbers = list_in(stored, name)
    if not all(type(number) is int for number in numbers):
        raise Misspelt(
            f"its field {name} is no list of numbers",
            f"son champ {name} n'est pas une liste de nombres",
        )
    return numbers


def _departure_codes(stored: Stored) -> list[str]:
    return [text_in(departure, "code") for departure in objects_in(stored, "departures")]


def _result_at(seq: int, stored: Stored) -> ResultAt:
    read = text_in(stored, "game"), number_in(stored, "seq"), text_in(stored, "digest")
    typed = text_in(stored, "source") in ("", "typed")
    by = text_in(stored, "actor") if typed else ""
    return ResultAt(seq, *read, by, moment_of(text_in(stored, "at")))


def _result_in_basis(place: tuple[int, int], result_at: ResultAt) -> dict[str, object]:
    game, seq, digest = result_at.game, result_at.seq, result_at.digest
    return {
        "digest": digest,
        "game": game,
        "record": result_at.record,
        "round": place[0],
        "seq": seq,
        "table": place[1],
    }

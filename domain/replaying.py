"""A bundle's game replayed with the rules that it names: the second step of an audit, for whoever has the whole program.

Nothing is judged again. The recorded facts are folded and the fingerprints compared; and the rules are asked again what comes of
each action with the very rolls that were recorded, which says whether the facts follow from the actions, and whether what each roll
came to stands where it was drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from domain.catalog import Catalog, CatalogError
from domain.chance import Ask, Chance, Roll, Source, Value
from domain.filed import DamagedRecord, Filed, outlined
from domain.game import Game, begin, setting_of
from domain.games import UnknownRuleset
from domain.record import FIRST, ActionTaken, GameOpened
from domain.ruleset import BadOpening
from domain.sealing import seal_amiss
from domain.titles import decode_action, decode_facts
from domain.words import Text


class Replayed(Struct, frozen=True):
    """What the replay came to: title and version, how many fingerprints were compared, the fidelity of the last board, records
    whose facts the rules would not tell like this (`otherwise`), records with a roll whose values do not stand at its picks
    (`forged`), hidden values that were not sealed for what was being chosen (`unbound`), and why it ended early, if it did."""

    ruleset: str = ""
    version: int = 0
    actions: int = 0
    fingerprints: int = 0
    fidelity: str = "unverified"
    otherwise: tuple[int, ...] = ()
    forged: tuple[int, ...] = ()
    unbound: tuple[int, ...] = ()
    trouble: Text | None = None

    @property
    def diverged(self) -> int:
        """The first record whose fingerprint the replay missed, or 0."""
        return int(self.fidelity.removeprefix("diverged at ")) if self.fidelity.startswith("diverged") else 0


def replay(id: str, rows: Sequence[tuple[str, bytes]], catalog: bytes) -> Replayed:
    """Replay a game from the topics and bytes of its records, and its catalog. Never raises: the rules were not made for facts that
    they do not understand, and whatever they raise is the trouble."""
    try:
        return _replay(id, rows, catalog)
    except (UnknownRuleset, BadOpening, CatalogError) as e:
        return Replayed(trouble=Text(f"its game cannot be opened here ({e})", f"sa partie ne peut être ouverte ici ({e})"))
    except (DamagedRecord, msgspec.DecodeError) as e:
        return Replayed(trouble=Text(f"a record cannot be read ({e})", f"une écriture est illisible ({e})"))
    except Exception as e:  # noqa: BLE001
        why = f"{type(e).__name__}: {e}"
        return Replayed(trouble=Text(f"a record does not follow ({why})", f"une écriture ne découle pas des autres ({why})"))


def _replay(id: str, rows: Sequence[tuple[str, bytes]], catalog: bytes) -> Replayed:
    opening = Filed(id, FIRST, *rows[0])
    opened = opening.body
    if not isinstance(opened, GameOpened):
        return Replayed(trouble=Text("it is no game", "ce n'est pas une partie"))
    game = begin(opening, *setting_of(opened, Catalog(catalog)))
    game.trail.extend(outlined(rows[1:]))
    game = Game(game.trail, game.checks, len(game.trail))
    game.board  # noqa: B018  every fact is folded now, not when somebody looks
    otherwise, forged = _again(game)
    actions = game.trail.topics.count(ActionTaken.__name__)
    prints = len(game.trail.prints)
    return Replayed(opened.ruleset, opened.version, actions, prints, game.fidelity, otherwise, forged, _unbound(game))


def _again(game: Game) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The actions whose facts, and those whose rolls, are not what the rules would make of them with the recorded picks."""
    otherwise, forged = [], []
    for seq, topic in enumerate(game.trail.topics, start=FIRST):
        body = game.trail.filed(seq).body if topic == ActionTaken.__name__ else None
        if not isinstance(body, ActionTaken) or body.verdict is not None:  # what was let stand is the arbiter's word
            continue
        before, picked = Game(game.trail, game.checks, seq - 1), _Picked(body.rolls)
        try:
            facts = game.rules.decide(before.board, body.seat, decode_action(game.rules, body.action), picked)
        except _Forged:
            forged.append(seq)
            continue
        except Exception:  # noqa: BLE001  rules that have come to want something else
            otherwise.append(seq)
            continue
        if facts != decode_facts(game.rules, body.facts) or picked.left:
            otherwise.append(seq)
    return tuple(otherwise), tuple(forged)


def _unbound(game: Game) -> tuple[int, ...]:
    """The actions chosen in secret whose seal is not for what the board asked for, or that were shown before all were bound; those
    that were let stand are the arbiter's word."""
    found = []
    for seq, topic in enumerate(game.trail.topics if game.opened.seals else (), start=FIRST):
        body = game.trail.filed(seq).body if topic == ActionTaken.__name__ else None
        if isinstance(body, ActionTaken) and body.verdict is None and seal_amiss(Game(game.trail, game.checks, seq - 1), body):
            found.append(seq)
    return tuple(found)


class _Forged(Exception):
    """A roll's values do not stand at its picks."""


class _Other(Exception):
    """The rules want another roll than was recorded."""


class _Picked(Chance):
    """The rolls of one record, drawn again by their picks."""

    def __init__(self, rolls: tuple[Roll, ...]) -> None:
        super().__init__(rolls[0].number - 1 if rolls else 0)
        self.left = list(rolls)

    def _one(self, ask: Ask) -> tuple[Value, ...]:
        if not self.left or (self.left[0].kind, self.left[0].spec) != (ask.kind, ask.spec):
            raise _Other(ask.kind)
        roll = self.left.pop(0)
        if tuple(ask.pool[pick] for pick in roll.picks) != roll.values:
            raise _Forged(roll.kind)
        self.number = roll.number
        self.rolls.append(roll)
        return roll.values

    def _pick(self, number: int, ask: Ask) -> tuple[int, ...]:
        raise NotImplementedError  # `_one` answers

    def _source(self) -> Source:
        raise NotImplementedError

"""A bundle's game replayed with the rules that it names: the second step of an audit, for whoever has the whole program.

Nothing is judged again. The recorded facts are folded and the fingerprints compared; and the rules are asked again what comes of
the set-up and of each action with the very rolls that were recorded, which says whether the facts follow, and whether what each
roll came to stands where it was drawn. A branch brings its set-up and its first steps from the game it grew from: what comes of
those is that game's to show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct

from domain.catalog import Catalog, CatalogError
from domain.chance import Ask, Chance, Roll
from domain.filed import DamagedRecord, Filed, outlined
from domain.game import Game, begin, setting_of
from domain.games import AnyRuleset, UnknownRuleset, ruleset
from domain.ledger.errors import Refused
from domain.ledger.stored import read_stored
from domain.record import FIRST, ActionTaken, GameOpened, RulingGiven
from domain.recorded_chance import RecordedChance, stands
from domain.remedies import Stands
from domain.ruleset import BadOpening, Fact
from domain.sealing import seal_amiss
from domain.titles import decode_action, decode_facts
from domain.words import Text


class Replayed(Struct, frozen=True):
    """What the replay came to: title and version, how many fingerprints were compared, the fidelity of the last board, records
    whose facts the rules would not tell like this (`otherwise`), records with a roll whose values do not stand at its picks
    (`forged`), how many steps a branch brought with it, hidden values that were not sealed for what was being chosen (`unbound`),
    and why it ended early, if it did."""

    ruleset: str = ""
    version: int = 0
    actions: int = 0
    fingerprints: int = 0
    fidelity: str = "unverified"
    otherwise: tuple[int, ...] = ()
    forged: tuple[int, ...] = ()
    grown: int = 0
    unbound: tuple[int, ...] = ()
    trouble: Text | None = None

    @property
    def diverged(self) -> int:
        """The first record whose fingerprint the replay missed, or 0."""
        return int(self.fidelity.removeprefix("diverged at ")) if self.fidelity.startswith("diverged") else 0


def replay(id: str, rows: Sequence[tuple[str, bytes]], catalog: bytes | None) -> Replayed:
    """Replay a game from the topics and bytes of its records, and its catalog; without one, with the title's own if the game was
    opened with that. Never raises: the rules were not made for facts that they do not understand, and whatever they raise is the
    trouble."""
    try:
        return _replay(id, rows, catalog)
    except UnknownRuleset as e:
        return Replayed(trouble=Text(f"its rules, {e}, are not in this program", f"ses règles, {e}, ne sont pas dans ce programme"))
    except (BadOpening, CatalogError) as e:
        return Replayed(trouble=Text(f"its game cannot be opened here ({e})", f"sa partie ne peut être ouverte ici ({e})"))
    except (DamagedRecord, msgspec.DecodeError) as e:
        return Replayed(trouble=Text(f"a record cannot be read ({e})", f"une écriture est illisible ({e})"))
    except Refused as e:
        at = Text(f"record {e.record} cannot be read", f"l'écriture {e.record} est illisible")
        return Replayed(trouble=Text(f"{at.en}: {e.said.en}", f"{at.fr} : {e.said.fr}"))
    except Exception as e:  # noqa: BLE001
        why = f"{type(e).__name__}: {e}"
        return Replayed(trouble=Text(f"a record does not follow ({why})", f"une écriture ne découle pas des autres ({why})"))


def _replay(id: str, rows: Sequence[tuple[str, bytes]], catalog: bytes | None) -> Replayed:
    _one_reading(rows)
    opening = Filed(id, FIRST, *rows[0])
    opened = opening.body
    if not isinstance(opened, GameOpened):
        en = "it is no game but a campaign: replay the bundles of its games"
        return Replayed(trouble=Text(en, "ce n'est pas une partie mais une campagne : rejouez les dossiers de ses parties"))
    data = _catalog(opened, catalog)
    if data is None:
        return Replayed(trouble=Text("the bundle does not have its catalog", "le dossier n'a pas son catalogue"))
    game = begin(opening, *setting_of(opened, Catalog(data)))
    game.trail.extend(outlined(rows[1:]))
    game = Game(game.trail, game.checks, len(game.trail))
    game.board  # noqa: B018  every fact is folded now, not when somebody looks
    otherwise, forged = _again(game)
    actions = game.trail.topics.count(ActionTaken.__name__)
    prints = len(game.trail.prints)
    grown = len(opened.grown) if opened.lineage is not None else 0
    return Replayed(opened.ruleset, opened.version, actions, prints, game.fidelity, otherwise, forged, grown, _unbound(game))


def _one_reading(rows: Sequence[tuple[str, bytes]]) -> None:
    """Raise `Refused` for a record in which a name stands twice: the audit passes over the text of most actions, and whoever reads
    the bundle could see another record than the rules do."""
    for seq, (topic, state) in enumerate(rows, start=FIRST):
        try:
            read_stored(topic, state.decode())
        except Refused as e:
            e.record = seq
            raise


def _catalog(opened: GameOpened, given: bytes | None) -> bytes | None:
    """The catalog that a game was opened with: the one that is given, else one of the title's own, if it is that."""
    own = (catalog.data for catalog in ruleset(opened.ruleset, opened.version).catalogs().values())
    return next((data for data in (given, *own) if data is not None and sha256(data).hexdigest() == opened.catalog), None)


def _again(game: Game) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The records whose facts, and those whose rolls, are not what the rules would make of them with the recorded picks."""
    otherwise, forged = [], []
    for seq, topic in enumerate(game.trail.topics, start=FIRST):
        body = game.trail.filed(seq).body if seq == FIRST or topic == ActionTaken.__name__ else None
        try:
            same = not isinstance(body, GameOpened | ActionTaken) or _follows(game, seq, body)
        except _Forged:
            forged.append(seq)
            continue
        except Exception:  # noqa: BLE001  rules that have come to want something else
            same = False
        if not same:
            otherwise.append(seq)
    return tuple(otherwise), tuple(forged)


def _follows(game: Game, seq: int, body: GameOpened | ActionTaken) -> bool:
    """Whether the recorded facts are those that the rules tell. Raises `_Forged`, and whatever the rules raise."""
    rules = game.rules
    if isinstance(body, GameOpened):
        if [(seat.id, seat.role) for seat in body.seats] != [(spec.id, spec.role) for spec in game.setting.seat_specs]:
            return False
        if body.lineage is not None:
            return True
        return _tells(rules, body, lambda chance: rules.setup(rules.blank(game.setting), chance))
    if body.verdict is not None:
        return _was_let_stand(game, seq)
    before = Game(game.trail, game.checks, seq - 1)
    return _tells(rules, body, lambda chance: rules.decide(before.board, body.seat, decode_action(rules, body.action), chance))


def _was_let_stand(game: Game, seq: int) -> bool:
    """Whether the arbiter's ruling lets an action stand that the rules forbid: what came of it is his word then."""
    after = game.trail.filed(seq + 1).body if seq < len(game.trail) else None
    return isinstance(after, RulingGiven) and isinstance(after.remedy, Stands) and after.about == seq


def _unbound(game: Game) -> tuple[int, ...]:
    """The actions chosen in secret whose seal is not for what the board asked for, or that were shown before all were bound; those
    that were let stand are the arbiter's word."""
    found = []
    for seq, topic in enumerate(game.trail.topics if game.opened.seals else (), start=FIRST):
        body = game.trail.filed(seq).body if topic == ActionTaken.__name__ else None
        if isinstance(body, ActionTaken) and body.verdict is None and seal_amiss(Game(game.trail, game.checks, seq - 1), body):
            found.append(seq)
    return tuple(found)


def _tells(rules: AnyRuleset, body: GameOpened | ActionTaken, ask: Callable[[Chance], tuple[Fact, ...]]) -> bool:
    picked = _Picked(body.rolls)
    return ask(picked) == decode_facts(rules, body.facts) and not picked.left


class _Forged(Exception):
    """A roll's values do not stand at its picks."""


class _Picked(RecordedChance):
    """The rolls of one record, drawn again by their picks."""

    def _check(self, ask: Ask, roll: Roll) -> None:
        if not stands(roll, ask.pool):
            raise _Forged(roll.kind)

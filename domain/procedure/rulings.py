"""What a claim and a ruling need: a record they are about, grounds, and a remedy that can be carried out."""

from __future__ import annotations

from msgspec import Struct

from domain.errors import BadRequest, RulingRefused
from domain.game.game import Game, need_play, need_seat
from domain.procedure.reasons import need_reason
from domain.procedure.remedies import Consequence, Wish, consequence
from domain.procedure.seals import UNSEALED, is_secret
from domain.record.records import FIRST
from domain.record.remedies import Stands
from domain.rules.ruleset import Action, Verdict


class Grounds(Struct, frozen=True):
    """What a ruling rests on: the rule (as the text heads or numbers it), a reason code (`domain/procedure/reasons.py`), words for
    the players, and the claim and the record it is about, if there are any."""

    rule: str
    code: str
    text: str = ""
    claim: int = 0
    about: int = 0


def need_claim(game: Game, about: int, text: str) -> None:
    """Raise unless a claim says what is wrong with a record that is there."""
    if not text.strip():
        raise BadRequest("/text", "Write what is wrong with the record.", "Écrivez ce qui ne va pas dans l'écriture.")
    _need_record(game, about, "/about")


def to_let_stand(game: Game, seat: str, action: Action) -> Verdict:
    """What forbids an action that an arbiter lets stand; raises where nothing does."""
    need_seat(game, seat)
    need_play(game)
    verdict = game.rules.judge(game.board, seat, action)
    if verdict.legal and is_secret(game, action):
        verdict = UNSEALED
    if verdict.legal:
        raise RulingRefused(
            "/action",
            "This action is legal: record it as an action, without a ruling.",
            "Cette action est légale : enregistrez-la comme action, sans décision.",
        )
    return verdict


def weighed(game: Game, wish: Wish, grounds: Grounds) -> Consequence:
    """What a ruling would come to, on its grounds. That something stands says nothing unless it says what."""
    need_grounds(game, grounds)
    found = consequence(game, wish)
    if isinstance(found.remedy, Stands) and not (grounds.about or grounds.claim):
        raise RulingRefused(
            "/about",
            "Say what stands: name the record in `about`, or in `claim` the claim that this decides.",
            "Dites ce qui tient : nommez l'écriture dans `about`, ou dans `claim` la réclamation que ceci tranche.",
        )
    return found


def _need_record(game: Game, seq: int, pointer: str) -> None:
    if not FIRST <= seq <= game.seq:
        raise RulingRefused(
            pointer,
            f"There is no record {seq}: this game has records 1 to {game.seq}.",
            f"Il n'y a pas d'écriture {seq} : cette partie a les écritures 1 à {game.seq}.",
            seq,
        )


def _claimed(game: Game, seq: int) -> int:
    """The record that claim `seq` is about; 0 where there is no claim."""
    claim = game.proceedings.claim(seq) if seq else None
    return claim.body.about if claim else 0


def need_grounds(game: Game, grounds: Grounds, *, rule: bool = True) -> None:
    """Raise unless a ruling names a rule (where it has to) and a reason, and only records that are there."""
    need_reason(grounds.code, grounds.text)
    if rule and not grounds.rule.strip():
        raise BadRequest("/rule", "Name the rule that the ruling rests on.", "Nommez la règle sur laquelle repose la décision.")
    if grounds.about:
        _need_record(game, grounds.about, "/about")
    if not grounds.claim:
        return
    claim = game.proceedings.claim(grounds.claim)
    if claim is None:
        raise RulingRefused(
            "/claim",
            f"Record {grounds.claim} is no claim.",
            f"L'écriture {grounds.claim} n'est pas une réclamation.",
            grounds.claim,
        )
    if claim.ruling:
        raise RulingRefused(
            "/claim",
            f"The claim of record {grounds.claim} was decided in record {claim.ruling}: overturn that ruling first.",
            f"La réclamation de l'écriture {grounds.claim} a été tranchée à l'écriture {claim.ruling} : "
            "infirmez d'abord cette décision.",
            claim.ruling,
        )

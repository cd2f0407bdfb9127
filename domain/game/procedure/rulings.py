"""What a claim and a ruling need: a record they are about, grounds, and a remedy that can be
carried out."""

from msgspec import Struct

from domain.game.aggregate.game import Game, need_play, need_seat
from domain.game.procedure.remedies import Consequence, Wish, consequence
from domain.game.procedure.seals import UNSEALED, is_secret
from domain.game.record.records import FIRST
from domain.game.record.remedies import Annul, Correct, OfClocks, Stands
from domain.game.refusals import RulingRefused
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.titles.contract.ruleset import Action, Board, Verdict

OTHER = "other"

NO_RULE = ("stop-clocks", "start-clocks", "set-clock")
"""Remedies that may rest on no rule of the title: most have none for clocks. The reason says
why."""

REASONS: dict[str, Text] = {
    # stored in records: the list only grows
    "illegal-action": Text("an action against the rules"),
    "wrong-entry": Text("the record says something else than what happened at the table"),
    "unclear-rule": Text("a rule that can be read in two ways"),
    "dice": Text("dice or a draw that do not count"),
    "time": Text("time"),
    "conduct": Text("conduct"),
    "absence": Text("a player who was absent or left"),
    "agreement": Text("the players agree"),
    "ruling-error": Text("an earlier ruling that was wrong"),
    OTHER: Text("another reason, given in words"),
}


def need_reason(code: str, text: str) -> None:
    """Raise `BadRequest` unless the code is listed, and comes with words where it says that the
    reason is given in words."""
    if code not in REASONS:
        codes = ", ".join(REASONS)
        raise BadRequest(
            "/code", Text("There is no reason {code}: there are {codes}.", code=code, codes=codes)
        )
    if code == OTHER and not text.strip():
        raise BadRequest(
            "/text",
            Text("The reason {other} is given in words: say what it is.", other=OTHER),
        )


class Grounds(Struct, frozen=True):
    """What a ruling rests on: the rule (as the text heads or numbers it), a reason code of
    `REASONS`, words for the players, and the claim and the record it is about, if there are any."""

    rule: str
    code: str
    text: str = ""
    claim: int = 0
    about: int = 0


def need_claim(game: Game, about: int, text: str) -> None:
    """Raise unless a claim says what is wrong with a record that is there."""
    if not text.strip():
        raise BadRequest("/text", Text("Write what is wrong with the record."))
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
            Text("This action is legal: record it as an action, without a ruling."),
        )
    return verdict


def weighed(game: Game, wish: Wish, grounds: Grounds) -> Consequence:
    """What a ruling would come to, on its grounds. That something stands says nothing unless it
    says what."""
    need_grounds(game, grounds, rule=wish.kind not in NO_RULE)
    outcome = consequence(game, wish)
    if isinstance(outcome.remedy, Stands) and not (grounds.about or grounds.claim):
        raise RulingRefused(
            "/about",
            Text(
                "Say what stands: name the record in `about`, or in `claim` the claim that this "
                "decides."
            ),
        )
    return outcome


def _need_record(game: Game, seq: int, pointer: str) -> None:
    if not FIRST <= seq <= game.seq:
        raise RulingRefused(
            pointer,
            Text(
                "There is no record {seq}: this game has records 1 to {seq2}.",
                seq=seq,
                seq2=game.seq,
            ),
            seq,
        )


def _claimed(game: Game, seq: int) -> int:
    claim = game.proceedings.claim(seq) if seq else None
    return claim.body.about if claim else 0


def need_grounds(game: Game, grounds: Grounds, *, rule: bool = True) -> None:
    """Raise unless a ruling names a rule (where it has to) and a reason, and only records that are
    there."""
    need_reason(grounds.code, grounds.text)
    if rule and not grounds.rule.strip():
        raise BadRequest("/rule", Text("Name the rule that the ruling rests on."))
    if grounds.about:
        _need_record(game, grounds.about, "/about")
    if not grounds.claim:
        return
    claim = game.proceedings.claim(grounds.claim)
    if claim is None:
        raise RulingRefused(
            "/claim",
            Text("Record {claim} is no claim.", claim=grounds.claim),
            grounds.claim,
        )
    if claim.ruling:
        raise RulingRefused(
            "/claim",
            Text(
                "The claim of record {claim} was decided in record {ruling}: overturn that ruling "
                "first.",
                claim=grounds.claim,
                ruling=claim.ruling,
            ),
            claim.ruling,
        )


def to_overturn(game: Game, seq: int) -> Board:
    """The board once ruling `seq` is overturned; raises `RulingRefused` where that cannot be."""
    ruling = game.proceedings.ruling(seq)
    if ruling is None:
        raise RulingRefused("/ruling", Text("Record {seq} is no ruling.", seq=seq), seq)
    if ruling.overturned:
        raise RulingRefused(
            "/ruling",
            Text(
                "The ruling of record {seq} was overturned already, in record {overturned}.",
                seq=seq,
                overturned=ruling.overturned,
            ),
            ruling.overturned,
        )
    board: Board = game.board
    if not isinstance(ruling.body.remedy, Annul | Correct):
        return board
    if seq not in game.history.moves.after(game.seq):
        raise RulingRefused(
            "/ruling",
            Text(
                "The position that the ruling of record {seq} led to was taken back since: there "
                "is nothing to overturn.",
                seq=seq,
            ),
            seq,
        )
    return game.history.board(game.history.tips[seq - 2])


def rests_on_rule(game: Game, seq: int) -> bool:
    """Whether what overturns ruling `seq` has to name a rule: not where that ruling needed none."""
    ruling = game.proceedings.ruling(seq)
    return ruling is None or not isinstance(ruling.body.remedy, OfClocks)


def undone_by(game: Game, seq: int) -> tuple[int, ...]:
    """The actions that go out of force when ruling `seq` is overturned: those taken since on the
    line that it led to."""
    history = game.history
    before, after = history.tips[seq - 2], history.tips[seq - 1]
    if before == after:
        return ()
    back = set(history.line(before))
    return tuple(sorted(at for at in history.line(history.tips[game.seq - 1]) if at not in back))

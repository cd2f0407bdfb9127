"""Registers the kinds of records for claims, rulings and overturned rulings."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.game.aggregate.game import Game, need_seat, penalty_in_points
from domain.game.aggregate.history import History, tip_after_cut
from domain.game.aggregate.proceedings import Claim, ProceedingsDraft, Ruling
from domain.game.aggregate.replayed_record import ReplayedRecord
from domain.game.aggregate.visibility import Redaction
from domain.game.record import records as r
from domain.game.record.kinds import (
    WATCHERS,
    GameKind,
    IncomingRecord,
    readers_if_visible,
    register_game_kinds,
)
from domain.game.record.records import (
    FIRST,
    Adjudicate,
    Annul,
    Correct,
    Penalty,
    Remedy,
    SetClock,
    Stands,
    StartClocks,
    StopClocks,
)
from domain.game.refusals import CorrectionRefused
from domain.game.rulings.conditions import (
    Grounds,
    Wish,
    board_if_overturned,
    checked_consequence,
    need_claim,
    need_grounds,
    needs_rule_to_overturn,
    outcomes_unless_equal,
)
from domain.kernel.kinds import Notice, RecordDiffers, Reference
from domain.kernel.stored import StoredRecord
from domain.kernel.text import NO_WORDS, Text, joined
from domain.titles.contract.time_control import clock_text

# -- how it changes the chain ----------------------------------------------------------------------


def _fold_ruling(history: History, seq: int, incoming: IncomingRecord) -> tuple[int, Any]:
    remedy = (
        StoredRecord(history.id, seq, r.RulingGiven.__name__, incoming.state)
        .body_as(r.RulingGiven)
        .remedy
    )
    if not isinstance(remedy, Annul | Correct):
        return incoming.unchanged
    after = seq
    if isinstance(remedy, Annul):
        after = tip_after_cut(history, seq, remedy.from_seq, incoming.tip)
        history.rulings_below.add_cut(seq, lambda base: history.in_chain(base, after))
    history.rulings_below.add_ruling(seq, after)
    return after, incoming.undone if after == incoming.tip else None


def _fold_overturning(history: History, seq: int, incoming: IncomingRecord) -> tuple[int, Any]:
    """The fold of an overturned ruling. If its remedy changed what is in force, the position before
    it returns."""
    ruling = incoming.header.ruling
    if not FIRST < ruling < seq or history.topics[ruling - 1] != r.RulingGiven.__name__:
        raise ValueError(f"record {seq} overturns record {ruling}, which is no ruling")
    if ruling in history.overturned:
        raise ValueError(
            f"record {seq} overturns ruling {ruling}, which record {history.overturned[ruling]} "
            f"has overturned"
        )
    before, moved = history.tips[ruling - 2], history.tips[ruling - 2] != history.tips[ruling - 1]
    if moved:
        if ruling not in history.rulings_below.after(seq):
            raise ValueError(
                f"record {seq} overturns ruling {ruling}, whose position was taken back"
            )
        history.rulings_below.add_return(seq, ruling)
    history.overturned[ruling] = seq
    back = before if moved else incoming.tip
    return back, incoming.undone if back == incoming.tip else None


# -- what it does to claims and rulings ------------------------------------------------------------


def _add_claim(draft: ProceedingsDraft, seq: int, body: r.ClaimFiled) -> None:
    draft.claims[seq] = Claim(seq, body)


def _add_ruling(draft: ProceedingsDraft, seq: int, body: r.RulingGiven) -> None:
    draft.rulings[seq] = Ruling(seq, body)
    if body.claim in draft.claims:
        draft.claims[body.claim] = replace(draft.claims[body.claim], ruling=seq)


def _mark_overturned(draft: ProceedingsDraft, seq: int, body: r.RulingOverturned) -> None:
    claims = draft.claims
    ruling = draft.rulings[body.ruling] = replace(draft.rulings[body.ruling], overturned=seq)
    if ruling.body.claim in claims and claims[ruling.body.claim].ruling == body.ruling:
        claims[ruling.body.claim] = replace(claims[ruling.body.claim], ruling=0)


# -- who reads it ----------------------------------------------------------------------------------


def _sees_ruling(redaction: Redaction, seq: int, body: r.RulingGiven) -> bool:
    if not isinstance(body.remedy, Correct):
        return True
    patched = body.remedy.patch is not None
    return redaction.sees(seq, "", body.remedy.facts) and not (
        patched and (redaction.hides_after(seq - 1) or redaction.hides_after(seq))
    )


# -- how it is told --------------------------------------------------------------------------------


def _say_ruling(game: Game, body: r.RulingGiven) -> Text:
    claim = Text(" on the claim of record {claim}", claim=body.claim) if body.claim else NO_WORDS
    if not body.rule:
        return Text(
            "The arbiter rules{claim}: {ordered}.", claim=claim, ordered=_say_remedy(game, body)
        )
    return Text(
        "The arbiter rules{claim} by {rule}: {ordered}.",
        claim=claim,
        rule=body.rule,
        ordered=_say_remedy(game, body),
    )


def _say_remedy(game: Game, body: r.RulingGiven) -> Text:
    remedy, n = body.remedy, body.about
    if isinstance(remedy, Annul):
        return _ANNULLED[remedy.rolls].filled({"n": remedy.from_seq})
    if isinstance(remedy, Correct):
        return Text("the board is corrected")
    if isinstance(remedy, Penalty):
        points = penalty_in_points(game.setting, remedy)
        said = _PENALTIES[points > 0, remedy.ranks]
        return said.filled({"who": game.setting.name(remedy.seat), "points": abs(points)})
    if isinstance(remedy, Adjudicate):
        names = [game.setting.name(seat) for seat in remedy.outcome.winners]
        return (
            Text("the game is won by {names}", names=joined(names, Text(" and ")))
            if names
            else Text("nobody wins the game")
        )
    if isinstance(remedy, StopClocks):
        return Text("the clocks are stopped")
    if isinstance(remedy, StartClocks):
        return Text("the clocks run again")
    if isinstance(remedy, SetClock):
        return Text(
            "the clock of {who} is set to {time}",
            who=game.setting.name(remedy.seat),
            time=clock_text(remedy.left // 1000),
        )
    return Text("record {n} stands", n=n) if n else Text("nothing changes")


_PENALTIES = {
    (True, True): Text("{who} gets {points:point|points}"),
    (False, True): Text("{who} loses {points:point|points}"),
    (True, False): Text("{who} gets {points:point|points}, not for the places"),
    (False, False): Text("{who} loses {points:point|points}, not for the places"),
}
"""By whether points are given, and whether they count for the places."""

_ANNULLED = {
    "stands": Text("everything from record {n} on is annulled, its dice stand"),
    "reroll": Text("everything from record {n} on is annulled, its dice are rolled again"),
}


def _notices_of_ruling(game: Game, body: r.RulingGiven | r.RulingOverturned) -> Iterator[Notice]:
    yield Notice("ruling", game.player_seats, officials=True)


# -- how it is asked for again ---------------------------------------------------------------------


def _check_claim(on: ReplayedRecord, body: Any) -> None:
    need_seat(on.game, body.seat)
    need_claim(on.game, body.about, body.text)


def _check_ruling(on: ReplayedRecord, body: Any) -> None:
    game = on.game
    grounds = Grounds(body.rule, body.code, body.text, body.claim, body.about)
    last = game.history.record(game.seq).body
    if (
        isinstance(body.remedy, Stands)
        and isinstance(last, r.ActionTaken)
        and last.verdict is not None
    ):
        need_grounds(
            Game(game.history, game.checks, game.seq - 1),
            Grounds(body.rule, body.code, body.text, body.claim),
        )
        on.need_same("about", game.seq)
        return
    try:
        consequence = checked_consequence(game, _wish_of_remedy(game, body.remedy), grounds)
    except CorrectionRefused:
        if on.binding:
            raise
        return
    claim = game.proceedings.claim(body.claim) if body.claim else None
    if claim is not None and not body.about:
        on.need_same("about", claim.body.about)
    named, outcome = body.remedy, consequence.remedy
    if (
        isinstance(named, Adjudicate)
        and isinstance(outcome, Adjudicate)
        and outcomes_unless_equal(named.outcome, outcome.outcome)
    ):
        raise RecordDiffers(Text("no ruling names such an outcome"))


def _check_overturned(on: ReplayedRecord, body: Any) -> None:
    need_grounds(
        on.game,
        Grounds(body.rule, body.code, body.text),
        rule=needs_rule_to_overturn(on.game, body.ruling),
    )
    board_if_overturned(on.game, body.ruling)


def _wish_of_remedy(game: Game, remedy: Remedy) -> Wish:
    if isinstance(remedy, Annul):
        return Wish("annul", from_seq=remedy.from_seq, rolls=remedy.rolls)
    if isinstance(remedy, Correct):
        return Wish(
            "correct", facts=tuple(msgspec.json.decode(remedy.facts)), patch=remedy.patch or ()
        )
    if isinstance(remedy, Penalty):
        return Wish("penalty", seat=remedy.seat, points=penalty_in_points(game.setting, remedy))
    if isinstance(remedy, Adjudicate):
        return Wish("adjudicate", winners=remedy.outcome.winners)
    if isinstance(remedy, SetClock):
        return Wish("set-clock", seat=remedy.seat, milliseconds=remedy.left)
    if isinstance(remedy, StopClocks | StartClocks):
        return Wish("stop-clocks" if isinstance(remedy, StopClocks) else "start-clocks")
    return Wish("stands")


register_game_kinds(
    GameKind(
        record=r.ClaimFiled,
        references={"about": Reference()},
        reads=WATCHERS,
        part="claim",
        says=Text("{who} files a claim about record {about}."),
        asks=_check_claim,
        column="proceedings",
        add_proceeding=_add_claim,
        notices=lambda game, body: [Notice("claim", officials=True)],
        stops_clocks=lambda game: bool(game.proceedings.open_claims),
        grows=True,
    ),
    GameKind(
        record=r.RulingGiven,
        references={
            "claim": Reference((r.ClaimFiled,), may_be_none=True),
            "about": Reference(may_be_none=True),
        },
        reads=readers_if_visible(_sees_ruling),
        part="ruling",
        says=_say_ruling,
        by_hand=True,
        why="text",
        asks=_check_ruling,
        column="proceedings",
        fold=_fold_ruling,
        add_proceeding=_add_ruling,
        notices=_notices_of_ruling,
        stops_clocks=lambda game: game.proceedings.clock_stop is not None,
    ),
    GameKind(
        record=r.RulingOverturned,
        reads=WATCHERS,
        part="ruling",
        says=lambda _, body: Text(
            "The ruling of record {ruling} is overturned.", ruling=body.ruling
        ),
        by_hand=True,
        why="text",
        asks=_check_overturned,
        column="proceedings",
        fold=_fold_overturning,
        add_proceeding=_mark_overturned,
        notices=_notices_of_ruling,
    ),
)

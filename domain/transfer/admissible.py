"""Admissibility of a record: whether the clerk would have written it. *Whatever the clerk refuses,
the replay refuses.*

Each stored record is turned back into what was asked for, and asked again, on the position before
it, of the very functions that the use cases ask (`domain/game/procedure/`). What they refuse is
refused here, in their words; and what they work out has to be what the record says: which seats
have to agree, which actions go out of force, how the game ended.

Not asked again: what no record tells (who held which key or link, words that were erased, the seq
that a write named), and how sentences are worded, which gets better without a new version of the
rules. Which actions are legal, which boards are sound and what is on a sheet is asked only of the
newest version of a title (`binding`): an older one is kept for what came of actions, not to judge
them.
"""

from collections.abc import Callable
from typing import Any, get_args

import msgspec

from domain.game.aggregate.game import Game, need_play, need_seat
from domain.game.aggregate.proceedings import Proceedings, read_proceedings
from domain.game.clerk.seats import need_empty, need_player, sitting
from domain.game.procedure.contributions import need_committable, need_revealable, parts_of, players
from domain.game.procedure.notes import need_listing, need_remark
from domain.game.procedure.rulings import (
    Grounds,
    Wish,
    need_claim,
    need_grounds,
    rests_on_rule,
    to_let_stand,
    to_overturn,
    weighed,
)
from domain.game.procedure.seals import need_sealable
from domain.game.procedure.sheets import need_finished, score_digest, sheet_at, sheet_digest
from domain.game.procedure.undo import affected, line_from, to_restore, to_retract
from domain.game.record import records as r
from domain.game.record.records import (
    POLICIES,
    UMPIRE,
    Adjudicate,
    Annul,
    Correct,
    Penalty,
    Purpose,
    Record,
    Remedy,
    SetClock,
    Stands,
    StartClocks,
    StopClocks,
)
from domain.game.refusals import CorrectionRefused, GameIsClosed, IllegalAction
from domain.game.table.consent import LONGEST, settles, to_answer, to_ask
from domain.kernel.refusals import KeyReused, Refusal
from domain.kernel.text import Text
from domain.proof.chance.dice import LEAST_CONTRIBUTION, MOST_CONTRIBUTION, contribution_commitment
from domain.titles.codec import decode_action
from domain.titles.contract.ruleset import kebab
from domain.transfer.recheck import other_outcome

HEX = frozenset("0123456789abcdef")


class Inadmissible(Exception):
    """The clerk would have written something else; `text` says what is wrong with the record, as
    the end of a sentence."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def refused(e: Refusal) -> Inadmissible:
    return Inadmissible(Text("the service would have refused it: “{why}”", why=_open(e.text)))


def _open(sentence: Text) -> Text:
    return sentence.changed(lambda words: words.rstrip("."))


def need_admissible(game: Game, body: Record, after: Record | None, *, binding: bool) -> None:
    """Raise `Inadmissible` unless the clerk would have written this record at a game's position;
    `after` is the record that follows it, if there is one: some are only written together."""
    try:
        if game.closed:
            raise GameIsClosed(game.id)
        used = game.history.keys.get((body.actor, body.key)) if body.key else None
        if used:
            raise KeyReused(body.key, used)
        _Asking(game, body, after, binding).ask()
    except Refusal as e:
        raise refused(e) from None


class _Asking:
    """One record, asked for again. A method for each kind, by its topic."""

    def __init__(self, game: Game, body: Any, after: Record | None, binding: bool) -> None:
        self.game, self.body, self.after, self.binding = game, body, after, binding

    def ask(self) -> None:
        before = self.game.history.filed(self.game.seq).body
        if isinstance(before, r.RetractionAnswered) and not isinstance(
            self.body, r.ActionsRetracted
        ):
            self._need_unsettled(before)
        ask: Callable[[], None] = getattr(
            self, f"_{kebab(type(self.body).__name__).replace('-', '_')}"
        )
        ask()

    def _need_unsettled(self, answer: r.RetractionAnswered) -> None:
        """The last agreement and what it grants are stored together."""
        there = self.proceedings(
            Game(self.game.history, self.game.checks, self.game.seq - 1)
        ).proposal(answer.asked)
        if answer.answer == "agree" and there is not None and settles(there, answer.seat):
            raise Inadmissible(
                Text(
                    "with record {seq} everybody had agreed, and what was asked for is not taken "
                    "back",
                    seq=self.game.seq,
                ),
            )

    def proceedings(self, game: Game) -> Proceedings:
        return read_proceedings(game.history, game.seq, self.body.at)

    def same(self, name: str, computed: object) -> None:
        stated = getattr(self.body, name)
        if stated != computed:
            raise Inadmissible(
                Text(
                    "its {name} is {shown}, where {shown2} was to be written",
                    name=name,
                    shown=_shown(stated),
                    shown2=_shown(computed),
                ),
            )

    # -- dice and seals ----------------------------------------------------------------------------

    def _contribution_committed(self) -> None:
        need_committable(self.game, self.body.seat)

    def _contribution_revealed(self) -> None:
        game, body = self.game, self.body
        value = bytes.fromhex(body.value)
        if not LEAST_CONTRIBUTION <= len(value) <= MOST_CONTRIBUTION:
            raise Inadmissible(Text("its part has {count} bytes", count=len(value)))
        parts = parts_of(game)
        own = next((part for part in parts if part.seat == body.seat), None)
        by_seats = [part.seat for part in parts if part.by == "seat" and not part.value]
        waiting = [part.seat for part in parts if part.by == "service" and not part.value]
        if own is not None and own.by == "service":
            bound = contribution_commitment(game.id, body.seat, value).hex() == own.commitment
            if (
                body.by != "service"
                or own.value
                or not bound
                or len(parts) < len(players(game))
                or len(by_seats) > 1
            ):
                raise Inadmissible(
                    Text(
                        "the service shows a part that it made up, and not when the last seat "
                        "shows its own"
                    ),
                )
            return
        need_revealable(game, body.seat, value)
        self.same("by", "seat")
        if by_seats == [body.seat] and waiting:
            raise Inadmissible(
                Text(
                    "the last seat shows its part before the service has shown those that it made "
                    "up ({waiting})",
                    waiting=", ".join(waiting),
                ),
            )

    def _value_sealed(self) -> None:
        need_sealable(self.game, self.body.seat, self.body.slot)
        if len(self.body.seal) != 64 or not set(self.body.seal) <= HEX:
            raise Inadmissible(Text("its seal is no SHA-256 in hex"))

    # -- seats -------------------------------------------------------------------------------------

    def _seat_taken(self) -> None:
        need_empty(self.game, self.body.seat)

    def _seat_left(self) -> None:
        self.same("player", sitting(self.game, self.body.seat).player)

    def _position_signed(self) -> None:
        need_player(self.game, self.body.seat)
        if not r.FIRST <= self.body.about <= self.game.seq:
            raise Inadmissible(
                Text("it signs record {about}, which is not before it", about=self.body.about),
            )

    # -- playing -----------------------------------------------------------------------------------

    def _action_taken(self) -> None:
        game, body = self.game, self.body
        need_seat(game, body.seat)
        need_play(game)
        action = decode_action(game.rules, body.action)
        if body.verdict is not None:
            after = self.after
            let = (
                isinstance(after, r.RulingGiven)
                and isinstance(after.remedy, Stands)
                and after.about == game.seq + 1
            )
            if after is not None and not let:
                raise Inadmissible(
                    Text("it is said to be forbidden, and no ruling that lets it stand follows"),
                )
            if self.binding:
                to_let_stand(game, body.seat, action)
        elif self.binding:
            verdict = game.rules.judge(game.board, body.seat, action)
            if not verdict.legal:
                raise IllegalAction(verdict)

    def _game_closed(self) -> None:
        difference = other_outcome(self.body.outcome, self.game.outcome)
        if difference is not None and (self.binding or self.game.proceedings.outcome is not None):
            stated, right = difference
            raise Inadmissible(
                Text(
                    "it closes the game with another outcome than it has: “{told}”, and not "
                    "“{right}”",
                    told=_open(stated),
                    right=_open(right),
                )
            )

    def _sheet_handed_on(self) -> None:
        game, opened = self.game, self.game.opened
        if game.handed_on:
            raise Inadmissible(
                Text(
                    "the sheet was handed on before, in record {handed_on}",
                    handed_on=game.handed_on,
                ),
            )
        if not opened.campaign:
            raise Inadmissible(Text("this game is none of a campaign's"))
        need_finished(game, opened.scenario)
        self.same("campaign", opened.campaign)
        self.same("scenario", opened.scenario + 1)
        if self.binding:
            self.same("sheet", sheet_digest(sheet_at(game)))

    def _result_handed_in(self) -> None:
        game, opened = self.game, self.game.opened
        if not opened.tournament:
            raise Inadmissible(Text("this game is none of a tournament's"))
        if game.handed_in:
            raise Inadmissible(
                Text(
                    "the result was handed in before, in record {handed_in}",
                    handed_in=game.handed_in,
                ),
            )
        for name in ("tournament", "round", "table"):
            self.same(name, getattr(opened, name))
        if self.binding:
            self.same("digest", score_digest(game))

    def _result_reopened(self) -> None:
        self.same("handed", self.game.handed_in)
        self.same("tournament", self.game.opened.tournament)

    # -- taking back -------------------------------------------------------------------------------

    def _retraction_asked(self) -> None:
        body = self.body
        gone = to_ask(self.game, body.seat, body.from_seq, self.proceedings(self.game).proposals)
        self.same("affected", affected(self.game, body.seat, gone))
        seconds = (body.until - body.at).total_seconds() if body.until is not None else 0
        if not 0 < seconds <= LONGEST:
            raise Inadmissible(Text("it does not stay open for as long as one can"))

    def _retraction_answered(self) -> None:
        if self.body.answer not in ("agree", "refuse"):
            raise Inadmissible(Text("nobody answers like this"))
        agree = self.body.answer == "agree"
        to_answer(
            self.game,
            self.body.asked,
            self.body.seat,
            self.proceedings(self.game).proposals,
            agree=agree,
        )

    def _actions_retracted(self) -> None:
        game, body = self.game, self.body
        if body.asked:
            self._granted()
            return
        if body.seat != UMPIRE:
            need_seat(game, body.seat)
        gone = to_retract(game, body.seat, body.from_seq)
        self.same("actions", tuple(step.seq for step in reversed(gone)))
        self.same("agreed", ())

    def _granted(self) -> None:
        """What was asked for goes with the last agreement, and with that alone."""
        game, body = self.game, self.body
        last = game.history.filed(game.seq).body
        before = Game(game.history, game.checks, game.seq - 1) if game.seq > 1 else game
        proposal = self.proceedings(before).proposal(body.asked)
        if (
            proposal is None
            or not (
                isinstance(last, r.RetractionAnswered)
                and last.asked == body.asked
                and last.answer == "agree"
            )
            or not settles(proposal, last.seat)
        ):
            raise Inadmissible(
                Text(
                    "not all who were to agree to what record {asked} asked for have agreed with "
                    "the record before it",
                    asked=body.asked,
                ),
            )
        self.same("seat", proposal.body.seat)
        self.same("from_seq", proposal.body.from_seq)
        self.same("reason", proposal.body.reason)
        self.same("actions", tuple(sorted(line_from(game, body.from_seq))))
        self.same("agreed", (*(reply.seat for reply in proposal.replies), last.seat))

    def _actions_restored(self) -> None:
        if self.body.seat != UMPIRE:
            need_seat(self.game, self.body.seat)
        self.same("retraction", to_restore(self.game, self.body.seat))

    # -- the desk ----------------------------------------------------------------------------------

    def _claim_filed(self) -> None:
        need_seat(self.game, self.body.seat)
        need_claim(self.game, self.body.about, self.body.text)

    def _note_added(self) -> None:
        need_remark(self.game, self.body.text, self.body.about, self.body.seat)

    def _listing_changed(self) -> None:
        need_listing(self.game, self.body.public, self.body.tags)

    def _ruling_given(self) -> None:
        game, body = self.game, self.body
        grounds = Grounds(body.rule, body.code, body.text, body.claim, body.about)
        last = game.history.filed(game.seq).body
        if (
            isinstance(body.remedy, Stands)
            and isinstance(last, r.ActionTaken)
            and last.verdict is not None
        ):
            need_grounds(
                Game(game.history, game.checks, game.seq - 1),
                Grounds(body.rule, body.code, body.text, body.claim),
            )
            self.same("about", game.seq)
            return
        try:
            consequence = weighed(game, _wish(body.remedy), grounds)
        except CorrectionRefused:
            if self.binding:
                raise
            return
        claim = game.proceedings.claim(body.claim) if body.claim else None
        if claim is not None and not body.about:
            self.same("about", claim.body.about)
        named, outcome = body.remedy, consequence.remedy
        if (
            isinstance(named, Adjudicate)
            and isinstance(outcome, Adjudicate)
            and other_outcome(named.outcome, outcome.outcome)
        ):
            raise Inadmissible(Text("no ruling names such an outcome"))

    def _ruling_overturned(self) -> None:
        body = self.body
        need_grounds(
            self.game,
            Grounds(body.rule, body.code, body.text),
            rule=rests_on_rule(self.game, body.ruling),
        )
        to_overturn(self.game, body.ruling)

    def _game_opened(self) -> None:
        raise Inadmissible(Text("a game is opened once"))


def need_opened_well(game: Game, *, binding: bool) -> None:
    """Raise `Inadmissible` unless a game could have been opened like this: its seats, its undo
    policy, its seals, its lineage. An older version may have had fewer actions that are chosen in
    secret."""
    opened, rules = game.opened, game.rules
    if [(seat.id, seat.role) for seat in opened.seats] != [
        (spec.id, spec.role) for spec in game.setting.seat_specs
    ]:
        raise Inadmissible(Text("its seats are not those of the rules"))
    if opened.undo not in POLICIES:
        raise Inadmissible(Text("there is no such undo policy"))
    secret = tuple(kebab(kind.__name__) for kind in rules.secret_types)
    fits = opened.seals == secret if binding else set(opened.seals) <= set(secret)
    if opened.seals and (not fits or opened.lineage is not None):
        raise Inadmissible(Text("it seals other actions than are chosen in secret"))
    if opened.lineage is not None and (
        opened.campaign or opened.lineage.purpose not in get_args(Purpose)
    ):
        raise Inadmissible(
            Text("no branch grows for a campaign, or for another purpose than there are"),
        )
    if bool(opened.campaign) != (opened.scenario > 0):
        raise Inadmissible(Text("a campaign's game has the number of its scenario"))


def _wish(remedy: Remedy) -> Wish:
    if isinstance(remedy, Annul):
        return Wish("annul", from_seq=remedy.from_seq, rolls=remedy.rolls)
    if isinstance(remedy, Correct):
        return Wish(
            "correct", facts=tuple(msgspec.json.decode(remedy.facts)), patch=remedy.patch or ()
        )
    if isinstance(remedy, Penalty):
        return Wish("penalty", seat=remedy.seat, points=remedy.points)
    if isinstance(remedy, Adjudicate):
        return Wish("adjudicate", winners=remedy.outcome.winners)
    if isinstance(remedy, SetClock):
        return Wish("set-clock", seat=remedy.seat, milliseconds=remedy.left)
    if isinstance(remedy, StopClocks | StartClocks):
        return Wish("stop-clocks" if isinstance(remedy, StopClocks) else "start-clocks")
    return Wish("stands")


def _shown(value: object) -> str:
    text = ", ".join(map(str, value)) or "–" if isinstance(value, tuple) else str(value) or "–"
    return text if len(text) <= 80 else f"{text[:79]}…"

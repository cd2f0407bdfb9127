"""The use cases of undo: taking back and restoring alone, and by consent: ask, agree, refuse,
withdraw.

A request to take back (a proposal) is a record, and so is each answer. The last agreement and the
retraction it grants are stored together or not at all. A proposal lapses when play moves on or
ends, or when its time is over; that follows from the records, and no record is written for it.
"""

from datetime import timedelta

from domain.game.aggregate.game import Game
from domain.game.application import ClerkApplication, UseCases
from domain.game.commands import Answer, Order
from domain.game.record.records import (
    ActionsRestored,
    ActionsRetracted,
    GameRecord,
    RetractionAnswered,
    RetractionAsked,
)
from domain.game.undo.conditions import (
    DAY,
    LONGEST,
    Proposal,
    in_force_from,
    is_granted_by,
    proposal_to_answer,
    proposals_of,
    retraction_to_restore,
    seats_to_agree,
    steps_to_ask_for,
    steps_to_retract,
)
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.kernel.writer import Unit


class Undo(ClerkApplication):
    def undo(
        self, order: Order, seat: str, from_seq: int | None = None, reason: str = ""
    ) -> Answer:
        """Take back everything in force from record `from_seq` on (default: the last action), as
        far as the policy lets the seat. With `UMPIRE` as the seat, back to any record."""

        def record(game: Game, unit: Unit) -> GameRecord:
            gone = steps_to_retract(game, seat, from_seq)
            return ActionsRetracted(
                **unit.stamp,
                seat=seat,
                from_seq=gone[-1].seq,
                actions=tuple(step.seq for step in reversed(gone)),
                reason=unit.keep_text(reason, "/reason"),
            )

        return self.write(order, record)

    def redo(self, order: Order, seat: str) -> Answer:
        """Restore the actions of the newest retraction. This is possible until another action is
        taken."""

        def record(game: Game, unit: Unit) -> GameRecord:
            return ActionsRestored(
                **unit.stamp, seat=seat, retraction=retraction_to_restore(game, seat)
            )

        return self.write(order, record)


class Consents(UseCases):
    def proposals(self, game: Game) -> tuple[Proposal, ...]:
        """The proposals of a game, oldest first, as of now."""
        return proposals_of(game, self._clerk.clock())

    def ask(
        self,
        order: Order,
        seat: str,
        from_seq: int | None = None,
        reason: str = "",
        seconds: int = DAY,
    ) -> Answer:
        """Record a seat's request to take back everything in force from record `from_seq` on
        (default: the last action). `seconds` later it lapses."""
        if not 0 < seconds <= LONGEST:
            raise BadRequest(
                "/seconds",
                Text("A proposal stays open for 1 to {longest} seconds.", longest=LONGEST),
            )

        def record(game: Game, unit: Unit) -> GameRecord:
            stamp = unit.stamp
            gone = steps_to_ask_for(
                game,
                seat,
                from_seq,
                proposals_of(game, stamp["at"]),
            )
            return RetractionAsked(
                **stamp,
                seat=seat,
                from_seq=gone[-1].seq,
                affected=seats_to_agree(game, seat, gone),
                reason=unit.keep_text(reason, "/reason"),
                until=stamp["at"] + timedelta(seconds=seconds),
            )

        return self._clerk.write(order, record)

    def answer(self, order: Order, seq: int, seat: str, *, agree: bool) -> Answer:
        """Record an answer to the request of record `seq`: a seat that was asked agrees or refuses,
        and the seat that asked withdraws it by refusing. The arbiter answers for all. The last
        agreement also records the retraction, which then answers the order."""

        def record(game: Game, unit: Unit) -> GameRecord | tuple[GameRecord, ...]:
            stamp = (
                unit.stamp
            )  # it lapses by the time of the answer, as later readers of the records will find
            proposal = proposal_to_answer(
                game,
                seq,
                seat,
                proposals_of(game, stamp["at"]),
                agree=agree,
            )
            word = RetractionAnswered(
                **stamp, asked=seq, seat=seat, answer="agree" if agree else "refuse"
            )
            if not agree or not is_granted_by(proposal, seat):
                return word
            agreed = [*(reply.seat for reply in proposal.replies), seat]
            gone = in_force_from(game, proposal.body.from_seq)
            unkeyed = RetractionAnswered(
                at=stamp["at"], actor=order.actor, asked=seq, seat=seat, answer="agree"
            )
            return unkeyed, ActionsRetracted(
                **stamp,
                seat=proposal.body.seat,
                from_seq=proposal.body.from_seq,
                actions=tuple(sorted(gone)),
                reason=proposal.body.reason,
                asked=seq,
                agreed=tuple(agreed),
            )

        return self._clerk.write(order, record)

"""Further parts of a seat's page: taking back, proposals, claims, the seats with their players."""

from msgspec import Struct

from api.game.entries import EntryReader
from api.game.play.offers import with_capital
from api.game.play.since import past_record
from api.game.request import decision_reader
from api.game.schemas import ClaimAt, ProposalAt
from api.web.pages.pages import site
from api.web.request.service import may_read_words
from domain.game.aggregate.game import Game, seat_name, seat_ranks
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.people import People
from domain.game.record.records import UMPIRE, ActionsRetracted
from domain.game.refusals import UndoRefused
from domain.game.seats.kinds import is_only_numbered
from domain.game.undo.conditions import (
    in_force_from,
    retraction_to_restore,
    seats_to_agree,
    steps_from,
    steps_to_retract,
)
from domain.game.undo.use_cases import Consents
from domain.kernel.amounts import Plain, read_amount
from domain.kernel.text import Lang, Text
from domain.titles.contract.ruleset import PUBLIC, Audience
from projections.boards.pictures import Pictures, pictures_of_view, with_differences_marked
from projections.boards.positions import score_at

_ARBITER = Text("the arbiter")  # The form of a name within a sentence.

STEPS = 8  # The last actions that can be chosen to go back to.


class UndoStep(Struct, frozen=True):
    """An action that a seat can go back to: whether it may do so alone (`alone`), else why not, and
    which seats would have to agree (`asks`)."""

    seq: int
    sentence: str
    alone: bool
    why: str
    asks: tuple[str, ...]


class UndoChoices(Struct, frozen=True):
    """The last actions that a seat can go back to, or `why` there is none; and the retraction that
    it can undo (`restorable_seq`; 0: none) with the sentence of its first action."""

    steps: tuple[UndoStep, ...]
    restorable_seq: int
    restorable_sentence: str
    why: str


class OpenProposal(Struct, frozen=True):
    """An open proposal: who makes it, the sentences of the actions that would go, who has yet to
    agree, the reader's seats that can answer (ids and names), whether the reader can withdraw it,
    and the board it would lead to, with differences marked."""

    proposal: ProposalAt
    who: str
    goes: tuple[str, ...]
    waits: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    withdraws: bool
    drawn: Pictures


class TableSeat(Struct, frozen=True):
    """A seat at the table: its name (left empty for a seat that is only numbered, if its player is
    known), its player's name (`called`), whether somebody sits there (`taken`) and since which
    record, its points with the penalty, whether it is to act, and whether it is the reader's
    `own`."""

    id: str
    name: str
    role: str
    called: str
    taken: bool
    points: Plain | None
    penalty: Plain
    to_act: bool
    own: bool
    since: int


class PointsBar(Struct, frozen=True):
    """The points of a seat or side as a bar at the end of a game. `length` is a share of the
    longest bar, 0 to 1."""

    name: str
    points: Plain
    penalty: Plain
    won: bool
    length: float


@site.app_template_global()
def bars(places: tuple[TableSeat, ...], head: Game) -> list[PointsBar]:
    """The bars of the scored seats, best first; mates share one."""
    scored = {place.id: place for place in places if place.points is not None}
    points = {id: float(read_amount(place.points or 0)) for id, place in scored.items()}
    longest = max(1.0, *points.values()) if points else 1.0
    winners = head.outcome.winners if head.outcome else ()
    ranks = seat_ranks(head, {id: read_amount(place.points or 0) for id, place in scored.items()})
    ranked = sorted(scored, key=lambda seat: ranks.get(seat, 0))
    return [
        PointsBar(
            " & ".join(
                scored[mate].called or scored[mate].name for mate in mates if mate in scored
            ),
            scored[mates[0]].points or 0,
            scored[mates[0]].penalty,
            mates[0] in winners,
            max(0.0, points[mates[0]]) / longest,
        )
        for mates in dict.fromkeys(map(head.setting.mates, ranked))
    ]


def undo_choices(
    clerk: Clerk, game: Game, audience: Audience, lang: Lang, seat: str
) -> UndoChoices:
    if game.closed:
        return UndoChoices((), 0, "", "")
    restore, restores = _redo_choice(clerk, game, lang, seat)
    try:
        steps_from(game, None)
    except UndoRefused as e:
        return UndoChoices((), restore, restores, e.text.printed(lang))
    line = in_force_from(game, 1)[:STEPS]
    entry_reader = EntryReader(clerk, game, audience, min(line), words=may_read_words())
    steps = tuple(
        _undo_step(game, seq, past_record(entry_reader, seq, lang).sentence, lang, seat)
        for seq in line
    )
    return UndoChoices(steps, restore, restores, "")


def _undo_step(game: Game, seq: int, sentence: str, lang: Lang, seat: str) -> UndoStep:
    try:
        steps_to_retract(game, seat, seq)
    except UndoRefused as e:
        gone = steps_from(game, seq)
        return UndoStep(
            seq,
            sentence,
            False,
            e.text.printed(lang),
            _seat_names(game, seats_to_agree(game, seat, gone), lang),
        )
    return UndoStep(seq, sentence, True, "", ())


def _redo_choice(clerk: Clerk, game: Game, lang: Lang, seat: str) -> tuple[int, str]:
    try:
        seq = retraction_to_restore(game, seat)
    except UndoRefused:
        return 0, ""
    first = game.history.record(seq).body_as(ActionsRetracted).from_seq
    reader = EntryReader(clerk, game, PUBLIC, first, words=may_read_words())
    return seq, past_record(reader, first, lang).sentence


def open_proposals(
    clerk: Clerk,
    game: Game,
    audience: Audience,
    lang: Lang,
    seats: tuple[str, ...],
    drawn: Pictures,
) -> tuple[OpenProposal, ...]:
    """The open proposals; `seats` are those for which the reader may answer, `drawn` is the current
    board's picture."""
    reader = decision_reader(game, audience)
    pending = (
        reader.proposal(proposal)
        for proposal in Consents(clerk).proposals(game)
        if proposal.state == "open"
    )
    return tuple(_open_proposal(game, item, lang, seats, drawn) for item in pending)


def _open_proposal(
    game: Game, proposal: ProposalAt, lang: Lang, seats: tuple[str, ...], drawn: Pictures
) -> OpenProposal:
    after = pictures_of_view(game, proposal.board or {}, game.added_points, lang, tuple(drawn))
    return OpenProposal(
        proposal,
        seat_name(game, proposal.seat).printed(lang),
        tuple(step.sentence.printed(lang) for step in proposal.steps),
        _seat_names(game, proposal.waits_for, lang),
        tuple(
            (seat, seat_name(game, seat).printed(lang))
            for seat in proposal.waits_for
            if seat in seats
        ),
        proposal.seat in seats,
        with_differences_marked(after, drawn, lang),
    )


def claims(game: Game, audience: Audience) -> tuple[ClaimAt, ...]:
    reader = decision_reader(game, audience)
    return tuple(reader.claim(claim) for claim in game.proceedings.claims)


def table_seats(
    clerk: Clerk, game: Game, lang: Lang, own: tuple[str, ...] = ()
) -> tuple[TableSeat, ...]:
    sitters = {sitter.seat: sitter for sitter in People(clerk).at_table(game)}
    called = {seat: sitter.name for seat, sitter in sitters.items() if sitter.name}
    points = {line.seat: line for line in score_at(game).score}
    return tuple(
        TableSeat(
            id=spec.id,
            name=""
            if spec.id in called and is_only_numbered(spec.name.en)
            else with_capital(spec.name.printed(lang)),
            role=spec.role,
            called=called.get(spec.id, ""),
            taken=spec.id in sitters,
            points=points[spec.id].total if spec.id in points else None,
            penalty=points[spec.id].penalty if spec.id in points else 0,
            to_act=spec.id in game.to_act,
            own=spec.id in own,
            since=sitters[spec.id].since if spec.id in sitters else 0,
        )
        for spec in game.setting.seat_specs
    )


def _seat_names(game: Game, seats: tuple[str, ...], lang: Lang) -> tuple[str, ...]:
    return tuple(
        (_ARBITER if seat == UMPIRE else seat_name(game, seat)).printed(lang) for seat in seats
    )

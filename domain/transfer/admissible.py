"""Checks whether the clerk would have written a record of a game. *Whatever the clerk refuses, the
replay refuses.*

Each stored record is turned back into a request, and the functions that the use cases call
(`domain/game/*/conditions.py`) decide it again on the position before it. If they refuse, their
sentence is reported. What they compute must equal what the record contains: which seats have to
agree, which actions go out of force, how the game ended.

Not checked: what no record contains (who had which key or link, erased words, the seq that a write
named), and the wording of sentences, which may improve without a new version of the rules. Whether
actions are legal, boards sound and sheets right is checked only for the newest version of a title
(`binding`). Records of a game of an older version are only folded.
"""

from typing import get_args

from domain.game.aggregate.game import Game
from domain.game.aggregate.replayed_record import ReplayedRecord
from domain.game.play.sheets import sheet_digest
from domain.game.record.kinds import kind_of
from domain.game.record.records import POLICIES, Purpose, Record
from domain.game.refusals import GameIsClosed
from domain.kernel.commitments import is_commitment, text_commitments
from domain.kernel.kinds import RecordDiffers
from domain.kernel.refusals import KeyReused
from domain.kernel.replay import refusals_as_differences
from domain.kernel.text import Text
from domain.titles.contract.ruleset import kebab


def need_admissible(game: Game, body: Record, after: Record | None, *, binding: bool) -> None:
    """Raise `RecordDiffers` unless the clerk would have written this record at the position `game`.
    `after`: the next record (None: there is none), since some are only written in pairs.
    `binding`: the game was opened with the newest version of its title."""
    with refusals_as_differences():
        if game.closed:
            raise GameIsClosed(game.id)
        used = game.history.keys.get((body.actor, body.key)) if body.key else None
        if used:
            raise KeyReused(body.key, used)
        if not all(map(is_commitment, text_commitments(body))):
            raise RecordDiffers(Text("its words are no commitment"))
        replayed = ReplayedRecord(game, body, after, binding)
        check_next = kind_of(replayed.previous).check_next
        if check_next is not None:
            check_next(replayed, replayed.previous)
        kind_of(body).ask(replayed, body)


def need_valid_opening(game: Game, *, binding: bool) -> None:
    """Raise `RecordDiffers` unless a game can be opened with these seats, undo policy, seals and
    lineage. `binding`: it was opened with the newest version of its title; an older version may
    have sealed fewer kinds of actions."""
    opened, rules = game.opened, game.rules
    if [(seat.id, seat.role) for seat in opened.seats] != [
        (spec.id, spec.role) for spec in game.setting.seat_specs
    ]:
        raise RecordDiffers(Text("its seats are not those of the rules"))
    if opened.undo not in POLICIES:
        raise RecordDiffers(Text("there is no such undo policy"))
    secret = tuple(kebab(kind.__name__) for kind in rules.secret_types)
    fits = opened.seals == secret if binding else set(opened.seals) <= set(secret)
    if opened.seals and (not fits or opened.lineage is not None):
        raise RecordDiffers(Text("it seals other actions than are chosen in secret"))
    if opened.lineage is not None and (
        opened.campaign or opened.lineage.purpose not in get_args(Purpose)
    ):
        raise RecordDiffers(
            Text("no branch grows for a campaign, or for another purpose than there are"),
        )
    if bool(opened.campaign) != (opened.scenario > 0):
        raise RecordDiffers(Text("a campaign's game has the number of its scenario"))
    sheet = opened.options.get("sheet")
    carried = rules.carried_options(sheet, opened.scenario) if opened.campaign else {}
    begun = {**opened.options, **carried, "of": sheet_digest(sheet) if sheet else ""}
    if carried and begun != {**opened.options, "of": opened.sheet}:
        raise RecordDiffers(Text("it does not begin with the sheet that it names"))

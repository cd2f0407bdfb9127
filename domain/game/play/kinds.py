"""Registers the kinds of records for openings, actions and closings, and for what campaigns and
tournaments write into their games."""

from typing import Any

from domain.game.aggregate.correction import corrected_board
from domain.game.aggregate.game import Game, need_not_adjudicated, need_seat
from domain.game.aggregate.history import History
from domain.game.aggregate.replayed_record import ReplayedRecord
from domain.game.aggregate.visibility import Redaction
from domain.game.play.sheets import need_finished, score_digest, sheet_at, sheet_digest
from domain.game.record import records as r
from domain.game.record.kinds import (
    WATCHERS,
    GameKind,
    IncomingRecord,
    readers_if_visible,
    register_game_kinds,
)
from domain.game.record.records import FIRST, Stands, remedy_of
from domain.game.refusals import IllegalAction
from domain.game.rulings.conditions import (
    award_sentence,
    outcomes_unless_equal,
    verdict_to_let_stand,
)
from domain.kernel.kinds import NeverAsked, RecordDiffers, Reference
from domain.kernel.replay import without_full_stop
from domain.kernel.text import NO_WORDS, Text
from domain.titles.codec import decode_action

# -- how it changes the chain ----------------------------------------------------------------------


def _fold_handing_on(history: History, seq: int, incoming: IncomingRecord) -> tuple[int, Any]:
    history.handed = history.handed or seq
    return incoming.unchanged


def _fold_without_redo(history: History, seq: int, incoming: IncomingRecord) -> tuple[int, Any]:
    """The fold of records after which no retraction can be restored."""
    return incoming.tip, None


# -- who reads it ----------------------------------------------------------------------------------


def _sees_action(redaction: Redaction, seq: int, body: r.ActionTaken) -> bool:
    return (
        redaction.sees(seq, body.seat, body.facts)
        and redaction.sight.can_read(body.seat, decode_action(redaction.rules, body.action), seq)
        and (body.verdict is None or not redaction.hides_after(seq - 1))
    )


def _sees_opening(redaction: Redaction, seq: int, body: r.GameOpened) -> bool:
    if not redaction.sees(FIRST, "", body.facts):
        return False
    rules, board = redaction.rules, redaction.sight.blank_board
    board = corrected_board(rules, board, body.facts, None)
    for step in body.grown:
        before, board = board, corrected_board(rules, board, step.facts, step.patch)
        if not redaction.sees(FIRST, step.seat, step.facts):
            return False
        if step.patch is not None and (redaction.hides(before) or redaction.hides(board)):
            return False
    return True


# -- how it is told --------------------------------------------------------------------------------


def say_outcome(game: Game) -> Text:
    """The sentence about a game's outcome. The stored sentence names seats; in this one a reader's
    language can name the players."""
    outcome = game.outcome
    if outcome is None:
        return NO_WORDS
    anew = award_sentence(game.setting, outcome.winners)
    return anew if anew == outcome.text else outcome.text


_PURPOSES = {
    "analysis": Text(" for analysis"),
    "dispute": Text(" to settle a dispute"),
    "teaching": Text(" for teaching"),
}


def _say_opening(game: Game, body: r.GameOpened) -> Text:
    title = game.rules.about.title
    if body.lineage is not None:
        n, parent = body.lineage.seq, body.lineage.game
        purpose = _PURPOSES.get(body.lineage.purpose, NO_WORDS)
        return Text(
            "A branch is opened{purpose}: {title}, from record {n} of game {parent}.",
            purpose=purpose,
            title=title,
            n=n,
            parent=parent,
        )
    called = {
        "sealed": Text.pgettext("opened with", "sealed dice"),
        "duplicate": Text("the dice of a shared deal"),
        "table": Text.pgettext("opened with", "the table's dice"),
    }
    return Text("The game is opened: {title}, with {dice}.", title=title, dice=called[body.chance])


def _say_closing(game: Game, body: r.GameClosed) -> Text:
    if body.outcome is None:
        return Text("The game is broken off.")
    text = say_outcome(game) if body.outcome == game.outcome else body.outcome.text
    return Text("The game is closed. {text}", text=text)


# -- how it is asked for again ---------------------------------------------------------------------


def _check_action(on: ReplayedRecord, body: Any) -> None:
    game = on.game
    need_seat(game, body.seat)
    need_not_adjudicated(game)
    action = decode_action(game.rules, body.action)
    if body.verdict is not None:
        after: Any = on.after
        let = isinstance(remedy_of(after), Stands) and after.about == game.seq + 1
        if after is not None and not let:
            raise RecordDiffers(
                Text("it is said to be forbidden, and no ruling that lets it stand follows"),
            )
        if on.binding:
            verdict_to_let_stand(game, body.seat, action)
    elif on.binding:
        verdict = game.rules.judge(game.board, body.seat, action)
        if not verdict.legal:
            raise IllegalAction(verdict)


def _check_closed(on: ReplayedRecord, body: Any) -> None:
    difference = outcomes_unless_equal(body.outcome, on.game.outcome)
    if difference is not None and (on.binding or on.game.proceedings.outcome is not None):
        stated, right = difference
        raise RecordDiffers(
            Text(
                "it closes the game with another outcome than it has: “{told}”, and not “{right}”",
                told=without_full_stop(stated),
                right=without_full_stop(right),
            )
        )


def _check_sheet_handed_on(on: ReplayedRecord, body: Any) -> None:
    game, opened = on.game, on.game.opened
    if game.handed_on:
        raise RecordDiffers(
            Text(
                "the sheet was handed on before, in record {handed_on}",
                handed_on=game.handed_on,
            ),
        )
    if not opened.campaign:
        raise RecordDiffers(Text("this game is none of a campaign's"))
    need_finished(game, opened.scenario)
    on.need_same("campaign", opened.campaign)
    on.need_same("scenario", opened.scenario + 1)
    if on.binding:
        on.need_same("sheet", sheet_digest(sheet_at(game)))


def _check_result_handed_in(on: ReplayedRecord, body: Any) -> None:
    game, opened = on.game, on.game.opened
    if not opened.tournament:
        raise RecordDiffers(Text("this game is none of a tournament's"))
    if game.handed_in:
        raise RecordDiffers(
            Text(
                "the result was handed in before, in record {handed_in}",
                handed_in=game.handed_in,
            ),
        )
    for name in ("tournament", "round", "table"):
        on.need_same(name, getattr(opened, name))
    if on.binding:
        on.need_same("digest", score_digest(game))


def _check_reopened(on: ReplayedRecord, body: Any) -> None:
    on.need_same("handed", on.game.handed_in)
    on.need_same("tournament", on.game.opened.tournament)


register_game_kinds(
    GameKind(
        record=r.GameOpened,
        reads=readers_if_visible(_sees_opening),
        part="bounds",
        says=_say_opening,
        asks=NeverAsked(Text("a game is opened once")),
    ),
    GameKind(
        record=r.ActionTaken,
        reads=readers_if_visible(_sees_action),
        part="action",
        says=None,
        asks=_check_action,
        grows=True,
    ),
    GameKind(
        record=r.SheetHandedOn,
        reads=WATCHERS,
        says=lambda _, body: Text(
            "The sheet is handed on: scenario {n} of the campaign is opened from it, game "
            "{following}.",
            n=body.scenario,
            following=body.game,
        ),
        asks=_check_sheet_handed_on,
        fold=_fold_handing_on,
        ends_undo=True,
        timed=False,
    ),
    GameKind(
        record=r.ResultHandedIn,
        reads=WATCHERS,
        says=lambda _, body: Text(
            "The tournament takes the result of table {table} in round {round} from this score.",
            table=body.table,
            round=body.round,
        ),
        asks=_check_result_handed_in,
        column="results",
        fold=_fold_without_redo,
        ends_undo=True,
        timed=False,
    ),
    GameKind(
        record=r.ResultReopened,
        references={"handed": Reference((r.ResultHandedIn,))},
        reads=WATCHERS,
        says=lambda _, body: Text(
            "The tournament gives back the result that record {handed} handed in.",
            handed=body.handed,
        ),
        by_hand=True,
        asks=_check_reopened,
        column="reopenings",
        fold=_fold_without_redo,
        timed=False,
    ),
    GameKind(
        record=r.GameClosed,
        reads=WATCHERS,
        part="bounds",
        says=_say_closing,
        by_hand=lambda _, body: body.outcome is None,
        asks=_check_closed,
        fold=_fold_without_redo,
        ends_undo=True,
        timed=False,
    ),
)

"""The trail of a game: one line a record, in words, with what is in force and what was rolled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from msgspec import Struct

from domain.clerk import Clerk
from domain.filed import Filed
from domain.game import Game, plain
from domain.record import (
    ActionsRestored,
    ActionsRetracted,
    ActionTaken,
    Adjudicate,
    Annul,
    ClaimFiled,
    Correct,
    GameClosed,
    GameOpened,
    NoteAdded,
    Penalty,
    Record,
    RetractionAnswered,
    RetractionAsked,
    RulingGiven,
    RulingOverturned,
    SeatLeft,
    SeatTaken,
)
from domain.shelf import GameFile
from domain.titles import decode_action, decode_facts
from domain.words import Text, same

UNDO = {
    "free": Text("free", "libre"),
    "consent": Text("by consent", "par accord"),
    "arbiter": Text("by the arbiter", "par l'arbitre"),
    "none": Text("impossible", "impossible"),
}
NOTHING = Text("", "")
ERASED = Text("(these words were erased)", "(ces mots ont été effacés)")


class Line(Struct, frozen=True):
    """One record. `in_force` is none for what is no action; `by` is the retraction that holds an action out of force."""

    seq: int
    at: datetime
    kind: str
    actor: str
    seat: str
    text: Text
    in_force: bool | None
    by: int | None
    rolls: tuple[Text, ...]
    facts: tuple[Text, ...]


def trail(clerk: Clerk, game: str) -> Iterator[Line]:
    """Every record of a game, in order; raises `UnknownGame`."""
    file = clerk.file(game)
    standing = set(file.head.in_force())
    out = _out_of_force(file, standing)
    for filed in tuple(file.filed):
        yield _line(clerk, file, filed, standing, out)


def _out_of_force(file: GameFile, standing: set[int]) -> dict[int, int]:
    """For each action out of force, the last retraction that took it."""
    taken = [f for f in file.filed if f.topic == ActionsRetracted.__name__]
    return {seq: filed.seq for filed in taken for seq in filed.body.actions if seq not in standing}  # type: ignore[attr-defined]


def _line(clerk: Clerk, file: GameFile, filed: Filed, standing: set[int], out: dict[int, int]) -> Line:
    body = filed.body
    before = file.at(filed.seq - 1) if filed.seq > 1 else file.at(1)
    action = isinstance(body, ActionTaken)
    return Line(
        filed.seq,
        body.at,
        filed.topic,
        body.actor,
        getattr(body, "seat", ""),
        _TELL[type(body)](clerk, before, body),
        filed.seq in standing if action else None,
        out.get(filed.seq),
        tuple(_roll(r) for r in getattr(body, "rolls", ())),
        _facts(before, body),
    )


def _roll(roll: Any) -> Text:
    values = ", ".join(str(v) for v in roll.values)
    source = {"sealed": Text("sealed", "scellé"), "table": Text("table", "table"), "attested": Text("attested", "attesté")}[
        roll.source
    ]
    head = f"{roll.kind} {roll.spec}"
    return Text(f"roll {roll.number} ({head}, {source.en}): {values}", f"jet {roll.number} ({head}, {source.fr}) : {values}")


def _facts(before: Game, body: Record) -> tuple[Text, ...]:
    """What came of an action, each fact told on the board it has just made true."""
    if isinstance(body, GameOpened):
        board = before.rules.blank(before.setting)
    elif isinstance(body, ActionTaken):
        board = before.board
    else:
        return ()
    told = []
    for fact in decode_facts(before.rules, body.facts):
        board = before.rules.evolve(board, fact)
        told.append(before.rules.say_fact(board, fact))
    return tuple(told)


def _words(clerk: Clerk, commitment: str) -> Text:
    """Free text as it was written, in whatever language; nothing where there was none."""
    if not commitment:
        return NOTHING
    words = clerk.words(commitment)
    return ERASED if words is None else Text(f"“{words}”", f"« {words} »")


def _say(en: str, fr: str, words: Text = NOTHING) -> Text:
    """A sentence, with somebody's words behind it."""
    return Text(f"{en}: {words.en}", f"{fr} : {words.fr}") if words.en else Text(f"{en}.", f"{fr}.")


def _name(game: Game, seat: str) -> Text:
    return game.setting.name(seat)  # type: ignore[no-any-return]


def _opened(_: Clerk, game: Game, body: GameOpened) -> Text:
    title = game.rules.about.title
    usual = plain(game.rules.options_type())
    unusual = ", ".join(f"{k}={v}" for k, v in sorted(body.options.items()) if usual.get(k) != v)
    dice = {"sealed": Text("sealed dice", "dés scellés"), "table": Text("the table's dice", "les dés de la table")}[body.chance]
    undo = UNDO[body.undo]
    return _say(
        f"{title.en} is opened: rules version {body.version}, {dice.en}, undo {undo.en}",
        f"{title.fr} est ouvert : règles version {body.version}, {dice.fr}, annulation {undo.fr}",
        Text(unusual, unusual),
    )


def _acted(_: Clerk, game: Game, body: ActionTaken) -> Text:
    name, said = _name(game, body.seat), game.rules.say_action(game.board, body.seat, decode_action(game.rules, body.action))
    let = NOTHING
    if body.verdict is not None:
        let = Text(f" (let stand: {body.verdict.text.en})", f" (laissé : {body.verdict.text.fr})")
    return Text(f"{name.en} {said.en}{let.en}.", f"{name.fr} {said.fr}{let.fr}.")


def _asked(clerk: Clerk, game: Game, body: RetractionAsked) -> Text:
    name = _name(game, body.seat)
    en, fr = f"{name.en} asks to take back from record {body.from_seq} on", f"{name.fr} demande d'annuler depuis {body.from_seq}"
    return _say(en, fr, _words(clerk, body.reason))


def _answered(_: Clerk, game: Game, body: RetractionAnswered) -> Text:
    name = _name(game, body.seat)
    said = {"agree": ("agrees to", "accepte"), "refuse": ("refuses", "refuse"), "lapsed": ("lets lapse", "laisse expirer")}[
        body.answer
    ]
    return _say(f"{name.en} {said[0]} what record {body.asked} asks", f"{name.fr} {said[1]} ce que demande l'écriture {body.asked}")


def _retracted(clerk: Clerk, game: Game, body: ActionsRetracted) -> Text:
    name, gone = _name(game, body.seat), ", ".join(str(n) for n in body.actions)
    en, fr = f"{name.en} takes back {gone}", f"{name.fr} annule {gone}"
    return _say(en, fr, _words(clerk, body.reason))


def _restored(_: Clerk, game: Game, body: ActionsRestored) -> Text:
    name = _name(game, body.seat)
    return _say(f"{name.en} restores what {body.retraction} took back", f"{name.fr} rétablit ce que {body.retraction} a annulé")


def _noted(clerk: Clerk, game: Game, body: NoteAdded) -> Text:
    name = _name(game, body.seat) if body.seat else same(body.actor)
    en, fr = (f" on {body.about}", f" sur {body.about}") if body.about else ("", "")
    return _say(f"{name.en} remarks{en}", f"{name.fr} remarque{fr}", _words(clerk, body.text))


def _sat(_: Clerk, game: Game, body: SeatTaken) -> Text:
    name = _name(game, body.seat)
    return _say(f"Player {body.player} takes the seat of {name.en}", f"Le joueur {body.player} prend le siège de {name.fr}")


def _rose(_: Clerk, game: Game, body: SeatLeft) -> Text:
    name = _name(game, body.seat)
    return _say(f"Player {body.player} leaves the seat of {name.en}", f"Le joueur {body.player} quitte le siège de {name.fr}")


def _claimed(clerk: Clerk, game: Game, body: ClaimFiled) -> Text:
    name = _name(game, body.seat)
    en, fr = f"{name.en} complains about record {body.about}", f"{name.fr} se plaint de l'écriture {body.about}"
    return _say(en, fr, _words(clerk, body.text))


def _ruled(clerk: Clerk, game: Game, body: RulingGiven) -> Text:
    remedy = body.remedy
    if isinstance(remedy, Annul):
        what = Text(f"annul from record {remedy.from_seq} on", f"annuler depuis l'écriture {remedy.from_seq}")
    elif isinstance(remedy, Correct):
        what = Text("correct the board", "corriger le plateau")
    elif isinstance(remedy, Penalty):
        name = _name(game, remedy.seat)
        what = Text(f"{remedy.points} points for {name.en}", f"{remedy.points} points pour {name.fr}")
    elif isinstance(remedy, Adjudicate):
        what = remedy.outcome.text
    else:
        what = Text("it stands", "cela reste")
    words = _words(clerk, body.text)
    return _say(
        f"The arbiter rules ({body.rule}, {body.code}): {what.en}",
        f"L'arbitre décide ({body.rule}, {body.code}) : {what.fr}",
        words,
    )


def _overturned(clerk: Clerk, _: Game, body: RulingOverturned) -> Text:
    en = f"The ruling {body.ruling} no longer holds ({body.rule}, {body.code})"
    fr = f"La décision {body.ruling} ne tient plus ({body.rule}, {body.code})"
    return _say(en, fr, _words(clerk, body.text))


def _closed(clerk: Clerk, _: Game, body: GameClosed) -> Text:
    how = body.outcome.text if body.outcome else Text("broken off", "interrompue")
    return _say(
        f"The game is closed: {how.en.rstrip('.')}", f"La partie est close : {how.fr.rstrip('.')}", _words(clerk, body.reason)
    )


_TELL: dict[type[Record], Callable[[Clerk, Game, Any], Text]] = {
    GameOpened: _opened,
    SeatTaken: _sat,
    SeatLeft: _rose,
    ActionTaken: _acted,
    RetractionAsked: _asked,
    RetractionAnswered: _answered,
    ActionsRetracted: _retracted,
    ActionsRestored: _restored,
    ClaimFiled: _claimed,
    RulingGiven: _ruled,
    RulingOverturned: _overturned,
    NoteAdded: _noted,
    GameClosed: _closed,
}

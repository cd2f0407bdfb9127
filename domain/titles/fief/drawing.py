"""The session as monospaced text: families, then every village where something stands."""

from domain.kernel.text import Lang
from domain.titles.contract.ruleset import Audience
from domain.titles.fief.board import SIDES, Battle, Board, Lord, SideName
from domain.titles.fief.chapters.forces import army, points
from domain.titles.fief.chapters.lords import victory_points
from domain.titles.fief.view import seen_auction
from domain.titles.fief.words import GROUNDS, LABELS, PHASES, count, ecus, faces
from domain.titles.kit import Sentences

SAID = Sentences("""
turn = Turn {turn} · {phase}
score = {points} VP
pool = In the pool: {mercenaries}
captive = {lord}: captive of {family}
bids = Bids ({round}): {hands}
plague = plague
side = {side}: {who}, {points} CP, {dice}
""")  # fmt: skip


def drawing(board: Board, audience: Audience, lang: Lang) -> str:
    lines = [SAID("turn", turn=board.turn, phase=PHASES[board.phase]).to(lang), ""]
    for seat, family in board.families.items():
        name, purse, camp = (
            board.word("family", seat),
            ecus(family.purse),
            count(family.camp, "mercenary"),
        )
        score = SAID("score", points=victory_points(board, seat))
        lines.append(f"{name.to(lang):<8}{purse.to(lang):>9} · {score.to(lang)} · {camp.to(lang)}")
    lines.append(SAID("pool", mercenaries=count(board.pool, "mercenary")).to(lang))
    lines += [*_auction(board, audience, lang), ""]
    for id in board.setting.places:
        lines += _place(board, id, lang)
    for id, lord in board.lords.items():
        if lord.captor and not lord.dead:
            lines.append(
                SAID(
                    "captive", lord=board.word("lord", id), family=board.word("family", lord.captor)
                ).to(lang)
            )
    if board.battle is not None:
        lines += ["", *(_side(board, board.battle, name, lang) for name in SIDES)]
    return "\n".join(lines)


def _auction(board: Board, audience: Audience, lang: Lang) -> list[str]:
    if board.auction is None:
        return []
    shown = seen_auction(board.auction, audience)
    hands = [
        f"{board.word('family', s).to(lang)} {shown['bids'].get(s, '?')}" for s in shown["have_bid"]
    ]
    return [SAID("bids", round=shown["round"], hands=", ".join(hands) or "–").to(lang)]


def _place(board: Board, id: str, lang: Lang) -> list[str]:
    place = board.place(id)
    seats = [s for s in board.setting.seats if board.present(s, id)]
    if not (seats or place.holder or place.plague):
        return []
    notes = [GROUNDS[place.fort]]
    if place.holder:
        notes.append(board.word("family", place.holder))
    if place.plague:
        notes.append(SAID("plague"))
    lines = [f"{board.word('place', id).to(lang)} ({', '.join(note.to(lang) for note in notes)})"]
    for seat in seats:
        troops = board.troops(seat, id)
        words = [_lord(board, lord, board.lords[lord], lang) for lord in board.lords_of(seat, id)]
        words += [troops.said.to(lang)] if troops.total else []
        lines.append(f"  {board.word('family', seat).to(lang):<8}{', '.join(words)}")
    return lines


def _lord(board: Board, id: str, lord: Lord, lang: Lang) -> str:
    notes = [board.word("title", title).to(lang) for title in lord.titles]
    if lord.guard.any:
        notes.append(lord.guard.said.to(lang))
    return board.word("lord", id).to(lang) + (f" [{', '.join(notes)}]" if notes else "")


def _side(board: Board, battle: Battle, name: SideName, lang: Lang) -> str:
    side = battle.side(name)
    who = board.setting.families(side.families) if side.families else side.horde
    dice = faces(side.dice) + (f" +{side.bonus}" if side.bonus else "")
    return SAID(
        "side",
        side=LABELS[name],
        who=who,
        points=points(board, army(board, battle, side)),
        dice=dice,
    ).to(lang)

"""TA 3: the royal guard, and what the life and death of lords does to it."""

from __future__ import annotations

from domain.games.fief import actions as a
from domain.games.fief import words
from domain.games.fief.board import Board
from domain.games.fief.chapter import IN_TURN, Chapter, Rule, Story
from domain.games.fief.facts import realm as f
from domain.games.fief.facts import troops as t
from domain.games.fief.lords import kill, own_lord, stand_down
from domain.games.fief.values import Guards
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal

RULE = "TA 3"


def judge_king(board: Board, seat: str, action: a.ElectKing) -> Verdict:
    """A man who is free; there is one king."""
    return _crown(board, seat, action, board.setting.king, "man", board.setting.values.guard.king)


def judge_queen(board: Board, seat: str, action: a.CrownQueen) -> Verdict:
    """A lady who is free; there is one queen."""
    return _crown(board, seat, action, board.setting.queen, "lady", board.setting.values.guard.queen)


def _crown(board: Board, seat: str, action: a.ElectKing | a.CrownQueen, crown: str, sex: str, most: Guards) -> Verdict:
    owned = own_lord(board, seat, action.lord)
    if not owned.legal:
        return owned
    name, title = words.lord(board, action.lord), words.title(board, crown)
    if board.setting.lords[action.lord].sex != sex:
        return illegal(
            "wrong-sex", RULE, f"{name} cannot become {title.en.lower()}.", f"{name} ne peut pas devenir {title.fr.lower()}."
        )
    reigning = board.holder_of(crown)
    if reigning:
        now = words.lord(board, reigning)
        return illegal(
            "crown-taken",
            RULE,
            f"{now} is {title.en.lower()} already.",
            f"La couronne est déjà portée : {now} est {title.fr.lower()}.",
        )
    return _escort(board, seat, action, most)


def _escort(board: Board, seat: str, action: a.ElectKing | a.CrownQueen, most: Guards) -> Verdict:
    wanted = Guards(action.knight, action.sergeant)
    if wanted.knight > most.knight or wanted.sergeant > most.sergeant:
        limit = words.guards(most)
        return illegal("guard-limit", RULE, f"The guard is at most {limit.en}.", f"La garde compte au plus {limit.fr}.")
    beside = board.troops(seat, board.lords[action.lord].place)
    if wanted.knight > beside.knight or wanted.sergeant > beside.sergeant:
        there = words.counts(knight=beside.knight, sergeant=beside.sergeant)
        return illegal(
            "not-beside",
            RULE,
            f"Only troops beside the new sovereign are replaced: {there.en} of the family.",
            f"Seules les troupes qui l'accompagnent sont remplacées : {there.fr} de la famille.",
        )
    box = board.guard_box
    if wanted.knight > box.knight or wanted.sergeant > box.sergeant:
        left = words.guards(box)
        return illegal("guard-box", RULE, f"The box has only {left.en}.", f"La réserve n'a plus que {left.fr}.")
    return LEGAL


def crown(story: Story, seat: str, action: a.ElectKing | a.CrownQueen, chance: Chance) -> None:
    """Take the title; the troops beside become guards at once and for nothing."""
    setting = story.board.setting
    story.tell(f.TitleTaken(action.lord, setting.king if isinstance(action, a.ElectKing) else setting.queen))
    guard = Guards(action.knight, action.sergeant)
    if guard.any:
        story.tell(t.GuardRaised(action.lord, guard))


def judge_title_lost(board: Board, seat: str, action: a.DeclareTitleLost) -> Verdict:
    """A title the lord holds; a king stays king until he dies."""
    owned = own_lord(board, seat, action.lord, free=False)
    if not owned.legal:
        return owned
    name, title = words.lord(board, action.lord), words.title(board, action.title)
    if action.title not in board.lords[action.lord].titles:
        return illegal("no-title", "Titles", f"{name} is not {title.en}.", f"{name} n'a pas le titre {title.fr}.")
    if action.title == board.setting.king:
        return illegal("king-for-life", RULE, "A king is king until he dies.", "Un roi le reste jusqu'à sa mort.")
    return LEGAL


def lose_title(story: Story, seat: str, action: a.DeclareTitleLost, chance: Chance) -> None:
    """Take the title away; a queen's guard becomes ordinary troops at once."""
    if action.title == story.board.setting.queen:
        stand_down(story, action.lord)
    story.tell(f.TitleLost(action.lord, action.title))


def judge_death(board: Board, seat: str, action: a.DeclareDeath) -> Verdict:
    """A living lord of the family, captive or not."""
    return own_lord(board, seat, action.lord, free=False)


def death(story: Story, seat: str, action: a.DeclareDeath, chance: Chance) -> None:
    """The lord dies."""
    kill(story, action.lord)


CHAPTER: Chapter = {
    a.ElectKing: Rule(judge_king, crown, ("oyez",), RULE),
    a.CrownQueen: Rule(judge_queen, crown, ("oyez",), RULE),
    a.DeclareTitleLost: Rule(judge_title_lost, lose_title, IN_TURN),
    a.DeclareDeath: Rule(judge_death, death, IN_TURN),
}

"""T 4.2: mercenaries in battle, sent from their camp at the start of the battle and of each round."""

from __future__ import annotations

from domain.games.fief import actions as b
from domain.games.fief.battle.arrows import begin_arrows
from domain.games.fief.battle.end import check_over
from domain.games.fief.battle.forces import Force, army, captain, dice_for, in_battle, penalty, points, round_dice
from domain.games.fief.board import Battle, Board
from domain.games.fief.chapter import Chapter, Rule, Story, current
from domain.games.fief.facts import battle as bf
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal

RULE = "T 4.2"


def begin_muster(story: Story) -> None:
    """T 4.2: at the start of the battle and of each round, employers with a lord in the battle may send mercenaries."""
    board, battle = story.board, current(story)
    able = tuple(
        s for s in (*battle.attack.families, *battle.defence.families) if board.families[s].camp and board.lords_of(s, battle.place)
    )
    if able:
        story.tell(bf.StageBegan("muster", able))
    else:
        end_muster(story)


def end_muster(story: Story) -> None:
    """All mercenaries have come: on to the archers, or to the round's dice."""
    battle, board = current(story), story.board
    if not battle.round and check_over(story):
        return
    if _too_weak(board, battle):
        story.tell(bf.BattleEnded("too-weak"))
    elif battle.round:
        story.tell(bf.StageBegan("clash", (captain(board, battle, "attack"),)))
    elif not begin_arrows(story):
        begin_round(story, 1)


def _too_weak(board: Board, battle: Battle) -> bool:
    """Whether walls leave the attack no die (published). Before the first round that is settled only where no camp can make up for
    it when the round begins (T 4.2); version 1 looked once, before the archers."""
    if battle.round > (0 if board.setting.first else 1) or not penalty(board, battle):
        return False
    if battle.round or board.setting.first:
        return not round_dice(board, battle, "attack")
    to_come = sum(board.families[s].camp for s in battle.attack.families if board.lords_of(s, battle.place))
    strength = army(board, battle, battle.attack) + Force(mercenary=to_come)
    return dice_for(board.setting.values, points(board, strength)) <= penalty(board, battle)


def begin_round(story: Story, round: int) -> None:
    """A round begins with its mercenaries."""
    battle = current(story)
    quiet = battle.quiet + 1 if battle.round and not battle.felled else 0
    story.tell(bf.RoundBegan(round, quiet))
    begin_muster(story)


def judge_commit(board: Board, seat: str, action: b.CommitMercenaries) -> Verdict:
    """T 4.2: beside a lord in the battle, from the camp, between rounds, never in a revolt."""
    battle = board.battle
    if board.revolt is not None:
        return illegal(
            "revolt", RULE, "Mercenaries cannot step in during a revolt.", "Les mercenaires n'interviennent pas lors d'une révolte."
        )
    if battle is None:
        return illegal("no-battle", RULE, "There is no battle to send mercenaries to.", "Il n'y a pas de bataille en cours.")
    if battle.side_of(seat) is None or not in_battle(board, battle, seat).lords:
        return illegal(
            "no-lord",
            RULE,
            "Mercenaries join a battle only where one of your lords takes part.",
            "Les mercenaires ne s'engagent que si un de vos seigneurs participe au combat.",
        )
    camp = board.families[seat].camp
    if action.count > camp:
        away = sum(place.troops[seat].mercenary for place in board.places.values() if seat in place.troops)
        return illegal(
            "not-in-camp",
            RULE,
            f"There are {camp} mercenaries in your camp; {away} have fought this turn and stay where they are until it ends.",
            f"Votre camp compte {camp} mercenaires ; {away} ont déjà combattu ce tour et restent sur place jusqu'à sa fin.",
        )
    if battle.stage != "muster":
        return illegal(
            "mid-round",
            RULE,
            "Mercenaries come at the start of the battle or of a round.",
            "Les mercenaires s'engagent au début de la bataille ou d'un round.",
        )
    if seat not in battle.waiting:
        return illegal("held", RULE, "You have already spoken for this round.", "Vous vous êtes déjà prononcé pour ce round.")
    return LEGAL


def commit(story: Story, seat: str, action: b.CommitMercenaries, chance: Chance) -> None:
    """They enter the battle; in a plague zone half of all that the family sends at this muster, rounded down, dies on the spot."""
    board, battle = story.board, current(story)
    plague, one_in = board.place(battle.place).plague, board.setting.values.plague_fells_one_in
    before = battle.sent.get(seat, 0)
    felled = (before + action.count) // one_in - before // one_in if plague else 0
    story.tell(bf.MercenariesCommitted(seat, action.count, felled))
    if not story.board.families[seat].camp:
        _mustered(story, seat)


def judge_hold(board: Board, seat: str, action: b.HoldMercenaries) -> Verdict:
    """An employer who is asked for mercenaries."""
    battle = board.battle
    if battle is None or battle.stage != "muster" or seat not in battle.waiting:
        return illegal("not-asked", RULE, "Nobody asks for your mercenaries now.", "Vos mercenaires ne sont pas demandés.")
    return LEGAL


def hold(story: Story, seat: str, action: b.HoldMercenaries, chance: Chance) -> None:
    """No more mercenaries for now."""
    _mustered(story, seat)


def _mustered(story: Story, seat: str) -> None:
    story.tell(bf.Spoke(seat))
    if not current(story).waiting:
        end_muster(story)


CHAPTER: Chapter = {
    b.CommitMercenaries: Rule(judge_commit, commit),
    b.HoldMercenaries: Rule(judge_hold, hold),
}

"""A recorded action carried out by the newest rules with the recorded dice, and compared with what was recorded."""

from __future__ import annotations

from domain.game.record.records import ActionTaken
from domain.kernel.text import Text
from domain.titles.codec import decode_facts
from domain.titles.contract.chance import Ask, OtherDice, RecordedChance, Roll
from domain.titles.contract.ruleset import Action, AnyRuleset, Board, Fact, Outcome

NOTHING = Text("nothing more.")
OTHER_DICE = Text("other dice are asked for than fell.")
NO_OUTCOME = Text("the game goes on.")


class _Fallen(RecordedChance):
    """The rolls of one record, for rules that may list their pools in another order by now."""

    def _check(self, ask: Ask, roll: Roll) -> None:
        if not set(roll.values) <= set(ask.pool):
            raise OtherDice(ask.kind)


def other_facts(rules: AnyRuleset, board: Board, action: Action, body: ActionTaken) -> tuple[Text, Text] | None:
    """The first thing that came of an action then and would not today, and what would in its place; none if nothing differs."""
    then, chance = decode_facts(rules, body.facts), _Fallen(body.rolls)
    try:
        now = rules.decide(board, body.seat, action, chance)
        chance.finish()
    except OtherDice:
        return _first_of(rules, board, then, 0), OTHER_DICE
    if now == then:
        return None
    same = next((n for n, (a, b) in enumerate(zip(then, now, strict=False)) if a != b), min(len(then), len(now)))
    return _first_of(rules, board, then, same), _first_of(rules, board, now, same)


def _first_of(rules: AnyRuleset, board: Board, facts: tuple[Fact, ...], n: int) -> Text:
    for fact in facts[: n + 1]:
        board = rules.evolve(board, fact)
    return rules.say_fact(board, facts[n]) if n < len(facts) else NOTHING


def other_outcome(then: Outcome | None, now: Outcome | None) -> tuple[Text, Text] | None:
    if (then and (then.code, then.winners)) == (now and (now.code, now.winners)):
        return None
    return then.text if then else NO_OUTCOME, now.text if now else NO_OUTCOME

"""What a legal action leads to for certain, as its seat can know it before: told by pages before
the action is sent.

A trial with no dice at hand says it: the rules decide as they will, and stop where they ask chance.
"""

from typing import Any

from msgspec import Struct

from domain.kernel.text import Text, joined
from domain.titles.contract.chance import Ask, ChanceNeeded, TableChance
from domain.titles.contract.ruleset import Action, AnyRuleset, Board


class Foresight(Struct, frozen=True):
    """Sentences on the consequences of an action, and whether undoing it needs others because
    something is rolled or revealed."""

    told: tuple[Text, ...] = ()
    final: bool = False


def foresee(rules: AnyRuleset, board: Board, seat: str, action: Action) -> Foresight:
    """The certain consequences of a legal action: what its title says of it, its foretold facts,
    and the chance that is asked for. While the board hides something, the action is not tried,
    because its consequences could show a secret of others."""
    own = rules.leads_to(board, seat, action)
    sentences = [own] if own else []
    if rules.hides(board):
        return Foresight(tuple(sentences))
    try:
        facts, end = rules.resolve(board, seat, action, TableChance())
    except ChanceNeeded as e:
        return Foresight((*sentences, _asked(e.asks)), True)
    now: Any = board
    for fact in facts:
        now = rules.evolve(now, fact)
        if fact.foretold and rules.visible(end, seat, seat, fact):
            sentences.append(rules.say_fact(now, fact))
    return Foresight(tuple(sentences), any(fact.reveals for fact in facts))


def _asked(asks: tuple[Ask, ...]) -> Text:
    words = joined(
        (Text("{label} ({how})", label=ask.label, how=ask.how) for ask in asks), Text("; ")
    )
    return Text("chance decides: {told}", told=words)

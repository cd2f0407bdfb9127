"""What pages show about a legal action before a player sends it: its certain consequences, as far
as the seat can know them.

They are found by trying the action without any dice: the rules decide as usual and stop at the
first request for chance."""

from typing import Any

from msgspec import Struct

from domain.kernel.text import Text, joined
from domain.titles.contract.chance import Ask, ChanceNeeded, TableChance
from domain.titles.contract.ruleset import Action, AnyRuleset, Board


class Foresight(Struct, frozen=True):
    """The certain consequences of an action, as sentences. `final`: something is rolled or
    revealed, so the player cannot undo it without others."""

    told: tuple[Text, ...] = ()
    final: bool = False


def foresee(rules: AnyRuleset, board: Board, seat: str, action: Action) -> Foresight:
    """The certain consequences of a legal action: what the title adds (`consequence_text`), its foretold
    facts, and the rolls it asks for. While the board hides something, the action is not tried,
    since its consequences could show a secret of another seat."""
    own = rules.consequence_text(board, seat, action)
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

"""What the clerk refuses where several people share a game: proposals, claims, rulings, branches (`domain/errors.py`).

Refusal
├── GameIsAdjudicated     the arbiter has named the outcome: `ruling` is the record
├── ProposalRefused       nothing to propose, or no answer possible (any more): `at` is the record, `state` how it stands
├── RulingRefused         a ruling that cannot be given or overturned; `pointer` names the field, `at` a record in the way
├── CorrectionRefused     a corrected board that is none; `pointer` names the place in the facts or the patch
├── ContributionRefused   a part of the sealed dice that cannot be bound or shown, or dice that wait for one
├── SealRefused           a hidden value that cannot be sealed, or cannot be shown (yet)
└── BranchRefused         a position that no branch can grow from
"""

from __future__ import annotations

from domain.errors import Refusal
from domain.words import Text


class GameIsAdjudicated(Refusal):
    """The arbiter has named the outcome: nothing is played on, unless the ruling is overturned."""

    code = "game-adjudicated"

    def __init__(self, ruling: int) -> None:
        super().__init__(
            f"The arbiter has named the outcome (record {ruling}): the game goes on only if that ruling is overturned.",
            f"L'arbitre a désigné l'issue (écriture {ruling}) : la partie ne continue que si cette décision est infirmée.",
        )
        self.ruling = ruling


class ProposalRefused(Refusal):
    """A proposal that cannot be made, or an answer that comes too late or from a seat that was not asked."""

    code = "proposal-refused"

    def __init__(self, en: str, fr: str, at: int = 0, state: str = "") -> None:
        super().__init__(en, fr)
        self.at, self.state = at, state


class RulingRefused(Refusal):
    """A ruling that cannot be given, or cannot be overturned."""

    code = "ruling-refused"

    def __init__(self, pointer: str, en: str, fr: str, at: int = 0) -> None:
        super().__init__(en, fr)
        self.pointer, self.at = pointer, at


class CorrectionRefused(Refusal):
    """Declared facts or a patch that lead to no valid board."""

    code = "correction-refused"

    def __init__(self, pointer: str, text: Text) -> None:
        super().__init__(text.en, text.fr)
        self.pointer = pointer


class ContributionRefused(Refusal):
    """A part of the sealed dice that cannot be bound or shown; or a roll that has to wait for one."""

    code = "contribution-refused"


class SealRefused(Refusal):
    """A hidden value that cannot be sealed or shown: not now, not twice, or not like this."""

    code = "seal-refused"


class BranchRefused(Refusal):
    """No branch can grow from here."""

    code = "branch-refused"

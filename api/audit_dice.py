"""On whom a game's dice rest, and whether its seals open: what an auditor would find, found here with the auditor's own code."""

from __future__ import annotations

from api.audit_answers import Resting, SealedAt
from domain.countersigning import leaf_of
from domain.game import Game, seat_name
from domain.ledger.errors import Refused
from domain.ledger.hidden import Hidden
from domain.ledger.story import Story
from domain.ledger.wording import sealed
from domain.record import FIRST
from domain.shelf import GameFile
from domain.words import Text


def told(file: GameFile, head: Game) -> tuple[Resting, SealedAt | None]:
    """What the records tell of a game's dice, and of its seals if it has any, up to its record `seq`. Once it is closed, every
    sealed roll is drawn again from the seed that was shown."""
    opened, trail = head.opened, head.trail
    story = Story(head.id, lambda seq: leaf_of(file, seq))
    failed: Refused | None = None
    for seq in range(FIRST, head.seq + 1):
        try:
            story.take(seq, trail.topics[seq - 1], trail.states[seq - 1].decode("utf-8", "replace"))
        except Refused as e:
            failed = Refused(e.said.en, e.said.fr, e.record or seq)
            break
    rolls = story.rolls
    by_seats = rolls.contributions.by_seats if rolls else ()
    by_service = rolls.contributions.by_service if rolls else ()
    alone = rolls.alone if rolls else 0
    if failed is not None:
        text = Text(
            f"Record {failed.record} does not hold: {failed.said.en}.",
            f"L'écriture {failed.record} ne tient pas : {failed.said.fr}.",
        )
    else:
        text = _said(head, by_seats, by_service, alone)
    verified = None if opened.chance == "table" or not (head.closed or failed) else failed is None
    seals = _sealed(story.hidden, head.closed, text if failed else None) if story.hidden and story.hidden.played else None
    return Resting(opened.chance, verified, text, opened.commitment, by_seats, by_service, alone), seals


def _sealed(hidden: Hidden, closed: bool, failed: Text | None) -> SealedAt:
    said = sealed(hidden, closed)
    text = Text(f"{said.en[:1].upper()}{said.en[1:]}.", f"{said.fr[:1].upper()}{said.fr[1:]}.")
    return SealedAt(hidden.count, hidden.unopened, tuple(hidden.unsealed), failed or text)


def _said(head: Game, by_seats: tuple[str, ...], by_service: tuple[str, ...], alone: int) -> Text:
    if head.opened.chance == "table":
        return Text(
            "The dice are the table's: they rest on whoever typed them in and on those who signed.",
            "Les dés sont ceux de la table : ils reposent sur qui les a saisis et sur ceux qui ont signé.",
        )
    names = [seat_name(head, seat, inside=True) for seat in by_seats]
    rest = Text("the service alone", "le service seul")
    if names:
        en, fr = ", ".join(n.en for n in names), ", ".join(n.fr for n in names)
        rest = Text(f"the service and {en} together", f"le service et {fr} ensemble")
    text = Text(f"The sealed dice rest on {rest.en}.", f"Les dés scellés reposent sur {rest.fr}.")
    if by_service:
        absent = [seat_name(head, seat, inside=True) for seat in by_service]
        en, fr = ", ".join(n.en for n in absent), ", ".join(n.fr for n in absent)
        text = Text(f"{text.en} For {en} the service stood in.", f"{text.fr} Le service a suppléé {fr}.")
    if alone and names:
        text = Text(
            f"{text.en} The first {alone}, before the contributions, rest on the service alone.",
            f"{text.fr} Les {alone} premiers, avant les contributions, reposent sur le service seul.",
        )
    closing = Text("The seed is shown when the game is closed.", "La graine sera montrée à la clôture.")
    if head.closed:
        closing = Text("Each was drawn again from the seed.", "Chacun a été recalculé depuis la graine.")
    return Text(f"{text.en} {closing.en}", f"{text.fr} {closing.fr}")

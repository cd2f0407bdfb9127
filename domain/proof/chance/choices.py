"""The ways in which somebody could have chosen the dice of a game, as far as its records do not rule
them out: one line of the report each.

Other checks rule most ways out: numbers are dense, only openings and actions roll, seed and parts
are committed to, nothing is rolled between the first and the last reveal, a standing roll is
repeated. These lines change no verdict: that somebody could choose does not show that anybody did.
The whole list, with the check that rules each way out, is in `ops/decisions/chance.md`.
"""

from collections.abc import Iterator

from domain.proof.chance.rolls import CrossedRolls, Rolls
from domain.proof.errors import Sentence
from domain.proof.spelling import shown

SHOWN = 10
"""The most rolls or records that one line names."""

Line = tuple[Sentence, int]
"""A sentence and the record it is about (0: none)."""


def choice_lines(rolls: Rolls, *, closed: bool) -> Iterator[Line]:
    if not rolls.count:
        return
    yield from (
        _sealed_dice_lines(rolls, closed)
        if rolls.chance == "sealed"
        else ()
        if rolls.chance == "duplicate"
        else _typed_dice_lines(rolls)
    )
    yield from map(_crossed_rolls_line, rolls.crossed)
    left = rolls.standing.stand_now
    if left:
        remaining = (
            "maintenu par décision, sans être répété"
            if len(left) == 1
            else "maintenus par décision, sans être répétés"
        )
        yield (
            Sentence(
                f"{_rolls_in_words(left).en} stood by ruling and did not come again: what was done since "
                f"asked for no such roll",
                f"{_rolls_in_words(left).fr} : {remaining} ; rien depuis n'a demandé un tel jet",
            ),
            0,
        )


def lines_unless_replayed(rolls: Rolls) -> Iterator[Line]:
    """The lines about choices that only the rules can rule out. A replay with the rules replaces
    them by its answers."""
    if rolls.count and rolls.chance == "sealed":
        yield (
            Sentence(
                "that each roll was asked for by its action, and used no number up for nothing, "
                "only the rules can tell (--replay)",
                "que chaque jet ait été demandé par son action, sans user de numéro pour rien, "
                "seules les règles le disent "
                "(--replay)",
            ),
            0,
        )
    yield from (_unsure_repetition_line(*roll_range) for roll_range in rolls.unsure)


def _sealed_dice_lines(rolls: Rolls, closed: bool) -> Iterator[Line]:
    parts, n = rolls.contributions, rolls.count
    alone = rolls.alone if parts.complete else n
    if alone:
        whole_span, k = _span_in_words(1, alone), rolls.at_opening
        yield (
            Sentence(
                f"{whole_span.en}: whoever ran the service could have tried seeds before the opening, "
                f"and kept the dice it liked",
                f"{whole_span.fr} : qui tenait le service a pu essayer des graines avant l'ouverture et "
                f"garder les dés à son goût",
            ),
            0,
        )
        if k:
            yield (
                Sentence(
                    f"{k} of these in the set-up: whoever opened the game could have opened "
                    f"others before, and left them",
                    f"dont {k} à la mise en place : qui a ouvert la partie a pu en ouvrir "
                    f"d'autres avant, et les délaisser",
                ),
                0,
            )
    if alone < n:
        whole_span, names = _span_in_words(alone + 1, n), ", ".join(map(shown, parts.by_seats))
        made = Sentence("it made up every part itself", "il a fait lui-même chaque part")
        if parts.by_operator:
            made = Sentence(
                "it made up every part itself, or its operator's key bound them",
                "il a fait lui-même chaque part, ou la clé de son opérateur l'a engagée",
            )
        sentence = Sentence(
            f"{whole_span.en}: the service alone could have chosen them, since {made.en}",
            f"{whole_span.fr} : le service seul a pu les choisir, car {made.fr}",
        )
        if names:
            sentence = Sentence(
                f"{whole_span.en}: only the service together with whoever made the parts of all of "
                f"{names} could have chosen them",
                f"{whole_span.fr} : seul le service, avec qui a fait les parts de tous ceux-ci, a pu "
                f"les choisir : {names}",
            )
        yield sentence, 0
    hidden = parts.hidden
    if hidden:
        names = ", ".join(map(shown, hidden))
        when = (
            Sentence("never showed it", "jamais montrée")
            if closed
            else Sentence("has not shown it so far", "pas encore montrée")
        )
        yield (
            Sentence(
                f"a part was bound and its seat {when.en} ({names}): a seat that the service had "
                f"told what the dice would become "
                "could hold it back for that",
                f"une part engagée n'est {when.fr} ({names}) : un siège à qui le service aurait "
                f"dit ce que deviendraient les dés a "
                "pu la retenir pour cela",
            ),
            0,
        )
    yield (
        Sentence(
            "the service knew each roll before it was made: it could have told a seat what to do, "
            "refused or held up an action, or "
            "entered another as long as nobody held a receipt or a cosigned head over it",
            "le service connaissait chaque jet d'avance : il a pu conseiller un siège, refuser ou "
            "retarder une action, ou "
            "en saisir une autre tant que nul ne tenait de reçu ni de tête contresignée qui la "
            "couvre",
        ),
        0,
    )


def _typed_dice_lines(rolls: Rolls) -> Iterator[Line]:
    by = [f"{shown(seat)} {many}" for seat, many in sorted(rolls.typed.items()) if seat]
    k = rolls.at_opening
    en = ", ".join(
        [*([f"the opening {k}"] if k else []), *by[:SHOWN], *(["…"] if len(by) > SHOWN else [])]
    )
    fr = ", ".join(
        [*([f"l'ouverture {k}"] if k else []), *by[:SHOWN], *(["…"] if len(by) > SHOWN else [])]
    )
    yield (
        Sentence(
            f"whoever typed a roll in could have chosen it; rolls typed in for: {en}",
            f"qui a saisi un jet a pu le choisir ; jets saisis pour : {fr}",
        ),
        0,
    )


def _crossed_rolls_line(crossing: CrossedRolls) -> Line:
    rolls, names = _rolls_in_words(crossing.numbers), ", ".join(map(shown, crossing.agreed))
    who = (
        Sentence("the arbiter", "l'arbitre")
        if crossing.by == "arbiter"
        else Sentence(shown(crossing.by), shown(crossing.by))
    )
    if crossing.how == "stands":
        en, fr = (
            "them stand: they come again, under other numbers",
            "les maintenant : ils reviennent sous d'autres numéros",
        )
        if len(crossing.numbers) == 1:
            en, fr = (
                "it stand: it comes again, under another number",
                "le maintenant : il revient sous un autre numéro",
            )
        sentence = Sentence(
            f"record {crossing.seq}: the arbiter took {rolls.en} out of force and let {en}",
            f"écriture {crossing.seq} : l'arbitre a annulé {rolls.fr} en {fr}",
        )
    elif crossing.how == "reroll":
        counts = "ne compte plus" if len(crossing.numbers) == 1 else "ne comptent plus"
        sentence = Sentence(
            f"record {crossing.seq}: by ruling, the arbiter had {rolls.en} not count, to be rolled "
            f"again or not",
            f"écriture {crossing.seq} : par décision, l'arbitre a fait que {counts} {rolls.fr}, à "
            f"relancer ou non",
        )
    elif crossing.how == "forbidden":
        sentence = Sentence(
            f"record {crossing.seq}: an action that the rules forbid, and that the arbiter let stand, "
            f"made {rolls.en}",
            f"écriture {crossing.seq} : une action que les règles interdisent, maintenue par "
            f"l'arbitre, a fait {rolls.fr}",
        )
    elif crossing.how == "overturned":
        counts = "ne compte plus" if len(crossing.numbers) == 1 else "ne comptent plus"
        sentence = Sentence(
            f"record {crossing.seq}: by overturning a ruling, the arbiter had {rolls.en} not count",
            f"écriture {crossing.seq} : en infirmant une décision, l'arbitre a fait que {counts} "
            f"{rolls.fr}",
        )
    else:
        agreed = (
            Sentence(f", and {names} agreed", f", avec l'accord de {names}")
            if names
            else Sentence("", "")
        )
        sentence = Sentence(
            f"record {crossing.seq}: {who.en} took back {rolls.en}{agreed.en}: together they could "
            f"have had new dice by it",
            f"écriture {crossing.seq} : {who.fr} a annulé {rolls.fr}{agreed.fr} : ensemble ils ont pu "
            f"obtenir de nouveaux dés",
        )
    return sentence, crossing.seq


def _unsure_repetition_line(seq: int, number: int, stood: int) -> Line:
    return (
        Sentence(
            f"roll {number} (record {seq}) was made while roll {stood} stood: whether it had to "
            f"repeat it, only the rules can tell "
            "(--replay)",
            f"le jet {number} (écriture {seq}) a été fait, le jet {stood} étant maintenu : s'il "
            f"devait le répéter, seules les "
            "règles le disent (--replay)",
        ),
        seq,
    )


def _span_in_words(first: int, last: int) -> Sentence:
    if first == last:
        return Sentence(f"roll {first}", f"jet {first}")
    return Sentence(f"rolls {first} to {last}", f"jets {first} à {last}")


def _rolls_in_words(numbers: list[int] | tuple[int, ...]) -> Sentence:
    listed = ", ".join(map(str, numbers[:SHOWN])) + (" …" if len(numbers) > SHOWN else "")
    if len(numbers) == 1:
        return Sentence(f"roll {listed}", f"le jet {listed}")
    return Sentence(f"rolls {listed}", f"les jets {listed}")

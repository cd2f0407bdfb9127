"""What a player reads before signing: the position, what exactly is signed, and how far it was checked."""

from __future__ import annotations

from collections.abc import Iterator

from api.answers.audit import SignatureAt
from api.resources.proof.countersignatures import Countersignatures
from domain.game.fidelity import said
from domain.ledger.bundle.countersigns import check_countersign
from domain.ledger.errors import Refused
from domain.ledger.spelling import read_base64
from domain.rules.text import Lang, Text
from ops.cli.common import counted, plain
from ops.countersign.sheet import Sheet
from ops.countersign.told import Told


def telling(
    sheet: Sheet, told: Told, kept: Countersignatures, about: int, seat: str, public: str, *, worked_out: bool, lang: Lang
) -> Iterator[str]:
    """The lines. `worked_out`: the position was folded here, not told by the service."""
    lines = [_game(sheet, told), *_position(told, about, sheet.last), *_signatures(sheet, told, kept, about, seat, public)]
    for text in lines:
        yield plain(text.to(lang))
    yield Text("  Signed is:", "  Ce qui est signé :").to(lang)
    for line in sheet.message(about, seat).decode().splitlines():
        yield f"    {line}"
    yield f"  {_checked(sheet, about, worked_out=worked_out).to(lang)}"


def said_before(one: SignatureAt) -> Text:
    """That this very signature is there."""
    where = Text(f"in record {one.seq}", f"dans l'écriture {one.seq}")
    if one.seq is None:
        where = Text("beside the closed game", "à côté de la partie close")
    when = f"{one.at:%Y-%m-%d %H:%M}"
    return Text(
        f"This key has signed record {one.about} for {one.seat} already, {when} UTC, {where.en}.",
        f"Cette clé a déjà signé l'écriture {one.about} pour {one.seat}, le {when} UTC, {where.fr}.",
    )


def not_the_same(about: int) -> Text:
    """That the service asks for a signature over something else than it shows."""
    return Text(
        f"Nothing was signed: the records, as the service gives them, do not come to what it has signed for record {about}. "
        "Tell the arbiter.",
        f"Rien n'a été signé : les écritures, telles que le service les donne, ne donnent pas ce qu'il fait signer pour l'écriture "
        f"{about}. Avertissez l'arbitre.",
    )


def _game(sheet: Sheet, told: Told) -> Text:
    grown = Text("", "")
    if told.lineage is not None:
        of, at = told.lineage.game, told.lineage.seq
        grown = Text(f", a branch of {of} from record {at}", f", une branche de {of} depuis l'écriture {at}")
    return Text(f"{told.title.en}, game {sheet.game}{grown.en}", f"{told.title.fr}, partie {sheet.game}{grown.fr}")


def _position(told: Told, about: int, last: int) -> Iterator[Text]:
    yield Text(f"  Record {about} of {last}: {told.sentence.en}", f"  Écriture {about} sur {last} : {told.sentence.fr}")
    points = [(told.names.get(seat, Text(seat, seat)), total) for seat, total in told.points.items()]
    if points:
        yield Text(
            f"  Score: {', '.join(f'{name.en} {total}' for name, total in points)}",
            f"  Score : {', '.join(f'{name.fr} {total}' for name, total in points)}",
        )
    if told.outcome is not None:
        yield Text(f"  Outcome: {told.outcome.en}", f"  Issue : {told.outcome.fr}")
    printed = Text("", "")
    if told.fingerprint:
        printed = Text(f", fingerprint {told.fingerprint}", f", empreinte {told.fingerprint}")
    fidelity = said(told.fidelity)
    yield Text(f"  Position: {fidelity.en}{printed.en}", f"  Position : {fidelity.fr}{printed.fr}")
    if told.irregular:
        seqs = ", ".join(map(str, told.irregular))
        yield Text(f"  ⚑ Irregular: it rests on records {seqs}", f"  ⚑ Irrégulière : elle repose sur les écritures {seqs}")


def _signatures(sheet: Sheet, told: Told, kept: Countersignatures, about: int, seat: str, public: str) -> Iterator[Text]:
    """Who signs, and who has signed it before."""
    name = told.names.get(seat, Text(seat, seat))
    yield Text(f"  Seat: {name.en}, key {public}", f"  Siège : {name.fr}, clé {public}")
    for one in kept.signatures:
        if one.about == about:
            name = told.names.get(one.seat, Text(one.seat, one.seat))
            if _holds(sheet, one):
                yield Text(f"  ✍ {name.en} has signed it, key {one.public}", f"  ✍ {name.fr} l'a signée, clé {one.public}")
            else:
                yield Text(
                    f"  ✗ The signature shown for {name.en} does not hold.",
                    f"  ✗ La signature montrée pour {name.fr} n'est pas valable.",
                )


def _holds(sheet: Sheet, one: SignatureAt) -> bool:
    """Whether a signature that the service shows is one over these records."""
    try:
        public, made = read_base64(one.public, 32), read_base64(one.signature, 64)
        check_countersign(public, made, sheet.game, one.about, sheet.leaves[one.about - 1], one.seat)
    except Refused:
        return False
    return True


def _checked(sheet: Sheet, about: int, *, worked_out: bool) -> Text:
    """How far it was checked."""
    read, hidden = counted(about, "record", "écriture"), sheet.hidden_upto(about)
    told = Text(
        "Sentence, score and position are in the service's words.", "Phrase, score et position sont tels que les dit le service."
    )
    if hidden:
        return Text(
            f"Checked: the leaf follows from {read.en}; {hidden} of them are hidden from this seat, and of those only the SHA-256 "
            f"is known. {told.en}",
            f"Vérifié : la feuille découle de {read.fr} ; {hidden} d'entre elles sont cachées à ce siège, et seul leur SHA-256 est "
            f"connu. {told.fr}",
        )
    if worked_out:
        told = Text(
            "Sentence, score and position were worked out here from them.", "Phrase, score et position en ont été déduits ici même."
        )
    return Text(
        f"Checked: the leaf follows from {read.en}, read to the byte. {told.en}",
        f"Vérifié : la feuille découle de {read.fr}, à l'octet près. {told.fr}",
    )

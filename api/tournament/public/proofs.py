"""Proofs to download: of a result, of standings, and of an entrant's rank as a certificate."""

from hashlib import sha256

from flask import Response, request

from api.tournament.frame import page_at, show_page
from api.tournament.links import Duty
from api.tournament.reading import TournamentReader
from api.web.access.links import page_qr_svg
from api.web.pages.pages import number_in
from api.web.problems.problem import Problem
from api.web.request.service import service
from domain.kernel.canonical import canonical_json
from domain.kernel.kinds import row_of
from domain.kernel.stored import StoredRecord
from domain.proof.bundle.carried import CarriedProof, page_of
from domain.tournament import records as r
from domain.tournament.standings.ranking import Standings, standings

PROVEN = ("results", "standings")
DUTIES: tuple[Duty, ...] = ("scorer", "check-in", "table", "screen")


@page_at("/proofs/<int:seq>", *DUTIES)
def show_proof(reader: TournamentReader, seq: int) -> Response:
    """The page of a proof: what record `seq` proves, the page's QR code, and the files to download.
    With `?entrant=` it is a certificate of that entrant's rank."""
    stored = _proven_record(reader, seq)
    order = _proven_standings(reader, stored)
    path = f"{reader.base}/proofs/{seq}"
    entrant = number_in(request.args.get("entrant", ""))
    row = next((row for row in order.rows if row.entrant == entrant), None) if order else None
    body = stored.body
    table = None
    if isinstance(body, r.ResultTaken | r.ResultCorrected):
        played = reader.tournament.round(body.round)
        table = played.table(body.result.table) if played else None
    return show_page(
        "public/proof",
        reader,
        body=body,
        record=seq,
        order=order,
        row=row,
        table=table,
        path=path,
        code=qr_of_path(f"{path}?entrant={entrant}" if row else path),
    )


def qr_of_path(path: str) -> str:
    """The QR code (SVG) of the address of a page of this service."""
    return page_qr_svg(service().address + path)


def proof_of_standings(reader: TournamentReader, round: int) -> str:
    """The path of the page with the proof of a round's standings; empty until the round is
    closed."""
    proven = next((played.proven for played in reader.rounds if played.round == round), 0)
    return f"{reader.base}/proofs/{proven}" if proven else ""


@page_at("/proofs/<int:seq>.<form>", *DUTIES)
def download_proof(reader: TournamentReader, seq: int, form: str) -> Response:
    """The file with a proof. `form` is `txt`, which `python -m domain.proof receipt` and other
    verifiers read, or `html`, a page that checks it without a network."""
    if form not in ("txt", "html"):
        raise Problem("not-found")
    stored = _proven_record(reader, seq)
    order = _proven_standings(reader, stored)
    receipt = service().receipts.receipt(reader.id, seq)
    if receipt is None:
        raise Problem("not-logged-yet", headers={"Retry-After": "1"})
    carried = CarriedProof(stored.state, _digested_json(order) if order else b"", receipt.proof)
    data = carried.encode() if form == "txt" else page_of(carried, _public_keys_text())
    named = f'attachment; filename="{reader.id}-{seq}.{form}"'
    headers = {"Cache-Control": "no-store", "Content-Disposition": named}
    kind = "plain" if form == "txt" else "html"
    return Response(data, 200, headers, content_type=f"text/{kind}; charset=utf-8")


def _proven_record(reader: TournamentReader, seq: int) -> StoredRecord:
    """The record `seq` if it has a proof (a result or standings) and the reader may read it. Raises
    `not-found`."""
    there = reader.store.records_of(reader.id, seq - 1, seq) if seq <= reader.tournament.seq else ()
    for stored in there:
        if reader.visible.shows(stored) and row_of(stored.body).part in PROVEN:
            return stored
    raise Problem("not-found")


def _proven_standings(reader: TournamentReader, stored: StoredRecord) -> Standings | None:
    """The standings whose digest is in a record, computed anew. None if the record has no digest of
    standings, or if it differs from that of the computed ones."""
    body = stored.body
    order = (
        reader.store.tournament_at(reader.id, stored.seq).standings_after(body.round)
        if isinstance(body, r.ResultCorrected)
        else standings(reader.store.tournament_at(reader.id, stored.seq - 1).field)
        if isinstance(body, r.RoundClosed | r.TournamentClosed)
        else None
    )
    named = getattr(body, "standings", "")
    return order if order and sha256(_digested_json(order)).hexdigest() == named else None


def _digested_json(order: Standings) -> bytes:
    """The canonical JSON of standings, from which their digest is computed."""
    return canonical_json((order.stage, order.round, order.keys, order.rows))


def _public_keys_text() -> str:
    """The public keys of the service's log and of its witnesses, a line each, for somebody who
    checks a proof to compare with the log's policy."""
    book = service().receipts.book
    assert book is not None
    witnesses = book.witnesses()
    named = witnesses.witnesses.items() if witnesses else ()
    lines = [key.verifier for key in book.log_keys()]
    return "\n".join([*lines, *(f"witness {name} {key.encode()}" for name, key in named)]) + "\n"

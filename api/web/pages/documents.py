"""A page's content as a PDF document, with the number of its newest record, the log's head and a QR
code of the address for verifying it."""

from datetime import datetime
from hashlib import sha256
from typing import Any

from flask import Response, render_template
from msgspec import Struct

from api.web.access.links import page_qr_svg
from api.web.pages.pages import _, lang, plain_moment
from api.web.pages.typesetting import (
    Blocks,
    Document,
    PageFooter,
    TypesettingTooLong,
    is_available,
    pdf,
)
from api.web.problems.problem import Problem
from api.web.request.service import service
from domain.proof.log.checkpoints import read_checkpoint
from domain.proof.log.notes import read_note
from domain.proof.spelling import base64_of

PDF = "application/pdf"


class DocumentHead(Struct, frozen=True):
    """What is known of a document beside its content: its file's `name` without the ending, the
    last record in it in words (`record`), that record's time (`at`), the path for verifying it, and
    whether it is in landscape format (`wide`)."""

    name: str
    record: str
    at: datetime
    path: str
    wide: bool = False


def blocks(template: str, parts: dict[str, Any]) -> Blocks:
    """The blocks that a template in `templates/documents/` builds from the same variables as the
    page's own template."""
    built = Blocks()
    render_template(
        f"{template}.txt",
        **parts,
        d=built,
        moment=lambda at, show="both": plain_moment(at, lang(), show),
    )
    return built


def document_reply(template: str, parts: dict[str, Any], shows: DocumentHead) -> Response:
    """The response with a page's content as a PDF file. The same records and log head give the same
    bytes. Raises `no-documents` if Typst is not installed, `document-too-long`."""
    if not is_available():
        raise Problem("no-documents")
    address = service().address + shows.path
    foot = PageFooter(
        record=shows.record,
        log=_log_head(),
        address=address,
        code=page_qr_svg(address),
        verify=_("To verify:"),
        page=_("Page"),
    )
    try:
        data = pdf(Document(lang(), blocks(template, parts), foot, shows.at, shows.wide))
    except TypesettingTooLong:
        raise Problem("document-too-long") from None
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'inline; filename="{shows.name}.pdf"',
        "Content-Language": str(lang()),
        "ETag": f'"{sha256(data).hexdigest()[:32]}"',
    }
    return Response(data, 200, headers, content_type=PDF)


def _log_head() -> str:
    book = service().receipts.book
    head = book.head() if book else None
    if head is None:
        return _("No head of the log is signed yet.")
    checkpoint = read_checkpoint(read_note(head.note).text)
    return _(
        "Head of the log {origin}: {size} entries, root {root}",
        origin=checkpoint.origin,
        size=checkpoint.size,
        root=base64_of(checkpoint.root),
    )

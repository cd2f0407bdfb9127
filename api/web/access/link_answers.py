"""Links as they are answered, with their tokens, addresses and states, and on paper: an address as
a QR code, with a line that says whose it is, as an SVG of 80 by 96 mm, black on white."""

from datetime import datetime
from xml.sax.saxutils import escape

import segno
from msgspec import UNSET, UnsetType

from api.web.access.answers import LinkAt, LinkGiven, State
from api.web.access.links import Issued, Link, Links, Revoked
from domain.game.record.records import GameOpened


def given(links: Links, link: Link) -> LinkGiven:
    """A link to hand out."""
    token = links.token(link)
    return LinkGiven(
        id=link.id,
        role=link.role,
        seats=link.seats,
        expires=link.expires,
        token=token,
        href=f"/seat/{token}",
        qr=picture(link),
        tag=_tag(link),
    )


def standard_links(links: Links, game: str, opened: GameOpened) -> tuple[LinkGiven, ...]:
    return tuple(given(links, link) for link in links.standard(game, opened))


def standing(links: Links, issued: Issued, now: datetime) -> LinkAt:
    link = issued.link
    revoked = links.revocation(link)
    state = state_of(link, revoked, now)
    token = links.token(link) if state == "good" else None
    return LinkAt(
        id=link.id,
        role=link.role,
        seats=link.seats,
        expires=link.expires,
        state=state,
        standard=issued.standard,
        issued_at=issued.at,
        issued_by=issued.actor,
        revoked_at=revoked.at if revoked is not None else None,
        revoked_by=revoked.actor if revoked is not None else None,
        token=token,
        href=f"/seat/{token}" if token is not None else None,
        qr=picture(link) if token is not None else None,
        tag=_tag(link),
    )


def state_of(link: Link, revoked: Revoked | None, now: datetime) -> State:
    if revoked is not None:
        return "revoked"
    return "expired" if link.expires is not None and now >= link.expires else "good"


def picture(link: Link) -> str:
    return (
        f"/api/v1/halls/{link.id}/qr.svg"
        if link.hall
        else f"/api/v1/games/{link.game}/links/{link.id}/qr.svg"
    )


def _tag(link: Link) -> str | UnsetType:
    return link.hall.tag if link.hall else UNSET


CODE = 72  # millimetres that the code is wide, its quiet zone included

_LETTER = 0.56  # the average width of a letter, as a share of its size


def code(address: str) -> segno.QRCode:
    """The QR code of an address; a quarter of it may be lost on a crumpled sheet."""
    return segno.make_qr(address, error="q", boost_error=False)


def dense_code(address: str) -> str:
    """The code of a long address, as an SVG for a page; less of it may be lost. Empty where it is
    too long for any."""
    try:
        made = segno.make_qr(address, error="l", boost_error=True)
    except segno.DataOverflowError:
        return ""
    drawn: str = made.svg_inline(
        border=2, light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return drawn


def sheet(address: str, lines: tuple[str, ...]) -> bytes:
    """The SVG: the code, and under it up to three lines, made narrower where they would not fit."""
    drawn = code(address).svg_inline(
        border=4, light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    square = drawn.replace("<svg ", f'<svg x="4" y="2" width="{CODE}" height="{CODE}" ', 1)
    texts = "".join(_line(text, 79 + 6 * n, 5 if n == 0 else 4) for n, text in enumerate(lines))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="96mm" viewBox="0 0 80 96">'
        f'<title>{escape(" · ".join(lines))}</title><rect width="80" height="96" '
        f'fill="#fff"/>{square}'
        f'<g font-family="sans-serif" text-anchor="middle" fill="#000">{texts}</g></svg>'
    ).encode()


def _line(text: str, y: int, size: int) -> str:
    squeezed = (
        f' textLength="{CODE}" lengthAdjust="spacingAndGlyphs"'
        if len(text) * size * _LETTER > CODE
        else ""
    )
    return f'<text x="40" y="{y}" font-size="{size}"{squeezed}>{escape(text)}</text>'

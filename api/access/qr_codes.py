"""A link on paper: its address as a QR code, with a line that says whose it is. An SVG of 80 by 96 mm, black on white."""

from __future__ import annotations

from xml.sax.saxutils import escape

import segno

CODE = 72
"""Millimetres that the code is wide, its quiet zone included."""

_LETTER = 0.56
"""The average width of a letter, as a share of its size."""


def code(address: str) -> segno.QRCode:
    """The QR code of an address; a quarter of it may be lost on a crumpled sheet."""
    return segno.make_qr(address, error="q", boost_error=False)


def dense_code(address: str) -> str:
    """The code of a long address, as an SVG for a page; less of it may be lost. Empty where it is too long for any."""
    try:
        made = segno.make_qr(address, error="l", boost_error=True)
    except segno.DataOverflowError:
        return ""
    drawn: str = made.svg_inline(border=2, light="#fff", omitsize=True, svgclass="qr", lineclass=None)
    return drawn


def sheet(address: str, lines: tuple[str, ...]) -> bytes:
    """The SVG: the code, and under it up to three lines, made narrower where they would not fit."""
    drawn = code(address).svg_inline(border=4, light="#fff", omitsize=True, svgclass=None, lineclass=None)
    square = drawn.replace("<svg ", f'<svg x="4" y="2" width="{CODE}" height="{CODE}" ', 1)
    texts = "".join(_line(text, 79 + 6 * n, 5 if n == 0 else 4) for n, text in enumerate(lines))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="96mm" viewBox="0 0 80 96">'
        f'<title>{escape(" · ".join(lines))}</title><rect width="80" height="96" fill="#fff"/>{square}'
        f'<g font-family="sans-serif" text-anchor="middle" fill="#000">{texts}</g></svg>'
    ).encode()


def _line(text: str, y: int, size: int) -> str:
    squeezed = f' textLength="{CODE}" lengthAdjust="spacingAndGlyphs"' if len(text) * size * _LETTER > CODE else ""
    return f'<text x="40" y="{y}" font-size="{size}"{squeezed}>{escape(text)}</text>'

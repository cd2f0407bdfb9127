"""Links on paper: the QR code, and whose link it is."""

from __future__ import annotations

import re

import pytest
import segno
from flask import Flask

from api import create_app
from domain.clerk.clerk import Clerk
from tests.builders.api.callers import Club
from tests.builders.api.client import KEY, Caller


@pytest.fixture
def club(app: Flask, clerk: Clerk) -> Club:
    """A game that an organiser opened."""
    return Club(app, clerk)


def drawn(svg: str) -> list[list[int]]:
    """The modules of the code in a picture, dark ones 1, read back from its path."""
    size = int(re.findall(r'viewBox="0 0 (\d+) \1"', svg)[0])
    rows = [[0] * size for _ in range(size)]
    x = y = 0.0
    for command, first, second in re.findall(r"([Mmh])(-?[\d.]+)[ ]?(-?[\d.]+)?", re.findall(r'stroke="#000" d="([^"]*)"', svg)[0]):
        if command == "h":
            for n in range(int(first)):
                rows[int(y)][int(x) + n] = 1
            x += int(first)
        elif command == "M":
            x, y = float(first), float(second)
        else:
            x, y = x + float(first), y + float(second)
    return rows


@pytest.mark.parametrize(
    ("public", "base"), [("", "http://localhost"), ("https://greffe.example.org/club", "https://greffe.example.org/club")]
)
def test_the_qr_code_says_the_whole_address(public: str, base: str, club: Club, clerk: Clerk) -> None:
    caller = Caller(create_app(clerk, None, KEY, public_url=public))
    link = club.links["red"]
    answer = caller.get(link["qr"])
    assert (answer.status_code, answer.content_type) == (200, "image/svg+xml")
    expected = segno.make_qr(f"{base}/seat/{link['token']}", error="q", boost_error=False)
    assert drawn(answer.text) == [list(row) for row in expected.matrix_iter(border=4)]


def test_the_paper_says_whose_it_is_in_the_readers_language(club: Club) -> None:
    scribe = club.issue("seat", "red", "blue", expires="2026-03-01T00:00:00Z")
    shown = club.organiser.get(scribe["qr"], Accept_Language="fr").text
    assert ">Rouge, Bleu<" in shown
    assert f">partie {club.game}, jusqu'au 01/03/2026<" in shown
    assert ">Arbiter<" in club.organiser.get(club.links["arbiter"]["qr"]).text
    assert ">Spectateur<" in club.organiser.get(club.links["spectator"]["qr"], Accept_Language="fr").text

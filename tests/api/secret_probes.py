"""How every address is asked by those who may not know a secret (`tests/api/play/test_secrets.py`); or why it need not be.

Whoever adds an address says so here, or the test fails.
"""

from __future__ import annotations

from typing import NamedTuple


class Asked(NamedTuple):
    """How an address is asked: with these queries, and each of them also as every `audience` there is, if it takes one. Keys, whose
    holders may look as the arbiter, ask as the public; `whole` says that they have to say so, or get everything. What is answered
    as `hashes` is compared but for those: they are of whole records, with their random bytes."""

    queries: tuple[str, ...] = ("",)
    audience: bool = False
    whole: bool = False
    hashes: bool = False


AT = ("", "?at={seq}")
NOTHING_OF_A_GAME = "it says nothing of a game's board"
READ: dict[str, Asked | str] = {
    "/api/v1/games": Asked(("", "?irregular=true", "?open_claim=true", "?status=ended", "?player=Somebody")),
    "/api/v1/games/<game>": Asked(),
    "/api/v1/games/<game>/board": Asked(AT, audience=True),
    "/api/v1/games/<game>/score": Asked(AT),
    "/api/v1/games/<game>/legal": Asked(("", "?seat={owner}", "?seat={other}")),
    "/api/v1/games/<game>/diff": Asked(("?from={seq}", "?with={branch}", "?from={seq}&to=1&with={branch}"), audience=True),
    "/api/v1/games/<game>/records": Asked(("", "?limit=2"), audience=True),
    "/api/v1/games/<game>/records/<int(signed=True):seq>": Asked(audience=True),
    "/api/v1/games/<game>/stream": Asked(("?after=0", "?after=2"), audience=True),
    "/api/v1/games/<game>/undo": Asked(audience=True),
    "/api/v1/games/<game>/retracted": Asked(audience=True),
    "/api/v1/games/<game>/claims": Asked(),
    "/api/v1/games/<game>/rulings": Asked(audience=True),
    "/api/v1/games/<game>/irregularities": Asked(audience=True),
    "/api/v1/games/<game>/branches": Asked(("", "?limit=1")),
    "/api/v1/games/<game>/board/document": Asked(AT, whole=True),
    "/api/v1/games/<game>/export": Asked(("", "?names=true"), audience=True, whole=True),
    "/api/v1/games/<game>/seats": Asked(AT),
    "/api/v1/games/<game>/contributions": Asked(),
    "/api/v1/games/<game>/seals": Asked(),
    "/api/v1/games/<game>/records/<int(signed=True):seq>/receipt": Asked(hashes=True),
    "/api/v1/games/<game>/bundle": Asked(("", "?at={seq}", "?names=true"), whole=True, hashes=True),
    "/api/v1/games/<game>/countersignatures": Asked(AT, hashes=True),
    "/api/v1/games/<game>/audit": Asked(("", "?after=1&limit=3"), audience=True, whole=True),
    "/api/v1/games/<game>/links": Asked(),
    "/api/v1/games/<game>/links/<link>/qr.svg": Asked(),
    "/api/v1/games/<game>/looks": Asked(),
    "/api/v1/campaigns": Asked(),
    "/api/v1/campaigns/<campaign>": Asked(),
    "/api/v1/campaigns/<campaign>/sheet": Asked(("", "?scenario=1", "?scenario=1&at={seq}")),
    "/api/v1/campaigns/<campaign>/records/<int(signed=True):seq>/receipt": Asked(hashes=True),
    "/api/v1/campaigns/<campaign>/bundle": Asked(hashes=True),
    "/api/v1/caller": Asked(),
    "/games/<game>": Asked(("?lang=fr&compare=1", "?at=2"), audience=True),
    "/games/<game>/frames": Asked(("?first=1&compare=1",), audience=True),
    "/games/<game>/trail": Asked(audience=True),
    "/games/<game>/branches": Asked(("?lang=fr", "?at={seq}", "?with={branch}", "?grown={branch}")),
    "/games/<game>/irregularities": Asked(audience=True),
    "/games/<game>/audit": Asked(("", "?all=1&lang=fr"), audience=True, whole=True, hashes=True),
    "/games/<game>/numbers": Asked(("?lang=fr",), audience=True),
    "/games/<game>/play": Asked(("", "?seat={other}", "?seat={owner}", "?done={seq}&lang=fr"), whole=True),
    **dict.fromkeys(
        (
            "/games/<game>/play/<deed>",
            "/games/<game>/desk",
            "/games/<game>/desk/rule",
            "/games/<game>/desk/undo",
            "/games/<game>/desk/redo",
            "/games/<game>/desk/close",
            "/games/<game>/desk/overturn/<int:ruling>",
        ),
        Asked(whole=True),
    ),
    "/api/v1/hall": Asked(),
    "/api/v1/halls": Asked(),
    "/api/v1/halls/<link>/qr.svg": Asked(),
    "/hall": Asked(),
    "/organise": Asked(),
    "/organise/halls": Asked(),
    "/organise/open": Asked(),
    "/organise/close": Asked(("?game={game}",)),
    "/organise/links": Asked(("?game={game}",)),
    "/organise/campaigns": Asked(),
    "/organise/campaigns/<campaign>": Asked(),
    "/organise/campaigns/<campaign>/sheet/<int:number>": Asked(),
    "/organise/campaigns/<campaign>/sheets": Asked(),
    "/organise/games/<game>/looks": Asked(),
    "/": Asked(("", "?text=bids", "?status=open")),
    "/seat/<link>": Asked(),
    "/metrics": "it counts requests, and how long they took",
    **dict.fromkeys(
        ("/log/checkpoint", "/log/tile/<path:tile>"), "hashes of whole records, with their random bytes, and signatures"
    ),
    **dict.fromkeys(
        (
            "/api/v1/tournaments",
            "/api/v1/tournaments/<tournament>",
            "/api/v1/tournaments/<tournament>/bundle",
            "/api/v1/tournaments/<tournament>/entrants",
            "/api/v1/tournaments/<tournament>/export",
            "/api/v1/tournaments/<tournament>/links",
            "/api/v1/tournaments/<tournament>/papers",
            "/api/v1/tournaments/<tournament>/records",
            "/api/v1/tournaments/<tournament>/records/<int(signed=True):seq>/receipt",
            "/api/v1/tournaments/<tournament>/rounds/<int:round>",
            "/api/v1/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/play-link",
            "/api/v1/tournaments/<tournament>/standings",
            "/api/v1/tournaments/<tournament>/stream",
        ),
        "a tournament names games and never contains their state, but for the result of one that is over",
    ),
    **dict.fromkeys(
        (
            "/api/v1/rulesets",
            "/api/v1/rulesets/<id>",
            "/api/v1/rulesets/<id>/catalogs/<name>",
            "/api/v1/catalogs",
            "/api/v1/catalogs/<sha256>",
            "/api/v1/catalogs/<sha256>/provenance",
            "/api/v1/ping",
            "/healthz",
            "/readyz",
            "/openapi.json",
            "/problems",
            "/problems/<slug>",
            "/docs",
            "/static/<digest>/<path:name>",
            "/enter",
            "/enter/<link>",
            "/organise/campaigns/open",
            "/organise/catalogs",
            "/organise/catalogs/<name>",
            "/organise/catalogs/<name>/file",
            "/titles/<id>",
        ),
        NOTHING_OF_A_GAME,
    ),
}
"""How every address is read; or why it need not be."""

TO_NOBODY = ("/", "/games/<game>", "/games/<game>/trail", "/api/v1/games/<game>", "/api/v1/games/<game>/records")
"""What is asked of a public game without any link: it is watched as spectators watch."""

WRITTEN = {
    **dict.fromkeys(
        (
            "/organise/open",
            "/organise/close",
            "/organise/links/<game>",
            "/organise/links/<game>/<link>/replace",
            "/organise/links/<game>/<link>/revoke",
            "/organise/campaigns",
            "/organise/campaigns/<campaign>/close",
            "/organise/campaigns/<campaign>/next",
            "/organise/catalogs",
            "/organise/halls",
            "/organise/halls/<link>/revoke",
        ),
        "a form for what the API has",
    ),
    **dict.fromkeys(
        (
            "/api/v1/games",
            "/api/v1/games/import",
            "/api/v1/campaigns",
            "/api/v1/campaigns/<campaign>/scenarios",
            "/api/v1/campaigns/<campaign>/close",
            "/api/v1/tournaments/import",
            "/api/v1/tournaments",
            "/api/v1/tournaments/<tournament>/advance",
            "/api/v1/tournaments/<tournament>/byes",
            "/api/v1/tournaments/<tournament>/check-in",
            "/api/v1/tournaments/<tournament>/close",
            "/api/v1/tournaments/<tournament>/entrants",
            "/api/v1/tournaments/<tournament>/entrants/<int:number>",
            "/api/v1/tournaments/<tournament>/entrants/<int:number>/expel",
            "/api/v1/tournaments/<tournament>/entrants/<int:number>/reinstate",
            "/api/v1/tournaments/<tournament>/entrants/<int:number>/withdraw",
            "/api/v1/tournaments/<tournament>/entrants/import",
            "/api/v1/tournaments/<tournament>/links/<link>/revoke",
            "/api/v1/tournaments/<tournament>/lots",
            "/api/v1/tournaments/<tournament>/penalties",
            "/api/v1/tournaments/<tournament>/penalties/<int:penalty>/lift",
            "/api/v1/tournaments/<tournament>/presence",
            "/api/v1/tournaments/<tournament>/protests",
            "/api/v1/tournaments/<tournament>/protests/<int:protest>/decide",
            "/api/v1/tournaments/<tournament>/rounds/<int:round>/clock",
            "/api/v1/tournaments/<tournament>/rounds/<int:round>/close",
            "/api/v1/tournaments/<tournament>/rounds/<int:round>/games",
            "/api/v1/tournaments/<tournament>/rounds/<int:round>/pairing",
            "/api/v1/tournaments/<tournament>/rounds/<int:round>/publish",
            "/api/v1/tournaments/<tournament>/rounds/<int:round>/tables",
            "/api/v1/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/correct",
            "/api/v1/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/reopen",
            "/api/v1/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/result",
            "/api/v1/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/slip",
            "/api/v1/tournaments/<tournament>/rounds/<int:round>/withdraw",
            "/api/v1/tournaments/<tournament>/rules",
            "/api/v1/tournaments/<tournament>/separations",
            "/api/v1/catalogs",
            "/api/v1/halls",
            "/api/v1/halls/<link>/revoke",
        ),
        "it is for organisers, who read all of a game if they like",
    ),
    **dict.fromkeys(("/enter", "/leave"), NOTHING_OF_A_GAME),
}
"""Addresses that are written to and not tried here, and why. All others under a game are."""

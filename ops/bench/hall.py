"""The page of a hall while its tables play: how long after the answer to a claim the page shows it."""

from __future__ import annotations

import re
from pathlib import Path
from time import perf_counter

import msgspec

from ops.bench.measure import Row, percentile
from ops.bench.server import Connection, serving
from ops.bench.table import TITLE, Table, clerk_at

TAG = "bench hall"
_LISTED = re.compile(rb'<li class="[a-z]+" id="t-(\d+)-')


def hall(folder: Path, tables: int, times: int) -> list[Row]:
    """So many tables that have begun to play; at one after the other somebody claims something, and the hall's page is asked for.

    Raises `RuntimeError` where a page does not list every table once, or not what was claimed."""
    data = folder / "hall"
    data.mkdir()
    clerk = clerk_at(data / "greffe.sqlite")
    games = [Table(clerk, f"hall-{n}") for n in range(1, tables + 1)]
    for game in games:
        for _ in range(6):
            if not game.over:
                game.act()
    ids = [(one.game.id, one.game.seq, one.game.to_act or one.game.setting.seats) for one in games]
    clerk.close()
    took, made = [], []
    with serving(data, GREFFE_LINK_RATE="off", GREFFE_KEY_RATE="off") as (port, key):
        writer = Connection(port, key)
        for number, (id, seq, _) in enumerate(ids, 1):
            body = msgspec.json.encode({"tags": [TAG, f"table {number}"]})
            _send(writer, f"/games/{id}/listing", seq, f"tag-{number}", body)
        writer.send("GET", "/hall", headers="Accept: text/html\r\n")  # compiles the templates
        for n in range(times):
            id, seq, seats = ids[n % tables]
            body = msgspec.json.encode({"seat": seats[0], "about": 1, "text": "Wrong."})
            claim = _send(writer, f"/games/{id}/claims", seq + 1 + n // tables, f"claim-{n}", body)
            answered = perf_counter()
            status, page = writer.send("GET", f"/hall?tag={TAG.replace(' ', '+')}", headers="Accept: text/html\r\n")
            took.append(perf_counter() - answered)
            made.append(len(page))
            if status != 200 or sorted(map(int, _LISTED.findall(page))) != list(range(1, tables + 1)):
                raise RuntimeError(f"the hall lists {len(_LISTED.findall(page))} of {tables} tables")
            if f"claim:{id}:{claim}".encode() not in page:
                raise RuntimeError(f"the hall does not show the claim of game {id}")
        writer.close()
    detail = f"{times} claims, median {percentile(took, 0.5) * 1e3:.0f} ms, {max(made) // 1000} kB; its script asks every 800 ms"
    what = f"the hall with {tables} tables of {TITLE}: from a claim's answer to the page with it, p99"
    return [Row(what, percentile(took, 0.99) * 1e3, "ms", 200, at_least=False, detail=detail)]


def _send(writer: Connection, path: str, seq: int, key: str, body: bytes) -> int:
    headers = f'If-Match: "{seq}"\r\nIdempotency-Key: {key}\r\n'
    status, answer = writer.send("POST", f"/api/v1{path}", body, headers)
    if status != 201:
        raise RuntimeError(answer.decode())
    found: int = msgspec.json.decode(answer)["seq"]
    return found

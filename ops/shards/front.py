"""Files that tell a proxy in front of all shards where a request goes (`ops/deploy/haproxy-shards.cfg`).

shards.map      a shard's name, or the origin of its log, and its backend; `-`: where a request goes that names nothing
homes.map       every id that does not begin with the name of the shard that has it, and the backend
openings.map    100 slots, by each shard's share of what is opened: a request's key tells its slot
backends.cfg    a backend for each shard, with its web processes
"""

from __future__ import annotations

import re
from pathlib import Path

from ops.log.durable import write_durably
from ops.settings.errors import CannotServe
from ops.stores.shards.directory import Directory, Shard

SLOTS = 100
"""Slots of what is opened; as many as `haproxy-shards.cfg` divides by."""

_ADDRESS = re.compile(r"[A-Za-z0-9_.\[\]:-]+:[0-9]{1,5}")


def need_addresses(address: str) -> tuple[str, ...]:
    """The web processes of a shard, from a list with commas; raises `CannotServe`."""
    found = tuple(one.strip() for one in address.split(","))
    if not all(_ADDRESS.fullmatch(one) for one in found):
        raise CannotServe(f"{address} is no list of addresses such as 10.0.0.1:8001,10.0.0.2:8001.")
    return found


def write_front(directory: Directory, folder: Path) -> list[str]:
    """Write the files of the proxy into a folder; answers the names of those that are others than before. Raises `CannotServe`."""
    shards = [one for one in directory.shards() if not one.closed]
    if not shards:
        raise CannotServe("There is no shard yet: greffe shards add takes one into the directory.")
    files = {
        "homes.map": [f"{stream} {backend(shard)}" for stream, shard in directory.astray()],
        "shards.map": [
            *(f"{called} {backend(one.name)}" for one in shards for called in (one.name, one.origin)),
            f"- {backend(shards[0].name)}",
        ],
        "openings.map": [f"{slot} {backend(name)}" for slot, name in enumerate(slots(shards))],
        "backends.cfg": [line for one in shards for line in _backend(one)],
    }
    changed = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, lines in files.items():
            data = "".join(f"{line}\n" for line in lines).encode()
            file = folder / name
            if not file.is_file() or file.read_bytes() != data:
                write_durably(file, data, mode=0o644)
                changed.append(name)
    except OSError as e:
        raise CannotServe(f"{folder} cannot be written: {(e.strerror or str(e)).lower()}.") from None
    return changed


def backend(shard: str) -> str:
    """What the proxy calls a shard."""
    return f"shard_{shard}"


def slots(shards: list[Shard]) -> list[str]:
    """The shard of each slot: as many as its share of the whole, and all of them the first's where no share is above 0."""
    shares = [(one.name, one.share) for one in shards if one.share] or [(shards[0].name, 1)]
    names: list[str] = []
    total, reached = sum(share for _, share in shares), 0
    for name, share in shares:
        reached += share
        names += [name] * (SLOTS * reached // total - len(names))
    return names


def _backend(shard: Shard) -> list[str]:
    """The section of a shard, with the web processes in which its games stay."""
    servers = [
        f"    server {shard.name}{number} {address}" for number, address in enumerate(need_addresses(shard.address), start=1)
    ]
    return [
        f"backend {backend(shard.name)}",
        "    balance hash var(txn.key)",
        "    hash-type consistent",
        "    option httpchk GET /readyz",
        "    http-check expect status 200",
        "    default-server check inter 1s fall 2 rise 1 maxconn 4000",
        f"    http-response set-header Greffe-Shard {shard.name}",
        *servers,
        "",
    ]

"""Games of the real server with links for their players, played by tests through the server's own
record."""

from __future__ import annotations

from contextlib import AbstractContextManager
from copy import copy
from itertools import count
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from domain.game.clerk.clerk import Clerk
from tests.builders.servers import Reply, Server
from tests.builders.table import Table

_keys = count(1)


class Opened:
    """An opened game: its links by seat or role, and `table`, where tests play it."""

    def __init__(self, server: Server, clerk: Clerk, ruleset: str, **fields: Any) -> None:
        opened = server.ask(
            "POST",
            "/api/v1/games",
            {"ruleset": ruleset, **fields},
            Idempotency_Key=f"opened-{next(_keys)}",
        )
        assert opened.status == 201, opened.data
        self.id: str = opened.data["id"]
        self._server = server
        self.links: dict[str, str] = {
            "+".join(link["seats"]) or link["role"]: server.address + link["href"]
            for link in opened.data["links"]
        }
        self.table = Table(clerk, game=self.id)

    def token(self, whose: str) -> str:
        return self.links[whose].rpartition("/")[2]

    def export(self, seat: str) -> bytes:
        address = f"{self._server.address}/api/v1/games/{self.id}/export?audience={seat}"
        with urlopen(
            Request(address, headers={"Authorization": f"Bearer {self.token(seat)}"}), timeout=30
        ) as answer:
            return bytes(answer.read())

    def issue(self, role: str, *seats: str) -> tuple[str, str]:
        body = {"role": role, **({"seats": list(seats)} if seats else {})}
        path = f"/api/v1/games/{self.id}/links"
        data = self._server.ask("POST", path, body, Idempotency_Key=f"issued-{next(_keys)}").data
        return self._server.address + data["href"], data["id"]

    def revoke(self, id: str) -> None:
        answer = self._server.ask(
            "POST",
            f"/api/v1/games/{self.id}/links/{id}/revoke",
            {},
            Idempotency_Key=f"revoked-{next(_keys)}",
        )
        assert answer.status == 200, answer.data

    def read(self, of: str, whose: str = "") -> Any:
        """The JSON of a read about the game, by the operator, or by the holder of link `whose`."""
        answer = self._as(whose).ask("GET", f"/api/v1/games/{self.id}{of}")
        assert answer.status == 200, answer.data
        return answer.data

    def write(self, whose: str, of: str, body: object) -> Reply:
        key, seq = f"written-{next(_keys)}", self.table.game.seq
        return self._as(whose).ask(
            "POST", f"/api/v1/games/{self.id}{of}", body, Idempotency_Key=key, If_Match=f'"{seq}"'
        )

    def _as(self, whose: str) -> Server:
        server_copy = copy(self._server)
        server_copy.key = self.token(whose) if whose else server_copy.key
        return server_copy


class Signing(AbstractContextManager[Any]):
    def __init__(self, server: Server) -> None:
        self.server = server
        self.data = str(server.data)
        self.clerk = Clerk(
            {
                "PERSISTENCE_MODULE": "ops.stores.sqlite.recorder:Factory",
                "SQLITE_DBNAME": str(server.data / "greffe.sqlite"),
                "SECRET_KEY_FILE": str(server.data / "secret.key"),
            }
        )

    def __exit__(self, *_: object) -> None:
        self.clerk.close()

    def open(self, ruleset: str = "northgard-training", **fields: Any) -> Opened:
        return Opened(self.server, self.clerk, ruleset, **fields)


def written(
    file: Path, key: Ed25519PrivateKey | X25519PrivateKey, password: bytes = b"", mode: int = 0o600
) -> str:
    best_available_encryption = BestAvailableEncryption(password) if password else NoEncryption()
    file.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, best_available_encryption)
    )
    file.chmod(mode)
    return str(file)

"""A receiver as a process of its own: `python receiver.py webhook|ntfy|mail FOLDER`. It knows nothing of Greffe.

It listens on a free port of 127.0.0.1, writes that to FOLDER/port, and each message that it took as a line of JSON to FOLDER/taken.
A webhook is checked with the package `standardwebhooks` alone, by the secret in FOLDER/secret; what does not verify is refused with
400 and noted in FOLDER/refused. Each path is noted in FOLDER/asked; while FOLDER/hold is there, those that begin with /slow are not
answered. ntfy's is the HTTP of its publishing as JSON, with its
answers and errors (docs.ntfy.sh/publish): FOLDER/token is the access token it asks for, FOLDER/busy the seconds of its Retry-After;
what was published is read by GET /TOPIC/json?poll=1. Mail is SMTP.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import sys
import threading
import time
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

WHAT, FOLDER = sys.argv[1], Path(sys.argv[2])
LOCK = threading.Lock()
PUBLISHED: list[dict[str, Any]] = []


def note(name: str, said: Any) -> None:
    """Add a line to a file of the folder."""
    with LOCK, (FOLDER / name).open("a") as file:
        file.write(json.dumps(said) + "\n")
        file.flush()


class Handler(BaseHTTPRequestHandler):
    """Takes what is posted."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        note("asked", self.path)
        while self.path.startswith("/slow") and (FOLDER / "hold").exists():
            time.sleep(0.02)
        status, said = (self.webhook(body), None) if WHAT == "webhook" else self.ntfy(body)
        self.answer(status, said)

    def do_GET(self) -> None:
        topic, _, rest = self.path.strip("/").partition("/")
        if WHAT != "ntfy" or rest != "json?poll=1":
            self.answer(404, None)
        else:
            self.answer(200, [one for one in PUBLISHED if one["topic"] == topic])

    def answer(self, status: int, said: Any) -> None:
        """Answer with JSON, or a line of it each for a list."""
        lines = said if isinstance(said, list) else [] if said is None else [said]
        data = "".join(json.dumps(one) + "\n" for one in lines).encode()
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", (FOLDER / "busy").read_text())
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def webhook(self, body: bytes) -> int:
        from standardwebhooks import Webhook, WebhookVerificationError

        try:
            said = Webhook((FOLDER / "secret").read_text()).verify(body, dict(self.headers.items()))
        except WebhookVerificationError as e:
            note("refused", str(e))
            return 400
        note("taken", {"id": self.headers["webhook-id"], "path": self.path, **said})
        return 200

    def ntfy(self, body: bytes) -> tuple[int, dict[str, Any]]:
        def error(code: int, said: str) -> tuple[int, dict[str, Any]]:
            note("refused", said)
            return code // 100, {"code": code, "http": code // 100, "error": said, "link": "https://ntfy.sh/docs/publish/"}

        token = FOLDER / "token"
        if token.exists() and self.headers["Authorization"] != f"Bearer {token.read_text()}":
            return error(40301, "forbidden")
        if (FOLDER / "busy").exists():
            return error(42901, "limit reached: too many requests")
        try:
            said = json.loads(body)
        except ValueError:
            return error(40017, "invalid request: request body must be valid JSON")
        known = {"topic": str, "message": str, "title": str, "click": str, "tags": list}
        if self.path != "/" or any(not isinstance(value, known.get(name, type(None))) for name, value in said.items()):
            return error(40017, "invalid request: request body must be message JSON")
        if re.fullmatch("[-_A-Za-z0-9]{1,64}", said.get("topic", "")) is None:
            return error(40009, "invalid request: topic invalid")
        if len(said.get("message", "").encode()) > 4096:
            return error(41301, "attachment too large, or bandwidth limit reached")
        now = int(time.time())
        published = {"id": secrets.token_hex(6), "time": now, "expires": now + 43_200, "event": "message", **said}
        PUBLISHED.append(published)
        note("taken", {"id": self.headers["X-Greffe-Message"], **said})
        return 200, published

    def log_message(self, *_: object) -> None:
        pass


class Letters:
    """Takes mail."""

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:
        made = message_from_bytes(envelope.content, policy=policy.default)
        plain, page = made.get_body(("plain",)), made.get_body(("html",))
        note(
            "taken",
            {
                "id": made["Message-ID"],
                "to": envelope.rcpt_tos,
                "subject": made["Subject"],
                "stop": made["List-Unsubscribe"],
                "click": made["List-Unsubscribe-Post"],
                "plain": plain.get_content() if plain else None,
                "html": page.get_content() if page else None,
            },
        )
        return "250 OK"


def ready(port: int) -> None:
    """Say on which port it listens."""
    (FOLDER / "port.new").write_text(str(port))
    (FOLDER / "port.new").rename(FOLDER / "port")


async def take_mail() -> None:
    """Take mail until killed."""
    from aiosmtpd.smtp import SMTP

    server = await asyncio.get_running_loop().create_server(lambda: SMTP(Letters()), "127.0.0.1", 0)
    ready(server.sockets[0].getsockname()[1])
    await server.serve_forever()


def main() -> None:
    """Serve until killed."""
    if WHAT == "mail":
        asyncio.run(take_mail())
    ThreadingHTTPServer.request_queue_size = 128  # many come at once
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    ready(server.server_address[1])
    server.serve_forever()


main()

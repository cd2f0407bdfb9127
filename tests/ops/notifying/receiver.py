"""A receiver as a process of its own: `python receiver.py webhook|ntfy|mail FOLDER`. It knows nothing of Greffe.

It listens on a free port of 127.0.0.1, writes that to FOLDER/port, and each message that it took as a line of JSON to FOLDER/taken.
A webhook is checked with the package `standardwebhooks` alone, by the secret in FOLDER/secret; what does not verify is refused with
400 and noted in FOLDER/refused. Each path is noted in FOLDER/asked; while FOLDER/hold is there, those that begin with /slow are not
answered. ntfy's is the HTTP of its publishing as JSON; mail is SMTP.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

WHAT, FOLDER = sys.argv[1], Path(sys.argv[2])
LOCK = threading.Lock()


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
        status = self.webhook(body) if WHAT == "webhook" else self.ntfy(body)
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def webhook(self, body: bytes) -> int:
        from standardwebhooks import Webhook, WebhookVerificationError

        try:
            said = Webhook((FOLDER / "secret").read_text()).verify(body, dict(self.headers.items()))
        except WebhookVerificationError as e:
            note("refused", str(e))
            return 400
        note("taken", {"id": self.headers["webhook-id"], "path": self.path, **said})
        return 200

    def ntfy(self, body: bytes) -> int:
        said = json.loads(body)
        if self.path != "/" or not said.get("topic") or not isinstance(said.get("message"), str):
            note("refused", said)
            return 400
        note("taken", {"id": self.headers["X-Greffe-Message"], **said})
        return 200

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

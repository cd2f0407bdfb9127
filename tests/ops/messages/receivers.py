"""Receivers of messages, without any code of Greffe: an HTTP server and a mail server in threads.
The test sets their answers."""

import asyncio
import json
import ssl
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, NamedTuple, Self

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

from tests.builders.servers import PATIENCE, joined


class Request(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes
    taken: bool

    @property
    def id(self) -> str:
        return self.headers.get("webhook-id") or self.headers["x-greffe-message"]

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """A server for webhooks and the like. It answers with `answer`, a status and the seconds of
    Retry-After. On paths that begin with /slow it waits for `go` first."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.asked: list[str] = []
        self.answer: tuple[int, int] = 200, 0
        self.go = Event()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(length := int(self.headers["Content-Length"]))
                if len(body) < length:
                    return  # the sender was killed
                receiver.asked.append(self.path)
                if self.path.startswith("/slow"):
                    receiver.go.wait(PATIENCE)
                status, after = receiver.answer
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.requests.append(Request(self.path, headers, body, status < 300))
                self.send_response(status)
                if after:
                    self.send_header("Retry-After", str(after))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Write nothing."""

        class Server(ThreadingHTTPServer):
            request_queue_size = 100

            def handle_error(self, *_: object) -> None:
                """Print no errors about senders that were killed."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.go.set()
        self._server.shutdown()
        self._server.server_close()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def taken(self) -> list[Request]:
        return [request for request in self.requests if request.taken]

    def distinct(self) -> list[Request]:
        return list({delivery.id: delivery for delivery in reversed(self.taken())}.values())[::-1]


class Letter(NamedTuple):
    to: list[str]
    made: EmailMessage
    tls: bool
    user: str


class MailServer:
    """A mail server and context manager. `answers` replaces the answers to the steps `connect`,
    `starttls`, `mail`, `rcpt`, `data` and `quit`. Its key `drop` ends the connection: `during` the
    data, or once they are `taken`."""

    def __init__(
        self, *, tls: str = "", context: ssl.SSLContext | None = None, login: str = ""
    ) -> None:
        self.answers: dict[str, str] = {}
        self.letters: list[Letter] = []
        self.logins: list[bool] = []
        self.login, self.implicit = login, tls == "implicit"
        settings_given: dict[str, Any] = (
            {"authenticator": self._knows, "auth_required": True}
            if login
            else {"auth_exclude_mechanism": ["PLAIN", "LOGIN"]}
        )
        settings_given |= (
            {"tls_context": context, "require_starttls": True}
            if tls == "starttls"
            else {"auth_require_tls": False}
        )
        self._given, self._context = settings_given, context if self.implicit else None

    def __enter__(self) -> Self:
        listens = Event()
        self._thread = Thread(target=lambda: asyncio.run(self._serve(listens)), daemon=True)
        self._thread.start()
        assert listens.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        joined(self._thread)

    async def _serve(self, listens: Event) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = await self._loop.create_server(
            lambda: _Protocol(self, **self._given), "127.0.0.1", 0, ssl=self._context
        )
        self.port: int = server.sockets[0].getsockname()[1]
        listens.set()
        await self._stop.wait()
        server.close()

    def _knows(
        self, _server: object, _session: Any, _envelope: object, _way: str, data: Any
    ) -> AuthResult:
        assert isinstance(data, LoginPassword)
        self.logins.append(f"{data.login.decode()}:{data.password.decode()}" == self.login)
        return AuthResult(success=self.logins[-1], handled=False, auth_data=data.login)

    async def handle_MAIL(
        self, _server: object, _session: object, envelope: Any, address: str, _options: list[str]
    ) -> str:
        envelope.mail_from = address
        return self.answers.get("mail", "250 OK")

    async def handle_RCPT(
        self, _server: object, _session: object, envelope: Any, address: str, _options: list[str]
    ) -> str:
        envelope.rcpt_tos.append(address)
        return self.answers.get("rcpt", "250 OK")

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if "data" in self.answers:
            return self.answers["data"]
        made = message_from_bytes(envelope.content, policy=policy.default)
        user = (session.auth_data or b"").decode()
        self.letters.append(
            Letter(envelope.rcpt_tos, made, session.ssl is not None or self.implicit, user)
        )  # type: ignore[arg-type]  # by the policy
        if self.answers.get("drop") == "taken":
            server.transport.abort()
        return "250 OK"

    async def handle_QUIT(self, _server: object, _session: object, _envelope: object) -> str:
        return self.answers.get("quit", "221 Bye")


class _Protocol(SMTP):
    async def _handle_client(self) -> None:
        if "connect" in self.event_handler.answers:
            await self.push(self.event_handler.answers["connect"])
            self.transport.close()
            return
        await super()._handle_client()

    async def smtp_STARTTLS(self, arg: str) -> None:
        if "starttls" in self.event_handler.answers:
            await self.push(self.event_handler.answers["starttls"])
            return
        await super().smtp_STARTTLS(arg)

    async def smtp_DATA(self, arg: str) -> None:
        if self.event_handler.answers.get("drop") == "during":
            await self.push("354 Go on")
            await self._reader.readline()
            self.transport.abort()
            return
        await super().smtp_DATA(arg)

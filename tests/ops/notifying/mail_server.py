"""A mail server as a process of its own: `python mail_server.py FOLDER [--tls starttls|implicit --certificate FILE]
[--login USER:PASSWORD]`. It knows nothing of Greffe.

It listens on a free port of 127.0.0.1, writes that to FOLDER/port, and what it took as lines of JSON to FOLDER/taken. What it
answers otherwise stands in FOLDER/answers, a JSON object that is read anew at each step: `connect`, `mail`, `rcpt`, `data` and
`quit` are the answers to these steps, `starttls` the one to that command; `drop` closes the connection `during` the data, or once
it has `taken` it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import ssl
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


class Answers:
    """What is answered otherwise than with yes; what is taken is noted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def to(self, step: str) -> str:
        """The answer to a step; empty for the usual one."""
        file = self.folder / "answers"
        return str(json.loads(file.read_text()).get(step, "")) if file.exists() else ""

    def note(self, name: str, said: Any) -> None:
        """Add a line to a file of the folder."""
        with (self.folder / name).open("a") as file:
            file.write(json.dumps(said) + "\n")

    async def handle_MAIL(self, _server: object, _session: object, envelope: Any, address: str, _options: list[str]) -> str:
        if said := self.to("mail"):
            return said
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, _server: object, _session: object, envelope: Any, address: str, _options: list[str]) -> str:
        if said := self.to("rcpt"):
            self.note("refused", address)
            return said
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if said := self.to("data"):
            return said
        made = message_from_bytes(envelope.content, policy=policy.default)
        how = {"tls": session.ssl is not None or server.implicit, "user": (session.auth_data or b"").decode()}
        self.note("taken", {"id": made["Message-ID"], "to": envelope.rcpt_tos, "subject": made["Subject"], **how})
        if self.to("drop") == "taken":
            server.transport.abort()
        return "250 OK"

    async def handle_QUIT(self, _server: object, _session: object, _envelope: object) -> str:
        return self.to("quit") or "221 Bye"


class MailServer(SMTP):
    """The protocol, with answers of a test's in the places that handlers do not reach."""

    def __init__(self, answers: Answers, *, implicit: bool, **given: Any) -> None:
        super().__init__(answers, **given)
        self.answers, self.implicit = answers, implicit

    async def _handle_client(self) -> None:
        if said := self.answers.to("connect"):
            await self.push(said)
            self.transport.close()
            return
        await super()._handle_client()

    async def smtp_STARTTLS(self, arg: str) -> None:
        if said := self.answers.to("starttls"):
            await self.push(said)
            return
        await super().smtp_STARTTLS(arg)

    async def smtp_DATA(self, arg: str) -> None:
        if self.answers.to("drop") == "during":
            await self.push("354 Go on")
            await self._reader.readline()
            self.transport.abort()
            return
        await super().smtp_DATA(arg)


async def serve(folder: Path, wanted: argparse.Namespace) -> None:
    """Take mail until killed."""
    answers, context = Answers(folder), None
    if wanted.certificate:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(wanted.certificate)
    implicit = wanted.tls == "implicit"

    def knows(_server: object, _session: Any, _envelope: object, _way: str, data: Any) -> AuthResult:
        assert isinstance(data, LoginPassword)
        right = f"{data.login.decode()}:{data.password.decode()}" == wanted.login
        answers.note("logins", right)
        return AuthResult(success=right, handled=False, auth_data=data.login)

    given: dict[str, Any] = (
        {"authenticator": knows, "auth_required": True} if wanted.login else {"auth_exclude_mechanism": ["PLAIN", "LOGIN"]}
    )
    if wanted.tls != "starttls":
        given["auth_require_tls"] = False
    elif context:
        given |= {"tls_context": context, "require_starttls": True}

    server = await asyncio.get_running_loop().create_server(
        lambda: MailServer(answers, implicit=implicit, **given), "127.0.0.1", 0, ssl=context if implicit else None
    )
    (folder / "port.new").write_text(str(server.sockets[0].getsockname()[1]))
    (folder / "port.new").rename(folder / "port")
    await server.serve_forever()


def main() -> None:
    """Serve as the command line says."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tls", choices=("none", "starttls", "implicit"), default="none")
    parser.add_argument("--certificate")
    parser.add_argument("--login")
    wanted = parser.parse_args()
    asyncio.run(serve(wanted.folder, wanted))


main()

"""An auditor's files, and the output of the command over them."""

from pathlib import Path

import pytest

from domain.proof.__main__ import main
from tests.builders.policies import policy_text
from tests.builders.world import CLUB, LOG, RIVAL
from tests.domain.proof.agreeing import agree_on_files


class Files:
    def __init__(self, folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        self.folder, self._captured = folder, capfdbinary
        self.write(
            "policy",
            policy_text(
                [LOG.verifier], [("club", CLUB.verifier), ("rival", RIVAL.verifier)], 2
            ).encode(),
        )

    def write(self, name: str, data: bytes) -> str:
        (self.folder / name).write_bytes(data)
        return str(self.folder / name)

    def run(self, *words: str, policy: bool = True) -> tuple[int, str, str]:
        arguments = [*words, *(["--policy", str(self.folder / "policy")] if policy else [])]
        code = main(arguments)
        if words[:1] == ("verify",):
            agree_on_files(arguments, code)
        out, err = self._captured.readouterr()
        assert b"Traceback" not in out + err
        return code, out.decode(), err.decode()

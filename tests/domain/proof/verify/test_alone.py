import ast
import sys
from pathlib import Path

import pytest

import domain.proof

FOLDER = Path(domain.proof.__file__).parent
FILES = sorted(FOLDER.rglob("*.py"))


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(FOLDER)))
def test_it_imports_the_standard_library_and_cryptography_and_for_beacons_a_library_of_theirs(
    path: Path,
) -> None:
    for name in imported(path):
        top = name.split(".")[0]
        assert (
            top in sys.stdlib_module_names
            or top == "cryptography"
            or (top == "py_arkworks_bls12381" and path.name == "beacon.py")
            or name.startswith("domain.proof")
        ), name

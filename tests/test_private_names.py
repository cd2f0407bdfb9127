"""No private name of a dependency is used: its next release may be without it."""

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from ops.settings.config import ROOT

OURS = ("domain", "projections", "api", "ops")
# Of Python's own.
PYTHONS = {"_asdict", "_replace", "_exit", "_SubParsersAction"}
FROZEN = {"_adj"}  # in the source of released pairing engines, which stays as it is


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name != "_"


def sources() -> dict[Path, ast.Module]:
    files = (file for room in OURS for file in (ROOT / room).rglob("*.py"))
    return {file: ast.parse(file.read_text("utf-8")) for file in files}


def named(tree: ast.Module) -> Iterator[str]:
    """What a source gives a name to."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def used(tree: ast.Module) -> Iterator[str]:
    """The private names that a source asks others for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and private(node.attr):
            yield node.attr
        elif isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] not in OURS:
            names = (*str(node.module).split("."), *(alias.name for alias in node.names))
            yield from (f"{node.module}: {name}" for name in names if private(name))


def test_a_private_name_that_is_used_is_one_of_ours() -> None:
    trees = sources()
    ours = {name for tree in trees.values() for name in named(tree)} | PYTHONS | FROZEN
    foreign = {(str(file), name) for file, tree in trees.items() for name in used(tree)}
    assert sorted((file, name) for file, name in foreign if name not in ours) == []


def test_no_private_name_of_a_dependencys_class_is_given_another_meaning() -> None:
    """A name of ours may be one of the class it is derived from."""
    for room in ("api", "projections", "ops"):
        for module in walk_packages([str(ROOT / room)], f"{room}."):
            # but for programs, which run when they are imported
            if not module.name.startswith("ops.gallery.") and "__main__" not in module.name:
                import_module(module.name)
    ours = {name for tree in sources().values() for name in named(tree) if private(name)}
    modules = [m for name, m in sys.modules.items() if name.partition(".")[0] in OURS]
    classes = {
        item
        for module in modules
        for item in vars(module).values()
        if isinstance(item, type) and item.__module__ == module.__name__
    }
    assert len(classes) > 1_000
    taken = {
        (item.__qualname__, name)
        for item in classes
        for base in item.__mro__[1:]
        if base.__module__.partition(".")[0] not in {*OURS, *sys.stdlib_module_names}
        for name in ours & vars(item).keys() & vars(base).keys()
    }
    assert sorted(taken) == []

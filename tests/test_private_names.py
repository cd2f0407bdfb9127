"""The program uses no private name of a dependency, since its next release may lack it."""

import ast
import sys
from functools import cache
from importlib import import_module
from pkgutil import walk_packages

from ops.settings.config import ROOT

OURS = ("domain", "projections", "api", "ops")
# Of Python's own.
PYTHONS = {"_asdict", "_replace", "_exit", "_SubParsersAction"}
FROZEN = {"_adj"}  # in the source of released pairing engines, which stays as it is


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name != "_"


@cache
def names() -> tuple[set[str], set[tuple[str, str]]]:
    """The private names that our sources define, and the uses of private names, as attributes or
    imports, by file and name."""
    given, used = set[str](), set[tuple[str, str]]()
    for file in (file for room in OURS for file in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case (
                    ast.FunctionDef(name=name)
                    | ast.AsyncFunctionDef(name=name)
                    | ast.ClassDef(name=name)
                    | ast.Name(id=name, ctx=ast.Store())
                    | ast.Attribute(attr=name, ctx=ast.Store())
                ) if private(name):
                    given.add(name)
            match node:
                case ast.Attribute(attr=name) if private(name):
                    used.add((str(file), name))
                case ast.ImportFrom(module=module) if str(module).split(".")[0] not in OURS:
                    words = (*str(module).split("."), *(alias.name for alias in node.names))
                    used |= {(str(file), f"{module}: {name}") for name in words if private(name)}
    return given, used


def test_a_private_name_that_is_used_is_one_of_ours() -> None:
    given, used = names()
    ours = given | PYTHONS | FROZEN
    assert sorted((file, name) for file, name in used if name not in ours) == []


def test_no_private_name_of_a_dependencys_class_is_given_another_meaning() -> None:
    """No private name of a class of ours may also be a name of its base class in a dependency."""
    for room in ("api", "projections", "ops"):
        for module in walk_packages([str(ROOT / room)], f"{room}."):
            # but for programs, which run when they are imported
            if not module.name.startswith("ops.gallery.") and "__main__" not in module.name:
                import_module(module.name)
    ours, _ = names()
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

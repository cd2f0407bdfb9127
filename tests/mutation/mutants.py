"""Small changes of the program: a statement left out, a condition negated, a bound moved by one.

With `MUTANT=file:number` in the environment, the change of this number is made in a file while it
is imported. No file is written."""

import ast
import os
from importlib.machinery import SourceFileLoader
from types import CodeType

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


class Mutants(ast.NodeTransformer):
    """Counts the places where a syntax tree can be changed, and changes the one with the given
    number."""

    def __init__(self, number: int = -1) -> None:
        self.number = number
        self.found: list[tuple[int, str]] = []
        """The line of each place, and a description of the change."""

    def _note_place(self, node: ast.stmt | ast.expr, what: str) -> bool:
        """Note a place that can be changed. Returns whether it is the place to change."""
        self.found.append((node.lineno, what))
        return len(self.found) - 1 == self.number

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        swapped = SWAPPED.get(type(node.ops[0]))
        if swapped and self._note_place(
            node, f"{type(node.ops[0]).__name__} is {swapped.__name__}"
        ):
            node.ops[0] = swapped()  # type: ignore[assignment]
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        swapped = SWAPPED[type(node.op)]
        if self._note_place(node, f"{type(node.op).__name__} is {swapped.__name__}"):
            node.op = swapped()  # type: ignore[assignment]
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        if self._note_place(node, "the condition is turned round"):
            node.test = ast.UnaryOp(ast.Not(), node.test)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        self.generic_visit(node)
        told = isinstance(node.value, ast.Constant) or ast.unparse(node).startswith("_log.")
        return ast.Pass() if not told and self._note_place(node, "is left out") else node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if type(node.value) is int and self._note_place(node, f"{node.value} is {node.value + 1}"):
            node.value += 1
        return node


def places(source: str) -> list[tuple[int, str]]:
    found = Mutants()
    found.visit(ast.parse(source))
    return found.found


def install() -> None:
    """Install an import hook that makes the change named in `MUTANT`, if it is set."""
    path, _, number = os.environ.get("MUTANT", "").rpartition(":")
    real = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        if self.path != path:
            return real(self, name)
        tree = Mutants(int(number)).visit(ast.parse(self.get_data(path)))
        return compile(ast.fix_missing_locations(tree), path, "exec")

    if path:
        SourceFileLoader.get_code = get_code  # type: ignore[method-assign,assignment]

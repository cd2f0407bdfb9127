"""A typed client of the API for Python; it needs nothing but Python, and works as a folder of its own, too."""

from .methods import Greffe
from .transport import Event, Problem, Unreachable

__all__ = ["Event", "Greffe", "Problem", "Unreachable"]

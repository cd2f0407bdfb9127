from api.web.access.caller import CALLER, NAMES, Caller
from api.web.body import asked
from api.web.problems.problem import Problem
from domain.kernel.text import Text


def caller() -> Caller:
    """Who sent the request being answered; the guard has let them through."""
    who: Caller = asked().environ[CALLER]
    return who


def may_read_words() -> bool:
    """Whether who sent the request being answered may read what people wrote; pages that anybody
    may see are also for strangers."""
    who: Caller | None = asked().environ.get(CALLER)
    return who is not None and not who.stranger


def need_organiser(what: Text) -> None:
    """Raise `role-too-low` unless the caller is an organiser or the operator; `what` is for
    them."""
    who = caller()
    if not who.at_least("organiser"):
        mine, needed = NAMES[who.role], NAMES["organiser"]
        text = Text(
            "{what} needs the role {needed}; yours is {mine}.",
            what=what,
            needed=needed,
            mine=mine,
        )
        raise Problem("role-too-low", text, role=who.role, needed="organiser")

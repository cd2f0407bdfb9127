"""Answers to exceptions about games that are no refusals. The log gets more details than the
answer."""

import structlog

from api.web.app import PROBLEMS
from api.web.body import current_request
from api.web.problems.problem import Problem
from domain.kernel.stored import DamagedRecord
from domain.titles.registry import UnknownRuleset


def _damaged_record_problem(e: DamagedRecord) -> Problem:
    structlog.get_logger("greffe.api").error(
        "a record is damaged", request=current_request().id, game=e.stream, seq=e.seq, why=e.why
    )
    members = {"game": e.stream, "seq": e.seq, "whole": e.seq - 1} if e.seq else {}
    return Problem("record-damaged", e.text, headers=None, **members)


def _unknown_ruleset_problem(e: UnknownRuleset) -> Problem:
    structlog.get_logger("greffe.api").error(
        "rules are missing", request=current_request().id, ruleset=e.id, version=e.version
    )
    return Problem("rules-missing", e.text)


PROBLEMS |= {DamagedRecord: _damaged_record_problem, UnknownRuleset: _unknown_ruleset_problem}

import hashlib
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.game.aggregate.game import Game, counted_points
from domain.game.refusals import CampaignRefused
from domain.kernel.amounts import amount_as_json, exact_amount
from domain.kernel.canonical import canonical_digest
from domain.kernel.text import Text
from domain.titles.contract.ruleset import ScoreLine

_PENALTY = Text("penalties")


def score_of(game: Game) -> tuple[ScoreLine, ...]:
    """The points of each seat so far, penalties of rulings included. A penalty may add a seat that
    has no points by the title's rules."""
    lines = {line.seat: line for line in game.score}
    for penalty in game.penalties:
        points = counted_points(game.rules, game.board, penalty)
        for seat in game.setting.mates(penalty.seat):
            line = lines.get(seat, ScoreLine(seat, 0))
            lines[seat] = replace(
                line,
                points=exact_amount(line.points + points),
                parts=(*line.parts, (_PENALTY, points)),
            )
    return tuple(lines.values())


def sheet_at(game: Game) -> dict[str, Any]:
    """A game's sheet at its position, as decoded JSON. If it has `score`, `outcome` and `winners`,
    then its points include penalties and its outcome is that of the arbiter, if the arbiter named
    one."""
    sheet: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game.rules.sheet(game.board)))
    if not game.proceedings.rulings or not {"score", "outcome", "winners"} <= sheet.keys():
        return sheet
    if game.outcome is not None:
        sheet |= {"outcome": game.outcome.code, "winners": list(game.outcome.winners)}
    if game.penalties:
        sheet["score"] = {line.seat: amount_as_json(line.points) for line in score_of(game)}
    return sheet


def sheet_digest(sheet: dict[str, Any]) -> str:
    """SHA-256 in hex of a sheet's JSON with sorted keys."""
    return hashlib.sha256(msgspec.json.encode(sheet, order="deterministic")).hexdigest()


def score_digest(game: Game) -> str:
    """The SHA-256 (hex) of a game's points, outcome code and winners, as canonical JSON. Points are
    in the parts of a point that records use. A tournament's result names the score by this
    digest."""
    outcome = game.outcome
    points = {line.seat: int(line.points * game.setting.units_per_point) for line in score_of(game)}
    code, winners = (outcome.code, list(outcome.winners)) if outcome is not None else ("", [])
    return canonical_digest({"code": code, "points": points, "winners": winners})


def need_finished(game: Game, number: int) -> None:
    """Raise `CampaignRefused` unless scenario `number` is over and no record differs from its
    replay."""
    if game.status == "open":
        raise CampaignRefused(
            Text(
                "Scenario {number} (game {id}) is still being played: finish it first.",
                number=number,
                id=game.id,
            ),
        )
    need_not_diverged(game, number)


def need_not_diverged(game: Game, number: int) -> None:
    """Raise `CampaignRefused` if a record of scenario `number` differs from its replay."""
    if game.diverged:
        raise CampaignRefused(
            Text(
                "The replay of scenario {number} (game {id}) differs from its record {diverged}: "
                "its sheet cannot be relied on.",
                number=number,
                id=game.id,
                diverged=game.diverged,
            ),
        )

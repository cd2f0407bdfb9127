"""Two entrants of a challenge beside each other, move by move, as the page and the API tell it."""

from __future__ import annotations

from api.answers.tournaments import ComparedGame, ComparedStep, ComparisonAt
from api.reading.reader import Reader
from api.reading.sentences import say_record
from domain.directing.aggregate.tournament import RoundAt, TableAt, Tournament
from domain.directing.comparison import Played, compared_games
from domain.directing.directing import Directing
from domain.directing.games import deal_of
from domain.game.game import Game
from domain.procedure.deals import rolls_of, wrong_rolls
from domain.procedure.sheets import score_of
from domain.record.records import UMPIRE, ActionTaken
from domain.rules.text import Text
from domain.rules.titles.codec import decode_action


def comparison(desk: Directing, t: Tournament, at: RoundAt, a: int, b: int) -> ComparisonAt:
    """The games of two entrants in a round that may be compared. Raises `TournamentRefused` where one has none."""
    found = compared_games(desk, t, at, a, b)
    deal = deal_of(desk, t, at) if found.same_deal else b""
    one, other = (_game(desk, t, played, deal) for played in (found.one, found.other))
    return ComparisonAt(t.id, t.seq, at.round, found.alike, found.same_deal, (one, other))


def compared_first(tables: tuple[TableAt, ...], own: int = 0) -> tuple[int, ...]:
    """The entrants who have a game in a round, in the order in which they are compared where nobody says whom: whoever asks, then
    those with the best score, then by table."""
    there = [number for one in tables if one.game for number in one.entrants]
    entries = [entry for one in tables if one.result is not None for entry in one.result.result.entries]
    best = [entry.entrant for entry in sorted(entries, key=lambda entry: (-(entry.score or 0), entry.entrant))]
    return tuple(dict.fromkeys(number for number in (own, *best, *there) if number in there))


def _game(desk: Directing, t: Tournament, played: Played, deal: bytes) -> ComparedGame:
    game, linked = played.game, played.table.linked
    seats = linked.seats if linked is not None else ()
    points = max((line.points for line in score_of(game) if line.seat in seats), default=None)  # an automa's are nobody's
    wrong = len(wrong_rolls(rolls_of(game), deal)) if deal else None
    reader = Reader(game, UMPIRE)  # the round is over: everything may be seen
    steps = tuple(_step(reader, game, seq) for seq in played.steps)
    return ComparedGame(played.entrant, desk.name(t, played.entrant), game.id, points, played.taken_back, wrong, steps)


def _step(reader: Reader, game: Game, seq: int) -> ComparedStep:
    body = game.history.filed(seq).body
    if not isinstance(body, ActionTaken):
        return ComparedStep(seq, "", say_record(game, body))
    before = Game(game.history, game.checks, seq - 1)
    said: Text = reader.deed(before.board, body.seat, decode_action(game.rules, body.action), seq)
    return ComparedStep(seq, body.seat, said)

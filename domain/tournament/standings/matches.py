"""Keys of matches of several games: game points, and the percentages of card games.

Percentages follow appendix C of Wizards of the Coast's "Magic: The Gathering Tournament Rules":
points divided by possible points, but at least a floor. An allocated bye and a win by forfeit count
as matches won without losing a game, also in an opponent's percentage. A loss by forfeit is a lost
match. A bye that was asked for, and a missed round, are no matches.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction

from domain.tournament.standings.outings import Outing, Outings
from domain.tournament.standings.points import leaf, won
from domain.tournament.standings.tree import Term, What, add, total
from domain.tournament.values import Field, Key, amount, spelt


class Matches:
    """Computes the terms of these keys for all entrants. Each percentage is computed once and
    kept."""

    def __init__(self, field: Field, rounds: Outings, stage: int) -> None:
        self._stages = field.rules.stages
        self._drawn = {(h.round, r.table): r.drawn for h in field.rounds for r in h.results}
        self._floor = Term("floor", self._stages[stage].match.floor)
        self._rounds = {
            number: tuple(outing for outing in mine if self._is_match(outing))
            for number, mine in rounds.items()
        }
        self._known: dict[tuple[Key, int], Term] = {}
        self.keys: Mapping[Key, Callable[[int], Term]] = {
            "game-points": self._game_points,
            "match-win": lambda n: self._percentage("match-win", n),
            "game-win": lambda n: self._percentage("game-win", n),
            "opponents-match-win": lambda n: self._opponents("opponents-match-win", "match-win", n),
            "opponents-game-win": lambda n: self._opponents("opponents-game-win", "game-win", n),
        }

    def _is_match(self, outing: Outing) -> bool:
        """Whether an outing counts as a match: in a stage of duels, and not missed by choice."""
        stage = self._stages[outing.stage]
        unplayed = not outing.table and outing.voluntary
        return stage.duel and stage.scoring.points == "duel" and not unplayed

    def _games(self, outing: Outing) -> tuple[Fraction, Fraction]:
        """How many games an entrant won, and how many they drew, in a round."""
        match = self._stages[outing.stage].match
        if not outing.played:
            return Fraction(0 if outing.voluntary else match.needed), Fraction(0)
        if match.several:
            drawn = self._drawn[outing.round, outing.table]
            return Fraction(outing.score or 0), Fraction(drawn)
        level = outing.against(outing.opponents[0]) == Fraction(1, 2)
        return won(outing), Fraction(int(level))

    def _points_made(self, outing: Outing) -> Fraction:
        """The game points that an entrant made in a round."""
        match, (wins, drawn) = self._stages[outing.stage].match, self._games(outing)
        return wins * amount(match.won) + drawn * amount(match.drawn)

    def _points_possible(self, outing: Outing) -> Fraction:
        """The game points that the entrant would have made in a round by winning all its games."""
        match, (wins, drawn) = self._stages[outing.stage].match, self._games(outing)
        lost = Fraction(sum(other.score_number for other in outing.opponents))
        games = wins + drawn + lost if match.several and outing.played else match.needed
        return games * amount(match.won)

    def _game_points(self, number: int) -> Term:
        return total(
            "game-points", [leaf(o, self._points_made(o)) for o in self._rounds[number]], number
        )

    def _percentage(self, key: Key, number: int) -> Term:
        """The term of an entrant's percentage for `match-win` or `game-win`: points divided by
        possible points, or the floor if that is more."""
        if known := self._known.get((key, number)):
            return known
        mine = self._rounds.get(number, ())
        if key == "match-win":
            made = total("points", [leaf(o, o.points) for o in mine], number)
            most = [leaf(o, amount(self._stages[o.stage].scoring.win)) for o in mine]
        else:
            made, most = (
                self._game_points(number),
                [leaf(o, self._points_possible(o)) for o in mine],
            )
        possible = total("possible", most, number)
        share = made.number / possible.number if possible.number else Fraction(0)
        quotient = Term("share-won", spelt(share), "quotient", number, terms=(made, possible))
        value = max(share, self._floor.number)
        term = Term(key, spelt(value), "most", number, terms=(quotient, self._floor))
        self._known[key, number] = term
        return term

    def _opponents(self, what: What, key: Key, number: int) -> Term:
        """The term of the mean of the percentages (`key`) of all opponents; the floor for an
        entrant who met nobody."""
        met = [o.opponents[0].entrant for o in self._rounds[number] if o.played]
        terms = tuple(self._percentage(key, other) for other in met) or (self._floor,)
        mean = add(term.number for term in terms) / len(terms)
        return Term(what, spelt(mean), "mean", number, terms=terms)

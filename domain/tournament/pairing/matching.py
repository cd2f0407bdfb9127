"""Finds the cheapest way to pair everybody, by maximum-weight matching. The cost of a pair is one
whole number.

The matching takes half a minute for all pairs of 256 entrants, and a second for some 20 possible
opponents of each. So in a large field it first considers the cheapest opponents of each entrant,
some of each kind. Then exchanges between two pairs are tried: if one is cheaper, its pairs are
considered, too, and everything is matched again. If a pair that is worth avoiding remains, all
pairs are considered. Lots make all costs different, so the answer does not depend on the version of
the library.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

SMALL = 48
"""Up to so many entrants, all pairs are considered from the start."""

CHEAPEST, KINDS, OF_A_KIND = 6, 6, 4
"""Of each entrant's opponents these are considered first: the `CHEAPEST` cheapest, and of the
`KINDS` kinds with the cheapest opponents the `OF_A_KIND` cheapest each."""

Costs = Sequence[Sequence[int | None]]
"""The cost of each pair, by their indices in a list; None if the pair is forbidden."""

Two = tuple[int, int]


def cheapest(cost: Costs, kinds: Sequence[int], worth_avoiding: int) -> list[Two]:
    """Pair 0 … n-1 (n is even) at the least cost. Returns n/2 pairs (lower, higher), or fewer if
    too many are forbidden. In a large field only the cheapest opponents of each, and a few of
    several kinds (`kinds`), are considered at first. All are considered if somebody stays unpaired
    or a chosen pair costs at least `worth_avoiding`."""
    size = len(cost)
    everything = {(u, v) for u, v in combinations(range(size), 2) if cost[u][v] is not None}
    edges = everything if size <= SMALL else _cheap_pairs(cost, kinds)
    while True:
        pairs = _matched(edges, cost)
        if edges == everything:
            return pairs
        if 2 * len(pairs) < size or any((cost[u][v] or 0) >= worth_avoiding for u, v in pairs):
            edges = everything
            continue
        better = _cheaper_exchanges(pairs, cost) - edges
        if not better:
            return pairs
        edges = edges | better


def _cheap_pairs(cost: Costs, kinds: Sequence[int]) -> set[Two]:
    edges: set[Two] = set()
    for u, row in enumerate(cost):
        seen: dict[int, int] = {}
        for at, (_, v) in enumerate(
            sorted((price, v) for v, price in enumerate(row) if price is not None)
        ):
            kind = kinds[v]
            of_kind = seen.get(kind, 0)
            if at < CHEAPEST or (of_kind < OF_A_KIND and (of_kind or len(seen) < KINDS)):
                edges.add(_two(u, v))
            if of_kind or len(seen) < KINDS:
                seen[kind] = of_kind + 1
    return edges


def _cheaper_exchanges(pairs: list[Two], cost: Costs) -> set[Two]:
    """Improve the pairs by exchanges between two of them until none is cheaper. Returns all pairs
    that a cheaper exchange would have made on the way."""
    cheaper: set[Two] = set()
    now = list(pairs)
    while exchanges := [exchange for i in range(len(now)) for exchange in _exchanges(now, i, cost)]:
        changed: set[int] = set()
        for i, j, new in exchanges:
            cheaper.update(new)
            if i not in changed and j not in changed:
                now[i], now[j] = new
                changed |= {i, j}
    return cheaper


def _exchanges(pairs: list[Two], i: int, cost: Costs) -> Iterator[tuple[int, int, tuple[Two, Two]]]:
    """The exchanges between pair `i` and a later pair that are cheaper: for each, the indices of
    both pairs, and the two new pairs."""
    a, b = pairs[i]
    from_a, from_b, mine = cost[a], cost[b], cost[a][b] or 0
    for j in range(i + 1, len(pairs)):
        c, d = pairs[j]
        most = mine + (cost[c][d] or 0)
        ac, bd, ad, bc = from_a[c], from_b[d], from_a[d], from_b[c]
        if ac is not None and bd is not None and ac + bd < most:
            yield i, j, (_two(a, c), _two(b, d))
        if ad is not None and bc is not None and ad + bc < most:
            yield i, j, (_two(a, d), _two(b, c))


def _two(u: int, v: int) -> Two:
    return (u, v) if u < v else (v, u)


def _matched(edges: set[Two], cost: Costs) -> list[Two]:
    import networkx  # heavy, and needed by the process that pairs alone

    class Plain(networkx.Graph):  # type: ignore[misc]  # networkx has no types
        """A graph that returns its neighbours as plain dictionaries, since the matching looks them
        up two million times."""

        def __getitem__(self, node: int) -> Any:
            return self._adj[node]

    graph = Plain()
    weighted = [(u, v, cost[u][v] or 0) for u, v in sorted(edges)]
    most = max((price for _, _, price in weighted), default=0) + 1
    graph.add_weighted_edges_from((u, v, most - price) for u, v, price in weighted)
    return sorted(_two(u, v) for u, v in networkx.max_weight_matching(graph, maxcardinality=True))

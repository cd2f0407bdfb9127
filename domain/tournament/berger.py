"""Berger's tables: who meets whom in each round of a round robin, by place."""

Round = tuple[tuple[int, ...], ...]
Plan = tuple[Round, ...]


def berger(count: int) -> Plan:
    """A plan of a round robin by places, in `count` - 1 rounds; `count` is even. The first of each
    pair is first player. If the number of entrants is odd, nobody has the last place."""
    last = count - 1
    ring = list(range(last))
    rounds = []
    for round in range(last):
        turned = [ring[(round * (count // 2) + at) % last] for at in range(last)]
        head = (turned[0], last) if round % 2 == 0 else (last, turned[0])
        rounds.append((head, *((turned[at], turned[last - at]) for at in range(1, count // 2))))
    return tuple(rounds)

"""Berger's tables: who meets whom in each round of a round robin, by place."""

Round = tuple[tuple[int, ...], ...]
Plan = tuple[Round, ...]


def berger(count: int) -> Plan:
    """A round robin of `count` - 1 rounds, `count` even; the first of a pair is first player. In an
    odd field the last place is empty."""
    last = count - 1
    ring = list(range(last))
    rounds = []
    for round in range(last):
        turned = [ring[(round * (count // 2) + at) % last] for at in range(last)]
        head = (turned[0], last) if round % 2 == 0 else (last, turned[0])
        rounds.append((head, *((turned[at], turned[last - at]) for at in range(1, count // 2))))
    return tuple(rounds)

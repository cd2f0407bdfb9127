"""The signs of Training Grounds. Each is a path in a box of 16 by 16 around the origin, for
`domain.titles.drawing.svg.icon`."""

from domain.titles.northgard.values import Card, Deed, Resource

RESOURCE_SIGNS: dict[Resource, str] = {
    "food": "M-8 0Q-2.5-7 4 0Q-2.5 7-8 0ZM2.6 0L8-4.5V4.5ZM-4.6-1.6A.9.9 0 1 1-4.7-1.6Z",
    "wood": "M0-8L5-1.5H2.6L6.4 4H1.4V8H-1.4V4H-6.4L-2.6-1.5H-5Z",
    "lore": "M-5.5 8V-3Q-5.5-8 0-8Q5.5-8 5.5-3V8ZM-1.6-5.5V6H0V1.2L3.4-1.6L2.5-2.8L0-.8V-5.5Z",
}

BUILDING_SIGNS: dict[str, str] = {
    "tower": "M-6-8H-3.4V-5.6H-1.4V-8H1.4V-5.6H3.4V-8H6V-3H4.4V8H1.4V3.6H-1.4V8H-4.4V-3H-6Z",
    "camp": "M0-7L8 7H3.2L0 .6L-3.2 7H-8Z",
    "monopoly_wood": "M-8 .5L0-7L8 .5H6V7.5H-6V.5ZM-1.8 7.5V2.4H1.8V7.5Z",
    "monopoly_food": "M-5-3.4Q-5-8 0-8Q5-8 5-3.4V8H-5ZM-3.2-2V0H3.2V-2ZM-3.2 2.6V4.6H3.2V2.6Z",
    "monopoly_lore": "M-4-8H4L5.6 4.5H7.5V8H-7.5V4.5H-5.6ZM0-5.4L-2.6-1.4L0 2.6L2.6-1.4Z",
}

_MAN = "M-2-8A3.4 3.4 0 1 1-2.1-8ZM-8 8Q-8-.2-2-.2Q4-.2 4 8Z"

CARD_SIGNS: dict[Deed | str, str] = {
    "recruit": _MAN + "M3.6-7.6H5.6V-5.6H7.8V-3.6H5.6V-1.4H3.6V-3.6H1.4V-5.6H3.6Z",
    "build": "M-7-4.2L-3.2-8L3-7.4Q1-6 1.2-4L.6-3L7.8 5L5-7.8ZM-.9-2.4L1-.6L-5 7.8Q-8 7.4-7.4 4.6Z",
    "explore": "M0-8A8 8 0 1 1-.1-8ZM0-5.8A5.8 5.8 0 1 0 .1-5.8ZM-3.4 3.4L-1.2-1.2L3.4-3.4L1.2 "
    "1.2Z",
    "move": "M-8-2.6H.6V-7.4L8 0L.6 7.4V2.6H-8Z",
    "renew": "M-1.2-8V-5.6A5.6 5.6 0 0 1 5.6 0H8A8 8 0 0 0-1.2-8M5.6 0H3L6.8 4.6L8 0M1.2 "
    "8V5.6A5.6 5.6 0 0 1-5.6 0H-8A8 8 0 0 0 "
    "1.2 8M-5.6 0H-3L-6.8-4.6L-8 0Z",
    "special": "M0-8L2.2-2.6L8-2.5L3.5 1.2L5 7L0 3.7L-5 7L-3.5 1.2L-8-2.5L-2.2-2.6Z",
}

PERSON = "M0-8A3.4 3.4 0 1 1-.1-8ZM-6 8Q-6-.2 0-.2Q6-.2 6 8Z"
HOUSE = "M-8 0L0-7.5L8 0H5.5V7.5H1.8V2.4H-1.8V7.5H-5.5V0Z"
STAR = CARD_SIGNS["special"]
SWORDS = (
    "M-8-8L-5-7.4L0-1.8L5-7.4L8-8L7.4-5L1.8 0L4.6 3.2L6 1.8L7.2 3L5.6 4.6L8 7L7 8L4.6 5.6L3 "
    "7.2L1.8 6L3.2 4.6L0 1.4L-3.2 4.6"
)
SWORDS += "L-1.8 6L-3 7.2L-4.6 5.6L-7 8L-8 7L-5.6 4.6L-7.2 3L-6 1.8L-4.6 3.2L-1.8 0L-7.4-5Z"


def card_sign(card: Card) -> str:
    return CARD_SIGNS[card.does[0]] if len(card.does) == 1 else STAR

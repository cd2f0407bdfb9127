# ruff: noqa: F403
from domain.titles.tears.facts import cards, enemy, losses, questions, rounds
from domain.titles.tears.facts.cards import *
from domain.titles.tears.facts.enemy import *
from domain.titles.tears.facts.losses import *
from domain.titles.tears.facts.questions import *
from domain.titles.tears.facts.rounds import *

MODULES = (rounds, cards, enemy, questions, losses)

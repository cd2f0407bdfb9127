"""The player's answers: his leader's place, the cards he keeps, decisions, might, and texts that the table carries out."""

from __future__ import annotations

from domain.games.tears import abilities, decisions
from domain.games.tears import facts as f
from domain.games.tears.actions import Choose, PlaceLeader, Prepare, Resolve, StateMight
from domain.games.tears.asking import PROMPTS
from domain.games.tears.board import Question, TearsBoard, WedgeMight, card
from domain.games.tears.damage import Story
from domain.games.tears.evolve import evolve
from domain.games.tears.limits import check_space
from domain.games.tears.results import check_results, tell_results
from domain.games.tears.rounds import begin_deployment, begin_round, draws
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Resolution, Verdict, illegal

NO_QUESTION = Question("leader")


def asked(board: TearsBoard) -> Question:
    """The question that is being answered."""
    return board.question or NO_QUESTION


def judge_leader(board: TearsBoard, action: PlaceLeader) -> Verdict:
    """Any space of the empty battlefield."""
    return check_space(board, "player", action.wedge, action.line)


def decide_leader(course: Story, action: PlaceLeader, chance: Chance) -> None:
    """The leader stands; round 1 begins."""
    leader = course.board.setting.values.factions[course.board.player.faction].leader.id
    course.tell(f.LeaderPlaced(leader, action.wedge, action.line))
    begin_round(course, chance)


def judge_prepare(board: TearsBoard, action: Prepare) -> Verdict:
    """As many of the drawn cards as may be kept; with a real deck, only whether it was empty."""
    drawn, rule = asked(board).options, PROMPTS["keep"].rule
    if board.player.entered:
        if not action.keep:
            return LEGAL
        return illegal(
            "hand-on-table", rule,
            "Your hand lies on the table in this game: no cards are named.",
            "Votre main est sur la table dans cette partie : ne nommez pas de cartes.",
        )  # fmt: skip
    if action.deck_empty:
        return illegal(
            "deck-is-known", rule,
            "The deck is counted here: it had cards.",
            "Le paquet est compté ici : il avait des cartes.",
        )  # fmt: skip
    _, keep = draws(board)
    if len(set(action.keep)) == len(action.keep) == keep and set(action.keep) <= set(drawn):
        return LEGAL
    return illegal(
        "keep-so-many", rule,
        f"Keep {keep} different cards of the {len(drawn)} drawn: {', '.join(drawn)}.",
        f"Gardez {keep} cartes différentes des {len(drawn)} piochées : {', '.join(drawn)}.",
    )  # fmt: skip


def decide_prepare(course: Story, action: Prepare, chance: Chance) -> None:
    """The others are discarded; deployment begins, unless the real deck had run out."""
    others = tuple(c for c in asked(course.board).options if c not in action.keep)
    course.tell(f.Kept(action.keep, others))
    if action.deck_empty:
        course.tell(f.Ended("deck-out"))
    else:
        begin_deployment(course)


def judge_choose(board: TearsBoard, action: Choose) -> Verdict:
    """One of the options offered."""
    question = asked(board)
    if action.option in question.options:
        return LEGAL
    prompt, offered = PROMPTS[question.kind], ", ".join(question.options)
    return illegal(
        "not-offered", prompt.rule,
        f"{prompt.text.en} {action.option} is not among the options: {offered}.",
        f"{prompt.text.fr} {action.option} n'est pas parmi les options : {offered}.",
    )  # fmt: skip


def decide_choose(course: Story, action: Choose, chance: Chance) -> None:
    """The decision is recorded as one, and carried out."""
    decisions.settle(course, asked(course.board), action.option, chance)


def judge_might(board: TearsBoard, action: StateMight) -> Verdict:
    """Each wedge asked for, once."""
    wanted = asked(board).options
    if sorted(str(m.wedge) for m in action.might) == sorted(wanted):
        return LEGAL
    return illegal(
        "might-of-each", PROMPTS["might"].rule,
        f"State the might of both sides once for each of the wedges {', '.join(wanted)}.",
        f"Indiquez la Force des deux camps une fois pour chacune des Ailes {', '.join(wanted)}.",
    )  # fmt: skip


def decide_might(course: Story, action: StateMight, chance: Chance) -> None:
    """The sums hold for this turn of the Enemy's."""
    course.tell(f.MightStated(tuple(WedgeMight(m.wedge, m.enemy, m.player) for m in action.might)))


def judge_resolve(board: TearsBoard, action: Resolve) -> Verdict:
    """Results of a text that was carried out; none of one that could not be."""
    if action.possible:
        course: Story = Resolution(evolve, board)
        _carry_out(course, asked(board))
        return check_results(course.board, action.results)
    if not action.results:
        return LEGAL
    return illegal(
        "impossible-has-none", PROMPTS["results"].rule,
        "A text that cannot be carried out has no results.",
        "Un texte qui ne peut pas être appliqué n'a pas de résultats.",
    )  # fmt: skip


def decide_resolve(course: Story, action: Resolve, chance: Chance) -> None:
    """An event is played only now that its action is known to be possible."""
    question = asked(course.board)
    if action.possible:
        _carry_out(course, question)
        tell_results(course, action.results, chance)
        return
    course.tell(f.Declared(question.about, False))
    if card(course.board, question.about).kind == "event":
        abilities.give_up_action(course, question.about, question.options)


def _carry_out(course: Story, question: Question) -> None:
    course.tell(f.Declared(question.about, True))
    if card(course.board, question.about).kind == "event":
        course.tell(f.EventPlayed("enemy", question.about))

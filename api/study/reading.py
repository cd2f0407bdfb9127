"""Studies as they are read: by those who may look at the game as their audience, once they are
shared, and by their author."""

from api.study.schemas import ChapterAt, StudyAt
from api.web.access.caller import Caller
from domain.game.aggregate.game import Game, taken_back
from domain.game.clerk.clerk import Clerk
from domain.game.record.records import ActionTaken
from domain.study.studies import Study
from domain.titles.contract.ruleset import PUBLIC


def may_write(who: Caller, study: Study) -> bool:
    """Whether a study is the caller's: opened with the same key or link, or of a game that the
    caller's key administers."""
    return not who.stranger and (
        (bool(who.id) and who.id == study.opened.actor) or who.at_least("organiser")
    )


def may_read(who: Caller, study: Study) -> bool:
    """Whether a caller whose game this is may read a study: never more than what they may see of
    the game. Strangers, who watch a public game without a link, read what was shared with the
    public, and nothing else that people wrote."""
    audience = study.opened.audience
    if who.stranger:
        return study.shared and audience == PUBLIC
    looks = audience == PUBLIC or audience in who.seats or who.at_least("arbiter")
    return looks and (study.shared or may_write(who, study))


def study_at(clerk: Clerk, head: Game, study: Study, who: Caller) -> StudyAt:
    gone = taken_back(head)

    def stands(seq: int) -> bool | None:
        return seq not in gone if head.history.topics[seq - 1] == ActionTaken.__name__ else None

    chapters = (
        ChapterAt(
            chapter.number,
            chapter.seq,
            chapter.leaf,
            stands(chapter.seq),
            chapter.compare,
            clerk.words(chapter.text),
            chapter.marks,
        )
        for chapter in study.chapters
        if chapter.seq <= head.seq
    )
    return StudyAt(
        head.id,
        study.id,
        study.seq,
        study.at,
        study.opened.audience,
        clerk.words(study.opened.text),
        study.shared,
        may_write(who, study),
        tuple(chapters),
    )

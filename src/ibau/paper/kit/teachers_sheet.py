"""The content of a teacher's sheet, as the template `teacher.typ` needs it, from the game's own data."""

import re
from collections.abc import Iterator
from typing import Any

from ibau.core.game import Game
from ibau.core.phrase import N_, Phrase, Translate
from ibau.games import game
from ibau.language import translator_for
from ibau.learn.effect_text import rounded_share
from ibau.learn.game_facts import facts_of
from ibau.learn.option_effects import CHANGED, effects_of
from ibau.paper.kit.paper_sizes import Paper
from ibau.paper.kit.rules_blocks import Block, blocks_of
from ibau.paper.rules_pages import origin, variant_texts

TITLE = N_("{title}: a lesson of 45 minutes")
TEXTS = {
    "print": N_("What to print"),
    "plan": N_("The lesson"),
    "questions": N_("Three questions"),
    "minutes": N_("min"),
}
PRINT = (
    N_("The board and the pieces, once for two pupils, on one side of the paper and at actual size (100\u00a0%)."),
    N_("The rules, once for two pupils, and this sheet for yourself."),
    N_("Scissors and glue for every pair; cutting out and gluing the pieces is a lesson of its own, or homework."),
)
PLAY = 20  # minutes
LOOK_AT_BOARD = N_(
    "Look at the board together: who has seen it before, and where? Ask question 1, and collect guesses."
)
LEARN = N_("Learn to play by the short way of the lesson in the browser, or by the same steps on a board: {steps}.")
PLAY_ALL = N_(
    "Play in pairs. A game takes about {minutes} minutes; if you finish early, play again, and let the other one begin."
)
PLAY_PART = N_(
    "Play in pairs. A whole game takes about {minutes} minutes: stop after {play}, and ask who is ahead and why."
)
PLAY_SO = N_("Play in pairs; if you finish early, play again, and let the other one begin.")
TALK = N_("Talk about the three questions; below each is what is known.")

KNOWN = N_("How do we know this game, and what do we not know?")
LUCK = N_("Does luck decide, or skill?")
CHANGE = N_("Which rule would you change, and what would happen to the game?")
NO_LUCK = N_("There is no luck in this game once it is known who begins.")
SOME_LUCK = N_("There are throws, and what is done with them counts too.")
MEASURED = N_(
    "In {games} games between simple computer players, the better one, who always took what looked best, scored "
    "{share} against one who left every other move to chance; at 50\u00a0% playing well would not help. "
    "A draw is half a win."
)
TRY = N_("Try it. This was measured:")
ARGUE = N_("Try it, and compare: how long did it take, and who won?")
MOST_CHANGES = 3
CODE = re.compile(r" \(`\w+`\)")  # the name of an option, useless on paper


def sheet_of(played: Game, lang: str, paper: Paper) -> dict[str, Any]:
    """The content of a sheet.  Raises LanguageError."""
    translate, system = translator_for(lang), played.system
    return {
        "lang": lang,
        "paper": {"width": paper.width, "height": paper.height},
        "title": Phrase(TITLE, {"title": translate(system.title)}).to_text(translate),
        "label": translate(system.label),
        "texts": {name: translate(text) for name, text in TEXTS.items()},
        "print": [*map(translate, PRINT)],
        "plan": [(minutes, phrase.to_text(translate)) for minutes, phrase in _plan(played, translate)],
        "questions": [
            {"question": translate(KNOWN), "answer": blocks_of(origin(system, lang))},
            {"question": translate(LUCK), "answer": blocks_of(_luck(played, translate))},
            {"question": translate(CHANGE), "answer": _changes(played, translate)},
        ],
    }


def _plan(played: Game, translate: Translate) -> Iterator[tuple[int, Phrase]]:
    """The steps of the lesson, with their minutes."""
    lesson, facts = played.system.lesson, facts_of(played.system)
    titles = ", ".join(translate(step.title) for step in lesson.steps[: lesson.short])
    yield 5, Phrase(LOOK_AT_BOARD)
    yield 10, Phrase(LEARN, {"steps": titles})
    if not facts:
        yield PLAY, Phrase(PLAY_SO)
    else:
        minutes = facts.minutes
        text = PLAY_ALL if minutes <= PLAY else PLAY_PART
        yield PLAY, Phrase(text, {"minutes": minutes, "play": PLAY} if text == PLAY_PART else {"minutes": minutes})
    yield 10, Phrase(TALK)


def _luck(played: Game, translate: Translate) -> str:
    """Whether there is luck in the game, and its measured weight."""
    facts, sentences = facts_of(played.system), [Phrase(SOME_LUCK if played.system.has_throws else NO_LUCK)]
    if facts:
        sentences.append(Phrase(MEASURED, {"games": facts.games, "share": rounded_share(facts.better)}))
    return " ".join(sentence.to_text(translate) for sentence in sentences)


def _changes(played: Game, translate: Translate) -> list[Block]:
    """Options with a measured effect, as things to try."""
    tried = [game(reading) for reading in _effective_changes(played)][:MOST_CHANGES]
    if not tried:
        return blocks_of(translate(ARGUE))
    texts = [CODE.sub("", text) for one in tried for text in variant_texts(one, translate, effects=True)]
    return blocks_of("\n".join([translate(TRY), "", *(f"- {text}" for text in texts)]))


def _effective_changes(played: Game) -> Iterator[str]:
    """Rulesets that change one rule of the source, with a certain effect."""
    system = played.system
    ours = {option.name for option in system.options if option.is_addition}
    seen = set[str]()
    for reading, changes in effects_of(system).rulesets.items():
        base, *changed = reading.split("+")
        name = changed[0].partition("=")[0] if len(changed) == 1 else ""
        if base != system.default_preset.id or not name or name in ours | seen:
            continue
        verdicts = {aspect: change.verdict for aspect, change in changes.get("greedy", {}).items()}
        if any(verdicts.get(aspect) in CHANGED for aspect in ("minutes", "stronger")):
            seen.add(name)
            yield reading

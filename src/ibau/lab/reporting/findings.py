"""What a study found, in plain words: which readings change their game, which do not, and what cannot be told yet."""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from ibau.core.contract import System
from ibau.lab.reporting.document import Text
from ibau.lab.reporting.speaking import linked, meaning
from ibau.lab.reporting.study import Reading, Study
from ibau.learn.effect_sentences import BETWEEN, line
from ibau.learn.effects import STARTER, Effect, Verdict, fairness


class Weight(Enum):
    """What a reading amounts to over all aspects."""

    CHANGES = "changes"
    HARDLY = "hardly"
    NEVER = "never"  # no game was another one
    OPEN = "open"


class Finding(NamedTuple):
    """A reading, what it changes, and who played."""

    reading: Reading
    players: str
    effect: Effect

    @property
    def weight(self) -> Weight:
        """A reading changes its game if it changes one aspect; it hardly does if it hardly changes any."""
        found = set(self.effect.verdicts.values())
        if self.effect.never_met:
            return Weight.NEVER
        if found & {Verdict.MORE, Verdict.LESS}:
            return Weight.CHANGES
        return Weight.HARDLY if found == {Verdict.HARDLY} else Weight.OPEN

    @property
    def size(self) -> float:
        """Its largest change, in least changes that count."""
        sizes = (
            abs(self.effect.changes[aspect.id].difference) / (aspect.threshold(self.effect.base[aspect.id]) or 1)
            for aspect in self.effect.verdicts
        )
        return max(sizes, default=0.0)

    def goes(self, aspect: str, way: Verdict) -> bool:
        """Does it change an aspect this way?"""
        return any(one.id == aspect and found is way for one, found in self.effect.verdicts.items())

    @property
    def fairer(self) -> bool:
        """Does it certainly bring the score of whoever begins nearer to a half?"""
        changed = self.goes(STARTER.id, Verdict.MORE) or self.goes(STARTER.id, Verdict.LESS)
        return changed and fairness(self.effect) is Verdict.MORE


def findings(study: Study) -> list[Finding]:
    """Every reading that was compared with its base, as the best players have played it."""
    return [
        Finding(reading, players, effect)
        for reading in study.readings
        if not reading.is_base and (players := study.strongest(reading))
        if (effect := study.effect(reading, players)).changes
    ]


# --- In words --------------------------------------------------------------------------------------------------------

KINDS: Sequence[tuple[str, Callable[[Finding], bool]]] = (
    ("Fairer", lambda found: found.fairer),
    ("Shorter", lambda found: found.goes("minutes", Verdict.LESS)),
    ("Longer", lambda found: found.goes("minutes", Verdict.MORE)),
    ("Fewer draws", lambda found: found.goes("draws", Verdict.LESS)),
    ("More draws", lambda found: found.goes("draws", Verdict.MORE)),
    ("More to choose from", lambda found: found.goes("actions", Verdict.MORE)),
    ("Skill counts for more", lambda found: found.goes("skill", Verdict.MORE)),
)
CHANGING = "These readings change the game:"
HEADS = (
    (Weight.HARDLY, "These hardly change it: {names}."),
    (Weight.NEVER, "With these every game went the same way: {names}."),
    (Weight.OPEN, "These cannot be judged yet: {names}."),
)
COUNTED = (
    "Of the {all} readings in this study, {changes} change their game, {hardly} hardly change it, {never} left every "
    "game as it was, and {open} cannot be judged yet."
)
MOST_NAMED = 6  # of one game in one line of the summary


def summary(found: Sequence[Finding]) -> list[Text]:
    """How many readings do something, and which ones make games fairer, shorter, and so on."""
    counts = {weight.value: sum(one.weight is weight for one in found) for weight in Weight}
    counted = COUNTED.format(all=len(found), **counts)
    lines = [
        f"- **{title}:** {named(among)}"
        for title, holds in KINDS
        if (among := sorted(filter(holds, found), key=lambda one: -one.size))
    ]
    return [Text(counted), Text("\n".join(lines))]


def named(found: Iterable[Finding]) -> str:
    """Readings by their games: "Seega (`chain=none`, `max_turns=15`); Seneti (…)"."""
    games: dict[System, list[str]] = {}
    for one in found:
        games.setdefault(one.reading.system, []).append(linked(one.reading))
    named = (f"{system.title} ({_cut(names)})" for system, names in games.items())
    return f"{BETWEEN.join(named)}."


def _cut(names: Sequence[str]) -> str:
    more = [f"… +{len(names) - MOST_NAMED}"] if len(names) > MOST_NAMED else []
    return ", ".join([*names[:MOST_NAMED], *more])


def of_game(found: Sequence[Finding], system: System) -> list[Text]:
    """What each reading does that changes the game, a line each, the largest change first; then which do not."""
    own = sorted((one for one in found if one.reading.system is system), key=lambda one: -one.size)
    changing = [_item(one) for one in own if one.weight is Weight.CHANGES]
    parts = [Text(CHANGING), Text("\n".join(changing))] if changing else []
    for weight, head in HEADS:
        if names := [linked(one.reading) for one in own if one.weight is weight]:
            parts.append(Text(head.format(names=", ".join(names))))
    return parts


def _item(found: Finding) -> str:
    return f"- {linked(found.reading)}: {line(found.effect, str)} *{meaning(found.reading)}*"

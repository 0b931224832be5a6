"""The bracket on a hall screen: as many matches per page as are legible from afar."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from floor.queries import hall_lines
from pairings.queries.bracket import cuts
from pairings.queries.bracket.cuts import Drawn
from pairings.views.bracket.cut import box_context, columns
from pairings.words import result_words
from tournaments.models import Tournament
from tournaments.wording import division_label

MOST = 8
"""Most matches in one column."""

ROUNDS = 3
"""Rounds per page of a bracket that does not fit on one."""

Column = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a bracket. `columns`: rounds from left to right. `whose`: the code of the age division.

    `third`: the match for third place.
    """

    title: str
    whose: str
    span: str
    columns: tuple[Column, ...]
    third: Column | None = None
    ending: str = ""
    champion: str = ""

    @property
    def fit(self) -> str:
        """The size of the names, by the longest round."""
        longest = max(len(column["boxes"]) for column in self.columns)
        return "few" if longest <= MOST // 4 else "some" if longest <= MOST // 2 else ""


def pages(event: Tournament, division: int | None) -> Iterator[Page]:
    """Every started bracket, from the first round that is not over. At most eight queries a bracket."""
    for bracket, drawn in hall_lines.brackets_drawn(event, division):
        label = "" if bracket.age_division == "all" else division_label(bracket.age_division)
        title = name = cuts.name_of(drawn.bracket)
        if label:
            title = _("%(list)s, %(cut)s") % {"list": label, "cut": name}
        yield from _pages(title, bracket.age_division, drawn)


def _pages(title: str, whose: str, drawn: Drawn) -> Iterator[Page]:
    rounds: list[Column] = [{"title": column["title"], "boxes": column["boxes"]} for column in columns(drawn)]
    # From the first round with a match to play; the last one if the bracket is over.
    begins = next((number for number, column in enumerate(rounds) if _is_open(column)), len(rounds) - 1)
    third = box_context(drawn.third, None, None) if drawn.third else None
    if len(rounds[begins]["boxes"]) <= MOST:
        while begins and len(rounds[begins - 1]["boxes"]) <= MOST:
            begins -= 1
        champion = drawn.champion.name if drawn.champion else ""
        yield Page(title, whose, "", tuple(rounds[begins:]), third, result_words.ending(drawn), champion)
        return
    for part in range(len(rounds[begins]["boxes"]) // MOST):
        portions = []
        for step, column in enumerate(rounds[begins:][:ROUNDS]):
            size = MOST >> step
            portions.append({**column, "boxes": column["boxes"][size * part : size * (part + 1)]})
        yield Page(title, whose, f"{part + 1}", tuple(portions))


def _is_open(column: Column) -> bool:
    bye = _("Bye")
    return any(
        box["state"] != "done" and not any(side.get("wait") and side["name"] == bye for side in box["sides"])
        for box in column["boxes"]
    )

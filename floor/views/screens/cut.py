"""The bracket on a hall screen: as many matches per page as are legible from afar."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from floor.queries import hall_lines
from pairings.models import Bracket
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

Column = dict[str, Any]


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
        longest = max(len(one["boxes"]) for one in self.columns)
        return "few" if longest <= MOST // 4 else "some" if longest <= MOST // 2 else ""


def pages(event: Tournament, division: int | None) -> Iterator[Page]:
    """Every started bracket, from the first round that is not over. At most eight queries a bracket."""
    for bracket, drawn in hall_lines.brackets_drawn(event, division):
        yield from _of(_title(bracket, drawn), bracket.age_division, drawn)


def _title(bracket: Bracket, drawn: Drawn) -> str:
    label = "" if bracket.age_division == "all" else division_label(bracket.age_division)
    name = cuts.name_of(drawn.bracket)
    return _("%(list)s, %(cut)s") % {"list": label, "cut": name} if label else name


def _of(title: str, whose: str, drawn: Drawn) -> Iterator[Page]:
    whole: list[Column] = [{"title": one["title"], "boxes": one["boxes"]} for one in columns(drawn)]
    begins = _first_open(whole)
    third = box_context(drawn.third, None, None) if drawn.third else None
    if len(whole[begins]["boxes"]) <= MOST:
        while begins and len(whole[begins - 1]["boxes"]) <= MOST:
            begins -= 1
        champion = drawn.champion.name if drawn.champion else ""
        yield Page(title, whose, "", tuple(whole[begins:]), third, result_words.ending(drawn), champion)
        return
    for part in range(len(whole[begins]["boxes"]) // MOST):
        part_of = tuple(_portion(one, MOST >> step, part) for step, one in enumerate(whole[begins:][:ROUNDS]))
        yield Page(title, whose, f"{part + 1}", part_of)


def _portion(column: Column, size: int, part: int) -> Column:
    return {**column, "boxes": column["boxes"][size * part : size * (part + 1)]}


def _first_open(whole: Sequence[Column]) -> int:
    """The first round with a match to play; the last one if the bracket is over."""
    for number, one in enumerate(whole):
        if any(box["state"] != "done" and not _is_bye(box) for box in one["boxes"]):
            return number
    return len(whole) - 1


def _is_bye(box: Column) -> bool:
    return any(side.get("wait") and side["name"] == _("Bye") for side in box["sides"])

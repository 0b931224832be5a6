"""The bracket on a hall screen, with as many matches per page as people can read from a distance."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from floor.queries import hall_lines
from pairings.queries.bracket import displayed_brackets
from pairings.views.bracket.cut import BoxPart, BracketColumn, bracket_columns, build_box_part
from pairings.words import result_words
from tournaments.labels import division_label
from tournaments.models import Tournament

MAX_MATCHES_PER_COLUMN = 8
"""Maximum number of matches in one column."""

ROUNDS_PER_PAGE = 3
"""Number of rounds per page of a bracket that does not fit on one page."""


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A page of a bracket.

    `columns` are its rounds from left to right, `whose` the code of the age division, and `third` the match for
    third place. `span` is the number of the page, or "" if the bracket fits on one. `ending` says that the winner
    of the final was disqualified.
    """

    title: str
    whose: str
    span: str
    columns: tuple[BracketColumn, ...]
    third: BoxPart | None = None
    ending: str = ""
    champion: str = ""

    @property
    def fit(self) -> str:
        """Size of the names, by the number of matches in the longest round."""
        longest = max(len(column.boxes) for column in self.columns)
        return (
            "few"
            if longest <= MAX_MATCHES_PER_COLUMN // 4
            else "some"
            if longest <= MAX_MATCHES_PER_COLUMN // 2
            else ""
        )


def bracket_pages(event: Tournament, division: int | None) -> Iterator[BracketPage]:
    """Yield pages of every started bracket. At most eight queries per bracket.

    The first round shown is the first with a match to play, or the last one if the bracket is over. If that round
    fits in one column, the bracket has one page, and earlier rounds that fit are shown too. Otherwise the bracket
    is split into pages.
    """
    for bracket, drawn_bracket in hall_lines.public_brackets(event, division):
        label = "" if bracket.age_division == "all" else division_label(bracket.age_division)
        title = name = displayed_brackets.bracket_name(drawn_bracket.bracket)
        if label:
            title = _("%(list)s, %(cut)s") % {"list": label, "cut": name}
        age_division = bracket.age_division
        rounds = bracket_columns(drawn_bracket)
        # Start at the first round with a match to play, or at the last round if the bracket is over.
        first_round = next(
            (number for number, column in enumerate(rounds) if _has_match_to_play(column)), len(rounds) - 1
        )
        if len(rounds[first_round].boxes) <= MAX_MATCHES_PER_COLUMN:
            while first_round and len(rounds[first_round - 1].boxes) <= MAX_MATCHES_PER_COLUMN:
                first_round -= 1
            third = build_box_part(drawn_bracket.third, None, None) if drawn_bracket.third else None
            champion = drawn_bracket.champion.name if drawn_bracket.champion else ""
            yield BracketPage(
                title,
                age_division,
                "",
                tuple(rounds[first_round:]),
                third,
                result_words.disqualified_winner_text(drawn_bracket),
                champion,
            )
            continue
        for page_index in range(len(rounds[first_round].boxes) // MAX_MATCHES_PER_COLUMN):
            page_columns = []
            for step, column in enumerate(rounds[first_round:][:ROUNDS_PER_PAGE]):
                # Each round has half as many matches as the round before it.
                column_size = MAX_MATCHES_PER_COLUMN >> step
                boxes = column.boxes[column_size * page_index : column_size * (page_index + 1)]
                page_columns.append(replace(column, boxes=boxes))
            yield BracketPage(title, age_division, f"{page_index + 1}", tuple(page_columns))


def _has_match_to_play(column: BracketColumn) -> bool:
    """Return whether a round of a bracket has an unfinished match, not counting byes."""
    bye_text = _("Bye")
    return any(
        box.state != "done" and not any(side.wait and side.name == bye_text for side in box.sides)
        for box in column.boxes
    )

"""Bars beside a place: its points and tie-breaks against the players directly above and below."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from core.percentages import format_percent
from pairings.engine.metrics import TIE_BREAKS, TieBreaks
from pairings.queries.standings.standing_explained import PlaceExplanation
from pairings.words import tie_break_words

POINTS = "points"
POINTS_OF_A_WIN = 3
STEPS = (POINTS, *TIE_BREAKS)
"""Figures to compare, in the order in which they decide."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One player's figure.

    - `width`: percentage of the longest possible bar.
    - `explained`: whether this is the player whose place is explained.
    """

    place: int
    name: str
    text: str
    width: str
    explained: bool = False


@dataclass(frozen=True, slots=True)
class BarGroup:
    """The bars of one criterion by which players are ranked.

    `decides` means that this criterion decides the place, which `note` explains in words.
    """

    title: str
    note: str
    decides: bool
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class _ComparedPlayer:
    place: int
    name: str
    points: int
    tie_breaks: TieBreaks
    explained: bool = False


def deciding_figure(explained: PlaceExplanation) -> str:
    """Return the key of the figure that ranks a player above the next one below.

    For the last player, it is compared with the next one above. Return "" if all figures are equal, if day 2 or a
    late entry decides, and for the only player of a list.
    """
    other = explained.below or explained.above
    if other is None:
        return ""
    if explained.points != other.points:
        return POINTS
    own_figures = explained.figures.tie_breaks
    key = next((key for key in TIE_BREAKS if own_figures[key] != other.tie_breaks[key]), "")
    if not key or other.stayed != explained.stayed:
        return ""
    is_higher = own_figures[key] > other.tie_breaks[key]
    return key if is_higher == (other is explained.below) else ""


def bar_groups(explained: PlaceExplanation) -> list[BarGroup]:
    """Return the bars of a player and of the players directly above and below.

    There is a group for the points, then one for each tie-break.
    """
    above, below = (
        [_ComparedPlayer(other.place, other.person.name, other.points, other.tie_breaks)] if other else []
        for other in (explained.above, explained.below)
    )
    own = _ComparedPlayer(
        explained.place, explained.person.name, explained.points, explained.figures.tie_breaks, explained=True
    )
    compared = [*above, own, *below]
    most_points = max(POINTS_OF_A_WIN * explained.after, *(player.points for player in compared), 1)
    other = explained.below or explained.above
    decider = deciding_figure(explained)
    groups = []
    for number, key in enumerate(STEPS, start=1):
        heading = _("Points") if key == POINTS else tie_break_words.WORDS[key].heading
        bars = tuple(_bar(player, key, most_points) for player in compared)
        note = ""
        if other is not None and decider:
            if key == decider:
                note = _("Decides against place %(place)d") % {"place": other.place}
            elif STEPS.index(key) < STEPS.index(decider):
                note = _("Equal to place %(place)d") % {"place": other.place}
            else:
                note = _("Not needed")
        groups.append(BarGroup(f"{number}. {heading}", note, key == decider, bars))
    return groups


def _bar(player: _ComparedPlayer, key: str, most_points: int) -> Bar:
    if key == POINTS:
        text, share = str(player.points), player.points / most_points
    else:
        text, share = format_percent(player.tie_breaks[key]), player.tie_breaks[key]
    return Bar(player.place, player.name, text, f"{100 * min(share, 1):.1f}", player.explained)

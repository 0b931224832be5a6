"""Desk panel about the grouping of age divisions by the first pairing."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from core.requests import HomeRequest
from core.scoreboard.clock_face import ClockFace
from core.text_parts import text_labeled_with_part
from pairings.queries.rounds import grouping
from pairings.words import result_words
from tournaments.engine.divisions import AGE_DIVISIONS, PLAYS_IN
from tournaments.forms.arrange import divisions_text
from tournaments.labels import division_label
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionCard:
    """A division on the desk of all divisions: its state and next step.

    - `tables`: first and last table.
    - `form`: URL that takes the step, or `link`: page of the step.
    - `left`: number of open tables, or None if no round is in play.
    - `of`: code of the division, or "" if no round is in play.
    - `face`: clock of the round in play.
    """

    name: str
    url: str
    round: str = ""
    label: str = ""
    tables: tuple[int | None, int | None] | None = None
    form: str = ""
    link: str = ""
    action: str = ""
    left: int | None = None
    of: str = ""
    badge: tuple[str, str, str] | None = None
    face: ClockFace | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupingPanel:
    """Grouping that the first pairing will apply, or that TOM would use.

    - `decided`: whether the event is grouped by attendance.
    - `ready`: whether it can be paired.
    - `codes`: the divisions after the grouping, `divisions`: their names.
    - `counts`: number of players of each age division, as text.
    - `one`: whether only one age division has players.
    - `url`: page of the setting, or "" for users who may not change it.
    - `label`: label of the button that pairs.
    - `cards`: the divisions after the grouping.
    """

    decided: bool
    ready: bool
    codes: Sequence[str]
    counts: str
    one: bool
    url: str
    divisions: str
    label: str
    cards: Sequence[DivisionCard]


def grouping_panel(request: HomeRequest, event: Tournament) -> GroupingPanel | None:
    """Return the grouping by the upcoming first pairing, or None if it would change nothing."""
    planned_grouping = grouping.upcoming_grouping(event)
    if planned_grouping is None:
        return None
    counts = ", ".join(
        text_labeled_with_part(division_label(age_division), planned_grouping.counts[age_division])
        for age_division in AGE_DIVISIONS
        if planned_grouping.counts.get(age_division)
    )
    settings_url = reverse("tournaments:settings", args=[event.slug])
    present_entries = event.entries.filter(checked_in_at__isnull=False, dropped_in=None, disqualified=False)
    # Each card shows a division after the first pairing, and links to the attendance list.
    cards = [
        DivisionCard(
            name=division_label(code),
            round=_("round %(round)d") % {"round": 1},
            label=result_words.players_text(
                sum(planned_grouping.counts.get(age_division, 0) for age_division in PLAYS_IN[code])
            ),
            url=reverse("tournaments:door", args=[event.slug]),
        )
        for code in planned_grouping.divisions
    ]
    divisions = divisions_text(planned_grouping.divisions)
    return GroupingPanel(
        decided=planned_grouping.decided,
        ready=planned_grouping.decided and present_entries.count() > 1,
        codes=planned_grouping.divisions,
        counts=counts,
        one=sum(map(bool, planned_grouping.counts.values())) == 1,
        url=f"{settings_url}#divisions" if request.can["organize"] else "",
        divisions=divisions,
        label=_("Pair: %(divisions)s") % {"divisions": divisions},
        cards=cards,
    )

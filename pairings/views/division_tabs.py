"""Division tabs of the desk, and the division chosen by a request."""

from django.urls import reverse
from django.utils.translation import gettext as _

from core.forms import last_choices
from core.navigation import Tab
from core.requests import StadiumRequest
from tournaments.models import Division, Tournament

ALL_DIVISIONS = "all"
"""Value in the desk's URL for all divisions."""


CHOSEN_DIVISION_KEY = "desk_division"
"""Session key of the chosen division."""


def shows_all_divisions(request: StadiumRequest, divisions: list[Division]) -> bool:
    """Return whether to show the desk of all divisions, and remember this choice if so.

    The division in the URL decides, otherwise the last choice, otherwise all divisions are shown. It is False if
    fewer than two divisions have players.
    """
    if sum(has_players(division) for division in divisions) < 2:
        return False
    division_key = str(
        request.GET.get("division") or last_choices.last_choice(request, CHOSEN_DIVISION_KEY) or ALL_DIVISIONS
    )
    if division_key != ALL_DIVISIONS and any(str(division.pk) == division_key for division in divisions):
        return False
    last_choices.remember_choice(request, CHOSEN_DIVISION_KEY, ALL_DIVISIONS)
    return True


def choose_division(request: StadiumRequest, divisions: list[Division]) -> Division:
    """Return the requested division, otherwise the last used one, otherwise the first one with players.

    The division is remembered, unless the last choice was all divisions and the URL names none.
    """
    last_key = last_choices.last_choice(request, CHOSEN_DIVISION_KEY)
    division_key = str(request.GET.get("division") or last_key)
    default = next((division for division in divisions if has_players(division)), divisions[0])
    selected = next((division for division in divisions if str(division.pk) == division_key), default)
    if last_key != ALL_DIVISIONS or "division" in request.GET:
        last_choices.remember_choice(request, CHOSEN_DIVISION_KEY, str(selected.pk))
    return selected


def has_players(division: Division) -> bool:
    """Return whether a division ever had an entry.

    This reads the annotation of `division_state.divisions_for_desk`; without the annotation, it returns True.
    """
    return bool(getattr(division, "peopled", True))


def division_tabs(event: Tournament, divisions: list[Division], selected: Division | None) -> list[Tab]:
    """Return a tab for all divisions and a tab for each division with its number of open tables.

    The result is empty for a single division. If `selected` is None, the tab for all divisions is current.
    Once a round is posted, divisions without players have no tab unless selected.
    """
    has_started = any(division.started_at for division in divisions)
    listed_divisions = [
        division for division in divisions if division == selected or has_players(division) or not has_started
    ]
    desk_url = reverse("pairings:desk", args=[event.slug])
    tabs = [
        Tab(
            label=str(division),
            url=f"{desk_url}?division={division.pk}",
            count=getattr(division, "open", 0) or None,
            current=division == selected,
        )
        for division in listed_divisions
    ]
    if sum(has_players(division) for division in divisions) > 1:
        open_tables = sum(getattr(division, "open", 0) for division in divisions)
        all_tab = Tab(
            label=_("All divisions"),
            url=f"{desk_url}?division={ALL_DIVISIONS}",
            count=open_tables or None,
            current=selected is None,
        )
        tabs.insert(0, all_tab)
    return tabs if len(tabs) > 1 else []

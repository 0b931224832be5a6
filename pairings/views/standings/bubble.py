"""The bubble: players sure of the cut or day 2, players who are out, and the points that others need.

It is visible to staff, and to everyone unless the event hides it. Only judges see whether a tie is enough for
both players.
"""

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET, require_safe

from core.documents.downloads import spreadsheet_response
from core.requests import HomeRequest
from pairings.documents import bubble as documents
from pairings.documents.bubble import BubbleList, BubbleRow
from pairings.engine.bubble import Verdict
from pairings.models import Round
from pairings.queries.rounds.division_rounds import ranked_rounds
from pairings.queries.standings import bubble as bubbles
from pairings.queries.standings.bubble import BubbleLine
from pairings.views import division_tabs
from pairings.views.reports import scoreboard
from pairings.words import advancing_words as words
from pairings.words import result_words
from tournaments import scopes
from tournaments.access import event_page
from tournaments.models import Division, Tournament
from tournaments.queries.divisions import divisions_with_entries
from tournaments.templatetags.facts import marked


@require_GET
@event_page(as_bytes=True, shows=(scopes.players_scope, scopes.tables_scope))
def bubble_page(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Show the current bubble of the chosen division.

    It has a list for each age division with a cut or day 2.
    """
    divisions = divisions_with_entries(event)
    displayed_division, after, public = _requested_bubble(request, event, divisions)
    context = {
        "page": "standings",
        "board": scoreboard.scoreboard_of_event(event, displayed_division),
        "tabs": [
            {
                "label": str(division),
                "url": f"?division={division.pk}",
                "current": division == displayed_division,
            }
            for division in divisions
            if len(divisions) > 1
        ],
        "after": after,
        "bubbles": _bubble_lists(displayed_division, after, public=public),
        "export_query": f"?division={displayed_division.pk}",
    }
    return render(request, "pairings/bubble.html", context)


@require_safe
@event_page()
def export_bubble(request: HomeRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download the bubble of the chosen division as CSV or XLSX."""
    division, after, public = _requested_bubble(request, event, divisions_with_entries(event))
    file = documents.bubble_spreadsheet(event, _bubble_lists(division, after, public=public), kind)
    return spreadsheet_response(file, f"{event.slug}-bubble", kind)


def bubble_url(division: Division, after: int | None, *, public: bool = True) -> str:
    """Return the URL of a division's bubble; for players, "" if there is none or the event hides it.

    `after`: number of the latest closed Swiss round, or None.
    """
    if public and not (after and division.tournament.bubble_public and bubbles.has_bubble(division)):
        return ""
    return f"{reverse('pairings:bubble', args=[division.tournament.slug])}?division={division.pk}"


def _requested_bubble(
    request: HomeRequest, event: Tournament, divisions: list[Division]
) -> tuple[Division, Round | None, bool]:
    """Return the requested division, its latest round with standings, and whether the user is not staff.

    The round is None before the first standings. Raises PermissionDenied if the event hides the bubble from the
    public.
    """
    public = not request.can["view"]
    if public and not event.bubble_public:
        raise PermissionDenied(_("The organizer of this event does not show the bubble. Ask the staff."))
    if public:
        # A public page sets no cookie, so the last used division is not stored.
        division_key = request.GET.get("division", "")
        displayed_division = next(
            (division for division in divisions if str(division.pk) == division_key), divisions[0]
        )
    else:
        displayed_division = division_tabs.choose_division(request, divisions)
    displayed_rounds = ranked_rounds(displayed_division).select_related("stage", "division__tournament")
    return displayed_division, displayed_rounds.order_by("-number").first(), public


def _bubble_lists(division: Division, after: Round | None, *, public: bool) -> list[BubbleList]:
    """Return a list for each age division with a cut or day 2, after the round `after`.

    The result is empty without such a division, or if `after` is None.
    """
    displayed_lists = []
    for bubble_list in bubbles.compute_bubbles(division, after, public=public) if after else ():
        name = result_words.standings_list_name(division, bubble_list.age_division)
        title = _("%(name)s, top %(cut)d")
        if bubble_list.day_two:
            title = _("%(name)s, day 2")
        elif bubble_list.gate.by_points:
            title = _("%(name)s, top cut")
        mark = "day-two" if bubble_list.day_two else "cut"
        displayed_list = BubbleList(
            key=bubble_list.age_division,
            title=title % {"name": name, "cut": bubble_list.gate.place},
            cut=bubble_list.gate.place if bubble_list.gate.by_place and not bubble_list.day_two else 0,
            rule=marked(
                words.advancing_rule_text(bubble_list.gate),
                mark,
                bubble_list.gate.place,
                bubble_list.age_division,
            ),
            left=bubble_list.rounds_left,
            lines=[
                _bubble_player_row(line, is_last_round=bubble_list.rounds_left == 1, public=public)
                for line in bubble_list.lines
            ],
        )
        displayed_lists.append(displayed_list)
    return displayed_lists


def _bubble_player_row(line: BubbleLine, *, is_last_round: bool, public: bool) -> BubbleRow:
    state, label = {
        Verdict.IN: ("good", _("In")),
        Verdict.OUT: ("missing", _("Out")),
        Verdict.OPEN: ("extension", pgettext("bubble", "Open")),
    }[line.chance.verdict]
    share, tie_text = line.chance.share, ""
    # Unsafe ties are only mentioned in the last round.
    if line.safe_tie:
        tie_text = _("A tie qualifies both")
    elif is_last_round and line.safe_tie is False:
        tie_text = _("A tie may not be enough for both")
    return BubbleRow(
        place=line.place,
        name=line.person.name,
        points=line.person.points,
        state=state,
        word=label,
        text=words.chance_text(line.chance),
        share="" if share is None else _("about %(percent)d%%") % {"percent": round(100 * share)},
        chance=share,
        table=line.table,
        tie="" if public else tie_text,
        bye=_("clinched a bye") if line.chance.bye is Verdict.IN else "",
    )

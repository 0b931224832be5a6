"""The public list of the players who qualified for day 2."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from core.requests import HomeRequest
from pairings.queries.standings import advancing, qualified
from pairings.views.reports import scoreboard
from pairings.words import advancing_words, result_words
from tournaments import scopes
from tournaments.access import event_page
from tournaments.models import Division, Tournament
from tournaments.queries.divisions import divisions_with_entries
from tournaments.templatetags.facts import marked


@require_GET
@event_page(as_bytes=True, shows=(scopes.players_scope,))
def day_two_list_page(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Show who plays on day 2 of the chosen division, and why the last ones are in."""
    divisions = divisions_with_entries(event)
    division_key = request.GET.get("division", "")
    division = next((row for row in divisions if str(row.pk) == division_key), divisions[0])
    stage = qualified.day_two_of(division)
    gate = advancing.day_two_gate(division)
    list_contexts = []
    lists = qualified.qualified_lists(stage, public=not request.can["view"]) if stage else []
    for listed in lists:
        last = listed.players[-1]
        below = listed.below[0] if listed.below else None
        list_contexts.append(
            {
                "name": result_words.standings_list_name(division, listed.age_division),
                "listed": listed,
                "fact_of": f"{division.age_division} {listed.age_division}",
                "threshold": advancing_words.threshold_text(last.row, below, place=last.place),
            }
        )
    sheet_url = reverse("pairings:sheet", args=[event.slug, "day-two"])
    context = {
        "page": "standings",
        "board": scoreboard.scoreboard_of_event(event, division),
        "tabs": [
            {"label": str(row), "url": f"?division={row.pk}", "current": row == division}
            for row in divisions
            if len(divisions) > 1
        ],
        "division": division,
        "rule": marked(
            advancing_words.qualified_rule_text(lists, gate), "day-two", gate.place, division.age_division
        ),
        "lists": list_contexts,
        "pdf_url": f"{sheet_url}?division={division.pk}",
    }
    return render(request, "pairings/day_two_list.html", context)


def day_two_list_url(division: Division) -> str:
    """Return the URL of the list of day 2, or "" if no day 2 is planned."""
    if not division.has_day_two:
        return ""
    return f"{reverse('pairings:day_two_list', args=[division.tournament.slug])}?division={division.pk}"

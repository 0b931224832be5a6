"""Preparation page of day 2: its players, before it is opened."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core import sentences
from core.engine.refused import Refused
from core.requests import StaffRequest
from pairings.forms.day_two import DayTwoForm
from pairings.models import Stage
from pairings.queries.check_in.day_two import DayTwoCounts, day_two_counts
from pairings.queries.desk.division_state import DivisionState, Phase, load_division_state
from pairings.queries.rounds.division_rounds import ranked_rounds
from pairings.queries.standings import advancing
from pairings.queries.standings.standings_lists import standings_lists
from pairings.services.rounds import day_two as days
from pairings.views import round_heading, undo_messages
from pairings.views.check_in.day_two import check_in_url
from pairings.views.rounds import round_urls
from pairings.words import advancing_words as words
from tournaments.access import event_page, get_division_or_404
from tournaments.labels import division_label
from tournaments.models import Tournament
from tournaments.templatetags.facts import marked

NEXT_BELOW = 4
"""Number of players shown below the last qualified one."""


@dataclass(frozen=True)
class DayTwoPanel:
    """Panel about day 2 on the desk.

    - `on_day_two`: whether day 2 has been opened.
    - `day_two_url`: URL of the preparation page, or "" if it is not the time for it.
    - `day_two_counts`: numbers of players by their check-in for day 2, until its first round is posted.
    - `day_two_check_in_url`: URL of the check-in for day 2.
    """

    on_day_two: bool = False
    day_two_url: str = ""
    day_two_counts: DayTwoCounts | None = None
    day_two_check_in_url: str = ""


def build_day_two_panel(standpoint: DivisionState) -> DayTwoPanel:
    if standpoint.stage is None or standpoint.stage.kind != Stage.Kind.SWISS:
        return DayTwoPanel()
    if standpoint.stage.position:
        is_before_first = standpoint.newest is not None and standpoint.newest.stage_id != standpoint.stage.pk
        return DayTwoPanel(
            on_day_two=True,
            day_two_counts=day_two_counts(standpoint.stage) if is_before_first else None,
            day_two_check_in_url=check_in_url(standpoint.division) if is_before_first else "",
        )
    is_planned = standpoint.division.has_day_two and standpoint.phase in (Phase.PAIR, Phase.DAY_TWO)
    url = reverse("pairings:day_two", args=[standpoint.division.tournament.slug, standpoint.division.pk])
    return DayTwoPanel(day_two_url=url if is_planned else "")


@require_http_methods(["GET", "POST"])
@event_page("run")
def day_two_page(request: StaffRequest, event: Tournament, division: int) -> HttpResponse:
    """Show the players who qualify for day 2 and why. A POST opens day 2.

    Once day 2 is open, redirect to the desk. Without standings, or if no day 2 is planned, no list is shown.
    """
    chosen_division = get_division_or_404(event, division)
    last_ranked_round = ranked_rounds(chosen_division).select_related("stage").order_by("-number").first()
    standpoint = load_division_state(chosen_division)
    if standpoint.stage is not None and standpoint.stage.position:
        return redirect(round_urls.desk_url(chosen_division))
    if last_ranked_round is None or standpoint.stage is None or not chosen_division.has_day_two:
        return render(request, "pairings/day_two.html", {"page": "desk", "division": chosen_division})
    sizes = days.planned_day_two_sizes(chosen_division, last_ranked_round)
    rounds = advancing.day_two_rounds(chosen_division, advancing.largest_age_division(last_ranked_round))
    form = DayTwoForm(request.POST if request.method == "POST" else None, sizes, rounds)
    if request.method == "POST" and form.is_valid():
        try:
            days.open_day_two(
                chosen_division, by=request.user, sizes=form.sizes, rounds=form.cleaned_data["rounds"]
            )
        except Refused as refused:
            form.add_error(None, sentences.refusal_text(refused))
        else:
            undo_messages.add_undo_message(
                request,
                _("Day 2 is open. Check its players in, then pair its first round."),
                chosen_division,
                "DayTwoOpened",
            )
            return redirect(round_urls.desk_url(chosen_division))
    gate = advancing.day_two_gate(chosen_division)
    if form.is_bound and form.is_valid():
        sizes = form.sizes
    list_contexts = []
    for table in standings_lists(chosen_division):
        active_rows = [row for row in table.rows if not row.person.dropped]
        size = sizes.get(table.age_division, 0)
        last, below = active_rows[size - 1 : size], active_rows[size:]
        threshold = words.threshold_text(last[0], below[0] if below else None, place=size) if last else ""
        list_contexts.append(
            {
                "threshold": threshold if size else "",
                "name": division_label(table.age_division) if table.age_division != "all" else "",
                "size": size,
                "seeds": [
                    (seed, words.advancing_reason_text(seed, gate))
                    for seed in advancing.advancing_seeds(table, gate, size)
                ],
                "below": list(enumerate(active_rows[size : size + NEXT_BELOW], start=size + 1)),
                "players": len(active_rows),
            }
        )
    context = {
        "page": "desk",
        "board": round_heading.round_scoreboard(last_ranked_round),
        "division": chosen_division,
        "after": last_ranked_round,
        "form": form,
        "ready": standpoint.phase is Phase.DAY_TWO,
        "left": max(0, (standpoint.stage.rounds_planned or 0) - last_ranked_round.number),
        "rule": marked(words.advancing_rule_text(gate), "day-two", gate.place, chosen_division.age_division),
        "lists": list_contexts,
        "desk_url": round_urls.desk_url(chosen_division),
    }
    return render(request, "pairings/day_two.html", context)

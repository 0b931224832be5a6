"""Day 2: its players, before it is opened."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core import sentences
from core.engine.refused import Refused
from pairings.forms.days import DayTwoForm
from pairings.models import Round
from pairings.queries.rounds import desk, rows
from pairings.queries.standings import advancing
from pairings.services.rounds import day_two as days
from pairings.views.rounds import round_chrome
from pairings.words import advancing_words as words
from tournaments.access import event_page, signed_in
from tournaments.models import Division, Tournament
from tournaments.templatetags.facts import marked
from tournaments.wording import division_label

NEXT_BELOW = 4
"""Players shown below the last qualified one."""


@require_http_methods(["GET", "POST"])
@event_page("run")
def day_two(request: HttpRequest, event: Tournament, division: int) -> HttpResponse:
    """The qualified players, and why; a POST opens day 2."""
    home = round_chrome.division_of(event, division)
    # The newest round with standings.
    after = rows.ranked_rounds(home).select_related("stage").order_by("-number").first()
    at = desk.standpoint(home)
    if at.stage is not None and at.stage.position:
        return redirect(round_chrome.desk_url(home))
    if after is None or at.stage is None or not home.day_two_by:
        return render(request, "pairings/day_two.html", {"page": "desk", "division": home})
    sizes = days.planned_sizes(home, after)
    rounds = advancing.day_two_rounds(home, advancing.attendance(after))
    form = DayTwoForm(request.POST if request.method == "POST" else None, sizes, rounds)
    if request.method == "POST" and form.is_valid():
        try:
            days.open_day_two(
                home, by=signed_in(request), sizes=form.sizes, rounds=form.cleaned_data["rounds"]
            )
        except Refused as refused:
            form.add_error(None, sentences.refusal_text(refused))
        else:
            round_chrome.add_message(request, _("Day 2 is open. Pair its first round."), home, "DayTwoOpened")
            return redirect(round_chrome.desk_url(home))
    ready = at.phase is desk.Phase.DAY_TWO
    left = max(0, (at.stage.rounds_planned or 0) - after.number)
    return render(request, "pairings/day_two.html", _context(home, after, form, ready=ready, left=left))


def _context(home: Division, after: Round, form: DayTwoForm, *, ready: bool, left: int) -> dict[str, Any]:
    gate = advancing.day_two_gate(home)
    sizes = form.sizes if form.is_bound and form.is_valid() else days.planned_sizes(home, after)
    lists = []
    for table in rows.standings(home):
        active = [row for row in table.rows if not row.person.dropped]
        size = sizes.get(table.age_division, 0)
        lists.append(
            {
                "name": division_label(table.age_division) if table.age_division != "all" else "",
                "size": size,
                "seeds": [(seed, words.why(seed, gate)) for seed in advancing.seeds(table, gate, size)],
                "below": list(enumerate(active[size : size + NEXT_BELOW], start=size + 1)),
                "players": len(active),
            }
        )
    return {
        "page": "desk",
        "board": round_chrome.board(after),
        "division": home,
        "after": after,
        "form": form,
        "ready": ready,
        "left": left,
        "rule": marked(words.rule(gate), "day-two", gate.place, home.age_division),
        "lists": lists,
        "desk_url": round_chrome.desk_url(home),
    }

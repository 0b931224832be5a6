"""The bubble: players in the cut or on day 2, those out of it, and what the others need.

For staff, and for everyone unless the event hides it; whether a tie is enough for both is shown to judges only.
"""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_GET, require_safe

from core.documents.downloads import spreadsheet_response
from core.wording import in_a_row
from pairings.documents import bubble as documents
from pairings.engine.bubble import Chance, Verdict
from pairings.models import Round
from pairings.queries.rounds import rows
from pairings.queries.standings import bubble as bubbles
from pairings.queries.standings.bubble import Line
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_chrome
from pairings.words import advancing_words as words
from tournaments.access import event_page
from tournaments.models import Division, Tournament
from tournaments.queries.divisions import played_divisions
from tournaments.templatetags.facts import marked
from tournaments.wording import division_label


@require_GET
@event_page(as_bytes=True)
def bubble(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Each age division with a cut, as of now."""
    public = _public(request, event)
    divisions = played_divisions(event)
    home = _home(request, divisions, public=public)
    after = _newest(home)
    several = len(divisions) > 1
    context = {
        "page": "standings",
        "board": scoreboard.board(event, home),
        "tabs": [
            {"label": str(division), "url": f"?division={division.pk}", "current": division == home}
            for division in divisions
            if several
        ],
        "after": after,
        "bubbles": _bubbles(home, after, public=public),
        "export_query": f"?division={home.pk}",
    }
    return render(request, "pairings/bubble.html", context)


@require_safe
@event_page()
def export(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """The lists of one division as CSV or XLSX."""
    public = _public(request, event)
    home = _home(request, played_divisions(event), public=public)
    file = documents.spreadsheet(event, _bubbles(home, _newest(home), public=public), kind)
    return spreadsheet_response(file, f"{event.slug}-bubble", kind)


def bubble_url(home: Division, after: int | None, *, public: bool = True) -> str:
    """The URL of the bubble of a division once the Swiss round `after` is closed.

    For players "" without a bubble or if the event hides it.
    """
    if public and not (after and home.tournament.bubble_public and bubbles.is_planned(home)):
        return ""
    return f"{reverse('pairings:bubble', args=[home.tournament.slug])}?division={home.pk}"


def _public(request: HttpRequest, event: Tournament) -> bool:
    """Whether the reader is not staff; 403 where the event hides the bubble from them."""
    public = not request.can["view"]  # type: ignore[attr-defined]
    if public and not event.bubble_public:
        raise PermissionDenied(_("The organizer of this event does not show the bubble. Ask the staff."))
    return public


def _home(request: HttpRequest, divisions: list[Division], *, public: bool) -> Division:
    """The requested division; for staff by default the one last used. The public page sets no cookie."""
    if not public:
        return round_chrome.choose(request, divisions)
    wanted = request.GET.get("division", "")
    return next((division for division in divisions if str(division.pk) == wanted), divisions[0])


def _newest(home: Division) -> Round | None:
    ranked = rows.ranked_rounds(home).select_related("stage", "division__tournament")
    return ranked.order_by("-number").first()


def _bubbles(home: Division, after: Round | None, *, public: bool) -> list[dict[str, Any]]:
    described = []
    for field in bubbles.bubbles(home, after, public=public) if after else ():
        name = str(home) if field.age_division == "all" else division_label(field.age_division)
        title = _("%(name)s, top %(cut)d")
        if field.day_two:
            title = _("%(name)s, day 2")
        elif field.gate.by_points:
            title = _("%(name)s, top cut")
        what = "day-two" if field.day_two else "cut"
        context = {
            "key": field.age_division,
            "title": title % {"name": name, "cut": field.gate.place},
            "cut": field.gate.place if field.gate.by_place and not field.day_two else 0,
            "rule": marked(words.rule(field.gate), what, field.gate.place, field.age_division),
            "left": field.rounds_left,
            "lines": [_line(line, last=field.rounds_left == 1, public=public) for line in field.lines],
        }
        described.append(context)
    return described


def _line(line: Line, *, last: bool, public: bool) -> dict[str, Any]:
    state, label = {
        Verdict.IN: ("good", _("In")),
        Verdict.OUT: ("missing", _("Out")),
        Verdict.OPEN: ("extension", pgettext("bubble", "Open")),
    }[line.chance.verdict]
    share, tie = line.chance.share, ""
    # An unsafe tie is not mentioned before the last round.
    if line.safe_tie:
        tie = _("A tie qualifies both")
    elif last and line.safe_tie is False:
        tie = _("A tie may not be enough for both")
    return {
        "place": line.place,
        "name": line.person.name,
        "points": line.person.points,
        "state": state,
        "word": label,
        "text": _needs(line.chance),
        "share": "" if share is None else _("about %(percent)d%%") % {"percent": round(100 * share)},
        "chance": share,
        "table": line.table,
        "tie": "" if public else tie,
        "bye": _("clinched a bye") if line.chance.bye is Verdict.IN else "",
    }


def _needs(chance: Chance) -> str:
    """What is enough, if it is certain."""
    if chance.verdict is not Verdict.OPEN:
        return _("whatever happens")
    enough = {"loss": _("even a loss is enough"), "tie": _("a tie is enough"), "win": _("a win is enough")}
    sure = [name for name in ("loss", "tie", "win") if chance.after.get(name) is Verdict.IN]
    lost = [name for name in ("tie", "loss") if chance.after.get(name) is Verdict.OUT]
    if sure:
        sentences = [enough[sure[0]]]
    elif chance.needs is None:
        sentences = [_("can’t clinch, even with a win")]
    else:
        words = ngettext("clinches with %(n)d more point", "clinches with %(n)d more points", chance.needs)
        sentences = [words % {"n": chance.needs}]
    if lost:
        sentences.append(_("a tie or a loss is not enough") if "tie" in lost else _("a loss is not enough"))
    return in_a_row(sentences)

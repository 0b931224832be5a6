"""Two records of one person: find the other one, look at both, make them one."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import queries
from tournaments.access import event_page, signed_in
from tournaments.models import Entry, Tournament
from tournaments.services import players


@event_page("run")
def merge_with(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Look for the other record by name or Player ID."""
    entry = _entry(event, pk)
    text = request.GET.get("q", str(entry.player))
    found = [
        one for one in queries.find_players(text, event=event, limit=20) if one.player != entry.player_id
    ]
    context = {"page": "players", "entry": entry, "text": text, "found": found}
    return render(request, "tournaments/merge_with.html", context)


@event_page("run")
def merge(request: HttpRequest, event: Tournament, pk: int, player: int) -> HttpResponse:
    """What would move, and the button that does it. `keep` says whose record stays."""
    entry = _entry(event, pk)
    keep_other = (request.POST or request.GET).get("keep") == "other"
    pair = (player, entry.player_id) if keep_other else (entry.player_id, player)
    plan = queries.merge_of(*pair)
    if plan is None:
        raise Http404
    if request.method == "POST":
        kept = players.merge(plan.keep, plan.other, by=signed_in(request))
        messages.success(request, _("Both records of %(name)s are one now.") % {"name": kept})
        return redirect("tournaments:player", event.slug, pk)
    context = {
        "page": "players",
        "entry": entry,
        "plan": plan,
        "keep_other": keep_other,
        "hidden": {"keep": "other" if keep_other else ""},
        "changes": _changes(plan),
    }
    return render(request, "tournaments/merge.html", context)


def _entry(event: Tournament, pk: int) -> Entry:
    return get_object_or_404(event.entries.select_related("player"), pk=pk)


def _changes(plan: queries.Merge) -> list[str]:
    """What the merge does, a sentence each."""
    facts = {"keep": plan.keep, "other": plan.other, "n": len(plan.moves)}
    told = [_("%(keep)s stays, under this name.") % facts]
    if plan.moves:
        where = ", ".join(event.name for event in plan.moves)
        moved = ngettext(
            "One event of %(other)s moves over, with all its results: %(events)s.",
            "%(n)s events of %(other)s move over, with all their results: %(events)s.",
            len(plan.moves),
        )
        told.append(moved % {**facts, "events": where})
    if plan.player_id:
        told.append(_("Player ID %(number)s moves over.") % {"number": plan.player_id})
    elif plan.other.player_id:
        told.append(_("Player ID %(number)s is given up.") % {"number": plan.other.player_id})
    if plan.birth_year:
        told.append(_("Birth year %(year)s moves over.") % {"year": plan.birth_year})
    if plan.birth_date:
        told.append(_("The date of birth moves over."))
    if plan.account:
        told.append(_("The account that signs in as %(other)s belongs to %(keep)s.") % facts)
    return [*told, _("The second record is gone for good; this has no undo.")]

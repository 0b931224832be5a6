"""Merging two records of one person: search, preview, merge."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core import sentences
from core.engine.refused import Refused
from core.forms.questions import Question
from core.views.steps import newest, undo_tag
from tournaments import queries
from tournaments.access import event_page, signed_in
from tournaments.engine.person_fields import FILLED
from tournaments.models import Entry, Tournament
from tournaments.services import merges
from tournaments.services.merges import double_entries
from tournaments.words.person_words import filled_text


@event_page("run")
def merge_with(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Search the other record by name or Player ID, among people of events that the user runs."""
    entry = _entry(event, pk)
    text = request.GET.get("q", entry.own_name)
    found = queries.find_players(text, by=signed_in(request), event=event, limit=20, to_change=True)
    found = [other for other in found if other.player != entry.player_id]
    context = {"page": "players", "entry": entry, "text": text, "found": found}
    return render(request, "tournaments/merge_with.html", context)


@event_page("run")
def merge(request: HttpRequest, event: Tournament, pk: int, player: int) -> HttpResponse:
    """Preview and do the merge. `keep` says whose record stays."""
    entry = _entry(event, pk)
    keep_other = (request.POST or request.GET).get("keep") == "other"
    pair = (player, entry.player_id) if keep_other else (entry.player_id, player)
    merges.require_no_copy(event)
    plan = queries.merge_of(*pair, by=signed_in(request), organizer=event.organizer_id)
    if plan is None:
        raise Http404
    if plan.both is not None and plan.both.pk == event.pk:
        return _two_entries(request, event, entry, plan, keep_other=keep_other)
    if request.method == "POST":
        by, since = signed_in(request), newest(event)
        merges.merge(*pair, by=by, event=event)
        undo = undo_tag(event, since=since, by=by)
        messages.success(
            request, _("Records of %(name)s merged.") % {"name": plan.keep.name}, extra_tags=undo
        )
        return redirect("tournaments:player", event.slug, pk)
    context = {
        "page": "players",
        "entry": entry,
        "plan": plan,
        "keep_other": keep_other,
        "question": Question(
            changes=change_texts(plan),
            action=_("Merge"),
            cancel_url=reverse("tournaments:player", args=[event.slug, pk]),
            hidden={"keep": "other" if keep_other else ""},
        ),
    }
    return render(request, "tournaments/merge.html", context)


def _two_entries(
    request: HttpRequest, event: Tournament, entry: Entry, plan: queries.Merge, *, keep_other: bool
) -> HttpResponse:
    """Preview and do the merge of two entries of this event."""
    rows = {row.player_id: row for row in event.entries.filter(player__in=[plan.keep.id, plan.other.id])}
    keep, other = rows[plan.keep.id], rows[plan.other.id]
    if request.method == "POST":
        by, since = signed_in(request), newest(event)
        left = double_entries.merge(keep, other, by=by)
        undo = undo_tag(event, since=since, by=by)
        messages.success(request, _("Two entries of %(name)s made one.") % {"name": left}, extra_tags=undo)
        return redirect("tournaments:player", event.slug, left.pk)
    problem = ""
    try:
        double_entries.require_mergeable(keep, other)
    except Refused as refused:
        problem = sentences.refusal_text(refused)
    changes = [
        _("One entry in %(event)s is left: the one that was paired, or is checked in.")
        % {"event": event.name},
        _(
            "Deck list, penalties and deck checks of the other entry move to it. Of two personal links one ends."
        ),
        _("If both were paired, in different rounds, that entry has the matches of both. All results stay."),
        _("You can undo this in the journal."),
    ]
    context = {
        "page": "players",
        "entry": entry,
        "plan": plan,
        "keep_other": keep_other,
        "problem": problem,
        "in_this_event": True,
        "question": Question(
            changes=changes,
            action=_("Merge"),
            cancel_url=reverse("tournaments:player", args=[event.slug, entry.pk]),
            hidden={"keep": "other" if keep_other else ""},
        ),
    }
    return render(request, "tournaments/merge.html", context)


def _entry(event: Tournament, pk: int) -> Entry:
    return get_object_or_404(event.entries, pk=pk)


def change_texts(plan: queries.Merge) -> list[str]:
    """The effects of the merge, one sentence each."""
    where = ", ".join(event.name for event in plan.moves)
    moved = ngettext(
        "One event of %(other)s moves to %(keep)s, with all its results: %(events)s.",
        "%(n)s events of %(other)s move to %(keep)s, with all their results: %(events)s.",
        len(plan.moves),
    )
    facts = {"keep": plan.keep.name, "other": plan.other.name, "n": len(plan.moves), "events": where}
    changes = [moved % facts, _("Each event keeps the name it has.")]
    for name in FILLED:
        value = getattr(plan.filled, name)
        if value and name in plan.lacking:
            changes.append(filled_text(name, value))
    if plan.account:
        changes.append(_("The account of %(other)s now belongs to %(keep)s.") % facts)
    return [*changes, _("You can undo this in the journal.")]

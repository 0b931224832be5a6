"""Merge two records of one person: search, preview, merge."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core import sentences
from core.engine.refused import Refused
from core.forms.questions import Question
from core.requests import SignedInRequest, StaffRequest
from core.undo_links import newest_line_key, undo_tag
from tournaments import queries
from tournaments.access import event_page, get_entry_or_404
from tournaments.engine.person_fields import FILLED
from tournaments.models import Entry, Tournament
from tournaments.services import merges
from tournaments.services.merges import double_entries
from tournaments.words.person_words import filled_fact_text


@event_page("run")
def merge_search(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Search for the other record by name or Player ID, among people of events that the user runs."""
    entry = get_entry_or_404(event, pk)
    text = request.GET.get("q", entry.own_name)
    people = queries.find_players(text, by=request.user, event=event, limit=20, to_change=True)
    candidates = [person for person in people if person.player != entry.player_id]
    context = {"page": "players", "entry": entry, "text": text, "found": candidates}
    return render(request, "tournaments/merge_with.html", context)


@event_page("run")
def merge_people_page(request: StaffRequest, event: Tournament, pk: int, player: int) -> HttpResponse:
    """Preview the merge of the entry's person with the person `player` (a key), and merge them on POST.

    `keep` is "other" in the request if the record of `player` remains. If both have an entry in this event, the
    two entries are merged too. 404 if the user may not merge the records.
    """
    entry = get_entry_or_404(event, pk)
    keep_other = (request.POST or request.GET).get("keep") == "other"
    keep_and_other = (player, entry.player_id) if keep_other else (entry.player_id, player)
    merges.require_no_rehearsal_copy(event)
    plan = queries.merge_preview(*keep_and_other, by=request.user, organizer=event.organizer_id)
    if plan is None:
        raise Http404
    if plan.both is not None and plan.both.pk == event.pk:
        return _merge_entries_page(request, event, entry, plan, keep_other=keep_other)
    if request.method == "POST":
        by, since = request.user, newest_line_key(event)
        merges.merge_people(*keep_and_other, by=by, event=event)
        undo = undo_tag(event, since=since, by=by)
        messages.success(request, _("%(name)s’s records merged.") % {"name": plan.keep.name}, extra_tags=undo)
        return redirect("tournaments:player", event.slug, pk)
    context = {
        "page": "players",
        "entry": entry,
        "plan": plan,
        "keep_other": keep_other,
        "question": Question(
            changes=merge_effect_texts(plan),
            action=_("Merge"),
            cancel_url=reverse("tournaments:player", args=[event.slug, pk]),
            hidden={"keep": "other" if keep_other else ""},
        ),
    }
    return render(request, "tournaments/merge.html", context)


def _merge_entries_page(
    request: SignedInRequest, event: Tournament, entry: Entry, plan: queries.Merge, *, keep_other: bool
) -> HttpResponse:
    """Preview the merge of a person's two entries in this event, and merge them on POST.

    If they cannot be merged, the preview says why. `keep_other` is only passed on to the form.
    """
    entry_by_player = {
        row.player_id: row for row in event.entries.filter(player__in=[plan.keep.id, plan.other.id])
    }
    keep, other = entry_by_player[plan.keep.id], entry_by_player[plan.other.id]
    if request.method == "POST":
        by, since = request.user, newest_line_key(event)
        merged = double_entries.merge_entries(keep, other, by=by)
        undo = undo_tag(event, since=since, by=by)
        messages.success(
            request, _("%(name)s’s two entries were merged.") % {"name": merged}, extra_tags=undo
        )
        return redirect("tournaments:player", event.slug, merged.pk)
    problem = ""
    try:
        double_entries.require_mergeable(keep, other)
    except Refused as refused:
        problem = sentences.refusal_text(refused)
    changes = [
        _("One entry in %(event)s is left: the one that was paired, or is checked in.")
        % {"event": event.name},
        _(
            "Deck list, penalties and deck checks of the other entry move to it. If there are two "
            "personal links, one stops working."
        ),
        _(
            "If both were paired, in different rounds, that entry has the matches of both. No results are "
            "lost."
        ),
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


def merge_effect_texts(plan: queries.Merge) -> list[str]:
    """Describe the effects of the merge, one sentence each."""
    event_names = ", ".join(event.name for event in plan.moves)
    moved = ngettext(
        "One of %(other)s’s events moves to %(keep)s, with all its results: %(events)s.",
        "%(n)s of %(other)s’s events move to %(keep)s, with all their results: %(events)s.",
        len(plan.moves),
    )
    facts = {"keep": plan.keep.name, "other": plan.other.name, "n": len(plan.moves), "events": event_names}
    changes = [moved % facts, _("Each event keeps the name it has.")]
    for name in FILLED:
        value = getattr(plan.filled, name)
        if value and name in plan.lacking:
            changes.append(filled_fact_text(name, value))
    if plan.account:
        changes.append(_("%(other)s’s account now belongs to %(keep)s.") % facts)
    return [*changes, _("You can undo this in the journal.")]

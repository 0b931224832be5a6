"""The time of a pick is over: the judge's decision on the draft page, and its message."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.models import JournalEvent
from core.requests import StaffRequest
from decks.models import Draft
from drafts.engine import DraftGame as Game
from drafts.queries.tracking import tracked_pod
from drafts.services import pick_time
from drafts.words.draft_log_words import name_with_seat_text

KINDS = {"assign": "DraftPickAssigned", "wait": "DraftPickTimeAdded"}
"""Decision -> kind of its journal line."""


def decide_late_pick(
    request: StaffRequest, draft: Draft, answers: Mapping[str, Any], names: Mapping[int, str]
) -> None:
    """Carry out a decision of `KINDS`, and add a message with its undo. `names`: seat -> name.

    Refused: whatever `pick_time.assign_pick` and `pick_time.add_pick_time` refuse.
    """
    pod, seat, by = answers["pod"], answers["seat"] or 0, request.user
    if answers["do"] == "assign":
        pick_time.assign_pick(draft, pod, seat, key=answers["key"], by=by)
    else:
        pick_time.add_pick_time(draft, pod, seen=answers["seen"], by=by)
    line = (
        JournalEvent.objects.filter(division=draft.division, kind=KINDS[answers["do"]], by=by, undone_by=None)
        .order_by("-pk")
        .first()
    )
    if line is None:
        return
    facts = line.facts
    if answers["do"] == "wait":
        seconds = int(facts["seconds"])
        text = ngettext("%(n)d more second for this pick.", "%(n)d more seconds for this pick.", seconds) % {
            "n": seconds
        }
    else:
        game = tracked_pod(draft, pod).game
        if game.procedure.packs_lie_face_up:
            text, card = _("Random pick for %(name)s: %(card)s."), _assigned_name(game, facts["line"])
        else:
            text, card = _("Random pick for %(name)s: card %(place)s of %(cards)s from the top."), ""
        text %= {
            "name": name_with_seat_text(facts["seat"], names),
            "card": card,
            "place": facts["place"],
            "cards": facts["cards"],
        }
    route = "pairings:undo" if request.can["run"] else "pairings:floor_undo"
    undo_url = reverse(route, args=[draft.division.tournament.slug, line.pk])
    messages.success(request, text, extra_tags=f"undo={undo_url}")


def _assigned_name(game: Game, number: int) -> str:
    """Return the name of the card of a pick that everyone saw."""
    move = game.moves[number]
    return next((card.name for card in game.pools[move.seat] if card.number == move.card), "")

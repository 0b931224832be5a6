"""Check an uploaded log file: replay it, compare it with its own piles and with the stored log."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.engine.refused import Refused
from core.sentences import refusal_text
from decks.models import Draft
from decks.words.limited_words import subtype_name
from drafts.engine import files
from drafts.engine.files import Proof
from drafts.forms.draft_file import DraftFileForm
from drafts.queries import draft_log as queries
from drafts.queries.seat_views import is_tracked
from drafts.views.draft_log import frame_of, requested_pod
from drafts.views.event_drafts import draft_of
from drafts.words import draft_log_words as words
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament

UNPROCESSABLE = 422


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("view")
def check(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Upload a file and show the result of its replay.

    Nothing is stored; the stored log is compared if the person may read it.
    """
    row = draft_of(event, draft)
    pod = requested_pod(request, row)
    form = DraftFileForm(request.POST, request.FILES) if request.method == "POST" else DraftFileForm()
    result: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        try:
            result = _found(request, row, pod, form.cleaned_data["file"])
        except Refused as refused:
            form.add_error("file", refusal_text(refused))
    context = frame_of(row, pod) | {"form": form} | result
    return render(request, "drafts/log_check.html", context, status=UNPROCESSABLE if form.errors else 200)


def _found(request: HttpRequest, row: Draft, pod: int, data: Mapping[str, Any]) -> dict[str, Any]:
    proof = files.proof(data)
    stated, piles = (data.get(name) for name in ("players", "piles"))
    players = stated.items() if isinstance(stated, Mapping) else ()
    names = {
        int(seat): name for seat, name in players if seat in "12345678" and seat and isinstance(name, str)
    }
    stated_piles = {}
    for seat in proof.draft.pools:
        pile = piles.get(str(seat)) if isinstance(piles, Mapping) else None
        stated_piles[seat] = [str(card) for card in pile] if isinstance(pile, list) else []
    return {
        "proof": proof,
        "why": refusal_text(proof.why) if proof.why else "",
        "stopped": proof.stopped + 1 if proof.stopped is not None else 0,
        "about": [
            (_("Format"), subtype_name(str(data["subtype"]))),
            (_("Seats"), proof.draft.seats),
            (_("Packs per player"), data["packs_each"]),
            (_("Cards per pack"), data["pack_size"]),
            (_("Moves"), proof.moves),
            (_("Random seed"), data["seed"]),
        ],
        "over": proof.draft.over,
        "seats": [
            {
                "name": words.seat_text(seat, names),
                "differs": seat in proof.differ,
                "pile": [card.name for card in pile],
                "stated": stated_piles[seat] if seat in proof.differ else [],
            }
            for seat, pile in sorted(proof.draft.pools.items())
        ],
        "here": _here(request, row, pod, data, proof),
    }


def _here(
    request: HttpRequest, row: Draft, pod: int, data: Mapping[str, Any], proof: Proof
) -> dict[str, Any]:
    """How the stored log compares with the file; empty if picks are not tapped.

    `same`, `older` (moves were added since), `other` from move `at` on, `stranger` (another draft), `piles` (the file's
    piles differ), `hidden` while its cards are secret.
    """
    if not is_tracked(row) or not pod:
        return {}
    stored = queries.pod_of(row, pod)
    rule = bool(request.can["rule"])  # type: ignore[attr-defined]
    if not queries.sees_names(stored, rule=rule, user=signed_in(request)):
        return {"code": "hidden"}
    here, theirs = list(stored.tracked.game.moves), files.moves_of(data)
    mine = queries.file_of(stored)
    if any(mine[name] != data.get(name) for name in ("subtype", "seats", "packs_each", "pack_size", "seed")):
        return {"code": "stranger"}
    at = next((at for at, (ours, other) in enumerate(zip(here, theirs, strict=False)) if ours != other), None)
    if at is None and len(theirs) > len(here):
        at = len(here)
    if at is not None:
        return {"code": "other", "at": at + 1}
    if len(theirs) < len(here):
        return {"code": "older", "since": len(here) - len(theirs)}
    return {"code": "same" if proof.holds else "piles"}

"""Verify an uploaded log file: replay it, and compare the result with its piles and with the stored log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.engine.refused import Refused
from core.requests import StaffRequest
from core.sentences import refusal_text
from decks.models import Draft
from decks.words.limited_words import subtype_name
from drafts.engine import draft_files
from drafts.engine.draft_files import ReplayProof
from drafts.forms.draft_file import DraftFileForm
from drafts.queries import draft_log as queries
from drafts.queries.seat_views import is_tracked
from drafts.views.draft_log import requested_pod
from drafts.views.event_drafts import get_draft_or_404
from drafts.views.log_part import log_part
from drafts.words import draft_log_words as words
from tournaments.access import event_page
from tournaments.models import Tournament

UNPROCESSABLE = 422


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("view")
def check_log_file(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Replay an uploaded file and show the result.

    Nothing is stored. The file is compared with the stored log only if the user may read the latter.
    """
    event_draft = get_draft_or_404(event, draft)
    pod = requested_pod(request, event_draft)
    form = DraftFileForm(request.POST, request.FILES) if request.method == "POST" else DraftFileForm()
    result: ProofPart | None = None
    if request.method == "POST" and form.is_valid():
        try:
            result = _proof_context(request, event_draft, pod, form.cleaned_data["file"])
        except Refused as refused:
            form.add_error("file", refusal_text(refused))
    context = vars(log_part(event_draft, pod)) | {"form": form} | (vars(result) if result else {})
    return render(request, "drafts/log_check.html", context, status=UNPROCESSABLE if form.errors else 200)


@dataclass(frozen=True, slots=True)
class StoredLog:
    """The stored log compared with the file.

    `code`: "same", "older" (the stored log has `since` more moves), "other" (different from move `at` on),
    "stranger" (another draft), "piles" (the piles in the file are wrong), "hidden" (the stored cards are still
    secret), or "" if picks are not tapped.
    """

    code: str = ""
    at: int = 0
    since: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenSeat:
    """One seat of a verified log. `pile`: the replayed cards. `stated`: the cards in the file, if different."""

    name: str
    differs: bool
    pile: Sequence[str]
    stated: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class ProofPart:
    """The result of checking a file.

    `why`: text of the refusal that stopped the replay, or "". `stopped`: number of the refused move, counted from 1, or
    0. `about`: labels and values. `here`: the stored log compared with the file.
    """

    proof: ReplayProof
    why: str
    stopped: int
    about: Sequence[tuple[str, Any]]
    over: bool
    seats: Sequence[ProvenSeat]
    here: StoredLog


def _proof_context(request: StaffRequest, draft: Draft, pod: int, data: Mapping[str, Any]) -> ProofPart:
    """Replay an uploaded file, and compare its piles and the stored log with the result.

    Refused: whatever `verify_draft_file` refuses.
    """
    proof = draft_files.verify_draft_file(data)
    stated_names, piles_of_file = (data.get(name) for name in ("players", "piles"))
    players = stated_names.items() if isinstance(stated_names, Mapping) else ()
    names = {
        # The file is not trusted: names under other keys than seats are ignored.
        int(seat): name
        for seat, name in players
        if seat in "12345678" and seat and isinstance(name, str)
    }
    stated_piles = {}
    for seat in proof.game.pools:
        pile = piles_of_file.get(str(seat)) if isinstance(piles_of_file, Mapping) else None
        stated_piles[seat] = [str(card) for card in pile] if isinstance(pile, list) else []
    return ProofPart(
        proof=proof,
        why=refusal_text(proof.why) if proof.why else "",
        stopped=proof.stopped + 1 if proof.stopped is not None else 0,
        about=[
            (_("Format"), subtype_name(str(data["subtype"]))),
            (_("Seats"), proof.game.seats),
            (_("Packs per player"), data["packs_each"]),
            (_("Cards per pack"), data["pack_size"]),
            (_("Moves"), proof.moves),
            (_("Random seed"), data["seed"]),
        ],
        over=proof.game.over,
        seats=[
            ProvenSeat(
                name=words.name_with_seat_text(seat, names),
                differs=seat in proof.differ,
                pile=[card.name for card in pile],
                stated=stated_piles[seat] if seat in proof.differ else [],
            )
            for seat, pile in sorted(proof.game.pools.items())
        ],
        here=_stored_context(request, draft, pod, data, proof),
    )


def _stored_context(
    request: StaffRequest, draft: Draft, pod: int, data: Mapping[str, Any], proof: ReplayProof
) -> StoredLog:
    """Compare the stored log with the file."""
    if not is_tracked(draft) or not pod:
        return StoredLog()
    stored = queries.logged_pod(draft, pod)
    may_rule = bool(request.can["rule"])
    if not queries.may_see_names(stored, rule=may_rule, user=request.user):
        return StoredLog("hidden")
    stored_moves, file_moves = list(stored.tracked.game.moves), draft_files.moves_of_draft_file(data)
    stored_data = queries.pod_file_data(stored)
    if any(
        stored_data[name] != data.get(name)
        for name in ("subtype", "seats", "packs_each", "pack_size", "seed")
    ):
        return StoredLog("stranger")
    pairs = enumerate(zip(stored_moves, file_moves, strict=False))
    first_difference = next(
        (index for index, (stored_move, file_move) in pairs if stored_move != file_move), None
    )
    if first_difference is None and len(file_moves) > len(stored_moves):
        first_difference = len(stored_moves)
    if first_difference is not None:
        return StoredLog("other", at=first_difference + 1)
    if len(file_moves) < len(stored_moves):
        return StoredLog("older", since=len(stored_moves) - len(file_moves))
    return StoredLog("same" if proof.holds else "piles")

"""Messages after a step that offer to undo it."""

from collections.abc import Iterable

from django.contrib import messages
from django.urls import reverse

from core.engine.journal.kinds import KINDS
from core.models import JournalEvent
from core.requests import StaffRequest
from core.services import undo
from tournaments.models import Division

WHOLE_PRESS = "?press=yes"
"""Suffix of an undo URL that undoes what one press did in all divisions."""


def undo_power(line: JournalEvent) -> str:
    """Return the power that may undo a line, "" for a kind that no longer exists."""
    kind = KINDS.get(line.kind)
    return kind.may_undo if kind else ""


def undo_tag(
    request: StaffRequest,
    division: Division,
    kind: str,
    lines: Iterable[JournalEvent] = (),
    /,
    **facts: object,
) -> str:
    """Return the tag for the message of the user's last step, which undoes it.

    Empty if nothing changed or the user may not undo it. `lines`: what the request wrote, if known.
    """
    is_floor_step = KINDS[kind].may_undo == "report"
    is_allowed = request.can["report" if is_floor_step else "run"]
    step = next((line for line in lines if line.kind == kind), None)
    if step is None and is_allowed:
        step = undo.last_step(division, account=request.user)
    if (
        step is None
        or not is_allowed
        or step.kind != kind
        or any(step.facts.get(name) != value for name, value in facts.items())
    ):
        return ""
    url_name = "pairings:floor_undo" if is_floor_step else "pairings:undo"
    return f"undo={reverse(url_name, args=[division.tournament.slug, step.pk])}"


def add_message(
    request: StaffRequest,
    sentence: str,
    division: Division,
    kind: str,
    lines: Iterable[JournalEvent] = (),
    /,
    **facts: object,
) -> None:
    """Add a message that offers to undo the newest step, if it has this kind and these facts.

    `lines`: what the request wrote, if known.
    """
    messages.success(request, sentence, extra_tags=undo_tag(request, division, kind, lines, **facts))

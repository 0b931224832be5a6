"""Messages that offer to undo a step."""

from collections.abc import Iterable

from django.contrib import messages
from django.urls import reverse

from core.engine.journal.kinds import KINDS
from core.models import JournalEvent
from core.requests import StaffRequest
from core.services import undo
from tournaments.models import Division

WHOLE_PRESS = "?press=yes"
"""Suffix of an undo URL that undoes one press in all divisions."""


def undo_power(line: JournalEvent) -> str:
    """Return the power required to undo a journal line, or "" if its kind no longer exists."""
    kind = KINDS.get(line.kind)
    return kind.may_undo if kind else ""


def undo_step_tag(
    request: StaffRequest,
    division: Division,
    kind: str,
    lines: Iterable[JournalEvent] = (),
    /,
    **facts: object,
) -> str:
    """Return the message tag that offers to undo a step of the user, or "" if none can be offered.

    The step is the line in `lines` with this `kind`, otherwise the user's last step in the division. It must have
    this `kind` and these `facts`, and the user must be allowed to undo it. `lines`: journal lines written by the
    request, if available.
    """
    is_floor_step = KINDS[kind].may_undo == "report"
    is_allowed = request.can["report" if is_floor_step else "run"]
    step = next((line for line in lines if line.kind == kind), None)
    if step is None and is_allowed:
        step = undo.last_undoable_step(division, account=request.user)
    if (
        step is None
        or not is_allowed
        or step.kind != kind
        or any(step.facts.get(name) != value for name, value in facts.items())
    ):
        return ""
    url_name = "pairings:floor_undo" if is_floor_step else "pairings:undo"
    return f"undo={reverse(url_name, args=[division.tournament.slug, step.pk])}"


def add_undo_message(
    request: StaffRequest,
    sentence: str,
    division: Division,
    kind: str,
    lines: Iterable[JournalEvent] = (),
    /,
    **facts: object,
) -> None:
    """Add a message that offers to undo the user's step, if it has this kind and these facts.

    `lines`: journal lines written by the request, if available.
    """
    messages.success(request, sentence, extra_tags=undo_step_tag(request, division, kind, lines, **facts))

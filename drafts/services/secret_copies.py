"""Copies of an event made while picks of a draft are secret (R-092).

The file contains the hands, so each copy is journaled.
"""

from django.db import transaction

from core import stamps
from core.services import journal
from decks.models import Draft
from drafts.engine.journal_kinds import SecretDraftCopied
from drafts.queries import tracking
from tournaments import scopes
from tournaments.models import Tournament, User


@transaction.atomic
def note(event: Tournament | None, way: str, *, by: User | None) -> None:
    """Journal a copy for each running draft with secret picks, of one event or, with None, of the whole database.

    `way`: snapshot, backup or stick.
    """
    rows = Draft.objects.filter(way=Draft.Way.TRACKED, division__tournament__reported_at=None)
    if event is not None:
        rows = rows.filter(division__tournament=event)
    for draft in rows.select_related("division__tournament").order_by("pk"):
        pods = [
            pod.pod
            for pod in tracking.all_tracked(draft)
            if pod.moves and not pod.game.over and not pod.game.procedure.face_up
        ]
        if pods:
            stamps.mark(scopes.results(draft.division.tournament_id))
            journal.write(
                draft.division.tournament,
                SecretDraftCopied(draft=draft.pk, pods=pods, way=way),
                by=by,
                division=draft.division,
            )

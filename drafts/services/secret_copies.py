"""Journal that an event was copied with the secret picks of a draft in progress (R-092)."""

from django.db import transaction

from core import stamps
from core.services import journal
from decks.models import Draft
from drafts.engine.journal_kinds import SecretDraftCopied
from drafts.queries import tracking
from tournaments import scopes
from tournaments.models import Tournament, User


@transaction.atomic
def journal_copy_of_secret_picks(event: Tournament | None, way: str, *, by: User | None) -> None:
    """Journal a copy of an event, with one line for each draft whose picks are currently secret.

    `event`: None for a copy of the whole database. `way`: snapshot, backup or stick.
    """
    drafts = Draft.objects.filter(way=Draft.Way.TRACKED, division__tournament__reported_at=None)
    if event is not None:
        drafts = drafts.filter(division__tournament=event)
    for draft in drafts.select_related("division__tournament").order_by("pk"):
        secret_pods = [
            tracked_pod.pod
            for tracked_pod in tracking.tracked_pods(draft)
            if tracked_pod.moves
            and not tracked_pod.game.over
            and not tracked_pod.game.procedure.packs_lie_face_up
        ]
        if secret_pods:
            stamps.mark_scopes_changed(scopes.results_scope(draft.division.tournament_id))
            journal.write_journal_line(
                draft.division.tournament,
                SecretDraftCopied(draft=draft.pk, pods=secret_pods, way=way),
                by=by,
                division=draft.division,
            )

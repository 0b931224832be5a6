"""Choose the pages that an event's staff see. Only links to hidden pages disappear; their URLs still work."""

from collections.abc import Collection

from django.db import transaction

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from tournaments.engine.features import features_in_page_order
from tournaments.engine.journal_kinds import FeaturesChosen
from tournaments.models import Tournament, User
from tournaments.queries.journal import event_of_line
from tournaments.services import locks


@transaction.atomic
def choose_features(event: Tournament, *, by: User | None, features: Collection[str] | None) -> Tournament:
    """Show the staff the short path of a small event plus these `engine.features`, or all pages if None.

    Refused: CHANGED_MEANWHILE.
    """
    locked_event = locks.lock_event(event)
    before, after = locked_event.features, None if features is None else features_in_page_order(features)
    if before != after:
        locked_event.features = after
        locked_event.save(update_fields=["features"])
        journal.write_journal_line(locked_event, FeaturesChosen(before=before, after=after), by=by)
    return locked_event


def undo_choose_features(line: JournalEvent) -> None:
    """Undo FeaturesChosen, inside the transaction of the undo.

    Refused: UNDO_OVERTAKEN if the features were chosen again, CHANGED_MEANWHILE.
    """
    locked_event = locks.lock_event(event_of_line(line))
    if locked_event.features != line.facts["after"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    locked_event.features = line.facts["before"]
    locked_event.save(update_fields=["features"])


add_undo(undo_choose_features, FeaturesChosen)

"""Which pages the staff of an event see. This only hides links: every address still answers."""

from collections.abc import Collection

from django.db import transaction

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from tournaments.engine.features import in_order
from tournaments.engine.journal_kinds import FeaturesChosen
from tournaments.models import Tournament, User
from tournaments.queries.journal import event_of
from tournaments.services import locks


@transaction.atomic
def choose(event: Tournament, *, by: User | None, features: Collection[str] | None) -> Tournament:
    """Show the short path of a small event plus these features of `engine.features`; None: everything."""
    held = locks.event(event)
    before, after = held.features, None if features is None else in_order(features)
    if before != after:
        _save(held, after)
        journal.write(held, FeaturesChosen(before=before, after=after), by=by)
    return held


def undo_choose(line: JournalEvent) -> None:
    """Undo FeaturesChosen, inside the transaction of the undo. Refused: UNDO_OVERTAKEN."""
    held = locks.event(event_of(line))
    if held.features != line.facts["after"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    _save(held, line.facts["before"])


def _save(event: Tournament, features: list[str] | None) -> None:
    event.features = features
    event.save(update_fields=["features"])


add_undo(undo_choose, FeaturesChosen)

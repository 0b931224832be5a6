"""The browsers that a notice goes to."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q

from core.engine.notices import Notice
from core.models import PushSubscription

Person = tuple[int | None, int | None]
"""The key of an entry, or of a staff member."""


def has_phones(event: int) -> bool:
    """Whether any browser is subscribed to this event. One query."""
    return PushSubscription.objects.filter(tournament=event).exists()


def browsers_of(event: int, notices: Sequence[Notice]) -> list[tuple[PushSubscription, Notice]]:
    """Each browser that wants one of these notices, with the notice, except of staff with inactive accounts. One query.

    `shared`: the same browser also gets another person's notices, such as a parent's for two children.
    """
    entries = {notice.entry for notice in notices if notice.entry}
    members = {notice.member for notice in notices if notice.member}
    others = PushSubscription.objects.filter(endpoint=OuterRef("endpoint")).exclude(pk=OuterRef("pk"))
    rows = PushSubscription.objects.annotate(shared=Exists(others))
    rows = rows.filter(Q(entry__in=entries) | Q(member__in=members), tournament=event)
    rows = rows.exclude(member__user__is_active=False)
    found: dict[Person, list[PushSubscription]] = {}
    for row in rows.select_related("tournament", "entry__link"):
        found.setdefault((row.entry_id, row.member_id), []).append(row)
    return [
        (row, notice)
        for notice in notices
        for row in found.get((notice.entry, notice.member), ())
        if notice.topic in row.topics
    ]

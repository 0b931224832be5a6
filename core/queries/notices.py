"""The browsers that a notice goes to."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q

from core.engine.notices import Notice
from core.models import PushSubscription

Person = tuple[int | None, int | None]
"""The keys of a subscription in `entry` and `member`, one of them None."""


def has_phones(home: int) -> bool:
    """Whether any browser is subscribed to what `home` is the key of. One query."""
    return PushSubscription.objects.filter(tournament=home).exists()


def browsers_of(home: int, notices: Sequence[Notice], *related: str) -> list[tuple[PushSubscription, Notice]]:
    """Each browser that wants one of these notices, with the notice, except of staff with inactive accounts. One query,
    which reads the `related` rows too.

    `shared`: the same browser also gets another person's notices, such as a parent's for two children.
    """
    people = {notice.person for notice in notices if notice.person}
    members = {notice.member for notice in notices if notice.member}
    others = PushSubscription.objects.filter(endpoint=OuterRef("endpoint")).exclude(pk=OuterRef("pk"))
    rows = PushSubscription.objects.annotate(shared=Exists(others))
    rows = rows.filter(Q(entry__in=people) | Q(member__in=members), tournament=home)
    rows = rows.exclude(member__user__is_active=False)
    found: dict[Person, list[PushSubscription]] = {}
    for row in rows.select_related("tournament", *related):
        found.setdefault((row.entry_id, row.member_id), []).append(row)
    return [
        (row, notice)
        for notice in notices
        for row in found.get((notice.person, notice.member), ())
        if notice.topic in row.topics
    ]

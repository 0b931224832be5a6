"""Finding the browsers that should receive a notice."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q

from core.engine.notices import Notice
from core.models import PushSubscription

Person = tuple[int | None, int | None]
"""The keys of a subscription in `entry` and `member`. One of them is None."""


def has_subscribed_browsers(home: int) -> bool:
    """Return whether any browser is subscribed to the home with this key. Makes one query."""
    return PushSubscription.objects.filter(tournament=home).exists()


def browsers_for_notices(
    home: int, notices: Sequence[Notice], *related: str
) -> list[tuple[PushSubscription, Notice]]:
    """Return pairs of a browser and a notice it should get, if the browser is subscribed to its topic.

    Staff with inactive accounts get no notices. `shared` is set on a browser that also gets another person's
    notices, such as a parent's phone for two children. Makes one query, which also reads the `related` rows.
    """
    people_keys = {notice.person for notice in notices if notice.person}
    member_keys = {notice.member for notice in notices if notice.member}
    siblings = PushSubscription.objects.filter(endpoint=OuterRef("endpoint")).exclude(pk=OuterRef("pk"))
    subscriptions = PushSubscription.objects.annotate(shared=Exists(siblings))
    subscriptions = subscriptions.filter(
        Q(entry__in=people_keys) | Q(member__in=member_keys), tournament=home
    )
    subscriptions = subscriptions.exclude(member__user__is_active=False)
    subscriptions_by_person: dict[Person, list[PushSubscription]] = {}
    for subscription in subscriptions.select_related("tournament", *related):
        subscriptions_by_person.setdefault((subscription.entry_id, subscription.member_id), []).append(
            subscription
        )
    return [
        (subscription, notice)
        for notice in notices
        for subscription in subscriptions_by_person.get((notice.person, notice.member), ())
        if notice.topic in subscription.topics
    ]

"""Push subscriptions, one for each browser of a person."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, Protocol

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.engine.notices import TEST, Notice, is_push_endpoint
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import PushSubscription
from core.services.notices import keys

MOST = 5
"""The maximum number of browsers per person. The oldest are deleted."""

MAX_ORIGIN_LENGTH = 200


class SubscriptionOwner(Protocol):
    """A participant or staff member that a subscription refers to in `entry` or `member`."""

    @property
    def tournament_id(self) -> int: ...
    @property
    def push_subscriptions(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class BrowserSubscription:
    """The contents of `PushSubscription.toJSON` in a browser."""

    endpoint: str
    p256dh: str
    auth: str


def push_subscriptions_of(owner: SubscriptionOwner) -> QuerySet[PushSubscription]:
    """Return the subscriptions of a person."""
    subscriptions: QuerySet[PushSubscription] = owner.push_subscriptions.all()
    return subscriptions


@transaction.atomic
def subscribe_browser(
    owner: SubscriptionOwner,
    browser: BrowserSubscription,
    *,
    topics: Collection[str],
    language: str,
    origin: str,
    silent: tuple[time | None, time | None] = (None, None),
    now: datetime | None = None,
) -> PushSubscription:
    """Subscribe a browser to `topics` in this language, or change its subscription.

    Only the newest MOST browsers of the person stay subscribed. `origin` is the address of this site in the
    browser, which the push service receives; `silent` holds the bounds of the silent hours, both None if there
    are none. Refused: PUSH_ENDPOINT_ODD, PUSH_KEYS_ODD.
    """
    if not is_push_endpoint(browser.endpoint, own_network=settings.PUSH_OWN_NETWORK):
        raise Refused(CoreRefusal.PUSH_ENDPOINT_ODD)
    if not keys.is_browser_public_key(browser.p256dh) or not keys.is_browser_auth_secret(browser.auth):
        raise Refused(CoreRefusal.PUSH_KEYS_ODD)
    now = now or timezone.now()
    fields = {
        "p256dh": browser.p256dh,
        "auth": browser.auth,
        "origin": origin[:MAX_ORIGIN_LENGTH],
        "language": language,
        "topics": list(topics),
        "silent_from": silent[0],
        "silent_to": silent[1],
        "failed": 0,
        "trouble": PushSubscription.Trouble.NONE,
    }
    owner_field: dict[str, SubscriptionOwner] = {owner.push_subscriptions.field.name: owner}
    subscription, _new = PushSubscription.objects.update_or_create(
        **owner_field,
        endpoint=browser.endpoint,
        defaults=fields,
        create_defaults=fields | {"tournament_id": owner.tournament_id, "made_at": now},
    )
    newest = push_subscriptions_of(owner).order_by("-pk").values_list("pk", flat=True)[:MOST]
    push_subscriptions_of(owner).exclude(pk__in=[subscription.pk, *newest]).delete()
    return subscription


def unsubscribe_browser(owner: SubscriptionOwner, endpoint: str) -> bool:
    """Unsubscribe a browser from a person's notices, and return whether it was subscribed."""
    return bool(push_subscriptions_of(owner).filter(endpoint=endpoint).delete()[0])


def unsubscribe_all_browsers(owner: SubscriptionOwner) -> int:
    """Unsubscribe all browsers of a person and return their number."""
    return push_subscriptions_of(owner).delete()[0]


def set_subscription_language(subscription: PushSubscription, language: str) -> None:
    """Change the language of a subscription."""
    if subscription.language != language:
        PushSubscription.objects.filter(pk=subscription.pk).update(language=language)


def delete_subscriptions(subscriptions: Collection[int]) -> int:
    """Delete the subscriptions of browsers that signed out and return their number."""
    return PushSubscription.objects.filter(pk__in=subscriptions).delete()[0]


def test_notice_of_subscription(subscription: PushSubscription) -> Notice:
    """Return the test notice that people can send to their own phone."""
    return Notice(TEST, "TEST", TEST, person=subscription.entry_id, member=subscription.member_id)

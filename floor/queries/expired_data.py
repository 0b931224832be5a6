"""Events past their retention time, and the people, known players and accounts that are in no other event."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest

from core.models import JournalEvent
from pairings.queries.rounds.event_progress import select_finished_events
from tournaments.engine.person_fields import ERASED_RECORD
from tournaments.models import (
    Entry,
    KnownPlayer,
    KnownPlayersLoad,
    PersonalLink,
    Player,
    StaffMember,
    Tournament,
    User,
)

REMOVAL_KIND = "PersonalDataRemoved"
"""Kind of the journal line that is written when an event's personal data is removed."""

UNFINISHED_EVENT_LIFETIME = timedelta(days=3)
"""How long an unfinished event counts as running after its start or its last round."""


def expired_events(
    cutoff: datetime, only_event: Tournament | None = None
) -> list[tuple[Tournament, datetime]]:
    """List events that ended before `cutoff` and still store personal data, each with its end, oldest first.

    If `only_event` is passed, no other event is considered.
    """
    rounds = "divisions__rounds__"
    newest_line = JournalEvent.objects.filter(tournament=OuterRef("pk")).order_by("-pk")
    # A link opened again after the removal writes no journal line, so it is looked for here.
    opened_again = Exists(PersonalLink.objects.filter(entry__tournament=OuterRef("pk")))
    events = (
        (Tournament.objects.filter(pk=only_event.pk) if only_event else Tournament.objects.all())
        .filter(starts_at__lt=cutoff)
        .annotate(newest=Subquery(newest_line.values("kind")[:1]))
        .annotate(closed_at=Max(f"{rounds}closed_at"), posted_at=Max(f"{rounds}posted_at"))
        .annotate(
            last_at=Greatest(
                "starts_at", Coalesce("closed_at", "starts_at"), Coalesce("posted_at", "starts_at")
            )
        )
        .filter(Q(last_at__lt=cutoff), ~Q(newest=REMOVAL_KIND) | opened_again)
        .select_related("organizer")
    )
    finished_events = select_finished_events([event.pk for event in events])
    ended = [
        (event, event.last_at + (timedelta() if event.pk in finished_events else UNFINISHED_EVENT_LIFETIME))
        for event in events
    ]
    return sorted(
        ((event, ended_at) for event, ended_at in ended if ended_at < cutoff),
        key=lambda pair: (pair[1], pair[0].pk),
    )


def with_facts_to_erase(erased: Mapping[str, str | None]) -> Q:
    """Return a filter for rows that still have a fact to erase.

    `erased` maps the names of fields to their values after the removal.
    """
    null_conditions = {f"{name}__isnull": True for name, value in erased.items() if value is None}
    return ~Q(**null_conditions, **{name: value for name, value in erased.items() if value is not None})


def _in_erased_events(events: Collection[int]) -> Q:
    """Build a filter for rows of `events` and of events whose personal data was already removed."""
    removed = Tournament.objects.filter(journal__kind=REMOVAL_KIND).values("pk")
    return Q(tournament__in=removed) | Q(tournament__in=events)


def expired_people(cutoff: datetime, events: Collection[int]) -> QuerySet[Player]:
    """Find people whose personal data is due for removal.

    All their events are in `events` or have already had their personal data removed. People without an event
    are due if they were created before `cutoff`. People who only have a name left are included if their team
    does not keep names in results.
    """
    entries = Entry.objects.filter(player=OuterRef("pk"))
    entries_that_stay = entries.exclude(_in_erased_events(events))
    has_name = Q(forgotten_at=None, organizer__names_stay=False)
    return Player.objects.filter(
        ~Exists(entries_that_stay),
        with_facts_to_erase(ERASED_RECORD) | has_name,
        Exists(entries) | Q(created_at__lt=cutoff),
    ).order_by("pk")


def expired_known_players(cutoff: datetime, events: Collection[int]) -> QuerySet[KnownPlayer]:
    """Find known players to delete.

    Their organizer has loaded no list since `cutoff`, and they are in no event that still stores personal data.

    `events` are the events whose data is about to be removed.
    """
    recent_loads = KnownPlayersLoad.objects.filter(organizer=OuterRef("organizer"), loaded_at__gte=cutoff)
    entries = Entry.objects.filter(
        tournament__organizer=OuterRef("organizer"), player_number=OuterRef("player_id")
    )
    return KnownPlayer.objects.filter(
        ~Exists(recent_loads), ~Exists(entries.exclude(_in_erased_events(events)))
    )


def expired_accounts(cutoff: datetime, events: Collection[int]) -> QuerySet[User]:
    """Find unused accounts with an email address.

    They were last used before `cutoff` and have no part in an event that still stores its personal data.
    Members of an organizing team and administrators are excluded.
    """
    active_staff_roles = StaffMember.objects.filter(user=OuterRef("pk")).exclude(_in_erased_events(events))
    of_account = Q(player__user=OuterRef("pk")) | Q(link__accounts__user=OuterRef("pk"))
    active_entries = Entry.objects.filter(of_account).exclude(_in_erased_events(events))
    idle = Q(last_login__lt=cutoff) | Q(last_login=None, date_joined__lt=cutoff)
    accounts = User.objects.filter(
        idle, ~Exists(active_staff_roles), ~Exists(active_entries), memberships=None
    )
    return accounts.filter(is_staff=False, is_superuser=False).exclude(email="")

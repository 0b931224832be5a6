"""The registrations of a person and emails to the person, for exporting and erasing personal data."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from registration.models import Mail, Registration
from tournaments.models import Entry

REGISTRATION_FIELDS = (
    *(
        "number",
        "state",
        "first_name",
        "last_name",
        "player_id",
        "birth_year",
        "email",
        "country",
        "language",
    ),
    *("age_division", "guardian_name", "guardian_consented_at", "rules_accepted_at"),
    *("made_at", "decided_at", "offered_until", "paid_at"),
)
"""The fields of a registration in an export of personal data."""


def registrations_of_person(organizer: int, entries: Iterable[Entry]) -> QuerySet[Registration]:
    """Select all registrations of the person to whom these entries belong, in the events of an organizer.

    Registrations without an entry are included if they have the same name and email address.
    """
    entry_list = list(entries)
    condition = Q(entry__in=[entry.pk for entry in entry_list])
    for search_key, email in {
        (entry.search_key, entry.email.casefold()) for entry in entry_list if entry.email
    }:
        condition |= Q(entry=None, search_key=search_key, email_key=email)
    return Registration.objects.filter(condition, tournament__organizer=organizer)


def mails_to_person(organizer: int, entries: Iterable[Entry]) -> QuerySet[Mail]:
    """Select all emails to the person to whom these entries belong, oldest first."""
    entry_list = list(entries)
    of_registrations = Q(registration__in=registrations_of_person(organizer, entry_list).values("pk"))
    of_entries = Q(entry__in=[entry.pk for entry in entry_list])
    return Mail.objects.filter(of_entries | of_registrations, tournament__organizer=organizer).order_by("pk")

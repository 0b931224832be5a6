"""Registrations of an event, the settings of registration, and seats by division."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from registration.engine.questions import BIRTH_YEAR, QUESTIONS, RULES
from registration.engine.seats import Phase, QueuedRegistration, State, free_seats
from registration.models import AccountRegistration, DivisionPlaces, Registration, RegistrationSettings
from tournaments.engine.divisions import AGE_DIVISIONS
from tournaments.models import Division, Tournament, User

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

IN_QUEUE = (State.WAITING, State.OFFERED)
PLAYS = Q(entries__dropped_in=None, entries__disqualified=False)
"""The condition for players of a division who have neither dropped nor been disqualified."""


@dataclass(frozen=True, slots=True)
class DivisionSeats:
    """The seats of one division. `places` and `free` are None if there is no limit.

    `players` counts active players; `waiting`, `offered` and `requested` count the registrations in these states.
    """

    division: Division
    places: int | None
    players: int
    free: int | None
    waiting: int
    offered: int
    requested: int

    @property
    def is_full(self) -> bool:
        """Whether a new player would be put on the waiting list."""
        return self.free == 0 or self.waiting > 0


def registration_settings_of_event(event: Tournament) -> RegistrationSettings:
    """Return the settings of an event, unsaved defaults if none are stored."""
    row = RegistrationSettings.objects.filter(tournament=event).first()
    return row or RegistrationSettings(tournament=event)


def question_codes_of_settings(settings: RegistrationSettings) -> tuple[str, ...]:
    """Return the codes of the questions that are asked, in the order of the form."""
    return tuple(
        code for code in QUESTIONS if code in settings.questions and (code != RULES or settings.rules_text)
    )


def needs_birth_year(divisions: Collection[Division]) -> bool:
    """Return whether age divisions depend on birth years, because a division has several of them."""
    if not any(division.by_age or division.age_division != "all" for division in divisions):
        return False
    return any(division.age_division not in AGE_DIVISIONS for division in divisions)


def chooses_division(settings: RegistrationSettings, divisions: Sequence[Division]) -> bool:
    """Return whether players choose their division, because birth years do not decide it."""
    return BIRTH_YEAR not in settings.questions and len(divisions) > 1


def registration_queue_of_division(division: Division) -> list[QueuedRegistration]:
    """Return the registrations in a division that are on the waiting list or have an offer.

    Makes one query.
    """
    rows = Registration.objects.filter(division=division, state__in=IN_QUEUE)
    columns = rows.order_by("number").values_list("pk", "number", "state", "offered_until")
    return [QueuedRegistration(key, number, State(state), until) for key, number, state, until in columns]


def division_seats(event: Tournament, *, now: datetime) -> list[DivisionSeats]:
    """Return the seats of each division, in order. Makes three queries."""
    divisions = event.divisions.order_by("position", "pk").annotate(players=Count("entries", filter=PLAYS))
    places = dict(DivisionPlaces.objects.filter(division__tournament=event).values_list("division", "places"))
    queues: dict[int, list[QueuedRegistration]] = {}
    requested: dict[int, int] = {}
    rows = Registration.objects.filter(tournament=event, state__in=(*IN_QUEUE, State.REQUESTED))
    columns = rows.values_list("pk", "division", "number", "state", "offered_until")
    for key, division_key, number, state, until in columns:
        # The division of this registration was removed.
        if division_key is None:
            continue
        if state == State.REQUESTED:
            requested[division_key] = requested.get(division_key, 0) + 1
        else:
            queues.setdefault(division_key, []).append(QueuedRegistration(key, number, State(state), until))
    seats = []
    for division in divisions:
        queue, limit = queues.get(division.pk, []), places.get(division.pk)
        waiting = sum(row.state == State.WAITING for row in queue)
        seats.append(
            DivisionSeats(
                division,
                limit,
                division.players,
                free_seats(limit, players=division.players, queue=queue, now=now),
                waiting,
                len(queue) - waiting,
                requested.get(division.pk, 0),
            )
        )
    return seats


def registration_by_token(token: str) -> Registration | None:
    """Return the registration with this token, with its event and settings, or None."""
    rows = Registration.objects.select_related("tournament__registration_settings", "division", "entry__link")
    return rows.filter(token=token).first()


class QueueFacts(TypedDict):
    """Annotation of a registration: the number of registrations ahead of it on the waiting list."""

    ahead: int


def registrations_of_reader(
    tokens: Collection[str], user: User | None
) -> "list[WithAnnotations[Registration, QueueFacts]]":
    """Return the registrations with these tokens or in an account, newest first, with their events.

    Makes one query, or none without tokens and account.
    """
    if not tokens and user is None:
        return []
    condition = Q(token__in=tokens)
    if user is not None:
        condition |= Q(pk__in=AccountRegistration.objects.filter(user=user).values("registration"))
    waiting = Registration.objects.filter(
        division=OuterRef("division"), state=State.WAITING, number__lt=OuterRef("number")
    )
    counted = waiting.order_by().values("division").annotate(n=Count("pk")).values("n")
    rows = Registration.objects.filter(condition).annotate(ahead=Coalesce(Subquery(counted), 0))
    related = ("tournament", "division", "entry__division__tournament", "entry__player", "entry__link")
    return list(rows.select_related(*related).order_by("-pk"))


def place_in_waiting_list(row: Registration) -> int | None:
    """Return the place of a registration on its division's waiting list, from 1.

    Return None if the registration is not on the waiting list.
    """
    if row.state != State.WAITING:
        return None
    ahead = Registration.objects.filter(
        division=row.division_id, state=State.WAITING, number__lt=row.number
    ).count()
    return ahead + 1


def registrations_of_event(event: Tournament) -> QuerySet[Registration]:
    """Select the registrations of an event, in order, with the related rows that lists show."""
    return event.registrations.select_related("division", "entry").order_by("number")


def count_registrations_by_state(event: Tournament) -> dict[str, int]:
    """Count an event's registrations by state, with 0 for states without any. Makes one query."""
    rows = event.registrations.order_by().values_list("state").annotate(n=Count("pk"))
    return dict.fromkeys((state.value for state in State), 0) | dict(rows)


def registration_phase(event: Tournament, *, now: datetime) -> Phase:
    """Return the current phase of an event's registration. Makes one query."""
    return registration_settings_of_event(event).period.phase(now)


def events_with_overdue_offers(now: datetime) -> QuerySet[Tournament]:
    """Select the events with an offer whose time to accept is over, but which has not been ended yet."""
    expired_offers = Registration.objects.filter(state=State.OFFERED, offered_until__lte=now)
    return Tournament.objects.filter(pk__in=expired_offers.values("tournament"))

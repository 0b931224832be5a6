"""A player who registered for an event."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_countries import countries

from core.models.names import NameField
from registration.engine.seats import OPEN_STATES, State
from tournaments.models import Division, Entry, Tournament

IS_OPEN = models.Q(state__in=[state.value for state in OPEN_STATES])


class Registration(models.Model):
    """One registration, with the answers to the questions that were asked; other answers are blank.

    `number` numbers the registrations of an event in order, from 1. `division` is None if it was removed later.
    `age_division` follows from the birth year or from the chosen division. `entry` is the player in the event once
    confirmed, None again if the staff remove that player. `offered_until` is the deadline to accept an offered seat;
    it remains set afterwards, so that no player gets a second offer. `token` gives access to the page of the
    registration and its actions. `site` is the site address at which the player registered, used for links in
    emails, or "" if unknown.
    """

    class States(models.TextChoices):
        REQUESTED = State.REQUESTED, _("Awaiting approval")
        WAITING = State.WAITING, _("Waiting list")
        OFFERED = State.OFFERED, _("Seat offered")
        CONFIRMED = State.CONFIRMED, pgettext_lazy("registration", "Confirmed")
        DECLINED = State.DECLINED, pgettext_lazy("registration", "Declined")
        CANCELLED = State.CANCELLED, pgettext_lazy("registration", "Canceled")
        EXPIRED = State.EXPIRED, _("Offer expired")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="registrations")
    division = models.ForeignKey(Division, models.SET_NULL, null=True, related_name="registrations")
    entry = models.OneToOneField(Entry, models.SET_NULL, null=True, related_name="registration")
    number = models.PositiveIntegerField()
    token = models.CharField(max_length=40, unique=True)
    state = models.CharField(_("state"), max_length=9, choices=States)
    age_division = models.CharField(_("age division"), max_length=8, choices=Entry.AgeDivision)
    first_name = NameField(_("first name"), max_length=80, blank=True)
    last_name = NameField(_("last name"), max_length=80)
    player_id = models.CharField(_("Player ID"), max_length=20, null=True, blank=True)  # noqa: DJ001 - as in an entry
    birth_year = models.PositiveSmallIntegerField(_("birth year"), null=True, blank=True)
    email = models.EmailField(_("email address"), max_length=254)
    email_key = models.CharField(max_length=254, editable=False)
    search_key = models.CharField(max_length=200, editable=False)
    country = models.CharField(_("country"), max_length=2, blank=True)
    language = models.CharField(max_length=10, default="en")
    site = models.CharField(max_length=200, blank=True)
    guardian_name = NameField(_("parent or guardian"), max_length=120, blank=True)
    guardian_consented_at = models.DateTimeField(null=True, blank=True)
    rules_accepted_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    offered_until = models.DateTimeField(null=True, blank=True)
    paid_at = models.DateTimeField(_("paid"), null=True, blank=True)
    paid_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        ordering = ["tournament_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="registration_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "player_id"], condition=IS_OPEN, name="registration_player_id_once"
            ),
            models.UniqueConstraint(
                fields=["tournament", "email_key", "search_key"],
                condition=IS_OPEN,
                name="registration_person_once",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="offered") | models.Q(offered_until__isnull=False),
                name="registration_offer_ends",
            ),
            models.CheckConstraint(condition=~models.Q(last_name=""), name="registration_has_a_name"),
            models.CheckConstraint(condition=~models.Q(player_id=""), name="registration_id_or_null"),
        ]
        indexes = [
            models.Index(fields=["division", "state"], name="registration_queue"),
            models.Index(fields=["tournament", "email_key", "search_key"], name="registration_person"),
            models.Index(fields=["tournament", "player_id"], name="registration_player_id"),
            models.Index(
                fields=["tournament", "state"],
                condition=models.Q(entry__isnull=True),
                name="registration_not_entered",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def sort_name(self) -> str:
        return ", ".join(part for part in (self.last_name, self.first_name) if part)

    @property
    def country_name(self) -> str:
        return str(countries.name(self.country) or "")

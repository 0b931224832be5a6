"""Emails to the players of an event, and claims from phones without a personal link."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from registration.engine.claims import ClaimState, claim_code
from registration.engine.mails import MAX_ANSWER_LENGTH, MailKind, MailState
from registration.models.registration import Registration
from tournaments.models import Entry, Tournament


class Mail(models.Model):
    """One email to one player: about the personal link of `entry`, or about `registration`.

    All emails sent by one press of a button have the same `press`, so that no player gets two of them. `site` is
    the site address used in links. `answer` is the mail server's reply, or the reason why the server could not be
    reached. `settled_at` is when the server accepted or refused the email, or when sending was given up.
    """

    class Kinds(models.TextChoices):
        LINK = MailKind.LINK.value, _("Personal link")
        CLAIM = MailKind.CLAIM.value, _("Personal link, claimed")
        REQUESTED = MailKind.REQUESTED.value, _("Awaiting approval")
        WAITING = MailKind.WAITING.value, _("Waiting list")
        OFFERED = MailKind.OFFERED.value, _("Seat offered")
        CONFIRMED = MailKind.CONFIRMED.value, pgettext_lazy("registration", "Confirmed")
        DECLINED = MailKind.DECLINED.value, pgettext_lazy("registration", "Declined")
        CANCELLED = MailKind.CANCELLED.value, pgettext_lazy("registration", "Canceled")
        EXPIRED = MailKind.EXPIRED.value, _("Offer expired")

    class States(models.TextChoices):
        WAITING = MailState.WAITING.value, pgettext_lazy("email", "Waiting")
        SENT = MailState.SENT.value, pgettext_lazy("email", "Sent")
        FAILED = MailState.FAILED.value, pgettext_lazy("email", "Not delivered")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="mails")
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="mails")
    registration = models.ForeignKey(Registration, models.CASCADE, null=True, related_name="mails")
    kind = models.CharField(max_length=9, choices=Kinds)
    press = models.CharField(max_length=40)
    address = models.EmailField(max_length=254)
    language = models.CharField(max_length=10, default="en")
    site = models.CharField(max_length=200)
    state = models.CharField(max_length=7, choices=States, default=MailState.WAITING.value)
    answer = models.CharField(max_length=MAX_ANSWER_LENGTH, blank=True)
    made_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("email to a player")
        verbose_name_plural = _("emails to players")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(entry__isnull=False) | models.Q(registration__isnull=False),
                name="mail_is_about_someone",
            ),
        ]
        indexes = [models.Index(fields=["press", "state"], name="mail_of_a_press")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.address}"


class Claim(models.Model):
    """A claim of an entry by its Player ID and a birth year, which may be wrong.

    `phone` is the secret in the cookie of the claiming phone. `opened_at` is when that phone opened the player's page.
    """

    class States(models.TextChoices):
        WRONG = ClaimState.WRONG.value, pgettext_lazy("claim", "Wrong birth year")
        MAILED = ClaimState.MAILED.value, pgettext_lazy("claim", "Link sent by email")
        WAITING = ClaimState.WAITING.value, pgettext_lazy("claim", "Waiting for you")
        APPROVED = ClaimState.APPROVED.value, pgettext_lazy("claim", "Approved")
        DECLINED = ClaimState.DECLINED.value, pgettext_lazy("claim", "Declined")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="claims")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="claims")
    phone = models.CharField(max_length=40, db_index=True)
    state = models.CharField(max_length=8, choices=States)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("claim of a player")
        verbose_name_plural = _("claims of players")
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["entry", "at"], name="claim_tries"),
            models.Index(fields=["tournament", "state"], name="claim_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_state_display()}"

    @property
    def code(self) -> str:
        return claim_code(self.phone)

"""Registrations stored in accounts."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from registration.models.registration import Registration


class AccountRegistration(models.Model):
    """A registration stored in an account, so that its user finds it on every device.

    `registration` is None once it is removed or its URL replaced. Then the user sees a note, and the row is deleted.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="account_registrations")
    registration = models.ForeignKey(Registration, models.SET_NULL, null=True, related_name="accounts")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("registration of an account")
        verbose_name_plural = _("registrations of accounts")
        constraints = [
            models.UniqueConstraint(fields=["user", "registration"], name="account_registration_once")
        ]

    def __str__(self) -> str:
        return f"{self.registration or self.pk}"

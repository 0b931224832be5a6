"""The log of sign-ins and failed attempts."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SignIn(models.Model):
    """An attempt to sign in to an existing account, deleted after `services.sign_ins.SIGN_INS_FOR`.

    It is not a journal line, because IP addresses are personal data and journal lines are never deleted. `browser`
    and `system` are names such as "Firefox" and "Android", or "" if unknown.
    """

    class Outcome(models.TextChoices):
        OK = "ok", _("Signed in")
        WRONG_PASSWORD = "wrong_password", _("Wrong password")
        WRONG_CODE = "wrong_code", _("Wrong code")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="sign_ins", verbose_name=_("account")
    )
    at = models.DateTimeField(_("when"), db_index=True)
    outcome = models.CharField(_("outcome"), max_length=20, choices=Outcome.choices)
    address = models.GenericIPAddressField(_("address"), null=True)
    browser = models.CharField(_("browser"), max_length=40, blank=True)
    system = models.CharField(_("system"), max_length=40, blank=True)

    class Meta:
        db_table = "tournaments_signin"
        verbose_name = _("sign-in")
        verbose_name_plural = _("sign-ins")
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["user", "-at"], name="sign_ins_of_an_account")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_outcome_display()}"

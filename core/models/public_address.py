"""The address at which phones open this installation."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class PublicAddress(models.Model):
    """The address in printed codes, and the Wi-Fi that phones need for it. There is at most one row.

    `check_token` is the secret part of the address that a phone opens to confirm it; `opened_at` is the time when a
    phone did so. Written only by `services.public_address`.
    """

    address = models.CharField(_("address"), max_length=200)
    network = models.CharField(_("Wi-Fi"), max_length=32, blank=True)
    network_password = models.CharField(_("password of the Wi-Fi"), max_length=63, blank=True)
    check_token = models.CharField(max_length=40)
    opened_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tournaments_publicaddress"
        verbose_name = _("address for phones")
        verbose_name_plural = _("address for phones")

    def __str__(self) -> str:
        return self.address

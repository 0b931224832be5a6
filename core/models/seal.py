"""Seals of the journal and redactions of its lines."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.engine.seals import short_digest


class JournalSeal(models.Model):
    """The digest of a journal up to a line, which includes the previous seal. Never edited.

    `lines` holds key and digest of each line since the previous seal, one pair per row of text. For `gaps`, see
    `core.engine.seals`.
    """

    class Why(models.TextChoices):
        CLOSING = "round", _("A round was closed")
        DEMAND = "demand", _("On demand")
        RESTORE = "restore", _("The event was restored")

    tournament = models.ForeignKey("tournaments.Tournament", models.CASCADE, related_name="seals")
    number = models.PositiveIntegerField()
    upto = models.PositiveBigIntegerField()
    total = models.PositiveIntegerField()
    """The number of lines covered by this seal and all earlier seals."""
    digest = models.CharField(max_length=64)
    previous = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(_("at"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        null=True,
        blank=True,
        related_name="+",
        db_constraint=False,
    )
    why = models.CharField(max_length=8, choices=Why)
    lines = models.TextField(blank=True)
    gaps = models.JSONField(default=list)

    class Meta:
        db_table = "tournaments_journalseal"
        verbose_name = _("seal of the journal")
        verbose_name_plural = _("seals of the journal")
        ordering = ["tournament_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_seal_of_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.short}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            self._refuse()
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        self._refuse()

    @property
    def short(self) -> str:
        """The first digits of the digest, as people compare them."""
        return short_digest(self.digest)

    @property
    def whole(self) -> str:
        """The whole digest in groups, which wrap on a phone."""
        return short_digest(self.digest, digits=len(self.digest))

    @staticmethod
    def _refuse() -> NoReturn:
        raise TypeError("A seal is written once.")


class SealRecord(models.Model):
    """The number and digest of a journal's newest seal, stored apart from the seals to show if that seal is missing.

    A journal without a record has not been sealed since records were introduced. Written only by `services.seals`.
    """

    tournament = models.OneToOneField("tournaments.Tournament", models.CASCADE, related_name="seal_record")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)

    class Meta:
        db_table = "tournaments_sealrecord"
        verbose_name = _("number of seals")
        verbose_name_plural = _("numbers of seals")

    def __str__(self) -> str:
        return f"{self.number}: {short_digest(self.digest)}"


class JournalRedaction(models.Model):
    """The removal of a person's name from a journal.

    While a redaction is open (`done` is false), the database allows changing the facts of its lines and nothing else.
    It is opened and closed in the same transaction and never opened again. Without a `tournament` it applies to the
    journal of the installation. Written only by `services.redaction`.
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament", models.CASCADE, null=True, related_name="redactions"
    )
    at = models.DateTimeField(_("at"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        null=True,
        blank=True,
        related_name="+",
        db_constraint=False,
    )
    by_name = models.CharField(max_length=150, blank=True)
    lines = models.PositiveIntegerField(default=0)
    done = models.BooleanField(default=False)

    class Meta:
        db_table = "tournaments_journalredaction"
        verbose_name = _("redaction of the journal")
        verbose_name_plural = _("redactions of the journal")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d}"

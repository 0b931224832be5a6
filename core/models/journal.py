"""The journal: an append-only record of changes, in order."""

from collections.abc import Iterable
from typing import Any, NoReturn, Protocol

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _


class Home(Protocol):
    """The row that a journal belongs to, which is the `tournament` of its lines. Its class is in another app."""

    webhook_topics: dict[str, list[str]]

    @property
    def pk(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def slug(self) -> str: ...
    @property
    def timezone(self) -> str: ...
    @property
    def seed(self) -> int: ...
    @property
    def published(self) -> bool: ...
    @property
    def webhooks(self) -> Any: ...
    def save(self, *, update_fields: Iterable[str]) -> None: ...


class Part(Protocol):
    """A part of a home with a separate sequence of steps: the `division` of its lines."""

    @property
    def pk(self) -> int: ...


class JournalEvent(models.Model):
    """A change of state, written in the transaction of the change and never edited.

    `kind` is in the past tense (RoundPosted) and has its sentence in a words module; `facts` are plain values.
    `undoes` makes this row the reversal of another; each row can be reversed once.

    The database refuses updates too. Therefore the person's name is stored in the row, and lines outlive the part that
    they belong to (`division`). A line without a `tournament` belongs to the installation and is shown only to
    administrators.
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament", models.CASCADE, null=True, blank=True, related_name="journal"
    )
    division = models.ForeignKey(
        "tournaments.Division",
        models.DO_NOTHING,
        null=True,
        blank=True,
        related_name="journal",
        db_constraint=False,
    )
    kind = models.CharField(max_length=40)
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
    facts = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    undoes = models.OneToOneField("self", models.CASCADE, null=True, blank=True, related_name="undone_by")

    class Meta:
        db_table = "tournaments_journalevent"
        verbose_name = _("journal event")
        verbose_name_plural = _("journal")
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["tournament", "-id"], name="journal_newest_first"),
            models.Index(fields=["division", "-id"], name="journal_of_a_division"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%H:%M}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            self._refuse()
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        self._refuse()

    @staticmethod
    def _refuse() -> NoReturn:
        raise TypeError("The journal is written once; an undo is a new line.")

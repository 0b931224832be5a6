"""The TOM file of an event, and TOM fields not stored in other models."""

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament


class TomFile(models.Model):
    """The file an event was imported from, byte for byte.

    `baseline` is Stadium's export right after the import. Only the differences between a later export and the
    baseline are applied to `data` in a file for TOM. `timezone` is the event's time zone at the import; times
    before `taken_at` are written in it, even if the event's time zone changed.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="tom_file")
    filename = models.CharField(max_length=255, blank=True)
    data = models.BinaryField()
    baseline = models.BinaryField()
    timezone = models.CharField(max_length=63, default="UTC")
    taken_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("TOM file")
        verbose_name_plural = _("TOM files")

    def __str__(self) -> str:
        return self.filename


class TomDetails(models.Model):
    """Header fields of a TOM file other than the event's settings; without a row, TOM's defaults apply.

    `country` is the country's name in the file; `mode`, `game_type` and `version` are TOM's codes. `cut_sizes`
    is True if the file lists the cut sizes TOM offered. `let_in_later` lists the Player IDs of players who
    were not starters in the file. `file_words` stores the differences between the file and our export
    (`pairings/queries/tom/file_words.py`).
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="tom_details")
    organizer_name = models.CharField(_("organizer"), max_length=120, blank=True)
    organizer_id = models.CharField(
        _("organizer’s Player ID"),
        max_length=20,
        blank=True,
        validators=[RegexValidator(r"^\d{1,20}$", _("A Player ID has digits only."))],
    )
    state = models.CharField(_("state or province"), max_length=80, blank=True)
    country = models.CharField(max_length=80, blank=True)
    mode = models.CharField(max_length=40, blank=True)
    game_type = models.CharField(max_length=40, blank=True)
    version = models.CharField(max_length=20, blank=True)
    less_swiss = models.BooleanField(default=False)
    auto_table_number = models.BooleanField(default=True)
    overflow_table_start = models.PositiveIntegerField(_("overflow tables start at"), default=0)
    seconds_elapsed = models.IntegerField(default=0)
    let_in_later = models.JSONField(default=list, blank=True)
    cut_sizes = models.BooleanField(default=True)
    file_words = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("TOM details")
        verbose_name_plural = _("TOM details")

    def __str__(self) -> str:
        return self.organizer_name

"""Players of teams."""

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models.names import NameField
from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


class Teammate(models.Model):
    """One player of a team, with the player's seat (R-103).

    The team's name and matches belong to the entry. `tournament` repeats the event of the entry, so that a
    Player ID can be in only one team of an event. It is None for players whom an earlier version entered in two
    teams.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="teammates")
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="+", null=True, editable=False, verbose_name=_("event")
    )
    seat = models.CharField(_("seat"), max_length=1)
    first_name = NameField(_("first name"), max_length=80, blank=True)
    last_name = NameField(_("last name"), max_length=80)
    player_id = models.CharField(
        _("Player ID"),
        max_length=20,
        blank=True,
        validators=[RegexValidator(r"^\d{1,20}$", _("A Player ID has digits only."))],
    )

    class Meta:
        verbose_name = _("teammate")
        verbose_name_plural = _("teammates")
        ordering = ["entry_id", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "seat"], name="teammate_one_a_seat"),
            models.UniqueConstraint(
                fields=["tournament", "player_id"],
                condition=~models.Q(player_id=""),
                name="teammate_in_one_team",
            ),
            models.CheckConstraint(condition=~models.Q(last_name=""), name="teammate_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

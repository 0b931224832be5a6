"""A player in one event."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.engine.person_names import add_namesake_number, short_person_name
from core.models.names import NameField
from tournaments.models.division import Division
from tournaments.models.people import Player
from tournaments.models.tournament import Tournament


class Entry(models.Model):
    """A player in one event. Name, Player ID and birth are stored per event, independent of other events.

    `joined_round` is the first round in which this player is paired; earlier rounds count as losses (M-019).
    `dropped_in` is the number of the current round when the player left, or 0 before round 1 (as in FORMAT.md).
    `namesake` numbers players with the same name in the event, from 1; it is 0 if the name is unique.
    `short_namesake` numbers children with the same short name, "Ana L.", on public pages. Players marked
    `late` rank below others with the same points. `tie_break_number` is the last tie-break; smaller is
    better.
    """

    class AgeDivision(models.TextChoices):
        JUNIOR = "junior", _("Junior")
        SENIOR = "senior", _("Senior")
        MASTERS = "masters", pgettext_lazy("age division", "Masters")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    division = models.ForeignKey(Division, models.RESTRICT, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    first_name = NameField(_("first name"), max_length=80, blank=True)
    last_name = NameField(_("last name"), max_length=80)
    player_number = models.CharField(  # noqa: DJ001 - several players without one
        _("Player ID"), max_length=20, null=True, blank=True
    )
    birth_year = models.PositiveSmallIntegerField(_("birth year"), null=True, blank=True)
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    email = models.EmailField(_("email address"), max_length=254, blank=True)
    namesake = models.PositiveSmallIntegerField(default=0, editable=False)
    short_namesake = models.PositiveSmallIntegerField(default=0, editable=False)
    search_key = models.CharField(max_length=200, editable=False, db_index=True)
    age_division = models.CharField(_("age division"), max_length=8, choices=AgeDivision)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    joined_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    late = models.BooleanField(_("tagged late"), default=False)
    dropped_in = models.PositiveSmallIntegerField(_("dropped in round"), null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)
    disqualified = models.BooleanField(_("disqualified"), default=False)
    awarded_byes = models.PositiveSmallIntegerField(_("byes awarded in advance"), default=0)
    tie_break_number = models.BigIntegerField(editable=False)
    notes = models.CharField(_("note for staff"), max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["last_name", "first_name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_once_in_a_tournament"),
            models.UniqueConstraint(fields=["tournament", "player_number"], name="entry_player_id_once"),
            models.CheckConstraint(
                condition=models.Q(birth_date__isnull=True)
                | models.Q(birth_year__isnull=False, birth_date__year=models.F("birth_year")),
                name="entry_born_in_birth_year",
            ),
            models.CheckConstraint(condition=~models.Q(player_number=""), name="entry_player_id_or_null"),
            models.CheckConstraint(condition=~models.Q(last_name=""), name="entry_has_a_name"),
            models.CheckConstraint(condition=models.Q(joined_round__gte=1), name="entry_joins_from_round_1"),
        ]
        indexes = [
            models.Index(fields=["division", "dropped_in", "disqualified"], name="entry_active"),
            models.Index(fields=["tournament", "search_key"], name="entry_of_a_name"),
            models.Index(fields=["tournament", "tie_break_number"], name="entry_tie_break"),
        ]

    def __str__(self) -> str:
        return add_namesake_number(self.own_name, self.namesake)

    @property
    def own_name(self) -> str:
        """The name without the number that distinguishes namesakes."""
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def is_shortened(self) -> bool:
        """Whether public pages show only the first name and the initial of the last name."""
        return self.age_division != self.AgeDivision.MASTERS and bool(self.first_name)

    @property
    def public_name(self) -> str:
        """The name on public pages: "Ana L. (2)" for a child."""
        if not self.is_shortened:
            return str(self)
        return add_namesake_number(short_person_name(self.first_name, self.last_name), self.short_namesake)

    @property
    def sort_name(self) -> str:
        """The name with the last name first, and with the number that distinguishes namesakes."""
        return add_namesake_number(
            ", ".join(part for part in (self.last_name, self.first_name) if part), self.namesake
        )

    @property
    def active(self) -> bool:
        """Whether the player is neither dropped nor disqualified."""
        return self.dropped_in is None and not self.disqualified

"""Sectors of the hall."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.models.names import NameField
from tournaments.models import Division, StaffMember, Tournament


class Sector(models.Model):
    """A range of tables, both ends included, with the judges responsible for it.

    A sector of a `division` moves with its tables: the numbers are right for the first table that the division had
    when they were saved, `division_start`. `floor.queries.sectors` has the current ones.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="sectors")
    division = models.ForeignKey(
        Division, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("division")
    )
    division_start = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    name = NameField(_("name"), max_length=40)
    table_from = models.PositiveSmallIntegerField(_("from table"))
    table_to = models.PositiveSmallIntegerField(_("to table"))
    judges = models.ManyToManyField(StaffMember, blank=True, related_name="sectors", verbose_name=_("judges"))

    class Meta:
        verbose_name = _("sector")
        verbose_name_plural = _("sectors")
        ordering = ["tournament_id", "table_from", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="sector_one_name"),
            models.CheckConstraint(
                condition=models.Q(table_from__gte=1, table_to__gte=models.F("table_from")),
                name="sector_tables_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.table_from}–{self.table_to})"

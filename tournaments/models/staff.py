"""Roles in an event, and their permissions."""

from collections.abc import Mapping
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import User
from tournaments.models.tournament import Tournament


class StaffMember(models.Model):
    """One person's role in one event; the permissions of each role are in `tournaments.rules`."""

    class Role(models.TextChoices):
        ORGANIZER = "organizer", _("Organizer")
        HEAD_JUDGE = "head_judge", _("Head judge")
        SCOREKEEPER = "scorekeeper", _("Scorekeeper")
        JUDGE = "judge", _("Judge")

    RUNNERS = (Role.ORGANIZER, Role.HEAD_JUDGE, Role.SCOREKEEPER)
    """The roles that may run an event: pair, change players, undo steps."""

    MAY: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "view": tuple(Role.values),
        "report": tuple(Role.values),
        "run": RUNNERS,
        "rule": (Role.ORGANIZER, Role.HEAD_JUDGE),
        "organize": (Role.ORGANIZER,),
    }
    """The roles that have each permission of `tournaments.rules`."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="staff")
    user = models.ForeignKey(User, models.CASCADE, related_name="roles")
    role = models.CharField(_("role"), max_length=12, choices=Role)

    class Meta:
        verbose_name = _("staff member")
        verbose_name_plural = _("staff")
        ordering = ["tournament_id", "id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="staff_one_role_each")]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}"


class StaffInvitation(models.Model):
    """A code with which one person joins the staff, valid until it expires, is used or is withdrawn.

    Written only by `services.staff_invitations`.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=12, choices=StaffMember.Role)
    token = models.CharField(max_length=40, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"))

    class Meta:
        verbose_name = _("invitation to the staff")
        verbose_name_plural = _("invitations to the staff")
        ordering = ["tournament_id", "id"]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.get_role_display()}"

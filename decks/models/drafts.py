"""Drafts of a division: their setup and seats, and the pools they produce (R-091 to R-098)."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Division, Entry, User

MAX_REASON_LENGTH = 200


class Draft(models.Model):
    """A draft of a division, numbered from 1; the second is a redraft (R-095).

    `setup`: the fields of `drafts.engine.draft_setup.Setup`. `seats`: entry ids by pod (a pair in Solomon, the whole
    field in Sealed) and seat, clockwise from seat 1, drawn from `seed`; empty until drawn. `announced`: notice code ->
    announcement id. `way`: whether the draft runs on paper or every pick is tapped. `pool_check`: what a neighbor does
    with a registered Sealed pool. Incrementing `tablets` revokes the links of all table tablets. `bye`: the
    odd player of a Solomon draft, who opens packs alone (S13).
    """

    class Way(models.TextChoices):
        PAPER = "paper", _("On paper: the draft page shows each step; pools are registered at the end")
        TRACKED = "tracked", _("Tracked: every pick is tapped on a phone or a tablet")

    class PoolCheck(models.TextChoices):
        NONE = "none", _("No verification")
        VERIFY = "verify", _("The neighbor verifies it and gives it back")
        PASS_ON = "pass_on", _("The neighbor verifies it and plays with it")

    division = models.ForeignKey(Division, models.CASCADE, related_name="drafts")
    number = models.PositiveSmallIntegerField(default=1)
    setup = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    energy_supplied = models.BooleanField(_("basic Energy supplied"), default=True)
    pick_seconds = models.PositiveSmallIntegerField(_("seconds per pick"), null=True, blank=True)
    look_seconds = models.PositiveSmallIntegerField(_("seconds to look"), null=True, blank=True)
    starts = models.TimeField(_("start"), null=True, blank=True)
    reason = models.CharField(_("why a judge goes ahead anyway"), max_length=MAX_REASON_LENGTH, blank=True)
    seed = models.BigIntegerField(null=True, blank=True)
    seats = models.JSONField(default=list, blank=True)
    announced = models.JSONField(default=dict, blank=True)
    way = models.CharField(_("draft mode"), max_length=7, choices=Way, default=Way.PAPER)
    pool_check = models.CharField(
        _("pool verification"), max_length=7, choices=PoolCheck, default=PoolCheck.VERIFY
    )
    tablets = models.PositiveSmallIntegerField(default=0)
    bye = models.ForeignKey(Entry, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")
        ordering = ["division_id", "number"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="draft_number_once")]

    def __str__(self) -> str:
        return f"{self.division}, {self.number}"

    @property
    def subtype(self) -> str:
        return str(self.setup["subtype"])


class Pool(models.Model):
    """The cards from a draft that a player plays with (R-051).

    - `opened_by`: the player who opened or drafted the cards. This is another player if Sealed pools are passed
      on.
    - `counts`: the effective version, which is the latest.
    """

    draft = models.ForeignKey(Draft, models.CASCADE, related_name="pools")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="pools")
    opened_by = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    counts = models.ForeignKey("PoolVersion", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("pool")
        verbose_name_plural = _("pools")
        ordering = ["draft_id", "entry_id"]
        constraints = [
            models.UniqueConstraint(fields=["draft", "entry"], name="pool_once_an_entry"),
            models.UniqueConstraint(fields=["draft", "opened_by"], name="pool_once_an_opener"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}, {self.draft}"


class PoolVersion(models.Model):
    """A registration of a pool. Its `cards` never change: [{"name", "set", "number", "quantity"}].

    - `signed_by`: the player who registered the pool.
    - `verified_by`: the neighbor who counted it.
    - `by`, `verified_staff`: the staff members who did so instead. The player fields are then empty.
    - `discrepancy`: how the neighbor's count differs; a judge claims the dispute.
    """

    class Source(models.TextChoices):
        TRACKED = "tracked", _("From the picks")
        PLAYER = "player", _("Registered by a player")
        DESK = "desk", _("Entered by staff")

    pool = models.ForeignKey(Pool, models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    cards = models.JSONField(default=list)
    source = models.CharField(max_length=7, choices=Source, default=Source.PLAYER)
    note = models.CharField(max_length=MAX_REASON_LENGTH, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=150, blank=True)
    signed_by = models.ForeignKey(Entry, models.SET_NULL, null=True, blank=True, related_name="+")
    verified_at = models.DateTimeField(null=True, blank=True)
    verified_by = models.ForeignKey(Entry, models.SET_NULL, null=True, blank=True, related_name="+")
    verified_staff = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    discrepancy = models.CharField(max_length=MAX_REASON_LENGTH, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    claimed_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("registration of a pool")
        verbose_name_plural = _("registrations of pools")
        ordering = ["pool_id", "-number"]
        constraints = [models.UniqueConstraint(fields=["pool", "number"], name="pool_version_once")]

    def __str__(self) -> str:
        return f"{self.pool}, {self.number}"

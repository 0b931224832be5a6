"""Pairing options of a division, of one player, and of two players."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Division, Entry


class PairingOptions(models.Model):
    """Pairing options of a division; without a row, the defaults apply.

    `blocked_tables` are numbers of the whole hall: tables blocked by one division are blocked for all.
    `feature_tables`, also of the whole hall, are pairs of a number and a name, "" without one.
    `leave_places_empty` leaves the place of a player disqualified in the cut empty; by default, players below
    move up. In the first `pod_rounds` rounds, players of a draft pod meet each other if possible, and in the
    first `country_rounds` rounds players of one country do not.
    """

    division = models.OneToOneField(Division, models.CASCADE, related_name="pairing_options")
    fewest_pair_downs = models.BooleanField(_("fewest players outside their group"), default=False)
    last_by_standing = models.BooleanField(_("last round by standings"), default=False)
    random_tables = models.BooleanField(_("tables in random order"), default=False)
    groups_apart = models.BooleanField(_("keep families and teams apart"), default=True)
    leave_places_empty = models.BooleanField(_("leave places of disqualified players vacant"), default=False)
    pod_rounds = models.PositiveSmallIntegerField(_("rounds inside the draft pods"), default=0)
    country_rounds = models.PositiveSmallIntegerField(_("rounds that separate countries"), default=0)
    blocked_tables = models.JSONField(_("blocked tables"), default=list, blank=True)
    feature_tables = models.JSONField(_("feature tables"), default=list, blank=True)

    class Meta:
        verbose_name = _("pairing options")
        verbose_name_plural = _("pairing options")

    def __str__(self) -> str:
        return str(self.division)


class EntryWish(models.Model):
    """Requests for one player: a family or team whose members should not meet, a country, a fixed table, a seed.

    `seed` is the seed in the bracket of a pure single elimination, 1 for the best; players without a seed
    follow in random order.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="wish")
    group = models.CharField(_("family or team"), max_length=40, blank=True)
    country = models.CharField(_("country"), max_length=40, blank=True)
    table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    reason = models.CharField(_("reason for the table"), max_length=120, blank=True)
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)

    class Meta:
        verbose_name = _("pairing request")
        verbose_name_plural = _("pairing requests")
        ordering = ["entry_id"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(group="", country="")
                | models.Q(table__isnull=False)
                | models.Q(seed__isnull=False),
                name="wish_for_something",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}"

    @property
    def is_for_something(self) -> bool:
        """Whether any request is left; a row without one is deleted."""
        return bool(self.group or self.country or self.table or self.seed)


class KeptApart(models.Model):
    """Two players who must not meet in the Swiss rounds; `first` has the smaller key."""

    first = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    reason = models.CharField(_("reason"), max_length=120, blank=True)

    class Meta:
        verbose_name = _("players who must not meet")
        verbose_name_plural = _("players who must not meet")
        ordering = ["first_id", "second_id"]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="kept_apart_once"),
            models.CheckConstraint(
                condition=models.Q(first__lt=models.F("second")), name="kept_apart_smaller_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.second}"

"""Deck checks with their taps and photos."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from decks.models.lists import Version
from tournaments.models import Entry, User

MAX_WHY_LENGTH = 200
MAX_NOTE_LENGTH = 500
MAX_KEY_LENGTH = 64


class DeckCheck(models.Model):
    """A check of a deck: picked, running, done, or removed.

    - `seed` and `facts` explain a random pick: `facts` has the place that was picked and the number of places.
    - `version`: the list with which the deck is compared.
    - `not_counted`: why the cards were not counted. Such a check does not count toward the target (R-034, R-035).
    - `round_number` and `table`: where the player sat when the deck was picked or, once the check is running,
      where the deck was taken from.

    The counts are computed by replaying the taps.
    """

    class Kind(models.TextChoices):
        RANDOM = "random", _("At random")
        TOP = "top", _("Top tables")
        CUT = "cut", _("The whole top cut")
        SUSPICION = "suspicion", _("Requested by a judge")
        BEFORE = "before", _("Before the event, against the cards")

    class State(models.TextChoices):
        PICKED = "picked", _("To be checked")
        RUNNING = "running", _("Being checked")
        DONE = "done", _("Checked")
        REMOVED = "removed", _("Removed")

    class Outcome(models.TextChoices):
        PASSED = "passed", _("No problems")
        FIXED_LIST = "fixed_list", _("The list was corrected")
        FIXED_DECK = "fixed_deck", _("The deck was corrected")
        PENALTY = "penalty", _("Penalty given")
        REFUSED = "refused", _("Player cannot continue")

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="deck_checks")
    version = models.ForeignKey(Version, models.SET_NULL, null=True, blank=True, related_name="+")
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    table = models.PositiveIntegerField(_("table"), null=True, blank=True)
    kind = models.CharField(_("why"), max_length=10, choices=Kind, default=Kind.RANDOM)
    why = models.CharField(_("in a few words"), max_length=MAX_WHY_LENGTH, blank=True)
    seed = models.BigIntegerField(null=True, blank=True)
    facts = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)
    state = models.CharField(max_length=8, choices=State, default=State.PICKED)
    picked_at = models.DateTimeField()
    picked_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    began_at = models.DateTimeField(null=True, blank=True)
    began_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    minutes = models.PositiveSmallIntegerField(_("time extension in minutes"), null=True, blank=True)
    rewrite = models.BooleanField(_("the player must rewrite the list"), default=False)
    note = models.CharField(_("note"), max_length=MAX_NOTE_LENGTH, blank=True)
    not_counted = models.CharField(
        _("reason the deck was not counted"), max_length=MAX_WHY_LENGTH, blank=True
    )

    class Meta:
        verbose_name = _("deck check")
        verbose_name_plural = _("deck checks")
        ordering = ["picked_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=models.Q(state__in=["picked", "running"]),
                name="deck_check_one_open_an_entry",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.get_state_display()}"


class CheckTap(models.Model):
    """A judge's tap in a check; see `checks.engine.check_sheet.Tap`. Append-only.

    `key`: sent with the tap, so that a repeated request is stored only once.
    """

    check_of = models.ForeignKey(DeckCheck, models.CASCADE, related_name="taps")
    key = models.CharField(max_length=MAX_KEY_LENGTH)
    kind = models.CharField(max_length=8)
    subject = models.CharField(max_length=120, blank=True)
    number = models.IntegerField(default=0)
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("tap of a deck check")
        verbose_name_plural = _("taps of deck checks")
        ordering = ["check_of_id", "id"]
        constraints = [models.UniqueConstraint(fields=["check_of", "key"], name="check_tap_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} {self.number}"


class CheckPhoto(models.Model):
    """A photo taken in a check, visible only to staff of the event. `key`: see `CheckTap`."""

    check_of = models.ForeignKey(DeckCheck, models.CASCADE, related_name="photos")
    key = models.CharField(max_length=MAX_KEY_LENGTH)
    image = models.ImageField(upload_to="checks/%Y/%m")
    note = models.CharField(_("caption"), max_length=MAX_WHY_LENGTH, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("photo of a deck check")
        verbose_name_plural = _("photos of deck checks")
        ordering = ["check_of_id", "id"]
        constraints = [models.UniqueConstraint(fields=["check_of", "key"], name="check_photo_once")]

    def __str__(self) -> str:
        return self.note or str(self.image)

"""Taps during a draft: steps on paper, tracked moves, building clocks (R-055, R-091 to R-098)."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from decks.models import Draft
from decks.models.drafts import MAX_REASON_LENGTH
from tournaments.models import User

MAX_CARD_LENGTH = 120
MAX_KEY_LENGTH = 64


class DraftMark(models.Model):
    """One tap on the clock of a draft. Append-only: the current step is replayed from all marks.

    `pod`: 0 for the whole field, if it advances together. `step`: the step before the tap, counted from 0.
    `seat`: the winner of the coin flip, if the step requires it (R-094). After CLOCK, timed steps end without a
    tap and without a mark: `drafts.engine.pick_clock` computes them from the latest mark. In a tracked draft only
    pauses, WAIT (more time for a pick) and OVER (that was undone) occur, and `step` is the number of moves.
    COIN to COIN_BACK are taps on the coin of a tracked pair (`drafts.engine.coin`): `seat` is the winner,
    and `step` the seat that tapped.
    """

    class Kind(models.TextChoices):
        NEXT = "next", _("Next")
        BACK = "back", _("Back")
        PAUSED = "paused", _("Paused")
        RESUMED = "resumed", _("Resumed")
        CLOCK = "clock", _("Called by the clock")
        HAND = "hand", _("Called by hand")
        WAIT = "wait", _("More time for a pick")
        OVER = "over", _("More time undone")
        COIN = "coin", _("Coin flip entered")
        DRAW = "draw", _("Random result requested")
        AGREED = "agreed", _("Coin flip agreed")
        COIN_BACK = "coinback", _("Coin flip withdrawn")

    draft = models.ForeignKey(Draft, models.CASCADE, related_name="marks")
    pod = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=8, choices=Kind)
    step = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        db_table = "decks_draftmark"
        verbose_name = _("step of a draft")
        verbose_name_plural = _("steps of drafts")
        ordering = ["draft_id", "pod", "id"]

    def __str__(self) -> str:
        return f"{self.draft}, {self.pod}: {self.get_kind_display()}"


class DraftMove(models.Model):
    """One move of a tracked draft, stored like `drafts.engine.moves.Move`. Append-only.

    The state of a pod is replayed from its moves. `number`: index among the moves of a pod. `key`: sent with the tap;
    two taps with the same key are the same move. `card`: number of the card within the pod. `names`: the names sent
    with the move. `of`: number of the move that this one undoes.
    """

    class Kind(models.TextChoices):
        OPEN = "open", _("Opened")
        PICK = "pick", _("Picked")
        UNDO_MOVE = "undo_move", pgettext_lazy("move of a draft", "Undone")
        RENAME = "rename", _("Another card")
        SHORT = "short", _("A card is missing")
        EXTRA = "extra", _("An extra card")
        LEAVE = "leave", _("Left")

    draft = models.ForeignKey(Draft, models.CASCADE, related_name="moves")
    pod = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=MAX_KEY_LENGTH)
    kind = models.CharField(max_length=9, choices=Kind)
    seat = models.PositiveSmallIntegerField(default=0)
    card = models.PositiveIntegerField(null=True, blank=True)
    of = models.PositiveIntegerField(null=True, blank=True)
    names = models.JSONField(default=list, blank=True)
    way = models.CharField(max_length=8, blank=True)
    reason = models.CharField(max_length=MAX_REASON_LENGTH, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        db_table = "decks_draftmove"
        verbose_name = _("move of a draft")
        verbose_name_plural = _("moves of drafts")
        ordering = ["draft_id", "pod", "number"]
        constraints = [
            models.UniqueConstraint(fields=["draft", "pod", "number"], name="draft_move_once"),
            models.UniqueConstraint(fields=["draft", "pod", "key"], name="draft_move_key_once"),
        ]

    def __str__(self) -> str:
        return f"{self.draft}, {self.pod}, {self.number}: {self.get_kind_display()}"


class BuildMark(models.Model):
    """One tap on the building clock of a pod, 0 for the whole field (R-055).

    Taps are never changed, only withdrawn. The clock is replayed from the taps: the latest start applies, later
    `minutes` are added, a pause stops the clock until it is resumed, and an end stops it until minutes are added.
    """

    class Kind(models.TextChoices):
        START = "start", _("Building begins")
        MORE = "more", _("More minutes")
        PAUSED = "paused", _("Building is paused")
        RESUMED = "resumed", _("Building resumes")
        END = "end", _("Building is over")

    draft = models.ForeignKey(Draft, models.CASCADE, related_name="build_marks")
    pod = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=7, choices=Kind)
    minutes = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=MAX_REASON_LENGTH, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "decks_buildmark"
        verbose_name = _("tap on a building clock")
        verbose_name_plural = _("taps on building clocks")
        ordering = ["draft_id", "pod", "id"]

    def __str__(self) -> str:
        return f"{self.draft}, {self.pod}: {self.get_kind_display()}"

"""Typed, tapped and corrected results."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.concurrent import ConcurrentForm
from pairings.engine import typed_results
from pairings.engine.outcomes import SHARED, Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Report, Round, Stage
from pairings.models.match import Reason
from pairings.services.reports.results import MatchResult
from pairings.words import outcome_words
from tournaments.models import Tournament

OUTCOMES = {outcome.value: outcome for outcome in typed_results.KEYS.values()}
TAPPED = re.compile(rf"(?P<match>[^:]*):(?P<outcome>{'|'.join(OUTCOMES)})")
ENTERED = ("table", "result")
SCANNED = re.compile(r"/match/(\d{1,18})/?$")
"""The text a scanner types for the code of a match slip: the URL of the match."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A result from the desk: by table and key, by the code of a slip, or by a tap.

    `change`: with the key or button that changes an existing result.
    """

    match: Match
    result: MatchResult
    seen: Outcome
    source: str = Report.Source.DESK
    change: bool = False


def read(post: QueryDict, event: Tournament, round_: Round | None = None) -> Entered:
    """The match, the result and the result seen before.

    A table number means a match of `round_` first, else of any round in play: no two divisions share a table. The typed
    result is a key or a score (`engine.typed_results`). Refused: NO_SUCH_TABLE, TABLE_OF_TWO_DIVISIONS, NO_SUCH_RESULT,
    NO_SUCH_SCORE, MATCH_NOT_FOUND, SLIP_OF_ANOTHER_ROUND.
    """
    typed = post.get("result", "").strip()
    slip, tap = SCANNED.search(post.get("table", "").strip()[:300]), TAPPED.fullmatch(typed)
    if tap:
        match = _by_key(event, round_, tap["match"], otherwise=PairingRefusal.MATCH_NOT_FOUND)
        result = MatchResult(OUTCOMES[tap["outcome"]])
    else:
        match = (
            _by_key(event, round_, slip[1], otherwise=PairingRefusal.SLIP_OF_ANOTHER_ROUND)
            if slip
            else _at_table(event, round_, post.get("table", ""))
        )
        outcome, games = typed_results.read(typed[:20], best_of=match.round.best_of)
        result = MatchResult(outcome, games=games)
    source = Report.Source.SLIP if slip or post.get("slip") == "yes" else Report.Source.DESK
    change = post.get("change") == "yes"
    # The outcome the page showed of this match; pending if none
    seen = Outcome.PENDING
    for pair in post.getlist("seen"):
        pk, _colon, outcome_then = pair.partition(":")
        if pk == str(match.pk) and outcome_then in set(Outcome):
            seen = Outcome(outcome_then)
            break
    return Entered(match, result, seen, source, change)


def _by_key(event: Tournament, round_: Round | None, pk: str, *, otherwise: StrEnum) -> Match:
    key = whole_number(pk)
    if key is not None:
        for matches in _matches(event, round_):
            if match := matches.filter(pk=key).first():
                return match
    raise Refused(otherwise)


def _at_table(event: Tournament, round_: Round | None, typed: str) -> Match:
    number = whole_number(typed.strip(), digits=5)
    if number is not None:
        for matches in _matches(event, round_):
            at_table = list(matches.filter(table=number)[:2])
            if len(at_table) > 1:
                both = [match.round.division.age_division for match in at_table]
                raise Refused(PairingRefusal.TABLE_OF_TWO_DIVISIONS, table=number, divisions=both)
            if at_table:
                return at_table[0]
    rows = [matches.filter(table__isnull=False) for matches in _matches(event, round_)]
    tables = sorted(table for matches in rows for table in matches.values_list("table", flat=True) if table)
    ends = (tables[0], tables[-1]) if tables else ("–", "–")
    raise Refused(PairingRefusal.NO_SUCH_TABLE, table=typed.strip() or "–", first=ends[0], last=ends[1])


def _matches(event: Tournament, round_: Round | None) -> list[QuerySet[Match]]:
    """The matches of the round shown, then those of all rounds in play."""
    rows = Match.objects.select_related(
        "round__division__tournament", "round__stage", "left__player", "right__player"
    )
    playing = rows.filter(round__division__tournament=event, round__state=Round.State.POSTED)
    return [playing] if round_ is None else [rows.filter(round=round_), playing.exclude(round=round_)]


class ResultForm(ConcurrentForm):
    """The full result of one match. `why` is required once its round is closed.

    `proposed`: the initial outcome while the match has none. `seen`: the one the page displayed.
    """

    together = ("outcome", "reason", "games_left", "games_right")
    displayed_in: ClassVar[Mapping[str, str]] = {"outcome": "seen"}

    outcome = forms.ChoiceField(label=_("Result"), widget=forms.RadioSelect)
    reason = forms.ChoiceField(label=_("How it ended"), choices=Reason.choices, required=False)
    games_left = forms.IntegerField(label=_("Games won, Player 1"), min_value=0, max_value=9, required=False)
    games_right = forms.IntegerField(label=_("Games won, Player 2"), min_value=0, max_value=9, required=False)
    why = forms.CharField(
        label=_("Reason for the change"),
        max_length=200,
        help_text=_("Saved in the journal. Standings are recalculated."),
    )
    drop = forms.BooleanField(
        label=_("Drop the player who did not come or left"),
        required=False,
        help_text=_("Otherwise the player is paired again in the next round."),
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: QueryDict | None, match: Match, *, proposed: str = "") -> None:
        super().__init__(data, initial=self._initial(match, proposed if data is None else match.outcome))
        self.match = match
        cut = match.round.stage.kind == Stage.Kind.ELIMINATION
        left, right = str(match.left), str(match.right)
        choices = outcome_words.choices(left, right, has_winner=cut)
        self.fields["outcome"].choices = choices  # type: ignore[attr-defined]
        reasons = [
            ("", _("Played")),
            (Reason.NO_SHOW.value, _("No-show: the loser did not come")),
            (Reason.CONCESSION.value, _("The loser conceded")),
            (Reason.INTENTIONAL_TIE.value, _("Intentional draw")),
            (Reason.PENALTY.value, _("Penalty")),
            (Reason.DROPPED.value, _("The loser dropped from the event")),
        ]
        if cut:
            reasons = [reason for reason in reasons if reason[0] != Reason.INTENTIONAL_TIE.value]
        self.fields["reason"].choices = reasons  # type: ignore[attr-defined]
        if "games_left" in self.fields:
            self.fields["games_left"].label = _("Games won by %(name)s") % {"name": left}
            self.fields["games_right"].label = _("Games won by %(name)s") % {"name": right}
        if match.round.best_of == 1:
            del self.fields["games_left"], self.fields["games_right"]
        if match.round.state != Round.State.CLOSED:
            del self.fields["why"]
        if cut:
            del self.fields["drop"]

    @staticmethod
    def _initial(match: Match, proposed: str) -> dict[str, object]:
        return {
            "outcome": proposed if match.outcome == Outcome.PENDING else match.outcome,
            "reason": match.reason,
            "games_left": match.games_left,
            "games_right": match.games_right,
            "seen": match.outcome,
        }

    def clean(self) -> dict[str, object]:
        data: dict[str, object] = super().clean() or {}
        outcome, reason = data.get("outcome"), data.get("reason")
        if reason == Reason.INTENTIONAL_TIE and outcome and outcome != Outcome.TIE:
            self.add_error("reason", _("An agreed tie is a tie. Choose “Tie”."))
        if outcome == Outcome.TIE and reason in (Reason.NO_SHOW, Reason.CONCESSION, Reason.DROPPED):
            self.add_error("reason", _("No player lost this match. Choose who won."))
        if outcome in SHARED and reason == Reason.CONCESSION:
            self.add_error("reason", _("When a player concedes, the other one wins. Choose who won."))
        if (data.get("games_left") is None) != (data.get("games_right") is None):
            self.add_error("games_right", _("Enter games for both players, or for neither."))
        return data

    def value_text(self, name: str) -> str:
        is_open = name == "outcome" and self.match.outcome == Outcome.PENDING
        return "" if is_open else super().value_text(name)

    @property
    def details_open(self) -> bool:
        """Whether games or the reason are known, or invalid: a page that folds them opens them then."""
        return any(
            self[name].errors or self[name].value()
            for name in ("reason", "games_left", "games_right")
            if name in self.fields
        )

    @property
    def result(self) -> MatchResult:
        """The entered result, once the form is valid."""
        data = self.cleaned_data
        left, right = data.get("games_left"), data.get("games_right")
        games = (left, right) if left is not None and right is not None else None
        return MatchResult(Outcome(data["outcome"]), data["reason"], games)

    @property
    def seen_outcome(self) -> Outcome:
        seen = self.cleaned_data.get("seen") or ""
        return Outcome(seen) if seen in set(Outcome) else Outcome.PENDING

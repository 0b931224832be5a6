"""Forms for results that are typed, tapped or corrected."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.concurrent_edits import ConcurrentForm
from core.forms.fields import set_choices
from pairings.engine import typed_results
from pairings.engine.outcomes import SAME_FOR_BOTH, Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Report, Round, Stage
from pairings.models.match import Reason
from pairings.services.reports.results import MatchResult
from pairings.words import outcome_words
from tournaments.models import Tournament
from tournaments.words.entrants import are_entrants_teams

OUTCOMES = {outcome.value: outcome for outcome in typed_results.OUTCOME_BY_KEY.values()}
TAPPED = re.compile(rf"(?P<match>[^:]*):(?P<outcome>{'|'.join(OUTCOMES)})")
ENTERED = ("table", "result")
SCANNED = re.compile(r"/match/(\d{1,18})/?$")
"""Pattern of the text that a scanner types for a match slip's code: the URL of the match."""


@dataclass(frozen=True, slots=True)
class EnteredResult:
    """A result from the desk, entered by table and key, by the code of a slip, or by a tap.

    `seen` is the outcome displayed on the page. `change` is True if the user pressed the key or button that
    replaces an existing result.
    """

    match: Match
    result: MatchResult
    seen: Outcome
    source: str = Report.Source.DESK
    change: bool = False


def read_entered_result(post: QueryDict, event: Tournament, round_: Round | None = None) -> EnteredResult:
    """Return the result that a form of the desk submits, with its match and the displayed outcome.

    A table number selects a match of `round_`, or else of any other round in play, because no two divisions
    share a table. The typed result is a key or a score (`engine.typed_results`). Refused: NO_SUCH_TABLE
    (table, first, last), TABLE_OF_TWO_DIVISIONS (table, divisions), NO_SUCH_RESULT and NO_SUCH_SCORE
    (result), MATCH_NOT_FOUND for a tap, SLIP_OF_ANOTHER_ROUND for a slip.
    """
    typed_result = post.get("result", "").strip()
    slip, tap = SCANNED.search(post.get("table", "").strip()[:300]), TAPPED.fullmatch(typed_result)
    if tap:
        match = _match_by_key(event, round_, tap["match"], refusal_code=PairingRefusal.MATCH_NOT_FOUND)
        result = MatchResult(OUTCOMES[tap["outcome"]])
    else:
        match = (
            _match_by_key(event, round_, slip[1], refusal_code=PairingRefusal.SLIP_OF_ANOTHER_ROUND)
            if slip
            else _match_at_table(event, round_, post.get("table", ""))
        )
        outcome, games = typed_results.parse_result(typed_result[:20], best_of=match.round.best_of)
        result = MatchResult(outcome, games=games)
    source = Report.Source.SLIP if slip or post.get("slip") == "yes" else Report.Source.DESK
    change = post.get("change") == "yes"
    # A match without a displayed outcome was seen as pending.
    seen = Outcome.PENDING
    for seen_pair in post.getlist("seen"):
        pk, _colon, seen_value = seen_pair.partition(":")
        if pk == str(match.pk) and seen_value in set(Outcome):
            seen = Outcome(seen_value)
            break
    return EnteredResult(match, result, seen, source, change)


def _match_lists(event: Tournament, round_: Round | None) -> Iterator[QuerySet[Match]]:
    """Yield the matches of the displayed round, if there is one, then those of the other rounds in play."""
    if round_ is not None:
        yield round_.matches.order_by("pk")
    matches = Match.objects.select_related(
        "round__division__tournament", "round__stage", "left__player", "right__player"
    ).defer("round__draw")
    playing = matches.filter(round__division__tournament=event, round__state=Round.State.POSTED)
    yield playing if round_ is None else playing.exclude(round=round_)


def _match_by_key(event: Tournament, round_: Round | None, pk: str, *, refusal_code: StrEnum) -> Match:
    """Return the match with this key from `_match_lists`, or refuse with `refusal_code`."""
    key = whole_number(pk)
    if key is not None:
        for matches in _match_lists(event, round_):
            if match := matches.filter(pk=key).first():
                return match
    raise Refused(refusal_code)


def _match_at_table(event: Tournament, round_: Round | None, typed: str) -> Match:
    """Return the match at a typed table, from the first of `_match_lists` that has one.

    Refused: TABLE_OF_TWO_DIVISIONS (table, divisions), NO_SUCH_TABLE (table, first, last).
    """
    number = whole_number(typed.strip(), digits=5)
    if number is not None:
        for matches in _match_lists(event, round_):
            at_table = list(matches.filter(table=number)[:2])
            if len(at_table) > 1:
                age_divisions = [match.round.division.age_division for match in at_table]
                raise Refused(PairingRefusal.TABLE_OF_TWO_DIVISIONS, table=number, divisions=age_divisions)
            if at_table:
                return at_table[0]
    seated_matches = [matches.filter(table__isnull=False) for matches in _match_lists(event, round_)]
    tables = sorted(
        table for matches in seated_matches for table in matches.values_list("table", flat=True) if table
    )
    first_and_last = (tables[0], tables[-1]) if tables else ("–", "–")
    raise Refused(
        PairingRefusal.NO_SUCH_TABLE,
        table=typed.strip() or "–",
        first=first_and_last[0],
        last=first_and_last[1],
    )


OF_TEAMS = {
    "games_left": _("Games won, Team 1"),
    "games_right": _("Games won, Team 2"),
    "drop": _("Drop the team that did not come or left"),
}
"""Labels of fields about a match of teams."""


class ResultForm(ConcurrentForm):
    """Complete result of one match. `why` is required once its round is closed.

    - `proposed`: initial outcome while the match is open.
    - `seen`: outcome displayed on the page.
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
        outcome = match.outcome
        if data is None and match.outcome == Outcome.PENDING:
            outcome = proposed
        initial = {
            "outcome": outcome,
            "reason": match.reason,
            "games_left": match.games_left,
            "games_right": match.games_right,
            "seen": match.outcome,
        }
        super().__init__(data, initial=initial)
        if are_entrants_teams():
            for name, words in OF_TEAMS.items():
                self.fields[name].label = words
            self.fields["drop"].help_text = _("Otherwise the team is paired again in the next round.")
        self.match = match
        in_cut = match.round.stage.kind == Stage.Kind.ELIMINATION
        left, right = str(match.left), str(match.right)
        choices = outcome_words.outcome_choices(left, right, has_winner=in_cut)
        set_choices(self, "outcome", choices)
        reasons = [
            ("", _("Played")),
            (Reason.NO_SHOW.value, _("No-show: the loser did not come")),
            (Reason.CONCESSION.value, _("The loser conceded")),
            (Reason.INTENTIONAL_TIE.value, _("Intentional draw")),
            (Reason.PENALTY.value, _("Penalty")),
            (Reason.DROPPED.value, _("The loser dropped from the event")),
        ]
        if in_cut:
            reasons = [reason for reason in reasons if reason[0] != Reason.INTENTIONAL_TIE.value]
        set_choices(self, "reason", reasons)
        if "games_left" in self.fields:
            self.fields["games_left"].label = _("Games won by %(name)s") % {"name": left}
            self.fields["games_right"].label = _("Games won by %(name)s") % {"name": right}
        if match.round.best_of == 1:
            del self.fields["games_left"], self.fields["games_right"]
        if match.round.state != Round.State.CLOSED:
            del self.fields["why"]
        if in_cut:
            del self.fields["drop"]

    def clean(self) -> None:
        """Check that reason and games fit the outcome."""
        super().clean()
        data = self.cleaned_data
        outcome, reason = data.get("outcome"), data.get("reason")
        if reason == Reason.INTENTIONAL_TIE and outcome and outcome != Outcome.TIE:
            self.add_error("reason", _("An intentional draw is a tie. Choose “Tie”."))
        if outcome == Outcome.TIE and reason in (Reason.NO_SHOW, Reason.CONCESSION, Reason.DROPPED):
            self.add_error("reason", _("No player lost this match. Choose who won."))
        if outcome in SAME_FOR_BOTH and reason == Reason.CONCESSION:
            self.add_error("reason", _("When a player concedes, the other one wins. Choose who won."))
        if (data.get("games_left") is None) != (data.get("games_right") is None):
            self.add_error("games_right", _("Enter games for both players, or for neither."))

    def value_text(self, name: str) -> str:
        is_open = name == "outcome" and self.match.outcome == Outcome.PENDING
        return "" if is_open else super().value_text(name)

    @property
    def details_open(self) -> bool:
        """Whether games or reason are filled in or invalid, so that a page must not collapse them."""
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
        """The outcome displayed on the page, PENDING if it is missing or invalid."""
        seen = self.cleaned_data.get("seen") or ""
        return Outcome(seen) if seen in set(Outcome) else Outcome.PENDING

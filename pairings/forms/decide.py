"""Decide a dispute: for one of two reports, or for another result."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairings.engine.outcomes import Outcome
from pairings.models import Dispute, Stage
from pairings.queries.reports import result_reports
from pairings.services.reports.results import MatchResult
from pairings.words import outcome_words


class DecideForm(forms.Form):
    """`word`: the report to follow; else `decision` is the result, and `why` the reason."""

    word = forms.IntegerField(required=False, widget=forms.HiddenInput)
    decision = forms.ChoiceField(
        label=gettext_lazy("Another result"), required=False, widget=forms.RadioSelect
    )
    why = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=200,
        required=False,
        help_text=gettext_lazy(
            "A reason is needed only if neither player reported it. It is saved in the journal."
        ),
    )

    def __init__(self, data: QueryDict | None, dispute: Dispute) -> None:
        super().__init__(data, auto_id=f"id_{dispute.pk}_%s")
        self.dispute, match = dispute, dispute.match
        in_cut = match.round.stage.kind != Stage.Kind.SWISS
        choices = outcome_words.choices(str(match.left), str(match.right), has_winner=in_cut)
        self.fields["decision"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, object]:
        data: dict[str, object] = super().clean() or {}
        if not data.get("word") and not data.get("decision") and "decision" not in self.errors:
            self.add_error("decision", _("Choose a result."))
        return data

    def result(self) -> MatchResult | None:
        """The decided result; None where the report to follow is no longer current."""
        wanted = self.cleaned_data.get("word")
        if not wanted:
            return MatchResult(Outcome(self.cleaned_data["decision"]))
        reports = result_reports.of_match(self.dispute.match).values()
        row = next((report for report in reports if report.pk == wanted), None)
        if row is None:
            return None
        reported = result_reports.reported_by(row)
        return MatchResult(reported.outcome, reported.reason, reported.games)

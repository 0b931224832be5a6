"""Form to decide a dispute in favor of one of the two reports, or with another result."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.forms.fields import set_choices
from pairings.engine.outcomes import Outcome
from pairings.models import Dispute, Stage
from pairings.queries.reports import result_reports
from pairings.services.reports.results import MatchResult
from pairings.words import outcome_words


class DecideDisputeForm(forms.Form):
    """Decision of a dispute.

    `word` is the key of the correct report. If it is empty, `decision` is the result and `why` its reason.
    """

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
        choices = outcome_words.outcome_choices(str(match.left), str(match.right), has_winner=in_cut)
        set_choices(self, "decision", choices)

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        if not data.get("word") and not data.get("decision") and "decision" not in self.errors:
            self.add_error("decision", _("Choose a result."))

    def result(self) -> MatchResult | None:
        """Return the decided result, or None if the chosen report is no longer current."""
        report_key = self.cleaned_data.get("word")
        if not report_key:
            return MatchResult(Outcome(self.cleaned_data["decision"]))
        reports = result_reports.reports_of_match(self.dispute.match).values()
        followed_report = next((report for report in reports if report.pk == report_key), None)
        if followed_report is None:
            return None
        reported = result_reports.reported_result(followed_report)
        return MatchResult(reported.outcome, reported.reason, reported.games)

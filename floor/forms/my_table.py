"""A player's report on the phone: who won, the games as a score or one by one, and whether they drop."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from floor.queries.my_table import MyMatch
from pairings.engine.outcomes import Outcome
from pairings.models.match import Reason
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult

UNTOLD = ("", "–")
GAMES = ("game1", "game2", "game3")


class ReportForm(forms.Form):
    """`how` is from the player's view: won, lost, tie, agreed_tie, conceded or they_conceded."""

    how = forms.ChoiceField(
        label=gettext_lazy("How did it end?"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose how it ended.")},
    )
    games_mine = forms.ChoiceField(required=False)
    games_theirs = forms.ChoiceField(required=False)
    game1 = forms.ChoiceField(required=False)
    game2 = forms.ChoiceField(required=False)
    game3 = forms.ChoiceField(required=False)
    leaves = forms.BooleanField(label=gettext_lazy("I drop after this match"), required=False)

    def __init__(self, data: QueryDict | None, at: MyMatch) -> None:
        super().__init__(data)
        self.at, self.opponent = at, at.other_name
        self.best_of = at.best_of
        self._offer("how", self._ways())
        needed = self.best_of // 2 + 1
        for name, label in (("games_mine", _("I won")), ("games_theirs", _("%(name)s won") % self._who())):
            self.fields[name].label = label
            self._offer(name, [UNTOLD, *((str(n), str(n)) for n in range(needed + 1))])
        for number, name in enumerate(GAMES, start=1):
            self.fields[name].label = _("Game %(number)d") % {"number": number}
            self._offer(name, [UNTOLD, ("me", _("I won")), ("them", _("%(name)s won") % self._who())])
        if at.cut:
            del self.fields["leaves"]

    def _who(self) -> dict[str, str]:
        return {"name": self.opponent}

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def _ways(self) -> list[tuple[str, str]]:
        ties = [("tie", _("We tied"))]
        return [
            ("won", _("I won")),
            ("lost", _("%(name)s won") % self._who()),
            *([] if self.at.cut else ties),
            *([] if self.at.cut else [("agreed_tie", _("We agreed on a tie without finishing"))]),
            ("conceded", _("I concede: %(name)s wins") % self._who()),
            ("they_conceded", _("%(name)s conceded: I win") % self._who()),
        ]

    @property
    def usual(self) -> list[tuple[str, str]]:
        """The usual ways a match ends."""
        return [way for way in self._ways() if way[0] in ("won", "lost", "tie")]

    @property
    def rare(self) -> list[tuple[str, str]]:
        return [way for way in self._ways() if way not in self.usual]

    @property
    def single_games(self) -> list[Any]:
        return [self[name] for name in GAMES]

    @property
    def games_open(self) -> bool:
        """Whether to unfold the games: some were entered, or are wrong."""
        names = ("games_mine", "games_theirs", *GAMES)
        return any(self[name].errors or self[name].value() for name in names)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if bool(data.get("games_mine")) != bool(data.get("games_theirs")):
            self.add_error("games_theirs", _("Enter games for both players, or for neither."))
        return data

    @property
    def leaving(self) -> bool:
        return bool(self.cleaned_data.get("leaves"))

    @property
    def report(self) -> ResultReport:
        """The report from the table's view (left, right), once the form is valid."""
        data, side = self.cleaned_data, self.at.side
        other = "right" if side == "left" else "left"
        winner = {"won": side, "they_conceded": side, "lost": other, "conceded": other}.get(data["how"])
        reason = {
            "conceded": Reason.CONCESSION,
            "they_conceded": Reason.CONCESSION,
            "agreed_tie": Reason.INTENTIONAL_TIE,
        }.get(data["how"], Reason.PLAYED)
        games = None
        if data.get("games_mine") and data.get("games_theirs"):
            mine, theirs = int(data["games_mine"]), int(data["games_theirs"])
            games = (mine, theirs) if side == "left" else (theirs, mine)
        sides = {"me": side, "them": other}
        winners = tuple(sides[data[name]] for name in GAMES if data.get(name) in sides)
        outcome = Outcome(winner) if winner else Outcome.TIE
        return ResultReport(MatchResult(outcome, reason.value, games), winners, self.leaving)

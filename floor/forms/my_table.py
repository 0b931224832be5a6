"""A player's report on the phone: who won, the games as a score or one by one, and whether the player drops."""

from dataclasses import dataclass
from itertools import chain
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from core.forms.fields import set_choices
from floor.queries.my_table import MyMatch
from pairings.engine.outcomes import Outcome
from pairings.models.match import Reason
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult

NOT_ENTERED = ("", "–")
SCORES = {
    "won": ("2-0", "2-1", "1-0"),
    "tie": ("1-1", "0-0"),
    "lost": ("0-2", "1-2", "0-1"),
}
"""Scores of a best-of-three match by how it ended, the player's games first; after time a game may be missing."""

GAMES = ("game1", "game2", "game3")


@dataclass(frozen=True, slots=True)
class Ending:
    """A usual way in which a match ends. `button` is its label in one or two words, `title` the sentence to confirm."""

    how: str
    button: str
    label: str
    title: str
    scores: tuple[str, ...]


class PlayerReportForm(forms.Form):
    """A player's report. `how` is the player's view: won, lost, tie, agreed_tie, conceded or they_conceded.

    The games are entered as a `score` such as "2-1" with the player's games first, as two numbers, or one by one.
    """

    how = forms.ChoiceField(
        label=gettext_lazy("How did it end?"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose how it ended.")},
    )
    score = forms.ChoiceField(required=False)
    games_mine = forms.ChoiceField(required=False)
    games_theirs = forms.ChoiceField(required=False)
    game1 = forms.ChoiceField(required=False)
    game2 = forms.ChoiceField(required=False)
    game3 = forms.ChoiceField(required=False)
    leaves = forms.BooleanField(label=gettext_lazy("I drop after this match"), required=False)

    def __init__(self, data: QueryDict | None, player_match: MyMatch) -> None:
        super().__init__(data)
        self.at, self.opponent = player_match, player_match.other_name
        self.best_of = player_match.best_of
        self._set_choices("how", self._endings())
        self._set_choices("score", [NOT_ENTERED, *((score, score) for score in chain(*SCORES.values()))])
        wins_needed = self.best_of // 2 + 1
        for name, label in (
            ("games_mine", _("I won")),
            ("games_theirs", _("%(name)s won") % self._opponent_facts()),
        ):
            self.fields[name].label = label
            self._set_choices(name, [NOT_ENTERED, *((str(n), str(n)) for n in range(wins_needed + 1))])
        for number, name in enumerate(GAMES, start=1):
            self.fields[name].label = _("Game %(number)d") % {"number": number}
            self._set_choices(
                name, [NOT_ENTERED, ("me", _("I won")), ("them", _("%(name)s won") % self._opponent_facts())]
            )
        if player_match.cut:
            del self.fields["leaves"]
        if self.best_of == 1:
            for name in ("score", "games_mine", "games_theirs", *GAMES):
                del self.fields[name]

    def _opponent_facts(self) -> dict[str, str]:
        return {"name": self.opponent}

    def _set_choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        set_choices(self, name, choices)

    def _endings(self) -> list[tuple[str, str]]:
        """Return every way in which this match may end, as pairs of its code and label."""
        ties = [("tie", _("We tied"))]
        return [
            ("won", _("I won")),
            ("lost", _("%(name)s won") % self._opponent_facts()),
            *([] if self.at.cut else ties),
            *([] if self.at.cut else [("agreed_tie", _("We agreed on a tie without finishing"))]),
            ("conceded", _("I concede: %(name)s wins") % self._opponent_facts()),
            ("they_conceded", _("%(name)s conceded: I win") % self._opponent_facts()),
        ]

    @property
    def endings(self) -> list[Ending]:
        """The usual ways in which a match ends, as buttons: won, tied (not in a cut), lost."""
        facts = self._opponent_facts()
        texts_by_how = {
            "won": (pgettext("result", "I won"), _("I won"), _("You beat %(name)s") % facts),
            "tie": (pgettext("result", "Tie"), _("We tied"), _("You and %(name)s tied") % facts),
            "lost": (pgettext("result", "I lost"), _("%(name)s won") % facts, _("%(name)s beat you") % facts),
        }
        usual_hows = {how for how, _label in self.usual}
        return [
            Ending(how, *texts, scores=SCORES[how] if self.best_of > 1 else ())
            for how, texts in texts_by_how.items()
            if how in usual_hows
        ]

    @property
    def usual(self) -> list[tuple[str, str]]:
        """The codes and labels of the usual ways in which a match ends."""
        return [ending for ending in self._endings() if ending[0] in ("won", "lost", "tie")]

    @property
    def rare(self) -> list[tuple[str, str]]:
        """The codes and labels of the other ways in which a match may end."""
        return [ending for ending in self._endings() if ending not in self.usual]

    @property
    def single_games(self) -> list[Any]:
        return [self[name] for name in GAMES]

    @property
    def games_open(self) -> bool:
        """Whether the games are initially expanded, because a game was entered or has an error."""
        names = ("games_mine", "games_theirs", *GAMES)
        return any(self[name].errors or self[name].value() for name in names)

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        if data.get("score"):
            data["games_mine"], data["games_theirs"] = data["score"].split("-")
        if bool(data.get("games_mine")) != bool(data.get("games_theirs")):
            self.add_error("games_theirs", _("Enter games for both players, or for neither."))

    @property
    def leaving(self) -> bool:
        """Whether the player drops after this match, once the form is valid."""
        return bool(self.cleaned_data.get("leaves"))

    @property
    def report(self) -> ResultReport:
        """The report as seen from the table (left, right), once the form is valid."""
        data, side = self.cleaned_data, self.at.side
        other_side = "right" if side == "left" else "left"
        winner = {"won": side, "they_conceded": side, "lost": other_side, "conceded": other_side}.get(
            data["how"]
        )
        reason = {
            "conceded": Reason.CONCESSION,
            "they_conceded": Reason.CONCESSION,
            "agreed_tie": Reason.INTENTIONAL_TIE,
        }.get(data["how"], Reason.PLAYED)
        games = None
        if data.get("games_mine") and data.get("games_theirs"):
            own_games, opponent_games = int(data["games_mine"]), int(data["games_theirs"])
            games = (own_games, opponent_games) if side == "left" else (opponent_games, own_games)
        sides = {"me": side, "them": other_side}
        winners = tuple(sides[data[name]] for name in GAMES if data.get(name) in sides)
        outcome = Outcome(winner) if winner else Outcome.TIE
        return ResultReport(MatchResult(outcome, reason.value, games), winners, self.leaving)

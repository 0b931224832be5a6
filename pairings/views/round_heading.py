"""Heading of a round's pages: its steps, the division's other rounds, the scoreboard."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from core.navigation import Step, Tab
from core.scoreboard.clock_face import ClockFace
from core.scoreboard.scoreboard import Scoreboard
from pairings.models import Match, Round
from pairings.views.reports import scoreboard
from pairings.views.rounds.round_urls import round_url
from pairings.words import round_names
from tournaments.models import Division

STEPS = (
    pgettext_lazy("step", "Pair"),
    gettext_lazy("Review"),
    gettext_lazy("Post"),
    gettext_lazy("Results"),
    gettext_lazy("Close"),
)


def round_step_rows(current: int, urls: dict[int, str] | None = None) -> list[Step]:
    """Return the five steps of a round. `current` counts from 0, and 5 means that all steps are done.

    `urls`: step -> URL of the steps that are links.
    """
    return [
        Step(label=label, past=step < current, current=step == current, url=(urls or {}).get(step))
        for step, label in enumerate(STEPS)
    ]


def rounds_strip(division: Division, current: Round | None = None) -> list[Tab]:
    """Return a chip that links to each posted or closed round of a division.

    The result is empty if the only one is the page's round `current`.
    """
    rounds = division.rounds.exclude(state=Round.State.UNPOSTED).select_related("stage").defer("draw")
    listed_rounds = list(rounds.order_by("number"))
    for round_ in listed_rounds:
        round_.division = division
    names = round_names.round_names(listed_rounds)
    chips = [
        Tab(label=names[round_.pk], url=round_url(round_), current=round_ == current)
        for round_ in listed_rounds
    ]
    return chips if len(chips) > 1 or current is None else []


def round_scoreboard(round_: Round, match: Match | None = None) -> Scoreboard:
    """Return the scoreboard of one round, posted or not. On the page of a `match`, it has the clock of its table."""
    label = _("Round status")
    clock_by_state: dict[str, ClockFace] = {
        Round.State.UNPOSTED.value: ClockFace(
            word=_("Not posted"), note=_("waiting for review"), label=label
        ),
        Round.State.CLOSED.value: ClockFace(word=pgettext("round", "Closed"), label=label),
    }
    if round_.state == Round.State.POSTED and match is not None:
        return scoreboard.scoreboard_of_match(match)
    clock = clock_by_state.get(round_.state) or scoreboard.clock_of_posted_round(round_)
    return Scoreboard(
        line=scoreboard.round_line(round_), clock=clock, follows=True, division=round_.division_id
    )

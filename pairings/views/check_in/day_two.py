"""Check-in for day 2: who is here, who is on the way, and who is missing."""

from dataclasses import dataclass, field

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_http_methods

from core import sentences, undo_links
from core.engine.refused import Refused
from core.forms.questions import Question
from core.requests import StaffRequest
from core.responses import make_response_private
from pairings.forms.check_in import DayTwoMarkForm, DropMissingForm
from pairings.models import Qualifier, Round, Stage
from pairings.queries.check_in import day_two as queries
from pairings.queries.check_in.day_two import DayTwoCounts
from pairings.queries.standings import qualified
from pairings.queries.standings.qualified import QualifiedPlayer
from pairings.services.check_in import day_two as services
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_urls
from pairings.words import result_words
from tournaments.access import event_page, get_division_or_404
from tournaments.labels import division_label
from tournaments.models import Division, Tournament
from tournaments.templatetags.facts import marked


@dataclass(frozen=True, slots=True, kw_only=True)
class DayTwoSection:
    """Players with the same check-in. `marks` are the buttons of each player: a code and its label."""

    mark: Qualifier.Mark
    title: str
    players: list[tuple[str, QualifiedPlayer]]
    marks: list[tuple[str, str]]

    @property
    def folds(self) -> bool:
        """Whether the section is folded at first, because nothing in it has to be done."""
        return self.mark == Qualifier.Mark.HERE

    @property
    def fact_name(self) -> str:
        """The name of the fact that states how many players are in this section."""
        return f"day-two-{self.mark}"


@dataclass(kw_only=True)
class DayTwoCheckIn:
    """Context of the page. Without `counts`, day 2 is not open; with `posted`, its first round is posted."""

    division: Division
    board: object
    desk_url: str
    counts: DayTwoCounts | None = None
    posted: Round | None = None
    sections: list[DayTwoSection] = field(default_factory=list)
    page: str = "desk"


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
def day_two_check_in_page(request: StaffRequest, event: Tournament, division: int) -> HttpResponse:
    """Show the players of day 2 by their check-in. A POST sets the check-in of one player."""
    chosen_division = get_division_or_404(event, division)
    if request.method == "POST":
        return _mark_player(request, event, chosen_division)
    stage = qualified.day_two_of(chosen_division)
    page = DayTwoCheckIn(
        division=chosen_division,
        board=scoreboard.scoreboard_of_event(event, chosen_division),
        desk_url=round_urls.desk_url(chosen_division),
    )
    if stage is not None:
        page.counts = queries.day_two_counts(stage)
        page.posted = stage.rounds.exclude(state=Round.State.UNPOSTED).order_by("number").first()
        page.sections = _sections(stage)
    return make_response_private(render(request, "pairings/check_in/day_two.html", vars(page)))


def _mark_player(request: StaffRequest, event: Tournament, division: Division) -> HttpResponse:
    """Set the check-in of one player, and return to the page with a message that offers an undo."""
    url, form = check_in_url(division), DayTwoMarkForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Press a button beside a player."))
        return redirect(url)
    entry = get_object_or_404(
        division.entries.select_related("division__tournament"), pk=form.cleaned_data["entry"]
    )
    newest_before = undo_links.newest_line_key(event)
    mark = Qualifier.Mark(form.cleaned_data["mark"])
    try:
        services.mark_for_day_two(entry, mark, by=request.user)
    except Refused as refused:
        messages.error(request, sentences.refusal_text(refused))
        return redirect(url)
    sentence = {
        Qualifier.Mark.HERE: _("%(name)s is checked in for day 2."),
        Qualifier.Mark.EXPECTED: _("%(name)s is on the way, and is paired."),
        Qualifier.Mark.MISSING: _("%(name)s counts as missing."),
    }[mark]
    undo = undo_links.undo_tag(event, since=newest_before, by=request.user)
    messages.success(request, sentence % {"name": entry}, extra_tags=undo)
    return redirect(url)


def _sections(stage: Stage) -> list[DayTwoSection]:
    """Return the sections of the page, the missing players first. Dropped players are in none."""
    marks = Qualifier.Mark
    buttons = {marks.HERE: _("Here"), marks.EXPECTED: _("On the way"), marks.MISSING: _("Not here")}
    titles = {
        marks.MISSING: pgettext("players", "Missing"),
        marks.EXPECTED: _("On the way"),
        marks.HERE: _("Here"),
    }
    others = {
        marks.MISSING: (marks.HERE, marks.EXPECTED),
        marks.EXPECTED: (marks.HERE, marks.MISSING),
        marks.HERE: (marks.MISSING,),
    }
    lists = qualified.qualified_lists(stage)
    players = [
        (division_label(listed.age_division) if len(lists) > 1 else "", player)
        for listed in lists
        for player in listed.players
        if player.plays
    ]
    return [
        DayTwoSection(
            mark=mark,
            title=title,
            players=[(label, player) for label, player in players if player.mark == mark],
            marks=[(other.value, buttons[other]) for other in others[mark]],
        )
        for mark, title in titles.items()
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
def drop_missing_of_day_two(request: StaffRequest, event: Tournament, division: int) -> HttpResponse:
    """Show the players missing on day 2 for confirmation, then drop the selected ones."""
    chosen_division = get_division_or_404(event, division)
    stage, back_url = qualified.day_two_of(chosen_division), check_in_url(chosen_division)
    rows = queries.missing_on_day_two(stage) if stage else []
    form = DropMissingForm(request.POST if request.method == "POST" else None, rows, names_divisions=False)
    if request.method == "POST" and (form.chosen or not rows):
        newest_before = undo_links.newest_line_key(event)
        try:
            dropped = services.drop_missing_of_day_two(chosen_division, form.chosen, by=request.user)
        except Refused as refused:
            messages.error(request, sentences.refusal_text(refused))
            return redirect(back_url)
        text = ngettext("%(n)d player dropped: %(names)s.", "%(n)d players dropped: %(names)s.", len(dropped))
        names = result_words.names_and_more_text([str(entry) for entry in dropped])
        undo = undo_links.undo_tag(event, since=newest_before, by=request.user)
        messages.success(request, text % {"n": len(dropped), "names": names}, extra_tags=undo)
        return redirect(back_url)
    changes = [_("No one is missing on day 2.")]
    if rows:
        count_text = ngettext(
            "%(n)d player has not checked in for day 2.",
            "%(n)d players have not checked in for day 2.",
            len(rows),
        )
        changes = [
            marked(count_text % {"n": len(rows)}, "day-two-missing", len(rows), chosen_division),
            _("They are not paired on day 2. No one else takes their spots."),
            _("One undo puts all of them back. Each can also be reinstated individually."),
        ]
    context = {
        "page": "desk",
        "board": scoreboard.scoreboard_of_event(event, chosen_division),
        "title": _("Drop players missing on day 2"),
        "lead": "",
        "question": Question(
            changes=changes,
            form=form if rows else None,
            danger=bool(rows),
            action=_("Drop the selected players") if rows else "",
            action_url=request.path,
            cancel_url=back_url,
        ),
    }
    return render(request, "components/confirm.html", context, status=422 if form.errors else 200)


def check_in_url(division: Division) -> str:
    """Return the URL of the check-in page of a division's day 2."""
    return reverse("pairings:day_two_check_in", args=[division.tournament.slug, division.pk])

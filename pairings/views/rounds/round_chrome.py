"""Shared by all round pages: the chosen division, the five steps, the last changes, the way back."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from core import sentences
from core.board import Board, ClockFace
from core.engine.journal.kinds import KINDS, desk_kinds
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms import choices
from core.models import JournalEvent
from core.navigation import Step, Tab
from core.requests import HomeRequest, StadiumRequest, StaffRequest
from core.services import undo
from core.wording import author_text
from pairings.models import Match, Round, Stage
from pairings.models.match import Reason
from pairings.queries.rounds import desk
from pairings.queries.rounds.desk import Change
from pairings.views.reports import scoreboard
from pairings.views.rounds.round_urls import desk_or_tables_url, round_url, undo_url
from pairings.words import result_words
from tournaments.models import Division, Tournament
from tournaments.queries.journal import line_facts, link_names, round_titles
from tournaments.queries.journal_names import namesakes, numbered_facts

STEPS = (
    pgettext_lazy("step", "Pair"),
    gettext_lazy("Review"),
    gettext_lazy("Post"),
    gettext_lazy("Results"),
    gettext_lazy("Close"),
)


WHOLE_PRESS = "?press=yes"
"""Suffix of an undo URL that undoes what one press did in all divisions."""


def division_of(event: Tournament, pk: int) -> Division:
    """Return a division of this event, or raise Http404."""
    return get_object_or_404(event.divisions.select_related("tournament"), pk=pk)


ALL = "all"
"""Value for all divisions in the URL of the desk."""

CHOSEN = "desk_division"
"""Name under which the chosen division is remembered."""

MOST_SEEN = 400
"""Maximum length of a text of `seen_text`."""


def wants_hall(request: StadiumRequest, divisions: list[Division]) -> bool:
    """Return whether to show the desk of all divisions, as requested or last used.

    By default it is shown if two divisions have players.
    """
    if sum(has_players(division) for division in divisions) < 2:
        return False
    division_key = str(request.GET.get("division") or choices.last_choice(request, CHOSEN) or ALL)
    if division_key != ALL and any(str(division.pk) == division_key for division in divisions):
        return False
    choices.remember_choice(request, CHOSEN, ALL)
    return True


def choose_division(request: StadiumRequest, divisions: list[Division]) -> Division:
    """Return the requested division, or the one last used, or the first one with players."""
    last_key = choices.last_choice(request, CHOSEN)
    division_key = str(request.GET.get("division") or last_key)
    default = next((division for division in divisions if has_players(division)), divisions[0])
    chosen = next((division for division in divisions if str(division.pk) == division_key), default)
    if last_key != ALL or "division" in request.GET:
        choices.remember_choice(request, CHOSEN, str(chosen.pk))
    return chosen


def has_players(division: Division) -> bool:
    """Return whether a division ever had an entry, as annotated by `desk.divisions`. True without the annotation."""
    return bool(getattr(division, "peopled", True))


def division_tabs(event: Tournament, divisions: list[Division], chosen: Division | None) -> list[Tab]:
    """Return a tab for all divisions and one for each, with its open tables. Empty for a single division.

    If `chosen` is None, the tab of all divisions is current. Once a round is posted, divisions without players have
    no tab.
    """
    has_started = any(division.started_at for division in divisions)
    listed_divisions = [
        division for division in divisions if division == chosen or has_players(division) or not has_started
    ]
    desk_url = reverse("pairings:desk", args=[event.slug])
    tabs = [
        Tab(
            label=str(division),
            url=f"{desk_url}?division={division.pk}",
            count=getattr(division, "open", 0) or None,
            current=division == chosen,
        )
        for division in listed_divisions
    ]
    if sum(has_players(division) for division in divisions) > 1:
        open_tables = sum(getattr(division, "open", 0) for division in divisions)
        all_tab = Tab(
            label=_("All divisions"),
            url=f"{desk_url}?division={ALL}",
            count=open_tables or None,
            current=chosen is None,
        )
        tabs.insert(0, all_tab)
    return tabs if len(tabs) > 1 else []


def rounds_strip(division: Division, current: Round | None = None) -> list[Tab]:
    """Return a chip for each posted or closed round of a division, linking to it.

    Empty if the page's round is the only one.
    """
    rounds = division.rounds.exclude(state=Round.State.UNPOSTED).select_related("stage").defer("draw")
    listed_rounds = list(rounds.order_by("number"))
    for round_ in listed_rounds:
        round_.division = division
    names = result_words.round_names(listed_rounds)
    chips = [
        Tab(label=names[round_.pk], url=round_url(round_), current=round_ == current)
        for round_ in listed_rounds
    ]
    return chips if len(chips) > 1 or current is None else []


def seen_text(divisions: Iterable[Division]) -> str:
    """Return what a desk has seen of the journal, "12:340.13:328": the latest line of each division."""
    return seen_words({division.pk: desk.latest_change_key(division) for division in divisions})


def seen_words(lines: Mapping[int, int]) -> str:
    """Return the text of `seen_text` for the latest lines seen, division id -> journal line id."""
    return ".".join(f"{division}:{line}" for division, line in lines.items())


def seen_lines(text: str, divisions: Collection[Division]) -> dict[int, int]:
    """Read the text of `seen_text`: return division id -> journal line id for each of these divisions.

    A division that the text does not mention counts as having seen all of its lines.
    """
    pairs = [part.partition(":")[::2] for part in text[:MOST_SEEN].split(".")]
    line_by_division = {whole_number(division): whole_number(line) for division, line in pairs}
    seen_by_division = {division: line_by_division.get(division.pk) for division in divisions}
    return {
        division.pk: desk.latest_change_key(division) if line is None else line
        for division, line in seen_by_division.items()
    }


def step_rows(current: int, urls: dict[int, str] | None = None) -> list[Step]:
    """Return the five steps of a round. `current` counts from 0; with 5, all steps are past."""
    return [
        Step(label=label, past=step < current, current=step == current, url=(urls or {}).get(step))
        for step, label in enumerate(STEPS)
    ]


def board(round_: Round, match: Match | None = None) -> Board:
    """Return the scoreboard of one round, posted or not. On the page of a `match` it has the clock of its table."""
    label = _("State of the round")
    clock_by_state: dict[str, ClockFace] = {
        Round.State.UNPOSTED.value: ClockFace(
            word=_("Not posted"), note=_("waiting for review"), label=label
        ),
        Round.State.CLOSED.value: ClockFace(word=pgettext("round", "Closed"), label=label),
    }
    if round_.state == Round.State.POSTED and match is not None:
        return scoreboard.of_match(match)
    clock = clock_by_state.get(round_.state) or scoreboard.clock(round_)
    return Board(line=scoreboard.round_line(round_), clock=clock, follows=True, division=round_.division_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow:
    """A change on the desk. `press`: what the lines of one press have in common. `undo`: where to undo it, or ""."""

    key: int
    press: tuple[object, ...]
    text: str
    by: str
    at: datetime
    undo: str
    undone: bool
    division: str = ""


@dataclass(frozen=True, kw_only=True)
class LastChanges:
    """The latest changes, and what undoing the user's last step would do, empty without one."""

    changes: Sequence[ChangeRow]
    last_step: str = ""
    last_step_by: str = ""
    last_step_url: str = ""


def changes_context(
    request: StaffRequest, event: Tournament, division: Division, newest: Round | None, *, limit: int = 8
) -> LastChanges:
    """Return the latest changes with their undo, and the user's last step with the effects of undoing it."""
    posted_number = newest.number if newest and newest.state == Round.State.POSTED else None
    latest_changes = desk.latest_changes(division, kinds=desk_kinds(), limit=limit)
    last_step = _latest_result(request, latest_changes, posted_number)
    if last_step is None:
        last_step = undo.last_step_of_staff(division, may=request.can.__getitem__)
    titles = round_titles(event) if newest and newest.stage.kind != Stage.Kind.SWISS else {}
    namesake_numbers = namesakes(event)
    links = link_names(change.line for change in latest_changes)
    change_rows = [
        ChangeRow(
            key=change.line.pk,
            press=(change.line.kind, change.line.at, change.line.by_id),
            text=sentences.journal_text(change.line.kind, line_facts(change.line, titles, namesake_numbers)),
            by=author_text(change.line.by_name, links.get(change.line.pk)),
            at=change.line.at,
            undo=undo_url(event, change.line.pk)
            if change.can_undo(posted_number)
            and (undo_power(change.line) != "organize" or request.can["organize"])
            else "",
            undone=not change.standing and change.line.kind != "Undone" and bool(change.line.undone),
        )
        for change in latest_changes
    ]
    if last_step is None:
        return LastChanges(changes=change_rows)
    return LastChanges(
        changes=change_rows,
        last_step=sentences.undo_text(last_step.kind, numbered_facts(last_step, namesake_numbers)),
        last_step_by=last_step.by_name if last_step.by_id != request.user.pk else "",
        last_step_url=undo_url(event, last_step.pk),
    )


def _latest_result(
    request: StaffRequest, latest_changes: Iterable[Change], posted_number: int | None
) -> JournalEvent | None:
    """Return the latest change of the division if it is a result that staff entered in the posted round.

    It is then the last step of the staff, which takes two queries to find otherwise.
    """
    change = next((change for change in latest_changes if change.line.division_id), None)
    if change is None or change.line.by_id is None or not change.standing:
        return None
    line = change.line
    is_of_round = line.kind == "ResultEntered" and line.facts["round"] == posted_number
    # The result of a penalty is undone with the penalty.
    is_alone = is_of_round and line.facts["after"]["reason"] != Reason.PENALTY
    return line if is_alone and request.can.get(undo_power(line)) else None


def undo_power(line: JournalEvent) -> str:
    """Return the power that may undo a line, "" for a kind that no longer exists."""
    kind = KINDS.get(line.kind)
    return kind.may_undo if kind else ""


def undo_tag(
    request: StaffRequest,
    division: Division,
    kind: str,
    lines: Iterable[JournalEvent] = (),
    /,
    **facts: object,
) -> str:
    """Return the tag for the message of the user's last step, which undoes it.

    Empty if nothing changed or the user may not undo it. `lines`: what the request wrote, if known.
    """
    is_floor_step = KINDS[kind].may_undo == "report"
    is_allowed = request.can["report" if is_floor_step else "run"]
    step = next((line for line in lines if line.kind == kind), None)
    if step is None and is_allowed:
        step = undo.last_step(division, account=request.user)
    if (
        step is None
        or not is_allowed
        or step.kind != kind
        or any(step.facts.get(name) != value for name, value in facts.items())
    ):
        return ""
    url_name = "pairings:floor_undo" if is_floor_step else "pairings:undo"
    return f"undo={reverse(url_name, args=[division.tournament.slug, step.pk])}"


def add_message(
    request: StaffRequest,
    sentence: str,
    division: Division,
    kind: str,
    lines: Iterable[JournalEvent] = (),
    /,
    **facts: object,
) -> None:
    """Add a message that offers to undo the newest step, if it has this kind and these facts.

    `lines`: what the request wrote, if known.
    """
    messages.success(request, sentence, extra_tags=undo_tag(request, division, kind, lines, **facts))


def redirect_with_error(request: HttpRequest, refused: Refused, url: str) -> HttpResponse:
    """Redirect with a refusal as a message."""
    return redirect_with_message(request, sentences.refusal_text(refused), url)


def redirect_with_message(request: HttpRequest, sentence: str, url: str) -> HttpResponse:
    """Redirect with an error message."""
    messages.error(request, sentence)
    return redirect(url)


def redirect_round_missing(request: HomeRequest, division: Division, number: int) -> HttpResponse:
    """Redirect after a round was undone in the meantime: to the desk, or to the pairings for users without a desk."""
    messages.warning(
        request, _("Round %(round)d is not paired. Here is how it stands now.") % {"round": number}
    )
    return redirect(desk_or_tables_url(request, division))


def other_day(event: Tournament) -> dict[str, str]:
    """Return context with the date of an event and today's, if the event has not started and is on another day.

    Both dates are in its time zone. Empty otherwise.
    """
    zone = ZoneInfo(event.timezone)
    starts_at, today = timezone.localtime(event.starts_at, zone), timezone.localtime(timezone=zone)
    if starts_at.date() == today.date() or event.divisions.filter(started_at__isnull=False).exists():
        return {}
    return {"dated": date_format(starts_at, "l j F Y"), "today": date_format(today, "l j F Y")}


def is_cut(round_: Round) -> bool:
    return bool(round_.stage.kind == Stage.Kind.ELIMINATION)

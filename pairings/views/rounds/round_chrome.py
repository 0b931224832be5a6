"""Shared by all round pages: the chosen division, the five steps, the last changes, the way back."""

from functools import partial
from typing import Any
from urllib.parse import urlencode
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
from core.engine.journal.kinds import KINDS, at_desk
from core.engine.refused import Refused
from core.forms import choices
from core.services import undo
from core.wording import author_text
from pairings.models import Match, Round, Stage
from pairings.queries.rounds import desk
from pairings.views.reports import scoreboard
from pairings.words import result_words
from tournaments.access import signed_in
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
"""Suffix of an undo URL: undo what one press did in all divisions."""


def may(request: HttpRequest, power: str) -> bool:
    allowed: bool = request.can[power]  # type: ignore[attr-defined]
    return allowed


def division_of(event: Tournament, pk: int) -> Division:
    """A division of this event, or 404."""
    return get_object_or_404(event.divisions.select_related("tournament"), pk=pk)


ALL = "all"
"""The value for all divisions in the URL of the desk."""

CHOSEN = "desk_division"


def wants_hall(request: HttpRequest, divisions: list[Division]) -> bool:
    """Whether to show the desk of all divisions: as requested or last used; by default if two have players."""
    if sum(peopled(division) for division in divisions) < 2:
        return False
    wanted = str(request.GET.get("division") or choices.choice(request, CHOSEN) or ALL)
    if wanted != ALL and any(str(division.pk) == wanted for division in divisions):
        return False
    choices.choose(request, CHOSEN, ALL)
    return True


def choose(request: HttpRequest, divisions: list[Division]) -> Division:
    """The requested division, or the one last used, or the first with players."""
    remembered = choices.choice(request, CHOSEN)
    wanted = str(request.GET.get("division") or remembered)
    first = next((division for division in divisions if peopled(division)), divisions[0])
    chosen = next((division for division in divisions if str(division.pk) == wanted), first)
    if remembered != ALL or "division" in request.GET:
        choices.choose(request, CHOSEN, str(chosen.pk))
    return chosen


def peopled(division: Division) -> bool:
    """Whether it has ever had an entry, as read by `desk.divisions`; True if not read."""
    return bool(getattr(division, "peopled", True))


def tabs(event: Tournament, divisions: list[Division], chosen: Division | None) -> list[dict[str, Any]]:
    """A tab for all divisions and one for each, with its open tables; empty for one division.

    `chosen` None: all of them. Once a round is posted, divisions without players have no tab.
    """
    begun = any(division.started_at for division in divisions)
    listed = [division for division in divisions if division == chosen or peopled(division) or not begun]
    desk_url = reverse("pairings:desk", args=[event.slug])
    tabs = [
        {
            "label": str(division),
            "url": f"{desk_url}?division={division.pk}",
            "count": getattr(division, "open", 0) or None,
            "current": division == chosen,
        }
        for division in listed
    ]
    if sum(peopled(division) for division in divisions) > 1:
        whole = sum(getattr(division, "open", 0) for division in divisions)
        first = {"label": _("All divisions"), "url": f"{desk_url}?division={ALL}", "count": whole or None}
        tabs.insert(0, first | {"current": chosen is None})
    return tabs if len(tabs) > 1 else []


def rounds_strip(division: Division, current: Round | None = None) -> list[dict[str, Any]]:
    """A chip for each posted or closed round of a division, as links to earlier ones; empty if the page's round is the
    only one.
    """
    rounds = division.rounds.exclude(state=Round.State.UNPOSTED).select_related("stage").defer("draw")
    listed = list(rounds.order_by("number"))
    for round_ in listed:
        round_.division = division
    names = result_words.round_names(listed)
    chips = [
        {"label": names[round_.pk], "url": round_url(round_), "current": round_ == current}
        for round_ in listed
    ]
    return chips if len(chips) > 1 or current is None else []


def steps(current: int, urls: dict[int, str] | None = None) -> list[dict[str, Any]]:
    """The five steps of a round; `current` counts from 0, 5 means all are past."""
    return [
        {"label": label, "past": step < current, "current": step == current, "url": (urls or {}).get(step)}
        for step, label in enumerate(STEPS)
    ]


def board(round_: Round, match: Match | None = None) -> dict[str, Any]:
    """The scoreboard of one round, posted or not; on the page of a `match` with the clock of its table."""
    words: dict[str, dict[str, Any]] = {
        Round.State.UNPOSTED.value: {
            "word": _("Not posted"),
            "note": _("waiting for review"),
            "left": None,
            "label": _("State of the round"),
        },
        Round.State.CLOSED.value: {
            "word": pgettext("round", "Closed"),
            "note": "",
            "left": None,
            "label": _("State of the round"),
        },
    }
    if round_.state == Round.State.POSTED and match is not None:
        return scoreboard.of_match(match)
    clock = words.get(round_.state) or scoreboard.clock(round_)
    return {"line": scoreboard.line(round_), "clock": clock, "division": round_.division_id}


def changes(
    request: HttpRequest, event: Tournament, division: Division, newest: Round | None, *, limit: int = 8
) -> dict[str, Any]:
    """The latest changes with their undo, and the user's last step with the effects of its undo."""
    playing = newest.number if newest and newest.state == Round.State.POSTED else None
    last = undo.last_of_staff(division, may=partial(may, request))
    latest = desk.changes(division, kinds=at_desk(), limit=limit)
    titles = round_titles(event) if newest and newest.stage.kind != Stage.Kind.SWISS else {}
    of_same_name = namesakes(event)
    links = link_names(change.event for change in latest)
    lines = [
        {
            "key": change.event.pk,
            "press": (change.event.kind, change.event.at, change.event.by_id),
            "text": sentences.journal_text(change.event.kind, line_facts(change.event, titles, of_same_name)),
            "by": author_text(change.event.by_name, links.get(change.event.pk)),
            "at": change.event.at,
            "undo": undo_url(event, change.event.pk) if _can_go(request, change, playing) else "",
            "undone": not change.standing and change.event.kind != "Undone" and change.event.undone,  # type: ignore[attr-defined]
        }
        for change in latest
    ]
    return {
        "changes": lines,
        "last_step": sentences.undo_text(last.kind, numbered_facts(last, of_same_name)) if last else "",
        "last_step_by": last.by_name if last and last.by_id != signed_in(request).pk else "",
        "last_step_url": undo_url(event, last.pk) if last else "",
    }


def _can_go(request: HttpRequest, change: desk.Change, playing: int | None) -> bool:
    """Whether a change can be undone here: results of the open round and drops one by one, others from the
    newest on.
    """
    line = change.event
    kind = KINDS.get(line.kind)
    if kind is not None and kind.may_undo == "organize" and not may(request, "organize"):
        return False
    if kind is not None and kind.scope == "event":
        return change.standing
    single = line.kind.startswith(("Entry", "NoShows")) or (
        line.kind.startswith("Result") and line.facts.get("round") == playing
    )
    return change.standing if single else change.newest


def undo_url(event: Tournament, pk: int) -> str:
    return reverse("pairings:undo", args=[event.slug, pk])


def undo_tag(request: HttpRequest, division: Division, kind: str, **facts: object) -> str:
    """The undo of the user's last step for its message; empty if nothing changed or they may not undo it."""
    of_floor = KINDS[kind].may_undo == "report"
    allowed = may(request, "report" if of_floor else "run")
    step = undo.last(division, of=signed_in(request)) if allowed else None
    if (
        step is None
        or step.kind != kind
        or any(step.facts.get(name) != value for name, value in facts.items())
    ):
        return ""
    name = "pairings:floor_undo" if of_floor else "pairings:undo"
    return f"undo={reverse(name, args=[division.tournament.slug, step.pk])}"


def add_message(request: HttpRequest, sentence: str, division: Division, kind: str, **facts: object) -> None:
    """Add a message with the undo of the journal line of that kind and those facts."""
    messages.success(request, sentence, extra_tags=undo_tag(request, division, kind, **facts))


def redirect_with_error(request: HttpRequest, refused: Refused, url: str) -> HttpResponse:
    """Redirect with a refusal as a message."""
    return redirect_with_message(request, sentences.refusal_text(refused), url)


def redirect_with_message(request: HttpRequest, sentence: str, url: str) -> HttpResponse:
    """Redirect with an error message."""
    messages.error(request, sentence)
    return redirect(url)


def desk_url(division: Division) -> str:
    return f"{reverse('pairings:desk', args=[division.tournament.slug])}?division={division.pk}"


def round_url(round_: Round, name: str = "pairings:round") -> str:
    division = round_.division
    return reverse(name, args=[division.tournament.slug, division.pk, round_.number])


def sheets_url(round_: Round) -> str:
    """The URL of all sheets of a round, one file."""
    query = urlencode({"division": round_.division_id, "round": round_.number})
    return f"{reverse('pairings:sheet', args=[round_.division.tournament.slug, 'round'])}?{query}"


def match_url(match: Match) -> str:
    """The URL of the page of a match."""
    division = match.round.division
    return reverse("floor:match", args=[division.tournament.slug, division.pk, match.round.number, match.pk])


def redirect_round_missing(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """Redirect after a round was undone meanwhile: to the desk, or to the pairings for users without a desk."""
    messages.warning(
        request, _("Round %(round)d is not paired. Here is how it stands now.") % {"round": number}
    )
    if may(request, "run"):
        return redirect(desk_url(division))
    return redirect(f"{reverse('pairings:tables', args=[division.tournament.slug])}?division={division.pk}")


def other_day(event: Tournament) -> dict[str, str]:
    """The dated day of an event that has not started, and today, if they differ in its time zone; else empty."""
    zone = ZoneInfo(event.timezone)
    dated, today = timezone.localtime(event.starts_at, zone), timezone.localtime(timezone=zone)
    if dated.date() == today.date() or event.divisions.filter(started_at__isnull=False).exists():
        return {}
    return {"dated": date_format(dated, "l j F Y"), "today": date_format(today, "l j F Y")}


def is_cut(round_: Round) -> bool:
    return bool(round_.stage.kind == Stage.Kind.ELIMINATION)


def tables_url(round_: Round) -> str:
    """The URL of the pairings by table of a round."""
    page = reverse("pairings:tables", args=[round_.division.tournament.slug])
    return f"{page}?division={round_.division_id}&round={round_.number}"

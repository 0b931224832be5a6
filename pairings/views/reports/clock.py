"""The clock of a round: its page, its buttons, and the state polled by devices."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from core import sentences, web
from core.engine.numbers import whole_number
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.forms.questions import Question
from core.models import JournalEvent
from core.services import undo
from core.web import typed
from core.wording import in_a_row, labelled, sentence_at
from pairings.access import refusals_lead_to
from pairings.engine.clock import Kind
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round, Stage
from pairings.queries.reports import clock_page, clocks
from pairings.services.reports import clocks as presses
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from tournaments import scopes
from tournaments.access import event_page, signed_in
from tournaments.engine import kinds
from tournaments.models import Tournament
from tournaments.queries.journal import event_of
from tournaments.queries.journal_names import namesakes, numbered_facts

EVERYBODY = "all"
MOST_STEPS = 20
FOR_DEVICES = ("phase", "starts", "ends", "window", "stands", "note", "label")
"""The parts of a clock that devices count on by themselves."""


@require_safe
@event_page("view")
def clock(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Every clock in play, with buttons for those who run the event, and the extra time of tables."""
    request.live.follow(scopes.results(event.pk))  # type: ignore[attr-defined]
    rounds = clock_page.playing(event)
    times = clock_page.table_times(rounds)
    cards = [_card(request, round_, times[round_.pk]) for round_ in rounds]
    timed = [card for card in cards if card["face"]]
    context = {
        "page": "clock",
        "cards": cards,
        "several": len(timed) > 1,
        "everybody": together(timed),
        "edition": kinds.EDITIONS[event.edition],
        "delay": event.clock_delay,
    }
    return render(request, "pairings/clock.html", context)


def _card(request: HttpRequest, round_: Round, times: Sequence[clock_page.TableTime]) -> dict[str, Any]:
    lines = clock_page.presses(round_, presses.PRESSES)
    times_listed = []
    for time in times:
        row, match = time.extension, time.match
        line = {
            "table": time.table,
            "names": f"{match.left} – {match.right}",
            "running": row.ended_at is None,
            "minutes": (row.seconds or 0) // 60,
            "cause": row.get_cause_display(),
            "why": row.why,
            "by": str(row.ended_by or row.began_by or ""),
            "at": row.began_at,
            "ends_at": time.ends_at,
            "url": round_chrome.match_url(match),
        }
        times_listed.append(line)
    of_same_name = namesakes(round_.division.tournament)
    event = round_.division.tournament
    best_of = event.best_of if round_.stage.kind == Stage.Kind.SWISS else event.cut_best_of
    return controls(round_) | {
        "lines": [
            {
                "text": sentences.journal_text(line.kind, numbered_facts(line, of_same_name)),
                "at": line.at,
                "by": line.by_name,
                "undo": round_chrome.undo_url(round_.division.tournament, line.pk)
                if number == 0 and round_chrome.may(request, "run")
                else "",
            }
            for number, line in enumerate(lines)
        ],
        "times": times_listed,
        "minimum": kinds.minimum_minutes(event.edition, event.play_style, best_of) if event.official else 0,
    }


def controls(round_: Round) -> dict[str, Any]:
    """The context of the buttons of one clock, on the desk and on the clock page."""
    face = scoreboard.clock(round_)
    can: dict[str, bool] = {}
    if face:
        # The buttons that fit the current clock.
        waiting, setting_up = face["phase"] == "waiting", face["starts"] is not None
        can = {
            "set_up": waiting,
            "start": waiting or setting_up,
            "stop": not waiting and not face["stopped"],
            "go_on": bool(face["stopped"]),
            "less": face["phase"] != "over",
            "anew": not waiting,
        }
    return {
        "round": round_,
        "division": round_.division,
        "name": result_words.round_name(round_),
        "minutes": clocks.minutes_of(round_),
        "face": face,
        "can": can,
    }


def table_notes(round_: Round) -> dict[int, dict[str, str]]:
    """Notes on extra time for the open tables of a round: "+4 min", "until 14:32". One query."""
    zone, notes = ZoneInfo(round_.division.tournament.timezone), {}
    for pk, table in clock_page.of_tables([round_]).items():
        minutes, ends = int(table.extra.total_seconds()) // 60, table.ends_at()
        label = _("Judge at the table") if table.held_since else _("+%(n)d min") % {"n": minutes}
        if minutes or table.held_since:
            note = sentence_at(_("until %(at)s"), ends, zone) if ends else ""
            notes[pk] = {"state": "extension", "label": str(label), "note": note}
    return notes


def together(cards: list[dict[str, Any]]) -> dict[str, bool]:
    """The buttons for all divisions: those that fit any of them."""
    names = {name for card in cards for name in card["can"]}
    return {name: any(card["can"][name] for card in cards) for name in names}


@require_POST
@event_page("run")
@refusals_lead_to("pairings:clock")
def press(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Press a button of the clock of one `division` or of "all".

    `press`: a kind of mark, "anew", or "adjusted:-5" for minutes.
    """
    kind, seconds, anew = _pressed(request)
    by, why = signed_in(request), typed(request, "why")
    wanted = request.POST.get("division", EVERYBODY)
    try:
        if wanted == EVERYBODY:
            others = request.POST.get("others") == "yes"
            lines = presses.press_all(event, kind, by=by, seconds=seconds, why=why, anew=anew, others=others)
        else:
            playing = {str(round_.division_id): round_ for round_ in clock_page.playing(event)}
            if wanted not in playing:
                raise Refused(PairingRefusal.NO_CLOCK)
            lines = [presses.press(playing[wanted], kind, by=by, seconds=seconds, why=why, anew=anew)]
    except presses.NotAllClocks as not_all:
        # No clock was changed: list the divisions that refused, and offer the press for the others.
        sent = {name: typed(request, name) for name in ("press", "division", "minutes", "why")}
        n, back = not_all.others, _back(request, event)
        context = {
            "page": "clock",
            "title": _("All clocks at once"),
            "lead": "",
            "question": Question(
                heading=_("No clock is changed yet"),
                changes=[
                    labelled(home, sentences.refusal_text(refused)) for home, refused in not_all.refused
                ],
                action=ngettext("Only the other clock", "Only the other %(n)d clocks", n) % {"n": n},
                action_url=reverse("pairings:clock_press", args=[event.slug]),
                hidden={**sent, "others": "yes", "next": back},
                cancel_url=back,
            ),
        }
        return render(request, "components/confirm.html", context)
    numbers = ",".join(str(line.pk) for line in lines)
    undo_url = reverse("pairings:clock_undo", args=[event.slug]) + f"?steps={numbers}"
    message = in_a_row(dict.fromkeys(_line_text(line, several=len(lines) > 1) for line in lines))
    messages.success(request, f"{message}.", extra_tags=f"undo={undo_url}")
    return redirect(_back(request, event))


def _back(request: HttpRequest, event: Tournament) -> str:
    return web.back(request, reverse("pairings:clock", args=[event.slug]))


def _line_text(line: JournalEvent, *, several: bool) -> str:
    text = sentences.journal_text(line.kind, numbered_facts(line, namesakes(event_of(line))))
    return labelled(line.division, text) if several else text


def _pressed(request: HttpRequest) -> tuple[Kind, int, bool]:
    """The kind, seconds and restart flag of a press. Refused: UNDO_NOT_POSSIBLE for an unknown button, CLOCK_CHANGE_ODD
    for invalid minutes.
    """
    button, _colon, typed = request.POST.get("press", "").partition(":")
    if button == "anew":
        return Kind.STARTED, 0, True
    if button not in list(Kind):
        raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    if button != Kind.ADJUSTED:
        return Kind(button), 0, False
    text = (typed or request.POST.get("minutes", "")).strip().replace("−", "-").removeprefix("+")
    minutes = whole_number(text.removeprefix("-"), digits=3)
    if minutes is None:
        raise Refused(PairingRefusal.CLOCK_CHANGE_ODD, most=presses.MOST_SECONDS // 60)
    return Kind.ADJUSTED, minutes * (-60 if text.startswith("-") else 60), False


@require_POST
@event_page("run")
@refusals_lead_to("pairings:clock")
def clock_undo(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Undo one press, in all divisions it changed."""
    numbers = [whole_number(part) for part in request.GET.get("steps", "").split(",")[:MOST_STEPS]]
    lines = JournalEvent.objects.select_related("division__tournament", "tournament").filter(
        tournament=event, kind__in=presses.PRESSES, pk__in=[number for number in numbers if number]
    )
    if not lines:
        raise Refused(PairingRefusal.NOTHING_TO_UNDO)
    undo.undo_together(lines, by=signed_in(request))
    message = in_a_row(dict.fromkeys(_line_text(line, several=len(lines) > 1) for line in lines))
    messages.success(request, _("Undone: %(step)s.") % {"step": message})
    return redirect(_back(request, event))


@require_safe
@event_page()
def clock_state(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The state of the clocks, for devices that count on their own; 204 while `?seen=` is current. Three queries."""
    rounds = clock_page.playing(event)
    faces = {str(round_.pk): scoreboard.clock(round_) for round_ in rounds}
    faces |= {f"t{match.pk}": scoreboard.table_clock(match) for match in clock_page.extended(rounds)}
    news = {key: {name: face[name] for name in FOR_DEVICES} for key, face in faces.items() if face}
    whole = json.dumps([news, clock_page.extensions_state(rounds)], sort_keys=True)
    version = hashlib.sha256(whole.encode()).hexdigest()[:12]
    same = request.GET.get("seen") == version
    answer = HttpResponse(status=204) if same else JsonResponse({"version": version, "clocks": news})
    answer["Server-Now"] = str(int(timezone.now().timestamp() * 1000))
    answer["Cache-Control"] = "no-store"
    return answer

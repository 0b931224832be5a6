"""The clock of a round: its page, its buttons, and the state that devices poll."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from core import sentences
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.questions import Question
from core.models import JournalEvent
from core.requests import HomeRequest, StaffRequest
from core.responses import posted_text
from core.return_urls import page_to_return_to
from core.scoreboard.clock_face import ClockFace
from core.services import undo
from core.text_parts import joined_with_semicolons, sentence_with_time, text_labeled_with_part
from pairings.access import redirect_refusals_to
from pairings.engine.refusals import PairingRefusal
from pairings.forms.clock_press import parse_clock_press
from pairings.models import Round, Stage
from pairings.queries.reports import clock_page, clocks
from pairings.services.reports import clocks as presses
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_urls
from pairings.words import round_names
from tournaments import scopes
from tournaments.access import event_page
from tournaments.engine import kinds
from tournaments.models import Tournament
from tournaments.models.division import Division
from tournaments.queries.journal_names import facts_with_namesake_numbers, namesakes

EVERYBODY = "all"
"""Form value for the clocks of all divisions."""

MAX_STEPS = 20
"""Maximum number of journal lines undone at once."""

FOR_DEVICES = ("phase", "starts", "ends", "window", "stands", "note", "label")
"""Fields of a clock from which devices can count without further requests."""


@require_safe
@event_page("view")
def show_clocks(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show all clocks in play, with buttons for staff who run the event, and extra time of tables."""
    request.live.follow(scopes.results_scope(event.pk))
    rounds = clock_page.rounds_in_play_with_clocks(event)
    times = clock_page.extra_times_by_round(rounds)
    cards = [_clock_card(request, round_, times[round_.pk]) for round_ in rounds]
    cards_with_clock = [card for card in cards if card.face]
    context = {
        "page": "clock",
        "cards": cards,
        "several": len(cards_with_clock) > 1,
        "everybody": controls_of_all_clocks(cards_with_clock),
        "edition": kinds.EDITIONS[event.edition],
        "delay": event.clock_delay,
    }
    return render(request, "pairings/clock.html", context)


@dataclass(frozen=True, kw_only=True)
class ClockControls:
    """Buttons of one clock.

    - `face`: its display, or None without a clock.
    - `minutes`: length of the round.
    - `can`: name of a button -> whether the clock's state allows it; empty without a clock.
    """

    round: Round
    division: Division
    name: str
    minutes: int
    face: ClockFace | None
    can: dict[str, bool]


@dataclass(frozen=True, kw_only=True)
class ClockCard(ClockControls):
    """One clock on the clock page.

    - `lines`: its latest presses.
    - `times`: time extensions of its tables.
    - `minimum`: minimum minutes by the rules, or 0 for an unofficial event.
    """

    lines: Sequence[Mapping[str, object]]
    times: Sequence[Mapping[str, object]]
    minimum: int


def _clock_card(request: HomeRequest, round_: Round, times: Sequence[clock_page.TableTime]) -> ClockCard:
    press_lines = clock_page.clock_presses(round_, presses.PRESSES)
    time_rows = []
    for table_time in times:
        extension, match = table_time.extension, table_time.match
        time_row = {
            "table": table_time.table,
            "names": f"{match.left} – {match.right}",
            "running": extension.ended_at is None,
            "minutes": (extension.seconds or 0) // 60,
            "cause": extension.get_cause_display(),
            "why": extension.why,
            "by": str(extension.ended_by or extension.began_by or ""),
            "at": extension.began_at,
            "ends_at": table_time.ends_at,
            "url": round_urls.match_url(match),
        }
        time_rows.append(time_row)
    namesake_numbers = namesakes(round_.division.tournament)
    event = round_.division.tournament
    best_of = event.best_of if round_.stage.kind == Stage.Kind.SWISS else event.cut_best_of
    return ClockCard(
        **vars(clock_controls(round_)),
        lines=[
            {
                "text": sentences.journal_text(
                    press_line.kind, facts_with_namesake_numbers(press_line, namesake_numbers)
                ),
                "at": press_line.at,
                "by": press_line.by_name,
                "undo": round_urls.undo_step_url(round_.division.tournament, press_line.pk)
                if index == 0 and request.can["run"]
                else "",
            }
            for index, press_line in enumerate(press_lines)
        ],
        times=time_rows,
        minimum=kinds.minimum_round_minutes(event.edition, event.play_style, best_of)
        if event.official
        else 0,
    )


def clock_controls(round_: Round) -> ClockControls:
    """Return the context for the buttons of one clock, on the desk and on the clock page."""
    face = scoreboard.clock_of_posted_round(round_)
    can: dict[str, bool] = {}
    if face:
        # Only buttons that fit the clock's current state are shown.
        is_waiting, is_setting_up = face.phase == "waiting", face.starts is not None
        can = {
            "set_up": is_waiting,
            "start": is_waiting or is_setting_up,
            "stop": not is_waiting and not face.stopped,
            "go_on": face.stopped,
            "less": face.phase != "over",
            "anew": not is_waiting,
        }
    return ClockControls(
        round=round_,
        division=round_.division,
        name=round_names.round_name(round_),
        minutes=clocks.minutes_of_round(round_),
        face=face,
        can=can,
    )


def extra_time_notes(round_: Round) -> dict[int, dict[str, str]]:
    """Return notes on extra time by match id, for open tables with extra time or a judge at the table.

    Each note is {"state", "label", "note"}: "+4 min" or "Judge at the table", and "until 14:32" or "". One query.
    """
    zone, notes = ZoneInfo(round_.division.tournament.timezone), {}
    for pk, table in clock_page.extended_table_clocks([round_]).items():
        minutes, ends_at = int(table.extra.total_seconds()) // 60, table.ends_at()
        label = _("Judge at the table") if table.held_since else _("+%(n)d min") % {"n": minutes}
        if minutes or table.held_since:
            note = sentence_with_time(_("until %(at)s"), ends_at, zone) if ends_at else ""
            notes[pk] = {"state": "extension", "label": str(label), "note": note}
    return notes


def controls_of_all_clocks(cards: Sequence[ClockControls]) -> dict[str, bool]:
    """Return the buttons for the clocks of all divisions.

    A button is possible if it is possible for at least one of the clocks.
    """
    names = {name for card in cards for name in card.can}
    return {name: any(card.can[name] for card in cards) for name in names}


@require_POST
@event_page("run")
@redirect_refusals_to("pairings:clock")
def press_clock_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Press a button of the clock of one `division`, or of "all".

    If some clocks cannot be changed, ask whether to change the others. Refused: NO_CLOCK if the division has no
    round in play, and whatever `parse_clock_press`, `presses.press_clock` and `presses.press_all_clocks` refuse.
    """
    kind, seconds, is_restart = parse_clock_press(request.POST)
    by, reason = request.user, posted_text(request, "why")
    back_url = page_to_return_to(request, reverse("pairings:clock", args=[event.slug]))
    division_key = request.POST.get("division", EVERYBODY)
    try:
        if division_key == EVERYBODY:
            include_others = request.POST.get("others") == "yes"
            lines = presses.press_all_clocks(
                event,
                kind,
                by=by,
                seconds=seconds,
                why=reason,
                restart=is_restart,
                skip_refused=include_others,
            )
        else:
            round_by_division = {
                str(round_.division_id): round_ for round_ in clock_page.rounds_in_play_with_clocks(event)
            }
            if division_key not in round_by_division:
                raise Refused(PairingRefusal.NO_CLOCK)
            lines = [
                presses.press_clock(
                    round_by_division[division_key],
                    kind,
                    by=by,
                    seconds=seconds,
                    why=reason,
                    restart=is_restart,
                )
            ]
    except presses.NotAllClocks as not_all_pressed:
        # No clock was changed, so the page lists the divisions whose clocks refused and offers to press the others.
        sent_fields = {name: posted_text(request, name) for name in ("press", "division", "minutes", "why")}
        other_count = not_all_pressed.others
        context = {
            "page": "clock",
            "title": _("All clocks"),
            "lead": "",
            "question": Question(
                heading=_("No clock has been changed yet"),
                changes=[
                    text_labeled_with_part(division, sentences.refusal_text(refused))
                    for division, refused in not_all_pressed.refused
                ],
                action=ngettext("Only the other clock", "Only the other %(n)d clocks", other_count)
                % {"n": other_count},
                action_url=reverse("pairings:clock_press", args=[event.slug]),
                hidden={**sent_fields, "others": "yes", "next": back_url},
                cancel_url=back_url,
            ),
        }
        return render(request, "components/confirm.html", context)
    line_keys = ",".join(str(line.pk) for line in lines)
    undo_url = reverse("pairings:clock_undo", args=[event.slug]) + f"?steps={line_keys}"
    messages.success(request, f"{_press_text(event, lines)}.", extra_tags=f"undo={undo_url}")
    return redirect(back_url)


def _press_text(event: Tournament, lines: Collection[JournalEvent]) -> str:
    """Join the journal lines of one press into a text, with division names if there are several lines."""
    namesake_numbers = namesakes(event)
    texts = [
        sentences.journal_text(journal_line.kind, facts_with_namesake_numbers(journal_line, namesake_numbers))
        for journal_line in lines
    ]
    if len(texts) > 1:
        texts = [
            text_labeled_with_part(journal_line.division, step_text)
            for journal_line, step_text in zip(lines, texts, strict=True)
        ]
    return joined_with_semicolons(dict.fromkeys(texts))


@require_POST
@event_page("run")
@redirect_refusals_to("pairings:clock")
def undo_clock_press(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Undo one press of a clock button in all divisions that it changed.

    `?steps=` lists its journal lines. Refused: NOTHING_TO_UNDO if none of them is a press, and whatever
    `undo.undo_steps_together` refuses.
    """
    line_keys = [whole_number(part) for part in request.GET.get("steps", "").split(",")[:MAX_STEPS]]
    lines = JournalEvent.objects.select_related("division__tournament", "tournament").filter(
        tournament=event, kind__in=presses.PRESSES, pk__in=[line_key for line_key in line_keys if line_key]
    )
    if not lines:
        raise Refused(PairingRefusal.NOTHING_TO_UNDO)
    undo.undo_steps_together(lines, by=request.user)
    messages.success(request, _("Undone: %(step)s.") % {"step": _press_text(event, lines)})
    return redirect(page_to_return_to(request, reverse("pairings:clock", args=[event.slug])))


@require_safe
@event_page()
def clock_state(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Return the state of the clocks, so that devices can run them locally.

    Return 204 if `?seen=` is still current. Three queries.
    """
    rounds = clock_page.rounds_in_play_with_clocks(event)
    faces = {str(round_.pk): scoreboard.clock_of_posted_round(round_) for round_ in rounds}
    faces |= {
        f"t{match.pk}": scoreboard.clock_of_extended_table(match)
        for match in clock_page.extended_matches(rounds)
    }
    device_faces = {
        key: {name: getattr(face, name) for name in FOR_DEVICES} for key, face in faces.items() if face
    }
    content = json.dumps([device_faces, clock_page.extensions_state(rounds)], sort_keys=True)
    version = hashlib.sha256(content.encode()).hexdigest()[:12]
    is_current = request.GET.get("seen") == version
    response = (
        HttpResponse(status=204) if is_current else JsonResponse({"version": version, "clocks": device_faces})
    )
    response["Server-Now"] = str(int(timezone.now().timestamp() * 1000))
    response["Cache-Control"] = "no-store"
    return response

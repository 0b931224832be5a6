"""The desk of all divisions: the next step of each, and one form for the results of the whole hall."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from core.wording import in_a_row, labelled
from pairings.models import Round
from pairings.queries.rounds import desk, fields, grouping
from pairings.queries.rounds.desk import Phase, Standpoint
from pairings.views.print import event_copies
from pairings.views.reports import clock
from pairings.views.rounds import desk_lines, no_shows, round_chrome
from pairings.words import result_words
from tournaments import queries
from tournaments.engine.divisions import AGE_DIVISIONS, PLAYS_IN
from tournaments.forms.arrange import divisions_text
from tournaments.models import Division, Tournament
from tournaments.templatetags.facts import marked
from tournaments.wording import division_label

CHANGES = 5
"""The last changes shown, of all divisions together."""

WORKED_AT = (Phase.PAIR, Phase.REVIEW, Phase.RESULTS)
"""Phases with a step that all divisions can take at once."""


def url(event: Tournament) -> str:
    return f"{reverse('pairings:desk', args=[event.slug])}?division={round_chrome.ALL}"


def hall_page(
    request: HttpRequest,
    event: Tournament,
    divisions: list[Division] | None = None,
    *,
    problem: dict[str, str] | None = None,
) -> HttpResponse:
    """Every division with its step, and the open tables of all. `problem`: as on the desk of one round."""
    listed = divisions if divisions is not None else list(desk.divisions(event))
    standing = [desk.standpoint(division) for division in listed if round_chrome.peopled(division)]
    playing = [at.newest for at in standing if at.phase is Phase.RESULTS and at.newest is not None]
    tables = _tables(request, playing, unseen=(problem or {}).get("unseen", ""))
    ready = _ready(standing, tables)
    grouped = grouping_context(request, event)
    cards = [_card(at, ready, tables, grouped=bool(grouped.get("ready"))) for at in standing]
    tabs, title = round_chrome.tabs(event, listed, None), _("All divisions")
    if grouped and grouped["decided"]:
        ready["pair"] = []
        cards, tabs, title = grouped["cards"], [], grouped["divisions"]
    actions = _actions(ready, open_tables=bool(tables["left"]))
    if grouped.get("ready"):
        # The button of the first pairing in an event grouped by attendance
        pair_all = {
            "name": "pairings:pair_all",
            "icon": "swap",
            "label": grouped["label"],
            "text": _("Grouped by the players checked in, as TOM does: %(counts)s.") % grouped,
            "grouped": grouped["codes"],
            "primary": True,
        }
        actions = [pair_all, *actions]
    context = {
        "page": "desk",
        "title": title,
        "board": {"line": title},
        "tabs": tabs,
        "steps": round_chrome.steps(_step(standing, ready)),
        "divisions": cards,
        "actions": actions,
        "grouping": grouped,
        "problem": problem or {},
        "urls": {
            "result": reverse("pairings:hall_result", args=[event.slug]),
            "news": reverse("pairings:hall_news", args=[event.slug]),
            "print": print_url(event)
            if any(at.newest and at.phase in WORKED_AT[1:] for at in standing)
            else "",
        },
        "since": max((desk.newest_change(division) for division in listed), default=0),
        "copies": event_copies.panel(event),
        "no_shows": no_shows.panel(*[at.newest for at in standing if at.newest and at.phase in WORKED_AT]),
        **tables,
        **_changes(request, event, standing),
    }
    response = render(request, "pairings/hall_desk.html", context)
    if request.htmx:  # type: ignore[attr-defined]
        response["HX-Replace-Url"] = request.get_full_path() if request.method == "GET" else url(event)
    return response


def print_url(event: Tournament) -> str:
    """The URL of the sheets of all rounds in play, one file."""
    return f"{reverse('pairings:sheet', args=[event.slug, 'round'])}?hall=yes"


def _tables(request: HttpRequest, playing: Sequence[Round], *, unseen: str) -> dict[str, Any]:
    """The tables of all rounds in play, in the order of their numbers, and the players' reports."""
    rounds = [desk_lines.tables(round_, QueryDict()) for round_ in playing]
    for tables in rounds:
        for line in [*tables.open, *tables.done, *tables.alone]:
            line |= {"division": str(tables.round.division), "home": tables.round.division_id}
    timers = [timer for timer in map(clock.controls, playing) if timer["face"]]
    numbers = [number for tables in rounds for number in tables.numbers]
    done = [line for tables in rounds for line in tables.done]
    reports = [tables.reports for tables in rounds]
    groups = []
    for tables in rounds:
        if not tables.left:
            continue
        # The open tables of a division; of hundreds the first ones, with a link to its own desk
        division = tables.round.division
        lines = sorted(tables.open, key=lambda line: line["no"] or 0)
        group = {
            "home": division.pk,
            "age_division": division.age_division,
            "name": str(division),
            "lines": lines,
            "left": tables.left,
            "more": round_chrome.desk_url(division) if len(lines) < tables.left else "",
        }
        groups.append(group)
    return {
        "rounds": list(playing),
        "groups": groups,
        "done": sorted(done, key=lambda line: line["no"] or 0),
        "only_newest": any(tables.context["only_newest"] for tables in rounds),
        "alone": [line for tables in rounds for line in tables.alone],
        "unlisted": desk_lines.unlisted([row for tables in rounds for row in tables.unlisted], unseen=unseen),
        "finished": sum(tables.finished for tables in rounds),
        "whole": sum(len(tables.two) for tables in rounds),
        "left": sum(tables.left for tables in rounds),
        "table_from": min(numbers, default=1),
        "table_to": max(numbers, default=1),
        "timers": timers,
        "together": clock.together(timers),
        "no_tie": bool(playing) and all(round_chrome.is_cut(round_) for round_ in playing),
        "scores": any(round_.best_of > 1 for round_ in playing),
        "only_open": request.GET.get("show") == "open",
        "by_home": {tables.round.division_id: tables for tables in rounds},
        **{name: sum(report[name] for report in reports) for name in ("in_dispute", "waiting_whole")},
        **{name: [line for report in reports for line in report[name]] for name in ("waiting", "conflicts")},
    }


Ready = dict[str, list[Standpoint]]


def _ready(standing: Iterable[Standpoint], tables: dict[str, Any]) -> Ready:
    """The divisions that can take each step now."""
    waits = {group["home"] for group in tables["groups"]}
    ready: Ready = {"pair": [], "post": [], "close": []}
    for at in standing:
        if at.phase is Phase.REVIEW:
            ready["post"].append(at)
        elif at.phase is Phase.RESULTS and at.division.pk not in waits:
            ready["close"].append(at)
        elif at.phase is Phase.PAIR:
            # A bracket is always ready; other rounds need two players present.
            bracket = at.stage is not None and at.stage.kind == "elimination"
            if bracket or fields.playing(at.division, at.next_number).count() > 1:
                ready["pair"].append(at)
    return ready


def _step(standing: Sequence[Standpoint], ready: Ready) -> int:
    """The step most of the hall waits for, counted from 0."""
    phases = {at.phase for at in standing}
    if Phase.REVIEW in phases:
        return 1
    if Phase.RESULTS in phases:
        return 3 if len(ready["close"]) < sum(at.phase is Phase.RESULTS for at in standing) else 4
    return 0


def _actions(ready: Ready, *, open_tables: bool) -> list[dict[str, Any]]:
    """One button for each step with a waiting division; the first is the main one unless results are missing."""
    labels = {
        "post": ("post_all", "next", ngettext("Post %(n)d round", "Post %(n)d rounds", len(ready["post"]))),
        "close": (
            "close_all",
            "check",
            ngettext("Close %(n)d round", "Close %(n)d rounds", len(ready["close"])),
        ),
        "pair": ("pair_all", "swap", pair_label([at.division for at in ready["pair"]])),
    }
    actions: list[dict[str, Any]] = []
    for step, (name, icon, label) in labels.items():
        if not ready[step]:
            continue
        # "Juniors: round 4".
        actions.append(
            {
                "name": f"pairings:{name}",
                "icon": icon,
                "label": label % {"n": len(ready[step])},
                "text": ", ".join(labelled(at.division, _coming(at)) for at in ready[step]),
                "seen": [f"{at.division.pk}:{at.next_number}" for at in ready[step]]
                if step == "pair"
                else [],
                "primary": not actions and not open_tables,
            }
        )
    return actions


def pair_label(homes: Iterable[Division]) -> str:
    """ "Pair: Juniors, Seniors, Masters"."""
    return _("Pair: %(divisions)s") % {"divisions": ", ".join(map(str, homes))}


def grouping_context(request: HttpRequest, event: Tournament) -> dict[str, Any]:
    """The grouping at the first pairing, or that of TOM; empty if no one would move."""
    coming = grouping.coming(event)
    if coming is None:
        return {}
    counts = ", ".join(
        labelled(division_label(age), coming.counts[age]) for age in AGE_DIVISIONS if coming.counts.get(age)
    )
    settings = reverse("tournaments:settings", args=[event.slug])
    here = event.entries.filter(checked_in_at__isnull=False, dropped_in=None, disqualified=False)
    # A division after the first pairing: round 1, and the number of players, with a link to their attendance.
    cards = [
        {
            "name": division_label(code),
            "round": _("round %(round)d") % {"round": 1},
            "label": result_words.players(sum(coming.counts.get(age, 0) for age in PLAYS_IN[code])),
            "url": reverse("tournaments:door", args=[event.slug]),
            "form": "",
        }
        for code in coming.divisions
    ]
    return {
        "decided": coming.decided,
        "ready": coming.decided and here.count() > 1,
        "codes": coming.divisions,
        "counts": counts,
        "one": sum(map(bool, coming.counts.values())) == 1,
        "url": f"{settings}#divisions" if round_chrome.may(request, "organize") else "",
        "divisions": divisions_text(coming.divisions),
        "label": _("Pair: %(divisions)s") % {"divisions": divisions_text(coming.divisions)},
        "cards": cards,
    }


def _coming(at: Standpoint) -> str:
    if at.newest is not None and at.phase in (Phase.REVIEW, Phase.RESULTS):
        return result_words.round_inside(at.newest)
    if at.stage is not None and at.stage.kind == "elimination":
        return _("next round of the top cut")
    return _("round %(round)d") % {"round": at.next_number}


def _card(at: Standpoint, ready: Ready, tables: dict[str, Any], *, grouped: bool) -> dict[str, Any]:
    """One division: its state and its next step; no step if the first pairing groups it with others."""
    home = at.division
    own: desk_lines.Tables | None = tables["by_home"].get(home.pk)
    missing, numbers = (own.left, own.numbers) if own else (0, [])
    card: dict[str, Any] = {
        "name": str(home),
        "url": round_chrome.desk_url(home),
        "round": _coming(at) if at.phase in WORKED_AT else "",
        "label": "",
        "tables": (min(numbers), max(numbers)) if numbers else None,
        "form": "",
        "link": "",
        "action": "",
    }
    if at.phase is Phase.PAIR:
        can, label = at in ready["pair"], _("Too few players are checked in")
        pair_url = reverse("pairings:pair", args=[home.tournament.slug, home.pk]) if can else ""
        if can or grouped:
            # "24 players checked in, 2 missing"
            counts = queries.door_counts(home.tournament, division=home)
            here = ngettext("%(n)d player checked in", "%(n)d players checked in", counts.here) % {
                "n": counts.here
            }
            not_yet = _("%(here)s, %(missing)d not yet") % {"here": here, "missing": counts.missing}
            label = marked(not_yet if counts.missing else here, "checked-in", counts.here, home)
        return card | {
            "label": label,
            "form": pair_url,
            "action": pgettext("step", "Pair"),
        }
    if at.phase is Phase.REVIEW and at.newest is not None:
        return card | {
            "label": marked(_("Not posted"), "round", "unposted", at.newest),
            "link": round_chrome.round_url(at.newest, "pairings:review"),
            "action": _("Review"),
        }
    if at.phase is Phase.RESULTS and at.newest is not None:
        words = ngettext("%(n)d result missing", "%(n)d results missing", missing) % {"n": missing}
        return card | {
            "label": marked(words if missing else _("All results are in"), "round", "posted", at.newest),
            "link": "" if missing else round_chrome.round_url(at.newest, "pairings:close"),
            "action": _("Close"),
        }
    over = {
        Phase.DAY_TWO: _("Day 1 is over"),
        Phase.SWISS_OVER: _("All Swiss rounds have been played"),
        Phase.OVER: _("The final has been played"),
    }
    label = over.get(at.phase, "")
    phases = {Phase.DAY_TWO: "day_two_next", Phase.OVER: "over"}
    return card | {"label": marked(label, "phase", phases[at.phase], home) if at.phase in phases else label}


def _changes(request: HttpRequest, event: Tournament, standing: Sequence[Standpoint]) -> dict[str, Any]:
    """The last changes of all divisions, newest first, each with its undo; those of one press are combined."""
    lines: list[dict[str, Any]] = []
    for at in standing:
        changes = round_chrome.changes(request, event, at.division, at.newest, limit=CHANGES)["changes"]
        lines += [line | {"division": str(at.division)} for line in changes]
    whole = {line["key"]: line for line in lines}
    newest = sorted(whole.values(), key=lambda line: -line["key"])
    presses: dict[tuple[object, ...], list[dict[str, Any]]] = {}
    for line in newest:
        presses.setdefault(line["press"], []).append(line)
    changes = []
    for of_press in presses.values():
        # One change for the lines of a press, with one undo of those not yet undone
        left = [line for line in of_press if not line["undone"]] or of_press
        oldest_first = left[::-1]
        texts = dict.fromkeys(line["text"] for line in oldest_first)
        together = {
            "division": ", ".join(line["division"] for line in oldest_first) if len(texts) == 1 else "",
            "text": oldest_first[0]["text"]
            if len(texts) == 1
            else in_a_row(labelled(line["division"], line["text"]) for line in oldest_first),
            "undo": f"{left[0]['undo']}{round_chrome.WHOLE_PRESS}"
            if all(line["undo"] for line in left)
            else "",
        }
        changes.append(of_press[0] if len(of_press) == 1 else oldest_first[0] | together)
    return {"changes": changes[:CHANGES]}

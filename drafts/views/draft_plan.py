"""Plan a draft: pods, packs, passes, picks and times before the day. Public; nothing is stored."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from core.documents.sheet import Paper
from core.engine.heads import SheetHead
from decks.engine.faults import DeckFault
from decks.engine.legality import Problem
from decks.words.deck_words import setting_text
from decks.words.limited_words import expansion_name, subtype_name
from drafts.documents.run_sheet import RunSheet
from drafts.engine.plan import PICK_SECONDS, Plan, Table, pick_times
from drafts.engine.pods import Pods, best
from drafts.engine.refusals import DraftRefusal
from drafts.engine.setup import Setup
from drafts.engine.solomon import GROUP
from drafts.forms.draft_plan import DraftPlanForm
from drafts.queries.draft_plan import TimeRow, opening_rows, seat_map, spread, time_rows
from drafts.tables.draft_plan import FaceUpTable, PassedTable, StackTable, TimesTable
from drafts.words import draft_words as words

PAPERS: Mapping[str, Paper] = {"a4": "a4", "letter": "letter"}
UNPROCESSABLE = 422


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal choice as a link."""

    label: str
    url: str


@require_safe
def draft_plan(request: HttpRequest) -> HttpResponse:
    """The form, and the plan for the query string."""
    form = _form(request)
    if not form.is_bound:
        return render(request, "drafts/draft_plan.html", {"form": form})
    if not form.is_valid():
        return render(request, "drafts/draft_plan.html", {"form": form}, status=UNPROCESSABLE)
    found = form.planned()
    context = {"form": form, "plan": found, **answer_context(request, form, found)}
    return render(request, "drafts/draft_plan.html", context)


@require_safe
def run_sheet(request: HttpRequest, paper: str) -> HttpResponse:
    """The plan as PDF."""
    form = _form(request)
    if paper not in PAPERS or not form.is_valid():
        raise Http404
    found = form.planned()
    if not found.tables:
        raise Http404
    setup, times = found.setup, time_rows(found, form.cleaned_data["starts"])
    players = ngettext("%(players)d player", "%(players)d players", setup.players or 0)
    head = SheetHead(
        _("Plan of a draft"),
        subtype_name(setup.subtype),
        players % {"players": setup.players},
        timezone.localtime(),
    )
    sheet = RunSheet(head, found, times, about=_about(form, found), paper=PAPERS[paper])
    return HttpResponse(
        sheet.render(),
        content_type="application/pdf",
        headers={"Content-Disposition": 'inline; filename="draft-run-sheet.pdf"', "X-Robots-Tag": "noindex"},
    )


def _form(request: HttpRequest) -> DraftPlanForm:
    if "subtype" in request.GET:
        return DraftPlanForm(request.GET)
    named = (name for name in DraftPlanForm.base_fields if request.GET.get(name))
    return DraftPlanForm(initial={name: request.GET[name] for name in named})


def answer_context(request: HttpRequest, form: DraftPlanForm, found: Plan) -> dict[str, Any]:
    """The context for a plan; offers are this URL with other answers."""
    times = time_rows(found, form.cleaned_data["starts"])
    query = request.GET.urlencode()
    return {
        "problems": [
            (one, " ".join(filter(None, (words.problem_text(one), setting_text(one)))))
            for one in found.problems
        ],
        "offers": list(_offers(request, found)),
        "unknown": ", ".join(form.unknown_expansions()),
        "choose": _choose(found),
        "figures": _figures(found, times),
        "times": TimesTable(times) if times else None,
        "notices": [
            (words.when_text(one, found.setup), words.notice_text(one, found.setup), one.rule)
            for one in found.notices
        ],
        "tables": [_table(found, one, form.cleaned_data["pick_seconds"]) for one in found.tables],
        "about": _about(form, found),
        "sheets": [
            (label, f"{reverse('drafts:draft_run_sheet', args=[paper])}?{query}")
            for paper, label in (("a4", _("A4")), ("letter", _("Letter")))
        ],
    }


def _table(found: Plan, table: Table, pick_seconds: int | None) -> dict[str, Any]:
    """Pods of one size: their seats around the table, and who opens and picks."""
    kinds = {"booster": PassedTable, "rochester": FaceUpTable, "solomon": StackTable}
    kind, rows = kinds.get(found.setup.subtype), opening_rows(table, stacked=found.setup.subtype == "solomon")
    in_pods = found.setup.subtype != "sealed"
    return {
        "name": words.tables_text(found.setup.subtype, table.pods, table.size),
        "seats": seat_map(table.size) if in_pods else [],
        "openings": kind(rows) if kind else None,
        "cards": spread(table),
        "rest": _rest(found, table),
        "times": pick_times_text(found.setup, pick_seconds),
    }


def _rest(found: Plan, table: Table) -> int:
    """The size of Solomon's last group if it has fewer than four cards (S13); else 0."""
    last = table.openings[-1].cards if found.setup.subtype == "solomon" and table.openings else GROUP
    return last if last < GROUP else 0


def pick_times_text(setup: Setup, pick_seconds: int | None) -> str:
    """The seconds of each pick from one pack, if they get shorter; else ""."""
    if not (setup.hurry and setup.subtype == "booster" and setup.pack_size):
        return ""
    usual = PICK_SECONDS[setup.subtype] if pick_seconds is None else pick_seconds
    times = pick_times(usual, setup.pack_size, hurry=True)
    return _("Seconds per pick: %(times)s.") % {"times": ", ".join(map(str, times))}


def _figures(found: Plan, times: list[TimeRow]) -> list[tuple[object, str]]:
    if not found.tables:
        return []
    pods = len(found.pods)
    named = {"sealed": "", "solomon": ngettext("pair", "pairs", pods)}
    noun = named.get(found.setup.subtype, ngettext("pod", "pods", pods))
    return [
        *([(pods, noun)] if noun else []),
        (found.packs, ngettext("pack", "packs", found.packs)),
        (" / ".join(spread(table) for table in found.tables), _("cards each")),
        (f"{times[-1].starts:%H:%M}", _("round 1")),
    ]


def _about(form: DraftPlanForm, found: Plan) -> list[str]:
    """Lines about the event for page and paper."""
    setup, given = found.setup, form.cleaned_data
    packs = words.packs_text(setup)
    names = ", ".join(expansion_name(code) for code in dict.fromkeys(setup.boosters))
    lines = [" · ".join(part for part in (packs, names, words.format_name(setup.card_format)) if part)]
    if given["reason"]:
        lines.append(_("Going ahead anyway: %(reason)s") % {"reason": given["reason"]})
    return lines


def _choose(found: Plan) -> str:
    """The text shown if only pods of 2 or 3 fit everyone (S12)."""
    if found.refused or found.tables:
        return ""
    sentence = _(
        "%(players)d players do not fit in equal pods of 4 to 8. Choose smaller pods, or who sits out."
    )
    return sentence % {"players": found.setup.players}


def _offers(request: HttpRequest, found: Plan) -> Iterator[Offer]:
    """Every legal choice close to the refused one."""
    if found.refused:
        for problem in found.problems:
            for label, change in _nearest(problem, found):
                yield _offer(request, label, change)
    elif not found.tables:
        for pods in found.options:
            yield _offer(request, words.pods_text(pods.pods, pods.pod_size), {"pods": _sizes(pods)})
        for label, change in _sitting_out(found):
            yield _offer(request, label, change)


Change = Mapping[str, str | int]


def _nearest(problem: Problem, found: Plan) -> Iterator[tuple[str, Change]]:
    facts: Mapping[str, Any] = problem.facts
    if problem.code in (
        DraftRefusal.POD_TOO_BIG,
        DraftRefusal.PODS_NOT_EQUAL,
        DraftRefusal.PODS_MISS_PLAYERS,
    ):
        yield from ((words.pods_text(one.pods, one.pod_size), {"pods": _sizes(one)}) for one in found.options)
        yield from _sitting_out(found)
        yield subtype_name("sealed"), {"subtype": "sealed", "pods": ""}
    elif problem.code == DraftRefusal.ODD_PLAYERS:
        yield _for_players(facts["even"]), {"players": facts["even"]}
        yield from _not_in_pairs(found)
    elif problem.code == DraftRefusal.SUBTYPE_NOT_OFFERED and facts.get("left_out"):
        yield subtype_name("booster"), {"subtype": "booster"}
    elif problem.code == DraftRefusal.ODD_PACKS_FOR_ROCHESTER:
        yield from _even_packs(facts)
    elif problem.code == DeckFault.POOL_MIXED_EXPANSIONS:
        yield _("%(expansion)s for all") % {"expansion": facts["most"]}, {"expansion": facts["most"]}
    elif problem.code == DraftRefusal.REDRAFT_NOT_OFFERED:
        yield _("No redraft"), {"redraft_round": ""}
    elif problem.code == DraftRefusal.COOPERATION_NOT_OFFERED:
        yield _("Everyone picks alone"), {"cooperative": ""}


def _not_in_pairs(found: Plan) -> Iterator[tuple[str, Change]]:
    """Formats for an odd field, which Solomon cannot seat."""
    without = {"pods": "", "redraft_round": "", "cooperative": ""}
    if best(found.setup.players or 0):
        yield subtype_name("booster"), {"subtype": "booster", **without}
    yield subtype_name("sealed"), {"subtype": "sealed", **without}


def _even_packs(facts: Mapping[str, Any]) -> Iterator[tuple[str, Change]]:
    for packs in (facts["less"], facts["more"]):
        if packs > 0:
            yield _("%(packs)d packs each") % {"packs": packs}, {"packs_each": packs}


def _sitting_out(found: Plan) -> Iterator[tuple[str, Change]]:
    if out := found.proposal:
        yield _for_players(out.pods.players), {"players": out.pods.players, "pods": ""}


def _for_players(players: int) -> str:
    return _("Plan for %(players)d players") % {"players": players}


def _sizes(pods: Pods) -> str:
    return ", ".join(str(size) for size in pods.sizes)


def _offer(request: HttpRequest, label: str, change: Change) -> Offer:
    """The same URL with some answers changed; empty ones are removed."""
    answers = {**request.GET.dict(), **change}
    return Offer(
        label, f"{request.path}?{urlencode({name: one for name, one in answers.items() if one != ''})}"
    )

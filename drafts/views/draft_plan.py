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
    plan = form.planned()
    context = {"form": form, "plan": plan, **answer_context(request, form, plan)}
    return render(request, "drafts/draft_plan.html", context)


@require_safe
def run_sheet(request: HttpRequest, paper: str) -> HttpResponse:
    """The plan as PDF."""
    form = _form(request)
    if paper not in PAPERS or not form.is_valid():
        raise Http404
    plan = form.planned()
    if not plan.tables:
        raise Http404
    setup, times = plan.setup, time_rows(plan, form.cleaned_data["starts"])
    players = ngettext("%(players)d player", "%(players)d players", setup.players or 0)
    head = SheetHead(
        _("Plan of a draft"),
        subtype_name(setup.subtype),
        players % {"players": setup.players},
        timezone.localtime(),
    )
    sheet = RunSheet(head, plan, times, about=_about(form, plan), paper=PAPERS[paper])
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


def answer_context(request: HttpRequest, form: DraftPlanForm, plan: Plan) -> dict[str, Any]:
    """The context for a plan; offers are this URL with other answers."""
    times = time_rows(plan, form.cleaned_data["starts"])
    query = request.GET.urlencode()
    choose = ""
    # Only pods of 2 or 3 fit everyone (S12).
    if not plan.refused and not plan.tables:
        choose = _(
            "%(players)d players do not fit in equal pods of 4 to 8. Choose smaller pods, or who sits out."
        ) % {"players": plan.setup.players}
    return {
        "problems": [
            (problem, " ".join(filter(None, (words.problem_text(problem), setting_text(problem)))))
            for problem in plan.problems
        ],
        "offers": list(_offers(request, plan)),
        "unknown": ", ".join(form.unknown_expansions()),
        "choose": choose,
        "figures": _figures(plan, times),
        "times": TimesTable(times) if times else None,
        "notices": [
            (words.when_text(notice, plan.setup), words.notice_text(notice, plan.setup), notice.rule)
            for notice in plan.notices
        ],
        "tables": [_table(plan, table, form.cleaned_data["pick_seconds"]) for table in plan.tables],
        "about": _about(form, plan),
        "sheets": [
            (label, f"{reverse('drafts:draft_run_sheet', args=[paper])}?{query}")
            for paper, label in (("a4", _("A4")), ("letter", _("Letter")))
        ],
    }


def _table(plan: Plan, table: Table, pick_seconds: int | None) -> dict[str, Any]:
    """Pods of one size: their seats around the table, and who opens and picks."""
    subtype = plan.setup.subtype
    kinds = {"booster": PassedTable, "rochester": FaceUpTable, "solomon": StackTable}
    kind, rows = kinds.get(subtype), opening_rows(table, stacked=subtype == "solomon")
    # Solomon's last group may have fewer than four cards (S13).
    last = table.openings[-1].cards if subtype == "solomon" and table.openings else GROUP
    return {
        "name": words.tables_text(subtype, table.pods, table.size),
        "seats": seat_map(table.size) if subtype != "sealed" else [],
        "openings": kind(rows) if kind else None,
        "cards": spread(table),
        "rest": last if last < GROUP else 0,
        "times": pick_times_text(plan.setup, pick_seconds),
    }


def pick_times_text(setup: Setup, pick_seconds: int | None) -> str:
    """The seconds of each pick from one pack, if they get shorter; else ""."""
    if not (setup.hurry and setup.subtype == "booster" and setup.pack_size):
        return ""
    usual = PICK_SECONDS[setup.subtype] if pick_seconds is None else pick_seconds
    times = pick_times(usual, setup.pack_size, hurry=True)
    return _("Seconds per pick: %(times)s.") % {"times": ", ".join(map(str, times))}


def _figures(plan: Plan, times: list[TimeRow]) -> list[tuple[object, str]]:
    if not plan.tables:
        return []
    pods = len(plan.pods)
    named = {"sealed": "", "solomon": ngettext("pair", "pairs", pods)}
    noun = named.get(plan.setup.subtype, ngettext("pod", "pods", pods))
    return [
        *([(pods, noun)] if noun else []),
        (plan.packs, ngettext("pack", "packs", plan.packs)),
        (" / ".join(spread(table) for table in plan.tables), _("cards each")),
        (f"{times[-1].starts:%H:%M}", _("round 1")),
    ]


def _about(form: DraftPlanForm, plan: Plan) -> list[str]:
    """Lines about the event for page and paper."""
    setup, answers = plan.setup, form.cleaned_data
    packs = words.packs_text(setup)
    names = ", ".join(expansion_name(code) for code in dict.fromkeys(setup.boosters))
    lines = [" · ".join(part for part in (packs, names, words.format_name(setup.card_format)) if part)]
    if answers["reason"]:
        lines.append(_("Going ahead anyway: %(reason)s") % {"reason": answers["reason"]})
    return lines


def _offers(request: HttpRequest, plan: Plan) -> Iterator[Offer]:
    """Every legal choice close to the refused one."""
    if plan.refused:
        for problem in plan.problems:
            for label, change in _nearest(problem, plan):
                yield _offer(request, label, change)
    elif not plan.tables:
        for pods in plan.options:
            yield _offer(request, words.pods_text(pods.pods, pods.pod_size), {"pods": _sizes(pods)})
        for label, change in _sitting_out(plan):
            yield _offer(request, label, change)


Change = Mapping[str, str | int]


def _nearest(problem: Problem, plan: Plan) -> Iterator[tuple[str, Change]]:
    facts: Mapping[str, Any] = problem.facts
    code = problem.code
    if code in (DraftRefusal.POD_TOO_BIG, DraftRefusal.PODS_NOT_EQUAL, DraftRefusal.PODS_MISS_PLAYERS):
        yield from (
            (words.pods_text(pods.pods, pods.pod_size), {"pods": _sizes(pods)}) for pods in plan.options
        )
        yield from _sitting_out(plan)
        yield subtype_name("sealed"), {"subtype": "sealed", "pods": ""}
    elif code == DraftRefusal.ODD_PLAYERS:
        yield _for_players(facts["even"]), {"players": facts["even"]}
        # Formats for an odd field, which Solomon cannot seat.
        others = ["booster", "sealed"] if best(plan.setup.players or 0) else ["sealed"]
        without = {"pods": "", "redraft_round": "", "cooperative": ""}
        yield from ((subtype_name(subtype), {"subtype": subtype, **without}) for subtype in others)
    elif code == DraftRefusal.SUBTYPE_NOT_OFFERED and facts.get("left_out"):
        yield subtype_name("booster"), {"subtype": "booster"}
    elif code == DraftRefusal.ODD_PACKS_FOR_ROCHESTER:
        even = [packs for packs in (facts["less"], facts["more"]) if packs > 0]
        yield from ((_("%(packs)d packs each") % {"packs": packs}, {"packs_each": packs}) for packs in even)
    elif code == DeckFault.POOL_MIXED_EXPANSIONS:
        yield _("%(expansion)s for all") % {"expansion": facts["most"]}, {"expansion": facts["most"]}
    elif code == DraftRefusal.REDRAFT_NOT_OFFERED:
        yield _("No redraft"), {"redraft_round": ""}
    elif code == DraftRefusal.COOPERATION_NOT_OFFERED:
        yield _("Everyone picks alone"), {"cooperative": ""}


def _sitting_out(plan: Plan) -> Iterator[tuple[str, Change]]:
    if out := plan.proposal:
        yield _for_players(out.pods.players), {"players": out.pods.players, "pods": ""}


def _for_players(players: int) -> str:
    return _("Plan for %(players)d players") % {"players": players}


def _sizes(pods: Pods) -> str:
    return ", ".join(str(size) for size in pods.sizes)


def _offer(request: HttpRequest, label: str, change: Change) -> Offer:
    """The same URL with some answers changed; empty ones are removed."""
    answers = {**request.GET.dict(), **change}
    query = urlencode({name: answer for name, answer in answers.items() if answer != ""})
    return Offer(label, f"{request.path}?{query}")

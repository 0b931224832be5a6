"""Plan a draft in advance: pods, packs, pass directions, picks and times. The page is public and stores nothing."""

from collections.abc import Iterator, Mapping, Sequence
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

from cards.engine.rule_settings import choice_of_setting
from core.engine.papers import Paper
from core.engine.sheet_heads import SheetHead
from decks.engine.faults import DeckFault
from decks.engine.legality import Problem
from decks.words.deck_words import deciding_setting_text
from decks.words.limited_words import subtype_name
from drafts.documents.run_sheet import RunSheet
from drafts.engine.draft_plan import DraftPlan, PlannedTable
from drafts.engine.pods import uneven_pod_sizes
from drafts.engine.procedures.solomon import GROUP
from drafts.engine.refusals import DraftRefusal
from drafts.forms.draft_plan import DraftPlanForm
from drafts.queries.drafts import IN_PODS
from drafts.queries.plan_rows import TimeRow, cards_per_seat, opening_rows, seat_map, time_rows
from drafts.tables.draft_plan import DraftTimesTable, FaceUpTable, PassedTable, StackTable, _Openings
from drafts.words import draft_words as words
from drafts.words import odd_words, pod_words
from drafts.words.draft_words import pick_times_text

PAPERS: Mapping[str, Paper] = {"a4": "a4", "letter": "letter"}
UNPROCESSABLE = 422


@dataclass(frozen=True, slots=True)
class Offer:
    """A link to the plan with a legal choice that replaces an illegal one."""

    label: str
    url: str


@require_safe
def draft_plan_page(request: HttpRequest) -> HttpResponse:
    """Show the form and, for the answers in the query string, the plan."""
    form = _plan_form(request)
    if not form.is_bound:
        return render(request, "drafts/draft_plan.html", {"form": form})
    if not form.is_valid():
        return render(request, "drafts/draft_plan.html", {"form": form}, status=UNPROCESSABLE)
    plan = form.planned()
    context = {"form": form, "plan": plan, **vars(plan_context(request, form, plan))}
    return render(request, "drafts/draft_plan.html", context)


@require_safe
def planned_run_sheet_pdf(request: HttpRequest, paper: str) -> HttpResponse:
    """Return the run sheet of the plan as a PDF."""
    form = _plan_form(request)
    if paper not in PAPERS or not form.is_valid():
        raise Http404
    plan = form.planned()
    if not plan.tables:
        raise Http404
    setup, times = plan.setup, time_rows(plan, form.cleaned_data["starts"])
    about_lines = odd_words.paper_lines(plan, form.cleaned_data["reason"])
    players = ngettext("%(players)d player", "%(players)d players", setup.players or 0)
    head = SheetHead(
        _("Draft plan"),
        subtype_name(setup.subtype),
        players % {"players": setup.players},
        timezone.localtime(),
    )
    sheet = RunSheet(head, plan, times, about=about_lines, paper=PAPERS[paper])
    return HttpResponse(
        sheet.render(),
        content_type="application/pdf",
        headers={"Content-Disposition": 'inline; filename="draft-run-sheet.pdf"', "X-Robots-Tag": "noindex"},
    )


def _plan_form(request: HttpRequest) -> DraftPlanForm:
    """Return the form, bound if the query string has a format, otherwise prefilled from it."""
    if "subtype" in request.GET:
        return DraftPlanForm(request.GET)
    prefilled = (name for name in DraftPlanForm.base_fields if request.GET.get(name))
    return DraftPlanForm(initial={name: request.GET[name] for name in prefilled})


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """All pods of one size.

    `seats`: each seat with its place on the map. `cards`: number of cards per seat. `rest`: number of cards in a short
    last group of Solomon, otherwise 0.
    """

    name: str
    seats: Sequence[tuple[int, int]]
    openings: _Openings | None
    cards: str
    rest: int
    times: str


@dataclass(frozen=True, kw_only=True)
class PlanPart:
    """A plan on a page. The offers link to the current URL with some answers changed.

    `unknown`: expansions that are not in the catalogue. `choose`: why staff have to choose the pods first, or
    "". `figures`: numbers with their labels. `sheets`: label and URL of each run sheet.
    """

    problems: Sequence[tuple[Problem, str]]
    offers: Sequence[Offer]
    unknown: str
    choose: str
    figures: Sequence[tuple[object, str]]
    times: DraftTimesTable | None
    notices: Sequence[tuple[str, str, str]]
    tables: Sequence[TablePlan]
    about: Sequence[str]
    sheets: Sequence[tuple[str, str]]


def plan_context(request: HttpRequest, form: DraftPlanForm, plan: DraftPlan) -> PlanPart:
    """Build the context of a plan."""
    times = time_rows(plan, form.cleaned_data["starts"])
    offers = []
    for label, changes in _legal_changes(plan, may_override=form.may_override):
        answers = {**request.GET.dict(), **changes}
        changed_query = urlencode({name: answer for name, answer in answers.items() if answer != ""})
        offers.append(Offer(label, f"{request.path}?{changed_query}"))
    query = request.GET.urlencode()
    choice_needed = ""
    # A plan without errors has no tables only if all equal pods would be smaller than 4 (S12).
    if not plan.refused and not plan.tables:
        choice_needed = _(
            "%(players)d players do not fit in equal pods of 4 to 8. Choose smaller pods, or decide "
            "who sits out."
        ) % {"players": plan.setup.players}
    return PlanPart(
        problems=[
            (
                problem,
                " ".join(filter(None, (words.setup_problem_text(problem), deciding_setting_text(problem)))),
            )
            for problem in plan.problems
        ],
        offers=offers,
        unknown=", ".join(form.unknown_expansions()),
        choose=choice_needed,
        figures=_plan_figures(plan, times),
        times=DraftTimesTable(times) if times else None,
        notices=[
            (words.notice_due_text(notice, plan.setup), words.notice_text(notice, plan.setup), notice.rule)
            for notice in plan.notices
        ],
        tables=[_table_context(plan, table, form.cleaned_data["pick_seconds"]) for table in plan.tables],
        about=words.draft_summary_lines(plan.setup, form.cleaned_data["reason"]),
        sheets=[
            (label, f"{reverse('drafts:draft_run_sheet', args=[paper])}?{query}")
            for paper, label in (("a4", _("A4")), ("letter", _("Letter")))
        ],
    )


def _table_context(plan: DraftPlan, table: PlannedTable, pick_seconds: int | None) -> TablePlan:
    """Build the context of all pods of one size: seats around the table, openings and picks."""
    subtype = plan.setup.subtype
    class_by_subtype = {"booster": PassedTable, "rochester": FaceUpTable, "solomon": StackTable}
    table_class, rows = class_by_subtype.get(subtype), opening_rows(table, stacked=subtype == "solomon")
    # The last group in Solomon may have fewer than four cards (S13).
    last_group = table.openings[-1].cards if subtype == "solomon" and table.openings else GROUP
    return TablePlan(
        name=words.draft_tables_text(subtype, table.pods, table.size),
        seats=seat_map(table.size) if subtype != "sealed" else [],
        openings=table_class(rows) if table_class else None,
        cards=cards_per_seat(table),
        rest=last_group if last_group < GROUP else 0,
        times=pick_times_text(plan.setup, pick_seconds),
    )


def _plan_figures(plan: DraftPlan, times: list[TimeRow]) -> list[tuple[object, str]]:
    """Return numbers of a plan with their labels; empty if it has no tables."""
    if not plan.tables:
        return []
    pods = len(plan.pods)
    noun_by_subtype = {"sealed": "", "solomon": ngettext("pair", "pairs", pods)}
    noun = noun_by_subtype.get(plan.setup.subtype, ngettext("pod", "pods", pods))
    return [
        *([(pods, noun)] if noun else []),
        (plan.packs, ngettext("pack", "packs", plan.packs)),
        (" / ".join(dict.fromkeys(map(cards_per_seat, plan.tables))), _("cards each")),
        (f"{times[-1].starts:%H:%M}", _("round 1")),
    ]


Change = tuple[str, Mapping[str, str | int]]
"""A legal choice similar to the requested one: its label, and the answers to change ("" removes an answer)."""


def _legal_changes(plan: DraftPlan, *, may_override: bool) -> Iterator[Change]:
    """Yield legal choices similar to the requested one, if the plan has errors or no pods."""
    if plan.refused:
        for problem in plan.problems:
            yield from _changes_for_problem(problem, plan, may_override=may_override)
    elif not plan.tables:
        yield from _changes_of_pods(plan, may_override=may_override)


def _changes_for_problem(problem: Problem, plan: DraftPlan, *, may_override: bool) -> Iterator[Change]:
    """Yield the changes of answers that resolve one error of a plan."""
    facts: Mapping[str, Any] = problem.facts
    code = problem.code
    if code in (DraftRefusal.POD_TOO_BIG, DraftRefusal.PODS_NOT_EQUAL, DraftRefusal.PODS_MISS_PLAYERS):
        yield from _changes_of_pods(plan, may_override=may_override)
        yield subtype_name("sealed"), {"subtype": "sealed", "pods": ""}
    elif code == DraftRefusal.SUBTYPE_NOT_OFFERED and facts.get("left_out"):
        yield subtype_name("booster"), {"subtype": "booster"}
    elif code == DraftRefusal.ODD_PACKS_FOR_ROCHESTER:
        pack_counts = [packs for packs in (facts["less"], facts["more"]) if packs > 0]
        yield from (
            (_("%(packs)d packs each") % {"packs": packs}, {"packs_each": packs}) for packs in pack_counts
        )
    elif code == DeckFault.POOL_MIXED_EXPANSIONS:
        yield _("%(expansion)s for all") % {"expansion": facts["most"]}, {"expansion": facts["most"]}
    elif code == DraftRefusal.REDRAFT_NOT_OFFERED:
        yield _("No redraft"), {"redraft_round": ""}
    elif code == DraftRefusal.COOPERATION_NOT_OFFERED:
        yield _("Everyone picks alone"), {"cooperative": ""}


def _changes_of_pods(plan: DraftPlan, *, may_override: bool) -> Iterator[Change]:
    """Yield the possible pods for all players, and a plan without the players who must sit out.

    Unequal pods are offered with their reason.
    """
    setup = plan.setup
    if may_override and setup.subtype in IN_PODS and choice_of_setting(setup.settings, "S12") == "min4":
        for uneven in uneven_pod_sizes(setup.players or 0):
            reason = pod_words.uneven_pods_reason(sum(uneven))
            yield pod_words.uneven_pods_text(uneven), {"pods": ", ".join(map(str, uneven)), "reason": reason}
    for pods in plan.options:
        sizes = ", ".join(str(size) for size in pods.sizes)
        yield words.pods_text(pods.pods, pods.pod_size), {"pods": sizes}
    if sit_out := plan.proposal:
        players = sit_out.pods.players
        yield _("Plan for %(players)d players") % {"players": players}, {"players": players, "pods": ""}

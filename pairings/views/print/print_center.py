"""The Print center: choose documents and options, print packs with one press, and list earlier prints."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from core.documents.registry import declared_documents as all_documents
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms import last_choices
from core.public_address import site_address
from core.requests import SignedInRequest, StaffRequest
from core.responses import chosen_paper
from core.sentences import refusal_code_text, refusal_text
from core.services import jobs
from pairings import tasks
from pairings.documents import printing
from pairings.documents import prints as documents
from pairings.documents.crash import pack as crash_pack
from pairings.documents.pairings import lines_by_name
from pairings.engine import boards
from pairings.engine.print_choice import Paper, PrintChoice
from pairings.engine.refusals import PairingRefusal
from pairings.forms.print_center import HallSheetForm, PrintForm, default_print_choice
from pairings.forms.print_orders import TablesForm
from pairings.models import Round, StoredPrint
from pairings.queries.print import print_figures as figures
from pairings.queries.print import stored_prints as queries
from pairings.queries.rounds.division_rounds import rounds_of_divisions
from pairings.services import prints
from pairings.views.reports import scoreboard
from pairings.words import print_words
from tournaments.access import event_page
from tournaments.models import Tournament

Kind = StoredPrint.Kind
COUNTS = range(1, 13)
"""Numbers of boards offered as buttons; larger numbers are typed."""


@event_page("run")
def print_center(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show all printable documents with the last choices. A POST prints the selected ones.

    `?count=` proposes the name ranges of this number of boards.
    """
    if request.method != "POST":
        count = whole_number(request.GET.get("count", "")) or 0
        if not 0 < count <= boards.MAX_BOARDS:
            return _render_print_center(request, event)
        # The script replaces only the field with the proposed boards; without it, the whole page is rendered.
        center = _PrintCenter(request, event)
        rows = queries.rows_of_longest_round(center.rounds)
        names = [line.name for line in lines_by_name(rows, show_opponent=False)]
        board_ranges = boards.boards_as_text(boards.propose_boards(names, count))
        if request.htmx:
            return render(request, "pairings/print/boards.html", {"boards": board_ranges})
        center.form.initial["boards"] = board_ranges
        return _render_print_center(request, event, center)

    # The pressed button decides whether a pack, one document or the selected documents are printed.
    center = _PrintCenter(request, event, request.POST)
    if not center.form.is_valid():
        return _render_print_center(request, event, center)
    pressed_button = request.POST.get("press", "")
    if pressed_button == Kind.CRASH:
        kind, choice = Kind.CRASH, center.form.choice(())
        choice = PrintChoice((), paper=choice.paper, language=choice.language)
    else:
        kind = Kind.PACK if pressed_button == Kind.PACK else Kind.CHOICE
        ready_names = [offer.name for offer in center.offers if offer.ready]
        wanted_names = (
            [offer.name for offer in printing.pack_offers(center.offers, kind)]
            if kind == Kind.PACK
            else center.form.cleaned_data["documents"]
        )
        chosen_names = (
            [pressed_button]
            if pressed_button in ready_names
            else [name for name in ready_names if name in wanted_names]
        )
        if not chosen_names:
            code = (
                PairingRefusal.PRINT_CHOOSE
                if kind == Kind.CHOICE and not wanted_names
                else PairingRefusal.NOTHING_TO_PRINT
            )
            center.form.add_error(None, refusal_text(Refused(code)))
            return _render_print_center(request, event, center)
        last_choices.remember_choice(request, "paper", center.form.cleaned_data["paper"])
        choice = center.form.choice(chosen_names)
    stored_print, is_new = prints.order_print(
        event,
        choice,
        key=center.form.cleaned_data["key"],
        by=request.user,
        site=site_address(request),
        kind=kind.value,
    )
    return _render_and_redirect(event, stored_print, start=is_new)


def _render_and_redirect(
    event: Tournament, stored_print: StoredPrint, *, start: bool, without_queue: bool = False
) -> HttpResponse:
    """Redirect to the PDF of a print if it is done, otherwise to its progress page.

    With `start`, render it first: immediately if it is small, otherwise by a worker, or in a thread with
    `without_queue`.
    """
    if start:
        if not figures.is_large_print(0, hall_of=event):
            documents.render_print(stored_print.pk)
        elif without_queue or settings.CELERY_TASK_ALWAYS_EAGER:
            jobs.run_in_background(documents.render_print, stored_print.pk, lane="prints")
        else:
            jobs.send_job(tasks.make_print, stored_print.pk, about=event.pk)
        stored_print.refresh_from_db()
    is_done = stored_print.state == StoredPrint.State.DONE
    return redirect(f"pairings:{'print_file' if is_done else 'stored_print'}", event.slug, stored_print.pk)


class _PrintCenter:
    """Choices of the page, and the documents that can be printed with them."""

    def __init__(self, request: SignedInRequest, event: Tournament, data: Any = None) -> None:
        everything = PrintChoice(())
        self.divisions = queries.divisions_to_print(event, everything)
        self.all_rounds = rounds = rounds_of_divisions(self.divisions)
        paper: Paper = "letter" if chosen_paper(request, event.country) == "letter" else "a4"
        self.printed = queries.latest_prints(event, now=timezone.now())
        last_choice = queries.last_print_choice(event, request.user, self.printed)
        if last_choice is None:
            last_choice = default_print_choice(
                queries.rows_of_longest_round(queries.round_of_each_division(rounds, self.divisions)),
                paper,
            )
        self.paper = paper
        initial = replace(last_choice, paper=paper, number=0)
        self.hall = HallSheetForm(initial=initial)
        self.form = PrintForm(data, event=event, divisions=self.divisions, rounds=rounds, initial=initial)
        # Without a selection or divisions in the URL, all divisions are printed.
        keys = request.POST.getlist("divisions") or request.GET.getlist("division")
        chosen_divisions = [
            division for division in self.divisions if str(division.pk) in keys
        ] or self.divisions
        typed = request.POST.get("round") or request.GET.get("round") or "0"
        number = whole_number(typed, digits=3) or 0
        self.rounds = queries.round_of_each_division(rounds, chosen_divisions, number)
        self.offers = printing.print_offers(event, chosen_divisions, self.rounds, initial)
        self.form.allow(self.offers)


def _render_print_center(
    request: SignedInRequest, event: Tournament, center: _PrintCenter | None = None
) -> HttpResponse:
    center = center or _PrintCenter(request, event)
    latest_pack = queries.latest_finished_print(center.printed, Kind.PACK)
    latest_rounds = queries.round_of_each_division(center.all_rounds, center.divisions)
    pack_offers = printing.pack_offers(center.offers, Kind.PACK)
    context = {
        "page": "print",
        "board": scoreboard.scoreboard_of_rounds(
            queries.latest_posted_rounds(center.all_rounds, center.divisions)
        ),
        "form": center.form,
        "rounds": [
            {
                "text": print_words.round_with_division_text(round_),
                "revision": round_.revision,
                "round": round_,
                "unposted": round_.state == Round.State.UNPOSTED,
            }
            for round_ in center.rounds
        ],
        "offers": center.offers,
        "chosen": center.form["documents"].value() or [],
        "ready": bool(pack_offers),
        "pack_pages": print_words.about_pages_text(sum(offer.pages for offer in pack_offers)),
        "crash_pages": print_words.about_pages_text(
            crash_pack.count_crash_pack_pages(event, center.divisions, latest_rounds, center.paper)
        ),
        "pack": _printed_row(latest_pack) if latest_pack else None,
        "printed": [_printed_row(print_row) for print_row in center.printed],
        "numbers": TablesForm(event=event),
        "hall": center.hall,
        "hall_documents": printing.hall_documents(),
        "counts": [(count, print_words.boards_text(count)) for count in COUNTS],
    }
    return render(request, "pairings/print.html", context, status=422 if center.form.errors else 200)


@dataclass(frozen=True, kw_only=True)
class PrintedRow:
    """A print in the list of prints.

    - `what`: its documents as text; `rounds`: their rounds as texts.
    - `outdated`: why it is outdated, or "" if it is current.
    - `stopped`: whether it failed or lost its worker.
    - `is_unfinished`: whether it is queued or being rendered.
    - `problem`: text to show for a failure.
    """

    row: StoredPrint
    what: str
    rounds: Sequence[str]
    outdated: str
    stopped: bool
    is_unfinished: bool
    problem: str


def _printed_row(entry: queries.PrintRow) -> PrintedRow:
    stored_print, titles = entry.row, {document.name: document.title for document in all_documents()}
    return PrintedRow(
        row=stored_print,
        what=print_words.documents_text(stored_print, titles),
        rounds=print_words.printed_round_texts(entry),
        outdated=print_words.outdated_text(entry),
        stopped=entry.silent or stored_print.state == StoredPrint.State.FAILED,
        is_unfinished=stored_print.is_unfinished and not entry.silent,
        problem=refusal_code_text(stored_print.problem or PairingRefusal.PRINT_FAILED, {}),
    )


@require_safe
@event_page("run")
def print_progress(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Show the progress of a print, or its file once it is done."""
    stored_print = _stored_print_or_404(event, pk)
    is_part = request.htmx
    template = "pairings/print/stored_state.html" if is_part else "pairings/print/stored.html"
    context = vars(_printed_row(queries.row_of_print(stored_print, timezone.now()))) | {
        "page": "print",
        "queued": stored_print.state == StoredPrint.State.WAITING
        and jobs.is_job_waiting(tasks.make_print, stored_print.pk),
    }
    response = render(request, template, context)
    if is_part and stored_print.state == StoredPrint.State.DONE:
        response["HX-Redirect"] = reverse("pairings:print_file", args=[event.slug, stored_print.pk])
    return response


@require_safe
@event_page("run")
def stored_print_pdf(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Return the stored PDF of a print, byte for byte; redirect to its progress page until it is done.

    Refused: PRINT_FILE_MISSING if the file cannot be read.
    """
    stored_print = _stored_print_or_404(event, pk)
    if stored_print.state != StoredPrint.State.DONE:
        return redirect("pairings:stored_print", event.slug, pk)
    try:
        with stored_print.file.open("rb") as file:
            pdf = file.read()
    except OSError as error:
        raise Refused(PairingRefusal.PRINT_FILE_MISSING) from error
    disposition = f'inline; filename="{documents.print_filename(stored_print)}"'
    return HttpResponse(pdf, content_type="application/pdf", headers={"Content-Disposition": disposition})


@require_POST
@event_page("run")
def restart_print_view(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Restart a failed or waiting print. With the form field `here`, render it without the queue."""
    stored_print = _stored_print_or_404(event, pk)
    without_queue = "here" in request.POST
    return _render_and_redirect(
        event, stored_print, start=prints.restart_print(stored_print), without_queue=without_queue
    )


def _stored_print_or_404(event: Tournament, pk: int) -> StoredPrint:
    """Return a print of this event, or raise Http404."""
    stored_print = queries.find_print(event, pk)
    if stored_print is None:
        raise Http404
    return stored_print

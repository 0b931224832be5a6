"""The Print center: choose documents and options, print packs in one press, and see earlier prints."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from core.documents.declared import documents as all_documents
from core.documents.declared import in_pack
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms import choices
from core.public_address import site
from core.sentences import code_text, refusal_text
from core.services import jobs
from pairings import tasks
from pairings.documents import printing
from pairings.documents import prints as documents
from pairings.engine import boards
from pairings.engine.prints import Paper, PrintChoice
from pairings.engine.refusals import PairingRefusal
from pairings.forms.printing import TablesForm
from pairings.forms.prints import HallSheetForm, PrintForm, usual_choice
from pairings.models import Round, StoredPrint
from pairings.queries.print import printing as figures
from pairings.queries.print import prints as queries
from pairings.services import prints
from pairings.views.print.paper import chosen_paper
from pairings.views.reports import scoreboard
from pairings.words import print_words
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament

Kind = StoredPrint.Kind
COUNTS = range(1, 13)
"""Board counts offered as buttons; larger ones are typed."""


@event_page("run")
def centre(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Everything that can be printed, with the last choices; a POST prints."""
    if request.method == "POST":
        return _ordered(request, event)
    count = whole_number(request.GET.get("count", "")) or 0
    if not 0 < count <= boards.MOST:
        return _page(request, event)
    # Propose boards of about equal length: for the script only the field, else the page.
    page = _Centre(request, event)
    names = queries.sort_names(event, page.rounds)
    text = boards.as_text(boards.propose(names, count))
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "pairings/print/boards.html", {"boards": text})
    page.form.initial["boards"] = text
    return _page(request, event, page)


def _ordered(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Print what was pressed: a pack, one document, or the selected ones."""
    page = _Centre(request, event, request.POST)
    if not page.form.is_valid():
        return _page(request, event, page)
    press = request.POST.get("press", "")
    if press == Kind.CRASH:
        choice = page.form.choice(())
        row, new = prints.order(
            event,
            PrintChoice((), paper=choice.paper, language=choice.language),
            key=page.form.cleaned_data["key"],
            by=signed_in(request),
            site=site(request),
            kind=Kind.CRASH.value,
        )
        return _started(event, row, new=new)
    kind = Kind.PACK if press == Kind.PACK else Kind.CHOICE
    ready = [offer.name for offer in page.offers if offer.ready]
    wanted = in_pack(kind) if kind == Kind.PACK else page.form.cleaned_data["documents"]
    chosen = [press] if press in ready else [name for name in ready if name in wanted]
    if not chosen:
        code = (
            PairingRefusal.PRINT_CHOOSE
            if kind == Kind.CHOICE and not wanted
            else PairingRefusal.NOTHING_TO_PRINT
        )
        page.form.add_error(None, refusal_text(Refused(code)))
        return _page(request, event, page)
    choices.choose(request, "paper", page.form.cleaned_data["paper"])
    row, new = prints.order(
        event,
        page.form.choice(chosen),
        key=page.form.cleaned_data["key"],
        by=signed_in(request),
        site=site(request),
        kind=kind.value,
    )
    return _started(event, row, new=new)


def _started(event: Tournament, row: StoredPrint, *, new: bool) -> HttpResponse:
    """The PDF if it is done, else the page with its progress."""
    if new:
        _start(event, row)
        row.refresh_from_db()
    done = row.state == StoredPrint.State.DONE
    return redirect(f"pairings:{'print_file' if done else 'stored_print'}", event.slug, row.pk)


def _start(event: Tournament, row: StoredPrint, *, here: bool = False) -> None:
    """Render small prints at once; large ones by a worker, or in a thread without one."""
    if not figures.is_large(0, hall_of=event):
        documents.make(row.pk)
    elif here or settings.CELERY_TASK_ALWAYS_EAGER:
        jobs.beside(documents.make, row.pk, lane="prints")
    else:
        jobs.send(tasks.make_print, row.pk, about=event.pk)


class _Centre:
    """The choices of the page, and what can be printed with them."""

    def __init__(self, request: HttpRequest, event: Tournament, data: Any = None) -> None:
        everything = PrintChoice(())
        self.divisions = queries.divisions_of(event, everything)
        self.all_rounds = rounds = queries.all_rounds(self.divisions)
        paper: Paper = "letter" if chosen_paper(request, event) == "letter" else "a4"
        self.printed = queries.printed(event, now=timezone.now())
        last = queries.last_choice(event, signed_in(request), self.printed)
        if last is None:
            last = usual_choice(queries.sort_names(event, queries.newest_of(rounds, self.divisions)), paper)
        initial = replace(last, paper=paper, number=0)
        self.hall = HallSheetForm(initial=initial)
        self.form = PrintForm(data, event=event, divisions=self.divisions, rounds=rounds, initial=initial)
        # The selected divisions, or those in the URL; all without any
        keys = request.POST.getlist("divisions") or request.GET.getlist("division")
        chosen = [division for division in self.divisions if str(division.pk) in keys] or self.divisions
        typed = request.POST.get("round") or request.GET.get("round") or "0"
        number = whole_number(typed, digits=3) or 0
        self.rounds = queries.newest_of(rounds, chosen, number)
        self.offers = printing.offers(event, chosen, self.rounds)
        self.form.allow(self.offers)


def _page(request: HttpRequest, event: Tournament, page: _Centre | None = None) -> HttpResponse:
    page = page or _Centre(request, event)
    pack = queries.latest(page.printed, Kind.PACK)
    context = {
        "page": "print",
        "board": scoreboard.of_rounds(queries.newest_on(page.all_rounds, page.divisions)),
        "form": page.form,
        "rounds": [
            {
                "text": print_words.short_name(round_),
                "revision": round_.revision,
                "round": round_,
                "unposted": round_.state == Round.State.UNPOSTED,
            }
            for round_ in page.rounds
        ],
        "offers": page.offers,
        "chosen": page.form["documents"].value() or [],
        "ready": any(offer.ready for offer in page.offers if offer.name in in_pack(Kind.PACK)),
        "pack": _printed_context(pack) if pack else None,
        "printed": [_printed_context(entry) for entry in page.printed],
        "numbers": TablesForm(event=event),
        "hall": page.hall,
        "hall_documents": printing.hall_documents(),
        "counts": [(count, print_words.boards_text(count)) for count in COUNTS],
    }
    return render(request, "pairings/print.html", context, status=422 if page.form.errors else 200)


def _printed_context(entry: queries.Printed) -> dict[str, object]:
    row, titles = entry.row, {document.name: document.title for document in all_documents()}
    return {
        "row": row,
        "what": print_words.documents_text(row, titles),
        "rounds": print_words.printed_texts(entry),
        "outdated": print_words.outdated_text(entry),
        "stopped": entry.silent or row.state == StoredPrint.State.FAILED,
        "goes_on": row.goes_on and not entry.silent,
        "problem": code_text(row.problem or PairingRefusal.PRINT_FAILED, {}),
    }


@require_safe
@event_page("run")
def stored(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """The progress of a print; its file once it is done."""
    row = _row(event, pk)
    part = request.htmx  # type: ignore[attr-defined]
    template = "pairings/print/stored_state.html" if part else "pairings/print/stored.html"
    context = _printed_context(queries.printed_row(row, timezone.now())) | {
        "page": "print",
        "queued": row.state == StoredPrint.State.WAITING and jobs.waits(tasks.make_print, row.pk),
    }
    response = render(request, template, context)
    if part and row.state == StoredPrint.State.DONE:
        response["HX-Redirect"] = reverse("pairings:print_file", args=[event.slug, row.pk])
    return response


@require_safe
@event_page("run")
def stored_file(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """The PDF as printed, byte for byte."""
    row = _row(event, pk)
    if row.state != StoredPrint.State.DONE:
        return redirect("pairings:stored_print", event.slug, pk)
    try:
        with row.file.open("rb") as file:
            pdf = file.read()
    except OSError as missing:
        raise Refused(PairingRefusal.PRINT_FILE_MISSING) from missing
    disposition = f'inline; filename="{documents.filename(row)}"'
    return HttpResponse(pdf, content_type="application/pdf", headers={"Content-Disposition": disposition})


@require_POST
@event_page("run")
def restart(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Restart a stopped or waiting print; `here` without the queue."""
    row = _row(event, pk)
    if prints.restart(row):
        _start(event, row, here="here" in request.POST)
        row.refresh_from_db()
    return _started(event, row, new=False)


def _row(event: Tournament, pk: int) -> StoredPrint:
    row = queries.find(event, pk)
    if row is None:
        raise Http404
    return row

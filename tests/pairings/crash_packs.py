"""The crash pack of an event as the text of each page, and the draft that it describes."""

import re

from django.core.files.storage import default_storage
from django.utils import timezone

from decks.models import Draft
from drafts.models import DraftMark
from drafts.services import draft_runs
from pairings.documents import prints as documents
from pairings.engine.print_choice import PrintChoice
from pairings.services import prints
from tests import build as play
from tests.papers import pages
from tournaments.models import Division, Tournament


def printed(event: Tournament, language: str = "en", *, by: object = None) -> list[str]:
    row, _new = prints.order_print(
        event,
        PrintChoice((), language=language),
        key=f"{language}{timezone.now().timestamp()}",
        by=by,
        site="",
        kind="crash",
    )
    documents.render_print(row.pk)
    row.refresh_from_db()
    assert row.state == "done"
    texts = pages(default_storage.open(row.file.name).read())
    return [" ".join(text.replace("\x7f", " ").split()) for text in texts]


def first_sheet(event: Tournament, language: str = "en") -> str:
    """Return the first pages: the status at the time of printing, and the guides."""
    return " ".join(sheets(printed(event, language), "Continue by hand"))


def limited(players: int = 8, **more: object) -> Division:
    return play.division(players, play_style="limited", published=True, **more)


def steps(draft: Draft, number: int, pod: int = 0) -> None:
    for _step in range(number):
        at = DraftMark.objects.filter(draft=draft, pod=pod).count()
        draft_runs.tap_step(draft, pod, "next", by=None, step=at, sure=True)


def sheets(texts: list[str], title: str) -> list[str]:
    """Return the pages with this title at the top."""
    return [text for text in texts if re.search(rf"page \d+ of \d+ .{{0,40}}?{title}\b", text)]

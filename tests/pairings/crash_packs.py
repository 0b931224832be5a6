"""The crash pack of an event as texts, page by page, and the draft it is of."""

import re

from django.core.files.storage import default_storage
from django.utils import timezone

from decks.models import Draft
from drafts.models import DraftMark
from drafts.services import draft_runs
from pairings.documents import prints as documents
from pairings.engine.prints import PrintChoice
from pairings.services import prints
from tests import build as play
from tests.papers import pages
from tournaments.models import Division, Tournament


def printed(event: Tournament, language: str = "en", *, by: object = None) -> list[str]:
    row, _new = prints.order(
        event,
        PrintChoice((), language=language),
        key=f"{language}{timezone.now().timestamp()}",
        by=by,
        site="",
        kind="crash",
    )
    documents.make(row.pk)
    row.refresh_from_db()
    assert row.state == "done"
    texts = pages(default_storage.open(row.file.name).read())
    return [" ".join(text.replace("\x7f", " ").split()) for text in texts]


def first_sheet(event: Tournament, language: str = "en") -> str:
    """Status when printed, and the guides."""
    return " ".join(sheets(printed(event, language), "Continue by hand"))


def limited(players: int = 8, **more: object) -> Division:
    return play.division(players, play_style="limited", published=True, **more)


def steps(draft: Draft, number: int, pod: int = 0) -> None:
    for _step in range(number):
        at = DraftMark.objects.filter(draft=draft, pod=pod).count()
        draft_runs.tap(draft, pod, "next", by=None, step=at, sure=True)


def sheets(texts: list[str], title: str) -> list[str]:
    """The pages that have this title at their head."""
    return [text for text in texts if re.search(rf"page \d+ of \d+ .{{0,40}}?{title}\b", text)]

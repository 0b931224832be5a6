"""Published deck lists."""

from django.http import HttpRequest
from ninja import Router

from api.door import find_event
from api.engine.refusals import ApiRefusal
from api.schemas.lists import CardOut, DeckOut, PublishedLists, PublishedOut, SectionOut
from api.schemas.problems import Problem
from api.views.v1.events import ERRORS
from api.views.v1.params import EntryKey, Slug
from core.engine.refused import Refused
from decks.models import DeckList, Version
from decks.queries.lists import verdicts
from decks.views.lists import verdict_rows
from decks.words.deck_words import language_name
from pairings.queries.print.published_lists import public_lists
from tournaments.models import Tournament
from tournaments.queries import entry_row

router = Router(tags=["lists"])


@router.get("/events/{slug:slug}/lists", response={200: PublishedLists, ERRORS: Problem})
def published(request: HttpRequest, slug: Slug) -> PublishedLists:
    """Players whose lists are public now, by the organizer's choice."""
    public = public_lists(find_event(request, slug))
    rows = [
        PublishedOut(entry=row.entry_id, name=_name(row), age_division=row.entry.age_division)
        for row in sorted(public.lists, key=lambda row: row.entry_id)
    ]
    return PublishedLists(visibility=public.visibility, lists=rows)


@router.get("/events/{slug:slug}/lists/{int:entry}", response={200: DeckOut, ERRORS: Problem})
def published_list(request: HttpRequest, slug: Slug, entry: EntryKey) -> DeckOut:
    """One published list: only the cards."""
    event = find_event(request, slug)
    row = next((row for row in public_lists(event).lists if row.entry_id == entry), None)
    if row is None or row.counts is None:
        raise Refused(ApiRefusal.API_NOT_FOUND)
    return deck_out(event, row.counts, entry, _name(row))


def deck_out(event: Tournament, version: Version, entry: int, name: str) -> DeckOut:
    sheet = verdict_rows.of_version(version, size=verdicts.size_of(event), ruled={})
    sections = [
        SectionOut(
            code=section.code,
            count=section.count,
            cards=[
                CardOut(
                    quantity=row.quantity,
                    name=row.name,
                    number=row.where,
                    language=language_name(row.copies.language) if row.copies.language else "",
                )
                for row in section.rows
            ],
        )
        for section in sheet.sections
    ]
    return DeckOut(entry=entry, name=name, total=sheet.total, sections=sections)


def _name(row: DeckList) -> str:
    # Children are shown by first name and initial.
    return entry_row(row.entry, public=True).name

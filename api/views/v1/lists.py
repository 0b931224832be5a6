"""Published deck lists."""

from ninja import Router

from api.door import ApiRequest, find_event_for_api
from api.engine.refusals import ApiRefusal
from api.schemas.lists import CardOut, DeckOut, PublishedLists, PublishedOut, SectionOut
from api.schemas.problems import Problem
from api.views.v1.events import ERRORS
from api.views.v1.params import EntryKey, Slug
from core.engine.refused import Refused
from decks.models import Version
from decks.queries.lists import judging
from decks.views.lists import verdict_rows
from decks.words.deck_words import language_name_in_sentence
from pairings.queries.print.published_lists import published_deck_lists
from tournaments.models import Tournament
from tournaments.queries import entry_row

router = Router(tags=["lists"])


@router.get("/events/{slug:slug}/lists", response={200: PublishedLists, ERRORS: Problem})
def published(request: ApiRequest, slug: Slug) -> PublishedLists:
    """List the players whose deck lists are currently public, as chosen by the organizer."""
    published_lists = published_deck_lists(find_event_for_api(request, slug))
    # Public names show children by first name and initial.
    rows = [
        PublishedOut(
            entry=row.entry_id,
            name=entry_row(row.entry, public=True).name,
            age_division=row.entry.age_division,
        )
        for row in sorted(published_lists.lists, key=lambda row: row.entry_id)
    ]
    return PublishedLists(visibility=published_lists.visibility, lists=rows)


@router.get("/events/{slug:slug}/lists/{int:entry}", response={200: DeckOut, ERRORS: Problem})
def published_list(request: ApiRequest, slug: Slug, entry: EntryKey) -> DeckOut:
    """Return only the cards of one published list."""
    event = find_event_for_api(request, slug)
    deck_list = next(
        (displayed for displayed in published_deck_lists(event).lists if displayed.entry_id == entry), None
    )
    if deck_list is None or deck_list.counts is None:
        raise Refused(ApiRefusal.API_NOT_FOUND)
    return api_deck(event, deck_list.counts, entry, entry_row(deck_list.entry, public=True).name)


def api_deck(event: Tournament, version: Version, entry: int, name: str) -> DeckOut:
    sheet = verdict_rows.displayed_list_of_version(version, size=judging.deck_size(event), ruled={})
    sections = [
        SectionOut(
            code=section.code,
            count=section.count,
            cards=[
                CardOut(
                    quantity=row.quantity,
                    name=row.name,
                    number=row.where,
                    language=language_name_in_sentence(row.copies.language) if row.copies.language else "",
                )
                for row in section.rows
            ],
        )
        for section in sheet.sections
    ]
    return DeckOut(entry=entry, name=name, total=sheet.total, sections=sections)

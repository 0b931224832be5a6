"""Texts typed at an event: the rows with such texts, and replacing them in place."""

from collections.abc import Callable, Collection, Iterator
from typing import Any

from django.db.models import Model, Q, QuerySet

from checks.models import CheckPhoto, DeckCheck
from decks.models import DeckList, Draft, PoolVersion, Ruling, Version
from drafts.models import BuildMark, DraftMove
from floor.models import Confiscation, FloorRuling, HallScreen, JudgeCall, Penalty
from pairings.models import ClockMark, Dispute, EntryWish, Extension, KeptApart, Report
from tournaments.models import Announcement, Entry, Tournament

Texts = tuple[QuerySet[Any], tuple[str, ...], bool]


def of_event(event: Tournament, places: Collection[int]) -> Iterator[Texts]:
    """Yield rows of an event with typed text, the fields, and whether the rows are about one of these entries."""
    own = Q(entry__in=places)
    yield Penalty.objects.filter(own, tournament=event), ("note", "withdrawn_why"), True
    yield Penalty.objects.filter(~own, tournament=event), ("note", "withdrawn_why"), False
    yield Confiscation.objects.filter(own, tournament=event), ("cards", "reason"), True
    yield Confiscation.objects.filter(~own, tournament=event), ("cards", "reason"), False
    yield JudgeCall.objects.filter(tournament=event), ("text", "note"), False
    yield FloorRuling.objects.filter(tournament=event), ("question", "answer"), False
    yield Announcement.objects.filter(tournament=event), ("text",), False
    yield Tournament.objects.filter(pk=event.pk), ("notes",), False
    yield HallScreen.objects.filter(tournament=event), ("message",), False
    yield Extension.objects.filter(match__round__division__tournament=event), ("why",), False
    yield ClockMark.objects.filter(round__division__tournament=event), ("why",), False
    yield Draft.objects.filter(division__tournament=event), ("reason",), False
    for marks in (DraftMove, BuildMark):
        yield marks.objects.filter(draft__division__tournament=event), ("reason",), False
    for about in (own, ~own):
        checks = DeckCheck.objects.filter(about, entry__tournament=event)
        yield checks, ("why", "note", "not_counted"), about is own
    others = Q(tournament=event) & ~Q(pk__in=places)
    yield Entry.objects.filter(others), ("notes",), False
    yield from _of_decks(event, places)
    yield EntryWish.objects.filter(own, entry__tournament=event), ("group", "reason"), True
    yield KeptApart.objects.filter(first__tournament=event), ("reason",), False
    yield Report.objects.filter(match__round__division__tournament=event), ("note",), False
    yield Dispute.objects.filter(match__round__division__tournament=event), ("why",), False
    yield (
        DeckList.objects.filter(own, entry__tournament=event),
        ("working_copy", "working_copy_unused", "sent_back"),
        True,
    )


def _of_decks(event: Tournament, places: Collection[int]) -> Iterator[Texts]:
    lists = Version.objects.filter(deck_list__entry__tournament=event)
    pools = PoolVersion.objects.filter(pool__entry__tournament=event)
    photos = CheckPhoto.objects.filter(check_of__entry__tournament=event)
    rulings = Ruling.objects.filter(deck_list__entry__tournament=event)
    of_list, of_pool = Q(deck_list__entry__in=places), Q(pool__entry__in=places)
    yield lists.filter(of_list), ("text", "unused", "note", "by_name"), True
    yield lists.exclude(of_list), ("note",), False
    yield pools.filter(of_pool), ("note", "discrepancy", "by_name"), True
    yield pools.exclude(of_pool), ("note", "discrepancy"), False
    yield rulings.filter(of_list), ("reason",), True
    yield rulings.exclude(of_list), ("reason",), False
    yield photos, ("note",), False


def rewrite(row: Model, names: tuple[str, ...], without: Callable[[str], str]) -> None:
    """Apply `without` to these fields of a row; unchanged fields are not written."""
    changed = {}
    for name in names:
        text = str(getattr(row, name) or "")
        if text and (now := without(text)) != text:
            changed[name] = now[: row._meta.get_field(name).max_length]  # type: ignore[union-attr]
    if changed:
        type(row)._default_manager.filter(pk=row.pk).update(**changed)


def wipe(rows: QuerySet[Any], names: Collection[str], instead: str) -> None:
    """Set these fields of the rows to `instead` where they are not empty."""
    for name in names:
        rows.exclude(**{name: ""}).update(**{name: instead})

"""Texts typed about an event and its people, by model."""

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import Q, QuerySet

from checks.models import CheckPhoto, DeckCheck
from decks.models import DeckList, Draft, PoolVersion, Ruling, Version
from drafts.models import BuildMark, DraftMove
from floor.models import Confiscation, FloorRuling, HallScreen, JudgeCall, Penalty
from pairings.models import ClockMark, Dispute, EntryWish, Extension, KeptApart, Report
from tournaments.models import Announcement, Entry, Tournament

Texts = tuple[QuerySet[Any], tuple[str, ...], bool]


def typed_texts_of(event: Tournament, entries: Collection[int]) -> Iterator[Texts]:
    """Yield querysets with typed texts, their text fields, and whether all rows are about `entries`.

    `entries` are entry keys.
    """
    own_entries = Q(entry__in=entries)
    yield Penalty.objects.filter(own_entries, tournament=event), ("note", "withdrawn_why"), True
    yield Penalty.objects.filter(~own_entries, tournament=event), ("note", "withdrawn_why"), False
    yield Confiscation.objects.filter(own_entries, tournament=event), ("cards", "reason"), True
    yield Confiscation.objects.filter(~own_entries, tournament=event), ("cards", "reason"), False
    yield JudgeCall.objects.filter(tournament=event), ("text", "note"), False
    yield FloorRuling.objects.filter(tournament=event), ("question", "answer"), False
    yield Announcement.objects.filter(tournament=event), ("text",), False
    yield Tournament.objects.filter(pk=event.pk), ("notes",), False
    yield HallScreen.objects.filter(tournament=event), ("message",), False
    yield Extension.objects.filter(match__round__division__tournament=event), ("why",), False
    yield ClockMark.objects.filter(round__division__tournament=event), ("why",), False
    yield Draft.objects.filter(division__tournament=event), ("reason",), False
    for model in (DraftMove, BuildMark):
        yield model.objects.filter(draft__division__tournament=event), ("reason",), False
    for entry_filter in (own_entries, ~own_entries):
        checks = DeckCheck.objects.filter(entry_filter, entry__tournament=event)
        yield checks, ("why", "note", "not_counted"), entry_filter is own_entries
    other_entries = Q(tournament=event) & ~Q(pk__in=entries)
    yield Entry.objects.filter(other_entries), ("notes",), False
    versions = Version.objects.filter(deck_list__entry__tournament=event)
    pools = PoolVersion.objects.filter(pool__entry__tournament=event)
    rulings = Ruling.objects.filter(deck_list__entry__tournament=event)
    of_list, of_pool = Q(deck_list__entry__in=entries), Q(pool__entry__in=entries)
    yield versions.filter(of_list), ("text", "unused", "note", "by_name"), True
    yield versions.exclude(of_list), ("note",), False
    yield pools.filter(of_pool), ("note", "discrepancy", "by_name"), True
    yield pools.exclude(of_pool), ("note", "discrepancy"), False
    yield rulings.filter(of_list), ("reason",), True
    yield rulings.exclude(of_list), ("reason",), False
    yield CheckPhoto.objects.filter(check_of__entry__tournament=event), ("note",), False
    yield EntryWish.objects.filter(own_entries, entry__tournament=event), ("group", "country", "reason"), True
    yield KeptApart.objects.filter(first__tournament=event), ("reason",), False
    yield Report.objects.filter(match__round__division__tournament=event), ("note",), False
    yield Dispute.objects.filter(match__round__division__tournament=event), ("why",), False
    yield (
        DeckList.objects.filter(own_entries, entry__tournament=event),
        ("working_copy", "working_copy_unused", "sent_back"),
        True,
    )

"""Forget a person at an organizer: names are replaced everywhere, identifying data deleted, results preserved."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial, reduce
from operator import or_

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from checks.models import CheckPhoto
from core.engine.journal.redaction import Forgotten, facts_without, text_without
from core.engine.labels import label_of
from core.engine.people import search_key
from core.engine.refused import Refused
from core.models import JournalEvent, PushSubscription, Webhook, WebhookDelivery
from core.services import journal, redaction
from core.services.snapshots import shelf
from decks.models import Version
from floor.engine.journal_kinds import PersonForgotten
from floor.engine.refusals import FloorRefusal
from floor.services import typed_texts
from pairings.models import TomDetails, TomFile
from pairings.queries.print.event_figures import events_over
from pairings.services import prints
from pairings.services.tom.undone_file import ADDED
from tournaments.engine.person_fields import ERASED_ENTRY, ERASED_RECORD
from tournaments.models import (
    Entry,
    KnownPlayer,
    KnownPlayersLoad,
    Player,
    Teammate,
    Tournament,
    User,
)
from tournaments.queries.people import in_copy
from tournaments.services import locks
from tournaments.services.merges import MERGED

STILL = timedelta(days=3)
"""How long after its start an unfinished event counts as over."""


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What forgetting a person changes. `lines` counts journal lines that lose the name, `files` the TOM files
    deleted.
    """

    name: str
    instead: str
    events: tuple[Tournament, ...]
    lines: int
    photos: int
    links: int
    phones: int
    files: int
    snapshots: int
    listed: int
    account: str


@dataclass(slots=True)
class _Person:
    """All data of a person at one organizer. `records`: the person and records merged into it.

    `events`: those they play in or were removed from.
    """

    records: list[Player]
    entries: list[Entry]
    events: list[Tournament]
    who: Forgotten

    @property
    def keys(self) -> list[int]:
        return [record.pk for record in self.records]

    @property
    def names_of_lines(self) -> list[int]:
        """Player keys used for the person in the journals of events."""
        return _keys(self.records)

    @property
    def places(self) -> list[int]:
        return [entry.pk for entry in self.entries]


def preview(player: Player) -> Forgetting:
    """Compute what `forget` would do, without writing."""
    return _seen(_gathered(player))


@transaction.atomic
def forget(player: Player, *, by: User | None, typed_name: str, now: datetime | None = None) -> Forgetting:
    """Forget a person; their name must be typed. It cannot be undone.

    Refused: PERSON_NAME_NOT_TYPED (name), PERSON_FORGOTTEN (name), PERSON_STILL_PLAYS (event).
    """
    at = now or timezone.now()
    locks.divisions_of(_gathered(player).events)
    held = locks.player(player)
    if held.forgotten_at is not None:
        raise Refused(FloorRefusal.PERSON_FORGOTTEN, name=str(held))
    if " ".join(typed_name.split()) != " ".join(str(held).split()):
        raise Refused(FloorRefusal.PERSON_NAME_NOT_TYPED, name=str(held))
    person = _gathered(held)
    over = events_over([entry.tournament_id for entry in person.entries])
    for entry in person.entries:
        event = entry.tournament
        if event.pk not in over and event.starts_at > at - STILL:
            raise Refused(FloorRefusal.PERSON_STILL_PLAYS, event=event.name)
    seen = _seen(person)
    for event in person.events:
        for rows, names, own in typed_texts.of_event(event, person.places):
            for row in rows.only("pk", *names):
                typed_texts.rewrite(row, names, partial(text_without, who=person.who, own=own))
        for version in Version.objects.filter(deck_list__entry__in=person.places):
            read = facts_without(version.read, person.who)
            if read != version.read:
                Version.objects.filter(pk=version.pk).update(read=read)
        lines = redaction.redact(
            event, person.who, _subjects(event, person.places, person.names_of_lines), by=by, at=at
        )
        journal.write(
            event, PersonForgotten(name=person.who.instead, player=held.pk, count=lines), by=by, at=at
        )
    redaction.redact(
        None, person.who, _subjects(None, (), person.keys), by=by, at=at, lines=Q(kind__startswith="Person")
    )
    _delete_traces(person)
    name = {
        "first_name": "",
        "last_name": person.who.instead,
        "search_key": search_key(person.who.instead),
    }
    Entry.objects.filter(pk__in=person.places).update(
        **name, **ERASED_ENTRY, notes="", namesake=0, short_namesake=0
    )
    Player.objects.filter(pk__in=person.keys).update(**name, **ERASED_RECORD, user=None, forgotten_at=at)
    return seen


def _subjects(
    event: Tournament | None, entries: Collection[int], people: Collection[int]
) -> redaction.Subjects:
    others = set(event.entries.values_list("pk", flat=True)) - set(entries) if event else set()
    entry, player = label_of(Entry), label_of(Player)
    return redaction.Subjects({entry: set(entries), player: set(people)}, {entry: others, player: None})


def _gathered(player: Player) -> _Person:
    merged = _merged_into(player)
    joined = Q(pk__in=merged) | Q(copied_from__in=merged)
    elsewhere = Entry.objects.filter(~in_copy(), player=OuterRef("pk"))
    own = Player.objects.filter(joined, ~Exists(elsewhere), organizer=player.organizer_id)
    records = [player, *own.exclude(pk=player.pk)]
    entries = list(Entry.objects.filter(player__in=records).select_related("tournament").order_by("pk"))
    names = {(record.first_name, record.last_name) for record in records}
    names |= {(entry.first_name, entry.last_name) for entry in entries}
    numbers = {record.player_id for record in records} | {entry.player_number for entry in entries}
    listed = KnownPlayer.objects.filter(organizer=player.organizer_id, player_id__in=numbers - {None})
    names |= {(listed_player.first_name, listed_player.last_name) for listed_player in listed}
    names |= _earlier(records, entries, names)
    before = Player.objects.filter(organizer=player.organizer_id, forgotten_at__isnull=False).count()
    instead = _("Player %(number)s") % {"number": before + 1}
    who = Forgotten(sorted(names), sorted(number for number in numbers if number), instead)
    named = Q(journal__facts__player__in=_keys(records)) | Q(journal__facts__other_player__in=_keys(records))
    lines = Tournament.objects.filter(named, organizer=player.organizer_id)
    played = [entry.tournament_id for entry in entries]
    events = Tournament.objects.filter(Q(pk__in=lines.values("pk")) | Q(pk__in=played))
    return _Person(records, entries, list(events.order_by("pk")), who)


def _earlier(
    records: list[Player], entries: list[Entry], names: set[tuple[str, str]]
) -> set[tuple[str, str]]:
    """Earlier names in the journal's corrections: each first name combined with each last name."""
    about = Q(facts__player__in=_keys(records)) | Q(facts__entry__in=[entry.pk for entry in entries])
    organizer = records[0].organizer_id
    here = Q(tournament__organizer=organizer, kind="PlayerChanged")
    of_record = Q(tournament=None, kind="PersonChanged", facts__player__in=[record.pk for record in records])
    lines = JournalEvent.objects.filter(of_record | (here & about)).values_list("facts__changed", flat=True)
    firsts, lasts = set(), set()
    for changed in lines:
        firsts |= {name for name in changed.get("first_name", ()) if name is not None}
        lasts |= {name for name in changed.get("last_name", ()) if name}
    if not firsts | lasts:
        return set()
    firsts |= {first for first, _last in names}
    lasts |= {last for _first, last in names}
    return {(first, last) for first in firsts for last in lasts}


def _keys(records: list[Player]) -> list[int]:
    """Keys of these records in journal lines, including those from before the records of organizers were split."""
    return [record.pk for record in records] + [
        record.copied_from for record in records if record.copied_from
    ]


def _merged_into(player: Player) -> set[int]:
    """Keys of all records merged into this one, directly or through others."""
    lines = JournalEvent.objects.filter(
        kind=MERGED, undone_by=None, tournament__organizer=player.organizer_id
    ).values_list("facts", flat=True)
    pairs = [(facts["player"], facts["other_player"]) for facts in lines]
    keys = set(_keys([player]))
    merged, grown = keys, True
    while grown:
        more = {other for keep, other in pairs if keep in merged} - merged
        merged, grown = merged | more, bool(more)
    return merged - keys


def _seen(person: _Person) -> Forgetting:
    first = person.records[0]
    entries = Q(entry__in=person.places)
    lines = sum(
        redaction.count(event, person.who, _subjects(event, person.places, person.names_of_lines))
        for event in person.events
    )
    return Forgetting(
        name=str(first),
        instead=person.who.instead,
        events=tuple(person.events),
        lines=lines,
        photos=_photos(person).count(),
        links=sum(hasattr(entry, "link") for entry in person.entries),
        phones=PushSubscription.objects.filter(entries).count(),
        files=TomFile.objects.filter(tournament__in=person.events).count(),
        snapshots=sum(len(shelf.files(event)) for event in person.events),
        listed=_listed(person).count(),
        account=str(first.user or ""),
    )


def _photos(person: _Person) -> QuerySet[CheckPhoto]:
    return CheckPhoto.objects.filter(check_of__entry__in=person.places)


def _listed(person: _Person) -> QuerySet[KnownPlayer]:
    return KnownPlayer.objects.filter(
        organizer=person.records[0].organizer_id, player_id__in=person.who.numbers
    )


def _delete_traces(person: _Person) -> None:
    """Delete links, phones, photos, rows of the team's list, and sent or stored files with the name: TOM files,
    snapshots, prints, bodies of webhooks.
    """
    _photos(person).delete()
    Teammate.objects.filter(entry__in=person.places).delete()
    # The person in the organizer's teams: matched by Player ID, or by full name where the team gave no ID.
    named = [Q(player_id="", first_name=first, last_name=last) for first, last in person.who.names]
    wanted = reduce(or_, named, Q(player_id__in=person.who.numbers))
    mates = Teammate.objects.filter(wanted, entry__tournament__organizer=person.records[0].organizer_id)
    teams = set()
    for mate in mates.select_related("entry"):
        mate.first_name, mate.last_name, mate.player_id = "", person.who.instead, ""
        mate.save(update_fields=["first_name", "last_name", "player_id"])
        teams.add(mate.entry)
    for team in teams:
        team.search_key = search_key(team.own_name, *(str(mate) for mate in team.teammates.all()))[:200]
        team.save(update_fields=["search_key"])
    delete_files(list({team.tournament for team in teams}))
    PushSubscription.objects.filter(entry__in=person.places).delete()
    for entry in person.entries:
        if hasattr(entry, "link"):
            entry.link.delete()
    delete_files(person.events)
    for details in TomDetails.objects.filter(tournament__in=person.events):
        details.let_in_later = [number for number in details.let_in_later if number not in person.who.numbers]
        if details.file_words:
            details.file_words["differing"] = {}
            if unseated := details.file_words.get("unseated"):
                others = [number for number in unseated if number not in person.who.numbers]
                details.file_words["unseated"] = others
        details.save(update_fields=["let_in_later", "file_words"])
    _listed(person).delete()
    for load in KnownPlayersLoad.objects.filter(organizer=person.records[0].organizer_id):
        others = [change for change in load.changes if change["player_id"] not in person.who.numbers]
        if len(others) < len(load.changes):
            load.changes = others
            load.save(update_fields=["changes"])


def delete_files(events: Collection[Tournament]) -> None:
    """Delete sent or stored files that contain names: TOM files, snapshots, prints, bodies of webhooks."""
    TomFile.objects.filter(tournament__in=events).delete()
    for event in events:
        lines = event.journal.filter(kind=ADDED).exclude(facts__file_before="")
        changed = [
            (line.pk, line.facts | {"file_before": ""}) for line in lines if "file_before" in line.facts
        ]
        redaction.write(event, changed, by=None, at=timezone.now())
    sent = WebhookDelivery.objects.filter(webhook__tournament__in=events)
    sent.exclude(state=WebhookDelivery.State.WAITING).delete()
    # Clear deliveries waiting for a retry: they are rendered when sent, with the new name. A delivery's
    # number is released if it was the latest, so that receivers see no gap.
    for delivery in sent.exclude(body="").order_by("-sequence"):
        if delivery.sequence:
            last = Webhook.objects.filter(pk=delivery.webhook_id, sequence=delivery.sequence)
            last.update(sequence=delivery.sequence - 1)
        WebhookDelivery.objects.filter(pk=delivery.pk).update(body="", headers={}, response="", sequence=None)
    for event in events:
        transaction.on_commit(partial(shelf.clear, event.pk))
        prints.forget(event)

"""Forget a person at an organizer.

The person's names are replaced everywhere, identifying data is deleted, and results do not change.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import partial, reduce
from operator import or_
from typing import Self

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from checks.models import CheckPhoto
from core.engine.journal.redaction import ForgottenPerson, redact_facts, redact_text
from core.engine.model_labels import stored_model_label
from core.engine.person_names import search_key
from core.engine.refused import Refused
from core.models import JournalEvent, PushSubscription, Webhook, WebhookDelivery
from core.services import journal, redaction
from core.services.snapshots import home_folder
from decks.models import Version
from floor.engine.journal_kinds import PersonForgotten
from floor.engine.refusals import FloorRefusal
from floor.queries.expired_data import UNFINISHED_EVENT_LIFETIME
from floor.queries.typed_texts import typed_texts_of
from floor.services import typed_texts
from pairings.models import TomDetails, TomFile
from pairings.queries.rounds.event_progress import select_finished_events
from pairings.services import prints
from pairings.services.tom.undone_file import ADDED
from registration.models import Claim, Mail
from registration.queries.people import registrations_of_person
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
from tournaments.queries.people import rehearsal_copy_condition
from tournaments.services import locks
from tournaments.services.merges import MERGED


@dataclass(frozen=True, slots=True)
class Forgetting:
    """The changes made by forgetting a person.

    `instead` is the replacement for the name. `lines` is the number of journal lines from which the name is
    removed, `links` the number of personal links, `phones` of phones with notifications, `files` of TOM files to
    delete, and `listed` of entries in the list of known players. `account` is the name of the person's account,
    or "".
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
class _PersonToForget:
    """All data about a person at one organizer.

    `records` starts with the person, followed by the records merged into it. `events` are the events that the
    person plays in or was removed from. `forgotten` contains the names and numbers to replace.
    """

    records: list[Player]
    entries: list[Entry]
    events: list[Tournament]
    forgotten: ForgottenPerson

    @classmethod
    def load(cls, player: Player) -> Self:
        """Load a person with all records merged into theirs, directly or through other records."""
        organizer = player.organizer_id
        own_keys = set(_player_keys([player]))
        merges = JournalEvent.objects.filter(kind=MERGED, undone_by=None, tournament__organizer=organizer)
        merged_pairs = [
            (facts["player"], facts["other_player"]) for facts in merges.values_list("facts", flat=True)
        ]
        keys, is_growing = own_keys, True
        while is_growing:
            added = {merged_key for surviving_key, merged_key in merged_pairs if surviving_key in keys} - keys
            keys, is_growing = keys | added, bool(added)
        merged = keys - own_keys
        entries_outside_copies = Entry.objects.filter(~rehearsal_copy_condition(), player=OuterRef("pk"))
        merged_records = Player.objects.filter(
            Q(pk__in=merged) | Q(copied_from__in=merged), ~Exists(entries_outside_copies), organizer=organizer
        )
        records = [player, *merged_records.exclude(pk=player.pk)]
        entries = list(Entry.objects.filter(player__in=records).select_related("tournament").order_by("pk"))

        names = {(record.first_name, record.last_name) for record in records}
        names |= {(entry.first_name, entry.last_name) for entry in entries}
        numbers = {record.player_id for record in records} | {entry.player_number for entry in entries}
        known_players = KnownPlayer.objects.filter(organizer=organizer, player_id__in=numbers - {None})
        names |= {(known_player.first_name, known_player.last_name) for known_player in known_players}
        names |= _earlier_names(records, entries, names)
        forgotten_count = Player.objects.filter(organizer=organizer, forgotten_at__isnull=False).count()
        instead = _("Player %(number)s") % {"number": forgotten_count + 1}
        forgotten = ForgottenPerson(sorted(names), sorted(number for number in numbers if number), instead)

        journal_player_keys = _player_keys(records)
        about_person = Q(journal__facts__player__in=journal_player_keys)
        about_person |= Q(journal__facts__other_player__in=journal_player_keys)
        journal_events = Tournament.objects.filter(about_person, organizer=organizer)
        played_events = [entry.tournament_id for entry in entries]
        events = Tournament.objects.filter(Q(pk__in=journal_events.values("pk")) | Q(pk__in=played_events))
        return cls(records, entries, list(events.order_by("pk")), forgotten)

    @property
    def keys(self) -> list[int]:
        return [record.pk for record in self.records]

    @property
    def keys_in_journal(self) -> list[int]:
        """Player keys under which journal lines mention the person."""
        return _player_keys(self.records)

    @property
    def entry_keys(self) -> list[int]:
        return [entry.pk for entry in self.entries]

    @property
    def photos(self) -> QuerySet[CheckPhoto]:
        return CheckPhoto.objects.filter(check_of__entry__in=self.entry_keys)

    @property
    def listed(self) -> QuerySet[KnownPlayer]:
        """Rows of the person in the organizer's list of known players."""
        return KnownPlayer.objects.filter(
            organizer=self.records[0].organizer_id, player_id__in=self.forgotten.numbers
        )

    def changes(self) -> Forgetting:
        """Count the changes that forgetting the person would make now."""
        player = self.records[0]
        entries = Q(entry__in=self.entry_keys)
        lines = sum(
            redaction.count_redactions(
                event, self.forgotten, _redaction_subjects(event, self.entry_keys, self.keys_in_journal)
            )
            for event in self.events
        )
        return Forgetting(
            name=str(player),
            instead=self.forgotten.instead,
            events=tuple(self.events),
            lines=lines,
            photos=self.photos.count(),
            links=sum(hasattr(entry, "link") for entry in self.entries),
            phones=PushSubscription.objects.filter(entries).count(),
            files=TomFile.objects.filter(tournament__in=self.events).count(),
            snapshots=sum(len(home_folder.list_snapshots(event)) for event in self.events),
            listed=self.listed.count(),
            account=str(player.user or ""),
        )


def preview_forgetting(player: Player) -> Forgetting:
    """Return the changes that `forget_person` would make, without writing."""
    return _PersonToForget.load(player).changes()


@transaction.atomic
def forget_person(
    player: Player, *, by: User | None, typed_name: str, now: datetime | None = None
) -> Forgetting:
    """Forget a person for good. Their name must be typed as a confirmation.

    Returns the changes as counted before they were made. Refused: PERSON_NAME_NOT_TYPED (name), PERSON_FORGOTTEN
    (name) if the person is already forgotten, PERSON_STILL_PLAYS (event) if an event of theirs is unfinished and
    recent or still to come.
    """
    forgotten_at = now or timezone.now()
    locks.lock_divisions_of(_PersonToForget.load(player).events)
    player = locks.lock_player(player)
    if player.forgotten_at is not None:
        raise Refused(FloorRefusal.PERSON_FORGOTTEN, name=str(player))
    if " ".join(typed_name.split()) != " ".join(str(player).split()):
        raise Refused(FloorRefusal.PERSON_NAME_NOT_TYPED, name=str(player))
    person = _PersonToForget.load(player)
    finished_events = select_finished_events([entry.tournament_id for entry in person.entries])
    for entry in person.entries:
        event = entry.tournament
        if event.pk not in finished_events and event.starts_at > forgotten_at - UNFINISHED_EVENT_LIFETIME:
            raise Refused(FloorRefusal.PERSON_STILL_PLAYS, event=event.name)
    changes = person.changes()
    for event in person.events:
        for queryset, names, is_own in typed_texts_of(event, person.entry_keys):
            for text_row in queryset.only("pk", *names):
                typed_texts.rewrite_texts(
                    text_row, names, partial(redact_text, who=person.forgotten, own=is_own)
                )
        for version in Version.objects.filter(deck_list__entry__in=person.entry_keys):
            redacted = redact_facts(version.read, person.forgotten)
            if redacted != version.read:
                Version.objects.filter(pk=version.pk).update(read=redacted)
        line_count = redaction.redact_journal(
            event,
            person.forgotten,
            _redaction_subjects(event, person.entry_keys, person.keys_in_journal),
            by=by,
            at=forgotten_at,
        )
        journal.write_journal_line(
            event,
            PersonForgotten(name=person.forgotten.instead, player=player.pk, count=line_count),
            by=by,
            at=forgotten_at,
        )
    redaction.redact_journal(
        None,
        person.forgotten,
        _redaction_subjects(None, (), person.keys),
        by=by,
        at=forgotten_at,
        lines=Q(kind__startswith="Person"),
    )
    _delete_traces(person)
    new_name = {
        "first_name": "",
        "last_name": person.forgotten.instead,
        "search_key": search_key(person.forgotten.instead),
    }
    Entry.objects.filter(pk__in=person.entry_keys).update(
        **new_name, **ERASED_ENTRY, notes="", namesake=0, short_namesake=0
    )
    Player.objects.filter(pk__in=person.keys).update(
        **new_name, **ERASED_RECORD, user=None, forgotten_at=forgotten_at
    )
    return changes


def _redaction_subjects(
    event: Tournament | None, entries: Collection[int], people: Collection[int]
) -> redaction.SubjectKeys:
    """Return the keys by which the journal of an event refers to this person and to other people.

    `entries` and `people` are the person's own keys. Without an event, every other player is another person.
    """
    other_entries = set(event.entries.values_list("pk", flat=True)) - set(entries) if event else set()
    entry_label, player_label = stored_model_label(Entry), stored_model_label(Player)
    return redaction.SubjectKeys(
        {entry_label: set(entries), player_label: set(people)},
        {entry_label: other_entries, player_label: None},
    )


def _earlier_names(
    records: list[Player], entries: list[Entry], names: set[tuple[str, str]]
) -> set[tuple[str, str]]:
    """Collect earlier names from corrections in the journal, each first name combined with each last name."""
    about_person = Q(facts__player__in=_player_keys(records)) | Q(
        facts__entry__in=[entry.pk for entry in entries]
    )
    entry_changes = Q(tournament__organizer=records[0].organizer_id, kind="PlayerChanged") & about_person
    record_changes = Q(
        tournament=None, kind="PersonChanged", facts__player__in=[record.pk for record in records]
    )
    lines = JournalEvent.objects.filter(record_changes | entry_changes).values_list(
        "facts__changed", flat=True
    )
    first_names, last_names = set(), set()
    for changed in lines:
        first_names |= {name for name in changed.get("first_name", ()) if name is not None}
        last_names |= {name for name in changed.get("last_name", ()) if name}
    if not first_names | last_names:
        return set()
    first_names |= {first for first, _last in names}
    last_names |= {last for _first, last in names}
    return {(first, last) for first in first_names for last in last_names}


def _player_keys(records: list[Player]) -> list[int]:
    """Return the records' keys in journal lines, including keys from before organizers had separate records."""
    return [record.pk for record in records] + [
        record.copied_from for record in records if record.copied_from
    ]


def _delete_traces(person: _PersonToForget) -> None:
    """Delete the person's data other than names and results, and every stored or sent file with the name.

    Registrations, mails, claims, teammates, links, phones, photos and known-player rows are deleted, and the
    person's numbers are removed from TOM details and from loads of known players. In other teams the person is
    renamed. The files are TOM files, snapshots, prints and bodies of webhooks.
    """
    person.photos.delete()
    registrations_of_person(person.records[0].organizer_id, person.entries).delete()
    Mail.objects.filter(entry__in=person.entry_keys).delete()
    Claim.objects.filter(entry__in=person.entry_keys).delete()
    Teammate.objects.filter(entry__in=person.entry_keys).delete()
    # Other teams may list the person as well: match by Player ID, or by full name if the team gave no ID.
    same_name = [Q(player_id="", first_name=first, last_name=last) for first, last in person.forgotten.names]
    is_person = reduce(or_, same_name, Q(player_id__in=person.forgotten.numbers))
    mates = Teammate.objects.filter(is_person, entry__tournament__organizer=person.records[0].organizer_id)
    teams = set()
    for mate in mates.select_related("entry"):
        mate.first_name, mate.last_name, mate.player_id = "", person.forgotten.instead, ""
        mate.save(update_fields=["first_name", "last_name", "player_id"])
        teams.add(mate.entry)
    for team in teams:
        team.search_key = search_key(team.own_name, *(str(mate) for mate in team.teammates.all()))[:200]
        team.save(update_fields=["search_key"])
    delete_files_with_names(list({team.tournament for team in teams}))
    PushSubscription.objects.filter(entry__in=person.entry_keys).delete()
    for entry in person.entries:
        if hasattr(entry, "link"):
            entry.link.delete()
    delete_files_with_names(person.events)
    for details in TomDetails.objects.filter(tournament__in=person.events):
        details.let_in_later = [
            number for number in details.let_in_later if number not in person.forgotten.numbers
        ]
        if details.file_words:
            details.file_words["differing"] = {}
            if unseated := details.file_words.get("unseated"):
                remaining_numbers = [number for number in unseated if number not in person.forgotten.numbers]
                details.file_words["unseated"] = remaining_numbers
        details.save(update_fields=["let_in_later", "file_words"])
    person.listed.delete()
    for load in KnownPlayersLoad.objects.filter(organizer=person.records[0].organizer_id):
        remaining_changes = [
            change for change in load.changes if change["player_id"] not in person.forgotten.numbers
        ]
        if len(remaining_changes) < len(load.changes):
            load.changes = remaining_changes
            load.save(update_fields=["changes"])


def delete_files_with_names(events: Collection[Tournament]) -> None:
    """Delete stored or sent files that contain names: TOM files, snapshots, prints, bodies of webhooks.

    The earlier TOM files in journal lines are deleted too. Snapshots are deleted after the commit.
    """
    TomFile.objects.filter(tournament__in=events).delete()
    for event in events:
        added_files = event.journal.filter(kind=ADDED).exclude(facts__file_before="")
        changed_lines = [
            (line.pk, line.facts | {"file_before": ""}) for line in added_files if "file_before" in line.facts
        ]
        redaction.write_redaction(event, changed_lines, by=None, at=timezone.now())
    deliveries = WebhookDelivery.objects.filter(webhook__tournament__in=events)
    deliveries.exclude(state=WebhookDelivery.State.WAITING).delete()
    # Deliveries that wait for a retry are cleared, because they are rendered again with the new name when sent.
    # The number of the latest delivery is released, so that receivers see no gap.
    for delivery in deliveries.exclude(body="").order_by("-sequence"):
        if delivery.sequence:
            latest = Webhook.objects.filter(pk=delivery.webhook_id, sequence=delivery.sequence)
            latest.update(sequence=delivery.sequence - 1)
        WebhookDelivery.objects.filter(pk=delivery.pk).update(body="", headers={}, response="", sequence=None)
    for event in events:
        transaction.on_commit(partial(home_folder.delete_all_snapshots, event.pk))
        prints.delete_prints(event)

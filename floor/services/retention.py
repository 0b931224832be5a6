"""Remove the personal data of past events after the installation's number of days (PERSONAL_DATA_DAYS).

Results, places and pairings stay, and so do names if the organizing team chose to keep them. An event's data is removed
in batches, so that running events wait only briefly. Repeating a batch changes nothing.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import count

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import F, Q, prefetch_related_objects
from django.utils.translation import gettext_lazy as _

from checks.models import CheckPhoto
from core.engine.journal.kinds import fact_types_of_line
from core.engine.journal.redaction import HIDDEN
from core.engine.person_names import search_key
from core.models import JournalEvent, PushSubscription
from core.services import journal, redaction
from core.services.short_transactions import write_pieces
from core.services.snapshots import home_folder
from decks.models import DeckList, Version
from floor.engine.journal_kinds import PersonalDataRemoved
from floor.engine.retention import (
    MIN_ID_DIGITS,
    ReplacementNames,
    TextReplacements,
    facts_without_personal_data,
    written_forms_of_name,
)
from floor.queries import expired_data as queries
from floor.queries.typed_texts import typed_texts_of
from floor.services import typed_texts
from floor.services.forget import delete_files_with_names
from pairings.models import EntryWish, TomDetails, TomFile
from registration.models import Claim, Mail, Registration
from tournaments.engine.person_fields import ERASED_ENTRY, ERASED_RECORD
from tournaments.models import (
    EndedLink,
    Entry,
    KnownPlayer,
    KnownPlayersLoad,
    PersonalLink,
    Player,
    Teammate,
    Tournament,
    User,
)
from tournaments.services import locks

NEW_NAME = _("Player %(number)s")

BATCH_SIZE = 500
"""Number of journal lines, deck lists or people changed per transaction."""

WIPED_FIELDS = frozenset(
    ("by_name", "discrepancy", "note", "not_counted", "reason", "sent_back", "why", "withdrawn_why")
)
"""Fields with free text about one player, or with the name of a person who submitted something."""

DECK_TEXTS = ("text", "unused", "working_copy", "working_copy_unused")
"""Fields that hold a deck list: the cards stay, the owner's data is removed."""


@dataclass(frozen=True, slots=True)
class ExpiredEvent:
    """An event past its retention time, with counts of the personal data that is still stored."""

    event: Tournament
    ended_at: datetime
    players: int
    links: int
    phones: int
    photos: int
    files: int
    snapshots: int


@dataclass(frozen=True, slots=True)
class Removal:
    """Data that is due for removal, or was removed.

    `people`, `listed` and `accounts` count people, known players, and accounts with a mail address.
    """

    events: tuple[ExpiredEvent, ...]
    people: int
    listed: int
    accounts: int


def preview_removal(*, days: int, now: datetime) -> Removal:
    """Return the data that `remove_expired_data` would remove now, without writing.

    People are included if their last event ended long enough ago, or if all their events are removed in the same
    run.
    """
    cutoff = now - timedelta(days=days)
    expired = queries.expired_events(cutoff)
    events = [event.pk for event, _ended in expired]
    return Removal(
        tuple(_count_stored_data(event, ended_at) for event, ended_at in expired),
        queries.expired_people(cutoff, events).count(),
        queries.expired_known_players(cutoff, events).count(),
        queries.expired_accounts(cutoff, events).count(),
    )


def remove_expired_data(*, days: int, now: datetime) -> Removal:
    """Remove the personal data of every event that ended more than `days` ago, then of people.

    People, known players and the mail addresses of accounts follow if they have no later event. Raises
    ValueError if `days` is below 1.
    """
    if days < 1:
        raise ValueError("Personal data stays for one day at least.")
    cutoff = now - timedelta(days=days)
    expired = tuple(_count_stored_data(event, ended_at) for event, ended_at in queries.expired_events(cutoff))
    for expired_event in expired:
        _remove_personal_data_of_event(expired_event.event, cutoff, now)
    people = list(queries.expired_people(cutoff, ()).values_list("pk", flat=True))
    write_pieces(people, partial(_erase_people, cutoff, now), size=BATCH_SIZE)
    with transaction.atomic():
        known_players = list(queries.expired_known_players(cutoff, ()).values_list("pk", flat=True))
        KnownPlayer.objects.filter(pk__in=known_players).delete()
        KnownPlayersLoad.objects.filter(loaded_at__lt=cutoff).delete()
    with transaction.atomic():
        accounts = list(queries.expired_accounts(cutoff, ()).values_list("pk", flat=True))
        EmailAddress.objects.filter(user__in=accounts).delete()
        User.objects.filter(pk__in=accounts).update(email="")
    return Removal(expired, len(people), len(known_players), len(accounts))


def _count_stored_data(event: Tournament, ended_at: datetime) -> ExpiredEvent:
    """Count the personal data of an event that is still stored."""
    entries = event.entries
    has_details = queries.with_facts_to_erase(ERASED_ENTRY) | ~Q(notes="")
    has_name = Q(player__forgotten_at=None)
    return ExpiredEvent(
        event=event,
        ended_at=ended_at,
        players=entries.filter(has_details if event.organizer.names_stay else has_name).count(),
        links=PersonalLink.objects.filter(entry__tournament=event).count(),
        phones=PushSubscription.objects.filter(tournament=event).count(),
        photos=CheckPhoto.objects.filter(check_of__entry__tournament=event).count(),
        files=TomFile.objects.filter(tournament=event).count(),
        snapshots=len(home_folder.list_snapshots(event)),
    )


def _remove_personal_data_of_event(event: Tournament, cutoff: datetime, now: datetime) -> None:
    """Redact journal lines and deck lists in batches, then remove the event's other personal data.

    The other data is removed and journaled in one transaction, unless another process has done so already.
    """
    entries = list(event.entries.select_related("player").order_by("pk"))
    names = None if event.organizer.names_stay else _replacement_names_of_event(event, entries)
    replacements = _text_replacements(entries, names)
    changed_lines = []
    lines = event.journal.order_by("pk").values_list("pk", "kind", "facts")
    for key, kind, facts in lines.iterator(chunk_size=2000):
        redacted = facts_without_personal_data(
            facts, replacements, names, fact_type=fact_types_of_line(kind, facts)
        )
        if redacted != facts:
            redaction.require_sealed_part_unchanged(key, kind, facts, redacted)
            changed_lines.append((key, redacted))
    write_pieces(changed_lines, partial(redaction.write_redaction, event, by=None, at=now), size=BATCH_SIZE)

    # Players write their names, Player IDs and birth dates into the deck lists they paste.
    owner_replacements = {}
    for entry in entries:
        own_texts = [*written_forms_of_name(entry.first_name, entry.last_name), str(entry.birth_date or "")]
        own_texts += [number for number in (entry.player_number or "",) if len(number) >= MIN_ID_DIGITS]
        owner_replacements[entry.pk] = TextReplacements((text, HIDDEN) for text in own_texts)
    write_pieces(list(owner_replacements), partial(_rewrite_decks, owner_replacements), size=BATCH_SIZE)

    with transaction.atomic():
        locks.lock_divisions_of([event])
        if not queries.expired_events(cutoff, event):
            return  # Another process has removed the data.
        _rewrite_texts(event, entries, replacements, names)
        CheckPhoto.objects.filter(check_of__entry__tournament=event).delete()
        PushSubscription.objects.filter(tournament=event).delete()
        PersonalLink.objects.filter(entry__tournament=event).delete()
        EndedLink.objects.filter(tournament=event).delete()
        Mail.objects.filter(tournament=event).delete()
        Claim.objects.filter(tournament=event).delete()
        Registration.objects.filter(tournament=event).delete()
        delete_files_with_names([event])
        TomDetails.objects.filter(tournament=event).update(let_in_later=[], file_words={})
        mates = Teammate.objects.filter(entry__tournament=event)
        mates.update(player_id="")
        event.entries.update(**ERASED_ENTRY, notes="")
        if names is not None:
            mates.delete()
            for entry in entries:
                entry.first_name, entry.last_name = "", names.of_entry[entry.pk]
                entry.search_key, entry.namesake, entry.short_namesake = search_key(entry.last_name), 0, 0
            renamed = ["first_name", "last_name", "search_key", "namesake", "short_namesake"]
            Entry.objects.bulk_update(entries, renamed, batch_size=500)
        journal.write_journal_line(
            event, PersonalDataRemoved(players=len(entries), count=len(changed_lines)), by=None, at=now
        )


def _replacement_names_of_event(event: Tournament, entries: list[Entry]) -> ReplacementNames:
    """Return a new name such as "Player 12" for each player, and for each of their names in journal lines.

    Forgotten players retain their replacement names. A name that belonged to several players becomes HIDDEN.
    """
    name_by_entry = {entry.pk: str(entry) for entry in entries if entry.player.forgotten_at}
    free_names = (
        name
        for number in count(1)
        if (name := NEW_NAME % {"number": number}) not in {*name_by_entry.values()}
    )
    name_by_entry |= {entry.pk: next(free_names) for entry in entries if entry.pk not in name_by_entry}
    name_by_person = {entry.player_id: name_by_entry[entry.pk] for entry in entries}
    pairs = [(name, name_by_entry[entry.pk]) for entry in entries for name in {str(entry), entry.own_name}]
    names_by_key = ReplacementNames({}, name_by_entry, name_by_person)
    for kind, facts in event.journal.values_list("kind", "facts").iterator(chunk_size=2000):
        pairs += names_by_key.names_in(facts, fact_types_of_line(kind, facts))
    replacements: dict[str, str] = {}
    for name, instead in pairs:
        replacements[name] = instead if replacements.get(name, instead) == instead else HIDDEN
    return ReplacementNames(replacements, name_by_entry, name_by_person)


def _text_replacements(entries: list[Entry], names: ReplacementNames | None) -> TextReplacements:
    """Return the replacements for texts: Player IDs always, names only if `names` is passed."""
    numbers = [entry.player_number or "" for entry in entries]
    pairs = [(number, HIDDEN) for number in numbers if len(number) >= MIN_ID_DIGITS]
    if names is not None:
        for entry in entries:
            instead = names.of_entry[entry.pk]
            pairs += [(name, instead) for name in written_forms_of_name(entry.first_name, entry.last_name)]
        # A single word from the journal could be an ordinary word, so only full names are replaced.
        pairs += [(name, instead) for name, instead in names.of_name.items() if " " in name]
    return TextReplacements(pairs)


def _rewrite_texts(
    event: Tournament, entries: list[Entry], replacements: TextReplacements, names: ReplacementNames | None
) -> None:
    """Replace Player IDs in the event's texts.

    If `names` is passed, names are replaced too, and texts about one player are wiped. Reasons of pairing
    requests and the names of players who submitted deck lists are always removed.
    """
    for queryset, fields, is_own in typed_texts_of(event, [entry.pk for entry in entries]):
        is_deck = queryset.model in (DeckList, Version)
        other_fields = tuple(field for field in fields if not (is_deck and field in DECK_TEXTS))
        if names is not None and is_own:
            typed_texts.wipe_texts(
                queryset, [field for field in other_fields if field in WIPED_FIELDS], HIDDEN
            )
            other_fields = tuple(field for field in other_fields if field not in WIPED_FIELDS)
        for row in queryset.only("pk", *other_fields) if other_fields else ():
            typed_texts.rewrite_texts(row, other_fields, replacements.text)
    EntryWish.objects.filter(entry__tournament=event).exclude(reason="").update(reason=HIDDEN)
    Version.objects.filter(deck_list__entry__tournament=event, by_player=True).update(by_name="")


def _rewrite_decks(owners: Mapping[int, TextReplacements], keys: Collection[int]) -> None:
    """Remove the owner's name, number and birth date from pasted deck lists. `keys` are entry keys."""
    for deck_list in DeckList.objects.filter(entry__in=keys).only("pk", "entry", *DECK_TEXTS[2:]):
        typed_texts.rewrite_texts(deck_list, DECK_TEXTS[2:], owners[deck_list.entry_id].text)
    versions = Version.objects.filter(deck_list__entry__in=keys).annotate(entry=F("deck_list__entry"))
    for version in versions.only("pk", "read", *DECK_TEXTS[:2]).iterator(chunk_size=BATCH_SIZE):
        replacements = owners[version.entry]
        typed_texts.rewrite_texts(version, DECK_TEXTS[:2], replacements.text)
        redacted = facts_without_personal_data(version.read, replacements, None)
        if redacted != version.read:
            Version.objects.filter(pk=version.pk).update(read=redacted)


def _erase_people(cutoff: datetime, now: datetime, keys: Collection[int]) -> None:
    """Erase the personal data of the people with these keys.

    People whose organizer does not store names are renamed and count as forgotten. Accounts that have not been
    used since `cutoff` are disconnected. Journal lines about these people that belong to no event are redacted.
    """
    players = list(locks.lock_players(keys).values())
    prefetch_related_objects(players, "organizer", "user")

    # If the organizer does not keep names, people get numbered names, starting after the organizer's last number.
    names: dict[int, str] = {}
    numbers: dict[int, Iterator[int]] = {}
    for player in players:
        if player.organizer.names_stay or player.forgotten_at is not None:
            continue
        if player.organizer_id not in numbers:
            forgotten_count = Player.objects.filter(
                organizer=player.organizer_id, forgotten_at__isnull=False
            ).count()
            numbers[player.organizer_id] = count(forgotten_count + 1)
        names[player.pk] = NEW_NAME % {"number": next(numbers[player.organizer_id])}

    _redact_lines(players, names, now)
    for player in players:
        for name, value in ERASED_RECORD.items():
            setattr(player, name, value)
        if player.user is not None and (player.user.last_login or player.user.date_joined) < cutoff:
            player.user = None
        if instead := names.get(player.pk):
            player.first_name, player.last_name, player.search_key = "", instead, search_key(instead)
        player.save()
    Player.objects.filter(pk__in=names).update(forgotten_at=now)


def _redact_lines(players: list[Player], names: Mapping[int, str], now: datetime) -> None:
    """Redact the journal lines about these people that belong to no event.

    Names are replaced only for people in `names`, by player key.
    """
    keys = [player.pk for player in players]
    lines = JournalEvent.objects.filter(tournament=None, kind__startswith="Person", facts__player__in=keys)
    new_names, changed_lines = ReplacementNames({}, {}, names), []
    for pk, kind, facts in lines.order_by("pk").values_list("pk", "kind", "facts"):
        names_of_line = new_names if facts["player"] in names else None
        redacted = facts_without_personal_data(
            facts, TextReplacements(()), names_of_line, fact_type=fact_types_of_line(kind, facts)
        )
        if redacted != facts:
            redaction.require_sealed_part_unchanged(pk, kind, facts, redacted)
            changed_lines.append((pk, redacted))
    redaction.write_redaction(None, changed_lines, by=None, at=now)

"""All data stored about a person at one organizer, as plain values for a download."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Model, Q

from checks.models import CheckPhoto, DeckCheck
from core.engine.refused import Refused
from core.models import JournalEvent, PushSubscription
from decks.models import DeckList, Draft, Pool, PoolVersion, Proxy
from drafts.models import PodSeat
from drafts.queries import draft_log
from drafts.queries.seat_views import is_tracked
from floor.models import Confiscation, JudgeCall, Penalty, TableMark
from pairings.engine.metrics import TIE_BREAKS
from pairings.models import BracketSeat, EntryWish, Match, Qualifier, Report, Standing
from registration.models import AccountRegistration, Claim
from registration.queries.people import REGISTRATION_FIELDS, mails_to_person, registrations_of_person
from tournaments.engine.person_fields import KEYS, OF_ENTRY
from tournaments.models import AccountLink, Entry, KnownPlayer, Player, Teammate

Row = Mapping[str, object]

NAMES = frozenset(("left", "right", "neighbor", "other", "names", "second_name"))
"""Journal facts that name other people."""


def personal_data_of(player: Player) -> dict[str, list[Row]]:
    """Collect rows by category, each with the name of its event, if any. About thirty queries, and two per draft."""
    entries = list(player.entries.select_related("tournament", "division").order_by("pk"))
    keys = [entry.pk for entry in entries]
    event_name_by_entry = {entry.pk: entry.tournament.name for entry in entries}

    def values_of(rows: Iterable[Any], *names: str) -> list[Row]:
        """Return a row for each model instance: the event of its entry, and the fields with these names."""
        return [
            {"event": event_name_by_entry.get(row.entry_id, ""), **_field_values(row, names)} for row in rows
        ]

    own_rows = Q(entry__in=keys)
    known_players = KnownPlayer.objects.filter(
        organizer=player.organizer_id, player_id=player.player_id or "-"
    )
    by_player_id = Q(player_id=player.player_id or "-", entry__tournament__organizer=player.organizer_id)
    in_team = own_rows | by_player_id
    lists = DeckList.objects.filter(own_rows).prefetch_related("versions")
    pools = PoolVersion.objects.filter(pool__entry__in=keys).select_related("pool")
    return {
        "person": [_person_row(player)],
        "events": [_entry_row(entry) for entry in entries],
        "registrations": _registration_rows(entries, player),
        "emails": [
            {
                "event": mail.tournament.name,
                **_field_values(
                    mail, ("kind", "address", "language", "state", "answer", "made_at", "settled_at")
                ),
            }
            for mail in mails_to_person(player.organizer_id, entries).select_related("tournament")
        ],
        "claims": values_of(Claim.objects.filter(own_rows), "state", "at", "answered_at", "opened_at"),
        "matches": _match_rows(keys, event_name_by_entry),
        "standings": values_of(
            Standing.objects.filter(own_rows)
            .select_related("round")
            .defer("round__draw")
            .order_by("round_id"),
            *("age_division", "place", "points", "wins", "losses", "ties", *TIE_BREAKS),
        ),
        "teams": [
            {
                "event": mate.entry.tournament.name,
                "team": str(mate.entry),
                **_field_values(mate, ("seat", "first_name", "last_name", "player_id")),
            }
            for mate in Teammate.objects.filter(in_team).select_related("entry__tournament")
        ],
        "day_2": values_of(Qualifier.objects.filter(own_rows), "place"),
        "top_cuts": values_of(BracketSeat.objects.filter(own_rows), "seed"),
        "reports": values_of(
            Report.objects.filter(own_rows), "outcome", "source", "note", "at", "withdrawn_at"
        ),
        "entered_at_the_table": [
            {
                "event": event_name_by_entry[mark.entry_id or 0],
                "round": mark.match.round.number,
                "table": mark.match.table,
                **_field_values(mark, ("kind", "game", "side", "facts", "at", "withdrawn_at")),
            }
            for mark in TableMark.objects.filter(own_rows).select_related("match__round").order_by("at", "pk")
        ],
        "penalties": values_of(
            Penalty.objects.filter(own_rows),
            *("infraction", "level", "prizes", "round_number", "game", "note", "at", "withdrawn_at"),
        ),
        "confiscations": values_of(
            Confiscation.objects.filter(own_rows), "cards", "reason", "at", "returned_at", "withdrawn_at"
        ),
        "calls": values_of(JudgeCall.objects.filter(own_rows), "reason", "text", "note"),
        "pairing_requests": values_of(
            EntryWish.objects.filter(own_rows), "table", "group", "country", "reason"
        ),
        "deck_lists": [
            {
                "event": event_name_by_entry[row.entry_id],
                **_field_values(version, ("number", "text", "unused", "note", "at", "legal")),
            }
            for row in lists
            for version in row.versions.all()
        ],
        "unsent_deck_lists": values_of(lists.exclude(working_copy=""), "working_copy", "working_copy_unused"),
        "pools": [
            {
                "event": event_name_by_entry[version.pool.entry_id],
                **_field_values(version, ("number", "cards", "source", "note", "at")),
            }
            for version in pools
        ],
        "pools_of_others": _rows_of_others_pools(event_name_by_entry),
        "pods": _pod_rows(entries),
        "drafts": _draft_seat_rows(entries),
        "drafts_without_a_pair": _odd_player_rows(entries),
        "draft_picks": _pick_rows(entries),
        "proxies": values_of(
            Proxy.objects.filter(own_rows),
            *("card", "reason", "round_number", "original_kept", "at", "withdrawn_at"),
        ),
        "deck_checks": values_of(DeckCheck.objects.filter(own_rows), "state", "why", "note", "not_counted"),
        "photos": [
            {
                "event": event_name_by_entry[photo.check_of.entry_id],
                "file": photo_path_in_archive(photo),
                "note": photo.note,
                "at": photo.at,
            }
            for photo in deck_photos_of(player)
        ],
        "phones_with_notifications": values_of(
            PushSubscription.objects.filter(own_rows), "language", "topics", "made_at", "arrived_at"
        ),
        "accounts": _account_rows(entries, player),
        "known_players": [
            _field_values(known_player, ("player_id", "first_name", "last_name", "birth_year"))
            for known_player in known_players
        ],
        "journal": _journal_rows(player, keys),
    }


def deck_photos_of(player: Player) -> Sequence[CheckPhoto]:
    """List the stored photos of this person's decks, including withdrawn ones."""
    deck_photos = CheckPhoto.objects.filter(check_of__entry__player=player).select_related("check_of")
    return list(deck_photos.order_by("pk"))


def photo_path_in_archive(photo: CheckPhoto) -> str:
    """Return the path of the photo in the ZIP file."""
    return f"photos/{photo.pk}.jpg"


def _person_row(player: Player) -> Row:
    account = player.user
    return {
        **_field_values(player, (*KEYS, "created_at")),
        "team": player.organizer.name,
        "account": account.username if account else "",
        "account_email": account.email if account else "",
    }


def _entry_row(entry: Entry) -> Row:
    names = (
        *(*OF_ENTRY, "age_division"),
        *("checked_in_at", "joined_round", "late", "dropped_in", "dropped_at", "disqualified"),
        *("awarded_byes", "notes", "created_at"),
    )
    return {
        "event": entry.tournament.name,
        "starts_at": entry.tournament.starts_at,
        "division": str(entry.division),
        **_field_values(entry, names),
        "personal_link": hasattr(entry, "link"),
    }


def _registration_rows(entries: Sequence[Entry], player: Player) -> list[Row]:
    rows = registrations_of_person(player.organizer_id, entries).select_related("tournament", "division")
    return [
        {
            "event": row.tournament.name,
            "division": str(row.division or ""),
            **_field_values(row, REGISTRATION_FIELDS),
        }
        for row in rows.order_by("pk")
    ]


def _account_rows(entries: Sequence[Entry], player: Player) -> list[Row]:
    """Return rows with the times at which accounts added the person's entries.

    An account may belong to a parent, for example. The rows do not identify the accounts.
    """
    rows = AccountLink.objects.filter(link__entry__in=entries).select_related("link__entry__tournament")
    account_registrations = AccountRegistration.objects.filter(
        registration__in=registrations_of_person(player.organizer_id, entries)
    ).select_related("registration__tournament")
    return [
        *({"event": row.link.entry.tournament.name, "made_at": row.made_at} for row in rows if row.link),
        *(
            {"event": row.registration.tournament.name, "made_at": row.made_at}
            for row in account_registrations
            if row.registration
        ),
    ]


def _match_rows(keys: Sequence[int], event_name_by_entry: Mapping[int, str]) -> list[Row]:
    # The opponent is another person, so the row says only whether there was one.
    matches = Match.objects.filter(Q(left__in=keys) | Q(right__in=keys)).select_related("round")
    rows: list[Row] = []
    for match in matches.defer("round__draw").order_by("pk"):
        is_left = match.left_id in event_name_by_entry
        side, entry = ("left", match.left_id) if is_left else ("right", match.right_id or 0)
        rows.append(
            {
                "event": event_name_by_entry[entry],
                "round": match.round.number,
                "table": match.table,
                "side": side,
                "opponent": match.right_id is not None,
                "outcome": match.outcome,
            }
        )
    return rows


def _rows_of_others_pools(event_name_by_entry: Mapping[int, str]) -> list[Row]:
    """Return rows for other players' pools that the person opened, signed or verified, without owner or contents."""
    pools = Pool.objects.exclude(entry__in=event_name_by_entry)
    versions = PoolVersion.objects.exclude(pool__entry__in=event_name_by_entry)
    actions = {
        "opened": (pools.filter(opened_by__in=event_name_by_entry), "opened_by_id", ""),
        "signed": (versions.filter(signed_by__in=event_name_by_entry), "signed_by_id", "at"),
        "verified": (versions.filter(verified_by__in=event_name_by_entry), "verified_by_id", "verified_at"),
    }
    return [
        {
            "event": event_name_by_entry[getattr(row, actor_field)],
            "what": action,
            "at": getattr(row, time_field) if time_field else None,
        }
        for action, (rows, actor_field, time_field) in actions.items()
        for row in rows.order_by("pk")
    ]


def _pod_rows(entries: Sequence[Entry]) -> list[Row]:
    """Return a row for the person's seat in the current pods of each event. One query."""
    seats = PodSeat.objects.filter(entry__in=entries).select_related("pod", "entry__tournament")
    return [
        {"event": seat.entry.tournament.name, "pod": seat.pod.number, "seat": seat.seat}
        for seat in seats.order_by("pk")
    ]


def _draft_seat_rows(entries: Sequence[Entry]) -> list[Row]:
    """Return a row for the person's seat in each draft of their events. One query."""
    return [
        {**_draft_row(entry, draft), "pod": pod, "seat": seat}
        for entry, draft, pod, seat in _draft_seats(entries)
    ]


def _odd_player_rows(entries: Sequence[Entry]) -> list[Row]:
    """Return a row for each Solomon draft in which the person has no pair. One query."""
    entry_by_key = {entry.pk: entry for entry in entries}
    drafts = Draft.objects.filter(bye__in=entry_by_key).order_by("pk")
    return [_draft_row(entry_by_key[draft.bye_id], draft) for draft in drafts if draft.bye_id]


def _pick_rows(entries: Sequence[Entry]) -> list[Row]:
    """Return rows for the person's picks in finished pods of tracked drafts. Two queries per draft.

    The picks of an unfinished pod are secret (R-092), even from a team member who plays in it.
    """
    rows: list[Row] = []
    for entry, draft, pod, seat in _draft_seats(entries):
        if not is_tracked(draft):
            continue
        try:
            log = draft_log.logged_pod(draft, pod)
        except Refused:  # It is not known yet what is in the packs, so no card was picked.
            continue
        if log.over:
            for pick in draft_log.own_picks(log, seat):
                values = {
                    "opening": pick.line.opening,
                    "pick": pick.line.pick,
                    "card": pick.name,
                    "at": pick.row.at,
                }
                rows.append({**_draft_row(entry, draft), **values})
    return rows


def _draft_seats(entries: Sequence[Entry]) -> Iterator[tuple[Entry, Draft, int, int]]:
    """Yield each seat of these entries in a draft, as (entry, draft, pod number, seat number).

    Pods and seats are counted from 1.
    """
    entry_by_division: Mapping[int, Entry] = {entry.division_id: entry for entry in entries}
    drafts = Draft.objects.filter(division__in=entry_by_division).select_related("division__tournament")
    for draft in drafts.order_by("division_id", "number"):
        entry = entry_by_division[draft.division_id]
        for pod_number, pod in enumerate(draft.seats, 1):
            if entry.pk in pod:
                yield entry, draft, pod_number, pod.index(entry.pk) + 1


def _draft_row(entry: Entry, draft: Draft) -> Row:
    return {"event": entry.tournament.name, "draft": draft.number, "procedure": draft.subtype}


def _journal_rows(player: Player, keys: Sequence[int]) -> list[Row]:
    """Return rows for journal lines about this person, without the names of other people.

    These are lines of the person's events, and lines outside events that record changes to the person.
    """
    about_person = Q(facts__entry__in=list(keys)) | Q(facts__player=player.pk)
    events = Q(tournament__in=Entry.objects.filter(pk__in=keys).values("tournament"))
    lines = JournalEvent.objects.filter(
        about_person & (events | Q(tournament=None, kind__startswith="Person"))
    )
    own_names = {str(player), *map(str, Entry.objects.filter(pk__in=keys))}
    return [
        {
            "event": line.tournament.name if line.tournament else "",
            **_field_values(line, ("kind", "at")),
            "facts": _facts_without_others(line.facts, own_names),
        }
        for line in lines.select_related("tournament").order_by("pk")
    ]


def _facts_without_others(facts: Mapping[str, Any], own_names: Collection[str]) -> Row:
    """Return facts without those that name other people, also within the facts of an undone step."""
    remaining = {name: value for name, value in facts.items() if name not in NAMES or value in own_names}
    nested = facts.get("facts")
    return (
        {**remaining, "facts": _facts_without_others(nested, own_names)}
        if isinstance(nested, Mapping)
        else remaining
    )


def _field_values(row: Model, names: Iterable[str]) -> Row:
    return {name: getattr(row, name) for name in names}

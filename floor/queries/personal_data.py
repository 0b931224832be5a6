"""Everything stored of a person at one organizer, as plain values for a download."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Model, Q

from checks.models import CheckPhoto, DeckCheck
from core.models import JournalEvent, PushSubscription
from decks.models import DeckList, Pool, PoolVersion, Proxy
from floor.models import Confiscation, JudgeCall, Penalty, TableMark
from floor.queries import personal_drafts
from pairings.engine.metrics import TIE_BREAKS
from pairings.models import BracketSeat, EntryWish, Match, Qualifier, Report, Standing
from tournaments.engine.person_fields import KEYS, OF_ENTRY
from tournaments.models import Entry, KnownPlayer, Player, Teammate

Row = Mapping[str, object]

NAMES = frozenset(("left", "right", "neighbor", "other", "names", "second_name"))
"""Facts of the journal that name other people."""


def of_person(player: Player) -> dict[str, list[Row]]:
    """Rows by category, each with its event if it has one. About thirty queries, and two for each draft."""
    entries = list(player.entries.select_related("tournament", "division").order_by("pk"))
    keys = [entry.pk for entry in entries]
    event_of = {entry.pk: entry.tournament.name for entry in entries}

    def of(rows: Iterable[Any], *names: str) -> list[Row]:
        return [{"event": event_of.get(row.entry_id, ""), **_values(row, names)} for row in rows]

    here = Q(entry__in=keys)
    listed = KnownPlayer.objects.filter(organizer=player.organizer_id, player_id=player.player_id or "-")
    own = Q(player_id=player.player_id or "-", entry__tournament__organizer=player.organizer_id)
    in_team = here | own
    lists = DeckList.objects.filter(here).prefetch_related("versions")
    pools = PoolVersion.objects.filter(pool__entry__in=keys).select_related("pool")
    return {
        "person": [_person(player)],
        "events": [_entry(entry) for entry in entries],
        "matches": _matches(keys, event_of),
        "standings": of(
            Standing.objects.filter(here).select_related("round").defer("round__draw").order_by("round_id"),
            *("age_division", "place", "points", "wins", "losses", "ties", *TIE_BREAKS),
        ),
        "teams": [
            {
                "event": mate.entry.tournament.name,
                "team": str(mate.entry),
                **_values(mate, ("seat", "first_name", "last_name", "player_id")),
            }
            for mate in Teammate.objects.filter(in_team).select_related("entry__tournament")
        ],
        "day_2": of(Qualifier.objects.filter(here), "place"),
        "top_cuts": of(BracketSeat.objects.filter(here), "seed"),
        "reports": of(Report.objects.filter(here), "outcome", "source", "note", "at", "withdrawn_at"),
        "entered_at_the_table": [
            {
                "event": event_of[mark.entry_id or 0],
                "round": mark.match.round.number,
                "table": mark.match.table,
                **_values(mark, ("kind", "game", "side", "facts", "at", "withdrawn_at")),
            }
            for mark in TableMark.objects.filter(here).select_related("match__round").order_by("at", "pk")
        ],
        "penalties": of(
            Penalty.objects.filter(here),
            *("infraction", "level", "prizes", "round_number", "game", "note", "at", "withdrawn_at"),
        ),
        "confiscations": of(
            Confiscation.objects.filter(here), "cards", "reason", "at", "returned_at", "withdrawn_at"
        ),
        "calls": of(JudgeCall.objects.filter(here), "reason", "text", "note"),
        "pairing_requests": of(EntryWish.objects.filter(here), "table", "group", "reason"),
        "deck_lists": [
            {
                "event": event_of[row.entry_id],
                **_values(version, ("number", "text", "unused", "note", "at", "legal")),
            }
            for row in lists
            for version in row.versions.all()
        ],
        "unsent_deck_lists": of(lists.exclude(working_copy=""), "working_copy", "working_copy_unused"),
        "pools": [
            {
                "event": event_of[version.pool.entry_id],
                **_values(version, ("number", "cards", "source", "note", "at")),
            }
            for version in pools
        ],
        "pools_of_others": _pools_of_others(event_of),
        "pods": personal_drafts.pod_rows(entries),
        "drafts": personal_drafts.seat_rows(entries),
        "draft_picks": personal_drafts.pick_rows(entries),
        "proxies": of(
            Proxy.objects.filter(here),
            *("card", "reason", "round_number", "original_kept", "at", "withdrawn_at"),
        ),
        "deck_checks": of(DeckCheck.objects.filter(here), "state", "why", "note", "not_counted"),
        "photos": [
            {
                "event": event_of[photo.check_of.entry_id],
                "file": photo_name(photo),
                "note": photo.note,
                "at": photo.at,
            }
            for photo in photos(player)
        ],
        "phones_with_notifications": of(
            PushSubscription.objects.filter(here), "language", "topics", "made_at", "arrived_at"
        ),
        "known_players": [
            _values(player_, ("player_id", "first_name", "last_name", "birth_year")) for player_ in listed
        ],
        "journal": _journal(player, keys),
    }


def photos(player: Player) -> Sequence[CheckPhoto]:
    """Stored photos of this person's decks, including withdrawn ones."""
    rows = CheckPhoto.objects.filter(check_of__entry__player=player).select_related("check_of")
    return list(rows.order_by("pk"))


def photo_name(photo: CheckPhoto) -> str:
    """Path of the photo in the ZIP file."""
    return f"photos/{photo.pk}.jpg"


def _person(player: Player) -> Row:
    account = player.user
    return {
        **_values(player, (*KEYS, "created_at")),
        "team": player.organizer.name,
        "account": account.username if account else "",
        "account_email": account.email if account else "",
    }


def _entry(entry: Entry) -> Row:
    names = (
        *(*OF_ENTRY, "age_division"),
        *("checked_in_at", "joined_round", "late", "dropped_in", "dropped_at", "disqualified"),
        *("awarded_byes", "notes", "created_at"),
    )
    return {
        "event": entry.tournament.name,
        "starts_at": entry.tournament.starts_at,
        "division": str(entry.division),
        **_values(entry, names),
        "personal_link": hasattr(entry, "link"),
    }


def _matches(keys: Sequence[int], event_of: Mapping[int, str]) -> list[Row]:
    # Opponents are other people, so only their existence is included.
    rows = Match.objects.filter(Q(left__in=keys) | Q(right__in=keys)).select_related("round")
    matches: list[Row] = []
    for row in rows.defer("round__draw").order_by("pk"):
        side, entry = ("left", row.left_id) if row.left_id in event_of else ("right", row.right_id or 0)
        matches.append(
            {
                "event": event_of[entry],
                "round": row.round.number,
                "table": row.table,
                "side": side,
                "opponent": row.right_id is not None,
                "outcome": row.outcome,
            }
        )
    return matches


def _pools_of_others(event_of: Mapping[int, str]) -> list[Row]:
    """Other players' pools that they opened, signed or verified, without owner or contents."""
    pools = Pool.objects.exclude(entry__in=event_of)
    versions = PoolVersion.objects.exclude(pool__entry__in=event_of)
    did = {
        "opened": (pools.filter(opened_by__in=event_of), "opened_by_id", ""),
        "signed": (versions.filter(signed_by__in=event_of), "signed_by_id", "at"),
        "verified": (versions.filter(verified_by__in=event_of), "verified_by_id", "verified_at"),
    }
    return [
        {"event": event_of[getattr(row, who)], "what": what, "at": getattr(row, when) if when else None}
        for what, (rows, who, when) in did.items()
        for row in rows.order_by("pk")
    ]


def _journal(player: Player, keys: Sequence[int]) -> list[Row]:
    """Lines about this person, by the keys in them, without the names of other people."""
    named = Q(facts__entry__in=list(keys)) | Q(facts__player=player.pk)
    events = Q(tournament__in=Entry.objects.filter(pk__in=keys).values("tournament"))
    lines = JournalEvent.objects.filter(named & (events | Q(tournament=None, kind__startswith="Person")))
    own = {str(player), *map(str, Entry.objects.filter(pk__in=keys))}
    return [
        {
            "event": line.tournament.name if line.tournament else "",
            **_values(line, ("kind", "at")),
            "facts": _facts(line.facts, own),
        }
        for line in lines.select_related("tournament").order_by("pk")
    ]


def _facts(facts: Mapping[str, Any], own: Collection[str]) -> Row:
    facts_ = {name: value for name, value in facts.items() if name not in NAMES or value in own}
    inner = facts.get("facts")
    return {**facts_, "facts": _facts(inner, own)} if isinstance(inner, Mapping) else facts_


def _values(row: Model, names: Iterable[str]) -> Row:
    return {name: getattr(row, name) for name in names}

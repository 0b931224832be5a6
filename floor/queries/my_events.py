"""The events of a reader: the entries and registrations that this phone opened, and those of the reader's account."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, OuterRef, Q, Subquery

from cards.engine.formats import DECK_RULES
from decks.models import DeckList, ListRules
from floor.engine.next_acts import ListState
from pairings.models import Standing
from pairings.queries.rounds.player_matches import PlayerMatch, matches_of_players
from registration.models import AccountRegistration, Registration
from registration.queries import registrations
from tournaments.models import AccountLink, Entry, User
from tournaments.queries import links
from tournaments.queries.events import EventRow, event_rows

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    from registration.queries.registrations import QueueFacts

PHASES = ("running", "coming", "past")


@dataclass(frozen=True, slots=True, kw_only=True)
class MyPlayer:
    """One player of the reader at one event; without an `entry`, a registration that is not confirmed.

    `key` names the player in forms. `token` is that of the personal link, "" without one. `on_phone` and `in_account`
    say where the reader has it; `is_own` is true for the account's own record, which the reader cannot remove.
    `place` among `of` is that of the newest standings.
    """

    key: str
    name: str
    division: str
    entry: Entry | None
    registration: "WithAnnotations[Registration, QueueFacts] | None"
    token: str
    on_phone: bool
    in_account: bool
    is_own: bool
    rounds: Sequence[PlayerMatch]
    record: str
    place: int | None
    of: int
    list_state: ListState
    list_until: datetime | None

    @property
    def current(self) -> PlayerMatch | None:
        """The match of the round that is posted, None between rounds."""
        return next((line for line in reversed(self.rounds) if line.posted), None)

    @property
    def last_cut_match(self) -> PlayerMatch | None:
        return next((line for line in reversed(self.rounds) if line.cut), None)


@dataclass(frozen=True, slots=True)
class MyEvent:
    """An event of the reader with their players in it, in the order in which their links were opened."""

    row: EventRow
    phase: str
    players: Sequence[MyPlayer]


@dataclass(frozen=True, slots=True)
class MyEvents:
    """All events of a reader: running ones, then those to come, the next one first, then past ones, newest first.

    `ended` are tokens on the phone that open nothing any more, `removed` counts what left the account since.
    """

    events: Sequence[MyEvent] = ()
    ended: Sequence[str] = ()
    removed: int = 0

    @property
    def players(self) -> list[MyPlayer]:
        return [player for event in self.events for player in event.players]

    def of_phase(self, *phases: str) -> list[MyEvent]:
        return [event for event in self.events if event.phase in phases]


@dataclass(frozen=True, slots=True)
class _Found:
    """What a reader has: entries by key, with their registrations, and registrations without an entry.

    `on_phone`, `in_account` and `own` hold keys of entries, `registrations_on_phone` and `registrations_in_account`
    those of registrations. `tokens` are those of the phone that open something.
    """

    entries: dict[int, Entry] = field(default_factory=dict)
    registrations: dict[int, "WithAnnotations[Registration, QueueFacts]"] = field(default_factory=dict)
    not_entered: list["WithAnnotations[Registration, QueueFacts]"] = field(default_factory=list)
    on_phone: set[int] = field(default_factory=set)
    in_account: set[int] = field(default_factory=set)
    own: set[int] = field(default_factory=set)
    registrations_on_phone: set[int] = field(default_factory=set)
    registrations_in_account: set[int] = field(default_factory=set)
    tokens: set[str] = field(default_factory=set)


class Places(TypedDict):
    """Annotations of a standing: its place and the number of places, both without disqualified players."""

    place_without_disqualified: int
    of: int


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is known of all entries at once, by the key of the entry."""

    rounds: Mapping[int, Sequence[PlayerMatch]] = field(default_factory=dict)
    standings: Mapping[int, "WithAnnotations[Standing, Places]"] = field(default_factory=dict)
    lists: Mapping[int, tuple[ListState, datetime | None]] = field(default_factory=dict)


def my_events(tokens: Sequence[str], user: User | None, now: datetime) -> MyEvents:
    """Return the events of the tokens on a phone and of an account.

    At most sixteen queries for any number of events, none for a reader without tokens and account.
    """
    if not tokens and user is None:
        return MyEvents()
    found, removed = _found(tokens, user)
    ended = [token for token in tokens if token not in found.tokens]
    entries = list(found.entries.values())
    facts = _facts_of(entries, now)
    players: dict[int, list[MyPlayer]] = {}
    for entry in entries:
        players.setdefault(entry.tournament_id, []).append(_player_of_entry(entry, found, facts))
    for registration in found.not_entered:
        players.setdefault(registration.tournament_id, []).append(
            _player_of_registration(registration, found)
        )
    rows = event_rows(players)
    events = [MyEvent(row, row.phase(now), players[pk]) for pk, row in rows.items()]
    return MyEvents(sorted(events, key=_order), ended, removed)


def _found(tokens: Sequence[str], user: User | None) -> tuple[_Found, int]:
    """Collect what the reader has, each entry once, the latest opened on the phone first.

    Also count what left the account since. At most five queries.
    """
    found, removed = _Found(), 0
    for link in links.links_by_tokens(tokens):
        link.entry.link = link
        found.entries[link.entry_id] = link.entry
        found.on_phone.add(link.entry_id)
        found.tokens.add(link.token)
    if user is not None:
        added_links = AccountLink.objects.filter(user=user).values_list("link", "link__entry")
        for link_key, entry_key in added_links:
            removed += link_key is None
            found.in_account.update([entry_key] if link_key is not None else [])
        for row in AccountRegistration.objects.filter(user=user):
            removed += row.registration_id is None
            found.registrations_in_account.update([row.registration_id] if row.registration_id else [])
        for entry in links.entries_of_account(user):
            found.entries.setdefault(entry.pk, entry)
            if entry.player.user_id == user.pk:
                found.own.add(entry.pk)
    for registration in registrations.of_reader(tokens, user):
        if registration.token in tokens:
            found.registrations_on_phone.add(registration.pk)
            found.tokens.add(registration.token)
        if registration.entry is None:
            found.not_entered.append(registration)
        else:
            found.entries.setdefault(registration.entry.pk, registration.entry)
            found.registrations[registration.entry.pk] = registration
    return found, removed


def _order(event: MyEvent) -> tuple[int, float]:
    starts_at = event.row.starts_at.timestamp()
    return PHASES.index(event.phase), -starts_at if event.phase == "past" else starts_at


def _facts_of(entries: Collection[Entry], now: datetime) -> _Facts:
    """Load what is shown of these entries. At most six queries, none without entries."""
    if not entries:
        return _Facts()
    keys = [entry.pk for entry in entries]
    return _Facts(matches_of_players(keys, public=True), newest_standings(keys), _lists_of(entries, now))


def newest_standings(entries: Iterable[int]) -> "dict[int, WithAnnotations[Standing, Places]]":
    """Return the latest standing of each of these entries, with `place_without_disqualified` among `of` players.

    Both count without disqualified players. One query.
    """
    own = Standing.objects.filter(entry=OuterRef("entry")).order_by("-round__number").values("pk")[:1]
    others = Standing.objects.filter(
        round=OuterRef("round"), age_division=OuterRef("age_division"), entry__disqualified=False
    )
    counted = others.order_by().values("round")
    before = Q(place__lte=OuterRef("place"))
    rows = Standing.objects.filter(entry__in=list(entries), pk=Subquery(own)).annotate(
        place_without_disqualified=Subquery(counted.annotate(n=Count("pk", filter=before)).values("n")),
        of=Subquery(counted.annotate(n=Count("pk")).values("n")),
    )
    return {row.entry_id: row for row in rows}


def _lists_of(entries: Collection[Entry], now: datetime) -> dict[int, tuple[ListState, datetime | None]]:
    """Return the state of each player's deck list and until when it can be handed in. Two queries.

    Limited events are left out: their lists are built from pools, on the player's own page.
    """
    events = {entry.tournament_id for entry in entries}
    rules_by_event = {rules.tournament_id: rules for rules in ListRules.objects.filter(tournament__in=events)}
    rows = DeckList.objects.filter(entry__in=[entry.pk for entry in entries]).select_related("counts")
    lists = {row.entry_id: row for row in rows}
    states: dict[int, tuple[ListState, datetime | None]] = {}
    for entry in entries:
        rules = rules_by_event.get(entry.tournament_id)
        if rules is None or DECK_RULES[entry.tournament.play_style].supplied_only:
            continue
        state = _list_state(entry, lists.get(entry.pk), rules, now)
        states[entry.pk] = (state, rules.deadline if state is ListState.MISSING else None)
    return states


def _list_state(entry: Entry, row: DeckList | None, rules: ListRules, now: datetime) -> ListState:
    version = row.counts if row is not None else None
    if row is not None and version is not None:
        return ListState.FAULTY if row.sent_back or not version.legal else ListState.IN
    if not rules.required or not entry.active or entry.division.started_at is not None:
        return ListState.NONE
    lock = row.lock if row is not None else DeckList.Lock.AS_EVENT
    is_closed = lock == DeckList.Lock.LOCKED or (
        lock != DeckList.Lock.OPEN and rules.closed_at(now) is not None
    )
    return ListState.CLOSED if is_closed else ListState.MISSING


def _player_of_entry(entry: Entry, found: _Found, facts: _Facts) -> MyPlayer:
    standing, registration = facts.standings.get(entry.pk), found.registrations.get(entry.pk)
    list_state, list_until = facts.lists.get(entry.pk, (ListState.NONE, None))
    number = registration.pk if registration is not None else 0
    return MyPlayer(
        key=f"e{entry.pk}",
        name=str(entry),
        division=str(entry.division),
        entry=entry,
        registration=registration,
        token=entry.link.token if hasattr(entry, "link") else "",
        on_phone=entry.pk in found.on_phone or number in found.registrations_on_phone,
        in_account=entry.pk in found.in_account | found.own or number in found.registrations_in_account,
        is_own=entry.pk in found.own,
        rounds=facts.rounds.get(entry.pk, ()),
        record=f"{standing.wins}-{standing.losses}-{standing.ties}" if standing else "",
        place=standing.place_without_disqualified if standing else None,
        of=standing.of if standing else 0,
        list_state=list_state,
        list_until=list_until,
    )


def _player_of_registration(row: "WithAnnotations[Registration, QueueFacts]", found: _Found) -> MyPlayer:
    return MyPlayer(
        key=f"r{row.pk}",
        name=str(row),
        division=str(row.division or ""),
        entry=None,
        registration=row,
        token="",
        on_phone=row.pk in found.registrations_on_phone,
        in_account=row.pk in found.registrations_in_account,
        is_own=False,
        rounds=(),
        record="",
        place=None,
        of=0,
        list_state=ListState.NONE,
        list_until=None,
    )

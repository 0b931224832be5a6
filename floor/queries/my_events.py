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
from tournaments.queries import personal_links
from tournaments.queries.entries import entries_of_account
from tournaments.queries.events import EventRow, event_rows

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    from registration.queries.registrations import QueueFacts

PHASES = ("running", "coming", "past")


@dataclass(frozen=True, slots=True, kw_only=True)
class MyPlayer:
    """One of the reader's players at an event.

    `entry` is None for a registration that is not confirmed. `key` identifies the player in forms. `token` is the
    token of the personal link, or "" without one. `on_phone` and `in_account` are true if the phone or the
    account has the player. `is_own` is true for the account holder's own entry, which cannot be removed from the
    account. `place` is the place among `of` players in the newest standings.
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
        """The match of the posted round, or None between rounds."""
        return next((line for line in reversed(self.rounds) if line.posted), None)

    @property
    def last_cut_match(self) -> PlayerMatch | None:
        return next((line for line in reversed(self.rounds) if line.cut), None)


@dataclass(frozen=True, slots=True)
class MyEvent:
    """An event of the reader, with the reader's players in the order in which their links were opened."""

    row: EventRow
    phase: str
    players: Sequence[MyPlayer]


@dataclass(frozen=True, slots=True)
class MyEvents:
    """All events of a reader: running events, then future events, soonest first, then past events, newest first.

    `ended` are tokens on the phone that no longer work. `removed` is the number of links and registrations in the
    account that were deleted since the last visit.
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
class _Holdings:
    """The reader's entries by key, with their registrations, and the registrations without an entry.

    `on_phone`, `in_account` and `own` contain keys of entries; `registrations_on_phone` and
    `registrations_in_account` contain keys of registrations. `tokens` are the tokens on the phone that still
    work.
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
class _EntryFacts:
    """Data of all entries, loaded together, by entry key."""

    rounds: Mapping[int, Sequence[PlayerMatch]] = field(default_factory=dict)
    standings: Mapping[int, "WithAnnotations[Standing, Places]"] = field(default_factory=dict)
    lists: Mapping[int, tuple[ListState, datetime | None]] = field(default_factory=dict)


def load_my_events(tokens: Sequence[str], user: User | None, now: datetime) -> MyEvents:
    """Return the events of an account and of the tokens on a phone.

    At most sixteen queries for any number of events, none for a reader without tokens or an account.
    """
    if not tokens and user is None:
        return MyEvents()
    holdings, removed = _holdings_of(tokens, user)
    ended = [token for token in tokens if token not in holdings.tokens]
    entries = list(holdings.entries.values())
    facts = _load_entry_facts(entries, now)
    players: dict[int, list[MyPlayer]] = {}
    for entry in entries:
        players.setdefault(entry.tournament_id, []).append(_player_of_entry(entry, holdings, facts))
    for registration in holdings.not_entered:
        players.setdefault(registration.tournament_id, []).append(
            _player_of_registration(registration, holdings)
        )
    rows = event_rows(players)
    events = [MyEvent(row, row.phase(now), players[pk]) for pk, row in rows.items()]
    return MyEvents(sorted(events, key=_event_sort_key), ended, removed)


def _holdings_of(tokens: Sequence[str], user: User | None) -> tuple[_Holdings, int]:
    """Collect the reader's entries without duplicates, those with the latest opened links first.

    Also count the links and registrations in the account that were deleted. At most five queries.
    """
    holdings, removed = _Holdings(), 0
    for link in personal_links.links_by_tokens(tokens):
        link.entry.link = link
        holdings.entries[link.entry_id] = link.entry
        holdings.on_phone.add(link.entry_id)
        holdings.tokens.add(link.token)
    if user is not None:
        added_links = AccountLink.objects.filter(user=user).values_list("link", "link__entry")
        for link_key, entry_key in added_links:
            removed += link_key is None
            holdings.in_account.update([entry_key] if link_key is not None else [])
        for row in AccountRegistration.objects.filter(user=user):
            removed += row.registration_id is None
            holdings.registrations_in_account.update([row.registration_id] if row.registration_id else [])
        for entry in entries_of_account(user):
            holdings.entries.setdefault(entry.pk, entry)
            if entry.player.user_id == user.pk:
                holdings.own.add(entry.pk)
    for registration in registrations.registrations_of_reader(tokens, user):
        if registration.token in tokens:
            holdings.registrations_on_phone.add(registration.pk)
            holdings.tokens.add(registration.token)
        if registration.entry is None:
            holdings.not_entered.append(registration)
        else:
            holdings.entries.setdefault(registration.entry.pk, registration.entry)
            holdings.registrations[registration.entry.pk] = registration
    return holdings, removed


def _event_sort_key(event: MyEvent) -> tuple[int, float]:
    starts_at = event.row.starts_at.timestamp()
    return PHASES.index(event.phase), -starts_at if event.phase == "past" else starts_at


def _load_entry_facts(entries: Collection[Entry], now: datetime) -> _EntryFacts:
    """Load the data shown for these entries. At most six queries, none without entries."""
    if not entries:
        return _EntryFacts()
    keys = [entry.pk for entry in entries]
    return _EntryFacts(
        matches_of_players(keys, public=True), newest_standings(keys), _deck_list_states_of(entries, now)
    )


def newest_standings(entries: Iterable[int]) -> "dict[int, WithAnnotations[Standing, Places]]":
    """Return each entry's latest standing, with its `place_without_disqualified` among `of` players.

    Disqualified players are excluded from both numbers. One query.
    """
    own = Standing.objects.filter(entry=OuterRef("entry")).order_by("-round__number").values("pk")[:1]
    ranked_standings = Standing.objects.filter(
        round=OuterRef("round"), age_division=OuterRef("age_division"), entry__disqualified=False
    )
    counted = ranked_standings.order_by().values("round")
    at_or_above_own_place = Q(place__lte=OuterRef("place"))
    rows = Standing.objects.filter(entry__in=list(entries), pk=Subquery(own)).annotate(
        place_without_disqualified=Subquery(
            counted.annotate(n=Count("pk", filter=at_or_above_own_place)).values("n")
        ),
        of=Subquery(counted.annotate(n=Count("pk")).values("n")),
    )
    return {row.entry_id: row for row in rows}


def _deck_list_states_of(
    entries: Collection[Entry], now: datetime
) -> dict[int, tuple[ListState, datetime | None]]:
    """Return the state of each player's deck list and the deadline of a missing one. Two queries.

    Events that collect no lists are left out. So are Limited events, because their lists are built from pools
    on the player's own page.
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
    """Return the state of a player's deck list.

    Without a list, it is NONE if lists are optional, the player is not active or round 1 is posted. Otherwise
    it is CLOSED or MISSING.
    """
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


def _player_of_entry(entry: Entry, holdings: _Holdings, facts: _EntryFacts) -> MyPlayer:
    standing, registration = facts.standings.get(entry.pk), holdings.registrations.get(entry.pk)
    list_state, list_until = facts.lists.get(entry.pk, (ListState.NONE, None))
    number = registration.pk if registration is not None else 0
    return MyPlayer(
        key=f"e{entry.pk}",
        name=str(entry),
        division=str(entry.division),
        entry=entry,
        registration=registration,
        token=entry.link.token if hasattr(entry, "link") else "",
        on_phone=entry.pk in holdings.on_phone or number in holdings.registrations_on_phone,
        in_account=entry.pk in holdings.in_account | holdings.own
        or number in holdings.registrations_in_account,
        is_own=entry.pk in holdings.own,
        rounds=facts.rounds.get(entry.pk, ()),
        record=f"{standing.wins}-{standing.losses}-{standing.ties}" if standing else "",
        place=standing.place_without_disqualified if standing else None,
        of=standing.of if standing else 0,
        list_state=list_state,
        list_until=list_until,
    )


def _player_of_registration(
    row: "WithAnnotations[Registration, QueueFacts]", holdings: _Holdings
) -> MyPlayer:
    return MyPlayer(
        key=f"r{row.pk}",
        name=str(row),
        division=str(row.division or ""),
        entry=None,
        registration=row,
        token="",
        on_phone=row.pk in holdings.registrations_on_phone,
        in_account=row.pk in holdings.registrations_in_account,
        is_own=False,
        rounds=(),
        record="",
        place=None,
        of=0,
        list_state=ListState.NONE,
        list_until=None,
    )

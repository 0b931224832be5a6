"""An event as the values of a TOM file, from our own rows only."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from django.utils.translation import override
from django_countries import countries

from core.engine.refused import Refused
from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.engine.tdf import (
    LATEST_VERSION,
    TomCut,
    TomEvent,
    TomLate,
    TomMatch,
    TomPlayer,
    TomPod,
    TomRound,
    TomStandings,
    cut_sizes,
)
from pairings.engine.tdf.values import ELIMINATION, FINALIZED
from pairings.models import Bracket, Match, Round, Stage, TomDetails, TomFile
from pairings.queries.rounds import rows
from pairings.queries.tom import file_words
from pairings.queries.tom.pods import (
    OLDEST_FIRST,
    Field,
    additional_rounds,
    chosen_cut,
    newest_of,
    slots_of,
    stage_of,
    third_place_paired,
    tom_order,
)
from tournaments.engine.divisions import PLAYS_IN, TOM_CODES
from tournaments.models import Division, Entry, StaffMember, Tournament

MODES = {"league_challenge": "LEAGUECHALLENGE", "league_cup": "TCG1DAY", "prerelease": "PRERELEASE"}
"""TOM's mode of a kind of event; every other one is CUSTOM."""

COUNTRIES = {
    "US": "United States",
    "GB": "United Kingdom",
    "KR": "South Korea",
    "RU": "Russia",
    "TW": "Taiwan",
}
"""Countries with another name in TOM than in the list of countries."""

TYPES = {"elimination": 1, "swiss": 2, "swiss_cut": 3}
NEW, RUNNING = 1, 4
TRADING_CARDS = "TRADING_CARD_GAME"
ALL_AGES = TOM_CODES["all"]
MOST_NAMES = 8


def tom_event(event: Tournament, *, finalized: bool) -> TomEvent:
    """The event with all data TOM has of one; `finalized` with its standings.

    Before the first round everyone with a Player ID is in it, later those who are or were present. About twenty
    queries, and some for each division. Refused: TOM_PLAYER_IDS_MISSING (names, count).
    """
    values = _Event(event)
    return file_words.as_in_file(values.values(finalized=finalized), values.file.differing)


def in_file(event: Tournament) -> tuple[list[Entry], bool]:
    """The entries that belong in the file, even without the required Player ID, and whether a round is in it."""
    values = _Event(event)
    return values.inside(), values.started


def details_of(event: Tournament) -> TomDetails:
    """TOM's fields beyond our settings; unsaved with defaults if none were stored."""
    details = TomDetails.objects.filter(tournament=event).first()
    if details is not None:
        return details
    organizer = event.staff.filter(role=StaffMember.Role.ORGANIZER).select_related("user").first()
    return TomDetails(tournament=event, organizer_name=str(organizer.user) if organizer else "")


def unseated_in_file(details: TomDetails) -> frozenset[str]:
    """Player IDs of players in the imported file who never played; they stay in the file."""
    words = details.file_words
    if not words or "unseated" in words:
        return file_words.FileWords.of(words).unseated
    # For events imported before this was stored, the file itself is read.
    file = TomFile.objects.filter(tournament=details.tournament_id).first()
    try:
        return frozenset(file_words.unseated(tdf.read(bytes(file.data)))) if file else frozenset()
    except tdf.TdfError:
        return frozenset()


class _Event:
    def __init__(self, event: Tournament) -> None:
        self.event = event
        self.details = details_of(event)
        self.file = file_words.FileWords.of(self.details.file_words)
        self.later = set(self.details.let_in_later)
        self.unseated = unseated_in_file(self.details)
        self.zone = ZoneInfo(event.timezone)
        came = TomFile.objects.filter(tournament=event).values_list("timezone", "taken_at").first()
        self.zone_before = ZoneInfo(came[0]) if came else self.zone
        self.taken_at = came[1] if came else None
        self.entries = list(event.entries.order_by("pk"))
        self.fields = [self._field(division) for division in event.divisions.order_by("position", "id")]
        self.started = any(field.rounds for field in self.fields)
        with_pods = self.started or self.file.pods
        self.fields = [field for field in self.fields if field.roster and with_pods]

    @cached_property
    def playing(self) -> list[Entry]:
        """The entries in the file, in the order of the list of players.

        Refused: TOM_PLAYER_IDS_MISSING (names, count).
        """
        playing = self.inside()
        if not self.started:
            return [entry for entry in playing if _has_id(entry)]
        without = [str(entry) for entry in playing if not _has_id(entry)]
        if without:
            raise Refused(
                PairingRefusal.TOM_PLAYER_IDS_MISSING,
                names=", ".join(without[:MOST_NAMES]),
                count=len(without),
            )
        return playing

    def inside(self) -> list[Entry]:
        """The entries that belong in the file, even without the required Player ID."""
        if not self.started:
            return [entry for entry in self.entries if entry.active or entry.player_number in self.unseated]
        inside = {entry.pk for field in self.fields for entry in field.roster}
        return [entry for entry in self.entries if entry.pk in inside or entry.player_number in self.unseated]

    def values(self, *, finalized: bool) -> TomEvent:
        event, details = self.event, self.details
        code = str(event.country or "")
        country = details.country
        if code and not country:
            with override("en"):
                country = COUNTRIES.get(code) or str(countries.name(code))
        own, usual = self.details.mode, MODES.get(self.event.kind, "CUSTOM")
        is_mode = own in MODES.values()
        return TomEvent(
            type=self._type(),
            stage=FINALIZED if finalized else RUNNING if self.started else NEW,
            version=details.version or LATEST_VERSION,
            game_type=self._game(),
            mode=own if own and (own == usual or (not is_mode and usual == "CUSTOM")) else usual,
            name=event.name,
            sanction_id=event.sanction_id,
            city=event.city.removesuffix(f", {details.state}") if details.state else event.city,
            state=details.state,
            country=country,
            round_minutes=event.round_minutes,
            cut_round_minutes=event.cut_round_minutes,
            organizer_id=details.organizer_id,
            organizer_name=details.organizer_name,
            start_date=event.starts_at.astimezone(self._zone(event.starts_at)).date(),
            less_swiss=details.less_swiss,
            auto_table_number=details.auto_table_number,
            overflow_table_start=details.overflow_table_start,
            seconds_elapsed=details.seconds_elapsed,
            players=self._players(),
            pods=tuple(self._pod(field) for field in self.fields),
            standings=self._standings() if finalized else (),
            cuts=self._cuts(),
        )

    def _field(self, division: Division) -> Field:
        division.tournament = self.event
        rounds = (
            division.rounds.exclude(state=Round.State.UNPOSTED).select_related("stage").order_by("number")
        )
        matches: dict[int, list[Match]] = defaultdict(list)
        sat: set[int] = set()
        for match in Match.objects.filter(round__in=rounds).order_by("position", "id"):
            matches[match.round_id].append(match)
            sat |= {match.left_id, match.right_id or match.left_id}
        own = [entry for entry in self.entries if entry.division_id == division.pk]
        ready = bool(sat) or self.file.stage >= RUNNING
        here = [
            entry
            for entry in own
            if entry.pk in sat
            or (entry.active and (entry.checked_in_at or not ready))
            or (entry.checked_in_at and entry.player_number in self.unseated)
        ]
        here = here if sat else [entry for entry in here if _has_id(entry)]
        here.sort(key=lambda entry: (entry.checked_in_at or entry.created_at, entry.pk))
        brackets = Bracket.objects.filter(stage__division=division).select_related("stage")
        return Field(
            division,
            tuple(here),
            tuple(rounds),
            matches,
            tuple(division.stages.order_by("position")),
            tuple(brackets.prefetch_related("seeds").order_by("id")),
            from_tom=self.details.pk is not None and bool(self.details.version),
        )

    def _type(self) -> int:
        """By the structure, and with a cut where one is planned or played outside the structure."""
        if self.event.structure == "swiss" and any(
            field.division.cut_size or field.brackets for field in self.fields
        ):
            return TYPES["swiss_cut"]
        return TYPES[self.event.structure]

    def _game(self) -> str:
        return self.details.game_type or TRADING_CARDS

    def _local(self, at: datetime | None) -> datetime | None:
        return at.astimezone(self._zone(at)).replace(tzinfo=None, microsecond=0) if at else None

    def _zone(self, at: datetime) -> ZoneInfo:
        """Times from an imported file are written in that file's time zone."""
        return self.zone_before if self.taken_at is not None and at < self.taken_at else self.zone

    def _players(self) -> tuple[TomPlayer, ...]:
        field_of = {entry.pk: field for field in self.fields for entry in field.roster}
        slots = {pk: place for field in self.fields for pk, place in slots_of(field).items()}
        players = []
        for entry in self.playing:
            field = field_of.get(entry.pk)
            order, seed = slots.get(entry.pk, (None, None))
            out = entry.disqualified or entry.dropped_in is not None
            dropped_in = entry.dropped_in if entry.dropped_in is not None else newest_of(field)
            late = None
            if entry.late:
                lost = any(
                    match.left_id == entry.pk and match.outcome == Outcome.LATE_LOSS
                    for matches in (field.matches.values() if field else ())
                    for match in matches
                )
                late = TomLate(entry.joined_round, lost, lost, self._local(entry.checked_in_at))
            player = TomPlayer(
                user_id=entry.player_number or "",
                first_name=entry.first_name,
                last_name=entry.last_name,
                birth_year=entry.birth_year,
                starter=field is not None and self._started(entry, field),
                order=order,
                seed=seed,
                byes=entry.awarded_byes,
                late=late,
                dropped_in=dropped_in if out else None,
                dropped_at=self._local(entry.dropped_at) if out else None,
                disqualified=entry.disqualified,
                created_at=self._local(entry.created_at),
            )
            players.append(player)
        return tuple(players)

    def _pod(self, field: Field) -> TomPod:
        division = field.division
        cut = [round_ for round_ in field.rounds if round_.stage.kind == Stage.Kind.ELIMINATION]
        return TomPod(
            category=TOM_CODES[field.tom_division],
            stage=1 if cut and cut != list(field.rounds) else 0,
            starting_table=division.first_table or self.event.table_from,
            third_place=any(bracket.third_place for bracket in field.brackets)
            if field.brackets
            else division.third_place and self.event.structure != "swiss",
            additional_rounds=additional_rounds(division, field.stages, field.roster),
            blocked_ranges=(),
            subgroups=(tuple(entry.player_number or "" for entry in field.roster),),
            rounds=tuple(self._round(round_, field) for round_ in field.rounds),
        )

    def _round(self, round_: Round, field: Field) -> TomRound:
        elimination = round_.stage.kind == Stage.Kind.ELIMINATION
        minutes = self.event.cut_round_minutes if elimination else self.event.round_minutes
        closed = round_.state == Round.State.CLOSED
        ids = {entry.pk: entry.player_number or "" for entry in field.roster}
        return TomRound(
            number=round_.number,
            type=ELIMINATION if elimination else self._type(),
            stage=stage_of(round_, field),
            seconds_left=0 if closed else minutes * 60,
            paired_at=self._local(round_.paired_at),
            started_at=self._local(round_.posted_at),
            matches=tuple(
                TomMatch(
                    outcome=Outcome(match.outcome),
                    left=ids[match.left_id],
                    right=ids[match.right_id] if match.right_id is not None else None,
                    table=match.table or 0,
                    at=self._local(match.reported_at or round_.paired_at),
                )
                for match in sorted(field.matches[round_.pk], key=tom_order)
            ),
        )

    def _standings(self) -> tuple[TomStandings, ...]:
        """Places by age division, of a pure elimination in one list; without disqualified players."""
        order = [
            (table.age_division, [row.person.entry_id for row in table.rows])
            for field in self.fields
            for table in rows.standings(field.division)
        ]
        entry_of = {entry.pk: entry for entry in self.playing}
        if self.event.structure == "elimination":
            ranked = [pk for _, ids in order for pk in ids]
            return self._parts(ALL_AGES, [entry_of[pk] for pk in ranked], self.playing)
        parts: tuple[TomStandings, ...] = ()
        for age_division in OLDEST_FIRST:
            ranked = [pk for _, ids in order for pk in ids if entry_of[pk].age_division == age_division]
            own = [entry for entry in self.playing if entry.age_division == age_division]
            parts += self._parts(TOM_CODES[age_division], [entry_of[pk] for pk in ranked], own)
        return parts

    def _parts(
        self, age_division: int, ranked: Iterable[Entry], own: Iterable[Entry]
    ) -> tuple[TomStandings, TomStandings]:
        out = sorted(
            (entry for entry in own if entry.disqualified), key=lambda entry: entry.sort_name.casefold()
        )
        return (
            TomStandings(
                age_division,
                finished=True,
                places=tuple((entry.player_number or "", place) for place, entry in enumerate(ranked, 1)),
            ),
            TomStandings(
                age_division, finished=False, places=tuple((entry.player_number or "", None) for entry in out)
            ),
        )

    def _cuts(self) -> tuple[TomCut, ...]:
        """The cut of each age division; one without players counts its whole pod, as TOM does."""
        if not self.started or not self.details.cut_sizes or self.event.structure == "elimination":
            return ()
        cards = self._game() == TRADING_CARDS
        cuts = {}
        for field in self.fields:
            starters = [entry for entry in field.roster if self._started(entry, field)]
            for age_division in PLAYS_IN[field.tom_division]:
                own = [entry for entry in starters if entry.age_division == age_division]
                players = len(own) or len(starters)
                cuts[age_division] = TomCut(
                    category=TOM_CODES[age_division],
                    options=cut_sizes(players, trading_cards=cards),
                    cut=chosen_cut(field, age_division, len(own)),
                    player_count=players,
                    third_place=third_place_paired(field, age_division),
                )
        return tuple(cuts[age_division] for age_division in OLDEST_FIRST if age_division in cuts)

    def _started(self, entry: Entry, field: Field) -> bool:
        """Whether a player was present when round 1 was paired, and not added later."""
        first = field.first
        if first is None or entry.joined_round > 1 or entry.player_number in self.later:
            return False
        if entry.checked_in_at is not None:
            return entry.checked_in_at <= first.paired_at
        return any(entry.pk in (match.left_id, match.right_id) for match in field.matches[first.pk])


def _has_id(entry: Entry) -> bool:
    number = entry.player_number or ""
    return number.isascii() and number.isdigit()

"""Convert an event to the values of a TOM file, using only our rows."""

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
    tom_cut_sizes,
)
from pairings.engine.tdf.tom_event import ELIMINATION, FINALIZED
from pairings.models import Bracket, Match, Round, Stage, TomDetails, TomFile
from pairings.queries.standings.standings_lists import standings_lists
from pairings.queries.tom import file_words
from pairings.queries.tom.pods import (
    OLDEST_FIRST,
    DivisionField,
    additional_rounds,
    is_third_place_paired,
    latest_round_number,
    slots_and_seeds,
    tom_cut_size,
    tom_order_key,
    tom_stage_of_round,
)
from tournaments.engine.divisions import PLAYS_IN, TOM_CODES
from tournaments.models import Division, Entry, StaffMember, Tournament

MODES = {"league_challenge": "LEAGUECHALLENGE", "league_cup": "TCG1DAY", "prerelease": "PRERELEASE"}
"""TOM's mode by kind of event; kinds not listed are CUSTOM."""

COUNTRIES = {
    "US": "United States",
    "GB": "United Kingdom",
    "KR": "South Korea",
    "RU": "Russia",
    "TW": "Taiwan",
}
"""Names in TOM of countries that our list of countries names differently."""

TYPES = {"elimination": 1, "swiss": 2, "swiss_cut": 3}
NEW, RUNNING = 1, 4
TRADING_CARDS = "TRADING_CARD_GAME"
ALL_AGES = TOM_CODES["all"]
MAX_NAMES = 8


def convert_to_tom_event(event: Tournament, *, finalized: bool) -> TomEvent:
    """Return the event with all data of a TOM file, including the standings if `finalized`.

    Before the first round, it contains everyone with a Player ID, after that everyone who is or was
    present. About twenty queries, and some per division. Refused: TOM_PLAYER_IDS_MISSING (names, count).
    """
    converter = _TomEventConverter(event)
    return file_words.apply_file_values(converter.values(finalized=finalized), converter.file.differing)


def entries_in_file(event: Tournament) -> tuple[list[Entry], bool]:
    """Return the entries that belong in the file, even those without Player ID, and whether it has a round."""
    converter = _TomEventConverter(event)
    return converter.entries_in_file(), converter.started


def tom_details_of(event: Tournament) -> TomDetails:
    """Return TOM's fields beyond our settings, as an unsaved row of defaults if none are stored."""
    details = TomDetails.objects.filter(tournament=event).first()
    if details is not None:
        return details
    organizer = event.staff.filter(role=StaffMember.Role.ORGANIZER).select_related("user").first()
    return TomDetails(tournament=event, organizer_name=str(organizer.user) if organizer else "")


def unseated_in_file(details: TomDetails) -> frozenset[str]:
    """Return the Player IDs of players in the imported file who never played; they remain in the file."""
    words = details.file_words
    if not words or "unseated" in words:
        return file_words.TomFileValues.of(words).unseated
    # Events imported by earlier versions did not store this, so read the file itself.
    tom_file = TomFile.objects.filter(tournament=details.tournament_id).first()
    try:
        return (
            frozenset(file_words.unseated_player_ids(tdf.read_tdf_file(bytes(tom_file.data))))
            if tom_file
            else frozenset()
        )
    except tdf.TdfError:
        return frozenset()


class _TomEventConverter:
    """Converter of an event, with its rows loaded once, to the values of a TOM file."""

    def __init__(self, event: Tournament) -> None:
        self.event = event
        self.details = tom_details_of(event)
        self.file = file_words.TomFileValues.of(self.details.file_words)
        self.later = set(self.details.let_in_later)
        self.unseated = unseated_in_file(self.details)
        self.zone = ZoneInfo(event.timezone)
        imported_from = TomFile.objects.filter(tournament=event).values_list("timezone", "taken_at").first()
        self.zone_before = ZoneInfo(imported_from[0]) if imported_from else self.zone
        self.taken_at = imported_from[1] if imported_from else None
        self.entries = list(event.entries.order_by("pk"))
        self.fields = [
            self._division_field(division) for division in event.divisions.order_by("position", "id")
        ]
        self.started = any(field.rounds for field in self.fields)
        with_pods = self.started or self.file.pods
        self.fields = [field for field in self.fields if field.roster and with_pods]

    @cached_property
    def playing(self) -> list[Entry]:
        """Entries in the file, in the order of the list of players.

        Before the first round, entries without a Player ID are left out. Refused: TOM_PLAYER_IDS_MISSING
        (names, count) after that.
        """
        playing = self.entries_in_file()
        if not self.started:
            return [entry for entry in playing if _has_player_id(entry)]
        names_without_id = [str(entry) for entry in playing if not _has_player_id(entry)]
        if names_without_id:
            raise Refused(
                PairingRefusal.TOM_PLAYER_IDS_MISSING,
                names=", ".join(names_without_id[:MAX_NAMES]),
                count=len(names_without_id),
            )
        return playing

    def entries_in_file(self) -> list[Entry]:
        """Return the entries that belong in the file, even those without the required Player ID."""
        if not self.started:
            return [entry for entry in self.entries if entry.active or entry.player_number in self.unseated]
        seated_keys = {entry.pk for field in self.fields for entry in field.roster}
        return [
            entry for entry in self.entries if entry.pk in seated_keys or entry.player_number in self.unseated
        ]

    def values(self, *, finalized: bool) -> TomEvent:
        """Return the values of the file, with the standings if `finalized`."""
        event, details = self.event, self.details
        code = str(event.country or "")
        country = details.country
        if code and not country:
            with override("en"):
                country = COUNTRIES.get(code) or str(countries.name(code))
        own_mode, usual_mode = self.details.mode, MODES.get(self.event.kind, "CUSTOM")
        is_known_mode = own_mode in MODES.values()
        return TomEvent(
            type=self._tom_type(),
            stage=FINALIZED if finalized else RUNNING if self.started else NEW,
            version=details.version or LATEST_VERSION,
            game_type=details.game_type or TRADING_CARDS,
            mode=own_mode
            if own_mode and (own_mode == usual_mode or (not is_known_mode and usual_mode == "CUSTOM"))
            else usual_mode,
            name=event.name,
            sanction_id=event.sanction_id,
            city=event.city.removesuffix(f", {details.state}") if details.state else event.city,
            state=details.state,
            country=country,
            round_minutes=event.round_minutes,
            cut_round_minutes=event.cut_round_minutes,
            organizer_id=details.organizer_id,
            organizer_name=details.organizer_name,
            start_date=event.starts_at.astimezone(self._time_zone_at(event.starts_at)).date(),
            less_swiss=details.less_swiss,
            auto_table_number=details.auto_table_number,
            overflow_table_start=details.overflow_table_start,
            seconds_elapsed=details.seconds_elapsed,
            players=self._tom_players(),
            pods=tuple(self._tom_pod(field) for field in self.fields),
            standings=self._tom_standings() if finalized else (),
            cuts=self._tom_cuts(),
        )

    def _division_field(self, division: Division) -> DivisionField:
        """Load a division with its posted and closed rounds and the players who belong in its pod."""
        division.tournament = self.event
        rounds = (
            division.rounds.exclude(state=Round.State.UNPOSTED).select_related("stage").order_by("number")
        )
        matches: dict[int, list[Match]] = defaultdict(list)
        seated_keys: set[int] = set()
        for match in Match.objects.filter(round__in=rounds).order_by("position", "id"):
            matches[match.round_id].append(match)
            seated_keys |= {match.left_id, match.right_id or match.left_id}
        division_entries = [entry for entry in self.entries if entry.division_id == division.pk]
        is_roster_final = bool(seated_keys) or self.file.stage >= RUNNING
        roster = [
            entry
            for entry in division_entries
            if entry.pk in seated_keys
            or (entry.active and (entry.checked_in_at or not is_roster_final))
            or (entry.checked_in_at and entry.player_number in self.unseated)
        ]
        roster = roster if seated_keys else [entry for entry in roster if _has_player_id(entry)]
        roster.sort(key=lambda entry: (entry.checked_in_at or entry.created_at, entry.pk))
        brackets = Bracket.objects.filter(stage__division=division).select_related("stage")
        return DivisionField(
            division,
            tuple(roster),
            tuple(rounds),
            matches,
            tuple(division.stages.order_by("position")),
            tuple(brackets.prefetch_related("seeds").order_by("id")),
            from_tom=self.details.pk is not None and bool(self.details.version),
        )

    def _tom_type(self) -> int:
        """Return TOM's type code for the event's structure, with a cut if one is planned or has started."""
        if self.event.structure == "swiss" and any(
            field.division.cut_size or field.brackets for field in self.fields
        ):
            return TYPES["swiss_cut"]
        return TYPES[self.event.structure]

    def _local_time(self, moment: datetime | None) -> datetime | None:
        return (
            moment.astimezone(self._time_zone_at(moment)).replace(tzinfo=None, microsecond=0)
            if moment
            else None
        )

    def _time_zone_at(self, moment: datetime) -> ZoneInfo:
        """Return the time zone in which to write a time; times from an imported file keep the file's zone."""
        return self.zone_before if self.taken_at is not None and moment < self.taken_at else self.zone

    def _tom_players(self) -> tuple[TomPlayer, ...]:
        field_of = {entry.pk: field for field in self.fields for entry in field.roster}
        slots = {pk: place for field in self.fields for pk, place in slots_and_seeds(field).items()}
        players = []
        for entry in self.playing:
            field = field_of.get(entry.pk)
            order, seed = slots.get(entry.pk, (None, None))
            is_out = entry.disqualified or entry.dropped_in is not None
            dropped_in = entry.dropped_in if entry.dropped_in is not None else latest_round_number(field)
            late = None
            if entry.late:
                is_lost = any(
                    match.left_id == entry.pk and match.outcome == Outcome.LATE_LOSS
                    for matches in (field.matches.values() if field else ())
                    for match in matches
                )
                late = TomLate(entry.joined_round, is_lost, is_lost, self._local_time(entry.checked_in_at))
            player = TomPlayer(
                user_id=entry.player_number or "",
                first_name=entry.first_name,
                last_name=entry.last_name,
                birth_year=entry.birth_year,
                starter=field is not None and self._is_starter(entry, field),
                order=order,
                seed=seed,
                byes=entry.awarded_byes,
                late=late,
                dropped_in=dropped_in if is_out else None,
                dropped_at=self._local_time(entry.dropped_at) if is_out else None,
                disqualified=entry.disqualified,
                created_at=self._local_time(entry.created_at),
            )
            players.append(player)
        return tuple(players)

    def _tom_pod(self, field: DivisionField) -> TomPod:
        division = field.division
        cut_rounds = [round_ for round_ in field.rounds if round_.stage.kind == Stage.Kind.ELIMINATION]
        return TomPod(
            category=TOM_CODES[field.tom_division],
            stage=1 if cut_rounds and cut_rounds != list(field.rounds) else 0,
            starting_table=division.first_table or self.event.table_from,
            third_place=any(bracket.third_place for bracket in field.brackets)
            if field.brackets
            else division.third_place and self.event.structure != "swiss",
            additional_rounds=additional_rounds(division, field.stages, field.roster),
            blocked_ranges=(),
            subgroups=(tuple(entry.player_number or "" for entry in field.roster),),
            rounds=tuple(self._tom_round(round_, field) for round_ in field.rounds),
        )

    def _tom_round(self, round_: Round, field: DivisionField) -> TomRound:
        is_elimination = round_.stage.kind == Stage.Kind.ELIMINATION
        minutes = self.event.cut_round_minutes if is_elimination else self.event.round_minutes
        is_closed = round_.state == Round.State.CLOSED
        ids = {entry.pk: entry.player_number or "" for entry in field.roster}
        return TomRound(
            number=round_.number,
            type=ELIMINATION if is_elimination else self._tom_type(),
            stage=tom_stage_of_round(round_, field),
            seconds_left=0 if is_closed else minutes * 60,
            paired_at=self._local_time(round_.paired_at),
            started_at=self._local_time(round_.posted_at),
            matches=tuple(
                TomMatch(
                    outcome=Outcome(match.outcome),
                    left=ids[match.left_id],
                    right=ids[match.right_id] if match.right_id is not None else None,
                    table=match.table or 0,
                    at=self._local_time(match.reported_at or round_.paired_at),
                )
                for match in sorted(field.matches[round_.pk], key=tom_order_key)
            ),
        )

    def _tom_standings(self) -> tuple[TomStandings, ...]:
        """Return the places by age division, without disqualified players; a pure elimination has one list."""
        order = [
            (table.age_division, [row.person.entry_id for row in table.rows])
            for field in self.fields
            for table in standings_lists(field.division)
        ]
        entry_of = {entry.pk: entry for entry in self.playing}
        if self.event.structure == "elimination":
            ranked_keys = [pk for _, ids in order for pk in ids]
            return self._standings_with_disqualified(
                ALL_AGES, [entry_of[pk] for pk in ranked_keys], self.playing
            )
        parts: tuple[TomStandings, ...] = ()
        for age_division in OLDEST_FIRST:
            ranked_keys = [pk for _, ids in order for pk in ids if entry_of[pk].age_division == age_division]
            entries_of_age = [entry for entry in self.playing if entry.age_division == age_division]
            parts += self._standings_with_disqualified(
                TOM_CODES[age_division], [entry_of[pk] for pk in ranked_keys], entries_of_age
            )
        return parts

    def _standings_with_disqualified(
        self, age_division: int, ranked_entries: Iterable[Entry], entries: Iterable[Entry]
    ) -> tuple[TomStandings, TomStandings]:
        """Return the standings of one age division: ranked players, and disqualified players without a place.

        `age_division` is TOM's code, and `ranked_entries` are in the order of their places.
        """
        disqualified = sorted(
            (entry for entry in entries if entry.disqualified), key=lambda entry: entry.sort_name.casefold()
        )
        return (
            TomStandings(
                age_division,
                finished=True,
                places=tuple(
                    (entry.player_number or "", place) for place, entry in enumerate(ranked_entries, 1)
                ),
            ),
            TomStandings(
                age_division,
                finished=False,
                places=tuple((entry.player_number or "", None) for entry in disqualified),
            ),
        )

    def _tom_cuts(self) -> tuple[TomCut, ...]:
        """Build the cut of each age division; like TOM, count the whole pod for an age division without players."""
        if not self.started or not self.details.cut_sizes or self.event.structure == "elimination":
            return ()
        is_trading_cards = self.details.game_type in ("", TRADING_CARDS)
        cuts = {}
        for field in self.fields:
            starters = [entry for entry in field.roster if self._is_starter(entry, field)]
            for age_division in PLAYS_IN[field.tom_division]:
                starters_of_age = [entry for entry in starters if entry.age_division == age_division]
                players = len(starters_of_age) or len(starters)
                cuts[age_division] = TomCut(
                    category=TOM_CODES[age_division],
                    options=tom_cut_sizes(players, trading_cards=is_trading_cards),
                    cut=tom_cut_size(field, age_division, len(starters_of_age)),
                    player_count=players,
                    third_place=is_third_place_paired(field, age_division),
                )
        return tuple(cuts[age_division] for age_division in OLDEST_FIRST if age_division in cuts)

    def _is_starter(self, entry: Entry, field: DivisionField) -> bool:
        """Return whether a player was present when round 1 was paired, not added later."""
        first_round = field.first
        if first_round is None or entry.joined_round > 1 or entry.player_number in self.later:
            return False
        if entry.checked_in_at is not None:
            return entry.checked_in_at <= first_round.paired_at
        return any(entry.pk in (match.left_id, match.right_id) for match in field.matches[first_round.pk])


def _has_player_id(entry: Entry) -> bool:
    number = entry.player_number or ""
    return number.isascii() and number.isdigit()

"""Create the event and its divisions from the header of a TOM file."""

from collections.abc import Iterator, Sequence
from datetime import datetime, time
from functools import cache
from importlib import resources
from typing import TypedDict
from zoneinfo import ZoneInfo

from django.conf import settings as stadium
from django.utils import timezone as clock
from django_countries import countries

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.engine.tdf import TomEvent, TomPod
from pairings.engine.tdf.faults import TdfFault
from pairings.models import TomDetails
from pairings.queries.tom import file_words
from pairings.queries.tom.event_conversion import convert_to_tom_event, tom_details_of
from pairings.services.tom.file_people import RUNNING, season_on
from tournaments.engine import kinds
from tournaments.engine.divisions import PLAYS_IN, age_division_of, divisions_by_tom_rule
from tournaments.models import Division, Tournament, User
from tournaments.services import events

KIND_OF = {"LEAGUECHALLENGE": "league_challenge", "TCG1DAY": "league_cup", "PRERELEASE": "prerelease"}
"""Kind of event by TOM's mode; modes not listed are custom."""

STRUCTURE_OF = {1: "elimination", 2: "swiss", 3: "swiss_cut"}

CODE_BY_OTHER_NAME = {
    "united states": "US",
    "usa": "US",
    "great britain": "GB",
    "england": "GB",
    "scotland": "GB",
    "wales": "GB",
    "northern ireland": "GB",
    "korea, republic of": "KR",
    "republic of korea": "KR",
    "korea": "KR",
    "czech republic": "CZ",
    "holland": "NL",
    "the netherlands": "NL",
    "russian federation": "RU",
    "macedonia": "MK",
    "turkey": "TR",
    "viet nam": "VN",
    "hong kong sar": "HK",
    "republic of ireland": "IE",
}
"""Country code by names that the list of countries lacks."""

MAX_MINUTES = 240
MAX_ROUNDS, MAX_TABLES = 99, 30_000
MORNING = time(10)


def create_event_from_tom_file(
    tom_file: TomEvent,
    *,
    by: User | None,
    filename: str,
    name: str | None,
    timezone: str,
    default_timezone: str,
) -> Tournament:
    """Create the event and its divisions, without entries.

    For the arguments, see `importing.import_event`.
    """
    country = country_code(tom_file.country)
    zones = _zones_by_country().get(country, ())
    only_zone = zones[0] if len(zones) == 1 else ""
    zone = timezone or only_zone or default_timezone or stadium.TIME_ZONE
    starts_at = start_time_in_file(tom_file).replace(tzinfo=ZoneInfo(zone))
    kind = KIND_OF.get(tom_file.mode, "custom")
    kind_defaults = kinds.KINDS[kind]
    divisions: Sequence[str] = [pod.division for pod in tom_file.pods]
    if not divisions:
        # Without pods, the event gets the divisions that TOM would create.
        season = season_on(starts_at.date())
        age_divisions = [
            age_division_of(player.birth_year, season) for player in tom_file.players if player.birth_year
        ]
        proposed_divisions = (
            divisions_by_tom_rule(
                {age_division: age_divisions.count(age_division) for age_division in age_divisions}
            )
            # Type 1 is single elimination.
            if tom_file.type != 1
            else ()
        )
        divisions = proposed_divisions or ("all",)
    # If a pod has Swiss rounds and a bracket, the event has both, regardless of the file's type.
    structure = (
        "swiss_cut"
        if any(pod.cut_rounds and pod.swiss_rounds for pod in tom_file.pods)
        else STRUCTURE_OF[tom_file.type]
    )
    # Use the rules in force on that day, or the oldest edition for earlier days.
    day = starts_at.date()
    editions = sorted(kinds.EDITIONS.values(), key=lambda edition: edition.revised_on)
    event = events.create_event(
        by=by,
        name=(name or tom_file.name or filename.rsplit(".", 1)[0] or "TOM").strip()[:120],
        kind=kind,
        starts_at=starts_at,
        divisions=divisions,
        by_age=structure != "elimination",
        third_place=False,
        timezone=zone,
        city=", ".join(part for part in (tom_file.city, tom_file.state) if part)[:80],
        country=country,
        event_class=kind_defaults.event_class
        if kind != "custom"
        else "other"
        if tom_file.sanction_id
        else "unofficial",
        edition=next(
            (edition.code for edition in reversed(editions) if edition.revised_on <= day), editions[0].code
        ),
        structure=structure,
        round_minutes=tom_file.round_minutes,
        cut_round_minutes=tom_file.cut_round_minutes,
        minutes_reason="TOM",
        sanction_id=tom_file.sanction_id[:30],
    )
    _save_division_settings(event, tom_file.pods, tom_file)
    return event


def store_tom_details(event: Tournament, tom_file: TomEvent) -> TomDetails:
    """Store the file's header fields that are not event settings, for the export."""
    is_same_country = country_code(tom_file.country) == str(event.country or "")
    return TomDetails.objects.create(
        tournament=event,
        organizer_name=tom_file.organizer_name[:120],
        organizer_id=tom_file.organizer_id[:20],
        state=tom_file.state[:80],
        country=tom_file.country[:80] if is_same_country else "",
        mode=tom_file.mode[:40],
        game_type=tom_file.game_type[:40],
        version=tom_file.version[:20],
        less_swiss=tom_file.less_swiss,
        auto_table_number=tom_file.auto_table_number,
        overflow_table_start=tom_file.overflow_table_start,
        seconds_elapsed=tom_file.seconds_elapsed,
        let_in_later=[
            player.user_id for player in tom_file.players if tom_file.stage >= RUNNING and not player.starter
        ],
        cut_sizes=bool(tom_file.cuts) or not tom_file.pods,
    )


def store_file_words(event: Tournament, tom_file: TomEvent) -> TomEvent:
    """Store the differences between the file and our export (`queries/tom/file_words.py`).

    Return our export with the file's values applied.
    """
    details = tom_details_of(event)
    details.file_words = file_words.file_words_row(event, tom_file)
    details.save()
    ours = convert_to_tom_event(event, finalized=tom_file.finalized)
    details.file_words["differing"] = file_words.file_differences(ours, tom_file)
    details.save(update_fields=["file_words"])
    return file_words.apply_file_values(ours, details.file_words["differing"])


def check_numbers_and_pods(tom_file: TomEvent, data: bytes) -> None:
    """Check that the numbers and pods of a file are valid.

    Refused: TDF_BAD_TYPE, TDF_TOO_LONG, TDF_OUT_OF_RANGE, TDF_PODS_OVERLAP, TDF_ROUND_ORDER.
    """
    if tom_file.type not in STRUCTURE_OF:
        raise Refused(
            PairingRefusal.TDF_BAD_TYPE, **_locate_element_in_file(data, "tournament"), value=tom_file.type
        )
    for element, minutes in (
        ("roundtime", tom_file.round_minutes),
        ("finalsroundtime", tom_file.cut_round_minutes),
    ):
        if minutes > MAX_MINUTES:
            raise Refused(
                PairingRefusal.TDF_TOO_LONG,
                **_locate_element_in_file(data, element),
                value=minutes,
                limit=MAX_MINUTES,
            )
    for line, element, value, maximum in _limited_numbers(tom_file):
        if not 0 <= value <= maximum:
            location = (
                _Location(line=line, element=element) if line else _locate_element_in_file(data, element)
            )
            raise Refused(PairingRefusal.TDF_OUT_OF_RANGE, **location, value=value, most=maximum)
    seen_age_divisions: set[str] = set()
    for pod in tom_file.pods:
        shared_age_divisions = seen_age_divisions.intersection(PLAYS_IN[pod.division])
        if shared_age_divisions:
            raise Refused(
                PairingRefusal.TDF_PODS_OVERLAP,
                line=pod.line,
                element="pod",
                age_division=min(shared_age_divisions),
            )
        seen_age_divisions.update(PLAYS_IN[pod.division])
        if pod.rounds and pod.rounds[0].number < 1:
            raise Refused(TdfFault.TDF_ROUND_ORDER, line=pod.rounds[0].line, element="round", round=0)


def _limited_numbers(tom_file: TomEvent) -> Iterator[tuple[int, str, int, int]]:
    """Yield each number that has an upper limit: line (0 if unknown), element, value, maximum."""
    for player in tom_file.players:
        yield player.line, "player", player.byes, MAX_ROUNDS
        yield player.line, "player", player.dropped_in or 0, MAX_ROUNDS
    for pod in tom_file.pods:
        yield pod.line, "pod", pod.starting_table, MAX_TABLES
        yield pod.line, "pod", pod.additional_rounds, MAX_ROUNDS
        for round_ in pod.rounds:
            yield round_.line, "round", round_.number, MAX_ROUNDS
            yield from ((match.line, "match", match.table, MAX_TABLES) for match in round_.matches)
    for cut in tom_file.cuts:
        yield 0, "cut", cut.cut, MAX_TABLES


class _Location(TypedDict):
    line: int
    element: str


def _locate_element_in_file(data: bytes, element: str) -> _Location:
    """Return the line of the first occurrence of an element in the file."""
    preceding = data.partition(f"<{element}".encode())[0]
    return {"line": preceding.count(b"\n") + 1, "element": element}


def _save_division_settings(event: Tournament, file_pods: Sequence[TomPod], tom_file: TomEvent) -> None:
    pod_of = {pod.division: pod for pod in file_pods}
    divisions = [division for division in event.divisions.all() if division.age_division in pod_of]
    for division in divisions:
        pod = pod_of[division.age_division]
        cut = tom_file.cut_of(pod)
        if event.structure != "swiss":
            division.third_place = pod.third_place or bool(cut and cut.third_place)
        # None lets the attendance table decide. Type 3 is Swiss rounds with a top cut.
        division.cut_size = None if tom_file.type == 3 and not tom_file.finalized else 0
        if cut and cut.cut >= 2:
            division.cut_size = cut.cut
        if pod.starting_table > 1:
            division.first_table = pod.starting_table
    Division.objects.bulk_update(divisions, ["third_place", "cut_size", "first_table"])


def start_time_in_file(tom_file: TomEvent) -> datetime:
    """Return the file's date at the time its first round was paired, or at 10:00 without one.

    The result is a local time without a zone.
    """
    first_rounds = [round_ for pod in tom_file.pods for round_ in pod.rounds[:1]]
    pairing_times = [
        paired_at for round_ in first_rounds if (paired_at := round_.paired_at or round_.started_at)
    ]
    if tom_file.start_date is None:
        return min(pairing_times, default=datetime.combine(clock.localdate(), MORNING))
    same_day = [paired_at for paired_at in pairing_times if paired_at.date() == tom_file.start_date]
    return min(same_day, default=datetime.combine(tom_file.start_date, MORNING))


def country_code(name: str) -> str:
    """Return the code of a country by its English name, empty if unknown."""
    casefolded = name.strip().casefold()
    if casefolded in CODE_BY_OTHER_NAME:
        return CODE_BY_OTHER_NAME[casefolded]
    return str(countries.by_name(name.strip(), language="en")) if casefolded else ""


@cache
def _zones_by_country() -> dict[str, tuple[str, ...]]:
    """Return the time zones of each country code."""
    lines = resources.files("tzdata.zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8").splitlines()
    zones: dict[str, tuple[str, ...]] = {}
    for line in lines:
        if line and not line.startswith("#"):
            code, _, zone, *_rest = line.split("\t")
            zones[code] = (*zones.get(code, ()), zone)
    return zones

"""The event and its divisions, from the head of a TOM file."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
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
from pairings.queries.tom.values import details_of, tom_event
from pairings.services.tom.people import RUNNING, season_on
from tournaments.engine import kinds
from tournaments.engine.divisions import PLAYS_IN, age_division_of, pods
from tournaments.models import Division, Tournament, User
from tournaments.services import events

KIND_OF = {"LEAGUECHALLENGE": "league_challenge", "TCG1DAY": "league_cup", "PRERELEASE": "prerelease"}
"""TOM's modes that match a kind of event; every other one is custom."""

STRUCTURE_OF = {1: "elimination", 2: "swiss", 3: "swiss_cut"}

ALSO_CALLED = {
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
"""Country names missing in the list of countries."""

LONGEST_MINUTES = 240
MOST_ROUNDS, MOST_TABLES = 99, 30_000
MORNING = time(10)


def create(
    read: TomEvent, *, by: User | None, filename: str, name: str | None, timezone: str, otherwise: str
) -> Tournament:
    """Create the event and its divisions, without entries."""
    country = country_of(read.country)
    zones = _zones().get(country, ())
    only_zone = zones[0] if len(zones) == 1 else ""
    zone = timezone or only_zone or otherwise or stadium.TIME_ZONE
    starts_at = start_of(read).replace(tzinfo=ZoneInfo(zone))
    kind = KIND_OF.get(read.mode, "custom")
    usual = kinds.KINDS[kind]
    # Whether a pod has both Swiss rounds and a bracket, regardless of the file's type
    structure = (
        "swiss_cut"
        if any(pod.cut_rounds and pod.swiss_rounds for pod in read.pods)
        else STRUCTURE_OF[read.type]
    )
    # The edition of the rules in force on a day; the oldest one for earlier days
    day = starts_at.date()
    editions = sorted(kinds.EDITIONS.values(), key=lambda edition: edition.revised_on)
    event = events.create(
        by=by,
        name=(name or read.name or filename.rsplit(".", 1)[0] or "TOM").strip()[:120],
        kind=kind,
        starts_at=starts_at,
        divisions=[pod.division for pod in read.pods] or _proposed(read, starts_at.date()),
        by_age=structure != "elimination",
        third_place=False,
        timezone=zone,
        city=", ".join(part for part in (read.city, read.state) if part)[:80],
        country=country,
        event_class=usual.event_class if kind != "custom" else "other" if read.sanction_id else "unofficial",
        edition=next(
            (edition.code for edition in reversed(editions) if edition.revised_on <= day), editions[0].code
        ),
        structure=structure,
        round_minutes=read.round_minutes,
        cut_round_minutes=read.cut_round_minutes,
        minutes_reason="TOM",
        sanction_id=read.sanction_id[:30],
    )
    _settle(event, read.pods, read)
    return event


def note_details(event: Tournament, read: TomEvent) -> TomDetails:
    """Store the head fields of the file that are no event settings, for the export."""
    as_recorded = country_of(read.country) == str(event.country or "")
    return TomDetails.objects.create(
        tournament=event,
        organizer_name=read.organizer_name[:120],
        organizer_id=read.organizer_id[:20],
        state=read.state[:80],
        country=read.country[:80] if as_recorded else "",
        mode=read.mode[:40],
        game_type=read.game_type[:40],
        version=read.version[:20],
        less_swiss=read.less_swiss,
        auto_table_number=read.auto_table_number,
        overflow_table_start=read.overflow_table_start,
        seconds_elapsed=read.seconds_elapsed,
        let_in_later=[
            player.user_id for player in read.players if read.stage >= RUNNING and not player.starter
        ],
        cut_sizes=bool(read.cuts) or not read.pods,
    )


def note_words(event: Tournament, read: TomEvent) -> TomEvent:
    """Store where the file differs from what we would write (`queries/tom/file_words.py`); returns what
    we now write.
    """
    details = details_of(event)
    details.file_words = file_words.row_of(event, read)
    details.save()
    ours = tom_event(event, finalized=read.finalized)
    details.file_words["differing"] = file_words.differences(ours, read)
    details.save(update_fields=["file_words"])
    return file_words.as_in_file(ours, details.file_words["differing"])


def check(read: TomEvent, data: bytes) -> None:
    """Check the numbers and pods of a file.

    Refused: TDF_BAD_TYPE, TDF_TOO_LONG, TDF_OUT_OF_RANGE, TDF_PODS_OVERLAP, TDF_ROUND_ORDER.
    """
    if read.type not in STRUCTURE_OF:
        raise Refused(PairingRefusal.TDF_BAD_TYPE, **_where(data, "tournament"), value=read.type)
    for element, minutes in (("roundtime", read.round_minutes), ("finalsroundtime", read.cut_round_minutes)):
        if minutes > LONGEST_MINUTES:
            raise Refused(
                PairingRefusal.TDF_TOO_LONG, **_where(data, element), value=minutes, limit=LONGEST_MINUTES
            )
    for part, element, value, most in _numbers(read):
        if not 0 <= value <= most:
            where = _Where(line=part, element=element) if part else _where(data, element)
            raise Refused(PairingRefusal.TDF_OUT_OF_RANGE, **where, value=value, most=most)
    seen: set[str] = set()
    for pod in read.pods:
        twice = seen.intersection(PLAYS_IN[pod.division])
        if twice:
            raise Refused(
                PairingRefusal.TDF_PODS_OVERLAP, line=pod.line, element="pod", age_division=min(twice)
            )
        seen.update(PLAYS_IN[pod.division])
        if pod.rounds and pod.rounds[0].number < 1:
            raise Refused(TdfFault.TDF_ROUND_ORDER, line=pod.rounds[0].line, element="round", round=0)


def _numbers(read: TomEvent) -> Iterator[tuple[int, str, int, int]]:
    """Numbers with an upper limit: line (0 unknown), element, value, most."""
    for player in read.players:
        yield player.line, "player", player.byes, MOST_ROUNDS
        yield player.line, "player", player.dropped_in or 0, MOST_ROUNDS
    for pod in read.pods:
        yield pod.line, "pod", pod.starting_table, MOST_TABLES
        yield pod.line, "pod", pod.additional_rounds, MOST_ROUNDS
        for round_ in pod.rounds:
            yield round_.line, "round", round_.number, MOST_ROUNDS
            yield from ((match.line, "match", match.table, MOST_TABLES) for match in round_.matches)
    for cut in read.cuts:
        yield 0, "cut", cut.cut, MOST_TABLES


class _Where(TypedDict):
    line: int
    element: str


def _where(data: bytes, element: str) -> _Where:
    before = data.partition(f"<{element}".encode())[0]
    return {"line": before.count(b"\n") + 1, "element": element}


def _proposed(read: TomEvent, day: date) -> Sequence[str]:
    """The divisions TOM would make for a file without any."""
    if read.type == 1:
        return ("all",)
    season = season_on(day)
    ages = [age_division_of(player.birth_year, season) for player in read.players if player.birth_year]
    return pods({age: ages.count(age) for age in ages}) or ("all",)


def _settle(event: Tournament, file_pods: Sequence[TomPod], read: TomEvent) -> None:
    pod_of = {pod.division: pod for pod in file_pods}
    divisions = [division for division in event.divisions.all() if division.age_division in pod_of]
    for division in divisions:
        pod = pod_of[division.age_division]
        cut = read.cut_of(pod)
        if event.structure != "swiss":
            division.third_place = pod.third_place or bool(cut and cut.third_place)
        # None where the attendance table decides.
        division.cut_size = None if read.type == 3 and not read.finalized else 0
        if cut and cut.cut >= 2:
            division.cut_size = cut.cut
        if pod.starting_table > 1:
            division.first_table = pod.starting_table
    Division.objects.bulk_update(divisions, ["third_place", "cut_size", "first_table"])


def start_of(read: TomEvent) -> datetime:
    """The file's date at the time its first round was paired; 10:00 where there is no time."""
    firsts = [round_ for pod in read.pods for round_ in pod.rounds[:1]]
    drawn = [at for round_ in firsts if (at := round_.paired_at or round_.started_at)]
    if read.start_date is None:
        return min(drawn, default=datetime.combine(clock.localdate(), MORNING))
    same_day = [at for at in drawn if at.date() == read.start_date]
    return min(same_day, default=datetime.combine(read.start_date, MORNING))


def country_of(name: str) -> str:
    """The code of a country by its English name; empty if unknown."""
    wanted = name.strip().casefold()
    if wanted in ALSO_CALLED:
        return ALSO_CALLED[wanted]
    return str(countries.by_name(name.strip(), language="en")) if wanted else ""


@cache
def _zones() -> dict[str, tuple[str, ...]]:
    rows = resources.files("tzdata.zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8").splitlines()
    zones: dict[str, tuple[str, ...]] = {}
    for row in rows:
        if row and not row.startswith("#"):
            code, _, zone, *_rest = row.split("\t")
            zones[code] = (*zones.get(code, ()), zone)
    return zones

"""What a file for TOM lacks, including missing Player IDs (M-032), shown before the download."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.engine.alphabet import sort_key
from pairings.models import Match, PairingOptions, Round, Stage, TomFile
from pairings.queries.tom.values import MOST_NAMES, details_of, in_file
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Omission:
    """One thing TOM's file cannot hold, or lacks. `wrong`: to be corrected before submitting the file."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)
    wrong: bool = False


def omissions(event: Tournament) -> list[Omission]:
    """The data of this event missing in the file, and what to correct first. Eleven queries."""
    return [*_people(event), *_head(event), *_play(event)]


def _people(event: Tournament) -> list[Omission]:
    entries = sorted(event.entries.order_by("pk"), key=lambda entry: sort_key(entry.sort_name))
    belongs, started = in_file(event)
    keys = {entry.pk for entry in belongs}
    inside = [entry for entry in entries if entry.pk in keys]
    lacking = []
    without = [entry for entry in inside if not entry.player_number]
    if without:
        lacking.append(_named("NO_PLAYER_ID" if started else "NO_PLAYER_ID_YET", without, wrong=started))
    unborn = [entry for entry in inside if entry.birth_year is None]
    if unborn:
        lacking.append(_named("NO_BIRTH_YEAR", unborn, wrong=True))
    away = sum(entry.pk not in keys and entry.checked_in_at is None for entry in entries)
    if away and started:
        lacking.append(Omission("NOT_HERE", {"count": away}))
    return lacking


def _named(code: str, people: Sequence[Entry], *, wrong: bool) -> Omission:
    names = ", ".join(str(entry) for entry in people[:MOST_NAMES])
    return Omission(code, {"names": names, "count": len(people)}, wrong)


def _head(event: Tournament) -> list[Omission]:
    details = details_of(event)
    lacking = []
    if event.official and not event.sanction_id:
        lacking.append(Omission("NO_SANCTION_ID", wrong=True))
    if not details.organizer_id:
        lacking.append(Omission("NO_ORGANIZER_ID", wrong=event.official))
    if not event.country:
        lacking.append(Omission("NO_COUNTRY", wrong=event.official))
    return lacking


def _play(event: Tournament) -> list[Omission]:
    unposted = Round.objects.filter(division__tournament=event, state=Round.State.UNPOSTED)
    lacking = [
        Omission("UNPOSTED", {"round": number}) for number in unposted.values_list("number", flat=True)
    ]
    matches = Match.objects.filter(round__division__tournament=event)
    if matches.filter(games_left__isnull=False).exists():
        lacking.append(Omission("GAMES"))
    if matches.exclude(reason="").exists():
        lacking.append(Omission("REASONS"))
    days = Stage.objects.filter(division__tournament=event, kind=Stage.Kind.SWISS, position__gt=0)
    if days.exists():
        lacking.append(Omission("DAY_TWO"))
    if any(
        PairingOptions.objects.filter(division__tournament=event).values_list("blocked_tables", flat=True)
    ):
        lacking.append(Omission("BLOCKED_TABLES"))
    if event.structure != "elimination" and event.divisions.filter(age_division="all", by_age=False).exists():
        lacking.append(Omission("ONE_LIST"))
    if not TomFile.objects.filter(tournament=event).exists():
        lacking.append(Omission("TIMES"))
    return lacking

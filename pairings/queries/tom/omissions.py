"""List data missing in a file for TOM, such as Player IDs (M-032), to show before the download."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.engine.alphabet import name_sort_key
from pairings.models import Match, PairingOptions, Round, Stage, TomFile
from pairings.queries.tom.event_conversion import MAX_NAMES, entries_in_file, tom_details_of
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Omission:
    """Data that TOM's file lacks or cannot contain.

    `wrong` means that it must be corrected before the file is submitted.
    """

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)
    wrong: bool = False


def list_omissions(event: Tournament) -> list[Omission]:
    """List the data missing in this event's file, and the data to correct first. Eleven queries."""
    omissions, details = _omissions_of_people(event), tom_details_of(event)
    if event.official and not event.sanction_id:
        omissions.append(Omission("NO_SANCTION_ID", wrong=True))
    if not details.organizer_id:
        omissions.append(Omission("NO_ORGANIZER_ID", wrong=event.official))
    if not event.country:
        omissions.append(Omission("NO_COUNTRY", wrong=event.official))
    return omissions + _omissions_of_play(event)


def _omissions_of_people(event: Tournament) -> list[Omission]:
    """List missing Player IDs and birth years, and once play has started the number of absent players."""
    entries = sorted(event.entries.order_by("pk"), key=lambda entry: name_sort_key(entry.sort_name))
    file_entries, started = entries_in_file(event)
    keys = {entry.pk for entry in file_entries}
    sorted_file_entries = [entry for entry in entries if entry.pk in keys]
    omissions = []
    without_player_id = [entry for entry in sorted_file_entries if not entry.player_number]
    if without_player_id:
        omissions.append(
            _omission_naming(
                "NO_PLAYER_ID" if started else "NO_PLAYER_ID_YET", without_player_id, wrong=started
            )
        )
    without_birth_year = [entry for entry in sorted_file_entries if entry.birth_year is None]
    if without_birth_year:
        omissions.append(_omission_naming("NO_BIRTH_YEAR", without_birth_year, wrong=True))
    away_count = sum(entry.pk not in keys and entry.checked_in_at is None for entry in entries)
    if away_count and started:
        omissions.append(Omission("NOT_HERE", {"count": away_count}))
    return omissions


def _omission_naming(code: str, people: Sequence[Entry], *, wrong: bool) -> Omission:
    """Build an omission with the names of the first of these people and the number of all of them."""
    names = ", ".join(str(entry) for entry in people[:MAX_NAMES])
    return Omission(code, {"names": names, "count": len(people)}, wrong)


def _omissions_of_play(event: Tournament) -> list[Omission]:
    """List what the file cannot contain, such as unposted rounds, game scores or day 2."""
    unposted_rounds = Round.objects.filter(division__tournament=event, state=Round.State.UNPOSTED)
    omissions = [
        Omission("UNPOSTED", {"round": number}) for number in unposted_rounds.values_list("number", flat=True)
    ]
    matches = Match.objects.filter(round__division__tournament=event)
    if matches.filter(games_left__isnull=False).exists():
        omissions.append(Omission("GAMES"))
    if matches.exclude(reason="").exists():
        omissions.append(Omission("REASONS"))
    later_days = Stage.objects.filter(division__tournament=event, kind=Stage.Kind.SWISS, position__gt=0)
    if later_days.exists():
        omissions.append(Omission("DAY_TWO"))
    if any(
        PairingOptions.objects.filter(division__tournament=event).values_list("blocked_tables", flat=True)
    ):
        omissions.append(Omission("BLOCKED_TABLES"))
    if event.structure != "elimination" and event.divisions.filter(age_division="all", by_age=False).exists():
        omissions.append(Omission("ONE_LIST"))
    if not TomFile.objects.filter(tournament=event).exists():
        omissions.append(Omission("TIMES"))
    return omissions

"""What a file for TOM lacks, including missing Player IDs (M-032), shown before the download."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.engine.alphabet import sort_key
from pairings.models import Match, PairingOptions, Round, Stage, TomFile
from pairings.queries.tom.values import MOST_NAMES, details_of, in_file
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Omission:
    """One thing TOM's file cannot hold, or lacks. `wrong`: to be corrected before submitting the file."""

    code: str
    facts: dict[str, object] = field(default_factory=dict)
    wrong: bool = False


def omissions(event: Tournament) -> list[Omission]:
    """The data of this event missing in the file, and what to correct first. Eleven queries."""
    return [*_people(event), *_head(event), *_play(event)]


def _people(event: Tournament) -> list[Omission]:
    entries = sorted(event.entries.order_by("pk"), key=lambda entry: sort_key(entry.sort_name))
    belongs, started = in_file(event)
    keys = {one.pk for one in belongs}
    inside = [one for one in entries if one.pk in keys]
    found = []
    without = [one for one in inside if not one.player_number]
    if without:
        found.append(_named("NO_PLAYER_ID" if started else "NO_PLAYER_ID_YET", without, wrong=started))
    unborn = [one for one in inside if one.birth_year is None]
    if unborn:
        found.append(_named("NO_BIRTH_YEAR", unborn, wrong=True))
    away = sum(one.pk not in keys and one.checked_in_at is None for one in entries)
    if away and started:
        found.append(Omission("NOT_HERE", {"count": away}))
    return found


def _named(code: str, people: Sequence[Entry], *, wrong: bool) -> Omission:
    names = ", ".join(str(one) for one in people[:MOST_NAMES])
    return Omission(code, {"names": names, "count": len(people)}, wrong)


def _head(event: Tournament) -> list[Omission]:
    details, found = details_of(event), []
    if event.official and not event.sanction_id:
        found.append(Omission("NO_SANCTION_ID", wrong=True))
    if not details.organizer_id:
        found.append(Omission("NO_ORGANIZER_ID", wrong=event.official))
    if not event.country:
        found.append(Omission("NO_COUNTRY", wrong=event.official))
    return found


def _play(event: Tournament) -> list[Omission]:
    unposted = Round.objects.filter(division__tournament=event, state=Round.State.UNPOSTED)
    found = [Omission("UNPOSTED", {"round": number}) for number in unposted.values_list("number", flat=True)]
    matches = Match.objects.filter(round__division__tournament=event)
    if matches.filter(games_left__isnull=False).exists():
        found.append(Omission("GAMES"))
    if matches.exclude(reason="").exists():
        found.append(Omission("REASONS"))
    days = Stage.objects.filter(division__tournament=event, kind=Stage.Kind.SWISS, position__gt=0)
    if days.exists():
        found.append(Omission("DAY_TWO"))
    if any(
        PairingOptions.objects.filter(division__tournament=event).values_list("blocked_tables", flat=True)
    ):
        found.append(Omission("BLOCKED_TABLES"))
    if event.structure != "elimination" and event.divisions.filter(age_division="all", by_age=False).exists():
        found.append(Omission("ONE_LIST"))
    if not TomFile.objects.filter(tournament=event).exists():
        found.append(Omission("TIMES"))
    return found

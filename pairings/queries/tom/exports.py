"""Export an event as a `.tdf` file."""

from dataclasses import dataclass
from functools import cached_property

from pairings.engine import tdf
from pairings.models import Round, TomFile
from pairings.queries.rounds.event_progress import is_event_over
from pairings.queries.tom.event_conversion import convert_to_tom_event, tom_details_of
from pairings.queries.tom.file_words import TomFileValues, progress_counts_of_event
from tournaments.models import Tournament


@dataclass(frozen=True)
class TomExport:
    """A file for TOM. `patched` means that it is the original TOM file with only Stadium's changes."""

    data: bytes
    filename: str
    patched: bool

    @cached_property
    def text(self) -> str:
        """File as text, without its BOM."""
        return self.data.decode(tdf.encoding_of(self.data))


def export_tom_file(event: Tournament, *, final: bool = False) -> TomExport:
    """Export the current state of an event: a roster, a running or a finished event.

    For an event imported from TOM, this is the imported file with only Stadium's changes; without changes, it
    is identical. With `final`, the file includes the standings once all rounds are played, even if TOM's file
    had none. Unposted rounds are left out.

    Refused: TOM_PLAYER_IDS_MISSING (names, count).
    """
    has_ended = is_event_over(event)
    open_rounds = Round.objects.filter(division__tournament=event).exclude(state=Round.State.CLOSED)
    imported = TomFile.objects.filter(tournament=event).first()
    if imported is None:
        # If nothing has been played since the import, keep the stage of TOM's file.
        words = TomFileValues.of(tom_details_of(event).file_words)
        if words.play == progress_counts_of_event(event) and not (final and has_ended):
            is_final = words.finalized
        else:
            is_final = has_ended or (words.finalized and not open_rounds.exists())
        data = format_event_as_tdf(event, finalized=is_final)
        return TomExport(data, f"{event.slug}.tdf", patched=False)
    baseline, data = bytes(imported.baseline), bytes(imported.data)
    was_final = tdf.read_tdf_file(data).finalized
    current_export = format_event_as_tdf(event, finalized=was_final)
    if current_export != baseline or (final and has_ended and not was_final):
        current_export = format_event_as_tdf(
            event, finalized=has_ended or (was_final and not open_rounds.exists())
        )
    return TomExport(
        tdf.patch_tdf_text(data, baseline, current_export),
        imported.filename or f"{event.slug}.tdf",
        patched=True,
    )


def format_event_as_tdf(event: Tournament, *, finalized: bool) -> bytes:
    """Format the event as TOM would write it, using only our data."""
    return tdf.write_tdf(convert_to_tom_event(event, finalized=finalized))

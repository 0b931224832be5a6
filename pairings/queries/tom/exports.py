"""The `.tdf` file of an event."""

from dataclasses import dataclass
from functools import cached_property

from pairings.engine import tdf
from pairings.models import Round, TomFile
from pairings.queries.print.event_figures import is_over
from pairings.queries.tom.file_words import FileWords, play_of
from pairings.queries.tom.values import details_of, tom_event
from tournaments.models import Tournament


@dataclass(frozen=True)
class TomExport:
    """A file for TOM. `patched`: it is the original TOM file with the changes made here."""

    data: bytes
    filename: str
    patched: bool

    @cached_property
    def text(self) -> str:
        """The file as text, without its BOM."""
        return self.data.decode(tdf.encoding_of(self.data))


def export(event: Tournament, *, final: bool = False) -> TomExport:
    """The current file of an event: a roster, a running or a finished event.

    An event imported from TOM gives its own file with only the changes made here; without changes it is that file.
    `final`: with the standings, once all is played, even if TOM's file had none. Unposted rounds are not in it.
    Refused: TOM_PLAYER_IDS_MISSING (names, count).
    """
    over = is_over(event)
    came = TomFile.objects.filter(tournament=event).first()
    if came is None:
        # As in TOM's file while nothing was played since, else whether all is played.
        file = FileWords.of(details_of(event).file_words)
        if file.play == play_of(event) and not (final and over):
            is_final = file.finalized
        else:
            is_final = over or (file.finalized and not _plays(event))
        data = written(event, finalized=is_final)
        return TomExport(data, f"{event.slug}.tdf", patched=False)
    before, data = bytes(came.baseline), bytes(came.data)
    was_final = tdf.read(data).finalized
    now = written(event, finalized=was_final)
    if now != before or (final and over and not was_final):
        now = written(event, finalized=over or (was_final and not _plays(event)))
    return TomExport(tdf.patch(data, before, now), came.filename or f"{event.slug}.tdf", patched=True)


def _plays(event: Tournament) -> bool:
    """Whether a round is open."""
    return Round.objects.filter(division__tournament=event).exclude(state=Round.State.CLOSED).exists()


def written(event: Tournament, *, finalized: bool) -> bytes:
    """The event as TOM would write it, from our own data only."""
    return tdf.write(tom_event(event, finalized=finalized))

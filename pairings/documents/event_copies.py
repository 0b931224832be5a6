"""Write a complete copy of an event to its folder: snapshot, TOM file, spreadsheet and wall sheets."""

from dataclasses import replace
from logging import getLogger

from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import override

from core.documents.sheet import bind_sheets
from core.engine.refused import Refused
from core.queries import public_address
from pairings.documents import exports, printing
from pairings.documents.crash import pack as crash_pack
from pairings.documents.printing import PrintOrder
from pairings.models import EventCopies, Round
from pairings.queries import tom
from pairings.services import event_copies
from pairings.words import copy_words
from tournaments.documents.paper import usual_paper
from tournaments.models import Tournament
from tournaments.services import snapshots
from tournaments.words.entrants import naming_entrants

LOG = getLogger(__name__)


def write_event_copy(event: int) -> bool:
    """Write a copy of the event with this key to its folder; return whether the copy is complete.

    Return False if no folder is set. An error is recorded with the event's copies and not raised.
    """
    with event_copies.one_copy_at_a_time():
        copies = (
            EventCopies.objects.select_related("tournament")
            .exclude(folder="")
            .filter(tournament=event)
            .first()
        )
        if copies is None:
            return False
        now = timezone.now()
        tournament = copies.tournament
        try:
            folder = event_copies.require_copies_folder(copies)
            event_copies.save_snapshot_to_copy_folder(
                folder, snapshots.make_snapshot(tournament, copy_kind="stick", now=now)
            )
            # QR codes need a host that phones can reach, so prefer the current public address.
            public = public_address.current_public_address()
            site = public.address if public else copies.site
            with (
                override(copies.language),
                timezone.override(tournament.timezone),
                naming_entrants(tournament),
            ):
                readme = copy_words.copy_folder_readme(databases=event_copies.has_database_copies(folder))
                event_copies.save_files_to_copy_folder(
                    folder, {"README.txt": readme.encode()} | copied_files(tournament, site=site)
                )
        except OSError as error:
            event_copies.record_failed_copy(copies, error, now=now)
            return False
        except Exception as bug:
            LOG.exception("The copy of %s failed", tournament.slug)
            event_copies.record_failed_copy(copies, bug, now=now)
            return False
        event_copies.record_complete_copy(copies, now=now)
        return True


def copied_files(event: Tournament, *, site: str) -> dict[str, bytes]:
    """Return the contents of the copied files by name.

    The TOM file is left out if its export is refused, for example while players lack Player IDs.
    """
    contents = {f"{event.slug}.xlsx": exports.event_spreadsheet(event)}
    try:
        contents[f"{event.slug}.tdf"] = tom.export_tom_file(event).data
    except Refused as refusal:
        LOG.info("No TOM file in the copy of %s: %s", event.slug, refusal.code)
    divisions = list(event.divisions.all())
    for division in divisions:
        posted_rounds = division.rounds.exclude(state=Round.State.UNPOSTED)
        latest_round = posted_rounds.order_by("-number").first()
        if latest_round is None:
            continue
        division_suffix = f"-{slugify(str(division))}" if len(divisions) > 1 else ""
        order = PrintOrder(
            sheet="names",
            event=event.pk,
            paper=usual_paper(event),
            site=site,
            division=division.pk,
            number=latest_round.number,
        )
        contents[f"pairings{division_suffix}-round-{latest_round.number}.pdf"] = printing.render_pdf(order)
        if division.rounds.filter(state=Round.State.CLOSED).exists():
            order = replace(order, sheet="standings", number=0)
            contents[f"standings{division_suffix}.pdf"] = printing.render_pdf(order)
    if crash_sheets := crash_pack.crash_pack_sheets(event, paper=usual_paper(event), site=site):
        contents["crash-pack.pdf"] = bind_sheets(crash_sheets, title=f"{event.name} · {_('Crash pack')}")
    return contents

"""A whole copy of an event in its folder: a snapshot, the TOM file, the spreadsheet and the sheets for the wall."""

from dataclasses import replace
from logging import getLogger

from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import override

from core.documents.sheet import bind
from core.engine.refused import Refused
from core.queries import public_address
from pairings.documents import exports, printing
from pairings.documents.crash import pack as crash_pack
from pairings.documents.printing import Order
from pairings.models import EventCopies, Round
from pairings.queries import tom
from pairings.services import event_copies
from pairings.words import copy_words
from tournaments.models import Tournament
from tournaments.services import snapshots

LOG = getLogger(__name__)


def copy_event(event: int) -> bool:
    """Write the copy of an event, by its key, to its folder; returns whether it is complete."""
    with event_copies.one_at_a_time():
        row = (
            EventCopies.objects.select_related("tournament")
            .exclude(folder="")
            .filter(tournament=event)
            .first()
        )
        if row is None:
            return False
        now = timezone.now()
        copied = row.tournament
        try:
            place = event_copies.require_folder(row)
            event_copies.save_snapshot(place, snapshots.make(copied, way="stick", now=now))
            # The host of the codes: the current address for phones, else that where the folder was chosen.
            public = public_address.current()
            site = public.address if public else row.site
            with override(row.language), timezone.override(copied.timezone):
                text = how_to_go_on(databases=event_copies.has_databases(place))
                event_copies.save_files(place, {"README.txt": text.encode()} | files(copied, site=site))
        except OSError as problem:
            event_copies.note_failed(row, problem, now=now)
            return False
        except Exception as bug:
            LOG.exception("The copy of %s failed", copied.slug)
            event_copies.note_failed(row, bug, now=now)
            return False
        event_copies.note_copied(row, now=now)
        return True


def files(event: Tournament, *, site: str) -> dict[str, bytes]:
    """The sheets and tables, by name. The TOM file is left out while players have no Player ID."""
    contents = {f"{event.slug}.xlsx": exports.spreadsheet(event)}
    try:
        contents[f"{event.slug}.tdf"] = tom.export(event).data
    except Refused as lacking:
        LOG.info("No TOM file in the copy of %s: %s", event.slug, lacking.code)
    divisions = list(event.divisions.all())
    for division in divisions:
        posted = division.rounds.exclude(state=Round.State.UNPOSTED)
        newest = posted.order_by("-number").first()
        if newest is None:
            continue
        whose = f"-{slugify(str(division))}" if len(divisions) > 1 else ""
        order = Order(
            sheet="names",
            event=event.pk,
            paper=printing.usual_paper(event),
            site=site,
            division=division.pk,
            number=newest.number,
        )
        contents[f"pairings{whose}-round-{newest.number}.pdf"] = printing.render(order)
        if division.rounds.filter(state=Round.State.CLOSED).exists():
            order = replace(order, sheet="standings", number=0)
            contents[f"standings{whose}.pdf"] = printing.render(order)
    if by_hand := crash_pack.sheets(event, paper=printing.usual_paper(event), site=site):
        contents["crash-pack.pdf"] = bind(by_hand, title=f"{event.name} · {_('Crash pack')}")
    return contents


def how_to_go_on(*, databases: bool = False) -> str:
    """The text of the folder for someone with the stick and without the laptop.

    `databases`: also how to use the copies of whole databases by earlier versions.
    """
    lines = [
        _("Copies of an event by Stadium"),
        "",
        _("To continue the event on another machine:"),
        *(f"{number}. {step}" for number, step in enumerate(copy_words.STEPS, 1)),
        "",
        _("Without another machine: print crash-pack.pdf and continue by hand."),
        "",
        _("Photos of deck checks are not in the copies."),
        _("Snapshots have the names, personal links and journal of the event. Keep the stick safe."),
        "",
    ]
    if databases:
        lines += [
            _("The files stadium-….sqlite3 are from an earlier version of Stadium. To use one of them:"),
            _("1. Install the same version of Stadium there, and stop it if it runs."),
            _(
                "2. In its data folder, move stadium.sqlite3 away, with stadium.sqlite3-wal and stadium.sqlite3-shm."
            ),
            _(
                "3. Copy the newest stadium-….sqlite3 from here into the data folder and name it stadium.sqlite3."
            ),
            _("4. Start Stadium and sign in with the same name and password as before."),
            "",
            _("The data folder:"),
            "  Windows  %LOCALAPPDATA%\\stadium",
            "  macOS    ~/Library/Application Support/stadium",
            "  Linux    ~/.local/share/stadium",
            _("  From the source: var, beside manage.py"),
            "",
            _("They hold all events, people and accounts of that installation."),
            "",
        ]
    return "\r\n".join(lines)

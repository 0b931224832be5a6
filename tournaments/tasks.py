"""Background jobs that make large files about the players of an event."""

from functools import partial
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from core.services import made_files
from core.services.jobs import durable_jobs

if TYPE_CHECKING:
    from tournaments.documents.personal_links import LinkSlipFacts
    from tournaments.documents.players import PlayerFileFacts


@durable_jobs.durable_task(_("Printed personal links"), tries=2)
def make_link_slips(job: str, facts: "LinkSlipFacts") -> None:
    """Make the slips with the personal links of an event."""
    from tournaments.documents.personal_links import render_link_slips

    made_files.make_ordered_file(job, partial(render_link_slips, facts))


@durable_jobs.durable_task(_("Spreadsheet of players"), tries=2)
def make_player_file(job: str, facts: "PlayerFileFacts") -> None:
    """Make the spreadsheet of an event's players."""
    from tournaments.documents.players import player_file

    made_files.make_ordered_file(job, partial(player_file, facts))

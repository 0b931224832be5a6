"""Printed sheets of a draft, for its pages and the crash pack: seats, run sheet, logs, forms.

`public`: show children by first name and initial, as on the hall screen.
"""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime

from core.engine.papers import Paper
from core.engine.refused import Refused
from core.engine.sheet_heads import SheetHead
from decks.documents.pool_sheets import PoolRegistrationSheet
from decks.forms.pools import pool_checklist
from decks.models import Draft
from decks.queries.drafts import booster_codes, pods_with_seats, supplied_energies
from decks.queries.pools import pools
from decks.queries.pools.pools import PoolRow
from decks.words.limited_words import expansion_name
from drafts.documents.draft_log_sheet import DraftLogSheet
from drafts.documents.pods import SHEETS, PodSheet
from drafts.documents.run_sheet import RunSheet
from drafts.queries import draft_log, drafts, pods
from drafts.queries.odd_player import odd_player, odd_seat
from drafts.queries.plan_rows import time_rows
from drafts.queries.seat_views import is_tracked
from drafts.words import odd_words
from drafts.words.event_draft_words import draft_title
from tournaments.models import Division

BLANK_POOL = PoolRow(
    entry=0, name="", pod=0, seat=0, here=True, state="missing", number=0, total=0, unnamed=0, cards=(), at=None,
    source="", by_name="", player="", verifier="", verified="", discrepancy="", note="",
)  # fmt: skip
"""A pool row to be filled in by hand."""
MOVES_ON_PAGE = 20
"""How many of the latest moves fit on one page of a log."""


def seat_sheet(
    draft: Draft,
    head: SheetHead,
    *,
    public: bool,
    division: str = "",
    with_maps: bool = True,
    paper: Paper = "a4",
) -> PodSheet | None:
    """Build the sheet that lists every player with their pod or pair, and seat.

    Return None before seats are assigned. `division`: the name printed at the top. `with_maps`: add a page for
    each table.
    """
    rows = pods_with_seats(draft, public=public)
    if not rows:
        return None
    sheet = SHEETS.get(draft.subtype, PodSheet)
    if draft.number > 1:
        division = " · ".join(filter(None, (draft_title(draft), division)))
    return sheet(
        head,
        rows,
        division=division,
        subtype=draft.subtype,
        seed=draft.seed,
        with_maps=with_maps,
        odd=odd_seat(draft, public=public),
        paper=paper,
    )


def pods_sheet(
    home: Division,
    head: SheetHead,
    *,
    public: bool,
    division: str = "",
    with_maps: bool = True,
    paper: Paper = "a4",
) -> PodSheet:
    """Build the sheet of pods that were assigned without a draft; it is empty before they are assigned."""
    rows, seed = pods.pod_rows_of_division(home, public=public), pods.pod_seed(home)
    return PodSheet(head, rows, division=division, seed=seed, with_maps=with_maps, paper=paper)


def run_sheet(draft: Draft, head: SheetHead, *, public: bool, paper: Paper = "a4") -> RunSheet | None:
    """Build the run sheet, with announcements, seats, openings and picks.

    Return None if the plan has errors.
    """
    plan = drafts.plan_of(draft)
    if not plan.tables:
        return None
    starts = draft.starts or localtime(draft.division.tournament.starts_at).time()
    notices = drafts.notice_rows(draft, plan.notices)
    player = odd_player(draft, timezone.now(), public=public)
    return RunSheet(
        head,
        plan,
        time_rows(plan, starts) if draft.starts or draft.number == 1 else [],
        about=odd_words.paper_lines(plan, draft.reason),
        title=draft_title(draft),
        names=[[seat.name for seat in pod.seats] for pod in pods_with_seats(draft, public=public)],
        announced_at={
            row.notice.code: date_format(localtime(row.at), "j M, H:i") for row in notices if row.at
        },
        odd=(odd_words.odd_title(player), odd_words.odd_rows(player)) if player else None,
        paper=paper,
    )


def blank_run_sheet(draft: Draft, head: SheetHead, *, players: int, paper: Paper = "a4") -> RunSheet | None:
    """Build the run sheet for a redraft with the same plan, `players` players and empty seats.

    Return None if that many players cannot be seated.
    """
    plan = drafts.plan_for_players(draft, players, redraft=True)
    if not plan.tables:
        return None
    return RunSheet(
        head,
        plan,
        [],
        about=odd_words.paper_lines(plan, draft.reason),
        title=draft_title(draft, redraft=True),
        paper=paper,
    )


def log_sheets(draft: Draft, head: SheetHead, *, paper: Paper = "a4") -> Iterator[DraftLogSheet]:
    """Yield a one-page sheet of the latest moves for each tracked pod that is still drafting.

    Cards that not everyone can see are left out. On screen, a head judge sees secret names after a journaled look
    (`draft_log.may_see_names`), but this sheet is also printed for scorekeepers, stored as a file, automatically
    written to a USB stick, and left lying around the hall. To continue by hand it is enough to know who has picked
    and how often: the cards are in the piles, where a judge may look. All moves would take several pages per pod.
    """
    if not is_tracked(draft):
        return
    for pod in pods_with_seats(draft, public=False):
        try:
            log = draft_log.logged_pod(draft, pod.number)
        except Refused:
            continue
        if log.lines and not log.over:
            yield DraftLogSheet(head, log, pod.names, open_only=True, latest=MOVES_ON_PAGE, paper=paper)


def blank_pool(draft: Draft, head: SheetHead, *, paper: Paper = "a4") -> PoolRegistrationSheet:
    """Build a blank form to register a pool, for copying."""
    return PoolRegistrationSheet(
        head,
        [BLANK_POOL],
        pool_checklist(draft),
        about=", ".join(expansion_name(code) for code in booster_codes(draft)),
        wanted=pools.expected_pool_size(draft),
        check=draft.pool_check,
        energies=supplied_energies(draft),
        paper=paper,
    )

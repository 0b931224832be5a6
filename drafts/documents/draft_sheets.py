"""The sheets of a draft from stored data, for its pages and the crash pack: seats, run sheet, logs, forms.

`public`: children by first name and initial, as on the wall.
"""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from core.documents.sheet import Paper
from core.engine.heads import SheetHead
from core.engine.refused import Refused
from decks.documents.pool_sheets import RegistrationSheet
from decks.forms.pools import checklist
from decks.models import Draft
from decks.queries.drafts import seats_of
from decks.queries.pools import pools
from decks.queries.pools.pools import PoolRow
from decks.words.limited_words import expansion_name
from drafts.documents.draft_log_sheet import DraftLogSheet
from drafts.documents.pods import SHEETS, PodSheet
from drafts.documents.run_sheet import RunSheet
from drafts.engine.plan import Plan
from drafts.queries import draft_log, drafts, pods
from drafts.queries.draft_plan import time_rows
from drafts.queries.seat_views import is_tracked
from drafts.words import draft_words as words
from drafts.words.event_draft_words import title_of
from tournaments.models import Division

BLANK_POOL = PoolRow(
    entry=0, name="", pod=0, seat=0, here=True, state="missing", number=0, total=0, unnamed=0, cards=(), at=None,
    source="", by_name="", player="", verifier="", verified="", discrepancy="", note="",
)  # fmt: skip
"""A row to fill in by hand."""
MOVES_ON_PAGE = 20


def seat_sheet(
    draft: Draft,
    head: SheetHead,
    *,
    public: bool,
    division: str = "",
    maps: bool = True,
    paper: Paper = "a4",
) -> PodSheet | None:
    """Every name with its pod or pair and seat, with `maps` a page for each table; None before seats are assigned."""
    rows = seats_of(draft, public=public)
    if not rows:
        return None
    sheet = SHEETS.get(draft.subtype, PodSheet)
    if draft.number > 1:
        division = " · ".join(filter(None, (title_of(draft), division)))
    return sheet(
        head, rows, division=division, subtype=draft.subtype, seed=draft.seed, maps=maps, paper=paper
    )


def pods_sheet(
    home: Division,
    head: SheetHead,
    *,
    public: bool,
    division: str = "",
    maps: bool = True,
    paper: Paper = "a4",
) -> PodSheet:
    """The pods of a division, which need no draft; empty before they are made."""
    rows, seed = pods.pod_rows(home, public=public), pods.seed_of(home)
    return PodSheet(head, rows, division=division, seed=seed, maps=maps, paper=paper)


def run_sheet(draft: Draft, head: SheetHead, *, public: bool, paper: Paper = "a4") -> RunSheet | None:
    """What to announce and when it was, who sits where, who opens and picks; None while the plan has errors."""
    plan = drafts.plan_of(draft)
    if not plan.tables:
        return None
    starts = draft.starts or localtime(draft.division.tournament.starts_at).time()
    notices = drafts.notice_rows(draft, plan.notices)
    return RunSheet(
        head,
        plan,
        time_rows(plan, starts) if draft.starts or draft.number == 1 else [],
        about=about_texts(draft, plan),
        title=title_of(draft),
        names=[[seat.name for seat in pod.seats] for pod in seats_of(draft, public=public)],
        announced_at={
            row.notice.code: date_format(localtime(row.at), "j M, H:i") for row in notices if row.at
        },
        paper=paper,
    )


def blank_run_sheet(draft: Draft, head: SheetHead, *, players: int, paper: Paper = "a4") -> RunSheet | None:
    """The run sheet of a draft's redraft, with the same plan, `players` players and empty seats.

    None if so many cannot be seated.
    """
    plan = drafts.plan_for(draft, players, redraft=True)
    if not plan.tables:
        return None
    return RunSheet(
        head, plan, [], about=about_texts(draft, plan), title=title_of(draft, redraft=True), paper=paper
    )


def log_sheets(draft: Draft, head: SheetHead, *, paper: Paper = "a4") -> Iterator[DraftLogSheet]:
    """The latest moves of each tracked pod still drafting, at most a page each, without cards not open to all.

    On screen a head judge sees secret names, only after a journaled look (`draft_log.sees_names`). This sheet is also
    printed for scorekeepers, stored as a file, written to a stick unattended, and left around the hall, so looks do not
    apply. To continue by hand it is enough who has picked and how often: the cards are in the piles, where a judge may
    look. All moves would take pages for each pod.
    """
    if not is_tracked(draft):
        return
    for pod in seats_of(draft, public=False):
        try:
            log = draft_log.pod_of(draft, pod.number)
        except Refused:
            continue
        if log.lines and not log.over:
            names = {seat.seat: seat.name for seat in pod.seats}
            yield DraftLogSheet(head, log, names, open_only=True, latest=MOVES_ON_PAGE, paper=paper)


def blank_pool(draft: Draft, head: SheetHead, *, paper: Paper = "a4") -> RegistrationSheet:
    """One form to register a pool, for copying."""
    return RegistrationSheet(
        head,
        [BLANK_POOL],
        checklist(draft),
        about=", ".join(expansion_name(code) for code in pools.boosters(draft)),
        wanted=pools.expected(draft),
        check=draft.pool_check,
        paper=paper,
    )


def about_texts(draft: Draft, plan: Plan) -> list[str]:
    """What is drafted, in lines for page and paper."""
    setup = plan.setup
    names = ", ".join(expansion_name(code) for code in dict.fromkeys(setup.boosters))
    parts = (words.packs_text(setup), names, words.format_name(setup.card_format))
    lines = [" · ".join(part for part in parts if part)]
    if draft.reason:
        lines.append(_("Going ahead anyway: %(reason)s") % {"reason": draft.reason})
    return lines

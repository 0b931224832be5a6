"""The Limited part of the crash pack: the state of its drafts, their sheets, and how to continue them by hand.

Without registered pools and deck lists: those are a page for each player with Player ID, date of birth and the contents
of a deck, which must not be left in the hall, and would make the file of a large event too long to print after each
round. The pack says where they are printed instead, in Limited as in Constructed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.translation import gettext as _

from cards.engine.formats import DECK_RULES
from cards.engine.settings import choice
from core.documents.sheet import Paper, Sheet
from core.engine.heads import SheetHead
from decks.documents.blank_list import BlankList
from decks.models import Draft, ListRules, Pool
from decks.queries.drafts import list_settings
from drafts.documents import draft_sheets, draft_standing
from drafts.documents.draft_standing import DraftStanding
from drafts.queries import drafts as queries
from drafts.queries.pods import pod_of
from drafts.queries.seat_views import is_tracked
from drafts.words.event_draft_words import title_of
from pairings.documents.crash.draft_guides import (
    LISTS,
    build_guide,
    draft_again_guide,
    draft_guide,
    redraft_guide,
)
from pairings.documents.crash.round_guides import Guide
from pairings.documents.crash.sheets import Fact
from tournaments.models import Division, Tournament

TO_COME = ("unannounced", "to_come", "due")
"""States of a redraft without pairs."""


@dataclass(frozen=True, slots=True)
class DraftPart:
    """The part of one division.

    `later`: guides for after some rounds; `blank_list`: decks are still to be built.
    """

    title: str = ""
    facts: list[Fact] = field(default_factory=list)
    sheets: list[Sheet] = field(default_factory=list)
    guides: list[Guide] = field(default_factory=list)
    later: list[Guide] = field(default_factory=list)
    blank_list: bool = False


def part_of(division: Division, head: SheetHead, now: datetime, *, paper: Paper) -> DraftPart:
    """The part for the newest draft of a division, or for pods made without one; empty outside Limited.

    `head` is that of the division. Names are those of the other sheets of the pack: in full, without Player IDs.
    """
    if not DECK_RULES[division.tournament.play_style].supplied_only:
        return DraftPart()
    rows = Draft.objects.filter(division=division).select_related("division__tournament")
    drafts = list(rows.order_by("-number"))
    seated = next((row for row in drafts if row.seats), None)
    part, name = DraftPart(), head.group
    # The seats during a draft; later only the names. They stay because rounds may be paired inside pods, and a redraft
    # needs the earlier pairs.
    if seated is not None:
        on = draft_standing.is_on(seated)
        sheet = draft_sheets.seat_sheet(seated, head, public=False, division=name, maps=on, paper=paper)
        if sheet is not None and (on or seated.subtype != "sealed"):
            part.sheets.append(sheet)
    elif pod_of(division):
        maps = division.started_at is None
        part.sheets.append(
            draft_sheets.pods_sheet(division, head, public=False, division=name, maps=maps, paper=paper)
        )
    return _with_draft(part, drafts, head, now, paper) if drafts else part


def _with_draft(
    part: DraftPart, drafts: list[Draft], head: SheetHead, now: datetime, paper: Paper
) -> DraftPart:
    newest = drafts[0]
    standing = draft_standing.standing_of(newest, now)
    due = queries.redraft_of(newest.division)
    to_come = due is not None and due.state in TO_COME
    lists = choice(list_settings(newest.division.tournament), "S4")
    title = title_of(newest)
    part.facts.extend(Fact(*line) for line in standing.lines)
    part.facts.extend(Fact(*line) for line in draft_standing.redraft_lines(due))
    if standing.on:
        run = draft_sheets.run_sheet(newest, head, public=False, paper=paper)
        part.sheets.extend([run] if run else [])
        part.sheets.extend(draft_sheets.log_sheets(newest, head, paper=paper))
    if to_come and newest.number == 1:
        players = queries.here(newest.division)
        blank = draft_sheets.blank_run_sheet(newest, head, players=players, paper=paper)
        part.sheets.extend([blank] if blank else [])
    if standing.on or to_come:
        part.sheets.append(draft_sheets.blank_pool(newest, head, paper=paper))
    part.guides.extend(_guides(newest, standing, to_come=to_come))
    if to_come and standing.drafting and newest.number == 1:
        deck = choice(list_settings(newest.division.tournament), "S6")
        part.later.append(redraft_guide(deck, lists))
    blank_list = (standing.on or to_come) and lists in LISTS
    return replace(part, title=" · ".join(filter(None, (title, head.group))), blank_list=blank_list)


def _guides(draft: Draft, standing: DraftStanding, *, to_come: bool) -> Iterator[Guide]:
    """The remaining steps in their order: drafting, building, and the redraft before or after it."""
    settings = list_settings(draft.division.tournament)
    lists, deck = choice(settings, "S4"), choice(settings, "S6")
    again = draft.number > 1
    seated = bool(draft.seats)
    if standing.drafting and (seated or not again):
        yield draft_guide(draft.subtype, tapped=is_tracked(draft))
    elif to_come or standing.drafting:
        yield redraft_guide(deck, lists)
        yield draft_again_guide()
    if standing.on or to_come:
        # The guide of the first draft says whether a redraft unlocks the deck again.
        round_ = draft.setup.get("redraft_round") or 0
        locked = "LOCKED_BUT_REDRAFT" if round_ else "LOCKED"
        style = draft.division.tournament.play_style
        yield build_guide(style, lists, locked if standing.on and not again else "", round_)
    if again and seated and standing.on:
        yield redraft_guide(deck, lists, paired=True)


def blank_lists(
    event: Tournament, parts: Iterable[DraftPart], head: SheetHead, *, paper: Paper
) -> list[Sheet]:
    """One list to write by hand, where decks are still to be built."""
    return [BlankList(head, event, paper=paper)] if any(part.blank_list for part in parts) else []


def elsewhere(event: Tournament) -> Iterator[Fact]:
    """Where lists and pools are printed, which are not in the pack."""
    if ListRules.objects.filter(tournament=event).exists():
        yield Fact(
            _("Deck lists"),
            _(
                "not in the crash pack, because they show Player IDs. Print them while Stadium runs, on “Deck lists”: "
                "“Print all lists”."
            ),
        )
    if Pool.objects.filter(draft__division__tournament=event, counts__isnull=False).exists():
        yield Fact(
            _("Pools"),
            _(
                "not in the crash pack, because they show Player IDs. Print them while Stadium runs, on “Drafts”: "
                "“Registered pools”."
            ),
        )

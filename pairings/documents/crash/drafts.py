"""The Limited part of the crash pack: state of the drafts, their sheets, guides to continue by hand.

Registered pools and deck lists are left out. They have a page per player with Player ID, date of birth and
deck, which must not be left lying around in the hall, and they would make the pack of a large event too long
to print after each round. Instead, the pack explains where to print them, in Limited as in Constructed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.translation import gettext as _

from cards.engine.formats import DECK_RULES
from cards.engine.rule_settings import choice_of_setting
from core.documents.sheet import Paper, Sheet
from core.engine.sheet_heads import SheetHead
from decks.documents.blank_list import BlankList
from decks.models import Draft, ListRules, Pool
from decks.queries.drafts import list_settings
from decks.queries.lists.deck_pages import known_season
from drafts.documents import draft_sheets, draft_state
from drafts.documents.draft_state import DraftStanding
from drafts.queries import drafts as queries
from drafts.queries.pods import pod_by_entry
from drafts.queries.seat_views import is_tracked
from drafts.words.event_draft_words import draft_title
from pairings.documents.crash.draft_guides import (
    LISTS,
    deck_building_guide,
    draft_again_guide,
    draft_guide,
    redraft_guide,
)
from pairings.documents.crash.round_guides import Guide
from pairings.documents.crash.sheets import Fact
from tournaments.models import Division, Tournament

TO_COME = ("unannounced", "to_come", "due")
"""States of a redraft before its pairs are assigned."""


@dataclass(frozen=True, slots=True)
class DraftPart:
    """Draft part of one division's crash pack.

    `later` holds guides to use after certain rounds; `blank_list` is True while decks are still to be built.
    """

    title: str = ""
    facts: list[Fact] = field(default_factory=list)
    sheets: list[Sheet] = field(default_factory=list)
    guides: list[Guide] = field(default_factory=list)
    later: list[Guide] = field(default_factory=list)
    blank_list: bool = False


def draft_part(division: Division, head: SheetHead, now: datetime, *, paper: Paper) -> DraftPart:
    """Build the part for the latest draft of a division, or for pods formed without a draft.

    Empty outside Limited. `head` is the division's sheet head. Names are in full and without Player IDs, as on the
    other sheets of the pack.
    """
    if not DECK_RULES[division.tournament.play_style].supplied_only:
        return DraftPart()
    rows = Draft.objects.filter(division=division).select_related("division__tournament")
    drafts = list(rows.order_by("-number"))
    seated_draft = next((row for row in drafts if row.seats), None)
    part, name = DraftPart(), head.group
    # Seat maps are only needed during the draft. Names are needed later too, since rounds may be paired inside pods,
    # and a redraft needs the earlier pairs.
    if seated_draft is not None:
        is_round_unposted = draft_state.is_round_unposted(seated_draft)
        sheet = draft_sheets.seat_sheet(
            seated_draft, head, public=False, division=name, with_maps=is_round_unposted, paper=paper
        )
        if sheet is not None and (is_round_unposted or seated_draft.subtype != "sealed"):
            part.sheets.append(sheet)
    elif pod_by_entry(division):
        with_maps = division.started_at is None
        part.sheets.append(
            draft_sheets.pods_sheet(
                division, head, public=False, division=name, with_maps=with_maps, paper=paper
            )
        )
    if not drafts:
        return part
    latest_draft = drafts[0]
    standing = draft_state.describe_draft(latest_draft, now)
    redraft_due = queries.redraft_of(latest_draft.division)
    is_redraft_to_come = redraft_due is not None and redraft_due.state in TO_COME
    lists = choice_of_setting(list_settings(latest_draft.division.tournament), "S4")
    part.facts.extend(Fact(*line) for line in standing.lines)
    part.facts.extend(Fact(*line) for line in draft_state.redraft_lines(redraft_due))
    if standing.on:
        run_sheet = draft_sheets.run_sheet(latest_draft, head, public=False, paper=paper)
        part.sheets.extend([run_sheet] if run_sheet else [])
        part.sheets.extend(draft_sheets.log_sheets(latest_draft, head, paper=paper))
    if is_redraft_to_come and latest_draft.number == 1:
        players = queries.count_expected_drafters(latest_draft.division)
        blank_sheet = draft_sheets.blank_run_sheet(latest_draft, head, players=players, paper=paper)
        part.sheets.extend([blank_sheet] if blank_sheet else [])
    if standing.on or is_redraft_to_come:
        part.sheets.append(draft_sheets.blank_pool(latest_draft, head, paper=paper))
    part.guides.extend(_draft_guides(latest_draft, standing, to_come=is_redraft_to_come))
    if is_redraft_to_come and standing.drafting and latest_draft.number == 1:
        deck = choice_of_setting(list_settings(latest_draft.division.tournament), "S6")
        part.later.append(redraft_guide(deck, lists))
    blank_list = (standing.on or is_redraft_to_come) and lists in LISTS
    return replace(
        part, title=" · ".join(filter(None, (draft_title(latest_draft), head.group))), blank_list=blank_list
    )


def _draft_guides(draft: Draft, standing: DraftStanding, *, to_come: bool) -> Iterator[Guide]:
    """Yield guides for the remaining steps in order: drafting, building, and the redraft before or after building."""
    settings = list_settings(draft.division.tournament)
    lists, deck = choice_of_setting(settings, "S4"), choice_of_setting(settings, "S6")
    is_redraft = draft.number > 1
    is_seated = bool(draft.seats)
    if standing.drafting and (is_seated or not is_redraft):
        yield draft_guide(draft.subtype, tapped=is_tracked(draft))
    elif to_come or standing.drafting:
        yield redraft_guide(deck, lists)
        yield draft_again_guide()
    if standing.on or to_come:
        # After the first draft, the deck stays locked unless a redraft unlocks it.
        redraft_round = draft.setup.get("redraft_round") or 0
        locked = "LOCKED_BUT_REDRAFT" if redraft_round else "LOCKED"
        style = draft.division.tournament.play_style
        yield deck_building_guide(
            style, lists, locked if standing.on and not is_redraft else "", redraft_round
        )
    if is_redraft and is_seated and standing.on:
        yield redraft_guide(deck, lists, paired=True)


def blank_list_sheets(
    event: Tournament, parts: Iterable[DraftPart], head: SheetHead, *, paper: Paper
) -> list[Sheet]:
    """Return a blank deck list to fill in by hand, or no sheet if no decks remain to be built."""
    if not any(part.blank_list for part in parts):
        return []
    return [BlankList(head, event, season=known_season(event), paper=paper)]


def print_location_facts(event: Tournament) -> Iterator[Fact]:
    """Yield lines that explain where to print deck lists and pools, which are not in the pack."""
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

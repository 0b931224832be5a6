"""A short description of the state of a draft, for continuing it by hand (R-055, R-091 to R-098)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from core.engine.refused import Refused
from core.sentences import refusal_text
from core.text_parts import clock_text_on_paper, joined_with_semicolons, lowercase_first
from decks.engine.building_clocks import FIELD, Clock
from decks.models import Draft
from decks.queries.drafts import pods_with_seats, round_of_draft
from decks.queries.pools.pools import active_entries_of_draft
from decks.queries.supplied_facts import posting_times_by_round
from drafts.engine.packs import TOGETHER
from drafts.queries import draft_runs, drafts, unfinished_steps
from drafts.queries.building_clocks import building_clocks_of_draft
from drafts.queries.draft_runs import RunTrack
from drafts.queries.drafts import RedraftDue
from drafts.queries.odd_player import odd_player
from drafts.queries.seat_views import is_tracked, staff_seat_views
from drafts.words import draft_run_words, draft_words, event_draft_words, odd_words, tracking_words
from drafts.words.draft_run_words import pod_text

Line = tuple[str, str]
"""A label and a text. The label may be ""."""

LAST_STEPS = ("REGISTER", "BUILD", "HAND_IN")
"""Steps of a run on paper that follow the last pack."""


def is_round_unposted(draft: Draft) -> bool:
    """Return whether the round for which the draft's decks are built is not posted yet (R-057)."""
    return round_of_draft(draft) not in posting_times_by_round(draft.division)


@dataclass(frozen=True, slots=True)
class DraftStanding:
    """The state of a draft.

    `on`: whether drafting or building is still in progress. `drafting`: whether cards still have to be opened or
    picked.
    """

    lines: list[Line]
    on: bool
    drafting: bool


def describe_draft(draft: Draft, now: datetime) -> DraftStanding:
    """Describe the format of a draft, the state of each pod, the building time, and missing pools and lists."""
    plan, is_in_progress = drafts.plan_of(draft), is_round_unposted(draft)
    tables = [draft_words.draft_tables_text(draft.subtype, table.pods, table.size) for table in plan.tables]
    first_text, *other_texts = draft_words.draft_summary_lines(plan.setup, draft.reason)
    summary = " · ".join([*(tables if draft.subtype != "sealed" else []), first_text])
    lines: list[Line] = [("", summary), *(("", text) for text in other_texts)]
    if not is_in_progress:
        over_text = _("Deck building is over") if draft.subtype == "sealed" else _("The draft is over")
        return DraftStanding([*lines, ("", over_text)], is_in_progress, drafting=False)
    if not draft.seats:
        no_seats_text = (
            _("No pairs are assigned yet.") if draft.subtype == "solomon" else _("No seats are assigned yet.")
        )
        return DraftStanding([*lines, ("", no_seats_text)], is_in_progress, drafting=True)
    tracks = draft_runs.run_tracks_of(draft)
    clocks = building_clocks_of_draft(draft, tracks)
    # The pods whose clocks were started. Once all of them were, FIELD is included.
    pods_with_clock = {clock.pod for clock in clocks if clock.building.began}
    building_pods = (
        pods_with_clock | {FIELD}
        if pods_with_clock and len(pods_with_clock) == len(clocks)
        else pods_with_clock
    )
    try:
        pod_lines, all_picked = (
            _pod_lines_by_picks(draft, building_pods)
            if is_tracked(draft)
            else _pod_lines_by_steps(draft, tracks, building_pods)
        )
    except Refused as refused:
        pod_lines, all_picked = [("", refusal_text(refused))], False
    all_picked = all_picked or FIELD in building_pods
    lines += pod_lines
    # List the started clocks, in a single line if all are the same.
    started = [clock for clock in clocks if clock.building.began]
    all_the_same = len(started) == len(clocks) and len({clock.building for clock in started}) == 1
    for clock in started[:1] if all_the_same else started:
        seconds_left, ends = clock.building.seconds_left(now) or 0, clock.building.ends
        label, pod_label = _("Time to build"), _pod_name(draft, clock.pod, inline=True)
        text = (
            clock_text_on_paper(seconds_left, ends and localtime(ends))
            if clock.building.is_running(now)
            else _("time is over")
        )
        lines.append((label if all_the_same else f"{label}, {pod_label}", text))
    player = odd_player(draft, now, public=False, tracks=tracks, clocks=clocks)
    if player is not None:
        step = player.now
        lines.append(
            ("", odd_words.odd_title(player) if step is None else odd_words.odd_step_text(player, step))
        )
    if all_picked or building_pods:
        lines += _missing_pool_and_list_lines(draft, clocks)
    return DraftStanding(lines, is_in_progress, drafting=not all_picked)


def redraft_lines(redraft: RedraftDue | None) -> Iterator[Line]:
    """Yield a line about the planned redraft while it is still possible (R-095)."""
    if redraft is None or redraft.state in ("past", "never"):
        return
    text = event_draft_words.redraft_text(redraft.state, redraft.round)
    if redraft.state == "due":
        text = _("due now, before round %(round)d is paired") % {"round": redraft.round}
    yield str(event_draft_words.REDRAFT_TITLE), lowercase_first(text)


Drafting = tuple[list[Line], bool]
"""Lines about the pods, and whether all cards are picked."""


def _pod_lines_by_steps(draft: Draft, tracks: list[RunTrack], building: Collection[int]) -> Drafting:
    """Describe each pod from its tapped steps, or the whole field if it advances together.

    `building`: the pods whose building clock was started.
    """
    pods, active = pods_with_seats(draft, public=False), active_entries_of_draft(draft)
    packs_each, closed_packs = drafts.setup_of_draft(draft).packs_each or 0, 0
    lines: list[Line] = []
    for track in tracks:
        if track.pod in building:
            lines.append((_pod_name(draft, track.pod), _("deck building has started")))
            continue
        seats_of_track = draft.seats if not track.pod else draft.seats[track.pod - 1 : track.pod]
        players = len(active.intersection(entry_id for pod in seats_of_track for entry_id in pod))
        steps_ahead = Counter(step.code for step in track.steps[track.standing.at + 1 :])
        closed_packs += TOGETHER * steps_ahead["OPEN_TWO"] + players * steps_ahead["OPEN_OWN"]
        closed_packs += players * packs_each * (steps_ahead["SIGNAL"] + steps_ahead["STACK"])
        if track.step.code == "SEATS":
            lines.append((_pod_name(draft, track.pod), pgettext("draft", "not started")))
            continue
        names = draft_runs.acting_names(draft, track, pods, track.step)
        where, text = (
            draft_run_words.step_position_text(track.step),
            draft_run_words.step_texts(track.step, *names)[0],
        )
        text = "" if track.step.code == "PICK_OWN" else _inline_text(text, names)
        paused = _("paused") if track.standing.paused else ""
        lines.append(
            (
                _pod_name(draft, track.pod),
                joined_with_semicolons(filter(None, (lowercase_first(where), text, paused))),
            )
        )
    all_picked = all(track.step.code in LAST_STEPS for track in tracks)
    return [(_("Unopened packs"), str(closed_packs)), *lines], all_picked


def _inline_text(text: str, names: Iterable[str]) -> str:
    """Return a sentence to append to a line, with a lower-case first letter unless it starts with a name."""
    return text if text.startswith(tuple(filter(None, names))) else lowercase_first(text)


def _pod_lines_by_picks(draft: Draft, building: Collection[int]) -> Drafting:
    """Describe each pod from the tapped picks, without card names.

    `building`: the pods whose building clock was started. Refused: whatever `tracking.tracked_pods` refuses.
    """
    pods = pods_with_seats(draft, public=False)
    seat_views = staff_seat_views(draft)
    closed_packs = sum(
        seat_view.closed_packs for seat_view in seat_views if seat_view.tracked.pod not in building
    )
    lines: list[Line] = [(_("Unopened packs"), str(closed_packs))]
    for seat_view in seat_views:
        if seat_view.tracked.pod in building and not seat_view.view.over:
            lines.append((_pod_name(draft, seat_view.tracked.pod), _("deck building has started")))
            continue
        names = pods[seat_view.tracked.pod - 1].names
        text = _inline_text(tracking_words.seat_texts(seat_view, names)[0], names.values())
        paused = _("paused") if seat_view.tracked.timer.paused and not seat_view.view.over else ""
        parts = filter(None, (lowercase_first(tracking_words.view_position_text(seat_view)), text, paused))
        lines.append((_pod_name(draft, seat_view.tracked.pod), joined_with_semicolons(parts)))
    return lines, all(seat_view.view.over for seat_view in seat_views)


def _missing_pool_and_list_lines(draft: Draft, clocks: Iterable[Clock]) -> Iterator[Line]:
    """Yield lines that name the players whose pools or deck lists are missing."""
    # Name every player, because the page with the full list may be unavailable.
    missing_pools = unfinished_steps.missing_pools_refusal(draft, named=None)
    if missing_pools is not None:
        yield (
            _("Pools"),
            _("%(done)s of %(all)s registered and checked. Missing: %(names)s") % missing_pools.facts,
        )
    started = [clock for clock in clocks if clock.building.began]
    names = [
        str(entry)
        for clock in started
        for entry in unfinished_steps.entries_without_list_since_building(draft, clock)
    ]
    if names:
        text = ngettext("%(count)d missing (%(names)s)", "%(count)d missing (%(names)s)", len(names))
        yield _("Deck lists"), text % {"count": len(names), "names": ", ".join(names)}


def _pod_name(draft: Draft, pod: int, *, inline: bool = False) -> str:
    """Return the name of a pod or pair, in lower case for use inside a sentence (`inline`)."""
    text = pod_text(pod, pair=draft.subtype == "solomon")
    return text if inline else capfirst(text)

"""The desk of all divisions: the next step of each division, and one form for the results of the whole hall."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from core.requests import StaffRequest
from core.scoreboard.scoreboard import Scoreboard
from core.text_parts import joined_with_semicolons, text_labeled_with_part
from pairings.documents.printing import pages_of_desk_pack
from pairings.models import BracketSeat, Round, Stage
from pairings.queries.desk.desk_rows import TableFigures
from pairings.queries.desk.division_state import DivisionState, Phase, divisions_for_desk, load_division_state
from pairings.queries.rounds.round_entries import playing_entries
from pairings.views import division_tabs, latest_changes, round_heading, undo_messages
from pairings.views.latest_changes import ChangeRow, LastChanges
from pairings.views.print import event_copies
from pairings.views.reports import clock
from pairings.views.rounds import desk_tables, no_shows, round_urls
from pairings.views.rounds.grouping_panel import DivisionCard, grouping_panel
from pairings.words import round_names
from pairings.words.print_words import about_pages_text
from tournaments import queries
from tournaments.models import Division, Tournament
from tournaments.templatetags.facts import marked

CHANGES = 5
"""Number of latest changes shown for all divisions together."""

WORKED_AT = (Phase.PAIR, Phase.REVIEW, Phase.RESULTS)
"""Phases with a step that all divisions can take together."""


def hall_url(event: Tournament) -> str:
    return f"{reverse('pairings:desk', args=[event.slug])}?division={division_tabs.ALL_DIVISIONS}"


def hall_page(
    request: StaffRequest,
    event: Tournament,
    divisions: list[Division] | None = None,
    *,
    problem: dict[str, str] | None = None,
) -> HttpResponse:
    """Render every division with its step, and all open tables.

    `divisions`: the event's divisions, if loaded. `problem`: context of a refused entry (`refused_result_context`).
    """
    listed_divisions = divisions if divisions is not None else list(divisions_for_desk(event))
    standpoints = [
        load_division_state(division) for division in listed_divisions if division_tabs.has_players(division)
    ]
    playing = [
        standpoint.newest
        for standpoint in standpoints
        if standpoint.phase is Phase.RESULTS and standpoint.newest is not None
    ]
    # Read this before the tables, so that a result that arrives in between is reported as news.
    since = latest_changes.seen_lines_text(listed_divisions)
    tables_of_rounds = [desk_tables.tables_of_round(round_, QueryDict()) for round_ in playing]
    tables = desk_tables.hall_tables(request, tables_of_rounds, unseen=(problem or {}).get("unseen", ""))
    queue = desk_tables.staff_queue_of_desk(request, event)
    desk_tables.mark_rows_with_tasks(tables.open, queue)
    figures = {tables.round.division_id: tables.figures for tables in tables_of_rounds}
    ready = ReadyDivisions.of(standpoints, figures)
    grouping = grouping_panel(request, event)
    timers = timers_of_rounds(playing)
    cards = division_cards(standpoints, ready, figures, timers, is_grouped=bool(grouping and grouping.ready))
    tabs, title = division_tabs.division_tabs(event, listed_divisions, None), _("All divisions")
    if grouping and grouping.decided:
        ready.pair = []
        cards, tabs, title = list(grouping.cards), [], grouping.divisions
    actions = ready.actions(open_tables=bool(tables.left))
    if grouping and grouping.ready:
        # In an event grouped by attendance, one button pairs round 1 of all divisions.
        pair_all = HallAction(
            name="pairings:pair_all",
            icon="swap",
            label=grouping.label,
            text=_("Grouped by the players checked in, as TOM does: %(counts)s.")
            % {"counts": grouping.counts},
            grouped=grouping.codes,
            primary=True,
        )
        actions = [pair_all, *actions]
    # A round has sheets once it is paired, so the first phase does not count.
    paired_rounds = [state.newest for state in standpoints if state.newest and state.phase in WORKED_AT[1:]]
    context = {
        "page": "desk",
        "title": title,
        "board": Scoreboard(line=title),
        "tabs": tabs,
        "steps": round_heading.round_step_rows(ready.current_step(standpoints)),
        "divisions": cards,
        "actions": actions,
        "grouping": grouping,
        "problem": problem or {},
        "urls": {
            "result": reverse("pairings:hall_result", args=[event.slug]),
            "news": reverse("pairings:hall_news", args=[event.slug]),
            "print": hall_sheets_url(event) if paired_rounds else "",
        },
        "print_pages": about_pages_text(pages_of_desk_pack(event, paired_rounds)) if paired_rounds else "",
        "since": since,
        "copies": event_copies.build_copies_panel(event),
        "no_shows": no_shows.build_no_show_cards(
            *[
                standpoint.newest
                for standpoint in standpoints
                if standpoint.newest and standpoint.phase in WORKED_AT
            ]
        ),
        "timers": list(timers.values()),
        "together": clock.controls_of_all_clocks(list(timers.values())),
        "queue": queue,
        "queue_stamp": queue.stamp,
        **vars(tables),
        **vars(changes_of_all_divisions(request, event, standpoints)),
    }
    return render(request, "pairings/hall_desk.html", context)


def hall_sheets_url(event: Tournament) -> str:
    """Return the URL of a single file with the sheets of all rounds in play."""
    return f"{reverse('pairings:sheet', args=[event.slug, 'round'])}?hall=yes"


def timers_of_rounds(playing: Iterable[Round]) -> dict[int, clock.ClockControls]:
    """Return the clocks of these rounds by division id, leaving out rounds without a clock."""
    timers = {round_.division_id: clock.clock_controls(round_) for round_ in playing}
    return {division: timer for division, timer in timers.items() if timer.face}


@dataclass(frozen=True, slots=True, kw_only=True)
class HallAction:
    """A step for several divisions at the same time.

    - `name`: URL name of the step.
    - `seen`: rounds that the form sends.
    - `grouped`: codes of the divisions that the form sends.
    """

    name: str
    icon: str
    label: str
    text: str
    seen: Sequence[str] = ()
    grouped: Sequence[str] = ()
    primary: bool = False


@dataclass
class ReadyDivisions:
    """Divisions that can take each step now."""

    pair: list[DivisionState] = field(default_factory=list)
    post: list[DivisionState] = field(default_factory=list)
    close: list[DivisionState] = field(default_factory=list)

    @classmethod
    def of(
        cls, standpoints: Iterable[DivisionState], figures: Mapping[int, TableFigures]
    ) -> "ReadyDivisions":
        """Group divisions by the step that they can take now.

        `figures`: figures of the tables in play, by division id.
        """
        divisions_with_open_tables = {division for division, tables in figures.items() if tables.left}
        ready = cls()
        for standpoint in standpoints:
            if standpoint.phase is Phase.REVIEW:
                ready.post.append(standpoint)
            elif (
                standpoint.phase is Phase.RESULTS and standpoint.division.pk not in divisions_with_open_tables
            ):
                ready.close.append(standpoint)
            elif standpoint.phase is Phase.PAIR:
                # A bracket is always ready; other rounds need two players present.
                is_bracket = standpoint.stage is not None and standpoint.stage.kind == Stage.Kind.ELIMINATION
                if is_bracket or playing_entries(standpoint.division, standpoint.next_number).count() > 1:
                    ready.pair.append(standpoint)
        return ready

    def current_step(self, standpoints: Sequence[DivisionState]) -> int:
        """Return the step to mark as current, counted from 0.

        Rounds to post take precedence over rounds in play, and these over rounds to pair. Rounds in play are at
        step 3 while results are missing, otherwise at step 4.
        """
        phases = {standpoint.phase for standpoint in standpoints}
        if Phase.REVIEW in phases:
            return 1
        if Phase.RESULTS in phases:
            return (
                3
                if len(self.close) < sum(standpoint.phase is Phase.RESULTS for standpoint in standpoints)
                else 4
            )
        return 0

    def actions(self, *, open_tables: bool) -> list[HallAction]:
        """Return a button for each step that a division is ready for.

        The first button is primary unless results are missing (`open_tables`).
        """
        steps = (
            (
                self.post,
                "post_all",
                "next",
                ngettext("Post %(n)d round", "Post %(n)d rounds", len(self.post)),
            ),
            (
                self.close,
                "close_all",
                "check",
                ngettext("Close %(n)d round", "Close %(n)d rounds", len(self.close)),
            ),
            (
                self.pair,
                "pair_all",
                "swap",
                pair_divisions_label([standpoint.division for standpoint in self.pair]),
            ),
        )
        actions: list[HallAction] = []
        for standpoints, name, icon, label in steps:
            if not standpoints:
                continue
            actions.append(
                HallAction(
                    name=f"pairings:{name}",
                    icon=icon,
                    label=label % {"n": len(standpoints)},
                    text=", ".join(
                        text_labeled_with_part(
                            standpoint.division, round_names.next_round_in_sentence(standpoint)
                        )
                        for standpoint in standpoints
                    ),
                    seen=[f"{standpoint.division.pk}:{standpoint.next_number}" for standpoint in standpoints]
                    if standpoints is self.pair
                    else [],
                    primary=not actions and not open_tables,
                )
            )
        return actions


def pair_divisions_label(divisions: Iterable[Division]) -> str:
    """Return the label "Pair: Juniors, Seniors, Masters"."""
    return _("Pair: %(divisions)s") % {"divisions": ", ".join(map(str, divisions))}


def division_cards(
    standpoints: Iterable[DivisionState],
    ready: ReadyDivisions,
    figures: Mapping[int, TableFigures],
    timers: Mapping[int, clock.ClockControls],
    *,
    is_grouped: bool = False,
) -> list[DivisionCard]:
    """Return each division with its state, its next step and its running clock, if any."""
    return [
        replace(
            _division_card(
                standpoint, ready, figures.get(standpoint.division.pk, TableFigures()), is_grouped=is_grouped
            ),
            badge=desk_tables.division_badge_values(standpoint.division),
            face=timers[standpoint.division.pk].face if standpoint.division.pk in timers else None,
        )
        for standpoint in standpoints
    ]


def _division_card(
    standpoint: DivisionState, ready: ReadyDivisions, figures: TableFigures, *, is_grouped: bool
) -> DivisionCard:
    """Return one division with its state and its next step.

    `is_grouped`: whether the first pairing combines divisions, so that this one need not have enough players.
    """
    division = standpoint.division
    card = DivisionCard(
        name=str(division),
        url=round_urls.desk_url(division),
        round=round_names.next_round_in_sentence(standpoint) if standpoint.phase in WORKED_AT else "",
        tables=(figures.first, figures.last) if figures.first else None,
    )
    if standpoint.phase is Phase.PAIR:
        is_ready, label = standpoint in ready.pair, _("Too few players are checked in")
        pair_url = reverse("pairings:pair", args=[division.tournament.slug, division.pk]) if is_ready else ""
        later_stage_text = _players_of_later_stage(standpoint)
        if later_stage_text and is_ready:
            label = later_stage_text
        elif is_ready or is_grouped:
            # "24 players checked in, 2 missing"
            counts = queries.door_counts(division.tournament, division=division)
            label = ngettext("%(n)d player checked in", "%(n)d players checked in", counts.here)
            label %= {"n": counts.here}
            if counts.missing:
                label = _("%(here)s, %(missing)d not yet") % {"here": label, "missing": counts.missing}
            label = marked(label, "checked-in", counts.here, division)
        return replace(card, label=label, form=pair_url, action=pgettext("step", "Pair"))
    if standpoint.phase is Phase.REVIEW and standpoint.newest is not None:
        return replace(
            card,
            label=marked(_("Not posted"), "round", "unposted", standpoint.newest),
            link=round_urls.round_url(standpoint.newest, "pairings:review"),
            action=_("Review"),
        )
    if standpoint.phase is Phase.RESULTS and standpoint.newest is not None:
        missing = figures.left
        label_text = ngettext("%(n)d result missing", "%(n)d results missing", missing) % {"n": missing}
        return replace(
            card,
            label=marked(
                label_text if missing else _("All results are in"), "round", "posted", standpoint.newest
            ),
            left=missing,
            of=division.age_division,
            link="" if missing else round_urls.round_url(standpoint.newest, "pairings:close"),
            action=_("Close"),
        )
    label_by_phase = {
        Phase.DAY_TWO: _("Day 1 is over"),
        Phase.SWISS_OVER: _("All Swiss rounds have been played"),
        Phase.OVER: _("The final has been played"),
    }
    label = label_by_phase.get(standpoint.phase, "")
    mark_by_phase = {Phase.DAY_TWO: "day_two_next", Phase.OVER: "over"}
    if standpoint.phase in mark_by_phase:
        label = marked(label, "phase", mark_by_phase[standpoint.phase], division)
    return replace(card, label=label)


def _players_of_later_stage(standpoint: DivisionState) -> str:
    """Describe how many players are in the bracket or on day 2, or return "" on day 1. At most one query."""
    if standpoint.stage is None or not (standpoint.in_cut or standpoint.stage.position):
        return ""
    if standpoint.in_cut:
        count = BracketSeat.objects.filter(bracket__stage=standpoint.stage).count()
        return ngettext("%(n)d player in the bracket", "%(n)d players in the bracket", count) % {"n": count}
    count = playing_entries(standpoint.division, standpoint.next_number).count()
    return ngettext("%(n)d player on day 2", "%(n)d players on day 2", count) % {"n": count}


def changes_of_all_divisions(
    request: StaffRequest, event: Tournament, standpoints: Sequence[DivisionState]
) -> LastChanges:
    """Return the latest changes of all divisions, newest first, each with its undo URL.

    Changes made by one press in several divisions are combined.
    """
    change_rows: list[ChangeRow] = []
    for standpoint in standpoints:
        changes = latest_changes.changes_of_division(
            request, event, standpoint.division, standpoint.newest, limit=CHANGES
        ).changes
        change_rows += [replace(change_row, division=str(standpoint.division)) for change_row in changes]
    # Each division's changes include the lines of the whole event, which must appear only once.
    row_by_key = {change_row.key: change_row for change_row in change_rows}
    newest_first = sorted(row_by_key.values(), key=lambda change_row: -change_row.key)
    lines_by_press: dict[tuple[object, ...], list[ChangeRow]] = {}
    for change_row in newest_first:
        lines_by_press.setdefault(change_row.press, []).append(change_row)
    changes = []
    for press_lines in lines_by_press.values():
        # The lines of a press form one change. Its link undoes all lines not yet undone.
        lines_not_undone = [change_row for change_row in press_lines if not change_row.undone] or press_lines
        oldest_first = lines_not_undone[::-1]
        texts = dict.fromkeys(change_row.text for change_row in oldest_first)
        combined_row = replace(
            oldest_first[0],
            division=", ".join(change_row.division for change_row in oldest_first) if len(texts) == 1 else "",
            text=oldest_first[0].text
            if len(texts) == 1
            else joined_with_semicolons(
                text_labeled_with_part(line.division, line.text) for line in oldest_first
            ),
            undo=f"{lines_not_undone[0].undo}{undo_messages.WHOLE_PRESS}"
            if all(change_row.undo for change_row in lines_not_undone)
            else "",
        )
        changes.append(press_lines[0] if len(press_lines) == 1 else combined_row)
    return LastChanges(changes=changes[:CHANGES])

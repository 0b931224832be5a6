"""Collect the sheets of the crash pack: status, records, tables, slips, bracket, drafts, names, blank lines."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime
from math import ceil
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from core.documents.sheet import Paper, Sheet, Text
from core.engine.alphabet import name_sort_key
from core.engine.sheet_heads import SheetHead
from core.queries.seals import latest_seal, newest_seal_digest
from core.text_parts import clock_text_on_paper, joined_with_semicolons, lowercase_first
from pairings.documents import printing
from pairings.documents.bracket import BracketSheet
from pairings.documents.crash import drafts as crash_drafts
from pairings.documents.crash.round_guides import merged_guides, round_guides
from pairings.documents.crash.sheets import (
    AGE_DIVISION,
    Fact,
    NextRoundSheet,
    PlayersByName,
    RecordsSheet,
    StatusSheet,
)
from pairings.documents.pairings import PairingsByTableSheet, pairings_by_table
from pairings.documents.printing import PrintOrder
from pairings.documents.slips import SLIPS_PER_PAGE, BlankSlips, open_slips
from pairings.engine.clock import Phase
from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import Outcome
from pairings.engine.player_records import summarize_player_records
from pairings.engine.table_ranges import table_numbers_as_text
from pairings.models import Match, Round
from pairings.queries.print.print_figures import PrintFigures
from pairings.queries.public_pairings import match_rows_with_round
from pairings.queries.reports import clocks
from pairings.queries.rounds import match_rows
from pairings.queries.rounds.options import blocked_tables, unassigned_tables
from pairings.queries.standings.cut_line import cut_line
from pairings.queries.standings.standings_lists import standings_lists
from pairings.words.print_words import round_with_division_text
from pairings.words.standing_words import cut_line_text
from tournaments.labels import age_division_label, division_label
from tournaments.models import Division, Entry, Tournament
from tournaments.queries.divisions import division_rows, division_tables, divisions_with_entries

MAX_EMPTY_COLUMNS = 3
"""Maximum number of empty columns in “Record of each player”, for rounds to fill in by hand."""

AFTER_ALL_PLACES = 10**6
BLANK_SLIP_PAGES = 2
STATUS_LINES, STATUS_LINES_ON_PAGE = 24, 44
"""Lines of a status sheet without dropped players, and of a page of it, both about right for one division."""


def crash_pack_sheets(
    event: Tournament, *, paper: Paper, site: str, now: datetime | None = None
) -> list[Sheet]:
    """Return all sheets of the pack in the current language; an empty list if the event has no entries."""
    now = now or timezone.now()
    divisions = divisions_with_entries(event)
    for division in divisions:
        division.tournament = event
    if not event.entries.exists():
        return []
    head = printing.event_head(PrintOrder("", event.pk, paper, site), event)
    tables = division_tables(event, blocked=unassigned_tables(event))
    cut_facts = list(_top_cut_facts(divisions))
    draft_parts = []
    for division in divisions:
        order = PrintOrder("", event.pk, paper, site, division=division.pk)
        division_head = printing.event_head(
            order, event, division=printing.division_name_for_header(division)
        )
        draft_parts.append(crash_drafts.draft_part(division, division_head, now, paper=paper))
    facts = [
        *_status_facts(event, divisions, tables, now),
        *cut_facts,
        *crash_drafts.print_location_facts(event),
    ]
    sections: list[tuple[Text, list[Fact]]] = [(_("Status when printed"), facts)]
    sections += [(draft_part.title, draft_part.facts) for draft_part in draft_parts if draft_part.facts]
    entries_out = event.entries.exclude(dropped_in=None) | event.entries.filter(disqualified=True)
    dropped_facts = [
        Fact(
            str(entry),
            _("disqualified")
            if entry.disqualified
            else _("after round %(round)d") % {"round": entry.dropped_in},
        )
        for entry in sorted(entries_out.order_by("pk"), key=lambda entry: name_sort_key(entry.sort_name))
    ]
    if dropped_facts:
        sections.append((_("Dropped or disqualified"), dropped_facts))
    player_rows: list[tuple[EntryPerson, int, str]] = []
    division_sheets = [
        list(
            _division_sheets(
                event, division, player_rows, tables.get(division.pk, ()), paper=paper, site=site
            )
        )
        for division in divisions
    ]
    in_bracket = {
        division: any(isinstance(sheet, BracketSheet) for sheet in sheets)
        for division, sheets in zip(divisions, division_sheets, strict=True)
    }
    guides = [
        *merged_guides(divisions, [draft_part.guides for draft_part in draft_parts]),
        *round_guides(event, in_bracket, cut_to_come=bool(cut_facts)),
        *merged_guides(divisions, [draft_part.later for draft_part in draft_parts]),
    ]
    pack: list[Sheet] = [StatusSheet(head, sections, guides=guides, paper=paper)]
    for sheets, draft_part in zip(division_sheets, draft_parts, strict=True):
        pack += [*sheets, *draft_part.sheets]
    division_heading = _("Division") if len(divisions) > 1 else AGE_DIVISION
    pack.append(PlayersByName(head, player_rows, division_heading=division_heading, paper=paper))
    pack.append(BlankSlips(head, best_of=event.best_of, pages=BLANK_SLIP_PAGES, paper=paper))
    return pack + crash_drafts.blank_list_sheets(event, draft_parts, head, paper=paper)


def _division_sheets(
    event: Tournament,
    division: Division,
    player_rows: list[tuple[EntryPerson, int, str]],
    tables: tuple[int, ...],
    *,
    paper: Paper,
    site: str,
) -> Iterator[Sheet]:
    """Yield the sheets of one division, and add its players to `player_rows` with number and division.

    `tables`: the division's table numbers; empty to number the tables of the next round from 1.
    """
    rounds = list(division.rounds.select_related("stage").defer("draw").order_by("number"))
    for round_ in rounds:
        round_.division = division

    # Points include the open round, which the standings do not have yet.
    entries = Entry.objects.filter(division=division).order_by("last_name", "first_name", "pk")
    people = [
        match_rows.person_from_values(values) for values in entries.values_list(*match_rows.PERSON_COLUMNS)
    ]
    ranked_entries = [row.person.entry_id for table in standings_lists(division) for row in table.rows]
    place_by_entry = {entry: number for number, entry in enumerate(ranked_entries)}
    by_round: dict[int, list[MatchRow]] = {round_.pk: [] for round_ in rounds}
    for pk, match in match_rows_with_round(rounds, public=False):
        by_round[pk].append(match)
    ranked_records = summarize_player_records(people, list(by_round.values()))
    ranked_records.sort(
        key=lambda player: (
            -player.person.points,
            place_by_entry.get(player.person.entry_id, AFTER_ALL_PLACES),
        )
    )
    # Players are numbered in the given order, so summarize again now that it is known.
    players = summarize_player_records([player.person for player in ranked_records], list(by_round.values()))

    name = printing.division_name_for_header(division)
    player_rows += [
        (player.person, player.number, name or age_division_label(player.person.age_division))
        for player in players
    ]
    latest_round = rounds[-1] if rounds else None
    order = PrintOrder(
        "", event.pk, paper, site, division=division.pk, number=latest_round.number if latest_round else 0
    )
    division_head = (
        printing.round_head(order, event, "")
        if latest_round
        else printing.event_head(order, event, division=name)
    )
    brackets = printing.sheets_of_order(replace(order, sheet="bracket"), event)
    numbers = [round_.number for round_ in rounds]
    numbers_to_come = range(0)
    if not brackets:
        # Without a planned number of rounds, only MAX_EMPTY_COLUMNS limits the empty columns.
        rounds_started = len(rounds)
        planned_rounds = latest_round.stage.rounds_planned if latest_round else division.rounds_planned
        numbers_to_come = range(
            rounds_started + 1,
            min(planned_rounds or AFTER_ALL_PLACES, rounds_started + MAX_EMPTY_COLUMNS) + 1,
        )
    yield RecordsSheet(division_head, players, numbers, to_come=numbers_to_come, paper=paper)
    if latest_round is not None and latest_round.state != Round.State.CLOSED:
        yield pairings_by_table(order, event)
        # The slips of a posted round are on the tables already, 38 pages for 300 players.
        if latest_round.state == Round.State.UNPOSTED:
            yield open_slips(order, event)
    if brackets:
        yield from brackets
        return
    table_count = (sum(not player.person.dropped for player in players) + 1) // 2
    next_head = printing.event_head(order, event, division=name)
    yield NextRoundSheet(next_head, tables[:table_count] or tuple(range(1, table_count + 1)), paper=paper)


def count_crash_pack_pages(
    event: Tournament, divisions: Collection[Division], rounds: Collection[Round], paper: Paper = "a4"
) -> int:
    """Return the estimated number of pages of the pack, without the sheets of drafts. At most four queries.

    All pages but those of the status sheet, of which each dropped player takes a line, are exact.

    `divisions`: those with entries. `rounds`: the latest round of each.
    """
    figures = PrintFigures(event, divisions, rounds)
    counts_of_divisions, bracket_pages = figures.players_by_division, figures.bracket_pages
    players = sum(counts.players for counts in counts_of_divisions)
    dropped = players - sum(counts.playing for counts in counts_of_divisions)
    pages = ceil((STATUS_LINES + dropped) / STATUS_LINES_ON_PAGE) + BLANK_SLIP_PAGES + bracket_pages
    pages += ceil(players / (PlayersByName.columns * PlayersByName.rows_on_page))
    records = RecordsSheet(SheetHead(event.name, "", "", timezone.now()), (), (), paper=paper)
    pages += sum(records.count_pages(counts.players) for counts in counts_of_divisions)
    if not bracket_pages:
        pages += sum(
            ceil((ceil(counts.playing / 2) + 1) / NextRoundSheet.rows_on_page)
            for counts in counts_of_divisions
        )
    state_by_round = {round_.pk: round_.state for round_ in rounds}
    for round_, counts in figures.matches_by_round.items():
        if state_by_round[round_] != Round.State.CLOSED:
            pages += ceil((counts.matches + counts.alone) / PairingsByTableSheet.rows_on_page)
        if state_by_round[round_] == Round.State.UNPOSTED:
            pages += ceil(counts.missing / SLIPS_PER_PAGE)
    return pages


def _top_cut_facts(divisions: list[Division]) -> Iterator[Fact]:
    """Yield a fact for each top cut that is not paired yet: how many players advance, if that is decided."""
    for division in divisions:
        for table in standings_lists(division):
            line = cut_line(division, table)
            if line is not None and line.after:
                is_of_all_ages = table.age_division == Division.AgeDivision.ALL
                name = (
                    printing.division_name_for_header(division)
                    if is_of_all_ages
                    else division_label(table.age_division)
                )
                title = _("Top cut of %(division)s") % {"division": name} if name else _("Top cut")
                yield Fact(title, cut_line_text(line))


def _status_facts(
    event: Tournament, divisions: list[Division], tables: dict[int, tuple[int, ...]], now: datetime
) -> Iterator[Fact]:
    """Yield the status lines of the event: formats, rounds, tables, blocked tables and latest seal.

    A division without a current round has its planned rounds instead. `tables`: table numbers by division.
    """
    zone = ZoneInfo(event.timezone)
    yield Fact(
        "", _("Everything here is as of %(at)s.") % {"at": date_format(now.astimezone(zone), "j F Y, H:i:s")}
    )
    swiss_facts = (pgettext("label", "Swiss rounds"), event.get_best_of_display(), event.round_minutes)
    cut_facts = (_("Top cut rounds"), event.get_cut_best_of_display(), event.cut_round_minutes)
    for missing_in, (label, best_of, minutes) in (
        (Tournament.Structure.ELIMINATION, swiss_facts),
        (Tournament.Structure.SWISS, cut_facts),
    ):
        if event.structure == missing_in:
            continue
        time = _("no time limit")
        if minutes:
            time = ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
        yield Fact(label, f"{lowercase_first(best_of)}, {time}")
    round_by_division = {round_.division_id: round_ for round_ in clocks.current_rounds(event)}
    planned_rounds = {row.division: row.rounds for row in division_rows(event)}
    for division in divisions:
        round_, name = round_by_division.get(division.pk), printing.division_name_for_header(division)
        if round_ is not None:
            round_.division = division
            yield Fact(round_with_division_text(round_), _round_state_text(round_, zone, now))
        elif event.structure != Tournament.Structure.ELIMINATION and (count := planned_rounds[division.pk]):
            rounds = ngettext("%(n)d Swiss round", "%(n)d Swiss rounds", count) % {"n": count}
            yield Fact(name or _("Planned"), rounds)
        if division_tables := tables.get(division.pk):
            yield Fact(" · ".join(filter(None, (_("Tables"), name))), table_numbers_as_text(division_tables))
    if blocked := blocked_tables(event):
        yield Fact(_("Blocked tables"), table_numbers_as_text(blocked))
    seal = latest_seal(event)
    if seal is not None:
        facts = {
            "digest": newest_seal_digest(event),
            "at": date_format(seal.at.astimezone(zone), "j F Y, H:i"),
        }
        yield Fact(_("Latest journal seal"), _("%(digest)s, %(at)s") % facts)


def _round_state_text(round_: Round, zone: ZoneInfo, now: datetime) -> str:
    """Return the revision of a round and whether it is closed, or else its open tables and its clock."""
    open_tables = Match.objects.filter(round=round_, outcome=Outcome.PENDING).count()
    texts = [_("revision %(revision)d") % {"revision": round_.revision}]
    if round_.state == Round.State.CLOSED:
        texts.append(_("closed"))
    else:
        texts.append(
            ngettext("%(count)d table without a result", "%(count)d tables without a result", open_tables)
            % {"count": open_tables}
        )
        reading = clocks.read_round_clock(round_, now)
        if reading is not None and reading.phase is Phase.OVER:
            texts.append(_("time is over"))
        elif reading is not None:
            ends_at = reading.ends_at.astimezone(zone) if reading.ends_at else None
            texts.append(clock_text_on_paper(reading.left, ends_at))
    return joined_with_semicolons(filter(None, texts))

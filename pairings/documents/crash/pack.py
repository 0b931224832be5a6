"""The sheets of the crash pack: the state, records, open tables, slips, the bracket, drafts, names and empty lines."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import chain, zip_longest
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from core.documents.sheet import Paper, Sheet, Text
from core.engine.alphabet import sort_key
from core.queries.seals import latest, newest_digest
from core.wording import clock_text, in_a_row, small_first
from pairings.documents import printing
from pairings.documents.bracket import Bracket
from pairings.documents.crash import drafts as crash_drafts
from pairings.documents.crash.round_guides import PLAY_CUT, START_BRACKET, START_CUT, Guide, pair_guides
from pairings.documents.crash.sheets import (
    AGE_DIVISION,
    Fact,
    HowItStands,
    NextRound,
    PlayersByName,
    Records,
)
from pairings.documents.pairings import tables as pairings_by_table
from pairings.documents.printing import Order
from pairings.documents.slips import BlankSlips, open_slips
from pairings.engine.clock import Phase
from pairings.engine.crash import Played, records
from pairings.engine.outcomes import Outcome
from pairings.engine.ranges import as_text
from pairings.engine.rows import MatchRow, Person
from pairings.models import Match, Round
from pairings.queries.print.public_pairings import match_rows
from pairings.queries.reports import clocks
from pairings.queries.rounds import rows
from pairings.queries.rounds.options import blocked_tables, pods_in, wishes_of
from pairings.queries.standings.cut_line import cut_line
from pairings.words.print_words import short_name
from pairings.words.standing_words import cut_line_text
from tournaments.models import Division, Entry, Tournament
from tournaments.queries.divisions import division_rows, division_tables, played_divisions
from tournaments.wording import age_division_label, division_label

ROUNDS_TO_COME = 3
"""The most empty columns of “Record of each player”."""

LAST = 10**6


def sheets(event: Tournament, *, paper: Paper, site: str, now: datetime | None = None) -> list[Sheet]:
    """All sheets of the pack in the current language; empty without entries."""
    now = now or timezone.now()
    divisions = played_divisions(event)
    for division in divisions:
        division.tournament = event
    if not event.entries.exists():
        return []
    head = printing.head(Order("", event.pk, paper, site), event)
    tables = division_tables(event, blocked=blocked_tables(event))
    cuts = list(_cuts(divisions))
    drafts = []
    for division in divisions:
        order = Order("", event.pk, paper, site, division=division.pk)
        own_head = printing.head(order, event, division=printing.name_of(division))
        drafts.append(crash_drafts.part_of(division, own_head, now, paper=paper))
    facts = [*_stands(event, divisions, tables, now), *cuts, *crash_drafts.elsewhere(event)]
    stand: list[tuple[Text, list[Fact]]] = [(_("Status when printed"), facts)]
    stand += [(part.title, part.facts) for part in drafts if part.facts]
    out = event.entries.exclude(dropped_in=None) | event.entries.filter(disqualified=True)
    dropped = [
        Fact(
            str(entry),
            _("disqualified")
            if entry.disqualified
            else _("after round %(round)d") % {"round": entry.dropped_in},
        )
        for entry in sorted(out.order_by("pk"), key=lambda entry: sort_key(entry.sort_name))
    ]
    if dropped:
        stand.append((_("Dropped or disqualified"), dropped))
    everybody: list[tuple[Person, int, str]] = []
    own = [
        list(_of_division(event, division, everybody, tables.get(division.pk, ()), paper=paper, site=site))
        for division in divisions
    ]
    guides = [
        *_draft_guides(divisions, [part.guides for part in drafts]),
        *_guides(event, divisions, own, cuts),
        *_draft_guides(divisions, [part.later for part in drafts]),
    ]
    pack: list[Sheet] = [HowItStands(head, stand, guides=guides, paper=paper)]
    for sheets, part in zip(own, drafts, strict=True):
        pack += [*sheets, *part.sheets]
    of = _("Division") if len(divisions) > 1 else AGE_DIVISION
    pack.append(PlayersByName(head, everybody, of=of, paper=paper))
    pack.append(BlankSlips(head, best_of=event.best_of, paper=paper))
    return pack + crash_drafts.blank_lists(event, drafts, head, paper=paper)


def _of_division(
    event: Tournament,
    division: Division,
    everybody: list[tuple[Person, int, str]],
    tables: tuple[int, ...],
    *,
    paper: Paper,
    site: str,
) -> Iterator[Sheet]:
    rounds = list(division.rounds.select_related("stage").defer("draw").order_by("number"))
    for round_ in rounds:
        round_.division = division
    players = _records(division, rounds)
    name = printing.name_of(division)
    everybody += [
        (player.person, player.number, name or age_division_label(player.person.age_division))
        for player in players
    ]
    newest = rounds[-1] if rounds else None
    order = Order("", event.pk, paper, site, division=division.pk, number=newest.number if newest else 0)
    here = printing.round_head(order, event, "") if newest else printing.head(order, event, division=name)
    brackets = printing.sheets_of(replace(order, sheet="bracket"), event)
    numbers = [round_.number for round_ in rounds]
    to_come = range(0)
    if not brackets:
        # The next planned rounds: as many as a record has columns for.
        begun = len(rounds)
        planned = newest.stage.rounds_planned if newest else division.rounds_planned
        to_come = range(begun + 1, min(planned or LAST, begun + ROUNDS_TO_COME) + 1)
    yield Records(here, players, numbers, to_come=to_come, paper=paper)
    if newest is not None and newest.state != Round.State.CLOSED:
        yield pairings_by_table(order, event)
        yield open_slips(order, event)
    if brackets:
        yield from brackets
        return
    wanted = (sum(not player.person.dropped for player in players) + 1) // 2
    next_head = printing.head(order, event, division=name)
    yield NextRound(next_head, tables[:wanted] or tuple(range(1, wanted + 1)), paper=paper)


def _draft_guides(divisions: list[Division], guides: Iterable[Iterable[Guide]]) -> list[Guide]:
    """The guides of all divisions merged, each once; those not of all divisions with the names of theirs."""
    names: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    own = [[(division, guide) for guide in part] for division, part in zip(divisions, guides, strict=True)]
    for division, (title, steps) in filter(None, chain.from_iterable(zip_longest(*own))):
        guide = str(title), tuple(map(str, steps))
        names.setdefault(guide, []).append(printing.name_of(division))
    return [
        (f"{title} · {in_a_row(of)}" if len(of) < len(divisions) else title, steps)
        for (title, steps), of in names.items()
    ]


def _guides(
    event: Tournament, divisions: Iterable[Division], own: Iterable[list[Sheet]], cuts: list[Fact]
) -> Iterator[Guide]:
    """The manual steps: pairing rounds, starting a bracket, or continuing one."""
    playing = {
        division: any(isinstance(sheet, Bracket) for sheet in sheets)
        for division, sheets in zip(divisions, own, strict=True)
    }
    if not all(playing.values()):
        elimination = event.structure == Tournament.Structure.ELIMINATION
        swiss = [division for division, cut in playing.items() if not cut]
        if elimination:
            yield START_BRACKET
        else:
            # The divisions whose next round is paired inside draft pods, with the last such round
            in_pods, begun = [], []
            for division in swiss:
                begun.append(division.rounds.count())
                newest = division.rounds.order_by("-number").values_list("number", flat=True).first() or 0
                pods, last = pods_in(division, newest + 1, wishes_of(division))
                if pods:
                    in_pods.append((printing.name_of(division), last))
            yield from pair_guides(begun, in_pods)
    if cuts:
        yield START_CUT
    if any(playing.values()):
        yield PLAY_CUT


def _cuts(divisions: list[Division]) -> Iterator[Fact]:
    """The players who advance to each top cut that is not paired yet, as far as known."""
    for division in divisions:
        for table in rows.standings(division):
            line = cut_line(division, table)
            if line is not None and line.after:
                alone = table.age_division == Division.AgeDivision.ALL
                name = printing.name_of(division) if alone else division_label(table.age_division)
                title = _("Top cut of %(division)s") % {"division": name} if name else _("Top cut")
                yield Fact(title, cut_line_text(line))


def _records(division: Division, rounds: list[Round]) -> list[Played]:
    """All players of a division with their results, by points, then in the order of the standings."""
    entries = Entry.objects.filter(division=division).order_by("last_name", "first_name", "pk")
    people = [rows.person_of(values) for values in entries.values_list(*rows.OF_PERSON)]
    places = [row.person.entry_id for table in rows.standings(division) for row in table.rows]
    place = {entry: number for number, entry in enumerate(places)}
    by_round: dict[int, list[MatchRow]] = {round_.pk: [] for round_ in rounds}
    for pk, match in match_rows(rounds, public=False):
        by_round[pk].append(match)
    in_any_order = records(people, list(by_round.values()))
    in_any_order.sort(key=lambda player: (-player.person.points, place.get(player.person.entry_id, LAST)))
    return records([player.person for player in in_any_order], list(by_round.values()))


def _stands(
    event: Tournament, divisions: list[Division], tables: dict[int, tuple[int, ...]], now: datetime
) -> Iterator[Fact]:
    zone = ZoneInfo(event.timezone)
    yield Fact(
        "", _("Everything here is as of %(at)s.") % {"at": date_format(now.astimezone(zone), "j F Y, H:i:s")}
    )
    if event.structure != Tournament.Structure.ELIMINATION:
        length = _length(event.get_best_of_display(), event.round_minutes)
        yield Fact(pgettext("label", "Swiss rounds"), length)
    if event.structure != Tournament.Structure.SWISS:
        length = _length(event.get_cut_best_of_display(), event.cut_round_minutes)
        yield Fact(_("Rounds of the top cut"), length)
    on = {round_.division_id: round_ for round_ in clocks.rounds_on(event)}
    planned = {row.division: row.rounds for row in division_rows(event)}
    for division in divisions:
        round_, name = on.get(division.pk), printing.name_of(division)
        if round_ is not None:
            round_.division = division
            yield Fact(short_name(round_), _state(round_, zone, now))
        elif event.structure != Tournament.Structure.ELIMINATION and (count := planned[division.pk]):
            rounds = ngettext("%(n)d Swiss round", "%(n)d Swiss rounds", count) % {"n": count}
            yield Fact(name or _("Planned"), rounds)
        if own := tables.get(division.pk):
            yield Fact(" · ".join(filter(None, (_("Tables"), name))), as_text(own))
    if blocked := blocked_tables(event):
        yield Fact(_("Blocked tables"), as_text(blocked))
    seal = latest(event)
    if seal is not None:
        facts = {"digest": newest_digest(event), "at": date_format(seal.at.astimezone(zone), "j F Y, H:i")}
        yield Fact(_("Latest seal of the journal"), _("%(digest)s, %(at)s") % facts)


def _length(match: str, minutes: int) -> str:
    time = ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    return f"{small_first(match)}, {time if minutes else _('no time limit')}"


def _state(round_: Round, zone: ZoneInfo, now: datetime) -> str:
    open_tables = Match.objects.filter(round=round_, outcome=Outcome.PENDING).count()
    texts = [_("revision %(revision)d") % {"revision": round_.revision}]
    if round_.state == Round.State.CLOSED:
        texts.append(_("closed"))
    else:
        texts.append(
            ngettext("%(count)d table without a result", "%(count)d tables without a result", open_tables)
            % {"count": open_tables}
        )
        reading = clocks.state(round_, now)
        if reading is not None and reading.phase is Phase.OVER:
            texts.append(_("time is over"))
        elif reading is not None:
            ends_at = reading.ends_at.astimezone(zone) if reading.ends_at else None
            texts.append(clock_text(reading.left, ends_at))
    return in_a_row(filter(None, texts))

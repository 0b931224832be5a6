"""Every printed document there is, with so many people of any names on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from functools import partial
from itertools import cycle
from typing import Any
from zoneinfo import ZoneInfo

from cards.queries.checklist import ChecklistCard
from checks.documents.check_sheets import CheckSheets
from checks.documents.deck_checks import CheckReport
from checks.engine.check_sheet import Counted
from checks.models import DeckCheck
from checks.queries.deck_checks import Coverage
from checks.queries.paper_checks import PaperCheck
from decks.documents.blank_list import BlankList
from decks.documents.deck_sheet import DeckSheet
from decks.documents.draft_log_sheet import DraftLogSheet
from decks.documents.pods import FieldSheet, PairSheet, PodSheet
from decks.documents.pool_sheets import PoolSheet, RegistrationSheet
from decks.documents.run_sheet import RunSheet
from decks.engine.draft import blank, log, pick
from decks.engine.draft.plan import plan
from decks.engine.draft.run import Standing
from decks.engine.draft.setup import Setup
from decks.engine.lists.order import Listed
from decks.engine.pools import PoolCard
from decks.models import Draft, DraftMove, Proxy
from decks.queries.draft.draft_log import Pod
from decks.queries.draft.draft_plan import time_rows
from decks.queries.draft.pods import PodRow, SeatRow
from decks.queries.draft.tracking import Tracked
from decks.queries.lists.sheets import DeckPage
from decks.queries.pools.pool_sheets import PoolLine, PoolPage
from decks.queries.pools.pools import PoolRow
from floor import pocket_book
from floor.documents.code_poster import Code, CodePoster
from floor.documents.confiscation_receipt import ConfiscationReceipt
from floor.documents.open_tables import OpenTableSheet
from floor.documents.opening_checklist import OpeningChecklist, Topic
from floor.documents.penalties import PenaltySheet
from floor.documents.pocket_book import PocketBook
from floor.documents.rock_paper_scissors import RockPaperScissors
from floor.documents.rule_cards import TeamBattleCards, TwoOnTwoCards
from floor.engine.penalties import Level
from floor.models import Confiscation, Penalty
from floor.queries.floor import TableNow
from floor.queries.open_tables import EmptySeat, OpenTables, TableRow
from floor.queries.opening import Opening, PlannedDivision
from floor.words.opening_words import topics
from floor.words.penalty_words import INFRACTION_NAMES
from pairings.documents.bracket import Bracket
from pairings.documents.crash import Fact, HowItStands, NextRound, PlayersByName, Records
from pairings.documents.meeting import MeetingSeats
from pairings.documents.pairings import PairingsByName, PairingsByTable
from pairings.documents.resistance import ResistanceSheet
from pairings.documents.slips import MatchSlips
from pairings.documents.standings import Standings
from pairings.documents.table_numbers import TableNumbers
from pairings.documents.team_pairings import TeamPairings
from pairings.engine import standings as ranking
from pairings.engine.crash import records
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import BracketBox, BracketRound, BracketSide, MatchRow, Person, StandingRow
from pairings.queries.rounds.meeting import MeetingSeat
from pairings.queries.standings.standing_explained import Neighbour, Step, Why
from tests.papers import HEAD
from tournaments.documents.door import DoorList
from tournaments.documents.links import LinkRow, LinkSheet
from tournaments.documents.sheet import Sheet
from tournaments.engine.rows import RosterRow
from tournaments.engine.team_entries import Member
from tournaments.models import Division, Entry, Tournament

NASTY = (
    ("Maria Aparecida da Conceição", "dos Santos Nascimento e Albuquerque"),
    ("محمد", "علي"),
    ("דוד", "כהן"),
    ("สมชาย", "ใจดี"),
    ("प्रिया", "शर्मा"),
    ("Nguyễn Thị", "Hồng Đức"),
    ("민준", "김"),
    ("太郎", "山田"),
    ("Ana 😀", "O’Neill-<b>&amp;"),
    ("ᠮᠣᠩᠭᠣᠯ", ""),
    ("X", "Ǣ"),
    ("Wolfeschlegelsteinhausenbergerdorff", "Featherstonehaughcholmondeley"),
    ("Maximiliane Friederike Charlotte", "Schwarzenberg-Hohenlohe-Waldenburg-Schillingsfürst"),
)
"""First and last names that no keyboard of the desk has, or that are too long for a line."""

ADDRESS = "https://events.harbour-city-games.example/e/harbour-city-spring-cup-2026"
LONG_EVENT = "Campeonato Regional de Harbour City, Primavera de 2026"
HALL = replace(HEAD, event=LONG_EVENT, address=f"{ADDRESS}/pairings", seal="4F7A-09C2", revision=2)
ROUNDS = 9


@dataclass(frozen=True)
class Document:
    """How it is made of so many people, on which papers it is offered, and the letters its words have at least."""

    make: Callable[[Sequence[Person], str], Sheet]
    least: float = 7.0
    large: bool = False
    """Whether it is offered on A3 and Tabloid too."""

    named: Callable[[Sequence[Person]], Sequence[Person]] = lambda of: of
    """Who of the people is named on it."""


def people(count: int) -> list[Person]:
    """Each with a number behind the name that tells who is who; one in seven has dropped."""
    names = zip(cycle(NASTY), range(1, count + 1), strict=False)
    return [
        Person(number, first, f"{last} {number}".strip(), 22, "7-1-1", "masters", dropped=number % 7 == 0)
        for (first, last), number in names
    ]


def matches(of: Sequence[Person]) -> list[MatchRow]:
    pairs = zip(of[::2], of[1::2], strict=False)
    rows = [
        MatchRow(table, table, *pair, (Outcome.PENDING, Outcome.TIE, Outcome.DOUBLE_LOSS)[table % 3])
        for table, pair in enumerate(pairs, start=1)
    ]
    return rows + ([MatchRow(9_999, None, of[-1], None, Outcome.BYE)] if len(of) % 2 else [])


def teams(of: Sequence[Person]) -> list[Person]:
    """Teams with those names, and two players of the names of others."""
    mates = zip(cycle("AB"), cycle(NASTY[1:] + NASTY[:1]), range(2 * len(of)), strict=False)
    seated = [Member(seat, first, last) for seat, (first, last), _number in mates]
    return [
        replace(one, members=(seated[2 * at], seated[2 * at + 1]), age_division="")
        for at, one in enumerate(of)
    ]


def members(of: Sequence[Person]) -> dict[int, tuple[Member, ...]]:
    return {one.entry_id: one.members for one in of}


def slips(of: Sequence[Person], paper: Any, *, of_teams: bool = False, **options: Any) -> Sheet:
    of = teams(of) if of_teams else of
    empty = MatchRow(1, 1, of[0], Person(0, "", "", 0, "", ""), Outcome.PENDING)
    rows = [row for row in matches(of) if row.right] or [empty]
    links = {row.match_id: f"{ADDRESS}/{row.match_id}" for row in rows}
    notes = {row.match_id: "+4 min, 14:32" for row in rows if row.match_id % 2}
    mates = members(of) if of_teams else None
    return MatchSlips(HALL, rows, links=links, notes=notes, teams=mates, paper=paper, **options)


def standings(of: Sequence[Person], paper: Any, cut: Any = None) -> Sheet:
    rows = [StandingRow(place, one, 7, 1, 1, 0.6328, 1.0) for place, one in enumerate(of, start=1)]
    return Standings(HALL, rows, cut=cut, paper=paper)


def bracket(of: Sequence[Person], paper: Any) -> Sheet:
    """All but the final played, one match by walkover; of at most 32."""
    size = size_of(of)
    sides = [BracketSide(seed, one) for seed, one in enumerate(of[:size], start=1)]
    rounds, third = [], None
    while len(sides) > 1:
        over = len(sides) > 2
        boxes = tuple(
            BracketBox(
                replace(up, games=2 if over else None, won=over),
                replace(low, games=1 if over and at else None),
                table=100 + at,
                by_walkover=over and at == 0,
            )
            for at, (up, low) in enumerate(zip(sides[::2], sides[1::2], strict=True))
        )
        if len(sides) == 4:
            third = BracketBox(boxes[0].right, boxes[1].right, table=1)
        rounds.append(BracketRound(f"Round of {len(sides)}", boxes))
        sides = [replace(box.left, games=None, won=False) for box in boxes]
    if not rounds:
        rounds = [BracketRound("Final", (BracketBox(sides[0], BracketSide()),))]
    return Bracket(HALL, rounds, third=third, champion=of[0], note="", paper=paper)


def open_tables(of: Sequence[Person], paper: Any) -> Sheet:
    now = HEAD.printed_at
    states = ("extension", "missing", "extraturns", "deckcheck", "playing")
    tables = tuple(
        TableRow(
            TableNow(row.match_id, 1, row.match_id, state, row.left.name, row.right.name, 4),
            now,
            late=row.match_id % 2 == 0,
        )
        for row, state in zip(matches(of), cycle(states), strict=False)
        if row.right
    )
    seats = (EmptySeat(1, of[0].name, now - timedelta(minutes=3), ()),)
    found = OpenTables((), tables, seats, tuple(one.sort_name for one in of))
    return OpenTableSheet(HALL, found, ZoneInfo("Europe/Oslo"), paper=paper)


def played(of: Sequence[Person]) -> list[list[MatchRow]]:
    """Rounds in which somebody else sits opposite each time."""
    rounds = []
    for number in range(ROUNDS):
        turned = [*of[number % len(of) :], *of[: number % len(of)]]
        rounds.append(
            [replace(row, outcome=Outcome.LEFT if row.right else row.outcome) for row in matches(turned)]
        )
    return rounds


def crash_records(of: Sequence[Person], paper: Any) -> Sheet:
    return Records(HALL, records(of, played(of)), range(1, ROUNDS + 1), paper=paper)


def crash_names(of: Sequence[Person], paper: Any) -> Sheet:
    return PlayersByName(
        HALL, [(one, one.entry_id, str(Entry.AgeDivision.SENIOR.label)) for one in of], paper=paper
    )


def how_it_stands(of: Sequence[Person], paper: Any) -> Sheet:
    facts = [Fact(one.name, f"{number}") for number, one in enumerate(of, start=1)]
    return HowItStands(HALL, [("Harbour City", facts)], paper=paper)


def resistance(of: Sequence[Person], paper: Any) -> Sheet:
    """The first of at most ten, who met everybody else."""
    met = list(of[:10])
    results = [
        ranking.Played(number, met[0].entry_id, other.entry_id, Outcome.LEFT)
        for number, other in enumerate(met[1:], start=1)
    ] or [ranking.Played(1, met[0].entry_id, None, Outcome.BYE)]
    competitors = [
        ranking.Competitor(one.entry_id, dropped_in=2 if one.dropped else None, tie_break_number=one.entry_id)
        for one in met
    ]
    figures = ranking.explain(competitors, results, met[0].entry_id)
    names = {one.entry_id: one for one in met}
    steps = tuple(Step(names[one.opponent] if one.opponent else None, one) for one in figures.met)
    below = Neighbour(met[-1], 2, 27, 0.5, 0.5, beaten=False) if len(met) > 1 else None
    why = Why(met[0], len(results), 1, 27, 0, figures, steps, below)
    return ResistanceSheet(HALL, why, paper=paper)


def door(of: Sequence[Person], paper: Any) -> Sheet:
    rows = [
        RosterRow(
            one.entry_id,
            one.first_name,
            one.last_name,
            str(Entry.AgeDivision.SENIOR.label),
            "512345678901",
            checked_in=one.entry_id % 2 == 0,
            dropped=one.dropped,
        )
        for one in of
    ]
    return DoorList(HALL, rows, paper=paper)


def links(of: Sequence[Person], paper: Any) -> Sheet:
    address = "https://events.harbour-city-games.example/my/abcdefghijklmnopqrstuvwx"
    return LinkSheet(HALL, [LinkRow(one.name, one.sort_name, address) for one in of], paper=paper)


EVENT = Tournament(
    pk=1,
    name=LONG_EVENT,
    slug="harbour-city-spring-cup-2026",
    timezone="Europe/Oslo",
    card_format="standard",
    play_style="constructed",
    edition="2026",
    starts_at=HEAD.printed_at,
)


def entry(one: Person) -> Entry:
    return Entry(
        pk=one.entry_id,
        tournament=EVENT,
        first_name=one.first_name,
        last_name=one.last_name,
        player_number="512345678901",
        age_division="senior",
        division=Division(pk=1, age_division="senior", tournament=EVENT),
        division_id=1,
    )


def penalties(of: Sequence[Person], paper: Any) -> Sheet:
    note = (
        "Drew one card too many at the start of the turn; noticed at once by both players and put back. " * 2
    )
    levels, infractions = cycle(Level), cycle(INFRACTION_NAMES)
    sheet = PenaltySheet(HALL, (), paper=paper)
    sheet.rows = [
        Penalty(
            tournament=EVENT,
            entry=entry(one),
            round_number=3,
            infraction=next(infractions),
            level=next(levels).value,
            note=note,
            by_name=of[-1].name,
            at=HEAD.printed_at,
            withdrawn_at=HEAD.printed_at if one.dropped else None,
        )
        for one in of
    ]
    return sheet


def proxies(one: Person, count: int) -> tuple[Proxy, ...]:
    return tuple(
        Proxy(
            entry=entry(one),
            card=f"Hisuian Zoroark VSTAR SIT TG{number:02}",
            reason="misprint",
            round_number=number,
            at=HEAD.printed_at,
            by_name=one.name,
            original_kept=number % 2 == 0,
        )
        for number in range(1, count + 1)
    )


def a_list() -> tuple[Listed, ...]:
    """60 cards with long names, sets with long codes, and some that nobody knows."""
    names = (
        ("Hisuian Typhlosion VSTAR", "pokemon", "ASR", "TG12"),
        ("Radiant Greninja", "pokemon", "ASR", "46"),
        ("Cornerstone Mask Ogerpon ex", "pokemon", "TWM", "112"),
        ("Professor’s Research (Professor Sada)", "trainer", "", ""),
        ("Unfair Stamp", "trainer", "", ""),
        ("Cynthia & Caitlin", "trainer", "", ""),
        ("Basic Psychic Energy", "energy", "", ""),
        ("Fusion Strike Energy", "energy", "", ""),
    )
    rows = [
        Listed(1 + at % 4, f"{name}", code, number, "H", section, section, False, None, False, "", (at,))  # type: ignore[arg-type]
        for at, (name, section, code, number) in enumerate(names * 4)
    ]
    lost = Listed(2, "", "", "", "", "", "", False, None, True, "2 Some card nobody knows XYZ 123", (99,))  # type: ignore[arg-type]
    return (*sorted(rows, key=lambda row: row.section), lost)


def deck_lists(of: Sequence[Person], paper: Any) -> Sheet:
    rows = a_list()
    pages = [
        DeckPage(
            one.name,
            one.sort_name,
            "512345678901",
            date(2009, 9, 24),
            "senior",
            "standard",
            "limited" if one.entry_id % 2 else "constructed",
            rows,
            total=60,
            supplied=12,
            unused=20,
            number=3,
            legal=False,
            late=True,
            proxies=proxies(one, one.entry_id % 9),
        )
        for one in of
    ]
    return DeckSheet(HALL, pages, paper=paper)


def check_sheets(of: Sequence[Person], paper: Any) -> Sheet:
    checks = [
        PaperCheck(
            DeckCheck(pk=one.entry_id, entry=entry(one), table=one.entry_id, round_number=3),
            2 if one.entry_id % 3 else 0,
            a_list() if one.entry_id % 3 else (),
            proxies(one, one.entry_id % 8),
        )
        for one in of
    ]
    addresses = {one.entry_id: f"{ADDRESS}/checks/{one.entry_id}" for one in of}
    head = replace(HALL, division="", round_text="", revision=0)
    return CheckSheets(head, checks, links=addresses, titles={}, paper=paper)


def check_report(of: Sequence[Person], paper: Any) -> Sheet:
    counted = Counted((4, 4), found={0: 3, 1: 4}, others={"Radiant Greninja ASR 46": 2}, total=59)
    rows = [
        (
            DeckCheck(
                pk=one.entry_id,
                entry=entry(one),
                table=one.entry_id,
                round_number=3,
                kind="suspicion",
                outcome="penalty",
                picked_at=HEAD.printed_at,
                began_at=HEAD.printed_at,
                ended_at=HEAD.printed_at + timedelta(minutes=9),
                minutes=12,
            ),
            counted,
            ("Hisuian Typhlosion VSTAR", "Unfair Stamp"),
            2,
        )
        for one in of
    ]
    coverage = [Coverage(entry(of[0]).division, 1_170, 117, 12, 3, 10, 2)]
    return CheckReport(HALL, coverage, rows, proxies(of[0], 3), titles={}, paper=paper)


def confiscation(of: Sequence[Person], paper: Any) -> Sheet:
    row = Confiscation(
        tournament=EVENT,
        entry=entry(of[-1]),
        cards="\n".join(
            f"1 Hisuian Zoroark VSTAR SIT TG{number:02}, counterfeit" for number in range(min(len(of), 20))
        ),
        reason="The cards are not genuine: their backs are darker, and the text of the attack differs.",
        by_name=of[0].name,
        at=HEAD.printed_at,
    )
    return ConfiscationReceipt(HALL, row, paper=paper)


def poster(of: Sequence[Person], paper: Any) -> Sheet:
    pages = (("Event", ""), ("Pairings", "/pairings"), ("My table and result", "/my"))
    codes = [Code(title, ADDRESS + page, (ADDRESS.removeprefix("https://") + page,)) for title, page in pages]
    wifi = Code(
        "Wi-Fi",
        "WIFI:T:WPA;S:Harbour;P:x;;",
        ("Harbour City Convention Center, guests", "Password: 12345678"),
    )
    return CodePoster(HALL, [wifi, *codes], paper=paper)


def opening(of: Sequence[Person], paper: Any) -> Sheet:
    divisions = tuple(PlannedDivision(age, 9, 32, 19) for age in ("junior", "senior", "masters"))
    names = tuple(one.name for one in of[:3])
    told = ("Lunch is after round 4. Bags stay with you.",)
    found = Opening(EVENT, names, divisions, told, True, True, HEAD.printed_at, True)
    return OpeningChecklist(HALL, [Topic(title, points) for title, points in topics(found)], paper=paper)


def book(edition: str, _of: Sequence[Person], paper: Any) -> Sheet:
    return PocketBook(HALL, pocket_book.by_topic(pocket_book.found(edition)), edition, paper=paper)


def pod_rows(of: Sequence[Person], size: int) -> list[PodRow]:
    """Pods of this size; the last one is smaller."""
    found = []
    for at in range(0, len(of), size):
        number = at // size + 1
        seats = tuple(
            SeatRow(one.entry_id, one.name, (one.sort_name,), number, seat, here=not one.dropped)
            for seat, one in enumerate(of[at : at + size], start=1)
        )
        found.append(PodRow(number, seats))
    return found


def pods(of: Sequence[Person], paper: Any) -> Sheet:
    return PodSheet(HALL, pod_rows(of, 8), division="Senior", seed=2**40, paper=paper)


def pairs(of: Sequence[Person], paper: Any) -> Sheet:
    return PairSheet(HALL, pod_rows(of, 2), division="Senior", subtype="solomon", seed=2**40, paper=paper)


def field(of: Sequence[Person], paper: Any) -> Sheet:
    return FieldSheet(HALL, pod_rows(of, 8), division="Senior", subtype="sealed", paper=paper)


def run_sheet(subtype: str, of: Sequence[Person], paper: Any) -> Sheet:
    size = {"solomon": 2, "booster": 8, "rochester": 4}[subtype]
    count = max(size, len(of) - len(of) % size)
    setup = Setup(subtype, players=count, packs_each=4, pack_size=10, boosters=("EVO",) * 4)
    found = plan(setup)
    names = [[one.name for one in of[at : at + len_]] for at, len_ in _starts(found.pods)]
    about = ["4 × Evolutions (EVO)"]
    return RunSheet(HALL, found, time_rows(found, time(10, 0)), about=about, names=names, paper=paper)


def _starts(sizes: Sequence[int]) -> list[tuple[int, int]]:
    return [(sum(sizes[:at]), size) for at, size in enumerate(sizes)]


def draft_log(of: Sequence[Person], paper: Any) -> Sheet:
    """A pod of four picks from its first packs."""
    draft = Draft(setup={"subtype": "booster"}, number=1, division=entry(of[0]).division)
    game = blank.start("booster", 4, packs_each=2, pack_size=5, seed=3)
    for number in range(12):
        seat = game.to_act[0]
        move = game.options(seat)[0]
        game = game.play(
            pick(seat, move.card, f"Hisuian Typhlosion VSTAR {number}") if move.card is not None else move
        )
    rows = tuple(
        DraftMove(
            draft=draft,
            pod=1,
            number=number,
            kind=move.kind,
            seat=move.seat,
            card=move.card,
            names=list(move.names),
            at=HEAD.printed_at + timedelta(seconds=12 * number),
        )
        for number, move in enumerate(game.moves)
    )
    games = log.states(game.procedure, game.moves)
    tracked = Tracked(draft, 1, (1, 2, 3, 4), game, rows, Standing(HEAD.printed_at))
    names = {seat: one.name for seat, one in zip(range(1, 5), cycle(of), strict=False)}
    return DraftLogSheet(HALL, Pod(tracked, games, log.lines(games), ()), names, paper=paper)


def pool_row(one: Person, seat: int, cards: tuple[PoolCard, ...] = ()) -> PoolRow:
    total = sum(card.quantity for card in cards)
    return PoolRow(
        one.entry_id, one.name, 1, seat, True, "registered" if cards else "open", 1, total, 0, cards,  # type: ignore[arg-type]
        None, "", "", one.name, one.name, one.name, "", "",
    )  # fmt: skip


def registration(of: Sequence[Person], paper: Any, cards: int = 113) -> Sheet:
    rows = [pool_row(one, seat) for seat, one in enumerate(of, start=1)]
    listed = [
        ChecklistCard(
            f"sm9:{n}",
            f"Hisuian Typhlosion VSTAR {n}",
            "",
            "sm9",
            "TEU",
            str(n),
            f"TEU {n}",
            "pokemon",
            "pokemon",
            False,
            "",
        )
        for n in range(1, cards + 1)
    ]
    about = "Booster · 4 × Evolutions (EVO)"
    return RegistrationSheet(
        HALL, rows, listed, about=about, wanted=40, check=Draft.PoolCheck.VERIFY, paper=paper
    )


def pools(of: Sequence[Person], paper: Any) -> Sheet:
    cards = tuple(
        PoolCard(1 + at % 3, f"Hisuian Typhlosion VSTAR {at}", "TEU", str(at)) for at in range(1, 61)
    )
    lines = tuple(PoolLine(card, at % 2) for at, card in enumerate(cards))
    pages = [
        PoolPage(pool_row(one, seat, cards), "512345678901", lines, 40, 80, 12)
        for seat, one in enumerate(of, start=1)
    ]
    return PoolSheet(HALL, pages, paper=paper)


def nobody(_of: Sequence[Person]) -> Sequence[Person]:
    """Nobody is named, or a few that stand for the others."""
    return ()


def paired(of: Sequence[Person]) -> Sequence[Person]:
    """Who has an opponent: slips are for matches of two."""
    return of[:-1] if len(of) % 2 and len(of) > 1 else of


def seeded(of: Sequence[Person]) -> Sequence[Person]:
    return of[: size_of(of)]


def seated(size: int, of: Sequence[Person]) -> Sequence[Person]:
    """Who sits in a full pod of this size; where there is none, all."""
    return of[: len(of) - len(of) % size] if len(of) > size else of[:size]


def size_of(of: Sequence[Person]) -> int:
    """Players of the bracket."""
    return next(size for size in (32, 16, 8, 4, 2, 1) if size <= len(of))


WALL, SLIP, FORM = 9.0, 8.0, 7.0
"""Points that letters have at least: on the wall, on slips, on forms that are filled in at a table."""


def _alone(sheet: Callable[..., Sheet]) -> Callable[[Sequence[Person], str], Sheet]:
    """A sheet that has its head alone."""
    return lambda _of, paper: sheet(HALL, paper=paper)


DOCUMENTS: dict[str, Document] = {
    "pairings by name": Document(lambda of, paper: PairingsByName(HALL, matches(of), paper=paper), WALL),  # type: ignore[arg-type]
    "pairings by name without opponents": Document(
        lambda of, paper: PairingsByName(HALL, matches(of), opponent=False, paper=paper),  # type: ignore[arg-type]
        WALL,
    ),
    "pairings by name of teams": Document(
        lambda of, paper: PairingsByName(HALL, matches(teams(of)), paper=paper),  # type: ignore[arg-type]
        WALL,
    ),
    "pairings by table": Document(lambda of, paper: PairingsByTable(HALL, matches(of), paper=paper), WALL),  # type: ignore[arg-type]
    "pairings of teams": Document(
        lambda of, paper: TeamPairings(HALL, matches(teams(of)), members(teams(of)), paper=paper),  # type: ignore[arg-type]
        WALL,
    ),
    "slips": Document(partial(slips, best_of=3), SLIP, named=paired),
    "slips, five to a page": Document(partial(slips, best_of=3, on_page=5), SLIP, named=paired),
    "slips of the cut": Document(partial(slips, best_of=3, elimination=True), SLIP, named=paired),
    "slips of the cut, five to a page": Document(
        partial(slips, best_of=3, elimination=True, on_page=5, edition="2017"), SLIP, named=paired
    ),
    "slips of teams": Document(partial(slips, best_of=3, of_teams=True), SLIP, named=paired),
    "slips of teams, five to a page": Document(
        partial(slips, best_of=3, of_teams=True, on_page=5), SLIP, named=paired
    ),
    "standings": Document(lambda of, paper: standings(of, paper, (8, "Top 8")), WALL),
    "standings of teams": Document(lambda of, paper: standings(teams(of), paper), WALL),
    "bracket": Document(bracket, WALL, large=True, named=seeded),
    "player meeting": Document(
        lambda of, paper: MeetingSeats(HALL, [MeetingSeat(one, 1, 1) for one in of], paper=paper),  # type: ignore[arg-type]
        WALL,
    ),
    "attendance list": Document(door, SLIP),
    "table numbers": Document(
        lambda of, paper: TableNumbers(HALL, range(1_000, 1_000 + len(of)), paper=paper),  # type: ignore[arg-type]
        WALL,
        named=nobody,
    ),
    "open tables": Document(open_tables, WALL),
    "continue by hand": Document(how_it_stands, WALL),
    "records": Document(crash_records, SLIP),
    "players by name": Document(crash_names, SLIP),
    "next round by hand": Document(
        lambda of, paper: NextRound(HALL, range(1, len(of) + 1), paper=paper),  # type: ignore[arg-type]
        WALL,
        named=nobody,
    ),
    "resistance": Document(resistance, SLIP, named=nobody),
    "personal links": Document(links, SLIP),
    "pocket book": Document(partial(book, "2026"), SLIP, named=nobody),
    "pocket book of 2017": Document(partial(book, "2017"), SLIP, named=nobody),
    "opening announcement": Document(opening, WALL, named=nobody),
    "poster of codes": Document(poster, WALL, named=nobody),
    "2-on-2": Document(_alone(TwoOnTwoCards), SLIP, named=nobody),
    "Team Battle": Document(_alone(TeamBattleCards), SLIP, named=nobody),
    "rock-paper-scissors": Document(_alone(RockPaperScissors), SLIP, named=nobody),
    "blank deck list": Document(lambda _of, paper: BlankList(HALL, EVENT, paper=paper), FORM, named=nobody),  # type: ignore[arg-type]
    "deck lists": Document(deck_lists, FORM),
    "deck check sheets": Document(check_sheets, FORM),
    "deck checks": Document(check_report, SLIP),
    "penalties": Document(penalties, SLIP),
    "receipt of a confiscation": Document(confiscation, SLIP, named=nobody),
    "pods": Document(pods, SLIP),
    "pairs": Document(pairs, SLIP),
    "packs and pools": Document(field, SLIP),
    "run sheet, Booster": Document(partial(run_sheet, "booster"), FORM, named=partial(seated, 8)),
    "run sheet, Rochester": Document(partial(run_sheet, "rochester"), FORM, named=partial(seated, 4)),
    "run sheet, Solomon": Document(partial(run_sheet, "solomon"), FORM, named=partial(seated, 2)),
    "draft log": Document(draft_log, SLIP, named=nobody),
    "pool registration": Document(registration, FORM),
    "pool registration of a large set": Document(partial(registration, cards=252), FORM),
    "pool registration without a checklist": Document(partial(registration, cards=0), FORM),
    "pools": Document(pools, FORM),
}
"""Each kind of sheet there is, under the name people call it."""

"""The sheets of decks, their checks, pools and drafts."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, time, timedelta
from itertools import cycle
from typing import Any

from cards.queries.checklist import ChecklistCard
from checks.documents.check_sheets import CheckSheets
from checks.documents.deck_checks import CheckReport
from checks.engine.check_sheet import CountedDeck
from checks.models import DeckCheck
from checks.queries.deck_checks import CheckCoverage
from checks.queries.paper_checks import PaperCheck
from core.documents.sheet import Sheet
from decks.documents.deck_sheet import DeckSheet
from decks.documents.pool_sheets import PoolRegistrationSheet, PoolSheet
from decks.engine.lists.printed_list import PrintedListRow
from decks.engine.pools import PoolCard
from decks.models import Draft, Proxy
from decks.queries.drafts import PodRow, SeatRow
from decks.queries.lists.deck_pages import DeckPage
from decks.queries.pools.pool_sheets import PoolLine, PoolPage
from decks.queries.pools.pools import PoolRow
from drafts.documents.draft_log_sheet import DraftLogSheet
from drafts.documents.pods import PairSheet, PodSheet, SealedSheet
from drafts.documents.run_sheet import RunSheet
from drafts.engine import build_pick_move, real_packs
from drafts.engine import draft_log as engine_log
from drafts.engine.draft_plan import plan_draft
from drafts.engine.draft_setup import Setup
from drafts.models import DraftMove
from drafts.queries.draft_log import LoggedPod
from drafts.queries.plan_rows import time_rows
from drafts.queries.tracking import TrackedPod
from pairings.engine.display_rows import EntryPerson
from tests.config.paper.people import ADDRESS, HALL, entry
from tests.papers import HEAD
from tournaments.engine.divisions import season_by_formula


def proxies(one: EntryPerson, count: int) -> tuple[Proxy, ...]:
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


def a_list() -> tuple[PrintedListRow, ...]:
    """Return 60 cards with long names, sets with long codes, and some unknown cards."""
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
        PrintedListRow(
            1 + at % 4, f"{name}", code, number, "H", section, section, False, None, False, "", (at,)
        )  # type: ignore[arg-type]
        for at, (name, section, code, number) in enumerate(names * 4)
    ]
    lost = PrintedListRow(
        2, "", "", "", "", "", "", False, None, True, "2 Some card nobody knows XYZ 123", (99,)
    )  # type: ignore[arg-type]
    return (*sorted(rows, key=lambda row: row.section), lost)


def deck_lists(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    rows = a_list()
    pages = [
        DeckPage(
            one.first_name,
            one.last_name,
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
            season=season_by_formula(2026),
        )
        for one in of
    ]
    return DeckSheet(HALL, pages, paper=paper)


def check_sheets(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    checks = [
        PaperCheck(
            DeckCheck(pk=one.entry_id, entry=entry(one), table=number, round_number=3),
            2 if one.entry_id % 3 else 0,
            a_list() if one.entry_id % 3 else (),
            proxies(one, one.entry_id % 8),
        )
        for number, one in enumerate(of, start=1)
    ]
    addresses = {one.entry_id: f"{ADDRESS}/checks/{number}" for number, one in enumerate(of, start=1)}
    head = replace(HALL, group="", part="", revision=0)
    return CheckSheets(head, checks, links=addresses, titles={}, paper=paper)


def check_report(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    counted = CountedDeck((4, 4), found={0: 3, 1: 4}, others={"Radiant Greninja ASR 46": 2}, total=59)
    rows = [
        (
            DeckCheck(
                pk=one.entry_id,
                entry=entry(one),
                table=number,
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
        for number, one in enumerate(of, start=1)
    ]
    coverage = [CheckCoverage(entry(of[0]).division, 1_170, 117, 12, 3, 10, 2)]
    return CheckReport(HALL, coverage, rows, proxies(of[0], 3), titles={}, paper=paper)


def pod_rows(of: Sequence[EntryPerson], size: int) -> list[PodRow]:
    """Return pods of this size; the last one is smaller."""
    found = []
    for at in range(0, len(of), size):
        number = at // size + 1
        seats = tuple(
            SeatRow(one.entry_id, one.name, (one.sort_name,), number, seat, here=not one.dropped)
            for seat, one in enumerate(of[at : at + size], start=1)
        )
        found.append(PodRow(number, seats))
    return found


def pods(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    return PodSheet(HALL, pod_rows(of, 8), division="Senior", seed=2**40, paper=paper)


def pairs(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    return PairSheet(HALL, pod_rows(of, 2), division="Senior", subtype="solomon", seed=2**40, paper=paper)


def field(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    return SealedSheet(HALL, pod_rows(of, 8), division="Senior", subtype="sealed", paper=paper)


def run_sheet(subtype: str, of: Sequence[EntryPerson], paper: Any) -> Sheet:
    size = {"solomon": 2, "booster": 8, "rochester": 4}[subtype]
    count = max(size, len(of) - len(of) % size)
    setup = Setup(subtype, players=count, packs_each=4, pack_size=10, boosters=("EVO",) * 4)
    found = plan_draft(setup)
    names = [[one.name for one in of[at : at + len_]] for at, len_ in _starts(found.pods)]
    about = ["4 × Evolutions (EVO)"]
    return RunSheet(HALL, found, time_rows(found, time(10, 0)), about=about, names=names, paper=paper)


def _starts(sizes: Sequence[int]) -> list[tuple[int, int]]:
    return [(sum(sizes[:at]), size) for at, size in enumerate(sizes)]


def draft_log(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    """Return the log of a pod of four that has picked from its first packs."""
    draft = Draft(setup={"subtype": "booster"}, number=1, division=entry(of[0]).division)
    game = real_packs.start_draft_of_unnamed_cards("booster", 4, packs_each=2, pack_size=5, seed=3)
    for number in range(12):
        seat = game.to_act[0]
        move = game.options(seat)[0]
        game = game.play(
            build_pick_move(seat, move.card, f"Hisuian Typhlosion VSTAR {number}")
            if move.card is not None
            else move
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
    games = engine_log.games_after_moves(game.procedure, game.moves)
    tracked = TrackedPod(draft, 1, (1, 2, 3, 4), game, rows, HEAD.printed_at, ())
    names = {seat: one.name for seat, one in zip(range(1, 5), cycle(of), strict=False)}
    return DraftLogSheet(HALL, LoggedPod(tracked, games, engine_log.log_lines(games), ()), names, paper=paper)


def pool_row(one: EntryPerson, seat: int, cards: tuple[PoolCard, ...] = ()) -> PoolRow:
    total = sum(card.quantity for card in cards)
    return PoolRow(
        one.entry_id, one.name, 1, seat, True, "registered" if cards else "open", 1, total, 0, cards,  # type: ignore[arg-type]
        None, "", "", one.name, one.name, one.name, "", "",
    )  # fmt: skip


def registration(of: Sequence[EntryPerson], paper: Any, cards: int = 113) -> Sheet:
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
    return PoolRegistrationSheet(
        HALL,
        rows,
        listed,
        about=about,
        wanted=40,
        check=Draft.PoolCheck.VERIFY,
        energies="GRWLPFDM",
        paper=paper,
    )


def pools(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    cards = tuple(
        PoolCard(1 + at % 3, f"Hisuian Typhlosion VSTAR {at}", "TEU", str(at)) for at in range(1, 61)
    )
    lines = tuple(PoolLine(card, at % 2) for at, card in enumerate(cards))
    pages = [
        PoolPage(pool_row(one, seat, cards), "512345678901", lines, 40, 80, 12)
        for seat, one in enumerate(of, start=1)
    ]
    return PoolSheet(HALL, pages, paper=paper)


def seated(size: int, of: Sequence[EntryPerson]) -> Sequence[EntryPerson]:
    """Return the players in a full pod of this size, all players if there is none."""
    return of[: len(of) - len(of) % size] if len(of) > size else of[:size]

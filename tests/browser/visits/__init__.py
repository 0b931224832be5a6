"""Where to find every page: each URL name of the product, and the URLs that show it in its states.

A new URL name belongs in one of these: the dictionary of `addresses` (a page), FILES or SENT (a form's target).
"""

from collections.abc import Iterator
from datetime import timedelta

from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from api.engine.scopes import SCOPES
from api.services import tokens as api_tokens
from cards import tasks
from cards.services import catalogue
from checks.engine.check_sheet import Tap, marks_subject
from checks.models import CheckPhoto, DeckCheck
from checks.services import before_checks, check_photos, check_sheets, deck_checks
from decks.models import DeckList
from decks.services import lists
from floor.services import calls, confiscations, penalties, sectors
from floor.services.rehearsal import demo
from pairings.documents.prints import render_print
from pairings.engine.print_choice import PrintChoice
from pairings.models import Match, Round
from pairings.services import prints
from pairings.services.reports import time_extensions
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.browser.hall import Hall
from tests.browser.hall import address as _at
from tests.browser.visits import (
    decks,
    draft_logs,
    drafts,
    facts,
    registration,
    results,
    screens,
    settings,
    teams,
)
from tests.browser.visits.sent import SENT
from tests.cards.cards import CARDS, zipped
from tests.core.pictures import photo
from tests.decks.lists import ILLEGAL, LEGAL
from tests.papers import hall_sheet_names
from tournaments.models import Tournament, User
from tournaments.rules import MAY
from tournaments.services import personal_links, staff_invitations

ROLES = {"organizer": "organizer", "headjudge": "head_judge", "scorekeeper": "scorekeeper", "judge": "judge"}
ROLES |= {"visitor": ""}
"""Usernames of the demo with their roles, those who see the most first; the visitor has neither."""
MY_PARTS = ("here", "clock", "seats", "ticket", "places")

FILES = settings.FILES | teams.FILES | results.FILES | facts.FILES | {"tournaments:bowl": "image/svg+xml"}
FILES |= {
    "cards:legal_reprints_export": "text/csv",
    "decks:check_file": "text/plain",
    "drafts:draft_run_sheet": "application/pdf",
    "drafts:draft_sheet": "application/pdf",
    "drafts:draft_seat_sheet": "application/pdf",
    "drafts:draft_log_export": "text/csv",
    "decks:list_export": "text/plain",
    "decks:lists_links": "application/pdf",
    "decks:lists_print": "application/pdf",
    "decks:mine_export": "text/plain",
    "drafts:pods_sheet": "application/pdf",
    "decks:pool_sheets": "application/pdf",
    "decks:pool_prints": "application/pdf",
    "decks:pools_export": "text/csv",
    "decks:my_pool_export": "text/plain",
    **dict.fromkeys(("pairings:clock_state", "floor:floor_live"), "application/json"),
    **dict.fromkeys(("floor:my_clock", "floor:my_seats", "floor:my_ticket", "floor:my_places"), "text/html"),
    "pairings:inputs": "application/json",
    "pairings:links": "application/pdf",
    "pairings:print_file": "application/pdf",
    "pairings:sheet": "application/pdf",
    "floor:pocket_book_pdf": "application/pdf",
    "floor:confiscation_receipt": "application/pdf",
    "floor:hall_sheet": "application/pdf",
    "floor:penalty_report": "application/pdf",
    "checks:checks_report": "application/pdf",
    "checks:check_papers": "application/pdf",
    "checks:check_paper_sheet": "application/pdf",
    "checks:check_photo": "image/jpeg",
}
"""URLs of files, with their content types."""


ELSEWHERE = {"account_confirm_email", "account_reset_password_from_key", "account_inactive"}
ELSEWHERE |= {"account_confirm_login_code", "account_reauthenticate", "account_set_password", "cards:picture"}
ELSEWHERE |= {
    *("pairings:news", "pairings:hall_news", "pairings:tom_undo"),
    *("floor:calls_news", "floor:record", "floor:my_record", "floor:my_live", "floor:my_events_data"),
    *("floor:my_events_remove", "floor:my_events_forget"),
    *("pairings:find_player", "pairings:suggest_player", "checks:check_cards", "decks:mine_cards"),
    "account_email",
    "account_email_verification_sent",
    *("set_language", "core:manifest", "core:service_worker"),
    *("favicon", "first_account", "pairings:copies_state", "core:phones", "core:phones_state"),
    *("doctor", "backup", "failed_jobs", "health", "health_live", "health_ready", "sign_ins", "too_large"),
}
"""Fragments that pages fetch, URLs that only redirect, pages of allauth that no page or only an e-mail links to, and
those for administrators of the installation.
"""

SIGNED_IN = {"account_change_password", "tournaments:new", "pairings:take_over", "pairings:known_players"}
SIGNED_IN |= {"security", "tournaments:restore", "tournaments:my_events_export", "floor:my_events_remove"}
SIGNED_IN |= teams.SIGNED_IN | {"pairings:known_players_export"}


def hall() -> Hall:
    cup = demo.create_demo()
    over, coming = (Tournament.objects.get(slug=slug) for slug in demo.SLUGS[1:3])
    marta = User.objects.get(username="organizer")
    marta.user_permissions.add(build.permission("change_card"))
    job = catalogue.store_import(name="cards.zip", data=zipped(*CARDS), by=marta)
    tasks.import_cards(job.pk)
    staff_invitations.create_staff_invitation(cup, by=marta, role="judge", hours=12)
    api_tokens.make_token(cup.staff.get(user=marta), by=marta, name="Stream overlay", scopes=SCOPES, days=7)
    deck = _lists(coming, over, marta)
    field = coming.divisions.select_related("tournament").latest("position")
    for entry in field.entries.all()[:7]:
        attendance.check_in_player(entry, by=marta)
    before_checks.begin_before_check(deck.entry, by=marta)
    drafts.prepare(field, marta)
    registration.prepare(field, marta)
    draft_logs.prepare(marta)
    teams.prepare(marta)
    results.prepare(over, marta)
    over.divisions.update(day_two_by="place", day_two_size=8, day_two_rounds=2)
    playing = Round.objects.get(division__tournament=cup, division__age_division="masters", number=4)
    match = playing.matches.filter(outcome="pending").earliest("table")
    _floor(cup, match, marta)
    penalties.give_penalty(
        match.left, infraction="late", level="game_loss", match=match, by=marta, note="Six minutes"
    )
    return Hall(cup, over, coming, playing, rounds.pair_next_round(field, by=marta, seed=7), match, deck)


def _floor(cup: Tournament, match: Match, by: User) -> None:
    """Raise a hand, extend the time of a table, and add a sector without judges."""
    other = match.round.matches.filter(outcome="pending").latest("table")
    calls.raise_hand(match, entry=match.left, reason="question")
    time_extensions.grant_extra_time(other, seconds=240, by=by, why="Fire alarm")
    screens.add(cup, other.table or 1, by)
    confiscations.record_confiscation(match.left, cards="1 Charizard BS 4", reason="Fake", by=by)
    settings.prepare(cup, by)
    sectors.save_sector(cup, name="North", table_from=1, table_to=12, judges=[], by=by)
    check = check_sheets.begin_check(deck_checks.pick_requested_deck(other.left, why="Sleeves", by=by), by=by)
    check_sheets.store_check_tap(check, Tap("pattern", marks_subject("bent", "4 N"), 2), key="a", by=by)
    check_photos.add_check_photo(check, photo(), key="a", by=by, note="The corner")
    deck_checks.pick_checks_at_random(cup, by=by, divisions=list(cup.divisions.all()), seed=3)


def _lists(event: Tournament, over: Tournament, by: User) -> DeckList:
    """The prerelease collects lists; return the first of the two submitted ones."""
    lists.collect_lists(event, by=by, deadline=timezone.now() + timedelta(hours=2))
    first, second, *_rest = DeckList.objects.filter(entry__tournament=event).order_by("pk")
    lists.collect_lists(over, by=by, visibility="after")
    for row in DeckList.objects.filter(entry__tournament=over).order_by("pk")[:3]:
        lists.submit_list(row, text=LEGAL, by=by, by_player=False, note="on paper")
    lists.submit_list(second, text=ILLEGAL, unused="1 N FCO 105")
    return lists.submit_list(first, text=LEGAL, unused="1 N FCO 105").deck_list


def names() -> Iterator[tuple[str, str | None]]:
    """Return each URL name of the product with the power that it requires; "" if a page belongs to no event."""
    for name, one in patterns():
        yield name, getattr(one.callback, "power", "")


def patterns() -> Iterator[tuple[str, URLPattern]]:
    for top in get_resolver().url_patterns:
        space = getattr(top, "app_name", None)
        for one in getattr(top, "url_patterns", [top]):
            if isinstance(one, URLPattern) and one.name and space != "admin":
                yield (f"{space}:{one.name}" if space else one.name), one


def may_open(who: str, name: str, power: str | None) -> bool:
    """Return whether a user of that role may see that page."""
    if power:
        return ROLES[who] in MAY[power]
    if name.removeprefix("cards:") in facts.CATALOGUE:
        return who == "organizer"
    if name in teams.OF_A_TEAM:
        return who == "organizer"
    return name not in SIGNED_IN or who != "visitor"


def addresses(hall: Hall) -> dict[str, list[str]]:
    """Return the URLs of each page, the busiest state first."""
    apart = decks.addresses(hall) | settings.addresses(hall) | registration.addresses(hall)
    apart |= draft_logs.addresses() | screens.addresses(hall) | teams.addresses(hall)
    return _open(hall) | _staff(hall) | _rounds(hall) | apart | _account()


def targets(hall: Hall) -> Iterator[tuple[str, str]]:
    """Return where forms are sent, each with the numbers of existing objects."""
    known: dict[str, object] = {
        "slug": hall.cup.slug,
        "entry": hall.deck.entry_id,
        "division": hall.playing.division_id,
        "number": 4,
        "event_id": 1,
        "pk": 1,
        "draft": 1,
        "pod": 1,
        "step": 1,
        "token": "nobody",
        "opener": 1,
        "seen": 1,
        "line": 1,
        "delivery": 1,
        "name": "1.stadium",
        "team": hall.cup.organizer_id,
        "age_division": "all",
    }
    for name, one in patterns():
        if name in SENT:
            yield name, reverse(name, kwargs={key: known[key] for key in one.pattern.converters})


def _open(hall: Hall) -> dict[str, list[str]]:
    every, cup = (hall.cup, hall.over, hall.coming), hall.cup
    found = {
        name: [_at(name, event) for event in every]
        for name in ("tournaments:event", "pairings:pairings", "pairings:standings", "pairings:cut")
    }
    someone = hall.match.left.player.last_name
    found["pairings:pairings"].append(_at("pairings:pairings", cup, f"?q={someone}"))
    return found | {
        "tournaments:home": ["/"],
        "tournaments:events": ["/events", "/events?q=nowhere"],
        "tournaments:glossary": ["/glossary"],
        "tournaments:privacy": ["/privacy"],
        "tournaments:announcements": [_at("tournaments:announcements", cup)],
        "tournaments:join": [reverse("tournaments:join", args=[cup.invitations.get().token])],
        "core:phone_check": [reverse("core:phone_check", args=["nobody"])],
        "tournaments:schedule": [_at("tournaments:schedule", cup)],
        "pairings:tables": [_at("pairings:tables", cup), _at("pairings:tables", hall.coming)],
        "pairings:meeting": [_at("pairings:meeting", cup), _at("pairings:meeting", hall.coming)],
        "floor:time": ["/time", f"/time?event={cup.slug}&match={hall.match.pk}"],
        "core:guide": ["/guide", "/guide?q=judge", "/guide?q=nowhere"],
        "core:guide_page": ["/guide/organizer", "/guide/judge"],
        "floor:pocket_book": ["/pocket-book", "/pocket-book?edition=2017&q=shuffle"],
        "floor:pocket_book_pdf": ["/pocket-book-a4.pdf"],
        **{name: [_at(name, cup)] for name in ("pairings:panel", "pairings:clock_state")},
        "tournaments:bowl": [reverse("tournaments:bowl", args=[cup.slug])],
    }


def _staff(hall: Hall) -> dict[str, list[str]]:
    cup, dropped = hall.cup, hall.cup.entries.exclude(dropped_in=None).earliest("pk")
    one = {"event": cup, "pk": hall.match.left_id}
    other = hall.match.right_id and hall.match.right.player_id
    return {
        "tournaments:door": [_at("tournaments:door", cup), _at("tournaments:door", hall.coming)],
        "tournaments:players": [_at("tournaments:players", cup)],
        "tournaments:player": [_at("tournaments:player", cup, pk=pk) for pk in (one["pk"], dropped.pk)],
        "tournaments:staff_invitation": [
            _at("tournaments:staff_invitation", cup, pk=cup.invitations.get().pk)
        ],
        "tournaments:merge_with": [_at("tournaments:merge_with", **one)],
        "tournaments:merge": [_at("tournaments:merge", **one, player=other)],
        "tournaments:journal": [_at("tournaments:journal", cup)],
        "floor:confiscations": [_at("floor:confiscations", **one)],
        "floor:player_matches": [_at("floor:player_matches", **one)],
        "pairings:check_in_all": [_at("pairings:check_in_all", hall.coming)],
        "pairings:enter": [_at("pairings:enter", cup)],
        "pairings:regulars": [
            _at("pairings:regulars", cup),
            _at("pairings:regulars", hall.coming, f"?from={hall.cup.pk}"),
        ],
        "pairings:player_tags": [_at("pairings:player_tags", cup)],
        "pairings:known_players_here": [_at("pairings:known_players_here", cup)],
        "pairings:known_players": ["/players"],
        "floor:disqualify": [_at("floor:disqualify", **one)],
        "pairings:copies": [_at("pairings:copies", cup)],
        "pairings:print": [_at("pairings:print", cup), _at("pairings:print", hall.over)],
        "pairings:take_over": ["/import"],
        "security": ["/account/security"],
    }


def _rounds(hall: Hall) -> dict[str, list[str]]:
    now = {"event": hall.cup, "division": hall.playing.division_id, "number": 4}
    drawn = {"event": hall.coming, "division": hall.drawn.division_id, "number": 1}
    over = {"event": hall.over, "division": hall.over.divisions.get().pk}
    return {
        "pairings:desk": [_at("pairings:desk", event) for event in (hall.cup, hall.over, hall.coming)],
        "pairings:round": [_at("pairings:round", **now), _at("pairings:round", **over, number=2)],
        "pairings:review": [_at("pairings:review", **drawn)],
        "pairings:post": [_at("pairings:post", **drawn)],
        "pairings:close": [_at("pairings:close", **now)],
        "pairings:undo_round": [_at("pairings:undo_round", **now)],
        "pairings:no_shows": [_at("pairings:no_shows", **now)],
        "floor:match": [_at("floor:match", **now, pk=hall.match.pk)],
        "pairings:clock": [_at("pairings:clock", hall.cup), _at("pairings:clock", hall.over)],
        "floor:floor": [
            _at("floor:floor", hall.cup),
            _at("floor:floor", hall.cup, "?size=names&show=open"),
            _at("floor:floor", hall.over),
        ],
        "floor:floor_live": [_at("floor:floor_live", hall.cup)],
        "floor:calls": [_at("floor:calls", hall.cup), _at("floor:calls", hall.over)],
        "floor:late": [_at("floor:late", hall.cup), _at("floor:late", hall.over)],
        "checks:checks": [
            _at("checks:checks", hall.cup),
            _at("checks:checks", hall.cup, f"?who={hall.match.table}"),
            _at("checks:checks", hall.over),
        ],
        "checks:checks_before": [
            _at("checks:checks_before", hall.cup),
            _at("checks:checks_before", hall.coming, "?show=all"),
        ],
        "checks:check": [
            _at("checks:check", hall.coming, pk=DeckCheck.objects.get(kind="before").pk),
            *(
                _at("checks:check", hall.cup, pk=one.pk)
                for one in DeckCheck.objects.filter(entry__tournament=hall.cup).order_by("-state")[:2]
            ),
        ],
        "checks:check_papers": [_at("checks:check_papers", hall.cup)],
        "checks:check_paper_sheet": [_at("checks:check_paper_sheet", hall.cup, pk=_to_check(hall))],
        "checks:check_paper": [_at("checks:check_paper", hall.cup, pk=_to_check(hall))],
        "checks:checks_report": [_at("checks:checks_report", hall.cup, kind="pdf")],
        "checks:check_photo": [_at("checks:check_photo", hall.cup, pk=CheckPhoto.objects.earliest("pk").pk)],
        "checks:checks_rules": [_at("checks:checks_rules", hall.cup)],
        "floor:sectors": [_at("floor:sectors", hall.cup)],
        "floor:sector": [_at("floor:sector", hall.cup, pk=hall.cup.sectors.get().pk)],
        "floor:penalties": [_at("floor:penalties", hall.cup), _at("floor:penalties", hall.over)],
        "floor:penalty": [_at("floor:penalty", hall.cup, pk=hall.cup.penalties.earliest("pk").pk)],
        "floor:penalty_new": [
            _at("floor:penalty_new", hall.cup),
            _at("floor:penalty_new", hall.cup, f"?entry={hall.match.left_id}&infraction=pace"),
        ],
        "floor:penalty_report": [_at("floor:penalty_report", hall.cup, kind="pdf")],
        "floor:rehearsal": [_at("floor:rehearsal", hall.cup)],
        "floor:rulings": [_at("floor:rulings", hall.cup)],
        **results.addresses(hall),
        "pairings:draw_posted_again": [_at("pairings:draw_posted_again", **now)],
        "pairings:change": [_at("pairings:change", **now), _at("pairings:change", **drawn)],
        "pairings:options": [_at("pairings:options", hall.cup)],
        "pairings:day_two": [_at("pairings:day_two", **over)],
        "pairings:day_two_check_in": [_at("pairings:day_two_check_in", **over)],
        "pairings:day_two_missing": [_at("pairings:day_two_missing", **over)],
        "pairings:day_two_list": [_at("pairings:day_two_list", event) for event in (hall.over, hall.cup)],
        "pairings:explain": [
            _at("pairings:explain", **now),
            _at("pairings:explain", **now, query=f"?match={hall.match.pk}"),
            _at("pairings:explain", **now, query=f"?player={hall.match.left_id}"),
            _at("pairings:explain", **over, number=6),
        ],
        "pairings:verify": [_at("pairings:verify", **now)],
        "pairings:inputs": [_at("pairings:inputs", **now)],
        "floor:my_events": ["/me"],
        "floor:my_events_remove": ["/me/remove"],
        "floor:my_events_forget": ["/me/forget"],
        "floor:my": [reverse("floor:my", args=[personal_links.ensure_link(hall.match.left).token])],
        **{f"floor:my_{part}": [_at(f"floor:my_{part}", hall.cup)] for part in MY_PARTS},
        "floor:empty_seats": [_at("floor:empty_seats", event) for event in (hall.cup, hall.over)],
        "pairings:disputes": [_at("pairings:disputes", hall.cup)],
        "pairings:links": [_at("pairings:links", hall.cup)],
        "floor:confiscation_receipt": [
            _at("floor:confiscation_receipt", hall.cup, pk=one.pk) for one in hall.cup.confiscations.all()
        ],
        "floor:hall_sheet": [_at("floor:hall_sheet", hall.cup, name=name) for name in hall_sheet_names()],
        "pairings:player_link": [_at("pairings:player_link", hall.cup, pk=hall.match.left_id)],
        "pairings:sheet": [
            _at("pairings:sheet", hall.cup, f"?division={hall.playing.division_id}", name="names"),
            _at("pairings:sheet", hall.cup, f"?division={hall.playing.division_id}", name="slips"),
        ],
        "pairings:stored_print": [_at("pairings:stored_print", hall.cup, pk=_printed(hall))],
        "pairings:print_file": [_at("pairings:print_file", hall.cup, pk=_printed(hall))],
    }


def _printed(hall: Hall) -> int:
    """Print the round pack of the running event, once."""
    pack = PrintChoice(("names", "tables", "slips", "playing"))
    row, new = prints.order_print(hall.cup, pack, key="pack", by=None, site="https://stadium.example")
    if new:
        render_print(row.pk)
    return row.pk


def _to_check(hall: Hall) -> int:
    """Return a deck with a pending check."""
    return DeckCheck.objects.filter(entry__tournament=hall.cup, state="picked").earliest("pk").pk


def _account() -> dict[str, list[str]]:
    plain = ("login", "logout", "signup", "change_password", "reset_password", "reset_password_done")
    plain = (*plain, "reset_password_from_key_done")
    return {f"account_{name}": [reverse(f"account_{name}")] for name in plain}

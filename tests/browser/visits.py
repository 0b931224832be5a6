"""Where to find every page: each URL name of the product, and the addresses that show it in its states.

A new URL name belongs in one of these: the dictionary of `addresses` (a page), FILES or SENT (a form's target).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from decks import tasks
from decks.models import Ban, Card, CardImport, DeckList, Reprint
from decks.services import catalogue, lists
from decks.services.catalogue import shipping
from pairings.models import Match, Round
from pairings.services import entries, rounds
from pairings.services.rehearsal import demo
from tests import build
from tests.decks.cards import CARDS, zipped
from tests.decks.lists import ILLEGAL, LEGAL
from tournaments.models import Tournament, User
from tournaments.rules import MAY

ROLES = {"visitor": "", "organizer": "organizer", "headjudge": "head_judge"}
ROLES |= {"scorekeeper": "scorekeeper", "judge": "judge"}
"""User names of the demo, and the role of each; the visitor has neither."""

DRAFT = "subtype=rochester&players=15&packs_each=2&pack_size=10&expansion=EVO&energy=yes"

FILES = {
    "decks:check_file": "text/plain",
    "decks:draft_run_sheet": "application/pdf",
    "decks:list_export": "text/plain",
    "decks:lists_links": "application/pdf",
    "decks:lists_print": "application/pdf",
    "decks:mine_export": "text/plain",
    "pairings:inputs": "application/json",
    "pairings:sheet": "application/pdf",
    "pairings:spreadsheet": "spreadsheet",
    "pairings:standings_csv": "text/csv",
    "tournaments:roster_blank": "text/csv",
}
"""What comes as a file, and the kind it says."""

SENT = {
    *("decks:ban_remove", "decks:reprint_remove"),
    *("decks:list_link", "decks:list_lock", "decks:list_rule", "decks:list_ruling_withdraw"),
    *("decks:list_send_back", "decks:lists_lock", "decks:lists_open", "decks:lists_recheck"),
    *("decks:lists_remind", "pairings:draw_some", "pairings:make_match"),
    *("pairings:seat_late", "pairings:take_out"),
    *("pairings:pair", "pairings:start_cut", "pairings:undo_last", "pairings:pair_again"),
    *("pairings:swap", "pairings:result"),
    *("pairings:clear", "pairings:undo", "pairings:check_in", "pairings:check_out"),
    *("pairings:drop", "pairings:reinstate", "pairings:lift", "pairings:rehearse", "pairings:take_roster"),
    *("pairings:wish", "pairings:unwish", "pairings:keep_apart", "pairings:let_meet"),
    *("tournaments:player_person", "tournaments:player_entry", "tournaments:player_remove"),
    *("tournaments:staff_role", "tournaments:announce", "tournaments:announcement_withdraw"),
    *("tournaments:schedule_plan", "tournaments:schedule_remove", "tournaments:arrange"),
    *("tournaments:publish", "tournaments:report", "tournaments:report_withdraw"),
    *("tournaments:division_remove", "tournaments:staff_remove"),
}
"""Forms are sent there; nobody opens them."""

ELSEWHERE = {"account_confirm_email", "account_reset_password_from_key", "account_inactive"}
ELSEWHERE |= {"account_confirm_login_code", "account_reauthenticate", "account_set_password"}
ELSEWHERE |= {
    "pairings:news",
    "pairings:find_player",
    "decks:mine_cards",
    "account_email",
    "account_email_verification_sent",
}
"""Parts that pages fetch, and pages of allauth that nothing links to or that only open from a letter."""

SIGNED_IN = {"account_change_password", "tournaments:new", "pairings:take_over"}
CATALOGUE = {"card_add", "card_edit", "ban_add", "ban", "card_import", "card_import_job"}
CATALOGUE |= {"reprints", "reprint_add", "reprint"}


@dataclass(frozen=True)
class Hall:
    """The demo: a cup in round 4, a challenge that is over, a prerelease with a draft of round 1."""

    cup: Tournament
    over: Tournament
    coming: Tournament
    playing: Round
    drawn: Round
    match: Match
    deck: DeckList


def hall() -> Hall:
    if not Card.objects.exists():
        shipping.load(apps.get_model)
    cup = demo.load()
    over, coming = (Tournament.objects.get(slug=slug) for slug in demo.SLUGS[1:])
    marta = User.objects.get(username="organizer")
    marta.user_permissions.add(build.permission("change_card"))
    job = catalogue.start(name="cards.zip", data=zipped(*CARDS), by=marta)
    tasks.import_cards(job.pk)
    deck = _lists(coming, over, marta)
    field = coming.divisions.select_related("tournament").latest("position")
    for entry in field.entries.all()[:7]:
        entries.check_in(entry, by=marta)
    playing = Round.objects.get(division__tournament=cup, division__category="masters", number=4)
    match = playing.matches.filter(outcome="pending").earliest("table")
    return Hall(cup, over, coming, playing, rounds.pair_next(field, by=marta, seed=7), match, deck)


def _lists(event: Tournament, over: Tournament, by: User) -> DeckList:
    """The prerelease collects lists; the first of the two that are handed in."""
    lists.collect(event, by=by, deadline=timezone.now() + timedelta(hours=2))
    first, second, *_rest = DeckList.objects.filter(entry__tournament=event).order_by("pk")
    lists.collect(over, by=by, visibility="after")
    for row in DeckList.objects.filter(entry__tournament=over).order_by("pk")[:3]:
        lists.hand_in(row, text=LEGAL, by=by, by_player=False, note="on paper")
    lists.hand_in(second, text=ILLEGAL, unused="1 N FCO 105")
    return lists.hand_in(first, text=LEGAL, unused="1 N FCO 105").deck_list


def names() -> Iterator[tuple[str, str | None]]:
    """Each URL name of the product with the power it asks for; "" where a page is of no event."""
    for top in get_resolver().url_patterns:
        space = top.app_name if isinstance(top, URLResolver) else None
        if not isinstance(top, URLResolver) or space == "admin":
            continue
        for one in top.url_patterns:
            if isinstance(one, URLPattern):
                yield (f"{space}:{one.name}" if space else str(one.name)), getattr(one.callback, "power", "")


def may_open(who: str, name: str, power: str | None) -> bool:
    """Whether somebody of that role is shown that page."""
    if power:
        return ROLES[who] in MAY[power]
    if name.removeprefix("decks:") in CATALOGUE:
        return who == "organizer"
    return name not in SIGNED_IN or who != "visitor"


def addresses(hall: Hall) -> dict[str, list[str]]:
    """The addresses of each page, the busiest state first."""
    return _open(hall) | _staff(hall) | _rounds(hall) | _settings(hall) | _decks(hall) | _account()


def targets(hall: Hall) -> Iterator[tuple[str, str]]:
    """Where forms are sent, each with the numbers of something that is there."""
    known: dict[str, object] = {
        "slug": hall.cup.slug,
        "entry": hall.deck.entry_id,
        "division": hall.playing.division_id,
        "number": 4,
        "event_id": 1,
        "pk": 1,
    }
    for top in get_resolver().url_patterns:
        for one in getattr(top, "url_patterns", ()):
            name = f"{getattr(top, 'app_name', None)}:{getattr(one, 'name', '')}"
            if name in SENT:
                asks = one.pattern.regex.groupindex
                yield name, reverse(name, kwargs={key: known[key] for key in asks})


def _at(page: str, event: Tournament, query: str = "", **more: object) -> str:
    return reverse(page, kwargs={"slug": event.slug, **more}) + query


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
        "tournaments:announcements": [_at("tournaments:announcements", cup)],
        "tournaments:schedule": [_at("tournaments:schedule", cup)],
        "pairings:tables": [_at("pairings:tables", cup), _at("pairings:tables", hall.coming)],
        "pairings:meeting": [_at("pairings:meeting", cup), _at("pairings:meeting", hall.coming)],
        "pairings:time": ["/time", f"/time?event={cup.slug}&match={hall.match.pk}"],
        "pairings:panel": [_at("pairings:panel", cup)],
        "pairings:screen": [
            _at("pairings:screen", cup),
            _at("pairings:screen", hall.over, "?show=standings"),
        ],
    }


def _staff(hall: Hall) -> dict[str, list[str]]:
    cup, gone = hall.cup, hall.cup.entries.exclude(dropped_in=None).earliest("pk")
    one = {"event": cup, "pk": hall.match.left_id}
    other = hall.match.right_id and hall.match.right.player_id
    return {
        "tournaments:door": [_at("tournaments:door", cup), _at("tournaments:door", hall.coming)],
        "tournaments:players": [_at("tournaments:players", cup)],
        "tournaments:player": [
            _at("tournaments:player", **one),
            _at("tournaments:player", cup, pk=gone.pk),
        ],
        "tournaments:roster": [_at("tournaments:roster", cup)],
        "tournaments:merge_with": [_at("tournaments:merge_with", **one)],
        "tournaments:merge": [_at("tournaments:merge", **one, player=other)],
        "tournaments:journal": [_at("tournaments:journal", cup)],
        "pairings:player_matches": [_at("pairings:player_matches", **one)],
        "pairings:check_in_all": [_at("pairings:check_in_all", hall.coming)],
        "pairings:enter": [_at("pairings:enter", cup)],
        "pairings:disqualify": [_at("pairings:disqualify", **one)],
        "pairings:files": [_at("pairings:files", cup)],
        "pairings:print": [_at("pairings:print", cup), _at("pairings:print", hall.over)],
        "pairings:take_over": ["/import"],
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
        "pairings:match": [_at("pairings:match", **now, pk=hall.match.pk)],
        "pairings:bubble": [_at("pairings:bubble", hall.cup), _at("pairings:bubble", hall.over)],
        "pairings:draw_posted_again": [_at("pairings:draw_posted_again", **now)],
        "pairings:change": [_at("pairings:change", **now), _at("pairings:change", **drawn)],
        "pairings:options": [_at("pairings:options", hall.cup)],
        "pairings:explain": [
            _at("pairings:explain", **now),
            _at("pairings:explain", **now, query=f"?match={hall.match.pk}"),
            _at("pairings:explain", **now, query=f"?player={hall.match.left_id}"),
            _at("pairings:explain", **over, number=6),
        ],
        "pairings:verify": [_at("pairings:verify", **now)],
        "pairings:inputs": [_at("pairings:inputs", **now)],
        "pairings:sheet": [
            _at("pairings:sheet", hall.cup, f"?division={hall.playing.division_id}", name="names"),
            _at("pairings:sheet", hall.cup, f"?division={hall.playing.division_id}", name="slips"),
        ],
        "pairings:spreadsheet": [_at("pairings:spreadsheet", hall.cup)],
        "pairings:standings_csv": [_at("pairings:standings_csv", hall.cup)],
    }


def _settings(hall: Hall) -> dict[str, list[str]]:
    cup, point = hall.cup, hall.cup.schedule.earliest("pk")
    return {
        "tournaments:new": ["/new"],
        "tournaments:staff": [_at("tournaments:staff", cup)],
        "tournaments:settings": [_at("tournaments:settings", cup), _at("tournaments:settings", hall.coming)],
        "tournaments:division_add": [_at("tournaments:division_add", hall.coming)],
        "tournaments:division": [_at("tournaments:division", cup, pk=hall.playing.division_id)],
        "tournaments:schedule_add": [_at("tournaments:schedule_add", cup)],
        "tournaments:schedule_point": [_at("tournaments:schedule_point", cup, pk=point.pk)],
        "tournaments:delete": [_at("tournaments:delete", cup)],
        "tournaments:roster_blank": [_at("tournaments:roster_blank", cup, kind="csv")],
    }


def _decks(hall: Hall) -> dict[str, list[str]]:
    card, ban = Card.objects.earliest("pk"), Ban.objects.earliest("pk")
    line, job = Reprint.objects.earliest("pk"), CardImport.objects.earliest("pk")
    deck, entry = hall.deck, {"entry": hall.deck.entry_id}
    other = DeckList.objects.filter(entry__tournament=hall.coming).order_by("pk")[1]
    public = DeckList.objects.filter(entry__tournament=hall.over).earliest("pk").entry_id
    return {
        "decks:lists": [_at("decks:lists", event) for event in (hall.coming, hall.cup)],
        "decks:lists_settings": [_at("decks:lists_settings", hall.coming)],
        "decks:lists_print": [_at("decks:lists_print", hall.coming)],
        "decks:lists_links": [_at("decks:lists_links", hall.coming)],
        "decks:list": [
            _at("decks:list", hall.coming, **entry),
            _at("decks:list", hall.coming, entry=other.entry_id),
        ],
        "decks:list_export": [_at("decks:list_export", hall.coming, number=1, kind="txt", **entry)],
        "decks:front": [_at("decks:front", hall.coming), _at("decks:front", hall.cup)],
        "pairings:decks": [_at("pairings:decks", hall.over)],
        "pairings:deck": [_at("pairings:deck", hall.over, entry=public)],
        "decks:mine": [reverse("decks:mine", args=[one.token]) for one in (deck, other)],
        "decks:mine_export": [reverse("decks:mine_export", args=[deck.token, 1, "txt"])],
        "decks:about": [_at("decks:about", hall.cup), _at("decks:about", hall.coming)],
        "decks:cards": ["/cards", "/cards?q=pikachu", "/cards?q=zzzz"],
        "decks:check": [
            "/deck-check",
            "/deck-check?list=eNozUQjNKSlKVHBKzMlRCA71VTA0NuUyNFYIKK5MzshMVnDNSy1Kr-QCAOS9C7s",
        ],
        "decks:check_file": [
            "/deck-check/deck.txt?list=eNozUQjNKSlKVHBKzMlRCA71VTA0NuUyNFYIKK5MzshMVnDNSy1Kr-QCAOS9C7s"
        ],
        "decks:builder": ["/deck-builder", "/deck-builder?find=ultra"],
        "decks:draft_plan": [
            "/draft-plan",
            f"/draft-plan?{DRAFT}",
            f"/draft-plan?{DRAFT}&pods=8,7&reason=Late",
            "/draft-plan?subtype=solomon&players=8&packs_each=4&pack_size=10&energy=yes",
        ],
        "decks:draft_run_sheet": [f"/draft-plan/run-sheet-a4.pdf?{DRAFT}"],
        "decks:formats": ["/formats", "/formats?date=2017-07-29"],
        "decks:languages": ["/languages", "/languages?country=JP&event=championship_points"],
        "decks:card": [reverse("decks:card", args=[card.pk])],
        "decks:card_add": ["/cards/add"],
        "decks:card_edit": [reverse("decks:card_edit", args=[card.pk])],
        "decks:bans": ["/cards/bans"],
        "decks:ban_add": ["/cards/bans/add"],
        "decks:ban": [reverse("decks:ban", args=[ban.pk])],
        "decks:reprints": ["/cards/reprints"],
        "decks:reprint_add": ["/cards/reprints/add"],
        "decks:reprint": [reverse("decks:reprint", args=[line.pk])],
        "decks:card_import": ["/cards/import"],
        "decks:card_import_job": [reverse("decks:card_import_job", args=[job.pk])],
    }


def _account() -> dict[str, list[str]]:
    plain = ("login", "logout", "signup", "change_password", "reset_password", "reset_password_done")
    plain = (*plain, "reset_password_from_key_done")
    return {f"account_{name}": [reverse(f"account_{name}")] for name in plain}

"""A page for each form that edits a record, with one record to edit."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from django.db.models import Model
from django.urls import reverse
from django.utils import timezone

from cards.models import (
    Ban,
    Card,
    CopyLimit,
    Erratum,
    Expansion,
    NameGroup,
    PromoCutoff,
    PromoDate,
    Reprint,
    Rotation,
)
from core.services import public_address, teams
from core.services.webhooks import subscriptions
from decks.services import lists
from floor.services import screens, sectors
from pairings.models import Match, Round
from pairings.services.reports import results
from pairings.services.rounds import rounds
from tests import build
from tests.decks import lists as deck_lists
from tests.pairings import build as play
from tests.pairings.views import pages
from tournaments.engine.team_entries import TeamEntry, TeamEntryMember
from tournaments.models import Tournament, User
from tournaments.services import schedule, team_entries
from tournaments.services.self_check_in import change_self_check_in

NUMBERS = ("3", "5")


@dataclass(frozen=True)
class Edited:
    """A form on a page.

    `field`: a field by which the form is found on the page. `typed`: two other values for a field that does not
    accept any text. `also`: what its button sends. `never`: fields that are not a value of the record, or that
    change only with another field. `together`: fields that make up one fact.
    """

    by: User
    address: str
    field: str
    typed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    also: dict[str, list[str]] = field(default_factory=dict)
    never: tuple[str, ...] = ()
    together: tuple[str, ...] = ()


def _at(event: Tournament, name: str, field: str, *keys: object, **more: Any) -> Edited:
    by = event.staff.select_related("user").get(role="organizer").user
    return Edited(by, reverse(name, args=[event.slug, *keys]), field, **more)


def _player(field: str) -> Callable[[], Edited]:
    def made() -> Edited:
        event = build.event()
        (entry,) = build.add_players(event, 1)
        typed = {"player_id": ("1234567", "7654321"), "birth_year": ("1991", "1992")}
        typed |= {"awarded_byes": ("1", "2"), "birth_date": ("1990-02-03", "1990-02-04")}
        together = ("birth_year", "birth_date")
        return _at(event, "tournaments:player", field, entry.pk, typed=typed, together=together)

    return made


def _team() -> Edited:
    event = build.event(kind="team_battle")
    by = event.staff.get().user
    mates = (TeamEntryMember("A", "Ana", "Silva", "4711"), TeamEntryMember("B", "Luis", "Pérez", "4712"))
    entry = team_entries.add_team_entry(event, TeamEntry("Harbor Lights", mates), by=by)
    typed = {f"player_id_{seat}": (f"{start}1", f"{start}2") for seat, start in (("A", 12345), ("B", 54321))}
    return _at(event, "tournaments:team_entry", "team", entry.pk, typed=typed)


def _settings() -> Edited:
    typed = {
        "round_minutes": ("45", "40"),
        "table_from": ("5", "6"),
        "minutes_reason": ("The hall closes at six.", "The hall closes at five."),
    }
    return _at(build.event(), "tournaments:settings", "venue", typed=typed, never=("best_of",))


def _features() -> Edited:
    event = build.event(small=True)
    show = {"show": ["chosen"]}
    return _at(event, "tournaments:settings", "features", also=show)


def _division() -> Edited:
    event = build.event()
    never = ("day_two_by", "cut_by", "third_place")
    key, together = event.divisions.get().pk, ("cut_size", "cut_other")
    return _at(event, "tournaments:division", "first_table", key, never=never, together=together)


def _point() -> Edited:
    event = build.event()
    made = schedule.add_schedule_item(
        event, by=None, title="Lunch", planned_start=timezone.now(), planned_minutes=30
    )
    return _at(event, "tournaments:schedule_point", "title", made.pk, never=("shift_following",))


def _webhook() -> Edited:
    event = build.event()
    made = subscriptions.add_webhook(
        event, by=None, address="https://example.org/hook", topics=["round"], origin="https://stadium.test"
    )
    typed = {"address": ("https://example.org/one", "https://example.org/two")}
    return _at(event, "tournaments:webhook", "address", made.pk, typed=typed)


def _registration() -> Edited:
    event = build.event(by_age=False)
    typed = {
        "opens_at": ("2027-02-01T09:30", "2027-02-02T09:30"),
        "closes_at": ("2027-03-01T09:30", "2027-03-02T09:30"),
    }
    return _at(event, "registration:settings", "accept_hours", typed=typed, never=("questions",))


def _self_check_in() -> Edited:
    typed = {
        "opens_at": ("2027-02-01T09:30", "2027-02-02T09:30"),
        "closes_at": ("2027-03-01T09:30", "2027-03-02T09:30"),
    }
    event = build.event()
    opens_at, closes_at = datetime(2027, 1, 1, tzinfo=UTC), datetime(2027, 6, 1, tzinfo=UTC)
    change_self_check_in(event, by=None, is_on=True, opens_at=opens_at, closes_at=closes_at)
    return _at(event, "pairings:self_check_in", "opens_at", typed=typed)


def _team_page() -> Edited:
    owner = build.user("owner")
    team = teams.create_team(by=owner, name="Harbor")
    typed = {"map_link": ("https://maps.example.org/a", "https://maps.example.org/b")}
    return Edited(owner, reverse("tournaments:team_page", args=[team.pk]), "about", typed)


def _phones() -> Edited:
    host = build.user("host", is_superuser=True)
    public_address.save_public_address(
        by=host, address="http://192.168.1.20:8000", network="Hall", network_password="pikachu"
    )
    typed = {"address": ("http://192.168.1.21:8000", "http://192.168.1.22:8000")}
    return Edited(host, reverse("core:phones"), "network", typed)


def _rules() -> Edited:
    typed = {"prerelease_expansion": ("GRI", "SUM"), "last_day": ("2017-07-30", "2017-07-31")}
    return _at(deck_lists.event(kind="prerelease"), "decks:lists_settings", "deadline", typed=typed)


def _list() -> Edited:
    event = deck_lists.event()
    (row,) = deck_lists.of(event)
    by = event.staff.get().user
    lists.submit_list(row, text=deck_lists.LEGAL, by=by, by_player=False, note="on paper")
    other = deck_lists.OTHER.replace("3 N", "2 N").replace("41 Psychic", "42 Psychic")
    also = {"note": ["Corrected"]}
    typed = {"text": (deck_lists.OTHER, other)}
    return _at(event, "decks:list", "text", row.entry_id, typed=typed, also=also, never=("note",))


def _tom() -> Edited:
    typed = {"organizer_id": ("1234567", "7654321")}
    return _at(build.event(), "pairings:tom", "organizer_name", typed=typed)


def _options() -> Edited:
    typed = {"blocked_tables": NUMBERS, "feature_tables": ("101 Stream", "102")}
    return _at(build.event(), "pairings:options", "blocked_tables", typed=typed)


def _posted() -> Match:
    home = play.division(4, best_of=3)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    return play.open_matches(round_)[0]


FACT = ("outcome", "reason", "games_left", "games_right")


def _result(closed: bool) -> Callable[[], Edited]:
    def made() -> Edited:
        match = _posted()
        result = results.MatchResult(results.Outcome.LEFT)
        results.enter_result(match, result, by=None)
        if closed:
            play.report_all(match.round)
            rounds.close_round(Round.objects.get(pk=match.round_id), by=None)
        by = play.organizer(match.round.division)
        also = {"why": ["Read wrongly"]} if closed else {}
        never = ("drop", "why", "games_left", "games_right")
        typed = {"outcome": ("right", "double_loss"), "reason": ("concession", "no_show")}
        return Edited(by, pages.match(match), "reason", typed, also=also, never=never, together=FACT)

    return made


def _checks() -> Edited:
    return _at(build.event(), "checks:checks_rules", "target")


def _sector() -> Edited:
    event = _posted().round.division.tournament
    build.staff(event, "judge", "bo")
    by = event.staff.get(role="organizer").user
    row = sectors.save_sector(event, name="North", table_from=1, table_to=12, judges=[], by=by)
    return _at(event, "floor:sector", "table_from", row.pk, typed={"moves_with": ("fixed",)})


def _screen() -> Edited:
    event = build.event()
    screens.add_screen(event, name="Main door", by=event.staff.get().user)
    return _at(event, "floor:screens", "seconds", typed={"letter_from": ("A", "B"), "letter_to": ("Y", "Z")})


def _role() -> Edited:
    event = build.event()
    build.staff(event, "judge", "bo")
    return _at(event, "tournaments:staff", "role")


def _catalogue(name: str, field: str, made: Callable[[], Model], **more: Any) -> Callable[[], Edited]:
    def edited() -> Edited:
        keeper = build.user("keeper")
        keeper.user_permissions.add(build.permission("change_card"))
        return Edited(keeper, reverse(f"cards:{name}", args=[made().pk]), field, **more)

    return edited


def _in(model: type[Model], **fields: object) -> Callable[[], Model]:
    return lambda: model._default_manager.create(**fields)


def _card() -> Card:
    return Card.objects.create(
        expansion_id="smp",
        number="SM999",
        plain_number="SM999",
        name="Tapu Koko",
        key="tapu koko",
        supertype="pokemon",
    )


OF_MARKS = {"format": "standard", "starts_on": date(2026, 4, 10), "marks": "H I J"}
PROMO = {"expansion_id": "smp", "starts_on": date(2026, 4, 10), "format": "standard", "first": 7}
KOKO = {"name": "Tapu Koko", "expansion_id": "smp", "number": "SM30"}
PAGES: Mapping[str, Callable[[], Edited]] = {
    "tournaments.PersonForm": _player("birth_year"),
    "tournaments.EntryForm": _player("awarded_byes"),
    "tournaments.TeamEntryForm": _team,
    "tournaments.EventSettingsForm": _settings,
    "tournaments.FeaturesForm": _features,
    "tournaments.DivisionForm": _division,
    "tournaments.ScheduleItemForm": _point,
    "registration.RegistrationSettingsForm": _registration,
    "pairings.SelfCheckInForm": _self_check_in,
    "core.TeamPageForm": _team_page,
    "core.WebhookForm": _webhook,
    "tournaments.RoleForm": _role,
    "core.PublicAddressForm": _phones,
    "cards.CardForm": _catalogue(
        "card_edit", "number", _card, never=("basic_energy",), typed={"mark": ("H", "G")}
    ),
    "cards.BanForm": _catalogue(
        "ban", "number", _in(Ban, format="standard", starts_on=date(2026, 4, 10), **KOKO)
    ),
    "cards.ReprintForm": _catalogue(
        "reprint",
        "new_number",
        _in(
            Reprint,
            key="tapu koko",
            new_expansion_id="smp",
            new_number="SM30",
            old_expansion_id="sm2",
            old_number="47",
        ),
        typed={"name": ("tapu lele", "tapu fini")},
    ),
    "cards.ExpansionForm": _catalogue("expansion", "codes", lambda: Expansion.objects.get(pk="sm2")),
    "cards.RotationForm": _catalogue(
        "rotation",
        "starts_on",
        _in(Rotation, **OF_MARKS),
        typed={"marks": ("I J", "J K"), "also": ("sm2", "smp")},
        never=("since",),
    ),
    "cards.CutoffForm": _catalogue("promo", "first", _in(PromoCutoff, **PROMO)),
    "cards.ErratumForm": _catalogue(
        "erratum", "key", _in(Erratum, key="tapu koko"), typed={"key": ("tapu lele", "tapu fini")}
    ),
    "cards.PromoDateForm": _catalogue(
        "promo_date", "number", _in(PromoDate, legal_from=date(2017, 5, 19), **KOKO)
    ),
    "cards.CopyLimitForm": _catalogue("limit", "number", _in(CopyLimit, most=3, **KOKO)),
    "cards.NameGroupForm": _catalogue(
        "group",
        "names",
        _in(NameGroup, names="guzma\nlysandre", format="standard", starts_on=date(2017, 9, 1)),
        typed={"names": ("guzma\nlysandre\nn", "guzma\nn")},
    ),
    "decks.ListRulesForm": _rules,
    "decks.EnterListForm": _list,
    "pairings.TomDetailsForm": _tom,
    "pairings.OptionsForm": _options,
    "pairings.ResultForm posted": _result(closed=False),
    "pairings.ResultForm closed": _result(closed=True),
    "checks.CheckRulesForm": _checks,
    "floor.SectorForm": _sector,
    "floor.ScreenForm": _screen,
}

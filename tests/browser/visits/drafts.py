"""Where to find the pages of drafts."""

from django.urls import reverse

from decks.models import Draft
from decks.services import pools
from drafts.engine.pods import MAX_POD_SIZE
from drafts.services import draft_runs, drafts
from tests.browser.visits import tracked
from tests.drafts.drafts import setup
from tests.drafts.pools import cards, seated
from tournaments.models import Division, User
from tournaments.services import personal_links

PLAN = "subtype=booster&packs_each=4&pack_size=10&expansion=EVO&energy=yes"


def prepare(home: Division, by: User) -> None:
    """Create a draft of all checked-in players."""
    players = home.entries.exclude(checked_in_at=None).count()
    sizes = (players,) if players <= MAX_POD_SIZE else ()
    row = drafts.assign_seats(drafts.set_up_draft(home, setup("booster", players, pods=sizes), by=by), by=by)
    for step in range(3):
        draft_runs.tap_step(row, 0, "next", step=step, by=by, sure=True)
    tracked.prepare(by)
    pools.set_pool_check(row, "verify", by=by)
    for seat in (1, 2):
        pools.register_pool(row, seated(row, seat), cards(row), by=None)
    pools.verify_pool(row, seated(row), by_entry=seated(row, 2), seen=1)
    pools.report_discrepancy(row, seated(row, 2), by_entry=seated(row, 3), seen=1, what="2 Rowlet")
    pools.register_pool(row, seated(row, 3), cards(row), by=None)


def addresses(home: Division) -> dict[str, list[str]]:
    slug, row = home.tournament.slug, home.drafts.latest("number")
    page, tapped = reverse("drafts:drafts", args=[slug]), tracked.addresses()
    return {
        **tapped,
        "drafts:drafts": [
            f"{page}?division={home.pk}",
            f"{page}?division={home.pk}&players=15&{PLAN}",
            f"{page}?division={home.pk}&players=11&{PLAN}",
        ],
        "drafts:draft": [reverse("drafts:draft", args=[slug, row.pk]), *tapped["drafts:draft"]],
        "drafts:draft_screen": [
            *(reverse("drafts:draft_screen", args=[slug, row.pk]), *tapped["drafts:draft_screen"])
        ],
        "drafts:draft_sheet": [reverse("drafts:draft_sheet", args=[slug, row.pk])],
        **_pools(slug, row),
        "drafts:drafts_export": [reverse("drafts:drafts_export", args=[slug, "csv"])],
        "drafts:draft_seats_export": [reverse("drafts:draft_seats_export", args=[slug, row.pk, "csv"])],
        "drafts:draft_seat_sheet": [reverse("drafts:draft_seat_sheet", args=[slug, row.pk])],
    }


def _pools(slug: str, row: Draft) -> dict[str, list[str]]:
    """Create pools that are verified, disputed, pending and missing, as staff and as players see them."""
    entries = [seated(row, seat) for seat in (1, 2, 3, 4, 5)]
    tokens = [personal_links.ensure_link(entry).token for entry in entries]
    page = reverse("decks:pools", args=[slug, row.pk])
    one = [reverse("decks:pool", args=[slug, row.pk, entry.pk]) for entry in entries]
    return {
        "decks:pools": [page, f"{page}?show=discrepancy"],
        "decks:pool": [*one, f"{one[0]}?edit=1"],
        "decks:pool_sheets": [reverse("decks:pool_sheets", args=[slug, row.pk])],
        "decks:pool_prints": [reverse("decks:pool_prints", args=[slug, row.pk])],
        "decks:pools_export": [reverse("decks:pools_export", args=[slug, row.pk, "csv"])],
        "decks:my_pool": [reverse("decks:my_pool", args=[token]) for token in tokens],
        "decks:my_build": [reverse("decks:my_build", args=[tokens[0]])],
        "decks:my_pool_export": [reverse("decks:my_pool_export", args=[tokens[0], "txt"])],
    }

"""Where to find the log of a tracked draft: one finished pod, one in progress, with decisions of judges."""

from django.urls import reverse

from decks.models import Draft
from drafts.engine import Move, build_pick_move
from drafts.queries.tracking import tracked_pod
from drafts.services import draft_log, tracking
from tests.drafts.drafts import draft
from tests.pairings import build
from tournaments.models import Entry, Tournament, User
from tournaments.services import personal_links, staff

ROLES = {"headjudge": "head_judge", "scorekeeper": "scorekeeper", "judge": "judge"}
NAME = "Tapped Draft"


def prepare(by: User) -> None:
    """Create a separate event with the staff of the others."""
    home = build.division(8, name=NAME, play_style="limited", published=True)
    event = home.tournament
    event.staff.create(user=by, role="organizer")
    for login, role in ROLES.items():
        staff.add_staff_member(event, by=by, login=login, role=role)
    row = draft(home, pods=(4, 4))
    Draft.objects.filter(pk=row.pk).update(way=Draft.Way.TRACKED)
    row.refresh_from_db()
    _pick(row, 1, 24, by)
    _pick(row, 2, 6, by)
    tracking.play_move_in_pod(
        row, 2, Move("short", 4), key="short", by=by, staff=True, reason="Found under no table"
    )
    tracking.play_move_in_pod(
        row, 2, Move("leave", 3, way="random"), key="leave", by=by, staff=True, reason="Ill"
    )
    draft_log.undo_moves(row, 2, 6, key="back", reason="Two cards at once", by=by)
    draft_log.record_pod_ruling(row, 2, text="The pod goes on", by=by)
    draft_log.allow_look_at_cards(row, 2, by=by)


def _pick(row: Draft, pod: int, picks: int, by: User) -> None:
    for number in range(picks):
        game = tracked_pod(row, pod).game
        if game.state.idle:
            tracking.play_move_in_pod(row, pod, Move("open"), key=f"open {number}", by=by, staff=True)
            game = tracked_pod(row, pod).game
        seat = game.to_act[0]
        tracking.play_move_in_pod(
            row, pod, build_pick_move(seat, game.state.hand(seat)[0], f"Card {number}"), key=f"pick {number}"
        )


def addresses() -> dict[str, list[str]]:
    row = Draft.objects.select_related("division__tournament").get(division__tournament__name=NAME)
    event: Tournament = row.division.tournament
    page, steps = (
        reverse(f"drafts:{name}", args=[event.slug, row.pk]) for name in ("draft_log", "draft_replay")
    )
    of = [personal_links.ensure_link(Entry.objects.get(pk=row.seats[pod][0])).token for pod in (0, 1)]
    return {
        "drafts:draft_log": [
            f"{page}?pod=2",
            f"{page}?pod=2&line=3",
            f"{page}?pod=2&card=card",
            f"{page}?pod=1",
        ],
        "drafts:draft_replay": [f"{steps}?pod=2&at=9", f"{steps}?pod=1&at=0"],
        "drafts:draft_log_check": [f"{page}/check?pod=1"],
        "drafts:draft_log_export": [reverse("drafts:draft_log_export", args=[event.slug, row.pk, 1, "csv"])],
        "drafts:my_history": [reverse("drafts:my_history", args=[token]) for token in of],
    }

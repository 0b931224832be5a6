"""The part of a tracked Solomon page on which a pair agrees who won the coin flip (R-047, R-094)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from drafts.engine.pods import PAIR
from drafts.views.pod_page import PodPage
from drafts.words import tracking_words as words


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinButton:
    """One answer. `seat`: the seat that answers. `value`: the winner, for entering a result."""

    seat: int
    value: int
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinPart:
    """The coin of a pair before its result counts.

    `entered`: the proposed result as a sentence, or "" if none was entered. `choices`: results to enter.
    `agrees`: buttons to agree on this page. `waiting`: the names of players who have not agreed. `seen`: taps
    so far. `seat`: the seat that acts.
    """

    entered: str
    choices: Sequence[CoinButton]
    agrees: Sequence[CoinButton]
    waiting: str
    seen: int
    seat: int
    of_three: bool


def coin_part(page: PodPage) -> CoinPart | None:
    """Build the part, or return None once the coin counts, and for spectators."""
    seat_view = page.seat_view
    if not seat_view.awaits_coin_flip or not page.actor:
        return None
    coin, seats = seat_view.tracked.coin, range(1, seat_view.seats + 1)
    names = {seat: words.seat_name(seat, page.names) for seat in seats}
    own_seat = 0 if page.at_table or page.staff else page.actor
    of_three = seat_view.seats > PAIR
    # Three players roll a die, so no one wins a flip.
    own_label = _("I go first") if of_three else _("I won the flip")
    other_label = _("%(name)s goes first") if of_three else _("%(name)s won")
    entered = ""
    if coin.winner:
        entered = (
            _("Decide at random. The result is shown, and is final, once everyone agrees.")
            if coin.drawn
            else (_("%(name)s goes first.") if of_three else _("%(name)s won the flip."))
            % {"name": names[coin.winner]}
        )
    missing = [seat for seat in seats if seat not in coin.agreed]
    if page.staff:
        agrees = [CoinButton(seat=page.actor, value=0, label=_("Confirm as staff"))]
    elif own_seat:
        label = _("I agree")
        agrees = [CoinButton(seat=seat, value=0, label=label) for seat in missing if seat == own_seat]
    else:
        agrees = [
            CoinButton(seat=seat, value=0, label=_("%(name)s agrees") % {"name": names[seat]})
            for seat in missing
        ]
    return CoinPart(
        entered=entered,
        choices=[
            CoinButton(
                seat=page.actor,
                value=seat,
                label=own_label if seat == own_seat else other_label % {"name": names[seat]},
            )
            for seat in seats
        ],
        agrees=agrees if coin.winner else [],
        waiting=", ".join(names[seat] for seat in missing) if coin.winner else "",
        seen=coin.taps,
        seat=page.actor,
        of_three=of_three,
    )

"""Sentences about the effects of an unsaved correction."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pairings.queries.rounds.corrections import Consequences

DAY_TWO_STAYS = gettext_lazy(
    "It would have changed who plays on day 2, but day 2 has started, so nothing changes."
)


def consequence_texts(effects: Consequences, *, listed_count: int) -> list[str]:
    """Describe the effects of a correction beyond the listed places: day 2, the top cut, percentages, pairings.

    `listed_count` is the number of changed places on the page.
    """
    notes = []
    if effects.day_two:
        would_play, would_not_play = (
            _("%(name)s would have played on day 2."),
            _("%(name)s would not have played on day 2."),
        )
        notes.append(str(DAY_TWO_STAYS))
        notes += [
            (would_play if seat.comes else would_not_play) % {"name": seat.person.name}
            for seat in effects.day_two
        ]
    for seat in effects.seats:
        text_if_in, text_if_out = _("%(name)s would play on day 2."), _("%(name)s would not play on day 2.")
        if not seat.day_two:
            text_if_in, text_if_out = (
                _("%(name)s would be in the top %(size)d."),
                _("%(name)s would be out of the top %(size)d."),
            )
        notes.append(
            (text_if_in if seat.comes else text_if_out) % {"name": seat.person.name, "size": seat.size}
        )
    if effects.is_empty:
        notes.append(_("The standings would not change."))
    unlisted = len(effects.places) - listed_count
    if unlisted > 0:
        notes.append(
            ngettext(
                "%(n)d more player would change places.", "%(n)d more players would change places.", unlisted
            )
            % {"n": unlisted}
        )
    if effects.figures:
        count = len(effects.figures)
        notes.append(
            ngettext(
                "The percentages of %(n)d more player would change; the place would not.",
                "The percentages of %(n)d more players would change; their places would not.",
                count,
            )
            % {"n": count}
        )
    if effects.played:
        notes.append(_("Pairings already played do not change."))
    if effects.bracket:
        notes.append(_("The top cut has started, so its seeds do not change."))
    if effects.unposted is not None and not effects.is_empty:
        notes.append(
            _("Round %(round)d is paired but not posted. It would have to be re-paired.")
            % {"round": effects.unposted}
        )
    return notes

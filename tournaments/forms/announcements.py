"""The form for an announcement, with standard texts."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.engine.refused import Refused
from core.sentences import refusal_text
from tournaments.engine.kinds import EDITIONS
from tournaments.models import Announcement, Tournament, User
from tournaments.services import announcements

Kind = Announcement.Kind


class AnnouncementForm(forms.Form):
    """An announcement, dated when it is submitted."""

    kind = forms.ChoiceField(label=gettext_lazy("About"), choices=Kind.choices, initial=Kind.OTHER)
    text = forms.CharField(
        label=gettext_lazy("Text"), max_length=1000, widget=forms.Textarea(attrs={"rows": 4})
    )

    def save_to(self, event: Tournament, *, by: User) -> Announcement | None:
        """Post and return the announcement. Return None if that is refused, with an error on the form."""
        try:
            return announcements.post_announcement(event, by=by, **self.cleaned_data)
        except Refused as refused:
            self.add_error("text", refusal_text(refused))
            return None


def default_announcement_text(event: Tournament, kind: str) -> str:
    """Return the standard text for an announcement of `kind` at this event, to be edited.

    Return "" if there is none for this kind.
    """
    if kind == Kind.TIME_LIMIT:
        # The time limit is from R-114, the extra turns from R-111 and the window from M-061.
        if not event.round_minutes:
            return _("Rounds have no time limit.")
        rules = EDITIONS[event.edition]
        sentences = [
            _("Each round lasts %(minutes)s minutes.") % {"minutes": event.round_minutes},
            _("When time is called, finish the turn and play %(turns)s extra turns.")
            % {"turns": rules.extra_turns},
        ]
        if rules.window_minutes:
            sentences.append(
                _("The round ends %(minutes)s minutes after that call.") % {"minutes": rules.window_minutes}
            )
        return " ".join(sentences)
    texts = {
        Kind.ENERGY: _("Basic Energy is supplied. Take what you need, and return it after the event."),
        Kind.REDRAFT: _("There is another draft in later rounds. Keep all cards you draft."),
        Kind.COOPERATION: _("You may talk with your neighbors while you pick."),
        Kind.THIRD_PLACE: _("The losers of the semifinals play for third place."),
        Kind.SCHEDULE: _("We are running late. The schedule on the front page shows the new times."),
    }
    return texts.get(Kind(kind), "") if kind in Kind.values else ""


def useful_announcement_kinds(event: Tournament) -> list[str]:
    """List the kinds of announcements that are useful at this event (R-053, R-095, R-096, R-114)."""
    kinds = [Kind.TIME_LIMIT.value]
    if event.play_style not in (Tournament.PlayStyle.CONSTRUCTED, Tournament.PlayStyle.THIRTY):
        kinds += [Kind.ENERGY.value, Kind.REDRAFT.value, Kind.COOPERATION.value]
    if event.structure != Tournament.Structure.SWISS:
        kinds.append(Kind.THIRD_PLACE.value)
    return [*kinds, Kind.SCHEDULE.value]

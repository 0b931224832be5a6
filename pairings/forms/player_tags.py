"""The form of a pasted list of Player IDs, with the tag that it sets."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.engine.player_tags import TAGS, TAGS_BY_KEY, TagField
from tournaments.words.tag_words import LABELS

MAX_LIST_LENGTH = 1_000_000


class TagListForm(forms.Form):
    """A list of Player IDs, what it sets, and the value of lines without one."""

    tag = forms.ChoiceField(label=_("The list sets"), choices=[(tag.key, LABELS[tag.key]) for tag in TAGS])
    text = forms.CharField(
        label=_("Player IDs, one per line"),
        strip=False,
        max_length=MAX_LIST_LENGTH,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=_(
            "A line may have its own value after the Player ID: 1234567 2. A dash there removes the value."
        ),
    )
    usual = forms.CharField(
        label=_("Value for lines without one"),
        required=False,
        max_length=200,
        help_text=_("For example 1 for one bye each, or the name of a team."),
    )

    @property
    def tag_field(self) -> TagField:
        """The tag that the list sets. The form must be valid."""
        return TAGS_BY_KEY[self.cleaned_data["tag"]]

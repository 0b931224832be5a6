"""Form fields of the settings of lists, drafts and checks."""

from collections.abc import Iterable, Iterator

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.engine.rule_settings import CHOICES
from decks.models import CheckRules
from decks.words.setting_words import CHOICE_WORDS, HELP, QUESTIONS, Words


def setting_form_fields(
    names: Iterable[str], *, required: bool = True
) -> Iterator[tuple[str, forms.ChoiceField]]:
    """Yield the name and the form field of each of these settings, with the default choice first."""
    for name in names:
        choices = [(code, CHOICE_WORDS[name][code]) for code in CHOICES[name]]
        yield (
            name,
            forms.ChoiceField(
                label=str(QUESTIONS[name]),
                choices=choices,
                required=required,
                help_text=str(HELP.get(name, "")),
            ),
        )


def deck_check_base_field(label: Words) -> forms.ChoiceField:
    """Return S17 as a form field. It is stored with the deck-check rules (`CheckRules.base`)."""
    return forms.ChoiceField(
        label=str(label),
        choices=CheckRules.Base,
        help_text=str(_("Each division is rounded up separately, so the total can be higher.")),
    )

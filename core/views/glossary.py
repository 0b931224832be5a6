"""The public glossary of tournament terms."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from core.queries.glossary import glossary_terms
from core.words.glossary_words import GROUPS, MEANINGS


@require_safe
def glossary_page(request: HttpRequest) -> HttpResponse:
    """Show each term with its meaning and its names in the other languages.

    The keys of the terms are their anchors on the page.
    """
    language = get_language() or "en"
    groups = [
        (
            key,
            title,
            [
                {
                    "key": term.key,
                    "name": term.name(language),
                    "meaning": MEANINGS[term.key],
                    "elsewhere": [(code.replace("_", "-"), name) for code, name in term.elsewhere(language)],
                }
                for term in glossary_terms()
                if term.group == key
            ],
        )
        for key, title in GROUPS.items()
    ]
    return render(request, "core/glossary.html", {"groups": groups})

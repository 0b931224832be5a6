"""Templates without the indentation they are laid out with."""

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTED = re.compile(
    r"(?P<whole_tag><(pre|textarea|script)\b.*?</\2>|{% blocktranslate(?![^%]*\btrimmed\b).*?{% endblocktranslate %})"
    r"|\n[ \t]+",
    re.DOTALL,
)


def without_indentation(text: str) -> str:
    """The text of a template, its lines as they are but for the blanks they begin with."""
    return INDENTED.sub(lambda found: found["whole_tag"] or "\n", text)


class Loader(filesystem.Loader):
    """Reads our own templates. A row of a table is repeated a thousand times, and its indentation would be too."""

    def get_contents(self, origin: Origin) -> str:
        text = super().get_contents(origin)
        return without_indentation(text) if str(origin.name).endswith(".html") else text
